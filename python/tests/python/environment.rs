//! The Python environment that the tests run in.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::interpreter::Interpreter;
use crate::{step, succeed};

/// An environment with all that the tests require.
pub struct Environment {
    folder: PathBuf,
    /// Held so that two runs don't change the environment under each other.
    _lock: File,
}

impl Environment {
    /// The environment of a Python and its requirements: the one that an earlier run made of the same, or a new one.
    ///
    /// What it was made of is written into it last of all, so one that was left half-way is made anew.
    pub fn ready(folder: &Path, interpreter: &Interpreter, requirements: &Path) -> Result<Environment, String> {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let environment =
            Environment { folder: folder.join(format!("environment-{}", interpreter.version)), _lock: lock(folder)? };
        let required =
            fs::read_to_string(requirements).map_err(|error| format!("{}: {error}", requirements.display()))?;
        let made_of = format!("# {}\n{required}", interpreter.program.display());
        let note = environment.folder.join("made-of.txt");
        if fs::read_to_string(&note).is_ok_and(|text| text == made_of) {
            return Ok(environment);
        }

        step(&format!("a Python environment, {} (minutes, but only once)", environment.folder.display()));
        match fs::remove_dir_all(&environment.folder) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(format!("{}: {error}: can't remove what is there", environment.folder.display()));
            }
            _ => {}
        }
        succeed(
            without_other_environments(&mut Command::new(&interpreter.program))
                .args(["-I", "-m", "venv"])
                .arg(&environment.folder),
        )?;
        succeed(environment.pip().args(["install", "--quiet", "--progress-bar", "off", "-r"]).arg(requirements))
            .map_err(|reason| format!("{reason}: see its messages above; the first run needs a network"))?;
        fs::write(&note, made_of).map_err(|error| format!("{}: {error}", note.display()))?;
        Ok(environment)
    }

    /// Installs the package, and nothing else: what it needs is there.
    pub fn install_wheel(&self, wheel: &Path) -> Result<(), String> {
        succeed(self.pip().args(["install", "--quiet", "--no-index", "--no-deps", "--force-reinstall"]).arg(wheel))
    }

    /// A program of the environment.
    pub fn command(&self, program: &str) -> Command {
        let programs = self.folder.join("bin");
        let mut command = Command::new(programs.join(program));
        let path = std::env::var_os("PATH").unwrap_or_default();
        let path = std::env::join_paths([programs].into_iter().chain(std::env::split_paths(OsStr::new(&path))));
        without_other_environments(&mut command).env("VIRTUAL_ENV", &self.folder);
        if let Ok(path) = path {
            command.env("PATH", path);
        }
        command
    }

    fn pip(&self) -> Command {
        let mut command = self.command("python");
        command.args(["-m", "pip", "--disable-pip-version-check", "--no-input"]);
        command
    }
}

/// Waits until no other run works in the folder. The lock ends with this process, however that ends.
fn lock(folder: &Path) -> Result<File, String> {
    let path = folder.join("lock");
    let file = File::create(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    if file.try_lock().is_err() {
        eprintln!("Waiting for another run of these tests ({})", path.display());
        file.lock().map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(file)
}

/// Forgets where the user's Python finds packages and lints find settings.
fn without_other_environments(command: &mut Command) -> &mut Command {
    for name in ["VIRTUAL_ENV", "CONDA_PREFIX", "PYTHONPATH", "PYTHONHOME", "MYPYPATH", "PYTEST_ADDOPTS"] {
        command.env_remove(name);
    }
    command
}
