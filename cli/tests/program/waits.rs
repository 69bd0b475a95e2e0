//! `paili waits`: UVa 11210 as its judge would run it.

use crate::run::{self, error, refused, run};

const EXAMPLE: &str = "\
1S 1S 2S 2S 2S 3S 3S 3S 7S 8S 9S FA FA
1S 2S 3S 4S 5S 6S 7S 8S 9S 1T 3T 5T 7T
0
";

#[track_caller]
fn printed(input: &str) -> String {
    run::printed(&["waits"], input.as_bytes())
}

#[test]
fn the_published_example_is_answered() {
    let expected = "Case 1: 1S 4S FA\nCase 2: Not ready\n";
    assert_eq!(printed(EXAMPLE), expected);
    assert_eq!(printed(&EXAMPLE.replace("\n0\n", "")), expected, "the end of the input ends it too");
    assert_eq!(printed(&EXAMPLE.replace('\n', "\r\n")), expected);
    assert_eq!(printed(&(EXAMPLE.to_owned() + "what comes after the 0 is not read")), expected);
    assert_eq!(printed("0\n"), "");
}

#[test]
fn waits_are_listed_in_the_problems_order() {
    let all = "1T 9T 1S 9S 1W 9W DONG NAN XI BEI ZHONG FA BAI";
    assert_eq!(printed(all), "Case 1: Not ready\n", "thirteen orphans are no win here");
    let waits = |hand: &str| printed(hand).trim_start_matches("Case 1:").to_owned();
    assert_eq!(waits("1T 1T 1T 2T 3T 4T 5T 6T 7T 8T 9T 9T 9T"), " 1T 2T 3T 4T 5T 6T 7T 8T 9T\n");
    assert_eq!(waits("1S 2S 3S 4S 5S 6S 7S 8S 9S ZHONG ZHONG BAI BAI"), " ZHONG BAI\n");
    assert_eq!(waits("1S 2S 3S 4S 5S 6S 7S 8S 9S DONG DONG 9W 9W"), " 9W DONG\n");
    assert_eq!(waits("1T 1T 1T 1T 2S 3S 4S 5S 6S 7S 7W 8W 9W"), " Not ready\n", "there is no fifth 1T");
}

#[test]
fn hands_are_read_in_any_notation() {
    for hand in ["11222333789s66z", "1s 1s 2s 2s 2s 3s 3s 3s 7s 8s 9s F F", "一一二二二三三三七八九索發發"]
    {
        assert_eq!(printed(hand), "Case 1: 1S 4S FA\n", "{hand}");
    }
}

#[test]
fn a_hand_is_taken_from_the_arguments_as_well() {
    for arguments in [&["11222333789s66z"][..], &["1S", "1S", "2S 2S 2S 3S 3S 3S 7S 8S 9S FA FA"]] {
        assert_eq!(run::printed(&[&["waits"], arguments].concat(), b""), "Case 1: 1S 4S FA\n");
    }
    assert_eq!(run::printed(&["waits", "34m99p"], b""), "Case 1: 2W 5W\n", "beside three exposed melds");
    let neither =
        "no file of that name, and no hand: character 4: \"9\" is not a tile: expected digits 1-9, or 0 or r5 for";
    assert!(error(&run(&["waits", "34m9"], b"")).contains(neither));
    // What is at fault is told in the notation that is read furthest.
    assert!(
        error(&run(&["waits", "1M", "2M", "3X"], b""))
            .contains("HAND: character 7: \"3X\" is not a tile: expected 1M-9M")
    );
    for file in ["Cargo.toml", "-"] {
        let output = run(&["waits", file, "34m99p"], b"34m99p\n");
        assert_eq!(refused(&output, &format!("{file}: one of 2 arguments: expected one file, or one hand")), "");
    }
    refused(
        &run(&["waits", "34m99p1s"], b""),
        "HAND: 5 tiles: expected 13, three less for every exposed meld, or a single 0 to end\n  34m99p1s",
    );
}

#[test]
fn bad_lines_are_named() {
    let before = refused(
        &run(&["waits"], b"1S 1S 2S 2S 2S 3S 3S 3S 7S 8S 9S FA FA\n1W 1M\n0\n"),
        "standard input: line 2: character 4: \"1M\" is not a tile: expected 1T-9T, 1S-9S, 1W-9W, DONG, NAN, XI, BEI, \
         ZHONG, FA or BAI\n  1W 1M\n     ^",
    );
    assert_eq!(before, "Case 1: 1S 4S FA\n");
    refused(
        &run(&["waits"], b"1S 2S\n"),
        "standard input: line 1: 2 tiles: expected 13, three less for every exposed meld, or a single 0 to end\n  1S 2S",
    );
    assert_eq!(run(&["waits", "no such file"], b"").status.code(), Some(2));
}
