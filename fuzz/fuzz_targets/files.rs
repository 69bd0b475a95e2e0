//! Files of hands are analysed or refused: `paili batch`, whose path is in the variable `PAILI`, succeeds or ends with
//! status 2 and one message.
//!
//! The first byte chooses the format, the second the options, and the rest is the file.
#![no_main]
#![allow(unsafe_code, reason = "the place of libFuzzer's counters has to be named")]

use std::fs;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU8, Ordering};

use libfuzzer_sys::fuzz_target;
use xxhash_rust::xxh3::xxh3_64;

/// By the first byte. Parquet is left to the crate that reads it, which takes the memory that a file asks for.
const FORMATS: [&str; 3] = ["text", "csv", "ndjson"];

/// By the bits of the second byte.
const OPTIONS: [&[&str]; 6] = [
    &["--useful"],
    &["--on-error", "mark"],
    &["--out", "out.csv"],
    &["--column", "b"],
    &["--forms", "pairs"],
    &["--format", "json"],
];

fuzz_target!(|bytes: &[u8]| {
    let [format, options, file @ ..] = bytes else { return };
    let format = FORMATS[usize::from(format % 3)];
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    fs::write(folder.path().join("hands"), file).expect("room for a file");
    let program = std::env::var_os("PAILI").expect("PAILI names the program");
    let options = OPTIONS.iter().enumerate().filter(|(bit, _)| options >> bit & 1 == 1).flat_map(|(_, words)| *words);
    let output = Command::new(program)
        .args(["batch", "hands", "--threads", "1", "--input-format", format])
        .args(options)
        .current_dir(&folder)
        .output()
        .expect("PAILI is a program");
    let said = ends_well(&output);
    let lines = output.stdout.split(|&byte| byte == b'\n').count();
    learn(&format!("{format} {lines} {}", kind(&said)));
});

/// What was said, if that and the exit status are as promised.
fn ends_well(output: &Output) -> String {
    let said = String::from_utf8(output.stderr.clone()).expect("messages are text");
    let refused = said.starts_with("error: ");
    assert_eq!(output.status.code(), Some(if refused { 2 } else { 0 }), "{said}");
    assert!(!said.contains("panicked"), "{said}");
    said
}

/// A message without numbers and without the texts that it quotes.
fn kind(said: &str) -> String {
    said.split('"').step_by(2).flat_map(str::chars).filter(|char| !char.is_ascii_digit()).collect()
}

/// What libFuzzer takes for coverage. It can't see the program's own, so it is to keep whatever is answered in a new way.
#[used]
#[unsafe(link_section = "__libfuzzer_extra_counters")]
static ANSWERS: [AtomicU8; 4096] = [const { AtomicU8::new(0) }; 4096];

fn learn(answer: &str) {
    ANSWERS[xxh3_64(answer.as_bytes()) as usize % ANSWERS.len()].store(1, Ordering::Relaxed);
}
