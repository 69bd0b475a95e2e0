//! `paili hand` as a user meets it.

use serde_json::{Value, json};

use crate::length::short_or_long;
use crate::run::{self, paili, refused, run};

#[track_caller]
fn printed(arguments: &[&str], input: &str) -> String {
    run::printed(arguments, input.as_bytes())
}

#[track_caller]
fn object(arguments: &[&str]) -> Value {
    let text = printed(&[&["hand", "--format", "json"], arguments].concat(), "");
    assert_eq!(text.lines().count(), 1);
    serde_json::from_str(&text).unwrap()
}

#[test]
fn the_object_has_its_keys_in_their_published_order() {
    assert_eq!(
        printed(&["hand", "--format", "json", "1M 2M 3M 4P 5P 6P 7S 8S 9S E E Z Z"], ""),
        concat!(
            r#"{"hand":"1M 2M 3M 4P 5P 6P 7S 8S 9S E E Z Z","rules":"standard","tiles":13,"melds":0,"distance":1,"shanten":0,"#,
            r#""forms":["standard"],"useful":[{"tile":"E","copies":2},{"tile":"Z","copies":2}],"acceptance":4,"#,
            r#""waits":["E","Z"],"unneeded":[],"plan":{"groups":[["1M","2M","3M"],["4P","5P","6P"],["7S","8S","9S"],["E","E","E"],"#,
            r#"["Z","Z"]],"missing":["E"],"surplus":[]}}"#,
            "\n"
        )
    );
    assert_eq!(
        printed(&["hand", "--format", "json", "34m99p", "--limit", "1"], ""),
        concat!(
            r#"{"hand":"34m99p","rules":"standard","tiles":4,"melds":3,"distance":1,"shanten":0,"forms":["standard"],"#,
            r#""useful":[{"tile":"2m","copies":4},{"tile":"5m","copies":4}],"acceptance":8,"waits":["2m","5m"],"#,
            r#""unneeded":[],"plan":{"groups":[["2m","3m","4m"],["9p","9p"]],"missing":["2m"],"surplus":[]}}"#,
            "\n"
        )
    );
    assert_eq!(
        printed(&["hand", "--format", "json", "34m99p1z", "--limit", "1"], ""),
        concat!(
            r#"{"hand":"34m99p1z","rules":"standard","tiles":5,"melds":3,"distance":1,"shanten":0,"forms":["standard"],"#,
            r#""discards":[{"tile":"1z","distance":1,"acceptance":8,"#,
            r#""useful":[{"tile":"2m","copies":4},{"tile":"5m","copies":4}]}],"unneeded":["1z"],"rule_discard":"1z","#,
            r#""plan":{"groups":[["2m","3m","4m"],["9p","9p"]],"missing":["2m"],"surplus":["1z"]}}"#,
            "\n"
        )
    );
}

/// Whoever asks for the standard form alone hears when another one is nearer.
#[test]
fn a_nearer_form_is_told() {
    let thirteen_sided = "19m19p19s1234567z";
    assert_eq!(object(&[thirteen_sided])["nearer"], json!({"form": "orphans", "distance": 1}));
    let page = printed(&["hand", thirteen_sided], "");
    assert!(page.contains("by orphans 1 (--forms orphans or all)"), "{page}");
    for forms in ["all", "kokushi", "十三幺", "orphans", "standard,kokushi"] {
        let told = object(&[thirteen_sided, "--forms", forms]);
        assert_eq!((&told["distance"], told.get("nearer")), (&json!(1), None), "{forms}");
    }
    assert_eq!(object(&["1122m3344p5566s7z"])["nearer"], json!({"form": "pairs", "distance": 1}));
    assert_eq!(object(&["1122m3344p5566s7z", "--forms", "chiitoitsu"])["forms"], json!(["pairs"]));
    assert_eq!(object(&["123m456p789s1122z"]).get("nearer"), None);
    assert_eq!(object(&["1199m"]).get("nearer"), None, "other forms are concealed");
    // The rule's discard would take the form apart.
    assert!(!printed(&["hand", "19m19p19s12345677z", "--forms", "all"], "").contains("THUPC"));
}

#[test]
fn red_fives_are_kept() {
    assert_eq!(object(&["340m99p11z"])["hand"], "340m99p11z");
    assert_eq!(object(&["3m 4m 5mr 9p 9p E C"])["hand"], "3m 4m 5mr 9p 9p E C");
    assert_eq!(object(&["340m99p11z", "--output-notation", "mjai"])["hand"], "3m 4m 5mr 9p 9p E E");
    assert!(printed(&["hand", "340m99p11z"], "").starts_with("hand      340m99p11z  (7 tiles"));
    // In the plan, which keeps them, and among the discards, where a five goes that is not red if there is one.
    let plan = object(&["340m99p112z"]);
    assert_eq!(plan["plan"]["groups"][0], json!(["3m", "4m", "0m"]));
    assert_eq!(plan["discards"].as_array().unwrap().iter().filter(|discard| discard["tile"] == "0m").count(), 1);
    let page = printed(&["hand", "340m99p112z"], "");
    assert!(page.contains("\nplan      3m 4m 0m   ") && page.contains("\n  0m "), "{page}");
    let both = object(&["34055m99p1z"]);
    assert_eq!(both["discards"].as_array().unwrap().iter().filter(|discard| discard["tile"] == "5m").count(), 1);
    assert_eq!(object(&["123m456p11z0s99s"])["plan"]["surplus"], json!(["0s"]));
}

#[test]
fn copies_leave_out_what_is_exposed_and_visible() {
    let exposed = object(&["34m99p", "--melds", "222m,5M6M7M,EEE"]);
    assert_eq!(exposed["useful"], json!([{"tile": "2m", "copies": 1}, {"tile": "5m", "copies": 3}]));
    let kan = object(&["34m99p", "--melds", "2222m,5M6M7M,EEE"]);
    assert_eq!(kan["useful"], json!([{"tile": "2m", "copies": 0}, {"tile": "5m", "copies": 3}]));
    let visible = object(&["34m99p", "--visible", "2M 2M 2M 2M 5M"]);
    assert_eq!(visible["useful"], json!([{"tile": "2m", "copies": 0}, {"tile": "5m", "copies": 3}]));
    assert_eq!(visible["acceptance"], 3);
}

#[test]
fn forms_are_named_when_they_reach_the_distance() {
    let hand = "1133557799m1122p";
    assert_eq!(object(&[hand])["distance"], 4);
    let pairs = object(&[hand, "--forms", "standard,pairs,orphans"]);
    assert_eq!((&pairs["distance"], &pairs["forms"]), (&json!(0), &json!(["pairs"])));
    assert_eq!(pairs["plan"]["groups"].as_array().map(Vec::len), Some(7));
    assert_eq!(pairs.get("rule_discard"), Some(&json!("2p")), "the rule knows only the standard form");
    let orphans = object(&["19m19p19s1234567z", "--forms", "orphans"]);
    assert_eq!((&orphans["distance"], &orphans["acceptance"]), (&json!(1), &json!(39)));
}

#[test]
fn red_fives_are_fives() {
    for text in ["340m0p99s1z", "34r5mr5p99s1z", "340m 0p 99s 1z"] {
        let mut red = object(&[text, "--visible", "0s"]);
        // Its name is all that is different.
        red["hand"] = json!("345m5p99s1z");
        red["plan"]["groups"] = object(&["345m5p99s1z"])["plan"]["groups"].clone();
        assert_eq!(red, object(&["345m5p99s1z", "--visible", "5s"]), "{text}");
    }
    assert_eq!(object(&["34m99p", "--melds", "406p,EEE,r505s"])["waits"], json!(["2m", "5m"]));
    let expected = "digits 1-9, or 0 or r5 for a red five, followed by m, p or s, or 1-7 followed by z or c";
    let message = format!("HAND: character 4: \"0z\" is not a tile: expected {expected}\n  34m0z\n     ^");
    refused(&run(&["hand", "34m0z"], b""), &message);
}

#[test]
fn every_notation_is_answered_in_itself_or_another() {
    for (hand, tile) in [("1M 2M E E", "3M"), ("1W 2W DONG DONG", "3W"), ("12m11z", "3m"), ("🀇🀈🀀🀀", "🀉")]
    {
        let own = object(&[hand]);
        assert_eq!((&own["hand"], &own["waits"][0]), (&json!(hand), &json!(tile)));
        let arguments: Vec<&str> = hand.split(' ').collect();
        assert_eq!(object(&arguments), own, "in one argument or many");
        assert_eq!(object(&[hand, "--output-notation", "mpsz"])["hand"], "12m11z");
    }
    let forced = object(&["1S 2S 3S 4S", "--notation", "uva", "--output-notation", "uva"]);
    assert_eq!(forced["hand"], "1S 2S 3S 4S");
    refused(
        &run(&["hand", "12m11z", "--notation", "judge"], b""),
        "HAND: character 1: \"12m11z\" is not a tile: expected 1M-9M, 1P-9P, 1S-9S, E S W N B F Z, PASS, REVERSE or DOUBLE\
         \n  12m11z\n  ^",
    );
}

#[test]
fn people_get_a_page() {
    let page = printed(&["hand", "34m99p1z", "--limit", "2"], "");
    let lines = [
        "hand      34m99p1z  (5 tiles, 3 exposed melds)",
        "distance  1: ready after the right discard",
        "plan      [2m] 3m 4m   9p 9p",
        "          lacks 2m, gives up 1z",
        "rule      discards 1z (THUPC 2021)",
        "discard   distance  acceptance  useful",
        "  1z             1           8  2m×4 5m×4",
    ];
    assert!(page.starts_with(&lines.join("\n")), "{page}");
    assert_eq!(page.lines().count(), lines.len() + 1);
    assert!(!page.contains('\x1b'), "no colours in a file");
    assert!(printed(&["hand", "11m"], "").contains("0: wins"));
}

#[test]
fn bad_hands_are_shown_with_the_place() {
    for (hand, message) in [
        (
            "1133m456789x123s",
            "character 12: \"x123s\" is not a tile: expected digits 1-9, or 0 or r5 for a red five, followed by m, p or s, or 1-7 followed by z or c\n  1133m456789x123s\n             ^",
        ),
        ("11111m", "character 5: a fifth 1m: there are four of each kind\n  11111m\n      ^"),
        (
            "123m E",
            "character 6: \"E\" is judge notation, but what comes before it is mpsz notation: expected all of it in one\n  123m E\n       ^",
        ),
        ("123m", "3 tiles: expected 13 or 14, or with exposed melds 10 or 11, 7 or 8, 4 or 5, 1 or 2\n  123m"),
        (
            "123456789m123456p",
            "15 tiles: expected 13 or 14, or with exposed melds 10 or 11, 7 or 8, 4 or 5, 1 or 2\n  123456789m123456p",
        ),
    ] {
        assert_eq!(refused(&run(&["hand", hand], b""), &format!("HAND: {message}")), "");
    }
    for (arguments, message) in [
        (
            &["1m", "--melds", "124p"][..],
            "--melds: \"124p\" is not a meld: expected three consecutive tiles of a suit, or three or four identical tiles\n  124p",
        ),
        (
            &["1m", "--melds", "123m,123m,123m,123m,123m"],
            "--melds: a fifth 1m: there are four of each kind\n  123m,123m,123m,123m,123m",
        ),
        (
            &["1m", "--melds", "123m,123m,123m,123p,123p"],
            "--melds: 5 melds: expected at most four\n  123m,123m,123m,123p,123p",
        ),
        (&["1133m", "--melds", "123p"], "HAND: 4 tiles: expected 10 or 11 with one exposed meld\n  1133m"),
        (
            &["1111m", "--melds", "123m,EEE,SSS"],
            "HAND: a fifth 1m: 4 in the hand, 1 in --melds and --visible, but there are four of each kind\n  1111m\n     ^",
        ),
        (
            &["PASS", "--output-notation", "uva"],
            "HAND: PASS can't be written in uva notation, only in judge notation\n  PASS",
        ),
        (
            &["1m", "--visible", "1m?"],
            "--visible: character 3: \"?\" is not a tile: expected digits 1-9, or 0 or r5 for a red five, followed by m, p or s, or 1-7 followed by z or c\n  1m?\n    ^",
        ),
    ] {
        assert_eq!(refused(&run(&[&["hand"], arguments].concat(), b""), message), "");
    }
    for arguments in [
        &["hand", "1m", "--forms", "kong"][..],
        &["hand", "1m", "--notation", "tenhou"],
        &["hand", "1m", "--limit", "x"],
        &["hand", "1m", "--limit", "0"],
    ] {
        assert_eq!(run(arguments, b"").status.code(), Some(2), "{arguments:?}");
    }
}

/// Melds in brackets are those of `--melds`, wherever the program reads hands.
#[test]
fn melds_in_brackets_are_melds() {
    for (bracketed, tiles, melds) in [
        ("13m456p789s11z[2222m]", "13m456p789s11z", "2222m"),
        ("（222m）13m456p789s11z1p", "13m456p789s11z1p", "222m"),
        ("1M 3M 4P 5P 6P E E (2M 2M 2M 2M) [7S 8S 9S]", "1M 3M 4P 5P 6P E E", "2222m,789s"),
        ("🀇🀉🀜🀝🀞🀀🀀【🀈🀈🀈🀈】「🀖🀗🀘」", "🀇🀉🀜🀝🀞🀀🀀", "2222m,789s"),
        ("40m[340p]11z555p789s", "40m11z555p789s", "345p"),
    ] {
        let by_other_rules = if melds == "222m" { short_or_long("standard", "guobiao") } else { "standard" };
        for more in [&[][..], &["--rules", "riichi"], &["--rules", by_other_rules], &["--available=melds"]] {
            let beside = printed(&[&["hand", tiles, "--melds", melds, "--format", "json"], more].concat(), "");
            assert_eq!(printed(&[&["hand", bracketed, "--format", "json"], more].concat(), ""), beside, "{bracketed}");
        }
        let beside = printed(&["odds", tiles, "--melds", melds, "--format", "json"], "");
        assert_eq!(printed(&["odds", bracketed, "--format", "json"], ""), beside, "{bracketed}");
    }
    // A suit with an exposed meld can't be void.
    let beside = object(&["--rules", "sichuan", "--melds", "111m", "2244466688p"]);
    assert_eq!(object(&["--rules", "sichuan", "2244466688p[111m]"]), beside);
    assert_eq!(object(&["13m456p11z[2222m]", "--melds", "789s"])["acceptance"], 0);
    assert_eq!(printed(&["waits", "13m456p789s11z[2222m]"], ""), "Case 1: 2W\n");
    let no_meld = "is not a meld: expected three consecutive tiles of a suit, or three or four identical tiles";
    for (arguments, message) in [
        (&["hand", "13m456p789s11z(22m)"][..], format!("HAND: character 15: \"(22m)\" {no_meld}")),
        (&["odds", "13m456p789s11z(224m)"], format!("HAND: character 15: \"(224m)\" {no_meld}")),
        (&["waits", "13m456p789s11z[2m]"], format!("HAND: character 15: \"[2m]\" {no_meld}")),
        (&["hand", "--rules", "sanma", "19p456p789s11z[19m]"], format!("HAND: character 15: \"[19m]\" {no_meld}")),
        (&["hand", "11m[222p"], "HAND: character 4: \"[222p\" has a bracket without its other one".to_owned()),
        (&["hand", "13m456p789s1122z[222m]"], "HAND: 12 tiles: expected 10 or 11 with one exposed meld".to_owned()),
    ] {
        let output = run(arguments, b"");
        assert_eq!(output.status.code(), Some(2));
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(&message), "{arguments:?}: {error}");
    }
}

/// HDU 4431 and those who learnt from it write honors so.
#[test]
fn honors_may_be_called_c() {
    assert_eq!(printed(&["waits", "1s 2s 3s 2c 2c 2c 2p 3p 5m 6m 7m 1p 1p"], ""), "Case 1: 1T 4T\n");
    assert_eq!(object(&["1p1p2p3p4s5s6s7c7c3s3s2m2m"])["hand"], "22m1123p33456s77z");
    for text in ["8c", "9c"] {
        refused(
            &run(&["hand", text], b""),
            &format!(
                "HAND: character 1: \"{text}\" is not a tile: expected digits 1-9, or 0 or r5 for a red five, followed by m, p or s, or 1-7 followed by z or c\n  {text}\n  ^"
            ),
        );
    }
}

/// Names of tiles in messages are in the notation of whoever wrote them, and nothing is called an empty text.
#[test]
fn messages_say_what_was_written() {
    for (arguments, message) in [
        (&["--rules", "sanma", "2m"][..], "HAND: sanma has no 2m\n"),
        (&["--rules", "sanma", "二萬"], "HAND: sanma has no 二萬\n"),
        (&["--rules", "sanma", "1p", "--melds", "二萬二萬二萬"], "--melds: sanma has no 二萬\n"),
        (&["--rules", "sanma", "1p", "--visible", "2m"], "--visible: sanma has no 2m\n"),
        (&["1m12f"], "HAND: character 5: \"f\" begins with a flower: flowers are left out here\n"),
        (&["1m12f3s"], "HAND: character 5: \"f3s\" begins with a flower: "),
        (&["foo.txt"], "HAND: character 1: \"foo.txt\" is not a tile: expected tiles such as 1m1z (mpsz), "),
        (&["一萬 春"], "HAND: character 4: \"春\" begins with a flower: flowers"),
        (&["1m🀢"], "HAND: character 3: \"🀢\" begins with a flower: flowers"),
        (&["1*"], "HAND: character 2: \"*\" begins with a wildcard: expected tiles; only hands"),
        (&["1 "], "HAND: character 1: \"1\" is not a tile"),
        (&["--wildcards", "4", "1*"], "HAND: character 1: \"1\" is not a tile"),
        (&["--wildcards", "4", "1m 12*"], "HAND: character 4: \"12\" is not a tile"),
    ] {
        let output = run(&[&["hand"], arguments].concat(), b"");
        assert_eq!(output.status.code(), Some(2));
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(message), "{arguments:?}: {error}");
    }
    let page = printed(&["hand", "*", "--wildcards", "1"], "");
    assert!(page.contains("\nwaits     1m×4 2m×4 3m×4 "), "no tile says which notation it is: {page}");
    let page = printed(&["hand", "9m", "--visible", "999m"], "");
    assert!(page.contains("waits     9m×0  (0 tiles; none left of 9m)\n"), "{page}");
}

#[test]
fn lines_are_answered_up_to_the_first_bad_one() {
    let input = "1m\r\n\r\n11m\n123m\n2m\n";
    let output = run(&["hand", "--format", "json"], input.as_bytes());
    let size = "expected 13 or 14, or with exposed melds 10 or 11, 7 or 8, 4 or 5, 1 or 2";
    let before = refused(&output, &format!("standard input: line 4: 3 tiles: {size}\n  123m"));
    assert_eq!(before.lines().count(), 2);

    let output = run(&["hand", "--format", "json", "--on-error", "skip"], input.as_bytes());
    assert!(output.status.success());
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 3);
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "paili: skipped 1 of 4 lines that are no hands\n");

    refused(&run(&["hand"], b"\n"), "standard input: no hands: expected one a line");
    assert_eq!(run(&["hand"], b"\xff\xfe\n").status.code(), Some(2));
}

#[test]
fn many_lines_are_answered_in_their_order() {
    let hands: Vec<String> = (0..20_000).map(|number| format!("{}{}m", number % 9 + 1, (number / 9) % 9 + 1)).collect();
    let text = printed(&["hand", "--format", "json", "--output-notation", "judge"], &hands.join("\n"));
    assert_eq!(text.lines().count(), hands.len());
    for (hand, line) in hands.iter().zip(text.lines()) {
        let mut digits: Vec<char> = hand.chars().take(2).collect();
        digits.sort_unstable();
        assert!(line.starts_with(&format!("{{\"hand\":\"{}M {}M\"", digits[0], digits[1])), "{hand}: {line}");
    }
}

#[test]
fn shells_and_manuals_know_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = printed(&["completions", shell], "");
        assert!(script.contains("waits") && script.contains("visible"), "{shell}");
    }
    assert!(printed(&["man"], "").contains(".TH paili 1"));
    for command in ["play", "hand", "batch", "waits", "completions", "man"] {
        assert!(printed(&["man", command], "").contains(&format!("paili\\-{command}")), "{command}");
    }
    refused(
        &run(&["man", "deal"], b""),
        "there is no subcommand \"deal\": expected one of play, hand, odds, batch, waits, simulate, compare, arena, audit, exact, solve, alone, completions, man",
    );
    assert_eq!(paili(&["completions", "tcsh"]).output().unwrap().status.code(), Some(2));
}
