//! `paili batch` as a user meets it.

use std::fs;

use paili::analysis::{Unseen, Useful};
use paili::simulation::{RandomHands, Seed};
use paili::{Deck, Hand, Model, Notation, Specials, TableModel};
use serde_json::{Value, json};

use crate::hands::{batch, hands, mpsz, report, rows};
use crate::length::short_or_long;
#[cfg(target_os = "linux")]
use crate::run::paili;
use crate::run::{Folder, colours, error, refused, text, without_speed};

#[test]
fn the_report_adds_up() {
    let report = report(&["--random", "20_000", "--tiles", "13", "--seed", "3", "--useful"], b"");
    let random = RandomHands::of(&Deck::full(Specials::Without), Seed(3), 13).unwrap();
    let (mut counts, mut acceptance) = ([0_u64; 15], [0_u64; 15]);
    for number in 0..20_000 {
        let hand = random.hand(number);
        let distance = usize::from(TableModel.distance(&hand).get());
        let useful = Useful::of(TableModel, &hand, &Unseen::by(&hand));
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

/// Tiles of melds in brackets are not left to draw, and nothing happens to the rows around them.
#[test]
fn melds_in_brackets_are_beside_their_hands() {
    let folder = Folder::new();
    let rows = |rules: &str, input: &str| {
        let path = folder.path("rows.csv");
        let output =
            batch(&["--useful", "--odds", "--rules", rules, "--on-error", "mark", "--out", &path], input.as_bytes());
        assert!(output.status.success(), "{}", error(&output));
        let rows = fs::read_to_string(&path).unwrap();
        fs::remove_file(path).unwrap();
        rows.lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    for rules in ["standard", "guobiao"] {
        let told =
            rows(rules, "13m456p789s11z\n13m456p789s11z[2222m]\n13m456p789s11z[22m]\n13m456p789s11z (111z)\n1m\n");
        let cells = |row: usize| told[row].split(',').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(cells(0)[1..5], ["13m456p789s11z", "1", "4", "2m"]);
        assert_eq!(cells(1)[1..], ["13m456p789s11z[2222m]", "1", "0", "2m", "0.0"], "{told:?}");
        assert_eq!(cells(2)[1..], ["13m456p789s11z[22m]", "", "", "", ""]);
        assert_eq!(cells(3)[2..4], ["", ""], "a fifth 1z");
        assert_eq!((cells(4)[0].as_str(), told.len()), ("4", 5));
    }
}

/// Every way to hand in the same hands gives the same report and the same rows, whatever the threads.
#[test]
fn sources_agree_and_threads_change_nothing() {
    let folder = Folder::new();
    let many = short_or_long(1_000, 20_000);
    let hands: Vec<(String, Hand)> = hands(many).iter().map(|hand| (mpsz(hand), *hand)).collect();
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
    assert_eq!(reports[0]["hands"], many);
    assert_eq!(reports[0]["sizes"].as_array().unwrap().len(), 7);
    assert_eq!(reports[0]["distances"][0]["low"], Value::Null, "hands that were read estimate nothing");
}

/// Counts, distances only and the NDJSON form of the rows.
#[test]
fn random_hands_are_written_as_they_are_dealt() {
    let folder = Folder::new();
    let many = short_or_long(10_000, 30_000);
    for (deck, name) in [(Specials::Without, "136"), (Specials::With, "148")] {
        let random = RandomHands::of(&Deck::full(deck), Seed(6), 11).unwrap();
        let row = |number| {
            let hand = random.hand(number);
            let notation = if deck == Specials::With { Notation::Judge } else { Notation::Mpsz };
            let text = notation.write(hand.counts().tiles()).unwrap();
            let distance = TableModel.distance(&hand);
            format!("{{\"index\":{number},\"hand\":\"{text}\",\"distance\":{distance}}}\n")
        };
        let expected: String = (0..many).map(row).collect();
        for threads in ["1", "2", "7"] {
            let out = folder.path("out.jsonl");
            let random = ["--random", &many.to_string(), "--tiles", "11", "--seed", "6", "--deck", name];
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
        "{input}: line 2: character 1: \"no\" is not a tile: expected tiles such as 1m1z (mpsz), 1M E (judge), 1W DONG \
         (uva), 🀇🀀 (unicode), 一萬東 (chinese) or 1m E (mjai)\n  no hand\n  ^"
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

#[test]
fn marked_rows_of_counts_keep_their_hands() {
    let folder = Folder::new();
    let out = folder.path("out.csv");
    let (mut thirteen, mut five) = ([0; 34], [0; 34]);
    thirteen[..13].fill(1);
    five[3] = 5;
    let rows = [thirteen, five].map(|counts| json!({"hand": counts.to_vec()}).to_string()).join("\n");
    let arguments = ["--rules", "sanma", "--on-error", "mark", "--input-format", "ndjson", "--out", &out];
    assert!(batch(&arguments, rows.as_bytes()).status.success());
    let marked = "index,hand,distance\n0,123456789m1234p,\n1,,\n";
    assert_eq!(fs::read_to_string(&out).unwrap(), marked, "a fifth copy is not written");
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
    assert!(picture.contains("\nmean ± standard deviation  ·  whiskers"), "the usual rules are not told: {picture}");
    for (arguments, of) in [
        (["--rules", "riichi", "--only", "2-8mps"], "Rules: riichi, only 2-8mps  ·  mean ±"),
        (["--rules", "standard", "--forms", "standard,pairs"], "Forms: standard, pairs  ·  mean ±"),
    ] {
        report(&[&arguments[..], &["--plot", &svg]].concat(), b"1m\n2m\n");
        let picture = fs::read_to_string(&svg).unwrap();
        assert!(picture.contains(of), "{of}: {picture}");
    }
    let colours = colours(&png);
    let (bars, mean) = ([0, 114, 178], [213, 94, 0]);
    assert!(colours.contains(&bars) && colours.contains(&mean), "{colours:?}");
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
