//! Runs are told to stop.

use std::fs;
use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::hands::report;
use crate::length::short_or_long;
use crate::run::{Folder, error, paili, run, without_speed};
use crate::simulate::{LONG, tally};

pub fn start(arguments: &[&str]) -> Child {
    let mut command = paili(arguments);
    // Shells have signals ignored by what they run in the background, as these tests may be.
    if cfg!(target_os = "linux") {
        command = Command::new("env");
        command.args(["--default-signal=HUP,INT,TERM", env!("CARGO_BIN_EXE_paili")]).args(arguments);
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Waits until something is so.
#[track_caller]
pub fn wait(what: &str, is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(600), "waiting for {what}");
        thread::sleep(Duration::from_millis(5));
    }
}

pub fn signal(child: &Child, name: &str) {
    assert!(Command::new("kill").args(["-s", name, &child.id().to_string()]).status().unwrap().success());
}

/// Waits until a run hears of signals, as Linux tells; elsewhere, for as long as that may take.
#[track_caller]
pub fn wait_until_it_hears(child: &Child) {
    const TERM: u32 = 15;
    if !cfg!(target_os = "linux") {
        return thread::sleep(Duration::from_secs(1));
    }
    wait("a run that hears of signals", || {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap_or("0");
        u64::from_str_radix(mask.trim(), 16).unwrap() & (1 << (TERM - 1)) != 0
    });
}

fn json(output: &[u8]) -> Value {
    serde_json::from_slice(output).unwrap()
}

fn grows(folder: &Folder) -> bool {
    grows_beyond(folder, 0)
}

fn grows_beyond(folder: &Folder, length: u64) -> bool {
    let beside = |name: &String| name.starts_with(".paili-");
    let sizes = folder.files().into_iter().filter(beside).flat_map(|name| fs::metadata(folder.path(&name)));
    sizes.map(|file| file.len()).any(|bytes| bytes > length)
}

#[test]
fn a_run_reports_what_it_analysed() {
    let folder = Folder::new();
    let out = folder.path("out.csv");
    let random = ["--tiles", "13", "--format", "json", "--out", &out];
    let child = start(&[&["batch", "--random", "1000000000000"], &random[..]].concat());
    // The names of the columns are there at once.
    wait("rows", || grows_beyond(&folder, 1000));
    signal(&child, "INT");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let message = error(&output);
    assert!(message.starts_with("\ninterrupted: finishing the hands in flight\n"), "{message}");
    assert!(message.ends_with(" of 1,000,000,000,000 hands\n"), "{message}");
    let part = without_speed(&output.stdout);
    let analysed = part["hands"].as_u64().unwrap();
    let rows = fs::read_to_string(&out).unwrap();
    assert_eq!(rows.lines().count() as u64, analysed + 1);
    assert_eq!(folder.files(), ["out.csv"]);
    assert_eq!(part["complete"], false);
    if analysed > 0 {
        let number = analysed.to_string();
        let whole = report(&["--random", &number, "--tiles", "13", "--out", &out], b"");
        assert_eq!(part["distances"], whole["distances"]);
        assert!(fs::read_to_string(&out).unwrap() == rows, "as if no more had been asked for");
    }
}

/// Standard input that says no more is not waited for.
#[test]
fn a_silent_source_is_left() {
    let mut child = start(&["batch", "--format", "json"]);
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"1m\n11m\n2").unwrap();
    wait_until_it_hears(&child);
    signal(&child, "TERM");
    let output = child.wait_with_output().unwrap();
    drop(input);
    assert_eq!(output.status.code(), Some(1));
    let hands = without_speed(&output.stdout)["hands"].as_u64().unwrap();
    assert!(error(&output).ends_with(&format!("error: interrupted after {hands} hands\n")), "{}", error(&output));
}

#[test]
fn a_second_interrupt_of_hands_leaves_nothing() {
    let folder = Folder::new();
    let out = folder.path("out.csv");
    let child = start(&["batch", "--random", "1000000000000", "--tiles", "14", "--useful", "--out", &out]);
    wait("the file beside", || !folder.files().is_empty());
    // What an interrupt does is decided after the outputs are opened.
    wait("rows", || grows(&folder));
    wait_until_it_hears(&child);
    signal(&child, "INT");
    // Two at once are one.
    thread::sleep(Duration::from_millis(400));
    signal(&child, "INT");
    let output = child.wait_with_output().unwrap();
    // Between the two the run may have ended by itself.
    assert!(matches!(output.status.code(), Some(1 | 130)), "{:?}", output.status);
    assert!(folder.files().iter().all(|name| name == "out.csv"), "{:?}", folder.files());
}

#[test]
fn a_run_reports_what_it_played() {
    let folder = Folder::new();
    let (walls, transcripts) = (folder.path("walls"), folder.path("games"));
    for name in ["INT", "TERM"] {
        let files = ["--format", "json", "--walls", &walls, "--transcripts", &transcripts];
        let child = start(&[LONG, &files].concat());
        wait("records", || grows(&folder));
        signal(&child, name);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        let report = without_speed(&output.stdout);
        let played = report["games"].as_u64().unwrap();
        assert!(played > 0 && report["complete"] == false);
        let message = error(&output);
        assert!(message.starts_with("\ninterrupted: finishing the games in flight\n"), "{message}");
        assert!(message.contains("error: interrupted after "), "{message}");
        assert!(message.ends_with(" of 1,000,000,000,000 games\n"), "{message}");
        // What was recorded is whole, for the games that were played.
        assert_eq!(fs::read_to_string(&walls).unwrap().lines().count() as u64, played);
        assert!(run(&["play", &walls], b"").stdout == fs::read(&transcripts).unwrap());
        let mut whole = tally(&["--games", &played.to_string()]);
        whole["games_asked"] = report["games_asked"].clone();
        whole["complete"] = false.into();
        assert_eq!(report, whole, "as if no more had been asked for");
    }
}

/// Also of more games than there are numbers for.
#[test]
fn games_alone_are_told_as_far_as_they_were_played() {
    let folder = Folder::new();
    let picture = folder.path("alone.svg");
    let most = "9223372036854775807";
    let ways = ["--ways", "rule,acceptance", "--format", "json", "--plot", &picture];
    let child = start(&[&["alone", "--games", most], &ways[..]].concat());
    wait_until_it_hears(&child);
    signal(&child, "INT");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let told = json(&output.stdout);
    let [rule] = &told["ways"].as_array().unwrap()[..] else { panic!("{told}") };
    let games = rule["games"].as_u64().unwrap();
    assert!(rule["way"] == "rule" && games > 0 && rule["won"].as_u64().unwrap() < games, "{told}");
    assert!(error(&output).ends_with(" of 18,446,744,073,709,551,614 games\n"), "{}", error(&output));
    assert!(fs::read_to_string(&picture).unwrap().contains("rule"));
    let fewer = json(&run(&["alone", "--games", &games.to_string(), "--ways", "rule", "--format", "json"], b"").stdout);
    assert_eq!(&fewer["ways"][0], rule, "as if no more had been asked for");
}

/// What a program said by then is no error of the rest.
#[test]
fn an_audit_is_told_as_far_as_it_went() {
    let folder = Folder::new();
    let (runs, save) = (folder.path("runs"), folder.path("wrong"));
    for (ask, answers, wrong) in [("distance", "sed s/.*/1/", true), ("game", "'{own}' play", false)] {
        // Its last run waits for the interrupt.
        let own = env!("CARGO_BIN_EXE_paili");
        let script = format!(
            "echo >> {runs}; if [ $(wc -l < {runs}) -gt 12 ]; then exec sleep 600; fi; {}",
            answers.replace("{own}", own)
        );
        let program = format!("exec:{}", shell_words::join(["sh", "-c", &script]));
        let child = start(
            &[
                &["audit", &program, "--ask", ask, "--sandbox", "none", "--seconds", "100000", "--move-time", "1000s"],
                &["--save", &save, "--format", "json"][..],
            ]
            .concat(),
        );
        wait("a run that waits", || fs::read(&runs).is_ok_and(|lines| lines.len() > 12));
        signal(&child, "INT");
        let output = child.wait_with_output().unwrap();
        let (told, said) = (json(&output.stdout), error(&output));
        assert_eq!(output.status.code(), Some(1), "{said}");
        let (hands, things) = if wrong { (&told["hands"], "hands") } else { (&told["games"], "games") };
        let asked = hands.as_u64().unwrap();
        assert!(asked > 0 && told["fault"].is_null(), "{told}");
        let replaced = said.replace(',', "");
        assert!(replaced.ends_with(&format!("error: interrupted after {asked} {things}\n")), "{said}");
        let kept = fs::read_to_string(&save).unwrap();
        assert_eq!((told["wrong"].as_u64().unwrap() > 0, !kept.is_empty()), (wrong, wrong), "{told}");
        assert!(!kept.contains("interrupted"));
        fs::remove_file(&runs).unwrap();
    }
}

#[test]
fn a_checkpointed_run_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = folder.path().join("long.paili").display().to_string();
    let games = short_or_long("100", "1000");
    let arguments = ["--games", games, "--model", "plain", "--detail", "--format", "json", "--checkpoint"];
    let resumed = [&["simulate"], &arguments[..], &[&checkpoint]].concat();
    let slowly = [&resumed[..], &["--threads", "1"]].concat();
    let saved = || fs::metadata(&checkpoint).and_then(|file| file.modified()).ok();

    // Once it crashes, once it is interrupted.
    let mut child = start(&slowly);
    wait("the first checkpoint", || saved().is_some());
    child.kill().unwrap();
    child.wait().unwrap();
    let first = saved();
    let child = start(&slowly);
    wait("the next checkpoint", || saved() != first);
    signal(&child, "INT");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", error(&output));
    assert_eq!(without_speed(&output.stdout)["complete"], false);

    let output = run(&resumed, b"");
    assert!(output.status.success(), "{}", error(&output));
    let mut whole = tally(&["--games", games, "--detail"]);
    whole["model"] = "plain".into();
    assert_eq!(without_speed(&output.stdout), whole);
    // And once more, when nothing is left to play.
    let output = run(&resumed, b"");
    assert_eq!(without_speed(&output.stdout), whole);
}

#[test]
fn a_second_interrupt_of_games_leaves_nothing() {
    let folder = Folder::new();
    let walls = folder.path("walls");
    let child = start(&[LONG, &["--walls", &walls, "--model", "plain", "--policy", "acceptance"]].concat());
    // What an interrupt does is decided after the outputs are opened.
    wait("walls", || grows(&folder));
    signal(&child, "INT");
    // Two at once are one.
    thread::sleep(Duration::from_millis(400));
    signal(&child, "INT");
    let output = child.wait_with_output().unwrap();
    // Between the two the run may have ended by itself.
    assert!(matches!(output.status.code(), Some(1 | 130)), "{:?}", output.status);
    assert!(folder.files().iter().all(|name| name == "walls"), "{:?}", folder.files());
}
