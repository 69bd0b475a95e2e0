//! Tests the Python package on the library and the program that `cargo test --workspace` has just built: finds a Python
//! and gives it `run.py`, which does the rest.
//!
//! On a machine without a Python the test passes and says so, unless the environment variable `CI` is set.
//! `PAILI_PYTHON` names a Python that is not on the path.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// Succeeds in a Python that is new enough and can make environments.
const SUITS: &str = "import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))";

#[test]
fn python_package() {
    let Some(python) = find_python() else {
        let message = "no Python 3.11 or newer with venv is on the path (on Debian and Ubuntu: apt-get install python3 \
                       python3-venv), and PAILI_PYTHON names none";
        assert!(std::env::var_os("CI").is_none_or(|value| value.is_empty()), "CI is set, and {message}");
        // Past the test harness, which keeps to itself what a test prints.
        writeln!(std::io::stderr(), "\n== LEFT OUT: the tests of the Python package: {message}\n").unwrap();
        return;
    };
    // Cargo makes the folder `tmp` in its target folder for tests.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let built = build(target);
    let status = Command::new(python)
        .args(["-I", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/run.py")])
        .arg(target.join("python"))
        .arg(artifact(&built, "native", "cdylib"))
        .arg(artifact(&built, "paili", "bin"))
        .status();
    assert!(status.unwrap().success(), "see the messages above");
}

fn find_python() -> Option<OsString> {
    let suits = |python: &OsString| {
        let output = Command::new(python).args(["-I", "-c", SUITS]).output();
        output.is_ok_and(|output| output.status.success())
    };
    if let Some(python) = std::env::var_os("PAILI_PYTHON") {
        assert!(suits(&python), "PAILI_PYTHON={}: no Python 3.11 or newer with venv", python.display());
        return Some(python);
    }
    ["python3", "python3.14", "python3.13", "python3.12", "python3.11"].map(OsString::from).into_iter().find(suits)
}

/// Asks cargo what it builds of the workspace. The profile, and for the features the test among it, are those of
/// `cargo test --workspace`, so that after that command nothing is left to compile.
fn build(target: &Path) -> Vec<Value> {
    let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["build", "--profile", "test", "--workspace", "--lib", "--bins", "--test", "python", "--target-dir"])
        .arg(target)
        .args(["--message-format", "json-render-diagnostics"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stderr(Stdio::inherit())
        .output()
        .unwrap();
    assert!(output.status.success(), "the workspace does not build");
    output.stdout.split(|&byte| byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect()
}

/// The file that cargo built for a target of this name and kind.
fn artifact(messages: &[Value], name: &str, kind: &str) -> PathBuf {
    let is_it = |message: &&Value| message["target"]["name"] == name && message["target"]["kind"][0] == kind;
    let message = messages.iter().find(is_it).expect("cargo names all that it builds");
    message["filenames"][0].as_str().expect("the name of a file").into()
}
