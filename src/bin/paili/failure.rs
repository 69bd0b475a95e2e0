//! How the program fails: a message on standard error and an exit status.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// Why the program stops early.
#[derive(Debug)]
pub enum Failure {
    /// The input can't be used; exit status 2.
    BadInput(String),
    /// Something else went wrong; exit status 1.
    Broken(String),
    /// Nobody reads the output any more, which is no failure; exit status 0.
    ClosedPipe,
}

impl Failure {
    /// What failing to read a source means: a directory was named by mistake, everything else just happened.
    pub fn of_input(name: &str, error: &io::Error) -> Self {
        let message = format!("{name}: {error}");
        match error.kind() {
            io::ErrorKind::IsADirectory => Failure::BadInput(message),
            _ => Failure::Broken(message),
        }
    }

    /// What failing to write standard output means.
    pub fn of_output(error: &io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Failure::ClosedPipe
        } else {
            Failure::Broken(format!("cannot write to standard output: {error}"))
        }
    }

    /// The same when it is not the input's fault.
    pub fn into_broken(self) -> Self {
        match self {
            Failure::BadInput(message) => Failure::Broken(message),
            other => other,
        }
    }

    /// Says it and turns it into the exit status.
    pub fn report(self) -> ExitCode {
        match self {
            Failure::BadInput(message) => {
                say(&format!("error: {message}"));
                ExitCode::from(2)
            }
            Failure::Broken(message) => {
                say(&format!("error: {message}"));
                ExitCode::FAILURE
            }
            Failure::ClosedPipe => ExitCode::SUCCESS,
        }
    }
}

/// Says something on standard error. If nobody can hear it, there is nobody to tell.
pub fn say(message: &str) {
    let _ = writeln!(io::stderr(), "{message}");
}

/// A file's name, fit for a message.
pub fn file_name(path: &Path) -> String {
    path.display()
        .to_string()
        .chars()
        .flat_map(|char| if char.is_control() { char.escape_default().collect() } else { vec![char] })
        .collect()
}
