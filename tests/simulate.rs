//! `paili simulate` as a user meets it.

mod program;
mod refusal;

use std::fs;
use std::path::Path;
use std::process::Output;

use program::{paili, run};
use refusal::refused;
use serde_json::Value;

/// A run's JSON as it was printed, without what differs from run to run.
fn printed(arguments: &[&str]) -> String {
    let output = run(&[&["simulate", "--format", "json"], arguments].concat(), b"");
    let json = text(&output);
    json.split_once(",\"seconds\":").unwrap().0.to_owned()
}

/// A run's JSON without what differs from run to run.
fn tally(arguments: &[&str]) -> Value {
    let output = run(&[&["simulate", "--format", "json"], arguments].concat(), b"");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "nothing is said when nobody watches");
    without_speed(&output.stdout)
}

fn without_speed(json: &[u8]) -> Value {
    let mut report: Value = serde_json::from_slice(json).unwrap();
    let object = report.as_object_mut().unwrap();
    assert!(object.remove("seconds").is_some() && object.remove("games_per_second").is_some());
    report
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn error(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn threads_change_nothing() {
    let run = |threads| printed(&["--games", "100_000", "--seed", "5", "--threads", threads]);
    let one = run("1");
    assert!(one.starts_with("{\"games\":100000,"));
    for threads in ["2", "7"] {
        assert_eq!(run(threads), one, "{threads} threads");
    }
}

#[test]
fn detail_does_not_depend_on_threads_either() {
    let arguments = |threads| ["--games", "5000", "--detail", "--policy", "acceptance", "--threads", threads];
    assert_eq!(printed(&arguments("1")), printed(&arguments("3")));
    let one = tally(&arguments("2"));
    let useful = one["detail"]["useful"].as_array().unwrap();
    assert_eq!(useful[0]["kinds"]["total"], 20_000, "four hands are dealt a game");
    // Four of five hands become ready at some time.
    assert!(one["detail"]["first_ready"]["total"].as_u64().unwrap() > 10_000);
}

#[test]
fn models_play_the_same_games() {
    let run = |model| {
        let mut report = tally(&["--games", "300", "--model", model]);
        assert_eq!(report.as_object_mut().unwrap().remove("model").unwrap(), model);
        report
    };
    assert_eq!(run("plain"), run("table"));
}

#[test]
fn the_report_adds_up() {
    let report = tally(&["--games", "20_000", "--policy", "rule,concealed,random,acceptance"]);
    let count = |value: &Value| value["count"].as_u64().unwrap();
    let seats = report["seats"].as_array().unwrap();
    let sum = |key: &str| seats.iter().map(|seat| count(&seat[key])).sum::<u64>();
    let (self_draw, ron) = (count(&report["self_draw"]), count(&report["ron"]));
    assert_eq!(self_draw + ron + count(&report["exhausted"]), 20_000);
    assert_eq!((sum("self_draw"), sum("ron"), sum("dealt_in")), (self_draw, ron, ron));
    assert_eq!(sum("win"), self_draw + ron);
    assert!(count(&report["head_bump"]) < ron && count(&report["head_bump"]) > 0);
    for key in ["turns", "tiles_left", "chows", "pongs"] {
        assert_eq!(report[key]["total"], 20_000, "{key}");
    }
    assert_eq!(report["winner_melds"]["total"], self_draw + ron);
    assert_eq!(report["ready_when_exhausted"]["total"], count(&report["exhausted"]));
    let policies: Vec<&str> =
        report["policies"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
    assert_eq!(policies, ["rule", "concealed", "random", "acceptance"]);
    for seat in [1, 2] {
        assert_eq!(seats[seat]["chows"]["counts"], serde_json::json!([20_000]), "they never claim");
    }
    // 96 tiles are drawn or left; each turn draws or claims one.
    let mean = |value: &Value| value["mean"].as_f64().unwrap();
    let turns = 96.0 - mean(&report["tiles_left"]) + mean(&report["chows"]) + mean(&report["pongs"]);
    assert!((mean(&report["turns"]) - turns).abs() < 1e-9);
    let dealt = &report["distances"][0];
    assert_eq!((&dealt["turn"], &dealt["total"]), (&0.into(), &80_000.into()));
}

#[test]
fn the_page_says_what_was_played() {
    let output = run(&["simulate", "--games", "2_000", "--seed", "7", "--detail"], b"");
    let page = text(&output);
    assert!(page.starts_with("2,000 games (seed 7, policy rule)\n"), "{page}");
    for part in ["How games end", "that overrode another", "deals in", "tiles left", "After own turn", "acceptance"] {
        assert!(page.to_lowercase().contains(&part.to_lowercase()), "{part}: {page}");
    }
    assert!(page.lines().last().unwrap().ends_with("games a second"), "{page}");
    assert!(page.lines().all(|line| line.chars().count() <= 120), "{page}");
}

#[test]
fn walls_play_to_the_transcripts_that_were_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    for (name, policy) in [("rule", "rule"), ("mixed", "acceptance,rule,random,concealed")] {
        let (walls, transcripts) = (path(&format!("{name}.walls")), path(&format!("{name}.games")));
        let files = ["--walls", &walls, "--transcripts", &transcripts];
        let recorded = tally(&[&["--games", "9_000", "--policy", policy, "--threads", "2"][..], &files].concat());
        assert_eq!(recorded, tally(&["--games", "9_000", "--policy", policy]), "recording changes nothing");
        let written = fs::read(&transcripts).unwrap();
        assert_eq!(fs::read_to_string(&walls).unwrap().lines().count(), 9_000);
        let played = run(&["play", &walls], b"");
        assert_eq!(played.stdout == written, name == "rule", "play follows the rule");
    }
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 4, "nothing else is left: {left:?}");
}

#[test]
fn pictures_are_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let begins = |name: &str, with: &[u8]| fs::read(path(name)).unwrap().starts_with(with);
    let plain = tally(&["--games", "500"]);
    assert_eq!(tally(&["--games", "500", "--plot", &path("tally.svg")]), plain, "drawing changes nothing");
    tally(&["--games", "1", "--plot", &path("tally.PNG")]);
    assert!(begins("tally.svg", b"<svg") && begins("tally.PNG", b"\x89PNG\r\n"));
    let output = run(&[LONG, &["--plot", "tally.jpg"]].concat(), b"");
    assert_eq!(refused(&output, "tally.jpg: cannot draw this kind of picture: expected .svg or .png"), "");
}

#[test]
fn rows_are_written_and_agree_with_the_report() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (csv, ndjson) = (path("games.csv"), path("games.ndjson"));
    let report = tally(&["--games", "3000", "--rows", &csv]);
    assert_eq!(report, tally(&["--games", "3000", "--rows", &ndjson]));
    assert_eq!(report, tally(&["--games", "3000"]), "recording changes nothing");
    let text = fs::read_to_string(&csv).unwrap();
    let rows: Vec<&str> = text.lines().skip(1).collect();
    let of = |outcome: &str| rows.iter().filter(|row| row.split(',').nth(1) == Some(outcome)).count() as u64;
    assert_eq!(rows.len(), 3000);
    assert!(rows.iter().enumerate().all(|(game, row)| row.starts_with(&format!("{game},"))), "in order");
    for (outcome, key) in [("ron", "ron"), ("self-draw", "self_draw"), ("exhausted", "exhausted")] {
        assert_eq!(report[key]["count"], of(outcome), "{outcome}");
    }
    // The same values under the same names.
    let names: Vec<&str> = text.lines().next().unwrap().split(',').collect();
    let objects = fs::read_to_string(&ndjson).unwrap();
    assert_eq!(objects.lines().count(), 3000);
    for (row, object) in rows.iter().zip(objects.lines()) {
        let object: Value = serde_json::from_str(object).unwrap();
        for (name, cell) in names.iter().zip(row.split(',')) {
            let value = &object[name];
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            assert_eq!(value.replace("null", ""), cell, "{name} of {row}");
        }
    }
}

#[test]
fn rows_do_not_depend_on_threads() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["games.csv", "games.jsonl"] {
        let write = |threads: &str| {
            let path = folder.path().join(name).display().to_string();
            tally(&["--games", "9000", "--threads", threads, "--rows", &path]);
            fs::read(path).unwrap()
        };
        let one = write("1");
        for threads in ["2", "7"] {
            assert!(write(threads) == one, "{name}, {threads} threads");
        }
    }
}

#[test]
fn rows_of_no_known_format_are_refused() {
    let output = run(&[LONG, &["--rows", "games.txt"]].concat(), b"");
    assert!(refused_in_part(&output).contains("one of .csv, .ndjson, .jsonl and .parquet"));
    assert!(!Path::new("games.txt").exists());
}

#[cfg(feature = "arrow")]
#[test]
fn rows_are_written_as_parquet() {
    let folder = tempfile::tempdir().unwrap();
    let parquet = folder.path().join("games.parquet");
    tally(&["--games", "300", "--rows", &parquet.display().to_string()]);
    assert!(fs::read(&parquet).unwrap().ends_with(b"PAR1"));
}

#[cfg(not(feature = "arrow"))]
#[test]
fn without_the_feature_the_way_to_parquet_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let parquet = folder.path().join("games.parquet");
    let output = run(&[LONG, &["--rows", &parquet.display().to_string()]].concat(), b"");
    assert!(refused_in_part(&output).contains("`cargo build --release --features arrow`"));
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
    refuse(&["--games", "99999999999999999999"], "expected a number of games below 2^64");
    refuse(&["--threads", "0"], "0 is not in 1..=1024");
    refuse(&["--threads", "100000"], "100000 is not in 1..=1024");
    refuse(&["--policy", "greedy"], "\"greedy\" is no policy: expected rule, acceptance, concealed or random");
    refuse(&["--policy", "rule,rule,rule,rule,rule"], "5 policies for four seats: expected one for all or four");
    refuse(&["--policy", "rule,random"], "2 policies for four seats: expected one for all or four");
    refuse(&["--policy", "rule,,rule,rule"], "\"\" is no policy");
    refuse(&["--checkpoint", "a", "--walls", "b"], "cannot be used with");
}

/// Long enough that nobody would wait for it.
const LONG: &[&str] = &["simulate", "--games", "1000000000000"];

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

#[cfg(unix)]
#[test]
fn links_stay_links() {
    let folder = tempfile::tempdir().unwrap();
    let [link, file] = ["link", "file"].map(|name| folder.path().join(name));
    std::os::unix::fs::symlink("file", &link).unwrap();
    for _ in 0..2 {
        tally(&["--games", "3", "--walls", &link.display().to_string()]);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap().lines().count(), 3);
    }
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

#[cfg(unix)]
mod interrupted {
    use std::process::{Child, Command, Stdio};
    use std::thread;
    use std::time::{Duration, Instant};

    use super::*;

    fn start(arguments: &[&str]) -> Child {
        paili(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    /// Waits until something is so.
    #[track_caller]
    fn wait(what: &str, is_so: impl Fn() -> bool) {
        let begun = Instant::now();
        while !is_so() {
            assert!(begun.elapsed() < Duration::from_secs(120), "waiting for {what}");
            thread::sleep(Duration::from_millis(5));
        }
    }

    fn signal(child: &Child, name: &str) {
        assert!(Command::new("kill").args(["-s", name, &child.id().to_string()]).status().unwrap().success());
    }

    #[test]
    fn a_run_reports_what_it_played() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).display().to_string();
        let (walls, transcripts) = (path("walls"), path("games"));
        for name in ["INT", "TERM"] {
            let files = ["--format", "json", "--walls", &walls, "--transcripts", &transcripts];
            let child = start(&[LONG, &files].concat());
            // The files beside grow.
            wait("records", || {
                let entries = fs::read_dir(folder.path()).unwrap().flatten();
                let beside = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(".paili-"));
                beside.filter_map(|entry| entry.metadata().ok()).any(|file| file.len() > 0)
            });
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

    #[test]
    fn a_checkpointed_run_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let checkpoint = folder.path().join("long.paili").display().to_string();
        let arguments = ["--games", "1000", "--model", "plain", "--detail", "--format", "json", "--checkpoint"];
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
        let mut whole = tally(&["--games", "1000", "--detail"]);
        whole["model"] = "plain".into();
        assert_eq!(without_speed(&output.stdout), whole);
        // And once more, when nothing is left to play.
        let output = run(&resumed, b"");
        assert_eq!(without_speed(&output.stdout), whole);
    }

    #[test]
    fn a_second_interrupt_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let walls = folder.path().join("walls").display().to_string();
        let child = start(&[LONG, &["--walls", &walls, "--model", "plain", "--policy", "acceptance"]].concat());
        wait("the file beside", || fs::read_dir(folder.path()).unwrap().count() > 0);
        signal(&child, "INT");
        signal(&child, "INT");
        let output = child.wait_with_output().unwrap();
        // Between the two, or within the round, the run may have ended by itself.
        assert!(matches!(output.status.code(), Some(1 | 130)), "{:?}", output.status);
        let left: Vec<_> = fs::read_dir(folder.path()).unwrap().flatten().map(|entry| entry.file_name()).collect();
        assert!(left.iter().all(|name| name == "walls"), "{left:?}");
    }
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
        refuse(&["--games", "1000"], "this is no checkpoint of paili, or of another version");
    }
    fs::write(&path, &saved).unwrap();
    assert!(begin(&["--games", "1000"]).status.success());
}
