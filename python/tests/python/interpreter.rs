//! A Python to begin with.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The oldest Python that the package runs on.
const OLDEST: (u32, u32) = (3, 11);

/// Asked in this order.
const NAMES: [&str; 6] = ["python3", "python3.14", "python3.13", "python3.12", "python3.11", "python"];

/// What a Python says of itself, a line each. It fails unless it can make environments with pip in them.
const QUESTION: &str = "\
import ensurepip, os, platform, sys, venv
print(sys.version_info.major)
print(sys.version_info.minor)
print(platform.python_version())
print(os.path.realpath(sys.executable))";

/// A Python that can make environments.
pub struct Interpreter {
    pub program: PathBuf,
    /// Such as `3.11.7`.
    pub version: String,
}

/// The Python that `PAILI_PYTHON` names, or the first on the path that is new enough.
pub fn find() -> Result<Interpreter, String> {
    if let Some(named) = std::env::var_os("PAILI_PYTHON") {
        return ask(&named).map_err(|reason| format!("PAILI_PYTHON: {}: {reason}", named.display()));
    }
    let mut refused = vec![];
    for name in NAMES {
        match ask(OsStr::new(name)) {
            Ok(interpreter) => return Ok(interpreter),
            Err(reason) => refused.push(format!("  {name}: {reason}")),
        }
    }
    let (major, minor) = OLDEST;
    Err(format!(
        "no Python {major}.{minor} or newer with venv and pip was found:\n{}\n\
         Install one (on Debian and Ubuntu: apt-get install python3 python3-venv), or name one in PAILI_PYTHON, or leave \
         these tests out: cargo test --workspace --exclude paili-python",
        refused.join("\n")
    ))
}

fn ask(program: &OsStr) -> Result<Interpreter, String> {
    let mut command = Command::new(program);
    command.args(["-I", "-c", QUESTION]).stdin(Stdio::null());
    let output = command.output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        let messages = String::from_utf8_lossy(&output.stderr);
        let last = messages.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("it failed without a message");
        return Err(last.trim().to_owned());
    }
    let answer = String::from_utf8_lossy(&output.stdout);
    let lines: Vec<&str> = answer.lines().collect();
    let [major, minor, version, executable] = lines[..] else { return Err(format!("it answered {answer:?}")) };
    let number = |text: &str| text.parse().unwrap_or(0);
    let (major, minor): (u32, u32) = (number(major), number(minor));
    if (major, minor) < OLDEST {
        return Err(format!("it is Python {version}: expected {}.{} or newer", OLDEST.0, OLDEST.1));
    }
    Ok(Interpreter { program: OsString::from(executable).into(), version: version.to_owned() })
}
