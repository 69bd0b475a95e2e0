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
    /// Somebody wants the run to end, and what was begun is not finished; exit status 1.
    Interrupted,
    /// Nobody reads the output any more, which is no failure; exit status 0.
    ClosedPipe,
}

impl Failure {
    /// The failure to open a file that was named.
    pub fn of_opening(name: &str, error: &io::Error) -> Self {
        let message = format!("{name}: {error}");
        // Numbers that have no kind yet: input and output, tables of open files that are full.
        let others = cfg!(unix) && matches!(error.raw_os_error(), Some(5 | 23 | 24));
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::OutOfMemory => {
                Failure::Broken(message)
            }
            _ if others => Failure::Broken(message),
            _ => Failure::BadInput(message),
        }
    }

    /// The failure to read a source. Naming a directory is a mistake in the input; all else is not.
    pub fn of_input(name: &str, error: &io::Error) -> Self {
        let message = format!("{name}: {error}");
        match error.kind() {
            io::ErrorKind::IsADirectory => Failure::BadInput(message),
            _ => Failure::Broken(message),
        }
    }

    /// The failure to write standard output.
    pub fn of_output(error: &io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Failure::ClosedPipe
        } else {
            Failure::Broken(format!("cannot write to standard output: {error}"))
        }
    }

    /// The same failure where the input is not to blame.
    pub fn into_broken(self) -> Self {
        match self {
            Failure::BadInput(message) => Failure::Broken(message),
            other => other,
        }
    }

    /// Says it and turns it into the exit status.
    pub fn report(self) -> ExitCode {
        let (message, status) = match self {
            Failure::BadInput(message) => (message, 2),
            Failure::Broken(message) => (message, 1),
            Failure::Interrupted => ("interrupted".to_owned(), 1),
            Failure::ClosedPipe => return ExitCode::SUCCESS,
        };
        say(&format!("error: {message}"));
        ExitCode::from(status)
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
