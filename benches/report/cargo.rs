//! What is asked of cargo: to compile the benches, to run them, and what is in them.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

pub struct Cargo {
    program: OsString,
    checkout: PathBuf,
    /// One folder a bench.
    results: PathBuf,
    metadata: Value,
    options: Vec<String>,
}

impl Cargo {
    /// Asks where everything is, and empties the folder of results.
    pub fn new(options: Vec<String>) -> Result<Cargo, String> {
        let told = |name| std::env::var_os(name).ok_or("not run by cargo: run `cargo bench --bench report`");
        let (program, checkout) = (told("CARGO")?, PathBuf::from(told("CARGO_MANIFEST_DIR")?));
        let mut cargo = Cargo { program, checkout, results: PathBuf::new(), metadata: Value::Null, options };
        let metadata = cargo.output(&["metadata", "--format-version", "1"])?;
        cargo.metadata = serde_json::from_str(&metadata).map_err(|error| format!("cargo metadata: {error}"))?;
        let target = cargo.metadata["target_directory"].as_str().ok_or("cargo metadata names no target_directory")?;
        cargo.results = Path::new(target).join("benchmarks");
        match fs::remove_dir_all(&cargo.results) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(format!("{}: {error}: can't remove an earlier run's results", cargo.results.display()))
            }
            _ => Ok(cargo),
        }
    }

    pub fn checkout(&self) -> &Path {
        &self.checkout
    }

    /// The options for the benches that the user gave.
    pub fn options(&self) -> &[String] {
        &self.options
    }

    /// Compiles all benches, so that none is measured while another compiles.
    pub fn compile(&self, benches: &[&str]) -> Result<(), String> {
        let named = benches.iter().flat_map(|bench| ["--bench", bench]);
        let arguments: Vec<&str> = ["bench", "--no-run"].into_iter().chain(named).collect();
        run(self.command(&arguments), &arguments)
    }

    /// Runs a bench and says where its results are.
    pub fn measure(&self, bench: &str) -> Result<PathBuf, String> {
        let folder = self.results.join(bench);
        let mut arguments = vec!["bench", "--bench", bench, "--"];
        arguments.extend(self.options.iter().map(String::as_str));
        let mut command = self.command(&arguments);
        command.env("CRITERION_HOME", &folder);
        run(command, &arguments)?;
        Ok(folder)
    }

    /// The names of all that a bench measures, in its order.
    pub fn list(&self, bench: &str) -> Result<Vec<String>, String> {
        let listed = self.output(&["bench", "--bench", bench, "--", "--list", "--format", "terse"])?;
        Ok(listed.lines().filter_map(|line| line.strip_suffix(": benchmark")).map(str::to_owned).collect())
    }

    /// What is measured, and by what: names and versions.
    pub fn versions(&self) -> Result<Vec<(String, String)>, String> {
        let mut versions = vec![];
        for name in ["paili", "xiangting", "riichienv-core", "criterion"] {
            let mut packages = self.metadata["packages"].as_array().into_iter().flatten();
            let package = packages.find(|package| package["name"] == name);
            let version = package.and_then(|package| package["version"].as_str());
            versions.push((name.to_owned(), version.ok_or(format!("cargo metadata knows no {name}"))?.to_owned()));
        }
        let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let rustc = output(Command::new(&rustc).arg("--version").current_dir(&self.checkout))
            .map_err(|error| format!("{} --version: {error}", rustc.display()))?;
        versions.push(("rustc".to_owned(), rustc.trim().trim_start_matches("rustc ").to_owned()));
        if let Some(commit) = self.commit() {
            versions[0].1 += &format!(", commit {commit}");
        }
        Ok(versions)
    }

    /// The commit that is checked out, when git can tell.
    fn commit(&self) -> Option<String> {
        let describe = ["describe", "--always", "--dirty=, with changes", "--exclude=*"];
        let commit = output(Command::new("git").args(describe).current_dir(&self.checkout)).ok()?;
        Some(commit.trim().to_owned())
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command.args(arguments).current_dir(&self.checkout);
        command
    }

    fn output(&self, arguments: &[&str]) -> Result<String, String> {
        output(&mut self.command(arguments)).map_err(|error| format!("`cargo {}`: {error}", arguments.join(" ")))
    }
}

/// Shows what the command has to say.
fn run(mut command: Command, arguments: &[&str]) -> Result<(), String> {
    let named = format!("cargo {}", arguments.join(" "));
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{named}` failed ({status}), so there is nothing to report")),
        Err(error) => Err(format!("`{named}`: {error}")),
    }
}

/// What a command writes to standard output.
fn output(command: &mut Command) -> io::Result<String> {
    let output = command.stderr(Stdio::null()).output()?;
    if !output.status.success() {
        return Err(io::Error::other(output.status.to_string()));
    }
    String::from_utf8(output.stdout).map_err(io::Error::other)
}
