//! What is asked of the cargo that runs this test. It has let go of its target folder by the time tests run.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::step;

pub struct Cargo {
    program: OsString,
    package: PathBuf,
    target: PathBuf,
}

impl Cargo {
    pub fn of_this_test() -> Result<Cargo, String> {
        // Cargo makes `tmp` in its target folder for tests.
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().ok_or("cargo told no target folder")?;
        Ok(Cargo {
            program: std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()),
            package: env!("CARGO_MANIFEST_DIR").into(),
            target: target.to_owned(),
        })
    }

    /// The folder of the Python package.
    pub fn package(&self) -> &Path {
        &self.package
    }

    /// Where everything is built.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Builds the program `paili` as its users do, and says where it is.
    pub fn build_program(&self) -> Result<PathBuf, String> {
        step("the program");
        let mut command = Command::new(&self.program);
        command.args(["build", "--release", "--locked", "--package", "paili", "--bin", "paili"]);
        command.args(["--message-format", "json-render-diagnostics", "--target-dir"]).arg(&self.target);
        command.current_dir(&self.package).stderr(Stdio::inherit());
        let output = command.output().map_err(|error| format!("{}: {error}", self.program.display()))?;
        if !output.status.success() {
            return Err(format!("the program does not build ({})", output.status));
        }
        let messages = String::from_utf8_lossy(&output.stdout);
        messages.lines().find_map(executable).ok_or_else(|| "cargo did not say where the program is".to_owned())
    }
}

/// The program that one of cargo's messages tells of.
fn executable(message: &str) -> Option<PathBuf> {
    let message: Value = serde_json::from_str(message).ok()?;
    Some(message["executable"].as_str()?.into())
}
