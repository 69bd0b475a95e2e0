//! `paili exact` as a user meets it.

use paili::rules::ReadyMade;
use paili::survey::Distribution;
use paili::{Deck, Specials, Tile};
use serde_json::Value;

use crate::run::{self, paili, refused, run};

/// What a run printed on standard output, which has to have gone well.
#[track_caller]
fn printed(arguments: &[&str]) -> String {
    run::printed(&[&["exact"], arguments].concat(), b"")
}

/// Two tiles win as a pair: 34 · C(4, 2) ways. The other 8,976 hands wait for the six copies left of their two kinds.
#[test]
fn the_object_has_its_keys_in_their_published_order() {
    assert_eq!(
        printed(&["--tiles", "2", "--format", "json"]),
        concat!(
            r#"{"tiles":2,"deck":136,"rules":"standard","forms":["standard"],"distances":["#,
            r#"{"distance":0,"weighted":"204","distinct":"34","probability":0.022222222222222223},"#,
            r#"{"distance":1,"weighted":"8976","distinct":"561","probability":0.9777777777777777}],"#,
            r#""weighted":"9180","distinct":"595","mean":0.9777777777777777}"#,
            "\n"
        )
    );
    // A lone special tile lacks a whole pair, and any of the 134 regular tiles left is half of one.
    assert_eq!(
        printed(&["--tiles", "1", "--deck", "148", "--visible", "PASS 9M 1M", "--acceptance", "--format", "json"]),
        concat!(
            r#"{"tiles":1,"deck":148,"rules":"standard","visible":"1M 9M PASS","forms":["standard"],"distances":["#,
            r#"{"distance":1,"weighted":"134","distinct":"34","probability":0.9241379310344827,"#,
            r#""acceptance":2.955223880597015,"accepted":"396"},"#,
            r#"{"distance":2,"weighted":"11","distinct":"3","probability":0.07586206896551724,"#,
            r#""acceptance":134.0,"accepted":"1474"}],"#,
            r#""weighted":"145","distinct":"37","mean":1.0758620689655172,"#,
            r#""acceptance":12.89655172413793,"accepted":"1870"}"#,
            "\n"
        )
    );
}

#[test]
fn rows_are_a_distance_each() {
    assert_eq!(
        printed(&["--tiles", "2", "--format", "csv"]),
        "distance,weighted,distinct,probability\n0,204,34,0.022222222222222223\n1,8976,561,0.9777777777777777\n"
    );
    assert_eq!(
        printed(&["--tiles", "2", "--format", "csv", "--acceptance"]),
        "distance,weighted,distinct,probability,acceptance,accepted\n\
         0,204,34,0.022222222222222223,0,0\n\
         1,8976,561,0.9777777777777777,6,53856\n"
    );
}

#[test]
fn people_get_a_page() {
    let page = printed(&["--tiles", "2", "--acceptance"]);
    let lines = [
        "All hands of 2 tiles beside 4 exposed melds (deck of 136; form standard)",
        "",
        "Distance   ways to draw    probability   different hands   acceptance",
        "       0            204     2.222222 %                34        0.000",
        "       1          8,976    97.777778 %               561        6.000",
        "     all          9,180   100.000000 %               595        5.867",
        "",
        "Mean distance 0.977778",
    ];
    assert_eq!(page.lines().collect::<Vec<_>>(), lines);

    let page = printed(&["--tiles", "14", "--deck", "148", "--visible", "19m", "--forms", "standard,orphans"]);
    let lines: Vec<&str> = page.lines().collect();
    assert_eq!(lines[0], "All hands of 14 tiles (deck of 148 less 1M 9M; forms standard, orphans)");
    let width = |line: &str| line.chars().count();
    assert!(lines[2..16].iter().all(|line| width(line) == width(lines[2])), "{page}");
    assert!(lines.iter().any(|line| line.contains("e-")), "tiny probabilities keep their digits: {page}");
    assert!(!page.contains("acceptance") && !page.contains('\x1b'));
}

#[test]
fn every_option_asks_the_library_for_what_it_says() {
    let mut deck = Deck::of(&ReadyMade::Riichi.rules()).with(Specials::With).unwrap();
    for tile in [Tile::EAST, Tile::EAST, Tile::RED] {
        deck.take(tile).unwrap();
    }
    let all = Distribution::of(&deck, 13).unwrap();
    let text = printed(&[
        "--tiles",
        "13",
        "--deck",
        "148",
        "--visible",
        "117z",
        "--forms",
        "orphans,pairs,standard",
        "--acceptance",
        "--format",
        "json",
    ]);
    let object: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(object["visible"], "E E Z");
    assert_eq!(object["forms"], serde_json::json!(["standard", "pairs", "orphans"]));
    assert_near(&object["mean"], all.mean());
    assert_eq!(object["weighted"], all.weighted().to_string());
    let distances = object["distances"].as_array().unwrap();
    assert_eq!(distances.len(), all.distances().len());
    for (object, at) in distances.iter().zip(all.distances()) {
        assert_eq!(object["distance"], at.distance.get());
        assert_eq!(object["weighted"], at.weighted.to_string());
        assert_eq!(object["distinct"], at.distinct.to_string());
        assert_near(&object["probability"], all.probability(at));
        assert_near(&object["acceptance"], at.acceptance());
        assert_eq!(object["accepted"], at.accepted.to_string());
    }
}

/// The parser reads some doubles a bit off.
#[track_caller]
fn assert_near(found: &Value, expected: f64) {
    let found = found.as_f64().unwrap();
    assert!((found - expected).abs() <= 1e-15 * expected, "{found} {expected}");
}

/// All regular tiles but some.
fn all_but(kept: &str) -> String {
    let mut kept: Vec<&str> = kept.split(' ').collect();
    let mut seen = Vec::new();
    for tile in Tile::regular().flat_map(|tile| [tile; 4]) {
        match kept.iter().position(|&token| token == tile.token()) {
            Some(place) => drop(kept.remove(place)),
            None => seen.push(tile.token()),
        }
    }
    seen.join(" ")
}

#[test]
fn what_cannot_be_counted_is_refused() {
    for (arguments, message) in [
        (
            &["--tiles", "12"][..],
            "--tiles: 12 tiles: expected 13 or 14, or with exposed melds 10 or 11, 7 or 8, 4 or 5, 1 or 2",
        ),
        (
            &["--tiles", "0"],
            "--tiles: 0 tiles: expected 13 or 14, or with exposed melds 10 or 11, 7 or 8, 4 or 5, 1 or 2",
        ),
        (
            &["--tiles", "18446744073709551615"],
            "--tiles: 18446744073709551615 tiles: expected 13 or 14, or with exposed melds 10 or 11, 7 or 8, 4 or 5, \
             1 or 2",
        ),
        (
            &["--tiles", "11", "--forms", "pairs,orphans"],
            "--tiles: no hand of 11 tiles can win: no form is for that size, or the deck has too few tiles",
        ),
        (&["--tiles", "13", "--only", "1-3m"], "--only: no hand of 13 tiles can win with what it is to be: only 1-3m"),
        (
            &["--tiles", "1", "--forms", "orphans"],
            "--tiles: no hand of 1 tile can win: no form is for that size, or the deck has too few tiles",
        ),
        (
            &["--tiles", "1", "--visible", "1m PASS"],
            "--visible: character 4: \"PASS\" is judge notation, but what comes before it is mpsz notation: expected \
             all of it in one\n  1m PASS\n     ^",
        ),
        (
            &["--tiles", "1", "--visible", "1M PASS"],
            "--visible: PASS is a special tile: the deck of 136 tiles has none, that of 148 has (--deck 148)\n  \
             1M PASS\n     ^",
        ),
        (
            &["--tiles", "1", "--visible", "B 1m"],
            "--visible: character 3: \"1m\" is mpsz notation, but what comes before it is judge notation: expected all \
             of it in one\n  B 1m\n    ^",
        ),
        (
            &["--tiles", "14", "--visible", "1222223m"],
            "--visible: a fifth 2m: there are four of each kind\n  1222223m\n       ^",
        ),
        (
            &["--tiles", "14", "--deck", "148", "--visible", "DOUBLE DOUBLE DOUBLE DOUBLE DOUBLE"],
            "--visible: a fifth DOUBLE: there are four of each kind\n  \
             DOUBLE DOUBLE DOUBLE DOUBLE DOUBLE\n                              ^",
        ),
        (
            &["--tiles", "1", "--visible", "1x"],
            "--visible: character 2: \"x\" is not a tile: expected digits 1-9, or 0 or r5 for a red five, \
             followed by m, p or s, or 1-7 followed by z or c\n  1x\n   ^",
        ),
    ] {
        assert_eq!(refused(&run(&[&["exact"], arguments].concat(), b""), message), "");
    }
    let few = all_but("1M 1M 9S E");
    assert_eq!(
        refused(&run(&["exact", "--tiles", "5", "--visible", &few], b""), "--tiles: 5 tiles: the deck has only 4 left"),
        ""
    );
    for arguments in [
        &["exact"][..],
        &["exact", "--tiles", "many"],
        &["exact", "--tiles", "13", "--deck", "144"],
        &["exact", "--tiles", "13", "--forms", "pair"],
        &["exact", "--tiles", "13", "--format", "yaml"],
    ] {
        let output = paili(arguments).output().unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}");
    }
}

#[test]
fn the_examples_of_the_help_can_be_typed() {
    let help = printed(&["--help"]);
    let examples: Vec<&str> = help.lines().filter_map(|line| line.trim().strip_prefix("paili exact ")).collect();
    assert!(examples.len() >= 4, "{help}");
    for example in examples {
        assert!(!printed(&example.split(' ').collect::<Vec<_>>()).is_empty(), "{example}");
    }
}
