//! Parquet that is damaged, also such that the crate that decodes it panics, or claims to be very large.

use std::fs;
use std::process::Command;
use std::sync::Arc;

use arrow_array::{ArrayRef, StringArray};

use crate::batch_parquet::{file, small, tell_otherwise};
use crate::hands::{batch, hands, mpsz};
use crate::run::{Folder, error, refused, text};

/// With 256 MiB of addresses.
#[test]
fn a_small_file_that_expands_is_refused() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/files/expands-to-2-gb.parquet");
    let limited = "ulimit -v 262144; exec \"$0\" batch --threads 2 \"$1\"";
    let output = Command::new("sh").args(["-c", limited, env!("CARGO_BIN_EXE_paili"), path]).output().unwrap();
    let why = "1,073,741,861 bytes in one row group: expected at most 1,073,741,824";
    assert_eq!(refused(&output, &format!("{path}: column \"hand\": {why}")), "");
}

/// Where a piece of a column has less than no bytes, the crate panics.
#[test]
fn a_panic_is_an_error_of_the_file() {
    let folder = Folder::new();
    let texts: ArrayRef = Arc::new(StringArray::from_iter_values(hands(50).iter().map(mpsz)));
    let path = file(&folder, "a.parquet", vec![("hand", texts)], small());
    tell_otherwise(&path, |chunk| chunk.set_total_compressed_size(-1));
    let output = batch(&[&path, "--out", &folder.path("out.csv")], b"");
    assert_eq!(refused(&output, &format!("{path}: rows 1-50: damaged: it can't be decoded")), "");
    assert_eq!(folder.files(), ["a.parquet"]);
}

/// Whatever byte is another, the run succeeds or tells what is wrong with the input.
#[test]
fn no_damage_is_the_programs_fault() {
    let folder = Folder::new();
    let texts: Vec<String> = hands(50).iter().map(mpsz).collect();
    let texts: ArrayRef = Arc::new(StringArray::from_iter_values(texts));
    let path = file(&folder, "a.parquet", vec![("hand", texts)], small());
    let whole = fs::read(&path).unwrap();
    for place in (0..whole.len()).step_by(5) {
        for other in [0, 0x7f, 0xff] {
            let mut altered = whole.clone();
            altered[place] = other;
            fs::write(&path, altered).unwrap();
            let output = batch(&[&path], b"");
            let (status, message) = (output.status.code(), error(&output));
            let sound = status == Some(0) && message.is_empty() && !text(&output).is_empty();
            let told =
                status == Some(2) && message.starts_with(&format!("error: {path}: ")) && !message.contains("panic");
            assert!(sound || told, "byte {place} is {other}: {status:?} {message}");
        }
    }
}

#[test]
fn too_few_open_files_are_no_damage() {
    let folder = Folder::new();
    let texts: ArrayRef = Arc::new(StringArray::from_iter_values(hands(100).iter().map(mpsz)));
    let path = file(&folder, "a.parquet", vec![("hand", texts)], small());
    for files in 4..=12 {
        let limited = "ulimit -n $1; exec \"$0\" batch \"$2\"";
        let program = env!("CARGO_BIN_EXE_paili");
        let output = Command::new("sh").args(["-c", limited, program, &files.to_string(), &path]).output().unwrap();
        let unable = output.status.code() == Some(1) && error(&output).contains("Too many open files");
        assert!(output.status.success() || unable, "{files} files: {:?} {}", output.status.code(), error(&output));
        assert!(files < 12 || output.status.success(), "twelve are enough: {}", error(&output));
    }
}
