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
mod results;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

const CHECKOUT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

fn main() -> Result<(), String> {
    // Cargo gives every bench the argument `--bench`.
    let options: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let results = Path::new(env!("CARGO_TARGET_TMPDIR")).join("benchmarks");
    if results.exists() {
        fs::remove_dir_all(&results).map_err(|error| format!("{}: {error}", results.display()))?;
    }
    // All of them are compiled first, so that none is measured while another compiles.
    let all: Vec<&str> = page::benches().flat_map(|bench| ["--bench", bench.name]).collect();
    run(cargo().args(["bench", "--no-run"]).args(all))?;
    let load_before = load();
    let mut measured = vec![];
    for bench in page::benches() {
        let folder = results.join(bench.name);
        run(cargo().args(["bench", "--bench", bench.name, "--"]).args(&options).env("CRITERION_HOME", &folder))?;
        let listed = said(cargo().args(["bench", "--bench", bench.name, "--", "--list", "--format", "terse"]))?;
        let names: Vec<&str> = listed.lines().filter_map(|line| line.strip_suffix(": benchmark")).collect();
        measured.push(results::read(&folder, &names)?);
    }
    let path = Path::new(CHECKOUT).join("BENCHMARKS.md");
    let page = page::filled(&options, &facts(&load_before)?, &measured);
    fs::write(&path, page).map_err(|error| format!("{}: {error}", path.display()))
}

/// The machine, and the versions of everything that is measured or measures.
fn facts(load_before: &str) -> Result<Vec<(&'static str, String)>, String> {
    let unknown = || "unknown".to_owned();
    let kilobytes =
        value("/proc/meminfo", "MemTotal:").and_then(|memory| memory.split(' ').next()?.parse::<f64>().ok());
    let cores = std::thread::available_parallelism().map_err(|error| error.to_string())?;
    let distribution = value("/etc/os-release", "PRETTY_NAME=").unwrap_or_else(unknown);
    let kernel = said(Command::new("uname").args(["-r", "-m"]))?.replace(' ', ", ");
    let commit = said(Command::new("git").args(["describe", "--always", "--dirty=, with changes", "--exclude=*"]));
    let version = |package| {
        said(cargo().args(["pkgid", package])).map(|id| id.rsplit(['@', '#']).next().unwrap_or(&id).to_owned())
    };
    Ok(vec![
        ("date", said(Command::new("date").args(["--utc", "+%F"]))?),
        ("processor", value("/proc/cpuinfo", "model name\t:").unwrap_or_else(unknown)),
        ("cores", cores.to_string()),
        ("memory", kilobytes.map_or_else(unknown, |kilobytes| format!("{:.1} GiB", kilobytes / 1024.0 / 1024.0))),
        ("system", format!("{}, kernel {kernel}", distribution.trim_matches('"'))),
        ("load before and after", format!("{load_before} and {}", load())),
        ("RUSTFLAGS", std::env::var("RUSTFLAGS").unwrap_or_else(|_| "none".to_owned())),
        ("paili", format!("{}, commit {}", env!("CARGO_PKG_VERSION"), commit.unwrap_or_else(|_| unknown()))),
        ("xiangting", version("xiangting")?),
        ("riichienv-core", version("riichienv-core")?),
        ("criterion", version("criterion")?),
        ("rustc", said(Command::new("rustc").arg("--version"))?.replace("rustc ", "")),
    ])
}

/// How many programs ran or waited to, on the average of the last minute.
fn load() -> String {
    value("/proc/loadavg", "").and_then(|loads| Some(loads.split(' ').next()?.to_owned())).unwrap_or_default()
}

/// The rest of the first line in a file that begins so.
fn value(file: &str, beginning: &str) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    text.lines().find_map(|line| Some(line.strip_prefix(beginning)?.trim().to_owned()))
}

fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Runs a command to its end and shows its messages.
fn run(command: &mut Command) -> Result<(), String> {
    let status = command.current_dir(CHECKOUT).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{command:?}: {status}")),
        Err(error) => Err(format!("{command:?}: {error}")),
    }
}

/// What a command writes to standard output.
fn said(command: &mut Command) -> Result<String, String> {
    let output = command.current_dir(CHECKOUT).stderr(Stdio::null()).output();
    match output {
        Ok(output) if output.status.success() => Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned()),
        Ok(output) => Err(format!("{command:?}: {}", output.status)),
        Err(error) => Err(format!("{command:?}: {error}")),
    }
}
