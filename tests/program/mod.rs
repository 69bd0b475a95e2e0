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
