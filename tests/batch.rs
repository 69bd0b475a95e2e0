//! `paili batch` as a user meets it.

mod program;
mod refusal;

use std::fs;
use std::path::Path;
use std::process::Output;

use paili::analysis::{Unseen, Useful};
use paili::distance::{Model, PlainModel};
use paili::hand::Hand;
use paili::notation::{Notation, read_hand};
use paili::simulation::{Deck, RandomHands, Seed};
use program::{paili, run};
use refusal::refused;
use serde_json::{Value, json};

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn error(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn batch(arguments: &[&str], input: &[u8]) -> Output {
    run(&[&["batch"], arguments].concat(), input)
}

/// A run's JSON without what differs from run to run.
#[track_caller]
fn report(arguments: &[&str], input: &[u8]) -> Value {
    let output = batch(&[&["--format", "json"], arguments].concat(), input);
    assert!(output.status.success(), "{}", error(&output));
    assert_eq!(error(&output), "", "nothing is said when nobody watches");
    without_speed(&output.stdout)
}

fn without_speed(json: &[u8]) -> Value {
    let mut report: Value = serde_json::from_slice(json).unwrap();
    let object = report.as_object_mut().unwrap();
    assert!(object.remove("seconds").is_some() && object.remove("hands_per_second").is_some());
    report
}

/// A folder, and the names of files in it.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Folder(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        fs::write(&path, bytes).unwrap();
        path
    }

    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap().flatten();
        let mut names: Vec<String> = entries.map(|entry| entry.file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

/// Random hands of several sizes.
fn hands(number: u64) -> Vec<Hand> {
    let sizes = [13, 14, 10, 11, 7, 5, 2];
    let random = sizes.map(|tiles| RandomHands::new(Seed(9), tiles, Deck::Regular).unwrap());
    (0..number).map(|hand| random[(hand % 7) as usize].hand(hand)).collect()
}

fn mpsz(hand: &Hand) -> String {
    Notation::Mpsz.write(hand.counts().tiles()).unwrap()
}

/// What the rows about some hands should be: `index,hand,distance,acceptance,useful`.
fn rows(hands: &[(String, Hand)]) -> String {
    let mut rows = "index,hand,distance,acceptance,useful\n".to_owned();
    for (index, (text, hand)) in hands.iter().enumerate() {
        let useful = Useful::of(PlainModel, hand, &Unseen::by(hand));
        let notation = read_hand(text).unwrap().0;
        let kinds = notation.write(useful.kinds.iter()).unwrap();
        rows += &format!("{index},{text},{},{},{kinds}\n", PlainModel.distance(hand), useful.acceptance);
    }
    rows
}

#[test]
fn the_report_adds_up() {
    let report = report(&["--random", "20_000", "--tiles", "13", "--seed", "3", "--useful"], b"");
    let random = RandomHands::new(Seed(3), 13, Deck::Regular).unwrap();
    let (mut counts, mut acceptance) = ([0_u64; 15], [0_u64; 15]);
    for number in 0..20_000 {
        let hand = random.hand(number);
        let distance = usize::from(paili::distance::TableModel::new().distance(&hand).get());
        let useful = Useful::of(paili::distance::TableModel::new(), &hand, &Unseen::by(&hand));
        counts[distance] += 1;
        acceptance[distance] += u64::from(useful.acceptance);
    }
    assert_eq!(report["hands"], 20_000);
    assert_eq!(report["random"], json!({"hands_asked": 20_000, "tiles": 13, "deck": 136, "seed": 3}));
    assert_eq!((&report["complete"], &report["skipped"], &report["marked"]), (&json!(true), &json!(0), &json!(0)));
    assert_eq!(report["sizes"], json!([{"tiles": 13, "melds": 0, "hands": 20_000}]));
    let distances = report["distances"].as_array().unwrap();
    for entry in distances {
        let distance = entry["distance"].as_u64().unwrap() as usize;
        assert_eq!(entry["count"], counts[distance]);
        let rate = counts[distance] as f64 / 20_000.0;
        assert!((entry["rate"].as_f64().unwrap() - rate).abs() < 1e-12);
        assert!(entry["low"].as_f64().unwrap() <= rate && rate <= entry["high"].as_f64().unwrap());
        let mean = acceptance[distance] as f64 / counts[distance].max(1) as f64;
        assert!(counts[distance] == 0 || (entry["acceptance"]["mean"].as_f64().unwrap() - mean).abs() < 1e-9);
    }
    assert_eq!(distances.iter().map(|entry| entry["count"].as_u64().unwrap()).sum::<u64>(), 20_000);
    let mean = acceptance.iter().sum::<u64>() as f64 / 20_000.0;
    assert!((report["acceptance"]["mean"].as_f64().unwrap() - mean).abs() < 1e-9);
    let mean: f64 = counts.iter().zip(0..).map(|(&count, distance)| f64::from(distance) * count as f64).sum();
    assert!((report["mean"].as_f64().unwrap() - mean / 20_000.0).abs() < 1e-12);
}

/// Every way to hand in the same hands gives the same report and the same rows, whatever the threads.
#[test]
fn sources_agree_and_threads_change_nothing() {
    let folder = Folder::new();
    let hands: Vec<(String, Hand)> = hands(20_000).iter().map(|hand| (mpsz(hand), *hand)).collect();
    let texts: Vec<&str> = hands.iter().map(|(text, _)| text.as_str()).collect();
    let object = |(number, (text, hand)): (usize, &(String, Hand))| match number % 2 {
        0 => json!({"id": number, "hand": text}).to_string(),
        _ => json!({"hand": hand.counts().regular().to_vec(), "odd": "\"}"}).to_string(),
    };
    let inputs = [
        folder.write("hands.txt", texts.join("\n")),
        folder.write("crlf", format!("\u{feff}{}\r\n", texts.join("\r\n\r\n"))),
        folder.write(
            "hands.csv",
            format!(
                "\u{feff}id,hand\n{}\n",
                texts.iter().map(|text| format!("\"a\nb\",\"{text}\"")).collect::<Vec<_>>().join("\n")
            ),
        ),
        folder.write("hands.ndjson", hands.iter().enumerate().map(object).collect::<Vec<_>>().join("\n")),
        folder.write("hands.jsonl", hands.iter().enumerate().map(object).collect::<Vec<_>>().join("\r\n\n")),
    ];
    let expected = rows(&hands);
    let out = folder.path("out.csv");
    let mut reports = Vec::new();
    for (place, input) in inputs.iter().enumerate() {
        for threads in ["1", "2", "7"] {
            let mut report = report(&["--useful", "--out", &out, "--threads", threads, input], b"");
            assert_eq!(report.as_object_mut().unwrap().remove("inputs").unwrap(), json!([input]));
            reports.push(report);
            assert!(fs::read_to_string(&out).unwrap() == expected, "{place} on {threads} threads");
            if place > 0 {
                break;
            }
        }
    }
    reports.push({
        let mut report = report(&["--useful"], texts.join("\n").as_bytes());
        assert_eq!(report.as_object_mut().unwrap().remove("inputs").unwrap(), json!(["standard input"]));
        report
    });
    assert!(reports.iter().all(|report| *report == reports[0]), "{reports:?}");
    assert_eq!(reports[0]["hands"], 20_000);
    assert_eq!(reports[0]["sizes"].as_array().unwrap().len(), 7);
    assert_eq!(reports[0]["distances"][0]["low"], Value::Null, "hands that were read estimate nothing");
}

/// Counts, distances only and the NDJSON form of the rows.
#[test]
fn random_hands_are_written_as_they_are_dealt() {
    let folder = Folder::new();
    for (deck, name) in [(Deck::Regular, "136"), (Deck::Whole, "148")] {
        let random = RandomHands::new(Seed(6), 11, deck).unwrap();
        let mut expected = String::new();
        for number in 0..30_000 {
            let hand = random.hand(number);
            let notation = if deck == Deck::Whole { Notation::Judge } else { Notation::Mpsz };
            let (text, distance) =
                (notation.write(hand.counts().tiles()).unwrap(), paili::distance::TableModel::new().distance(&hand));
            expected += &format!("{{\"index\":{number},\"hand\":\"{text}\",\"distance\":{distance}}}\n");
        }
        for threads in ["1", "2", "7"] {
            let out = folder.path("out.jsonl");
            let random = ["--random", "30000", "--tiles", "11", "--seed", "6", "--deck", name];
            report(&[&random[..], &["--threads", threads, "--out", &out]].concat(), b"");
            assert!(fs::read_to_string(&out).unwrap() == expected, "deck {name}, {threads} threads");
        }
    }
}

#[test]
fn texts_stay_as_they_were_read() {
    let folder = Folder::new();
    let out = folder.path("out.csv");
    let input = " 1M 2M  3M E\n\n🀇🀈🀉🀀\n1W 2W 3W DONG \r\n123m1z\n1M 2M PASS S";
    report(&["--useful", "--out", &out], input.as_bytes());
    let expected = "index,hand,distance,acceptance,useful\n\
                    0,1M 2M  3M E,1,3,E\n\
                    1,🀇🀈🀉🀀,1,3,🀀\n\
                    2,1W 2W 3W DONG,1,3,DONG\n\
                    3,123m1z,1,3,1z\n\
                    4,1M 2M PASS S,2,";
    assert!(fs::read_to_string(&out).unwrap().starts_with(expected), "{}", fs::read_to_string(&out).unwrap());
}

#[test]
fn several_inputs_count_on() {
    let folder = Folder::new();
    let [one, two] = [folder.write("one.txt", "1m\n\n2m\n"), folder.write("two.csv", "hand\n11m\n")];
    let out = folder.path("out.csv");
    let report = report(&[&one, "-", &two, &one, "--out", &out], b"12m");
    assert_eq!(report["inputs"], json!([one, "standard input", two, one]));
    let rows = "index,hand,distance\n0,1m,1\n1,2m,1\n2,12m,1\n3,11m,0\n4,1m,1\n5,2m,1\n";
    assert_eq!(fs::read_to_string(&out).unwrap(), rows);
}

#[test]
fn rows_that_are_no_hands_stop_or_are_skipped_or_marked() {
    let folder = Folder::new();
    let input = folder.write("hands.txt", "1m\nno hand\n\n12m\n123m\n \"x\",\n2m\n");
    let out = folder.path("out.csv");
    let message = format!(
        "{input}: line 2: character 1: \"no\" is not a tile: expected tiles such as 1M E (judge), 1W DONG (uva), 1m1z \
         (mpsz) or 🀇🀀 (unicode)\n  no hand\n  ^"
    );
    assert_eq!(refused(&batch(&[&input, "--out", &out], b""), &message), "");
    assert_eq!(folder.files(), ["hands.txt"], "nothing is left");
    for (on_error, done, rows) in [
        ("skip", "skipped", "0,1m,1\n2,12m,1\n5,2m,1\n"),
        ("mark", "marked", "0,1m,1\n1,no hand,\n2,12m,1\n3,123m,\n4,\"\"\"x\"\",\",\n5,2m,1\n"),
    ] {
        let output = batch(&["--on-error", on_error, &input, "--format", "json", "--out", &out], b"");
        assert!(output.status.success());
        assert_eq!(error(&output), format!("paili: {done} 3 of 6 rows that are no hands\n"));
        assert_eq!(fs::read_to_string(&out).unwrap(), format!("index,hand,distance\n{rows}"));
        let report = without_speed(&output.stdout);
        assert_eq!((&report["hands"], &report[done]), (&json!(3), &json!(3)));
        let page = text(&batch(&["--on-error", on_error, &input], b""));
        assert!(page.contains(&format!("\n3 of 6 rows are no hands and were {done}\n")), "{page}");
    }
}

/// The first bad row is told, on as many threads as there may be, with the number of its line.
#[test]
fn the_first_bad_row_is_told() {
    let mut lines = vec!["123m1z"; 200_000];
    lines[150_000] = "9z";
    lines[150_001] = "8z";
    lines[199_999] = "7x";
    for threads in ["1", "2", "7"] {
        let output = batch(&["--threads", threads], lines.join("\n").as_bytes());
        assert!(
            error(&output).starts_with("error: standard input: line 150001: character 1: \"9z\""),
            "{}",
            error(&output)
        );
        assert_eq!(output.status.code(), Some(2));
    }
}

#[test]
fn what_is_wrong_with_a_row_is_told() {
    let folder = Folder::new();
    let no_tile = "is not a tile: expected tiles such as 1M E (judge), 1W DONG (uva), 1m1z (mpsz) or 🀇🀀 (unicode)";
    let cases = [
        (
            "a.txt",
            "1m\n\n123m".to_owned(),
            "line 3: 3 tiles: expected 13 or 14, or with exposed melds 10 or 11, 7 or 8, 4 or 5, 1 or 2\n  123m",
        ),
        (
            "b.txt",
            "11111m".to_owned(),
            "line 1: character 5: a fifth 1m: there are four of each kind\n  11111m\n      ^",
        ),
        (
            "c.txt",
            "1".repeat(5000),
            &format!("line 1: a line of more than 4096 bytes: expected a hand\n  {}…", "1".repeat(96)),
        ),
        ("d.csv", "id,hand\n1,1m\n2\n".to_owned(), "row 2: no cell in column \"hand\""),
        ("e.csv", "id,hand\n\n1,\"0m\"\n".to_owned(), &format!("row 1: character 1: \"0m\" {no_tile}\n  0m\n  ^")),
        (
            "f.csv",
            "id,name\n1,1m\n".to_owned(),
            "line 1: which column holds the hands? Name it with --column; the columns are \"id\", \"name\"",
        ),
        (
            "g.csv",
            "123m1z\n1m\n".to_owned(),
            "line 1: the first line is a hand, \"123m1z\": expected the names of the columns",
        ),
        ("h.ndjson", "{\"hand\":\"1m\"}\n{\"a\":1}\n".to_owned(), "line 2: no key \"hand\" in this object"),
        ("i.ndjson", "{\"hand\":null}".to_owned(), "line 1: \"hand\" is null: expected a hand"),
        ("j.ndjson", "{\"hand\":true}".to_owned(), "line 1: \"hand\" is neither a text nor an array of 34 counts"),
        (
            "k.ndjson",
            "{\"hand\":\"1m\"".to_owned(),
            "line 1: no JSON object: EOF while parsing an object (character 12)",
        ),
        ("l.ndjson", json!({"counts": vec![0; 35]}).to_string(), "line 1: \"counts\": 35 counts: expected 34"),
        (
            "m.ndjson",
            json!({"counts": vec![-1; 34]}).to_string(),
            "line 1: \"counts\": an array that is not of small numbers: expected 34 counts",
        ),
        (
            "n.ndjson",
            json!({"counts": vec![5; 34]}).to_string(),
            "line 1: 5 of 1M (count 0 of 0-33): expected at most four of each kind",
        ),
        (
            "o.ndjson",
            json!({"counts": vec![0; 34]}).to_string(),
            "line 1: 0 tiles: expected 13 or 14, or with exposed melds 10 or 11, 7 or 8, 4 or 5, 1 or 2",
        ),
    ];
    for (name, input, message) in cases {
        let path = folder.write(name, input);
        assert_eq!(refused(&batch(&[&path], b""), &format!("{path}: {message}")), "");
        fs::remove_file(path).unwrap();
    }
    let column = folder.write("p.csv", "id,name\n1,1m\n");
    assert_eq!(report(&[&column, "--column", "name"], b"")["hands"], 1);
    let message = format!("{column}: line 1: no column \"hnd\": the columns are \"id\", \"name\"");
    assert_eq!(refused(&batch(&[&column, "--column", "hnd"], b""), &message), "");
    let melds = "pairs and orphans are only for hands without exposed melds";
    let output = batch(&["--forms", "standard,pairs"], b"1133557799m1122p\n1m");
    assert_eq!(refused(&output, &format!("standard input: line 2: {melds}; this hand has 4")), "");
    let output = batch(&["--notation", "uva"], b"1W\n1M");
    let expected = "expected 1T-9T, 1S-9S, 1W-9W, DONG, NAN, XI, BEI, ZHONG, FA or BAI";
    assert_eq!(
        refused(&output, &format!("standard input: line 2: character 1: \"1M\" is not a tile: {expected}\n  1M\n  ^")),
        ""
    );
}

#[test]
fn a_line_longer_than_a_block_is_one_bad_row() {
    let input = format!("1m\n{}\n2m\n{}", "x".repeat(1_000_000), "1".repeat(700_000));
    let output = batch(&["--on-error", "skip", "--format", "json"], input.as_bytes());
    assert_eq!(error(&output), "paili: skipped 2 of 4 rows that are no hands\n");
    let output = batch(&["--input-format", "ndjson", "--on-error", "skip"], input.as_bytes());
    assert_eq!(error(&output), "paili: skipped 4 of 4 rows that are no hands\n");
    let input = format!("1m\n{}\n2m\nx", "1m".repeat(500_000));
    let output = batch(&[], input.as_bytes());
    assert!(error(&output).starts_with("error: standard input: line 2: a line of more than 4096 bytes"));
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let sizes = "expected 13 or 14, or with exposed melds 10 or 11, 7 or 8, 4 or 5, 1 or 2";
    for tiles in ["0", "3", "15", "137", "149", "1000000"] {
        let output = batch(&["--random", "5", "--tiles", tiles], b"");
        assert_eq!(refused(&output, &format!("--tiles: a hand of {tiles} tiles: {sizes}")), "");
    }
    let melds = "pairs and orphans are only for hands without exposed melds";
    let output = batch(&["--random", "5", "--tiles", "11", "--forms", "orphans"], b"");
    assert_eq!(refused(&output, &format!("--forms: {melds}; hands of 11 have 1")), "");
    let refuse = |arguments: &[&str], part: &str| {
        let output = batch(arguments, b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(error(&output).contains(part), "{arguments:?}: {}", error(&output));
    };
    refuse(&["--random", "5"], "--tiles <K>");
    refuse(&["--random", "0", "--tiles", "13"], "expected at least one hand");
    refuse(&["--random", "x", "--tiles", "13"], "expected a number of hands, such as 1000000 or 1_000_000");
    refuse(&["--random", "99999999999999999999", "--tiles", "13"], "expected a number of hands below 2^64");
    refuse(&["--random", "5", "--tiles", "13", "--deck", "144"], "possible values: 136, 148");
    refuse(&["--random", "5", "--tiles", "13", "file"], "cannot be used with");
    refuse(&["--tiles", "13"], "--random <N>");
    refuse(&["--threads", "0"], "0 is not in 1..=1024");
    refuse(&["--out", "rows.xlsx"], "one of .csv, .ndjson, .jsonl and .parquet");
    refuse(&["--plot", "plot.jpg"], "expected .svg or .png");
}

#[test]
fn inputs_and_outputs_are_looked_at_before_the_run() {
    let folder = Folder::new();
    let [hands, missing, here] = [folder.write("hands.csv", "hand\n1m\n"), folder.path("missing"), folder.path("")];
    let there = "No such file or directory (os error 2)";
    assert_eq!(refused(&batch(&[&hands, &missing], b""), &format!("{missing}: {there}")), "");
    assert_eq!(refused(&batch(&[&here], b""), &format!("{here}: is a directory")), "");
    let same = format!("{hands}: named for an input and an output");
    assert_eq!(refused(&batch(&[&hands, "--out", &hands], b""), &same), "");
    let out = folder.path("out.csv");
    assert_eq!(
        refused(&batch(&[&hands, "--out", &out, "--plot", &out], b""), &format!("{out}: named for two outputs")),
        ""
    );
    let text = folder.write("hands.txt", "1m\n");
    let no_columns = "--column: text has no columns (--input-format tells how an input is written)";
    assert_eq!(refused(&batch(&[&text, "--column", "a"], b""), &format!("{text}: {no_columns}")), "");
    for (input, empty) in
        [("a.txt", ""), ("b.csv", ""), ("c.csv", "hand\n"), ("d.ndjson", "\n \n"), ("e.txt", " \r\n\n")]
    {
        let path = folder.write(input, empty);
        let output = batch(&[&path, "--out", &out], b"");
        assert_eq!(refused(&output, &format!("{path}: no hands: expected one a row")), "");
    }
    assert_eq!(refused(&batch(&[], b""), "standard input: no hands: expected one a row"), "");
    assert!(!Path::new(&out).exists());
}

#[test]
fn the_page_is_for_people() {
    let output = batch(&["--random", "5_000", "--tiles", "14", "--useful", "--forms", "standard,pairs,orphans"], b"");
    let page = text(&output);
    assert!(
        page.starts_with("5,000 random hands of 14 tiles (seed 1, deck of 136)\nForms: standard, pairs, orphans\n"),
        "{page}"
    );
    for part in ["share (95 % interval)", "acceptance", "Distance: mean", "Acceptance: mean", "standard deviation"] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(page.lines().last().unwrap().ends_with("hands a second"), "{page}");
    assert!(page.lines().all(|line| line.chars().count() <= 100), "{page}");
    let page = text(&batch(&[], b"1m\n11m\n1234m\n123m1z"));
    assert!(page.starts_with("4 hands of standard input\n"), "{page}");
    let sizes = "Tiles              hands   exposed melds\n    4                  2               3\n";
    assert!(page.contains(sizes), "{page}");
    assert!(!page.contains("interval"), "{page}");
}

#[test]
fn forms_are_minded() {
    let hands = b"1133557799m1122p\n19m19p19s1234567z\n";
    let distances = |forms: &str| -> Vec<u64> {
        let report = report(&["--forms", forms], hands);
        let distances = report["distances"].as_array().unwrap();
        distances.iter().filter(|entry| entry["count"] != 0).map(|entry| entry["distance"].as_u64().unwrap()).collect()
    };
    assert_eq!(distances("standard,pairs"), [0, 7]);
    assert_eq!(distances("orphans"), [1, 10]);
    assert_eq!(distances("standard,pairs,orphans"), [0, 1]);
}

#[test]
fn pictures_are_drawn() {
    let folder = Folder::new();
    let [svg, png] = ["a.svg", "b.png"].map(|name| folder.path(name));
    report(&["--random", "500", "--tiles", "14", "--plot", &svg], b"");
    report(&["--plot", &png], b"1m\n2m\n");
    let picture = fs::read_to_string(&svg).unwrap();
    for part in ["500 random hands of 14 tiles (seed 1, deck of 136)", "share of hands (%)", "mean: "] {
        assert!(picture.contains(part), "{part}");
    }
    assert!(fs::read(&png).unwrap().starts_with(b"\x89PNG\r\n"));
}

#[cfg(target_os = "linux")]
#[test]
fn closed_pipes_and_full_disks_are_told_apart() {
    use std::process::Stdio;
    let mut child = paili(&["batch", "--random", "1000", "--tiles", "13"]).stdout(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    assert!(child.wait().unwrap().success());
    let full = || fs::File::create("/dev/full").unwrap();
    let output = paili(&["batch", "--random", "1000", "--tiles", "13"]).stdout(full()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let folder = Folder::new();
    let link = folder.path("full.ndjson");
    std::os::unix::fs::symlink("/dev/full", &link).unwrap();
    let output = batch(&["--random", "1000000000000", "--tiles", "13", "--out", &link], b"");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(error(&output), format!("error: {link}: No space left on device (os error 28)\n"));
    assert!(text(&output).contains("not all of them"), "{}", text(&output));
}

#[cfg(unix)]
mod interrupted {
    use std::process::{Child, Command, Stdio};
    use std::thread;
    use std::time::{Duration, Instant};

    use super::*;

    fn start(arguments: &[&str]) -> Child {
        paili(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

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

    fn grows(folder: &Folder) -> bool {
        let beside = |name: &String| name.starts_with(".paili-");
        let sizes = folder.files().into_iter().filter(beside).flat_map(|name| fs::metadata(folder.path(&name)));
        sizes.map(|file| file.len()).any(|bytes| bytes > 0)
    }

    #[test]
    fn a_run_reports_what_it_analysed() {
        let folder = Folder::new();
        let out = folder.path("out.csv");
        let random = ["--tiles", "13", "--format", "json", "--out", &out];
        let child = start(&[&["batch", "--random", "1000000000000"], &random[..]].concat());
        wait("rows", || grows(&folder));
        // The names of the columns are there at once.
        thread::sleep(Duration::from_millis(100));
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
        use std::io::Write;
        let mut child = start(&["batch", "--format", "json"]);
        let mut input = child.stdin.take().unwrap();
        input.write_all(b"1m\n11m\n2").unwrap();
        // So that it is read; whether it is does not matter to what is asserted.
        thread::sleep(Duration::from_millis(300));
        signal(&child, "TERM");
        let output = child.wait_with_output().unwrap();
        drop(input);
        assert_eq!(output.status.code(), Some(1));
        let hands = without_speed(&output.stdout)["hands"].as_u64().unwrap();
        assert!(error(&output).ends_with(&format!("error: interrupted after {hands} hands\n")), "{}", error(&output));
    }

    #[test]
    fn a_second_interrupt_leaves_nothing() {
        let folder = Folder::new();
        let out = folder.path("out.csv");
        let child = start(&["batch", "--random", "1000000000000", "--tiles", "14", "--useful", "--out", &out]);
        wait("the file beside", || !folder.files().is_empty());
        // What an interrupt does is decided after the outputs are opened.
        wait("rows", || grows(&folder));
        thread::sleep(Duration::from_millis(100));
        signal(&child, "INT");
        signal(&child, "INT");
        let output = child.wait_with_output().unwrap();
        // Between the two the run may have ended by itself.
        assert!(matches!(output.status.code(), Some(1 | 130)), "{:?}", output.status);
        assert!(folder.files().iter().all(|name| name == "out.csv"), "{:?}", folder.files());
    }
}
