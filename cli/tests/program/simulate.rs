//! `paili simulate` as a user meets it.

use std::fs;

use serde_json::Value;

use crate::length::short_or_long;
use crate::run::{Folder, colours, printed, refused, run, text, without_speed};

/// A run's JSON as it was printed, without what differs from run to run.
fn json(arguments: &[&str]) -> String {
    let json = printed(&[&["simulate", "--format", "json"], arguments].concat(), b"");
    json.split_once(",\"seconds\":").unwrap().0.to_owned()
}

/// A run's JSON without what differs from run to run.
#[track_caller]
pub fn tally(arguments: &[&str]) -> Value {
    without_speed(printed(&[&["simulate", "--format", "json"], arguments].concat(), b"").as_bytes())
}

/// Long enough that nobody would wait for it.
pub const LONG: &[&str] = &["simulate", "--games", "1000000000000"];

#[test]
fn threads_change_nothing() {
    let games = short_or_long("10000", "100000");
    let run = |threads| json(&["--games", games, "--seed", "5", "--threads", threads]);
    let one = run("1");
    assert!(one.starts_with(&format!("{{\"games\":{games},")));
    for threads in ["2", "7"] {
        assert_eq!(run(threads), one, "{threads} threads");
    }
}

#[test]
fn detail_does_not_depend_on_threads_either() {
    let arguments = |threads| ["--games", "5000", "--detail", "--policy", "acceptance", "--threads", threads];
    assert_eq!(json(&arguments("1")), json(&arguments("3")));
    let one = tally(&arguments("2"));
    let useful = one["detail"]["useful"].as_array().unwrap();
    assert_eq!(useful[0]["kinds"]["total"], 20_000, "four hands are dealt a game");
    // Four of five hands become ready at some time.
    assert!(one["detail"]["first_ready"]["total"].as_u64().unwrap() > 10_000);
}

#[test]
fn models_play_the_same_games() {
    let run = |model| {
        let mut report = tally(&["--games", short_or_long("40", "300"), "--model", model]);
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
    let games = short_or_long("3000", "9000");
    for (name, policy) in [("rule", "rule"), ("mixed", "acceptance,rule,random,concealed")] {
        let (walls, transcripts) = (path(&format!("{name}.walls")), path(&format!("{name}.games")));
        let files = ["--walls", &walls, "--transcripts", &transcripts];
        let recorded = tally(&[&["--games", games, "--policy", policy, "--threads", "2"][..], &files].concat());
        assert_eq!(recorded, tally(&["--games", games, "--policy", policy]), "recording changes nothing");
        let written = fs::read(&transcripts).unwrap();
        assert_eq!(fs::read_to_string(&walls).unwrap().lines().count().to_string(), games);
        let played = run(&["play", &walls], b"");
        assert_eq!(played.stdout == written, name == "rule", "play follows the rule");
    }
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 4, "nothing else is left: {left:?}");
}

#[test]
fn pictures_are_drawn() {
    let folder = Folder::new();
    let [svg, png] = ["tally.svg", "tally.PNG"].map(|name| folder.path(name));
    let plain = tally(&["--games", "500"]);
    assert_eq!(tally(&["--games", "500", "--plot", &svg]), plain, "drawing changes nothing");
    let picture = fs::read_to_string(&svg).unwrap();
    for text in
        ["rule · seed 1", "Distance from winning, turn by turn", "share of players (%)", "players that got this far"]
    {
        assert!(picture.contains(text), "{text}");
    }
    tally(&["--games", "100", "--plot", &png]);
    let colours = colours(&png);
    let (white, ready) = ([255; 3], [68, 1, 84]);
    assert!(colours.contains(&white) && colours.contains(&ready), "{colours:?}");
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
            tally(&["--games", short_or_long("3000", "9000"), "--threads", threads, "--rows", &path]);
            fs::read(path).unwrap()
        };
        let one = write("1");
        for threads in ["2", "7"] {
            assert!(write(threads) == one, "{name}, {threads} threads");
        }
    }
}

#[cfg(feature = "arrow")]
#[test]
fn rows_are_written_as_parquet() {
    use arrow_array::RecordBatch;
    use arrow_array::cast::AsArray;
    use arrow_array::types::Int16Type;
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

    let folder = tempfile::tempdir().unwrap();
    let [parquet, csv] = ["games.parquet", "games.csv"].map(|name| folder.path().join(name));
    tally(&["--games", "300", "--rows", &parquet.display().to_string()]);
    tally(&["--games", "300", "--rows", &csv.display().to_string()]);
    let reader = ParquetRecordBatchReaderBuilder::try_new(fs::File::open(&parquet).unwrap()).unwrap();
    let names: Vec<String> = reader.schema().fields().iter().map(|field| field.name().clone()).collect();
    let text = fs::read_to_string(&csv).unwrap();
    assert_eq!(names.join(","), text.lines().next().unwrap());
    let turns = |batch: &RecordBatch| batch.column(4).as_primitive::<Int16Type>().values().to_vec();
    let turns: Vec<i16> = reader.build().unwrap().flat_map(|batch| turns(&batch.unwrap())).collect();
    let written = text.lines().skip(1).map(|row| row.split(',').nth(4).unwrap().parse::<i16>().unwrap());
    assert!(written.eq(turns), "the same games as in CSV");
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
