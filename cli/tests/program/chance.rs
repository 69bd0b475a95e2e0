//! Runs the program again and again while something goes wrong, and holds what becomes of it against undisturbed runs: the faults,
//! one function each.
//!
//! Whatever happens, there is no panic and no wrong answer; a file is whole or not there; a checkpointed run ends with the tally
//! that it would have had. A failure tells its seed.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use fastrand::Rng;
use serde_json::Value;
use tempfile::TempDir;

use crate::length::short_or_long;

const PROGRAM: &str = env!("CARGO_BIN_EXE_paili");

/// Each makes a fault of a random kind or at a random moment, and tells what was wrong with what became of it.
type Fault = fn(&mut Rng, &Undisturbed) -> Result<(), String>;

/// All of them, by their names.
const FAULTS: &[(&str, Fault)] = &[
    ("killed, with a checkpoint", killed_with_a_checkpoint),
    ("killed while it saves", killed_while_it_saves),
    ("killed, with outputs", killed_with_outputs),
    ("interrupted", interrupted),
    ("a full disk", full_disk),
    ("a pipe that closes", pipe_that_closes),
    ("limits", limits),
];

/// A run has as many rounds as fit into ten seconds if it is long, and each fault once otherwise. `PAILI_FAULT_SECONDS` has more
/// of them, and `PAILI_FAULT_SEED` the one round that failed:
/// `PAILI_FAULT_SECONDS=3600 cargo test -p paili-cli nothing_is_lost`.
#[test]
fn nothing_is_lost_whatever_goes_wrong() {
    let number = |name: &str| Some(std::env::var(name).ok()?.parse::<u64>().expect("a number"));
    let seed = number("PAILI_FAULT_SEED");
    let is_one = seed.is_some();
    let seconds = number("PAILI_FAULT_SECONDS").unwrap_or(short_or_long(0, 10));
    let undisturbed = Undisturbed::new();
    let begun = Instant::now();
    let mut rounds = BTreeMap::new();
    for seed in seed.unwrap_or(1).. {
        let mut rng = Rng::with_seed(seed);
        // All of them in turn, so that a short round has each.
        let (name, fault) = FAULTS[(seed as usize - 1) % FAULTS.len()];
        if let Err(why) = fault(&mut rng, &undisturbed) {
            panic!("{name}: {why}\n(again: PAILI_FAULT_SEED={seed} cargo test -p paili-cli nothing_is_lost)");
        }
        *rounds.entry(name).or_insert(0_u64) += 1;
        if is_one || begun.elapsed().as_secs() >= seconds && rounds.len() == FAULTS.len() {
            break;
        }
    }
    for (name, rounds) in rounds {
        println!("{rounds:>6} times {name}: nothing lost, nothing wrong");
    }
}

/// The games of all runs.
fn simulate() -> [&'static str; 5] {
    ["simulate", "--games", short_or_long("8000", "60000"), "--format", "json"]
}

const WRITTEN: [&str; 3] = ["walls", "games", "rows.csv"];

/// What the runs come to if nothing happens.
struct Undisturbed {
    report: Value,
    files: Vec<Vec<u8>>,
}

impl Undisturbed {
    fn new() -> Undisturbed {
        let folder = TempDir::new().unwrap();
        let output = with_outputs(folder.path()).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        let files = WRITTEN.map(|name| fs::read(folder.path().join(name)).unwrap());
        Undisturbed { report: report(&output).unwrap(), files: files.into() }
    }

    /// Nothing is under a final name but what belongs there, and all of it.
    fn check_files(&self, folder: &Path) -> Result<usize, String> {
        let mut there = 0;
        for entry in fs::read_dir(folder).unwrap().flatten() {
            let name = entry.file_name().into_string().unwrap();
            match WRITTEN.iter().position(|written| *written == name) {
                Some(place) if fs::read(entry.path()).unwrap() == self.files[place] => there += 1,
                Some(_) => return Err(format!("{name} is not whole")),
                None if name.starts_with(".paili-") => {}
                None => return Err(format!("nobody asked for {name}")),
            }
        }
        Ok(there)
    }

    fn check_report(&self, output: &Output) -> Result<(), String> {
        if report(output)? == self.report { Ok(()) } else { Err("the report is wrong".to_owned()) }
    }
}

fn paili(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(arguments).current_dir(folder).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn with_outputs(folder: &Path) -> Command {
    paili(folder, &[&simulate()[..], &["--walls", "walls", "--transcripts", "games", "--rows", "rows.csv"]].concat())
}

fn with_a_checkpoint(folder: &Path) -> Command {
    paili(folder, &[&simulate()[..], &["--checkpoint", "run.paili"]].concat())
}

/// A report without what differs from run to run.
fn report(output: &Output) -> Result<Value, String> {
    let mut report: Value = serde_json::from_slice(&output.stdout).map_err(|error| format!("{error}: {output:?}"))?;
    let object = report.as_object_mut().ok_or("no report")?;
    for key in ["seconds", "games_per_second", "games_played"] {
        object.remove(key);
    }
    Ok(report)
}

/// The program ended by itself, with one of these statuses and without a panic.
fn ended(output: &Output, statuses: &[i32]) -> Result<i32, String> {
    let said = String::from_utf8_lossy(&output.stderr);
    match output.status.code() {
        Some(code) if statuses.contains(&code) && !said.contains("panicked") => Ok(code),
        _ => Err(format!("{}: {said}", output.status)),
    }
}

fn sleep(rng: &mut Rng, at_most: u64) {
    thread::sleep(Duration::from_micros(rng.u64(0..at_most * 1000)));
}

fn signal(child: &Child, name: &str) {
    // It may have ended.
    let _ = Command::new("kill").args(["-s", name, &child.id().to_string()]).stderr(Stdio::null()).status();
}

/// Runs on from the checkpoint to the end.
fn go_on(folder: &Path, undisturbed: &Undisturbed) -> Result<(), String> {
    let output = with_a_checkpoint(folder).output().unwrap();
    ended(&output, &[0])?;
    undisturbed.check_report(&output)
}

fn killed_with_a_checkpoint(rng: &mut Rng, undisturbed: &Undisturbed) -> Result<(), String> {
    let folder = TempDir::new().unwrap();
    for _ in 0..rng.usize(1..5) {
        let mut child = with_a_checkpoint(folder.path()).spawn().unwrap();
        sleep(rng, 150);
        child.kill().unwrap();
        child.wait().unwrap();
    }
    go_on(folder.path(), undisturbed)
}

fn killed_while_it_saves(rng: &mut Rng, undisturbed: &Undisturbed) -> Result<(), String> {
    let folder = TempDir::new().unwrap();
    for _ in 0..rng.usize(1..5) {
        let mut child = with_a_checkpoint(folder.path()).spawn().unwrap();
        let saves = || {
            let names = fs::read_dir(folder.path()).unwrap().flatten().map(|entry| entry.file_name());
            names.into_iter().any(|name| name.to_str().is_some_and(|name| name.ends_with(".unfinished")))
        };
        // The first counts, those of the first games, and the last ones are saved.
        for _ in 0..rng.usize(1..4) {
            while !saves() && child.try_wait().unwrap().is_none() {}
            let moment = Instant::now();
            while moment.elapsed() < Duration::from_micros(rng.u64(0..300)) {}
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    go_on(folder.path(), undisturbed)
}

fn killed_with_outputs(rng: &mut Rng, undisturbed: &Undisturbed) -> Result<(), String> {
    let folder = TempDir::new().unwrap();
    let mut child = with_outputs(folder.path()).spawn().unwrap();
    sleep(rng, 800);
    child.kill().unwrap();
    child.wait().unwrap();
    undisturbed.check_files(folder.path()).map(drop)
}

fn interrupted(rng: &mut Rng, undisturbed: &Undisturbed) -> Result<(), String> {
    let folder = TempDir::new().unwrap();
    let child = with_outputs(folder.path()).spawn().unwrap();
    sleep(rng, 500);
    let twice = rng.bool();
    signal(&child, "TERM");
    if twice {
        sleep(rng, 20);
        signal(&child, "INT");
    }
    let output = child.wait_with_output().unwrap();
    // Before the program hears of signals, the first ends it.
    if output.status.signal().is_none() {
        ended(&output, &[0, 1, 130])?;
    }
    let there = fs::read_dir(folder.path()).unwrap().flatten();
    let names: Vec<_> = there.map(|entry| entry.file_name().into_string().unwrap()).collect();
    match output.status.code() {
        // They may have been in their places before.
        Some(130) if ![0, WRITTEN.len()].contains(&names.len()) => Err(format!("left behind: {names:?}")),
        Some(0) => undisturbed.check_files(folder.path()).map(drop),
        Some(1) => {
            // The files tell of just the games that the report tells of.
            let games = report(&output)?["games"].as_u64().ok_or("no number of games")? as usize;
            let walls = fs::read(folder.path().join(WRITTEN[0])).map_err(|error| error.to_string())?;
            let lines = String::from_utf8_lossy(&walls).lines().count();
            if lines == games && undisturbed.files[0].starts_with(&walls) && names.len() == WRITTEN.len() {
                Ok(())
            } else {
                Err(format!("{games} games, {lines} walls, {names:?}"))
            }
        }
        _ => Ok(()),
    }
}

/// A disk in memory, of a random size, if this machine lets us make one.
fn full_disk(rng: &mut Rng, undisturbed: &Undisturbed) -> Result<(), String> {
    let folder = TempDir::new().unwrap();
    let size = format!("size={}k", rng.u64(4..60_000));
    let mount = Command::new("mount").args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(folder.path()).output();
    if !mount.is_ok_and(|mount| mount.status.success()) {
        eprintln!("LEFT OUT: a full disk: this user may not mount one");
        return Ok(());
    }
    let output = with_outputs(folder.path()).output().unwrap();
    let there = undisturbed.check_files(folder.path());
    let left = fs::read_dir(folder.path()).unwrap().count();
    Command::new("umount").arg("-l").arg(folder.path()).status().unwrap();
    match (ended(&output, &[0, 1])?, there?, left) {
        (0, 3, 3) | (1, 0, 0) => Ok(()),
        (code, there, left) => Err(format!("status {code}, {there} whole files of {left}, with {size}")),
    }
}

fn pipe_that_closes(rng: &mut Rng, undisturbed: &Undisturbed) -> Result<(), String> {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("walls"), &undisturbed.files[0]).unwrap();
    let bytes = rng.usize(0..undisturbed.files[1].len());
    let line = format!("{{ '{PROGRAM}' play walls; echo $? >status; }} | head -c {bytes}");
    let output = Command::new("sh").args(["-c", &line]).current_dir(folder.path()).output().unwrap();
    let status = fs::read_to_string(folder.path().join("status")).unwrap();
    if output.stdout != undisturbed.files[1][..bytes] {
        return Err(format!("{} bytes instead of {bytes}, or others", output.stdout.len()));
    }
    if status != "0\n" || !output.stderr.is_empty() { Err(format!("status {status}: {output:?}")) } else { Ok(()) }
}

fn limits(rng: &mut Rng, undisturbed: &Undisturbed) -> Result<(), String> {
    let folder = TempDir::new().unwrap();
    let (limit, may_abort) = match rng.usize(0..3) {
        0 => (format!("ulimit -n {}", rng.u64(3..14)), false),
        1 => (format!("ulimit -f {}", rng.u64(0..80_000)), false),
        // Nobody can go on without memory: the program ends at once then.
        _ => (format!("ulimit -v {}", rng.u64(5_000..600_000)), true),
    };
    let arguments = [&simulate()[..], &["--walls", "walls", "--transcripts", "games", "--rows", "rows.csv"]].concat();
    let line = format!("{limit}; exec '{PROGRAM}' {}", arguments.join(" "));
    let output = Command::new("sh").args(["-c", &line]).current_dir(folder.path()).output().unwrap();
    let there = undisturbed.check_files(folder.path()).map_err(|why| format!("{limit}: {why}"))?;
    // The program may not even be loaded.
    let died = output.status.signal().is_some() || output.status.code() == Some(127);
    let code =
        if may_abort && died { 1 } else { ended(&output, &[0, 1, 127]).map_err(|why| format!("{limit}: {why}"))? };
    match (code, there) {
        (0, 3) | (1 | 127, 0) => Ok(()),
        _ => Err(format!("{limit}: status {code}, {there} files")),
    }
}
