//! What `paili simulate` says about options, files and checkpoints that it can't use.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::run::{error, refused, run};
#[cfg(target_os = "linux")]
use crate::run::{paili, text};
use crate::simulate::LONG;

#[test]
fn rows_of_no_known_format_are_refused() {
    let output = run(&[LONG, &["--rows", "games.txt"]].concat(), b"");
    assert!(refused_in_part(&output).contains("one of .csv, .ndjson, .jsonl and .parquet"));
    assert!(!Path::new("games.txt").exists());
}

#[cfg(not(feature = "arrow"))]
#[test]
fn without_the_feature_the_way_to_parquet_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let parquet = folder.path().join("games.parquet");
    let output = run(&[LONG, &["--rows", &parquet.display().to_string()]].concat(), b"");
    assert!(refused_in_part(&output).contains("`cargo install --locked --path cli --features arrow`"));
    assert!(!parquet.exists());
}

/// The message of a run that is refused.
#[track_caller]
fn refused_in_part(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2), "{}", error(output));
    assert!(output.stdout.is_empty());
    error(output)
}

#[test]
fn what_cannot_be_played_is_refused() {
    let refuse = |arguments: &[&str], part: &str| {
        let error = refused_in_part(&run(&[&["simulate"], arguments].concat(), b""));
        assert!(error.contains(part), "{arguments:?}: {error}");
    };
    refuse(&["--games", "0"], "expected at least one game");
    refuse(&["--games", "many"], "expected a number of games, such as 1000000 or 1_000_000");
    refuse(&["--seed", "abc"], "expected a seed, a number below 2^64");
    refuse(&["--games", "99999999999999999999"], "expected a number of games below 2^64");
    refuse(&["--threads", "0"], "0 is not in 1..=1024");
    refuse(&["--threads", "100000"], "100000 is not in 1..=1024");
    refuse(
        &["--policy", "greedy"],
        "\"greedy\" is no policy: expected rule, acceptance, odds, race, concealed or random",
    );
    refuse(&["--policy", "rule,rule,rule,rule,rule"], "5 policies for four seats: expected one for all or four");
    refuse(&["--policy", "rule,random"], "2 policies for four seats: expected one for all or four");
    refuse(&["--policy", "rule,,rule,rule"], "\"\" is no policy");
    refuse(&["--checkpoint", "a", "--walls", "b"], "cannot be used with");
}

#[test]
fn outputs_that_cannot_be_written_are_found_before_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().display().to_string();
    let nowhere = folder.path().join("no/such/folder/file").display().to_string();
    let picture = format!("{nowhere}.svg");
    let output = run(&[LONG, &["--plot", &picture]].concat(), b"");
    assert_eq!(refused(&output, &format!("{picture}: No such file or directory (os error 2)")), "");
    for option in ["--walls", "--transcripts", "--checkpoint"] {
        let output = run(&[LONG, &[option, &nowhere]].concat(), b"");
        assert_eq!(refused(&output, &format!("{nowhere}: No such file or directory (os error 2)")), "");
        let output = run(&[LONG, &[option, &here]].concat(), b"");
        assert_eq!(refused(&output, &format!("{here}: Is a directory (os error 21)")), "");
    }
    let file = folder.path().join("file").display().to_string();
    let same = format!("{here}/./file");
    for other in [&file, &same] {
        let output = run(&[LONG, &["--walls", &file, "--transcripts", other]].concat(), b"");
        assert_eq!(refused(&output, &format!("{other}: named for two outputs")), "");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left");
}

/// Why a run failed is told whether or not anybody reads its report.
#[cfg(target_os = "linux")]
#[test]
fn failures_are_told_when_nobody_reads() {
    let mut command = paili(&[LONG, &["--transcripts", "/dev/full"]].concat());
    let output = command.stdout(fs::File::create("/dev/full").unwrap()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(error(&output), "error: /dev/full: No space left on device (os error 28)\n");
}

/// The tally so far is told, and nothing stands under the final name.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_the_run_with_a_report() {
    let folder = tempfile::tempdir().unwrap();
    let walls = folder.path().join("walls").display().to_string();
    let output = run(&[LONG, &["--walls", &walls, "--transcripts", "/dev/full"]].concat(), b"");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(error(&output), "error: /dev/full: No space left on device (os error 28)\n");
    assert!(text(&output).contains("games of 1,000,000,000,000, not all played"), "{}", text(&output));
    assert!(!Path::new(&walls).exists());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left");
}

#[test]
fn checkpoints_of_other_runs_are_refused_and_left() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.paili");
    let name = path.display().to_string();
    let begin = |arguments: &[&str]| run(&[&["simulate", "--checkpoint", &name], arguments].concat(), b"");
    assert!(begin(&["--games", "1000"]).status.success());
    let saved = fs::read(&path).unwrap();

    let refuse = |arguments: &[&str], why: &str| {
        let before = fs::read(&path).unwrap();
        let left = "it is left as it is: name another file, or remove it to start anew";
        assert_eq!(refused(&begin(arguments), &format!("{name}: {why}; {left}")), "");
        assert!(fs::read(&path).unwrap() == before, "untouched");
    };
    let of = "`--games 1000 --seed 1 --policy rule --model table`";
    for (arguments, asked) in [
        (&["--games", "2000"][..], "--games 2000 --seed 1 --policy rule --model table"),
        (&["--games", "1000", "--seed", "2"], "--games 1000 --seed 2 --policy rule --model table"),
        (&["--games", "1000", "--detail"], "--games 1000 --seed 1 --policy rule --model table --detail"),
        (
            &["--games", "1000", "--policy", "rule,rule,rule,random"],
            "--games 1000 --seed 1 --policy rule,rule,rule,random --model table",
        ),
    ] {
        refuse(arguments, &format!("the checkpoint is of another run, {of}; this one is `{asked}`"));
    }
    for place in [8, 20, saved.len() / 2, saved.len() - 1] {
        let mut damaged = saved.clone();
        damaged[place] ^= 4;
        fs::write(&path, damaged).unwrap();
        refuse(&["--games", "1000"], "the checkpoint is damaged");
    }
    fs::write(&path, &saved[..saved.len() - 5]).unwrap();
    refuse(&["--games", "1000"], "the checkpoint is damaged");
    let output = run(&[LONG, &["--checkpoint", "/dev/null"]].concat(), b"");
    assert_eq!(refused(&output, "/dev/null: a checkpoint has to be a file"), "");
    for foreign in [&b""[..], b"no", b"an essay about mahjong"] {
        fs::write(&path, foreign).unwrap();
        refuse(&["--games", "1000"], "this is no checkpoint of such a run by this version of paili");
    }
    fs::write(&path, &saved).unwrap();
    assert!(begin(&["--games", "1000"]).status.success());
}
