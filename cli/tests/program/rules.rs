//! Other rule sets, as a user meets them.

use std::fs;

use serde_json::{Value, json};

use crate::length::short_or_long;
use crate::run::{error, printed, run};

/// Asserts that a run is refused with exit status 2 and a message that says this.
#[track_caller]
pub fn refused(arguments: &[&str], input: &[u8], message: &str) {
    let output = run(arguments, input);
    let error = error(&output);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.starts_with("error: ") && error.contains(message), "{error}");
}

/// The answer about a hand as JSON.
#[track_caller]
fn hand(arguments: &[&str]) -> Value {
    serde_json::from_str(&printed(&[&["hand", "--format", "json"], arguments].concat(), b"")).unwrap()
}

/// The answers about many hands, each a line, for which a rule set is compiled once.
#[track_caller]
pub fn hands(arguments: &[&str], lines: &str) -> Vec<Value> {
    let told = printed(&[&["hand", "--format", "json"], arguments].concat(), lines.as_bytes());
    told.lines().map(|answer| serde_json::from_str(answer).unwrap()).collect()
}

/// The distance of a hand.
#[track_caller]
pub fn distance(arguments: &[&str]) -> Value {
    hand(arguments)["distance"].clone()
}

#[test]
fn each_rule_set_has_its_own_distances() {
    let all = [
        // Three players have no chows of characters.
        (&["--rules", "sanma", "1111m111122233z"][..], 3),
        (&["1111m111122233z"], 2),
        (&["--rules", "taiwan", "123m456m789m123p45s67z"], 2),
        // Seven pairs and a triplet, four alike among them.
        (&["--rules", "taiwan", "1111m33m55m77p99p22z555z"], 0),
        // Sixteen unconnected tiles: seven honors and three of each suit, one of them twice.
        (&["--rules", "taiwan", "147m258p369s11234567z"], 0),
        (&["--rules", "guobiao", "147m258p369s12345z"], 0),
        // A knitted straight, and melds and a pair of the rest; also beside an exposed meld.
        (&["--rules", "guobiao", "147m258p369s55z", "--melds", "222z"], 0),
        (&["--rules", "guobiao", "1111m33m55m77p99p22z"], 0),
        (&["--rules", "mcr", "147m258p369s22255z"], 0),
        (&["--rules", "MCR", "147m258p369s22255z"], 0),
        (&["--forms", "all", "1111m33m55m77p99p22z"], 2),
        // A suit has to be void.
        (&["--rules", "sichuan", "123m456m789m11p23s"], 3),
        (&["--rules", "sichuan", "--void", "s", "123m456m789m11p23s"], 3),
        (&["--rules", "sichuan", "--void", "m", "123m456m789m11p23s"], 10),
    ];
    // Each start compiles a rule set. A short run has one hand of each.
    for (arguments, expected) in all.into_iter().step_by(short_or_long(4, 1)) {
        assert_eq!(distance(arguments), expected, "{arguments:?}");
    }
}

#[test]
fn an_object_has_its_keys_in_their_published_order() {
    assert_eq!(
        printed(&["hand", "--rules", "sanma", "--format", "json", "19m99p"], b""),
        concat!(
            r#"{"hand":"19m99p","rules":"sanma","tiles":4,"melds":3,"distance":2,"shanten":1,"forms":["standard"],"#,
            r#""useful":[{"tile":"1m","copies":3},{"tile":"9m","copies":3},{"tile":"9p","copies":2}],"#,
            r#""acceptance":8,"unneeded":["1m","9m"],"plan":{"groups":[["9p","9p","9p"],["1m","1m"]],"missing":["1m","9p"],"surplus":["9m"]}}"#,
            "\n"
        )
    );
    let drawn = hand(&["--rules", "sanma", "199m99p"]);
    assert_eq!(
        drawn["discards"][0],
        json!({"tile": "1m", "distance": 1, "acceptance": 4, "useful": [
            {"tile": "9m", "copies": 2}, {"tile": "9p", "copies": 2}
        ]})
    );
}

#[test]
fn red_fives_stay_red_and_notations_are_what_they_are_said_to_be() {
    let [red, alone, both] = &hands(&["--rules", "sanma"], "19m340p5p99s111222z\n0p\n06p\n")[..] else {
        panic!("three hands")
    };
    assert_eq!((&red["hand"], &red["tiles"]), (&json!("19m3405p99s111222z"), &json!(14)));
    let wild = hand(&["--wildcards", "4", "123m406p789s11z3m*"]);
    assert_eq!(wild["hand"], "1233m406p789s11z*");
    assert_eq!(alone["discards"], Value::Null);
    assert_eq!(both["discards"][0]["tile"], "6p");
    // `1S` is bamboos to the judge and UVa, `S` a wind to the judge alone.
    assert_eq!(distance(&["--rules", "sanma", "--notation", "judge", "S S"]), 0);
    refused(&["hand", "--rules", "sanma", "--notation", "uva", "S S"], b"", "HAND: ");
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("answers.csv");
    let args = ["batch", "--rules", "sanma", "--notation", "mjai", "--useful", "--out", out.to_str().unwrap()];
    printed(&args, b"P\n");
    assert_eq!(fs::read_to_string(&out).unwrap(), "index,hand,distance,acceptance,useful\n0,P,1,3,P\n");
    refused(&["batch", "--rules", "sanma", "--notation", "uva"], b"P\n", "line 1: ");
}

#[test]
fn plans_are_told() {
    // What wildcards stand for is told, and what no tiles can complete has no plan.
    let wild = hand(&["--wildcards", "4", "123m456p789s11z3m*"]);
    assert_eq!(wild["plan"]["wildcards"], json!(["1z"]));
    assert_eq!(hand(&["--rules", "sichuan", "--melds", "111m,222p,333s", "4466m"])["plan"], Value::Null);
    assert_eq!(
        hand(&["--rules", "sanma", "340p9s", "--melds", "EEE,SSS,WWW"])["plan"]["groups"][0],
        json!(["3p", "4p", "0p"])
    );
}

#[test]
fn answers_tell_which_suit_is_void_and_what_is_gone() {
    let void = hand(&["--rules", "sichuan", "123m456m789m11p23s"]);
    assert_eq!(void["void"], "p");
    assert_eq!(hand(&["--rules", "sichuan", "--void", "m", "123m456m789m11p23s"])["void"], "m");
    assert_eq!(hand(&["--rules", "sichuan", "--melds", "111m,222p,333s", "4466m"])["void"], Value::Null);
    let text = printed(&["hand", "--rules", "sichuan", "123m456m789m11p23s"], b"");
    assert!(text.contains("\ndistance  3 (shanten 2), p void\n"), "{text}");
    // What is visible may still come apart from the melds of one's own.
    let hand_of = |available: &str| hand(&["5z", "--melds", "444z,111z,666z,777z", "--visible", "555z22z", available]);
    for (available, told, distance) in
        [("--available=melds", "melds", 1), ("--available=visible", "visible", 2), ("--available", "visible", 2)]
    {
        let answer = hand_of(available);
        assert_eq!((&answer["available"], &answer["distance"]), (&json!(told), &json!(distance)));
    }
    assert_eq!(hand_of("--available=melds")["useful"], json!([{"tile": "5z", "copies": 0}]));
    let melds = ["45z", "--melds", "444z,111z,555z,777z", "--available=melds"];
    assert_eq!(distance(&melds), 2);
    refused(&["hand", "--available=some", "5z"], b"", "possible values: melds, visible");
}

#[test]
fn what_is_gone_is_left_out_if_that_is_asked_for() {
    let beside = ["45z", "--melds", "444z,111z,555z,777z"];
    assert_eq!(distance(&beside), 1);
    assert_eq!(distance(&[&beside[..], &["--available"]].concat()), 2);
    // Of every kind three copies are gone, so there can't be a pair.
    let visible = "123456789m123456789p123456789s567z".repeat(3);
    let nothing = hand(&["--available", "--melds", "111z,222z,333z,444z", "5z", "--visible", &visible]);
    assert_eq!((&nothing["distance"], &nothing["acceptance"]), (&Value::Null, &json!(0)));
}

#[test]
fn many_hands_are_answered_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("hands.txt"), "147m258p369s1234z\n147m258p369s12345z\n1m\n5z5z\n").unwrap();
    printed(&["batch", "--rules", "guobiao", "--useful", &path("hands.txt"), "--out", &path("answers.csv")], b"");
    assert_eq!(
        fs::read_to_string(path("answers.csv")).unwrap(),
        "index,hand,distance,acceptance,useful\n\
         0,147m258p369s1234z,1,12,567z\n\
         1,147m258p369s12345z,0,0,\n\
         2,1m,1,3,1m\n\
         3,5z5z,0,0,\n"
    );
    let counts = (0..34).map(|kind| u8::from([0, 8, 9].contains(&kind)) + u8::from(kind == 9)).collect::<Vec<_>>();
    let line = format!("{}\n", json!({ "hand": counts }));
    let report =
        printed(&["batch", "--rules", "sanma", "--input-format", "ndjson", "--format", "json"], line.as_bytes());
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!((&report["rules"], &report["sizes"][0]["melds"]), (&json!("sanma"), &json!(3)));
    assert_eq!(report["distances"][0]["distance"], 2);
    refused(&["batch", "--rules", "sanma"], b"5m\n", "line 1: sanma has no 5m");
}

/// Drawn from the rule set's deck, and the same whatever the threads.
#[test]
fn random_hands_are_of_the_rule_set() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("answers.csv");
    let batch = ["batch", "--rules", "taiwan", "--wildcards", "8", "--tiles", "17", "--random"];
    // A short run compares the reports of one and of many.
    for threads in ["1", "3"].into_iter().skip(short_or_long(1, 0)) {
        let more = ["3", "--useful", "--threads", threads, "--out", out.to_str().unwrap()];
        printed(&[&batch[..], &more].concat(), b"");
        assert_eq!(
            fs::read_to_string(&out).unwrap(),
            "index,hand,distance,acceptance,useful\n\
             0,367m22345777p11267s7z,3,32,58m2p1358s\n\
             1,1567m2568p1269s5567z*,4,35,489m1234z\n\
             2,125899m2335p3678s255z,4,28,379m14p5z\n"
        );
    }
    let many = short_or_long("3000", "30000");
    let report = |threads| -> Value {
        let more = [many, "--format", "json", "--threads", threads];
        serde_json::from_str(&printed(&[&batch[..], &more].concat(), b"")).unwrap()
    };
    let [one, two] = ["1", "2"].map(report);
    assert_eq!(
        one["random"],
        json!({ "hands_asked": many.parse::<u32>().unwrap(), "tiles": 17, "deck": 144, "seed": 1 })
    );
    assert_eq!((&one["rules"], &one["distances"]), (&json!("taiwan"), &two["distances"]));
    let text = printed(&[&batch[..], &["1000"]].concat(), b"");
    assert!(text.starts_with("1,000 random hands of 17 tiles (seed 1, deck of 144)\nRules: taiwan\n"), "{text}");
    refused(&[&batch[..], &["1", "--deck", "148"]].concat(), b"", "--deck: not with other rule sets");
    let size = ["batch", "--rules", "sanma", "--random", "1", "--tiles", "16"];
    refused(&size, b"", "--tiles: 16 tiles: a hand of sanma has 13 or 14");
}

/// Tiles and melds beside a hand are of the deck too, and a suit with an exposed meld can't be void.
#[test]
fn what_is_beside_a_hand_is_of_the_rule_set() {
    refused(&["hand", "--rules", "sanma", "1p", "--melds", "345m,567m,456m,345m"], b"", "--melds: sanma has no 3m");
    refused(&["hand", "--rules", "sanma", "--visible", "5m", "1p"], b"", "--visible: sanma has no 5m");
    refused(&["hand", "--rules", "sichuan", "--void", "m", "--melds", "111m", "222333444p5p"], b"", "declared void");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rules.toml");
    fs::write(&path, "name = 'pongs'\nlike = 'riichi'\nchows = 's'\n").unwrap();
    let path = path.to_str().unwrap();
    refused(
        &["hand", "--rules-file", path, "--melds", "123m", "1p"],
        b"",
        "--melds: a chow, which pongs does not have",
    );
    // Three suits are exposed, so none is void.
    let never = hand(&["--rules", "sichuan", "--melds", "111m,222p,333s", "4466m"]);
    assert_eq!((&never["distance"], &never["acceptance"]), (&Value::Null, &json!(0)));
    assert_eq!(distance(&["--rules", "sichuan", "--melds", "111m", "2244466688p"]), 1);
    // What is discarded is gone.
    let gone = hand(&["11z", "--melds", "123m,456m,789m,123p", "--visible", "11z", "--available"]);
    assert_eq!(gone["discards"][0]["distance"], 2);
    // No hand of ten tiles is seven pairs.
    refused(&["exact", "--forms", "pairs", "--wildcards", "1", "--tiles", "10"], b"", "no hand of 10 tiles can win");
    refused(&["hand", "--wildcards", "4", "1*M 2M"], b"", "HAND: ");
    refused(&["hand", "--wildcards", "4", &"*".repeat(300)], b"", "300 wildcards: standard has 4");
}

#[test]
fn what_only_the_usual_rules_have_is_refused() {
    let others = [["--rules", "taiwan", "19m99p"], ["--wildcards", "2", "19m9p*"]];
    let message = "--table: not with other rule sets, wildcards or aims";
    // A short run has one of both.
    for other in others.into_iter().take(short_or_long(1, 2)) {
        refused(&[&["odds"], &other[..], &["--table", "10"]].concat(), b"", message);
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rules.toml");
    fs::write(&path, "name = 'no chows'\nlike = 'standard'\nclaimed-chows = false\n").unwrap();
    refused(
        &["odds", "--rules-file", path.to_str().unwrap(), "--table", "10", "19m99p"],
        b"",
        "--table: not with other rule sets, wildcards or aims",
    );
    for deck in ["136", "148"] {
        let message = "--deck: not with other rule sets, wildcards or aims";
        refused(&["exact", "--rules", "sanma", "--tiles", "1", "--deck", deck], b"", message);
    }
    refused(&["odds", "--available", "5z"], b"", "unexpected argument '--available'");
    refused(&["exact", "--rules", "taiwan", "--tiles", "15"], b"", "--tiles: 15 tiles: a hand of taiwan has 16 or 17");
    refused(&["exact", "--rules", "sanma", "--tiles", "14", "--visible", "5m"], b"", "--visible: sanma has no 5m");
    refused(
        &["hand", "--rules", "chess", "1m"],
        b"",
        "possible values: standard, riichi, sanma, taiwan, guobiao, sichuan",
    );
}

#[test]
fn odds_know_the_rules() {
    let odds = |arguments: &[&str]| -> Value {
        serde_json::from_str(&printed(&[&["odds", "--format", "json"], arguments].concat(), b"")).unwrap()
    };
    // One of the three tiles left of 107 unseen ones, in three draws.
    let alone = odds(&["--rules", "sanma", "--draws", "3", "5z"]);
    let misses = (104.0 * 103.0 * 102.0) / (107.0 * 106.0 * 105.0);
    assert!((alone["win"][0].as_f64().unwrap() - (1.0 - misses)).abs() < 1e-12, "{alone}");
    assert_eq!((&alone["rules"], &alone["unseen"], &alone["acceptance"]), (&json!("sanma"), &json!(107), &json!(3)));
    // A deck without one of the winds has compiled tables; the graph is told that this one is seen.
    let usual = odds(&["--changes", "0", "--visible", "1z", "1133m456789p1234s"]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rules.toml");
    fs::write(&path, "name = 'three winds'\nlike = 'standard'\n[copies]\n1z = 3\n").unwrap();
    let same = odds(&["--changes", "0", "--rules-file", path.to_str().unwrap(), "1133m456789p1234s"]);
    assert_eq!((&same["rules"], &same["unseen"]), (&json!("three winds"), &usual["unseen"]));
    assert_eq!(same["discards"].as_array().unwrap().len(), usual["discards"].as_array().unwrap().len());
    for (one, other) in same["discards"].as_array().unwrap().iter().zip(usual["discards"].as_array().unwrap()) {
        assert_eq!((&one["tile"], &one["acceptance"]), (&other["tile"], &other["acceptance"]));
        assert!((one["win"][0].as_f64().unwrap() - other["win"][0].as_f64().unwrap()).abs() < 1e-12);
    }
    assert_eq!(
        printed(&["odds", "--rules", "taiwan", "--draws", "2"], b"147m258p369s1123456z\n147m258p369s11234567z\n"),
        "hand      147m258p369s1123456z  (16 tiles; taiwan)\n\
         distance  1 (shanten 0)\n\
         odds      of 2 draws from 120 unseen tiles; 1 change (91 hands), law remembering\n\
         \n\
         discard distance  acceptance P(ready)   P(win)\n\
         –              1           4 100.00 %   6.58 %\n\
         \n\
         P(win) if it is still this hand after so many draws\n\
         \x20              1\n\
         –         3.36 %\n\
         \n\
         hand      147m258p369s11234567z  (17 tiles; taiwan)\n\
         distance  0: wins\n\
         odds      of 2 draws from 119 unseen tiles; no changes (1 hand), law remembering\n\
         It wins as it is.\n"
    );
    let csv = printed(&["odds", "--wildcards", "2", "--format", "csv", "--draws", "1", "2p"], b"");
    assert_eq!(csv.lines().count(), 2, "{csv}");
    refused(&["odds", "--rules", "sanma"], b"5z\n5m\n", "line 2: sanma has no 5m");
    refused(&["odds", "--rules", "sanma", "--draws", "108", "5z"], b"", "--draws: 108 draws");
}

/// Hands played alone win about as often as their odds say, by each rule set's deck, forms and wildcards.
#[test]
fn hands_of_other_rules_are_played_alone() {
    let all = [
        (&["--rules", "sanma"][..], "19m199p34567s225z"),
        (&["--rules", "sichuan"], "1134m5p78s"),
        (&["--rules", "guobiao"], "147m258p36s12344z"),
        (&["--wildcards", "4", "--wildcards-beyond-copies"], "123m46p789s1111z*"),
        (&["--wildcards", "4"], "123m46p789s11z35m*"),
    ];
    // A short run has a rule set, and wildcards.
    for (arguments, hand) in all.into_iter().skip(short_or_long(1, 0)).step_by(short_or_long(2, 1)) {
        let play = |threads| -> Value {
            let runs = ["--simulate", "40_000", "--seed", "7", "--format", "json", "--threads", threads, hand];
            serde_json::from_str(&printed(&[&["odds"], arguments, &runs].concat(), b"")).unwrap()
        };
        let answer = play("1");
        if answer["rules"] == "sichuan" || short_or_long(false, true) {
            assert_eq!(answer, play("2"));
        }
        let ways = answer["discards"].as_array().cloned().unwrap_or_else(|| vec![answer.clone()]);
        assert!(!ways.is_empty(), "{answer}");
        for way in ways {
            let rate = |value: &Value| value.as_f64().unwrap();
            let (simulated, runs) = (&way["simulated"], 40_000.0);
            assert_eq!(simulated["runs"], 40_000);
            assert!((rate(&way["win"][0]) - rate(&simulated["wins"]) / runs).abs() < 0.015, "{hand}: {way}");
            assert!((rate(&way["ready"][0]) - rate(&simulated["ready"]["rate"])).abs() < 0.015, "{hand}: {way}");
        }
    }
    let text = printed(&["odds", "--rules", "sanma", "--simulate", "100", "--draws", "3"], b"5z\n55z\n");
    assert!(text.contains("\nPlayed 100 times alone: what happened (95 % interval)\n"), "{text}");
}

#[test]
fn waits_and_exact_counts_know_the_rules() {
    assert_eq!(printed(&["waits", "--rules", "guobiao", "147m258p369s1234z"], b""), "Case 1: ZHONG FA BAI\n");
    assert_eq!(
        printed(&["waits", "--rules", "sanma"], b"1112345678999p\n19m2p5p\n0\n"),
        "Case 1: 1T 2T 3T 4T 5T 6T 7T 8T 9T\nCase 2: Not ready\n"
    );
    refused(&["waits", "--rules", "taiwan", "12p"], b"", "2 tiles: expected one less");
    // Those of three players are counted a hundred times as fast.
    if short_or_long(false, true) {
        let knitted = printed(&["exact", "--rules", "guobiao", "--tiles", "14", "--format", "csv"], b"");
        assert!(knitted.contains("\n0,13257769189488,27919573,0.0000031"), "{knitted}");
    }
    let all = printed(&["exact", "--rules", "sanma", "--tiles", "2"], b"");
    assert!(
        all.starts_with("All hands of 2 tiles beside 4 exposed melds (sanma, deck of 108; form standard)"),
        "{all}"
    );
}
