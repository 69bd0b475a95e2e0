//! What every notation reads and refuses.

use proptest::prelude::{Strategy, prop, proptest};
use proptest::sample::select;

use super::*;

#[test]
fn every_notation_reads_what_it_writes() {
    for notation in Notation::ALL {
        let tiles: Vec<Tile> = match notation {
            Notation::Judge => Tile::ALL.to_vec(),
            _ => Tile::regular().rev().collect(),
        };
        let text = notation.write(tiles.iter().copied()).unwrap();
        assert_eq!(notation.read(&text).unwrap(), tiles, "{text}");
        assert_eq!(super::read(&text).unwrap().0, notation, "{text}");
        assert_eq!(notation.to_string().parse(), Ok(notation));
    }
}

#[test]
fn specials_can_only_be_written_by_the_judge() {
    for notation in &Notation::ALL[1..] {
        assert!(notation.write([Tile::PASS]).is_err());
    }
}

#[test]
fn shared_tokens_are_the_judges() {
    assert_eq!(read("1S 2S 3S").unwrap().0, Notation::Judge);
    assert_eq!(read("1S 2S 3S FA").unwrap().0, Notation::Uva);
    assert_eq!(read("1S 2S 3S F").unwrap().0, Notation::Judge);
}

#[test]
fn white_space_is_free() {
    for (spaced, dense) in [("1M 2M  E\tPASS", "1M2MEPASS"), ("1W FA\u{3000}BAI", "1WFABAI"), ("12m 3m", "123m")] {
        assert_eq!(read(spaced).unwrap(), read(dense).unwrap(), "{spaced}");
    }
}

#[test]
fn errors_point_at_the_place() {
    let message = |text: &str| read(text).unwrap_err().to_string();
    assert_eq!(
        message("1M 2M 5X 3M"),
        "character 7: \"5X\" is not a tile: expected 1M-9M, 1P-9P, 1S-9S, E S W N B F Z, PASS, REVERSE or DOUBLE"
    );
    assert_eq!(
        message("1M 2T"),
        "character 4: \"2T\" is uva notation, but what comes before it is judge notation: expected all of it in one"
    );
    assert_eq!(
        message("123m 🀀"),
        "character 6: \"🀀\" is unicode notation, but what comes before it is mpsz notation: expected all of it in one"
    );
    assert_eq!(message("🀀🀀x"), "character 3: \"x\" is not a tile: expected 🀀-🀡");
    assert_eq!(
        message("123m45"),
        "character 5: \"45\" is not a tile: expected digits 1-9, or 0 or r5 for a red five, followed by m, p or s, or \
         1-7 followed by z"
    );
    assert_eq!(
        message(" 8z 1z"),
        "character 2: \"8z\" is not a tile: expected digits 1-9, or 0 or r5 for a red five, followed by m, p or s, or \
         1-7 followed by z"
    );
    assert_eq!(
        message(" 8"),
        "character 2: \"8\" is not a tile: expected tiles such as 1M E (judge), 1W DONG (uva), 1m1z (mpsz) or 🀇🀀 (unicode)"
    );
}

#[test]
fn red_fives_are_fives() {
    for (text, plain, reds) in [
        ("0m", "5m", "5m"),
        ("r5m", "5m", "5m"),
        ("340m", "345m", "5m"),
        ("r5r5s", "55s", "55s"),
        ("3r505m 0p12z", "3555m5p12z", "55m5p"),
        ("0000s", "5555s", "5555s"),
        ("r5m67m", "567m", "5m"),
        ("5m", "5m", ""),
        ("5M", "5M", ""),
        ("E", "E", ""),
    ] {
        assert_eq!(read(text).unwrap(), read(plain).unwrap(), "{text}");
        assert_eq!(super::reds(text).unwrap(), read(reds).unwrap().1, "{text}");
        let notation = read(text).unwrap().0;
        assert_eq!(notation.reds(text).unwrap(), super::reds(text).unwrap(), "{text}");
    }
    let no_tile = "is not a tile: expected tiles such as 1M E (judge), 1W DONG (uva), 1m1z (mpsz) or 🀇🀀 (unicode)";
    let no_mpsz = "is not a tile: expected digits 1-9, or 0 or r5 for a red five, followed by m, p or s, or 1-7 \
                   followed by z";
    for (text, expected) in [
        ("0z", no_mpsz),
        ("r5z", no_mpsz),
        ("r6m", no_mpsz),
        ("r3m5m", no_mpsz),
        ("rm", no_mpsz),
        ("rr5m", no_mpsz),
        ("r05m", no_mpsz),
        ("r", no_tile),
        ("0", no_tile),
        ("r5", no_tile),
    ] {
        let told = read(text).unwrap_err().to_string();
        assert!(told.starts_with("character 1: ") && told.ends_with(expected), "{text}: {told}");
        assert_eq!(super::reds(text).unwrap_err().to_string(), told);
    }
    assert_eq!(read("12mr5z").unwrap_err().to_string(), format!("character 4: \"r5z\" {no_mpsz}"));
    assert_eq!(read_hand("00000m").unwrap_err().to_string(), "character 5: a fifth 5m: there are four of each kind");
}

#[test]
fn sizes_tell_the_exposed_melds() {
    for (text, melds) in [("1m", 4), ("11m", 4), ("1234m", 3), ("12345m", 3), ("1234567m", 2), ("12345678m", 2)] {
        assert_eq!(read_hand(text).unwrap().1.melds().get(), melds, "{text}");
    }
    for text in ["", "123m", "123456m", "123456789m", "123456789m123s", "123456789m123456s"] {
        let error = read_hand(text).unwrap_err();
        assert!(error.at().is_none() && error.to_string().contains("expected 13 or 14"), "{text}: {error}");
    }
    let error = read_hand("1111m1p1m1s").unwrap_err();
    assert_eq!(error.to_string(), "character 8: a fifth 1m: there are four of each kind");
}

/// Texts of hands, and texts that hands are not.
fn words() -> impl Strategy<Value = String> {
    let tiles = Notation::ALL
        .into_iter()
        .flat_map(|notation| Tile::regular().map(move |tile| notation.name_of(tile).to_owned()));
    let more = ["PASS", "REVERSE", "DOUBLE", " ", "  ", "\t", "\r", "\u{3000}", "\u{fe0f}", "\u{0b}"];
    let odd = [
        "0m", "r5p", "r", "0", "0z", "8z", "9z", "m", "12", "3", "x", "\u{feff}", "🀢", "1", "E", ",", "S", "123m",
        "55z", "é",
    ];
    select(tiles.chain(more.into_iter().chain(odd).map(str::to_owned)).collect::<Vec<_>>())
}

proptest! {
    #[test]
    fn reading_a_hand_is_reading_its_tiles(words in prop::collection::vec(words(), 0..18)) {
        for text in [words.concat(), words.join(" ")] {
            let by_tiles = read(&text).ok().and_then(|(notation, tiles)| {
                Some((notation, Hand::of_size(Counts::of(tiles).ok()?).ok()?))
            });
            assert_eq!(read_hand(&text).ok(), by_tiles, "{text:?}");
        }
    }

    #[test]
    fn hands_are_read_as_they_are_written(
        tiles in prop::collection::vec(0..Tile::COUNT, 1..15),
        space in select(vec!["", " ", "\r", " \t"]),
    ) {
        let counts = Counts::of(tiles.into_iter().map(|index| Tile::ALL[index]));
        if let Some(hand) = counts.ok().and_then(|counts| Hand::of_size(counts).ok()) {
            assert_eq!(format!("{space}{hand}{space}").parse(), Ok(hand));
            for notation in Notation::ALL {
                if let Ok(text) = notation.write(hand.counts().tiles()) {
                    assert_eq!(notation.hand(&text), Ok(hand), "{text}");
                }
            }
        }
    }
}
