//! Runs the program, and tells what became of it.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufReader, Write};
use std::process::{Command, Output, Stdio};
use std::thread;

use serde_json::Value;

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

/// What a run printed.
pub fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// What a run said on standard error.
pub fn error(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// What a run printed that has to have gone well, with nothing to be said.
#[track_caller]
pub fn printed(arguments: &[&str], input: &[u8]) -> String {
    let output = run(arguments, input);
    assert!(output.status.success(), "{}", error(&output));
    assert_eq!(error(&output), "", "nothing is said when nobody watches");
    text(&output)
}

/// Asserts that a run is refused with exit status 2 and one message on standard error, and gives back what it printed.
#[track_caller]
pub fn refused(output: &Output, message: &str) -> String {
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert_eq!(error.trim_end(), format!("error: {message}"));
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// A report's JSON without what differs from run to run.
pub fn without_speed(json: &[u8]) -> Value {
    let mut report: Value = serde_json::from_slice(json).unwrap();
    let object = report.as_object_mut().unwrap();
    assert!(object.remove("seconds").is_some());
    assert!(["games_per_second", "hands_per_second"].iter().any(|speed| object.remove(*speed).is_some()));
    report
}

/// A folder, and the names of files in it.
pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn new() -> Self {
        Folder(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        fs::write(&path, bytes).unwrap();
        path
    }

    pub fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap().flatten();
        let mut names: Vec<String> = entries.map(|entry| entry.file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

/// The colours of a picture's pixels.
pub fn colours(png: &str) -> BTreeSet<[u8; 3]> {
    let decoder = png::Decoder::new(BufReader::new(fs::File::open(png).unwrap()));
    let mut reader = decoder.read_info().unwrap();
    assert_eq!(reader.info().color_type, png::ColorType::Rgb);
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    pixels.as_chunks().0.iter().copied().collect()
}
