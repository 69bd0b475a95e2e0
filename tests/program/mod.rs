//! Runs the program.

use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::thread;

pub fn paili(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_paili"));
    command.args(arguments);
    command
}

/// Runs with a text on standard input.
pub fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child =
        paili(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // A program that refuses its input may stop reading it.
    let writer = thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

/// Asserts that a run is refused with exit status 2 and one message on standard error, and gives back what it printed.
#[track_caller]
pub fn refused(output: &Output, message: &str) -> String {
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert_eq!(error.trim_end(), format!("error: {message}"));
    String::from_utf8(output.stdout.clone()).unwrap()
}
