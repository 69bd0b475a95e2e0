//! Tests the Python package as its users get it: builds the wheel, installs it into an environment made for the purpose,
//! and runs ruff, mypy and the pytest suite there. So `cargo test --workspace` tests everything.
//!
//! It makes the environment by itself, under `target/python`, of what `requirements.txt` pins; that takes a few minutes
//! and a network the first time, and neither later. These environment variables have a say:
//!
//! - `PAILI_PYTHON`: the Python to use, instead of the first on the path that is new enough;
//! - `PAILI_WITHOUT_JAVA=1`: there is no Java here, so leave out what needs it (Spark);
//! - `PAILI_PYTEST`: arguments for pytest, separated by spaces, such as `-k hand`.
//!
//! Like other tests it is left out when a filter does not match its name, `python`.

mod arguments;
mod cargo;
mod environment;
mod interpreter;
mod java;
mod wheel;

use std::path::Path;
use std::process::{Command, ExitCode};

use arguments::{Arguments, Wanted};
use cargo::Cargo;
use environment::Environment;

/// What it is called where tests are listed and filtered.
const NAME: &str = "python";

fn main() -> ExitCode {
    match Arguments::of_process().wanted(NAME) {
        Wanted::List => println!("{NAME}: test"),
        Wanted::Nothing => eprintln!("{NAME}: filtered out"),
        Wanted::Run => {
            if let Err(reason) = run() {
                eprintln!("\nThe Python package's tests failed: {reason}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

fn run() -> Result<(), String> {
    let interpreter = interpreter::find()?;
    let java = java::look()?;
    let cargo = Cargo::of_this_test()?;
    let folder = cargo.target().join("python");

    let environment = Environment::ready(&folder, &interpreter, &cargo.package().join("tests/requirements.txt"))?;
    let wheel = wheel::build(&environment, &cargo, &folder)?;
    environment.install_wheel(&wheel)?;
    let program = cargo.build_program()?;

    let package = cargo.package();
    for (tool, arguments) in [
        ("ruff", &["check", "--no-cache", "--config", "pyproject.toml", ".", "../benches"][..]),
        ("ruff", &["format", "--check", "--no-cache", "--config", "pyproject.toml", ".", "../benches"]),
        ("mypy", &["--cache-dir", "../target/python/mypy"]),
    ] {
        step(&format!("{tool} {}", arguments[0]));
        succeed(environment.command(tool).args(arguments).current_dir(package))?;
    }

    step("pytest");
    let mut pytest = environment.command("pytest");
    pytest.args(["-p", "no:cacheprovider"]).arg(package.join("tests"));
    if let Ok(more) = std::env::var("PAILI_PYTEST") {
        pytest.args(more.split_whitespace());
    }
    pytest.env("PAILI_PROGRAM", program).env("PAILI_WHEEL", &wheel).current_dir(checkout(package));
    java.tell(&mut pytest);
    succeed(&mut pytest)
}

/// Where pytest runs: not beside the package's source, which Python would import instead of what is installed.
fn checkout(package: &Path) -> &Path {
    package.parent().unwrap_or(package)
}

/// Says what comes next, since some of it takes minutes.
fn step(name: &str) {
    eprintln!("\n== {name}");
}

/// Runs a command to its end, and shows what it has to say.
fn succeed(command: &mut Command) -> Result<(), String> {
    let status = command.status();
    let program = Path::new(command.get_program()).file_name().unwrap_or_default().display().to_string();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{program} failed ({status})")),
        Err(error) => Err(format!("{}: {error}", Path::new(command.get_program()).display())),
    }
}
