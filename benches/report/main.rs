//! Runs all benches and writes `BENCHMARKS.md` at the top of the checkout:
//!
//! ```sh
//! cargo bench --bench report
//! ```
//!
//! What follows a `--` goes to the benches (`-- --quick` for a first look), and the page says so. Every figure is of
//! this run: the results are kept in a folder of their own (`benchmarks` in cargo's target folder), which is emptied
//! first, and each bench is asked which results it should have left there. One that is missing fails the whole; the
//! page is replaced at the end or not at all.

mod cargo;
mod machine;
mod page;
mod questions;
mod results;

use std::path::Path;
use std::process::ExitCode;

use page::Page;
use questions::BENCHES;

fn main() -> ExitCode {
    match write_page() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("report: {message}");
            ExitCode::FAILURE
        }
    }
}

fn write_page() -> Result<(), String> {
    // Cargo tells every bench that it is one.
    let options: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let cargo = cargo::Cargo::new(options)?;
    cargo.compile(&BENCHES.map(|bench| bench.name))?;
    let load = machine::load();
    let mut answers = vec![];
    for bench in &BENCHES {
        let folder = cargo.measure(bench.name)?;
        answers.push((bench, results::read(&folder, &cargo.list(bench.name)?)?));
    }
    let mut page = Page::new(&machine::facts(&load), &cargo.versions()?, cargo.options());
    for (bench, groups) in &answers {
        page.add(bench, groups);
    }
    let path = cargo.checkout().join("BENCHMARKS.md");
    write(&path, &page.text()).map_err(|error| format!("{}: {error}", path.display()))?;
    eprintln!("report: wrote {}", path.display());
    Ok(())
}

/// Whole or not at all.
fn write(path: &Path, text: &str) -> std::io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder)?;
    std::io::Write::write_all(&mut file, text.as_bytes())?;
    file.persist(path).map(drop).map_err(|error| error.error)
}
