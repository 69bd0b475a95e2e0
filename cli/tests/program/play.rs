//! `paili play` as a user meets it.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::thread;

use crate::run::{paili, refused, run};

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data").join(name)
}

fn text(name: &str) -> String {
    fs::read_to_string(data(name)).unwrap()
}

#[test]
fn files_and_standard_input_give_transcripts() {
    let paths: Vec<String> = ["01", "02"].map(|case| data(&format!("{case}.in")).display().to_string()).to_vec();
    let expected = format!("{}\n{}", text("01.ans"), text("02.ans"));
    for model in ["table", "plain"] {
        let output = run(&["play", "--model", model, &paths[0], &paths[1]], b"");
        assert_eq!(String::from_utf8(output.stdout).unwrap(), expected);
        assert!(output.status.success() && output.stderr.is_empty());
    }
    let both = text("01.in") + &text("02.in");
    assert_eq!(run(&["play"], both.as_bytes()).stdout, expected.as_bytes());
    assert_eq!(run(&["play", &paths[0], "-"], text("02.in").as_bytes()).stdout, expected.as_bytes());
}

/// Without the lines that explain, the transcript is what it was; each discard and each claim has a line before it that names it.
#[test]
fn games_are_explained_between_their_lines() {
    for case in ["01", "02", "03", "04"] {
        let path = data(&format!("{case}.in")).display().to_string();
        let output = run(&["play", "--explain", &path], b"");
        let explained = String::from_utf8(output.stdout).unwrap();
        let lines: Vec<&str> = explained.lines().collect();
        let (comments, judged): (Vec<&str>, Vec<&str>) = lines.iter().partition(|line| line.starts_with('#'));
        assert_eq!(judged.join("\n") + "\n", text(&format!("{case}.ans")));
        for pair in lines.windows(2) {
            let words: Vec<&str> = pair[1].split(' ').collect();
            let because = match words[..] {
                [seat, "OUT", tile] if !["REVERSE", "DOUBLE"].contains(&tile) => format!("# {seat} discards {tile}: "),
                [seat, "CHOW" | "PONG", one, two, three] => format!("# {seat} claims {one} {two} {three}: "),
                _ => continue,
            };
            assert!(pair[0].starts_with(&because), "{pair:?}");
        }
        let named = |comment: &str| comment.contains(" discards ") || comment.contains(" claim");
        assert!(comments.iter().all(|comment| named(comment)), "{comments:?}");
    }
    let refusal = "--explain: the rule alone can be explained, in all four seats";
    refused(&run(&["play", "--explain", "--policy", "acceptance"], b""), refusal);
}

#[test]
fn a_wall_is_answered_before_the_next_one_comes() {
    let mut child = paili(&["play"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut input, mut output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    input.write_all(text("01.in").as_bytes()).unwrap();
    let mut transcript = vec![0; text("01.ans").len()];
    output.read_exact(&mut transcript).unwrap();
    assert_eq!(transcript, text("01.ans").as_bytes());

    // However much of the one after the next is there already.
    let (second, third) = (text("02.in"), text("03.in"));
    input.write_all(second.as_bytes()).unwrap();
    input.write_all(&third.as_bytes()[..400]).unwrap();
    let mut transcript = vec![0; 1 + text("02.ans").len()];
    output.read_exact(&mut transcript).unwrap();
    assert_eq!(transcript[1..], *text("02.ans").as_bytes());
    input.write_all(&third.as_bytes()[400..]).unwrap();
    drop(input);
    let mut rest = String::new();
    output.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, format!("\n{}", text("03.ans")));
    assert!(child.wait().unwrap().success());
}

#[test]
fn walls_before_a_faulty_one_are_played_in_full() {
    let input = format!("{}{}\nQ 1M", text("01.in"), text("02.in"));
    let printed = refused(
        &run(&["play"], input.as_bytes()),
        "standard input: line 298: \"Q\" is not a tile: expected 1M-9M, 1P-9P, 1S-9S, E S W N B F Z, PASS, REVERSE or DOUBLE",
    );
    assert_eq!(printed, format!("{}\n{}", text("01.ans"), text("02.ans")));
}

#[test]
fn bad_walls_are_refused() {
    let wall = text("01.in");
    let (expected, walls) =
        ("expected 1M-9M, 1P-9P, 1S-9S, E S W N B F Z, PASS, REVERSE or DOUBLE", "expected 148 a wall");
    let changed = |from: &str, to: &str| wall.replacen(from, to, 1);
    for (input, message) in [
        (String::new(), "no tiles: expected walls of 148 tiles each".to_owned()),
        (" \r\n\t\n".to_owned(), "no tiles: expected walls of 148 tiles each".to_owned()),
        (changed("7S\n5M", "7S\n5m"), format!("line 2: \"5m\" is not a tile: {expected}")),
        (changed("7S\n5M", "7S\n5\u{7}M"), format!("line 2: \"5\\u{{7}}M\" is not a tile: {expected}")),
        (
            format!("{}{wall}", "9".repeat(1 << 20)),
            format!("line 1: \"{}…\" is not a tile: {expected}", "9".repeat(24)),
        ),
        (changed("7S\n5M", "7S\n"), format!("line 148: wall 1 ends after 147 tiles, with F: {walls}")),
        (format!("{wall}E\n"), format!("line 149: wall 2 ends after 1 tile, with E: {walls}, or nothing after wall 1")),
    ] {
        let printed = refused(&run(&["play"], input.as_bytes()), &format!("standard input: {message}"));
        let whole_wall_first = input.starts_with(&wall);
        assert_eq!(printed, if whole_wall_first { text("01.ans") } else { String::new() });
    }
    let five = "1M 2M 1M\n1M 1M\n1M";
    refused(
        &run(&["play"], five.as_bytes()),
        "standard input: line 3: wall 1 has a fifth 1M: there are four of each kind",
    );
    let binary = b"1M \xff\xfe\x00 2M";
    refused(&run(&["play"], binary), &format!("standard input: line 1: \"\\xff\\xfe\\0\" is not text: {expected}"));
}

#[test]
fn bad_files_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("no wall.txt").display().to_string();
    let reason = fs::File::open(&missing).unwrap_err();
    refused(&run(&["play", &missing], b""), &format!("{missing}: {reason}"));
    let empty = folder.path().join("empty.txt").display().to_string();
    fs::write(&empty, "").unwrap();
    refused(&run(&["play", &empty], b""), &format!("{empty}: no tiles: expected walls of 148 tiles each"));
    let good = data("01.in").display().to_string();
    let printed =
        refused(&run(&["play", &good, &empty], b""), &format!("{empty}: no tiles: expected walls of 148 tiles each"));
    assert_eq!(printed, text("01.ans"));
    let directory = folder.path().display().to_string();
    assert_eq!(run(&["play", &directory], b"").status.code(), Some(2));
}

#[test]
fn bad_arguments_are_refused() {
    for arguments in [&["play", "--model", "fast"][..], &["play", "--colour"], &["deal"], &[]] {
        let output = run(arguments, b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn help_and_version_are_results() {
    for arguments in [&["--help"][..], &["play", "--help"], &["--version"]] {
        let output = run(arguments, b"");
        assert!(output.status.success() && output.stderr.is_empty() && !output.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn output_that_cannot_be_written_is_no_fault_of_the_input() {
    let full = || fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = paili(&["play"]).arg(data("01.in")).stdout(full()).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.starts_with("error: cannot write to standard output: "), "{error}");

    // The same when it happens in the middle of the input: told once, and nothing of the wall that was cut short by it.
    let folder = tempfile::tempdir().unwrap();
    let many = folder.path().join("many.txt");
    fs::write(&many, text("01.in").repeat(600)).unwrap();
    let output = paili(&["play"]).arg(&many).stdout(full()).output().unwrap();
    assert_eq!((output.status.code(), String::from_utf8(output.stderr).unwrap()), (Some(1), error));

    // And nothing panics when the message can't be written either.
    let status = paili(&["play", "no such file"]).stdout(Stdio::null()).stderr(full()).status().unwrap();
    assert_eq!(status.code(), Some(2));
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let walls = text("01.in").repeat(2000);
    let mut child =
        paili(&["play"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = child.stdout.take().unwrap();
    let writer = thread::spawn(move || drop(input.write_all(walls.as_bytes())));
    let mut start = [0; 7];
    output.read_exact(&mut start).unwrap();
    assert_eq!(start, text("01.ans").as_bytes()[..7]);
    drop(output);
    let ended = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(ended.status.success(), "{:?}", ended.status);
    assert!(ended.stderr.is_empty(), "{}", String::from_utf8_lossy(&ended.stderr));
}
