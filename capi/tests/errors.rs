//! Every failure has its code, and says where it is and how to mend it.
#![allow(unsafe_code)]

use std::ptr::{null, null_mut};

use paili::Distance;
use paili_capi::border::{
    paili_analyse, paili_analyse_batch, paili_discards, paili_distance, paili_distance_batch, paili_read_hand,
    paili_rules_described, paili_rules_free, paili_rules_named,
};
use paili_capi::{Analysis, Discard, Status};

use crate::called::{Called, Told, answered, last_error};

/// 123m 456p 789s EE ZZ.
fn ready() -> [u8; 34] {
    let mut counts = [0; 34];
    for kind in [0, 1, 2, 12, 13, 14, 24, 25, 26, 27, 27, 33, 33] {
        counts[kind] += 1;
    }
    counts
}

fn bad_tiles(row: usize, kind: i32, message: &str) -> Told {
    Told { status: Status::BadTiles, row, kind, message: message.to_owned() }
}

#[test]
fn counts_that_are_no_hand_are_refused() {
    let rules = Called::named("riichi").unwrap();
    let mut five = ready();
    five[4] = 5;
    let too_many = "a fifth 5M: there are four of each kind";
    assert_eq!(rules.distance(&five).unwrap_err(), bad_tiles(0, 4, too_many));
    assert_eq!(rules.analyse(&five, None).unwrap_err().kind, 4);
    assert_eq!(rules.discards(&five, None).unwrap_err().kind, 4);

    let mut twelve = ready();
    twelve[0] = 0;
    let size = "12 tiles: expected 13 or 14, or with exposed melds 10 or 11, 7 or 8, 4 or 5, 1 or 2";
    assert_eq!(rules.distance(&twelve).unwrap_err(), bad_tiles(0, -1, size));
    assert_eq!(rules.distance(&[u8::MAX; 34]).unwrap_err().status, Status::BadTiles);

    let visible = "visible: a fifth 5M: there are four of each kind";
    assert_eq!(rules.analyse(&ready(), Some(&five)).unwrap_err(), bad_tiles(0, 4, visible));

    let of_kind = |kind: usize, copies| {
        let mut counts = [0; 34];
        counts[kind] = copies;
        counts
    };
    let visible = "visible: 4 of 1M beside 1 in the hand: there are 4";
    assert_eq!(rules.analyse(&ready(), Some(&of_kind(0, 4))).unwrap_err(), bad_tiles(0, 0, visible));
    assert_eq!(rules.discards(&ready(), Some(&of_kind(0, 4))).unwrap_err(), bad_tiles(0, 0, visible));

    let sanma = Called::named("sanma").unwrap();
    let visible = "visible: 1 of 5M beside 0 in the hand: there are 0";
    assert_eq!(sanma.analyse(&of_kind(9, 1), Some(&of_kind(4, 1))).unwrap_err(), bad_tiles(0, 4, visible));
    assert_eq!(sanma.read_hand(c"11111p").unwrap_err().kind, 9);
    assert_eq!(sanma.read_hand(c"11p23456789p[111p]").unwrap_err().kind, 9);
    assert_eq!(sanma.distance(&ready()).unwrap_err(), bad_tiles(0, 1, "sanma has no 2M"));
}

#[test]
fn batches_end_at_the_first_bad_hand_and_tell_its_row() {
    for name in ["riichi", "guobiao"] {
        let rules = Called::named(name).unwrap();
        let mut hands = vec![ready(); 1000];
        hands[700][33] = 5;
        hands[800][0] = 0;
        let (answered, distances) = rules.distances(&hands);
        let error = answered.unwrap_err();
        assert_eq!((error.status, error.row, error.kind), (Status::BadTiles, 700, 33));
        assert_eq!(error.message, "row 700: 5 of Z (count 33 of 0-33): expected at most four of each kind");
        assert_eq!(distances, [vec![1; 700], vec![Distance::NEVER.get(); 300]].concat());

        let (answered, analyses) = rules.analyses(&hands);
        let error = answered.unwrap_err();
        assert_eq!((error.status, error.row, error.kind), (Status::BadTiles, 700, 33));
        assert!(analyses[..700].iter().all(|answer| *answer == analyses[0] && answer.distance == 1));
        assert!(analyses[700..].iter().all(|answer| answer.distance == u8::MAX), "no answers are written");
    }
}

#[test]
fn texts_that_are_nothing_are_refused() {
    let error = Called::named("mahjong").unwrap_err();
    let expected = "\"mahjong\" is not a rule set: expected standard, riichi, sanma, taiwan, guobiao or sichuan";
    assert_eq!((error.status, &error.message[..]), (Status::BadRules, expected));
    let error = Called::described(r#"{"name": "mine", "meld": 4}"#).unwrap_err();
    assert!(error.status == Status::BadRules && error.message.starts_with("unknown field `meld`"), "{error:?}");
    let error = Called::described(r#"{"name": "mine", "melds": 9}"#).unwrap_err();
    assert_eq!((error.status, &error.message[..]), (Status::BadRules, "9 melds: expected 1 to 5 beside the pair"));
    for (json, message) in [
        (r#"{"name": "mine", "copies": {"1m": 4, "1m": 0}}"#, "duplicate key \"1m\" at line 1"),
        (r#"{"a\u001b[31m\u0000b": 1}"#, "unknown field `a\\u{1b}[31m\\0b`, expected one of `name`"),
        ("[]", "invalid length 0, expected the keys of a rule set and their values"),
    ] {
        let error = Called::described(json).unwrap_err();
        assert!(error.status == Status::BadRules && error.message.starts_with(message), "{error:?}");
    }

    let rules = Called::described(r#"{"name": "mine", "like": "riichi", "wildcards": 4}"#).unwrap();
    for hand in [c"123m456p789s1122x", c"123m456p789s112z*", c"\xff", c"123m456p789s112z PASS"] {
        let error = rules.read_hand(hand).unwrap_err();
        assert!(error.status == Status::BadTiles && !error.message.is_empty(), "{hand:?}: {error:?}");
    }
    assert_eq!(rules.read_hand(c"123m456p789s1122z").unwrap().iter().sum::<u8>(), 13);
}

#[test]
fn null_pointers_are_named() {
    let rules = Called::named("standard").unwrap();
    let hand = ready();
    let (rules, counts) = (rules.address(), hand.as_ptr());
    let (mut made, mut distance, mut found, mut place) = (null_mut(), Distance::WON, 0, [0; 34]);
    let mut analysis = Analysis { useful: 0, acceptance: 0, distance: 0 };
    let mut discards = [Discard { after: analysis, kind: 0 }; 17];
    let is_named = |name: &str, status| {
        let message = format!("{name} is null: expected a pointer");
        assert_eq!(answered(status), Err(Told { status: Status::NullPointer, row: 0, kind: -1, message }));
    };
    // SAFETY: pointers are null or as the functions ask.
    unsafe {
        is_named("name", paili_rules_named(null(), &raw mut made));
        is_named("rules", paili_rules_named(c"riichi".as_ptr(), null_mut()));
        is_named("json", paili_rules_described(null(), &raw mut made));
        is_named("rules", paili_rules_described(c"{}".as_ptr(), null_mut()));
        is_named("rules", paili_read_hand(null(), c"1m".as_ptr(), place.as_mut_ptr()));
        is_named("hand", paili_read_hand(rules, null(), place.as_mut_ptr()));
        is_named("counts", paili_read_hand(rules, c"1m".as_ptr(), null_mut()));
        is_named("rules", paili_distance(null(), counts, &raw mut distance));
        is_named("counts", paili_distance(rules, null(), &raw mut distance));
        is_named("distance", paili_distance(rules, counts, null_mut()));
        is_named("rules", paili_analyse(null(), counts, null(), &raw mut analysis));
        is_named("counts", paili_analyse(rules, null(), null(), &raw mut analysis));
        is_named("analysis", paili_analyse(rules, counts, null(), null_mut()));
        is_named("rules", paili_discards(null(), counts, null(), discards.as_mut_ptr(), &raw mut found));
        is_named("counts", paili_discards(rules, null(), null(), discards.as_mut_ptr(), &raw mut found));
        is_named("discards", paili_discards(rules, counts, null(), null_mut(), &raw mut found));
        is_named("found", paili_discards(rules, counts, null(), discards.as_mut_ptr(), null_mut()));
        is_named("rules", paili_distance_batch(null(), counts, 1, &raw mut distance));
        is_named("counts", paili_distance_batch(rules, null(), 1, &raw mut distance));
        is_named("distances", paili_distance_batch(rules, counts, 1, null_mut()));
        is_named("rules", paili_analyse_batch(null(), counts, 1, &raw mut analysis));
        is_named("counts", paili_analyse_batch(rules, null(), 1, &raw mut analysis));
        is_named("analyses", paili_analyse_batch(rules, counts, 1, null_mut()));
        // Of nothing, there need be no memory, and nothing to give back.
        assert_eq!(paili_distance_batch(rules, null(), 0, null_mut()), Status::Ok);
        assert_eq!(paili_analyse_batch(rules, null(), 0, null_mut()), Status::Ok);
        paili_rules_free(null_mut());
    }
}

#[test]
fn more_hands_than_memory_holds_are_refused() {
    let rules = Called::named("standard").unwrap();
    let (counts, mut distance) = (ready(), Distance::WON);
    for hands in [usize::MAX, usize::MAX / 2 / 34 + 1] {
        // SAFETY: nothing is read of so many.
        let status = unsafe { paili_distance_batch(rules.address(), counts.as_ptr(), hands, &raw mut distance) };
        let message = format!("{hands} hands: more than memory can hold");
        assert_eq!(answered(status), Err(Told { status: Status::TooMany, row: 0, kind: -1, message }));
    }
}

#[test]
fn the_last_error_stays_while_calls_succeed() {
    std::thread::spawn(|| {
        let nothing = Told { status: Status::Ok, row: 0, kind: -1, message: String::new() };
        assert_eq!(last_error(), nothing);
        let error = Called::named("mahjong").unwrap_err();
        let rules = Called::named("riichi").unwrap();
        assert_eq!(rules.distance(&ready()), Ok(1));
        assert_eq!(last_error(), error);
    })
    .join()
    .unwrap();
}
