//! Win forms, which are chosen among those of any rule set, and hands that can't have some of them.

use std::fs;

use serde_json::{Value, json};

use crate::length::short_or_long;
use crate::run::{error, printed, refused, run};

/// The names of the ready-made rule sets.
const READY_MADE: [&str; 6] = ["standard", "riichi", "sanma", "taiwan", "guobiao", "sichuan"];

/// What a subcommand tells as JSON.
#[track_caller]
fn object(arguments: &[&str], input: &str) -> Value {
    let text = printed(&[arguments, &["--format", "json"]].concat(), input.as_bytes());
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The same but for some keys.
fn without(mut object: Value, keys: &[&str]) -> Value {
    for key in keys {
        object.as_object_mut().unwrap().remove(*key);
    }
    object
}

/// With exposed melds there is the standard form, whatever else is asked for.
#[test]
fn all_forms_of_open_hands_are_the_standard_one() {
    for (hand, melds) in [("34m99p", "222m,5M6M7M,EEE"), ("34m99p1z", "222m,5M6M7M,EEE"), ("1199m", ""), ("1m", "")] {
        let melds = if melds.is_empty() { vec![] } else { vec!["--melds", melds] };
        for forms in [&["--forms", "all"][..], &["--rules", "riichi"], &["--forms", "standard,orphans"]] {
            let told = |command: &str, forms: &[&str]| {
                without(object(&[&[command, hand], &melds[..], forms].concat(), ""), &["rules"])
            };
            assert_eq!(told("hand", forms), told("hand", &[]), "{hand} {forms:?}");
            assert_eq!(told("odds", forms), told("odds", &[]), "{hand} {forms:?}");
        }
    }
    let odds = |forms: &[&str]| object(&[&["hand", "34m99p", "--odds"], forms].concat(), "");
    assert_eq!(odds(&["--forms", "all"]), odds(&[]));
}

#[test]
fn all_forms_of_many_hands_of_many_sizes_are_those_that_each_can_have() {
    // Orphans and pairs, and open hands, one of which would be pairs.
    let hands = ["19m19p19s1234567z", "1133557799m1122p", "1133557799m", "34m99p", "55z"];
    let counts = hands.map(|hand| {
        let hand: paili::Hand = hand.parse().unwrap();
        json!({ "hand": hand.counts().regular().to_vec() }).to_string()
    });
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("answers.csv").to_str().unwrap().to_owned();
    let distances = |arguments: &[&str], input: &str| -> Vec<String> {
        let output = run(&[&["batch", "--out", &out], arguments].concat(), input.as_bytes());
        assert!(output.status.success(), "{}", error(&output));
        let rows = fs::read_to_string(&out).unwrap();
        rows.lines().skip(1).map(|row| row.split(',').nth(2).unwrap().to_owned()).collect()
    };
    let told = |arguments: &[&str]| {
        let by_text = distances(arguments, &hands.join("\n"));
        let by_counts = distances(&[arguments, &["--input-format", "ndjson"]].concat(), &counts.join("\n"));
        let with_useful = distances(&[arguments, &["--useful"]].concat(), &hands.join("\n"));
        assert_eq!((&by_counts, &with_useful), (&by_text, &by_text), "{arguments:?}");
        by_text
    };
    assert_eq!(told(&[]), ["9", "4", "3", "1", "0"]);
    assert_eq!(told(&["--forms", "all"]), ["1", "0", "3", "1", "0"]);
    assert_eq!(told(&["--rules", "riichi"]), ["1", "0", "3", "1", "0"]);
    assert_eq!(told(&["--forms", "pairs", "--on-error", "mark"]), ["7", "0", "", "", ""]);
    let line = |number, input: &str, more: &str| {
        let output = run(&["batch", "--forms", "pairs", "--input-format", "ndjson"], input.as_bytes());
        refused(&output, &format!("standard input: line {number}: no tiles can complete the hand{more}"));
    };
    line(3, &counts.join("\n"), "");
    line(1, "{\"hand\": \"34m99p\"}", "\n  34m99p");
    // Of random hands, and of all there are.
    for (some, more) in [(&["batch", "--random", "3000"][..], "--useful"), (&["exact"], "--acceptance")] {
        let all = |forms: &[&str]| object(&[some, &["--tiles", "11", more], forms].concat(), "")["distances"].clone();
        assert_eq!(all(&["--forms", "all"]), all(&[]));
        assert_eq!(all(&["--rules", "riichi"]), all(&[]));
    }
}

/// What no tiles can complete is told as such, and is no error.
#[test]
fn a_form_that_a_hand_cannot_have_is_never_reached() {
    for rules in ["standard", "riichi", "sanma"] {
        let answer = object(&["hand", "34p99p", "--rules", rules, "--forms", "pairs,orphans", "--odds"], "");
        assert_eq!(
            (&answer["distance"], &answer["shanten"], &answer["forms"]),
            (&Value::Null, &Value::Null, &json!([]))
        );
        assert_eq!((&answer["acceptance"], &answer["win"], answer.get("plan")), (&json!(0), &Value::Null, None));
        assert_eq!(answer["nearer"], json!({"form": "standard", "distance": 1}));
        let discards = object(&["hand", "34p99p1z", "--rules", rules, "--forms", "pairs"], "")["discards"].clone();
        assert!(discards.as_array().unwrap().iter().all(|discard| discard["distance"].is_null()), "{discards}");
        let page = printed(&["hand", "34p99p", "--rules", rules, "--forms", "pairs"], b"");
        assert!(page.contains("\ndistance  never: no tiles can complete the hand\n"), "{page}");
        for hand in ["34p99p", "34p99p1z"] {
            let odds = object(&["odds", hand, "--rules", rules, "--forms", "pairs"], "");
            assert_eq!((&odds["discards"], odds["nearer"]["form"].as_str()), (&json!([]), Some("standard")), "{odds}");
            assert_eq!(odds.get("distance"), Some(&Value::Null), "{odds}");
            let page = printed(&["odds", hand, "--rules", rules, "--forms", "pairs"], b"");
            assert!(page.ends_with("          by standard 1 (--forms standard or all)\n"), "nothing of draws: {page}");
        }
        assert_eq!(printed(&["waits", "34p99p", "--rules", rules, "--forms", "pairs"], b""), "Case 1: Not ready\n");
    }
}

/// They are told of wherever hands are dealt, counted and looked up.
#[test]
fn hands_that_no_tiles_can_complete_are_told_of_everywhere() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (void, pairs, solved) = (path("void.toml"), path("pairs.toml"), path("solved"));
    fs::write(
        &void,
        "name = 'void'\nmelds = 5\nforms = ['standard']\nchows = 'm'\nwildcards = 3\nvoid = true\n\
         wildcards-beyond-copies = true\n[copies]\n123456789m1245678p123456789s123457z = 0\n",
    )
    .unwrap();
    let counted = object(&["exact", "--tiles", "11", "--rules-file", &void], "");
    let never = counted["distances"].as_array().unwrap().last().unwrap();
    assert_eq!((&never["distance"], &never["weighted"]), (&Value::Null, &json!("12")), "{counted}");
    let page = printed(&["exact", "--tiles", "11", "--rules-file", &void], b"");
    assert!(page.ends_with("\nMean distance of hands that tiles can complete 0.066519\n"), "{page}");
    let dealt = ["batch", "--random", "1000", "--tiles", "11", "--rules-file", &void, "--format", "json"];
    let report = run(&[&dealt[..], &["--on-error", "skip"]].concat(), b"");
    let report: Value = serde_json::from_slice(&report.stdout).unwrap();
    let (hands, skipped) = (report["hands"].as_u64().unwrap(), report["skipped"].as_u64().unwrap());
    assert!(hands + skipped == 1000 && skipped > 0, "{report}");

    // There are three kinds for four pairs.
    fs::write(
        &pairs,
        "name = 'few'\nmelds = 2\nforms = ['standard', 'pairs']\nchows = ''\n[copies]\n\
         12456789m123456789p123456789s34567z = 0\n3m = 3\n",
    )
    .unwrap();
    let pairs = ["--rules-file", &pairs, "--forms", "pairs", "--draws", "4"];
    let solve = run(&[&["solve", "--out", &solved], &pairs[..]].concat(), b"");
    assert!(solve.status.success(), "{}", String::from_utf8_lossy(&solve.stderr));
    let bound = object(&[&["odds", "333m1122z", "--solved", &solved], &pairs[..]].concat(), "");
    assert_eq!(bound["distance"], Value::Null, "{bound}");
}

#[test]
fn forms_are_chosen_of_any_rule_set() {
    let hand = |arguments: &[&str]| object(&[&["hand"], arguments].concat(), "");
    let knitted = ["--rules", "guobiao", "147m258p369s12345z"];
    let as_it_is = hand(&knitted);
    assert_eq!(as_it_is["forms"], json!(["knitted"]));
    let standard = hand(&[&knitted[..], &["--forms", "standard,repeated-pairs"]].concat());
    assert!(standard["distance"].as_u64() > Some(6), "{standard}");
    assert_eq!(standard["nearer"], json!({"form": "knitted", "distance": 0}));
    // Of this one the tables of the usual game are asked, which know no knitted tiles.
    let standard = hand(&[&knitted[..], &["--forms", "standard"]].concat());
    assert_eq!(standard["nearer"], json!({"form": "knitted", "distance": 0}));
    assert_eq!(hand(&[&knitted[..], &["--forms", "all"]].concat()), as_it_is);
    let unconnected = hand(&["--rules", "taiwan", "--forms", "十六不搭", "147m258p369s1123456z"]);
    assert_eq!((&unconnected["distance"], &unconnected["forms"]), (&json!(1), &json!(["unconnected"])));
    // The same for odds, batches, waits and counts of all hands.
    let ready = ["--rules", "guobiao", "--forms", "orphans,standard"];
    let waits = printed(&[&["waits"], &ready[..]].concat(), b"147m258p369s1234z\n19m19p19s1234567z\n");
    let (none, thirteen) = waits.trim_end().split_once('\n').unwrap();
    assert_eq!((none, thirteen.split(' ').count()), ("Case 1: Not ready", 2 + 13));
    let report = object(&[&["batch"], &ready[..]].concat(), "147m258p369s1234z\n19m19p19s1234567z\n");
    assert_eq!(report["forms"], json!(["standard", "orphans"]));
    let counted =
        |place: usize| (report["distances"][place]["distance"].clone(), report["distances"][place]["count"].clone());
    assert_eq!(counted(0), (json!(1), json!(1)), "{report}");
    let odds = object(&["odds", "--rules", "guobiao", "--forms", "orphans", "--draws", "1", "19m19p19s1234567z"], "");
    assert!((odds["win"][0].as_f64().unwrap() - 39.0 / 123.0).abs() < 1e-12);
    // Three players' standard form, as it was published.
    let exact = object(&["exact", "--rules", "sanma", "--forms", "standard", "--tiles", "14"], "");
    assert_eq!(exact["distances"][0]["weighted"], "1072362602896");
}

#[test]
fn forms_that_a_rule_set_does_not_have_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rules.toml");
    fs::write(&path, "name = 'one suit'\nmelds = 2\n[copies]\n123456789m123456789s1234567z = 0\n").unwrap();
    let path = path.to_str().unwrap();
    // Without a wind nobody has thirteen orphans, which the standard rules only could have.
    let windless = folder.path().join("windless.toml");
    fs::write(&windless, "name = 'windless'\nlike = 'standard'\n[copies]\n1z = 0\n").unwrap();
    let windless = windless.to_str().unwrap();
    let pairs = object(&["hand", "--rules-file", windless, "1133557799m112p"], "");
    assert_eq!(pairs["nearer"], json!({"form": "pairs", "distance": 1}));
    for (rules, form, message) in [
        (["--rules-file", windless], "orphans", "windless has no form orphans: expected standard, pairs or all"),
        (
            ["--rules", "standard"],
            "repeated-pairs",
            "standard has no form repeated-pairs: expected standard, pairs, orphans or all",
        ),
        (
            ["--rules", "taiwan"],
            "pairs",
            "taiwan has no form pairs: expected standard, repeated-pairs, unconnected or all",
        ),
        (
            ["--rules", "sichuan"],
            "standard,orphans",
            "sichuan has no form orphans: expected standard, repeated-pairs or all",
        ),
        (["--rules-file", path], "pairs", "one suit has no form pairs: expected standard or all"),
    ] {
        for command in [&["hand", "1p"][..], &["odds", "1p"], &["waits", "1p"], &["batch"], &["exact", "--tiles", "2"]]
        {
            let output = run(&[command, &rules, &["--forms", form]].concat(), b"1p\n");
            assert_eq!(refused(&output, &format!("--forms: {message}")), "", "{command:?}");
        }
    }
}

/// As UVa never asks: thirteen orphans.
#[test]
fn waits_know_other_forms() {
    let all = "Case 1: 1T 9T 1S 9S 1W 9W DONG NAN XI BEI ZHONG FA BAI\n";
    let orphans = "19m19p19s1234567z";
    assert_eq!(printed(&["waits", "--forms", "all", orphans], b""), all);
    assert_eq!(printed(&["waits", "--rules", "riichi"], orphans.as_bytes()), all);
    assert_eq!(printed(&["waits", orphans], b""), "Case 1: Not ready\n");
    assert_eq!(printed(&["waits", "--forms", "pairs", "1133557799m112p"], b""), "Case 1: 2T\n");
}

/// A deck with one suit, of which few kinds are left: each of the others may be void.
#[test]
fn a_suit_that_the_deck_lacks_may_be_void() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rules.toml");
    let gone = "123456789m23568p123456789s34567z = 0\n12z = 2\n";
    fs::write(&path, format!("name = 'x'\nmelds = 4\nforms = ['standard', 'pairs']\nvoid = true\n[copies]\n{gone}"))
        .unwrap();
    let answer = object(&["hand", "--rules-file", path.to_str().unwrap(), "111447799p1122z"], "");
    let useful: Vec<&str> = answer["useful"].as_array().unwrap().iter().filter_map(|of| of["tile"].as_str()).collect();
    assert_eq!((&answer["distance"], &useful[..]), (&json!(3), &["4p", "7p", "9p"][..]));
    assert_eq!((&answer["forms"], &answer["void"]), (&json!(["standard"]), &json!("m")));
}

/// A rule set is what it says, not what it is called.
#[test]
fn riichi_is_the_same_by_name_and_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rules.toml");
    fs::write(&path, "name = 'mine'\nlike = 'riichi'\n").unwrap();
    let file = ["--rules-file", path.to_str().unwrap()];
    for arguments in [
        &["hand", "19m19p19s12345677z", "--odds", "--visible", "11m"][..],
        &["hand", "1133557799m1122p", "--available"],
        &["hand", "2344m", "--melds", "123p,EEE,777s"],
        &["odds", "12577m222468p445s", "--changes", "1", "--draws", "12", "--simulate", "1000"],
        &["odds", "12577m222468p445s", "--law", "published"],
        &["batch", "--random", "3000", "--tiles", "13", "--useful"],
        &["exact", "--tiles", "13", "--deck", "148", "--visible", "1M PASS"],
    ] {
        // How long a batch takes is its own.
        let told = |rules: &[&str]| {
            without(object(&[arguments, rules].concat(), ""), &["rules", "seconds", "hands_per_second"])
        };
        assert_eq!(told(&file), told(&["--rules", "riichi"]), "{arguments:?}");
        assert_eq!(object(&[arguments, &file].concat(), "")["rules"], "mine");
    }
}

/// Hands beside melds of bamboos, which all of them have. A short run asks each of those that are compiled soonest for others of
/// the options.
#[test]
fn every_rule_set_answers_every_option() {
    let apart = short_or_long(3, 1);
    let rule_sets = short_or_long(&["sanma", "sichuan", "standard"][..], &READY_MADE);
    for (number, &rules) in rule_sets.iter().enumerate() {
        let melds = if rules == "taiwan" { "111s,222s,333s,777s" } else { "111s,222s,333s" };
        let void = if rules == "sichuan" { vec!["--void", "m"] } else { vec![] };
        let all = [
            &["--notation", "mpsz", "--forms", "all"][..],
            &["--melds", melds, "--visible", "2p9s", "--available", "--output-notation", "judge"],
            &["--melds", melds, "--available=melds", "--odds", "--limit", "2"],
            &["--odds", "--draws", "5", "--on-error", "skip"],
            &["--wildcards", "4", "--odds", "--melds", melds],
            &["--wildcards", "2", "--wildcards-beyond-copies", "--available"],
        ];
        for options in all.into_iter().skip(number % apart).step_by(apart) {
            let arguments = [&["hand", "--rules", rules], &void[..], options].concat();
            let text = printed(&[&arguments[..], &["--format", "json"]].concat(), b"2345p\n1m2345p\n");
            let answers: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
            assert_eq!(answers.len(), 2, "{arguments:?}");
            for answer in &answers {
                assert_eq!((&answer["rules"], &answer["distance"]), (&json!(rules), &json!(1)), "{arguments:?}");
                assert_eq!(answer["forms"], json!(["standard"]));
                assert_eq!(answer["plan"]["missing"].as_array().unwrap().len(), 1, "{answer}");
                let ways = answer["discards"].as_array().cloned().unwrap_or_else(|| vec![answer.clone()]);
                assert!(ways[0]["acceptance"].as_u64() > Some(0), "{answer}");
                let wins = ways[0]["win"].as_f64().is_some_and(|win| win > 0.0);
                assert_eq!(wins, options.contains(&"--odds"), "{answer}");
            }
            let page = printed(&[&arguments[..], &["2345p"]].concat(), b"");
            let named = if rules == "standard" { String::new() } else { format!("; {rules}") };
            assert!(page.lines().next().unwrap().contains(&named) && page.contains("\ndistance  1: ready"), "{page}");
            assert_eq!(page.contains("\nP(win)"), options.contains(&"--odds"), "{page}");
        }
        if rules != "sichuan" {
            let output = run(&["hand", "--rules", rules, "--void", "m", "2345p"], b"");
            refused(&output, &format!("--void: {rules} asks for no void suit"));
        }
    }
}
