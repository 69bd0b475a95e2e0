//! Wildcards: what they stand for, within the copies of the deck and beyond.

use std::fs;

use serde_json::{Value, json};

use crate::length::short_or_long;
use crate::rules::{distance, hands, refused};
use crate::run::printed;

#[test]
fn wildcards_stand_for_any_kind() {
    let text = printed(&["hand", "--wildcards", "4", "123m456p789s11z3m*"], b"");
    assert_eq!(
        text,
        "hand      1233m456p789s11z*  (13 tiles)\n\
         distance  1: ready\n\
         plan      1m 2m 3m   4p 5p 6p   7s 8s 9s   1z 1z *1z   3m [3m]\n\
         \x20         lacks 3m, gives up nothing\n\
         waits     1m×3 2m×3 3m×2 4m×4 5m×4 1z×2 *×3  (21 tiles)\n"
    );
    assert_eq!(distance(&["--wildcards", "8", "--rules", "guobiao", "******147m258p3s"]), 1);
    refused(&["hand", "--wildcards", "9", "1m"], b"", "--wildcards");
    refused(&["hand", "--wildcards", "1", "1m**23m"], b"", "2 wildcards: standard has 1");
}

/// A wildcard is the fifth 1z: a pong and a pair of them. The deck's copies bind what is drawn.
#[test]
fn wildcards_may_stand_for_a_fifth_copy() {
    assert_eq!(distance(&["--wildcards", "2", "123m456m789m1111z*"]), 1);
    let fifth = ["--wildcards", "2", "--wildcards-beyond-copies"];
    let [won, without] = &hands(&fifth, "123m456m789m1111z*\n123m456m789m1111z\n")[..] else { panic!("two hands") };
    assert_eq!((&won["distance"], &won["plan"]["wildcards"]), (&json!(0), &json!(["1z"])));
    assert_eq!(won["plan"]["groups"][4], json!(["1z", "1z"]));
    // Without a wildcard that is held, 1z can't be drawn any more.
    assert_eq!((&without["distance"], without["useful"].as_array().unwrap().len()), (&json!(2), 33));
    refused(&["hand", "--wildcards-beyond-copies", "1m"], b"", "--wildcards-beyond-copies: standard has no wildcards");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rules.toml");
    fs::write(&path, "name = 'wild'\nlike = 'sanma'\nwildcards = 3\nwildcards-beyond-copies = true\n").unwrap();
    let path = path.to_str().unwrap();
    // A short run has this hand among the many.
    if short_or_long(false, true) {
        assert_eq!(distance(&["--rules-file", path, "123p456p789p1111z*"]), 0);
    }
    // What only wildcards complete that are still to come has no distance, and no odds that it never wins.
    let four = [&fifth[..], &["--only", "1z", "11z55m"]].concat();
    let page = printed(&[&["hand"], &four[..]].concat(), b"");
    assert!(page.contains("\ndistance  never: no tiles can complete the hand, unless wildcards are drawn\n"), "{page}");
    refused(
        &[&["odds"], &four[..]].concat(),
        b"",
        "HAND: if anything can complete the hand, it is wildcards still to come",
    );
    // What is exposed, or would be by a kan, keeps a hand from what it is to be, whatever is drawn.
    let kan = ["--wildcards", "4", "--wildcards-beyond-copies", "--only", "2-8mps"];
    let page = printed(&[&["odds", "1111m2345p678s345m", "--draws", "1"], &kan[..]].concat(), b"");
    assert!(page.ends_with("\n1m         never           0   0.00 %   0.00 %\n"), "{page}");
    let page = printed(&[&["hand", "2345p678s345m", "--melds", "111m"], &kan[..]].concat(), b"");
    assert!(page.contains("\ndistance  never: no tiles can complete the hand\n"), "{page}");
    // The same many at once, whatever the wildcards of the hands beside it.
    let out = folder.path().join("answers.csv");
    let args = ["batch", "--rules-file", path, "--out", out.to_str().unwrap()];
    printed(&args, b"123p456p789p1111z*\n123p456p789p11112z\n111p222p333p44p***\n");
    let rows = fs::read_to_string(&out).unwrap();
    assert_eq!(
        rows.lines().map(|row| row.rsplit(',').next().unwrap()).collect::<Vec<_>>(),
        ["distance", "0", "1", "0"]
    );
}

/// A hand that wins with a wildcard: each discard's acceptance has the wildcards that are left, and its list names them.
#[test]
fn wildcards_that_discards_leave_are_listed() {
    let text = printed(&["hand", "--wildcards", "4", "123m456p789s111z3m*"], b"");
    let (answer, discards) = text.split_once("\ndiscard ").unwrap();
    assert!(answer.starts_with("hand      1233m456p789s111z*  (14 tiles)\ndistance  0: wins\nplan  "), "{answer}");
    assert_eq!(discards.lines().count(), 11);
    assert!(discards.lines().skip(1).all(|line| line.ends_with(" *×3")), "{discards}");
}

/// Wildcards are more tiles than any other deck has.
#[test]
fn acceptances_with_wildcards_are_counted() {
    let report = printed(&["batch", "--wildcards", "8", "--useful", "--format", "json"], b"1m***\n");
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["acceptance"]["mean"], 140.0);
}
