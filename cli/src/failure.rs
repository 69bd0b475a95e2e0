//! How the program fails: a message on standard error and an exit status.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use unicode_width::UnicodeWidthChar;

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

    /// A file that can't be used.
    pub fn of_file(path: &Path, why: impl std::fmt::Display) -> Self {
        Failure::BadInput(format!("{}: {why}", file_name(path)))
    }

    /// The failure to read a source. Naming a directory is a mistake in the input; all else is not.
    pub fn of_input(name: &str, error: &io::Error) -> Self {
        let message = format!("{name}: {error}");
        match error.kind() {
            io::ErrorKind::IsADirectory => Failure::BadInput(message),
            _ => Failure::Broken(message),
        }
    }

    /// The failure to write a file.
    pub fn of_writing(name: &str, error: &io::Error) -> Self {
        Failure::Broken(format!("{name}: {error}"))
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
    let lines: Vec<String> = message.split('\n').map(harmless).collect();
    let _ = writeln!(io::stderr(), "{}", lines.join("\n"));
}

/// The most characters that are said of a line at its beginning, and at its end.
const LINE_CHARS: usize = 300;

/// A line as a terminal may have it, whoever wrote what it quotes: what has no width, and may command the terminal, is escaped,
/// and the middle of a long line is left out.
fn harmless(line: &str) -> String {
    let escaped: Vec<char> = line
        .chars()
        .flat_map(|char| {
            let has_width = char.width().is_some_and(|width| width > 0);
            if has_width { vec![char] } else { char.escape_debug().collect() }
        })
        .collect();
    if escaped.len() <= 2 * LINE_CHARS {
        return escaped.into_iter().collect();
    }
    let [begin, end] = [&escaped[..LINE_CHARS], &escaped[escaped.len() - LINE_CHARS..]].map(String::from_iter);
    format!("{begin} … {end}")
}

/// A file's name, fit for a message.
pub fn file_name(path: &Path) -> String {
    printable(&path.display().to_string())
}

/// A text with escapes for what moves a terminal's cursor or worse.
pub fn printable(text: &str) -> String {
    let mut printable = String::with_capacity(text.len());
    for char in text.chars() {
        if char.is_control() { printable.extend(char.escape_debug()) } else { printable.push(char) }
    }
    printable
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_does_nothing_to_a_terminal() {
        assert_eq!(harmless("a \u{1b}[31m\0\u{202e}b\t萬"), "a \\u{1b}[31m\\0\\u{202e}b\\t萬");
        let long = harmless(&format!("a{}z", "[".repeat(60_000)));
        assert_eq!(long.chars().count(), 2 * LINE_CHARS + 3);
        assert!(long.starts_with("a[[") && long.contains("[ … [") && long.ends_with("[[z"));
        let whole = "[".repeat(2 * LINE_CHARS);
        assert_eq!(harmless(&whole), whole);
    }
}
