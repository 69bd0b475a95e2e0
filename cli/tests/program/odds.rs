//! `paili odds` as a user meets it.

use serde_json::Value;

use crate::run::{self, Folder, colours, error, paili, refused, run, text};

/// What a run printed on standard output, which has to have gone well.
#[track_caller]
fn printed(arguments: &[&str]) -> String {
    run::printed(&[&["odds"], arguments].concat(), b"")
}

#[track_caller]
fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&printed(&[arguments, &["--format", "json"]].concat())).unwrap()
}

/// The table of tomohxx's mahjong-win-prob (2025-01-21): its first, second and tenth turns.
#[test]
fn the_published_law_gives_the_published_table() {
    let answer = json(&["234578m1689p357s1z", "--forms", "standard,pairs,orphans", "--law", "published"]);
    assert_eq!(answer["unseen"], 122);
    assert_eq!((&answer["draws"], &answer["changes"], &answer["law"]), (&17.into(), &0.into(), &"published".into()));
    let published = [
        ("2m", ["0.1387", "0.1208", "0.0150"]),
        ("5m", ["0.1387", "0.1208", "0.0150"]),
        ("8m", ["0.0879", "0.0754", "0.0082"]),
        ("1p", ["0.1511", "0.1326", "0.0182"]),
        ("6p", ["0.1432", "0.1252", "0.0164"]),
        ("9p", ["0.1432", "0.1252", "0.0164"]),
        ("3s", ["0.1114", "0.0966", "0.0116"]),
        ("7s", ["0.1114", "0.0966", "0.0116"]),
        ("1z", ["0.1511", "0.1326", "0.0182"]),
    ];
    let discards = answer["discards"].as_array().unwrap();
    assert_eq!(discards.len(), published.len());
    for (tile, turns) in published {
        let discard = discards.iter().find(|discard| discard["tile"] == tile).unwrap();
        let win = |made: usize| format!("{:.4}", discard["win"][made].as_f64().unwrap());
        assert_eq!([0, 1, 9].map(win), turns, "{tile}");
        assert_eq!(discard["win"].as_array().unwrap().len(), 17);
        assert_eq!(discard["distance"], 4);
    }
}

#[test]
fn a_ready_hand_has_its_odds_exactly() {
    let answer = json(&["1133m456789p123s", "--draws", "14", "--visible", "9m", "--changes", "0"]);
    // Four of 122 tiles.
    let lost: f64 = (0..14).map(|made| (118.0 - f64::from(made)) / (122.0 - f64::from(made))).product();
    assert!((answer["win"][0].as_f64().unwrap() - (1.0 - lost)).abs() < 1e-9);
    assert_eq!((&answer["unseen"], &answer["acceptance"], &answer["ready"][13]), (&122.into(), &4.into(), &1.0.into()));
}

#[test]
fn what_happens_is_near_what_is_told() {
    let arguments = ["12577m222468p445s", "--simulate", "40_000", "--seed", "7"];
    let answer = json(&arguments);
    for discard in answer["discards"].as_array().unwrap() {
        let simulated = &discard["simulated"];
        assert_eq!(simulated["runs"], 40_000);
        let number = |value: &Value| value.as_f64().unwrap();
        let (win, rate) = (number(&discard["win"][0]), number(&simulated["wins"]) / 40_000.0);
        // Within five standard deviations: with a fixed seed, this fails always or never.
        assert!((win - rate).abs() < 0.012, "{discard}");
        assert!(number(&simulated["low"]) < rate && rate < number(&simulated["high"]));
        assert!((number(&discard["ready"][0]) - number(&simulated["ready"]["rate"])).abs() < 0.015, "{discard}");
    }
    let one_thread = json(&[&arguments[..], &["--threads", "1"]].concat());
    assert_eq!(answer, one_thread);
}

/// The hand waits whatever it discards; a 4s leaves it four tiles to wait for, and nothing leaves it more.
#[test]
fn a_table_tells_how_games_end() {
    let answer = json(&["1133m456789p1234s", "--table", "2000", "--policy", "acceptance"]);
    let best = &answer["discards"][0];
    let table = |end: &str| best["table"][end]["count"].as_u64().unwrap();
    let ends = ["self_drawn", "ron", "dealt_in", "lost", "exhausted"].map(table);
    assert_eq!(ends.iter().sum::<u64>(), 2000);
    assert!(ends.iter().all(|&end| end > 0) && ends[0] + ends[1] > 1000, "a ready hand wins most games: {ends:?}");
    let page = printed(&["2344m", "--melds", "123p,EEE,777s", "--table", "100"]);
    assert!(page.contains("Played 100 times at a table: how it ended"), "{page}");
    // The other forms count alone, but not there.
    for (forms, said) in [("standard", ""), ("pairs", "paili: --table: its game is won by the standard form alone\n")] {
        let output = run(&["odds", "1133557799m112s", "--forms", forms, "--draws", "3", "--table", "10"], b"");
        assert_eq!((output.status.code(), error(&output)), (Some(0), said.to_owned()));
    }
}

/// Without changes too little is told, so there is one where that is quick.
#[test]
fn near_hands_have_one_change_unless_told_otherwise() {
    let win = |arguments: &[&str]| {
        let answer = json(arguments);
        (answer["changes"].as_u64().unwrap(), answer["discards"][0]["win"][0].as_f64().unwrap())
    };
    let (changes, near) = win(&["12577m222468p445s"]);
    assert_eq!((changes, near), win(&["12577m222468p445s", "--changes", "1"]));
    assert!(near > win(&["12577m222468p445s", "--changes", "0"]).1);
    assert_eq!(win(&["1469m258p369s1357z", "--forms", "pairs", "--draws", "9"]).0, 0, "a far hand would take seconds");
    assert_eq!(win(&["12577m222468p445s", "--law", "published"]).0, 0, "as it is published");
}

/// Measured against the nearest form alone, pairs made winning less likely: 36.5 % instead of 40.5 %.
#[test]
fn a_form_more_makes_no_hand_less_likely_to_win() {
    for changes in ["0", "1"] {
        let best = |forms| {
            let answer = json(&["22334455m6677p12z", "--changes", changes, "--forms", forms]);
            answer["discards"][0]["win"][0].as_f64().unwrap()
        };
        let all = best("all");
        assert!(all >= best("standard") && all >= best("pairs"), "{changes} changes: {all}");
    }
}

#[test]
fn a_nearer_form_and_red_fives_are_told() {
    let hand = "1122m3340p55667s7z";
    let page = printed(&["1122m3344p5566s7z", "--draws", "3"]);
    assert!(page.contains("\ndistance  4 (shanten 3)\n          by pairs 1 (--forms pairs or all)\n"), "{page}");
    let answer = json(&["1122m3344p5566s7z", "--draws", "3"]);
    assert_eq!(answer["nearer"], serde_json::json!({"form": "pairs", "distance": 1}));
    assert!(json(&["1122m3344p5566s7z", "--draws", "3", "--forms", "all"]).get("nearer").is_none());
    assert_eq!(json(&[hand, "--draws", "3"])["hand"], hand);
}

#[test]
fn people_get_a_page() {
    let page = printed(&["12577m222468p445s", "--draws", "4", "--changes", "0", "--simulate", "100"]);
    let head = "\
hand      12577m222468p445s  (14 tiles)
distance  3 (shanten 2)
odds      of 4 draws from 122 unseen tiles; no changes (198 hands), law remembering

discard distance  acceptance P(ready)   P(win)
5m             3          24  11.12 %   0.33 %
";
    assert!(page.starts_with(head), "{page}");
    for part in [
        "\nP(win) if it is still this hand after so many draws\n               1       2       3\n5m  ",
        "\nPlayed 100 times alone: what happened",
    ] {
        assert!(page.contains(part), "{page}");
    }
    assert_eq!(
        printed(&["11m"]),
        "hand      11m  (2 tiles)\ndistance  0: wins\nodds      of 17 draws from 134 unseen tiles; no changes (1 hand), law remembering\nIt wins as it is.\n"
    );
}

#[test]
fn lines_are_answered_in_order() {
    let output = run(&["odds", "--format", "csv", "--draws", "2"], b"1133m456789p123s\n\n34m99p\n11m\n");
    assert_eq!(error(&output), "");
    let text = text(&output);
    let rows: Vec<&str> = text.lines().collect();
    assert_eq!(rows.len(), 7, "{text}");
    assert!(rows[0].starts_with("hand,discard,distance,acceptance,made,win,ready,runs,"));
    assert!(rows[1].starts_with("1133m456789p123s,,1,4,0,0.06"), "{text}");
    assert!(rows[4].starts_with("34m99p,,1,8,1,0.06"), "{text}");
    // What has no way to play has a row all the same.
    assert!(rows[5].starts_with("11m,,0,0,0,1,1,"), "{text}");
    let output = run(&["odds"], b"34m99p\n1m2\n");
    assert_eq!(output.status.code(), Some(2));
    assert!(error(&output).starts_with("error: standard input: line 2: "), "{}", error(&output));
}

#[test]
fn curves_are_drawn() {
    let folder = Folder::new();
    let [png, svg] = ["odds.png", "odds.svg"].map(|name| folder.path(name));
    printed(&["234578m1689p357s1z", "--plot", &png]);
    assert!(colours(&png).len() > 6, "of nine discards, some alike, five curves");
    printed(&["34m99p", "--plot", &svg]);
    let svg = std::fs::read_to_string(svg).unwrap();
    assert!(svg.contains("34m99p: odds of 17 draws") && svg.contains("\nthe hand, played alone"), "{svg}");
}

#[test]
fn pictures_tell_the_rules() {
    let folder = Folder::new();
    let svg = folder.path("odds.svg");
    printed(&["34m88p", "--rules", "riichi", "--only", "2-8mps", "--draws", "3", "--plot", &svg]);
    let svg = std::fs::read_to_string(svg).unwrap();
    assert!(svg.contains("\nriichi, only 2-8mps  ·  "), "{svg}");
}

#[test]
fn tiles_are_drawn_in_letters_that_the_font_has() {
    let folder = Folder::new();
    let svg = folder.path("odds.svg");
    for hand in ["一萬 二萬 三萬 五萬 八萬 東 東 南", "🀇🀈🀉🀋🀎🀀🀀🀁"] {
        printed(&[hand, "--draws", "8", "--changes", "0", "--plot", &svg]);
        let svg = std::fs::read_to_string(&svg).unwrap();
        assert!(svg.contains("12358m112z: odds of 8 draws") && svg.contains("2z"), "{svg}");
        assert!(!svg.contains(['萬', '東', '🀁']), "{svg}");
    }
}

#[test]
fn one_draw_is_drawn_too() {
    let folder = Folder::new();
    let [png, svg] = ["odds.png", "odds.svg"].map(|name| folder.path(name));
    printed(&["1m", "--draws", "1", "--plot", &png]);
    assert!(colours(&png).contains(&[0, 114, 178]));
    printed(&["1m", "--draws", "1", "--plot", &svg]);
    let svg = std::fs::read_to_string(svg).unwrap();
    let tick = |number: u32| svg.lines().filter(|line| *line == number.to_string()).count();
    assert_eq!([0, 1].map(tick), [3, 0], "no second draw: {svg}");
    let alone = folder.path("alone.png");
    let game = ["alone", "--tiles", "1", "--deck", "m", "--draws", "1", "--games", "200", "--ways", "rule"];
    run::printed(&[&game[..], &["--plot", &alone]].concat(), b"");
    assert!(colours(&alone).contains(&[0, 114, 178]));
}

#[test]
fn pictures_without_curves_say_why() {
    let folder = Folder::new();
    let svg = folder.path("odds.svg");
    for (arguments, why) in [
        (&["11122233344455m"][..], "the hand wins as it is  ·  122 unseen tiles"),
        (&["34p99p", "--forms", "pairs"], "no tiles can complete the hand  ·  "),
        (&["1133m456789p123s4z"], "the best discards, played alone  ·  "),
    ] {
        printed(&[arguments, &["--draws", "5", "--plot", &svg]].concat());
        let svg = std::fs::read_to_string(&svg).unwrap();
        assert!(svg.contains(why), "{arguments:?}: {svg}");
    }
}

#[test]
fn hands_and_batches_tell_the_odds_too() {
    let page = run::printed(&["hand", "234578m1689p357s1z", "--odds", "--limit", "1"], b"");
    assert!(page.ends_with("  1z             4          44   21.99 %  2m×3 5m×3 6m×4 8m×3 9m×4 1p×3 6p×3 7p×4 9p×3 3s×3 4s×4 6s×4 7s×3\n"), "{page}");
    let answer = run::printed(&["hand", "--odds", "--draws", "2", "--format", "json"], b"34m99p\n");
    let answer: Value = serde_json::from_str(&answer).unwrap();
    // Without changes: a batch is for many hands.
    let ready = 1.0 - 124.0 / 132.0 * 123.0 / 131.0;
    assert_eq!(answer["win"], json(&["34m99p", "--draws", "2", "--changes", "1"])["win"][0]);
    assert!(answer["win"].as_f64().unwrap() > ready - 1e-12);
    let folder = Folder::new();
    let out = folder.path("odds.ndjson");
    let arguments = ["batch", "--out", &out, "--odds", "--draws", "2", "--on-error", "mark"];
    let output = run(&arguments, b"34m99p\n?\n11m\n1m PASS\n");
    assert!(output.status.success(), "{}", error(&output));
    let rows: Vec<Value> =
        std::fs::read_to_string(out).unwrap().lines().map(|row| serde_json::from_str(row).unwrap()).collect();
    assert!((rows[0]["win"].as_f64().unwrap() - ready).abs() < 1e-12);
    assert_eq!((&rows[1]["win"], &rows[2]["win"], &rows[3]["win"]), (&Value::Null, &1.0.into(), &Value::Null));
}

#[test]
fn hands_and_batches_take_the_same_terms() {
    let hand = "2344m99p1234s";
    let (folder, mut seen) = (Folder::new(), Vec::new());
    for (law, changes) in [("remembering", "0"), ("remembering", "1"), ("remembering", "auto"), ("published", "auto")] {
        let terms = ["--draws", "6", "--law", law, "--changes", changes];
        let win = json(&[&[hand][..], &terms].concat())["win"][0].clone();
        let answer = run::printed(&[&["hand", hand, "--odds", "--format", "json"], &terms[..]].concat(), b"");
        let answer: Value = serde_json::from_str(&answer).unwrap();
        assert_eq!(answer["win"], win, "{terms:?}: {answer}");
        let out = folder.path("odds.ndjson");
        run::printed(&[&["batch", "--odds", "--out", &out], &terms[..]].concat(), hand.as_bytes());
        let row: Value = serde_json::from_str(&std::fs::read_to_string(out).unwrap()).unwrap();
        assert_eq!(row["win"], win, "{terms:?}: {row}");
        seen.push(win);
    }
    assert!(seen[0] != seen[1] && seen[1] == seen[2] && seen[2] != seen[3], "{seen:?}");
    for (command, argument) in [("hand", "--changes"), ("hand", "--law"), ("batch", "--changes"), ("batch", "--draws")]
    {
        let value = if argument == "--law" { "published" } else { "1" };
        let output = run(&[command, argument, value], b"34m99p\n");
        assert_eq!(output.status.code(), Some(2));
        let error = error(&output);
        assert!(error.contains("required arguments were not provided") && error.contains("\n  --odds\n"), "{error}");
    }
}

#[test]
fn what_cannot_be_told_is_refused() {
    let refuse = |arguments: &[&str], message: &str| {
        refused(&paili(&[&["odds"], arguments].concat()).output().unwrap(), message);
    };
    let ready = "1133m456789p123s";
    let draws =
        |draws: u32| format!("--draws: {draws} draws: expected at least 1 and at most 123, the tiles that are unseen");
    refuse(&[ready, "--draws", "0"], &draws(0));
    refuse(&[ready, "--draws", "124"], &draws(124));
    let lines = run(&["odds", "--draws", "124"], format!("34m99p\n{ready}\n").as_bytes());
    refused(&lines, &format!("standard input: line 2: {}", draws(124)));
    // A hand of one tile leaves all others unseen.
    let of_many = ["batch", "--rules", "sanma", "--odds", "--out", "-", "--draws"];
    for draws in ["0", "108"] {
        let of_many = run(&[&of_many[..], &[draws]].concat(), b"1m\n");
        refused(
            &of_many,
            &format!("--draws: {draws} draws: expected at least 1 and at most 107, the tiles that are unseen"),
        );
    }
    let hand = paili(&["hand", ready, "--odds", "--draws", "124"]).output().unwrap();
    refused(&hand, &format!("HAND: {}\n  {ready}", draws(124)));
    let hand = "2344m99p1234s";
    let output = paili(&["hand", hand, "--odds", "--changes", "1", "--law", "published", "--draws", "110"]).output();
    let reason = "the published law leaves 0-100 % here, since it counts discarded tiles as unseen";
    let asked = "ask for fewer draws, or for the law remembering";
    refused(&output.unwrap(), &format!("HAND: --draws: 110 draws: {reason}: {asked}\n  {hand}"));
}

#[test]
fn bad_options_are_refused() {
    for (arguments, part) in [
        (&["34m99p", "--changes", "3"][..], "invalid value '3' for '--changes <N>'"),
        (&["34m99p", "--law", "best"], "invalid value 'best' for '--law <LAW>'"),
        (&["34m99p", "--simulate", "0"], "expected at least one run"),
        (&["34m99p", "--seed", "3"], "<--simulate <RUNS>|--table <RUNS>>"),
        (&["34m99p", "--table", "x"], "expected a number of runs, such as 1000000 or 1_000_000"),
        (
            &["2344m", "--table", "10"],
            "--table: the hand has 3 exposed melds, but 0 were told: a table needs their tiles",
        ),
        (&["1M PASS"], "HAND: the hand holds PASS, a special tile: discard it first"),
        (
            &["147m258p369s12345z", "--changes", "2"],
            "1024 are allowed: ask for fewer changes, if there are any, or about a hand that is nearer",
        ),
        (&["34m99p", "--visible", "9999p"], "HAND: a fifth 9p"),
        (&["34m99p", "--plot", "x.jpg"], "x.jpg: cannot draw this kind of picture"),
    ] {
        let output = paili(&[&["odds"], arguments].concat()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(error(&output).contains(part), "{arguments:?}: {}", error(&output));
        assert_eq!(text(&output), "");
    }
}

/// Where its weights come to more than the tiles that are left, the published law tells no probability, and says so.
#[test]
fn what_is_no_probability_is_not_told() {
    let arguments = ["odds", "4s2p2z6p7p5s6p1m", "--draws", "120"];
    refused(
        &run(&[&arguments[..], &["--law", "published"]].concat(), b""),
        "--draws: 120 draws: the published law leaves 0-100 % here, since it counts discarded tiles as unseen: ask for fewer \
         draws, or for the law remembering",
    );
    let answer: Value = json(&["4s2p2z6p7p5s6p1m", "--draws", "120"]);
    assert!((0.99..=1.0).contains(&answer["discards"][0]["win"][0].as_f64().unwrap()));
}
