//! Runs all benches and writes `BENCHMARKS.md` at the top of the checkout:
//!
//! ```sh
//! cargo bench --bench report
//! ```
//!
//! What follows a `--` goes to the benches (`-- --quick` for a first look), and the page says so. Every figure is of
//! this run: the folder of results is emptied first, and each bench is asked which results it should have left there.
//! A missing one fails the whole; the page is replaced at the end or not at all.

mod page;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

const CHECKOUT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The machine, and the versions of everything that is measured or measures: what these commands say.
const FACTS: [(&str, &str); 12] = [
    ("date", "date --utc +%F"),
    ("processor", "sed -n 's/^model name\t: //p' /proc/cpuinfo | head -n 1"),
    ("cores", "nproc"),
    ("memory", "awk '/^MemTotal:/ { printf \"%.1f GiB\", $2 / 1024 / 1024 }' /proc/meminfo"),
    ("system", ". /etc/os-release && echo \"$PRETTY_NAME, kernel $(uname -r), $(uname -m)\""),
    ("load before", LOAD),
    ("RUSTFLAGS", "echo \"${RUSTFLAGS:-none}\""),
    (
        "paili",
        "cargo pkgid paili | sed 's/.*[@#]//'; git describe --always --dirty=', with changes' --exclude='*' || echo unknown",
    ),
    ("xiangting", "cargo pkgid xiangting | sed 's/.*[@#]//'"),
    ("riichienv-core", "cargo pkgid riichienv-core | sed 's/.*[@#]//'"),
    ("criterion", "cargo pkgid criterion | sed 's/.*[@#]//'"),
    ("rustc", "rustc --version | cut -d ' ' -f 2-"),
];

/// How many programs ran or waited to, on the average of the last minute.
const LOAD: &str = "cut -d ' ' -f 1 /proc/loadavg";

fn main() -> Result<(), String> {
    // Cargo gives every bench the argument `--bench`.
    let options: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let results = Path::new(env!("CARGO_TARGET_TMPDIR")).join("benchmarks");
    if results.exists() {
        fs::remove_dir_all(&results).map_err(|error| format!("{}: {error}", results.display()))?;
    }
    // All of them are compiled first, so that none is measured while another compiles.
    said(&mut cargo(&["--no-run"]))?;
    let fact = |(name, command): (&str, &str)| {
        said(Command::new("sh").args(["-c", command]))
            .map(|said| format!("| {name} | {} |\n", said.replace('\n', ", ")))
    };
    let mut facts = FACTS.into_iter().map(fact).collect::<Result<String, _>>()?;
    let mut page = String::new();
    for line in page::TEXT.lines() {
        match page::mark(line) {
            Some((bench, unit)) => page += &measured(&results.join(bench), bench, unit, &options)?,
            None => page += line,
        }
        page.push('\n');
    }
    facts += &fact(("load after", LOAD))?;
    let unusual = match &options[..] {
        [] => String::new(),
        _ => format!(", with the options `{}`: not the figures of a full run", options.join(" ")),
    };
    let page = page.replace("{{options}}", &unusual).replace("{{facts}}", facts.trim_end());
    fs::write(Path::new(CHECKOUT).join("BENCHMARKS.md"), page).map_err(|error| format!("BENCHMARKS.md: {error}"))
}

/// The tables of a bench, which is run for them.
fn measured(results: &Path, bench: &str, unit: &str, options: &[String]) -> Result<String, String> {
    said(cargo(&["--bench", bench, "--"]).args(options).env("CRITERION_HOME", results).stdout(Stdio::inherit()))?;
    let listed = said(&mut cargo(&["--bench", bench, "--", "--list", "--format", "terse"]))?;
    let names: Vec<&str> = listed.lines().filter_map(|line| line.strip_suffix(": benchmark")).collect();
    page::tables(results, &names, unit)
}

fn cargo(arguments: &[&str]) -> Command {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["bench", "-p", "paili-benches"]).args(arguments);
    cargo
}

/// What a command writes to standard output, if it succeeds.
fn said(command: &mut Command) -> Result<String, String> {
    let output = command.current_dir(CHECKOUT).stderr(Stdio::inherit()).output();
    match output {
        Ok(output) if output.status.success() => Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned()),
        Ok(output) => Err(format!("{command:?}: {}", output.status)),
        Err(error) => Err(format!("{command:?}: {error}")),
    }
}
