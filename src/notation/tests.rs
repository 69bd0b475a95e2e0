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
         1-7 followed by z or c"
    );
    assert_eq!(
        message(" 8z 1z"),
        "character 2: \"8z\" is not a tile: expected digits 1-9, or 0 or r5 for a red five, followed by m, p or s, or \
         1-7 followed by z or c"
    );
    assert_eq!(
        message(" 8"),
        "character 2: \"8\" is not a tile: expected tiles such as 1m1z (mpsz), 1M E (judge), 1W DONG (uva), 🀇🀀 \
         (unicode), 一萬東 (chinese) or 1m E (mjai)"
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
        ("5mr E", "5m E", "5m"),
        ("m340", "345m", "5m"),
        ("3４0萬", "345m", "5m"),
        ("E", "E", ""),
    ] {
        assert_eq!(read(text).unwrap().1, read(plain).unwrap().1, "{text}");
        assert_eq!(super::reds(text).unwrap(), read(reds).unwrap().1, "{text}");
        let notation = read(text).unwrap().0;
        assert_eq!(notation.reds(text).unwrap(), super::reds(text).unwrap(), "{text}");
    }
    for (notation, text) in [
        (Notation::Mpsz, "34055m0p"),
        (Notation::Mjai, "3m 4m 5mr 5m 5m 5pr"),
        (Notation::Chinese, "三萬 四萬 0萬 五萬 五萬 0筒"),
    ] {
        let (tiles, reds) = (notation.read(text).unwrap(), notation.reds(text).unwrap());
        assert_eq!(reds, [Tile::M5, Tile::P5]);
        assert_eq!(notation.write_with_reds(tiles.iter().copied(), &reds).unwrap(), text);
        assert_eq!(Notation::Judge.write_with_reds(tiles, &reds).unwrap(), "3M 4M 5M 5M 5M 5P");
    }
    let no_tile = "is not a tile: expected tiles such as 1m1z (mpsz), 1M E (judge), 1W DONG (uva), 🀇🀀 (unicode), \
                   一萬東 (chinese) or 1m E (mjai)";
    let no_mpsz = "is not a tile: expected digits 1-9, or 0 or r5 for a red five, followed by m, p or s, or 1-7 \
                   followed by z or c";
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

/// What people paste is read as what it means.
#[test]
fn hands_are_read_as_people_write_them() {
    let plain = "123m456p789s1234z5m";
    for text in [
        "123M456P789S1234Z5M",
        "1m 2m 3m 4p 5p 6p 7s 8s 9s 1c 2c 3c 4c 5m",
        "123m456p789s1234C5m",
        "m123p456s789z1234m5",
        "m123 456p s789 z1234 5m",
        "123萬456筒789索東南西北5萬",
        "一万 二万 三万 四筒 五筒 六筒 七索 八索 九索 東 南 西 北 五万",
        "一二三萬四五六餅七八九條东南西北伍萬",
        "１２３ｍ４５６ｐ７８９ｓ１２３４ｚ５ｍ",
        "1m 2m 3m 4p 5p 6p 7s 8s 9s E S W N 5mr",
        "1m2m3m4p5p6p7s8s9sESWN5mr",
    ] {
        assert_eq!(read(text).unwrap().1, read(plain).unwrap().1, "{text}");
        assert_eq!(text.parse(), plain.parse::<Hand>(), "{text}");
    }
    assert_eq!(read("P F C").unwrap(), (Notation::Mjai, vec![Tile::WHITE, Tile::GREEN, Tile::RED]));
    assert_eq!(read("白發中").unwrap(), (Notation::Chinese, vec![Tile::WHITE, Tile::GREEN, Tile::RED]));
    assert_eq!(read("1c2c3c4c5c6c7c").unwrap(), read("1234567z").unwrap());
    for text in ["8c", "9c", "0c", "1m8c", "r5c"] {
        let told = read(text).unwrap_err().to_string();
        assert!(
            told.contains("is not a tile: expected digits 1-9") && told.ends_with("1-7 followed by z or c"),
            "{text}: {told}"
        );
    }
    for text in ["m", "m123p", "m 123", "1mr", "6mr", "八字", "十萬", "一", "123", "１２３", "萬", "ｍ123"] {
        assert!(read(text).is_err(), "{text}");
    }
    // A long run of numbers is given up, not read again for each of them.
    assert!(read(&"一".repeat(100_000)).is_err());
}

#[test]
fn kans_are_melds() {
    assert_eq!(read_meld("2222z").unwrap(), read_meld("222z").unwrap());
    assert_eq!(read_meld("[1111m]").unwrap().to_string(), "1M 1M 1M");
    assert_eq!(read_meld("「一一一一萬」").unwrap().to_string(), "1M 1M 1M");
    for text in ["1112m", "1234m", "11111m", "11m", "PASS PASS PASS PASS"] {
        assert!(read_meld(text).is_err(), "{text}");
    }
}

/// What stands in brackets is a meld wherever a hand is read, in every notation, whatever the brackets.
#[test]
fn melds_stand_in_brackets() {
    let plain = "13m456p789s11z".parse::<Hand>().unwrap();
    for (text, notation) in [
        ("13m456p789s11z[2222m]", Notation::Mpsz),
        ("13m456p789s11z(2222m)", Notation::Mpsz),
        ("（2222m）13m456p789s11z", Notation::Mpsz),
        ("13m ［222m］ 456p789s11z", Notation::Mpsz),
        ("1M 3M 4P 5P 6P 7S 8S 9S E E [2M 2M 2M 2M]", Notation::Judge),
        ("1W3W4T5T6T7S8S9SDONGDONG{2W2W2W}", Notation::Uva),
        ("🀇🀉🀜🀝🀞🀖🀗🀘🀀🀀【🀈🀈🀈🀈】", Notation::Unicode),
        ("一三萬四五六筒七八九索東東「二二二萬」", Notation::Chinese),
        ("1m 3m 4p 5p 6p 7s 8s 9s E E (2m 2m 2m 2m) ", Notation::Mjai),
    ] {
        assert_eq!(notation.hand(text), Ok(plain), "{text}");
        let read = HandText::read(text).unwrap();
        assert_eq!((read.tiles.len(), read.melds.len()), (10, 1), "{text}");
        assert_eq!(read.melds[0].meld, Meld::Pong(Tile::M2), "{text}");
        assert!(text.contains(&text[read.melds[0].place.clone()]), "{text}");
    }
    let reds = HandText::read("05m[340p](5550s)11z").unwrap();
    assert_eq!(
        (reds.reds, &reds.melds[0].reds[..], &reds.melds[1].reds[..]),
        (vec![Tile::M5], &[Tile::P5][..], &[Tile::S5][..])
    );
    assert_eq!(read_hand("11m[123p][123p][123p][123p]").unwrap().1.melds().get(), 4);
    // Where no hand is read, brackets are nothing.
    assert_eq!(read("[12m](3p)").unwrap(), read("12m3p").unwrap());
}

#[test]
fn brackets_that_hold_no_meld_are_refused() {
    let no_meld = "is not a meld: expected three consecutive tiles of a suit, or three or four identical tiles";
    let unpaired = "has a bracket without its other one: melds stand between two";
    for (text, place, message) in [
        ("123456789m11z[2p]", 13..17, format!("character 14: \"[2p]\" {no_meld}")),
        ("東東 ［二二四萬］", 7..25, format!("character 4: \"［二二四萬］\" {no_meld}")),
        ("11m[]", 3..5, format!("character 4: \"[]\" {no_meld}")),
        ("11m[[123p][123s]]", 3..17, format!("character 4: \"[[123p][123s]]\" {no_meld}")),
        ("11m[123p", 3..8, format!("character 4: \"[123p\" {unpaired}")),
        ("11m123p]", 7..8, format!("character 8: \"]\" {unpaired}")),
        (
            "11m(123p)(123p)(123p)(123p)(456s)",
            27..33,
            "character 28: \"(456s)\" is one meld too many: a hand has at most 4".to_owned(),
        ),
        ("123456789m1133z(222p)", 0..0, "13 tiles: expected 10 or 11 with one exposed meld".to_owned()),
        ("11m(1111m)", 6..7, "character 7: a fifth 1m: there are four of each kind".to_owned()),
    ] {
        let error = read_hand(text).unwrap_err();
        assert_eq!((error.to_string(), error.place().unwrap_or(0..0)), (message, place), "{text}");
    }
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
        "55z", "é", "m", "M", "萬", "３", "字", "r", "(", "]",
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
            if !has_brackets(&text) {
                assert_eq!(read_hand(&text).ok(), by_tiles, "{text:?}");
            }
        }
    }

    /// A text with brackets is refused or read whole, and a hand beside its melds is the one of the text without them.
    #[test]
    fn a_hand_in_brackets_is_one_beside_melds(words in prop::collection::vec(words(), 0..8), meld in words()) {
        let text = format!("{} [{meld} {meld} {meld}] ", words.concat());
        match (HandText::read(&text), read_hand(&text)) {
            (Ok(read), Ok((notation, hand))) => {
                assert_eq!((read.notation, read.melds.len()), (notation, hand.melds().get()), "{text:?}");
                assert_eq!(Counts::of(read.tiles), Ok(*hand.counts()), "{text:?}");
            }
            (Err(error), Err(other)) => {
                // A fifth copy is looked for before brackets are.
                let is_fifth = matches!(other.kind(), NotationErrorKind::FifthCopy { .. });
                assert!(is_fifth || other == error, "{text:?}: {error}, {other}");
            }
            (Err(error), Ok(_)) => panic!("{text:?} is read, and {error}"),
            (Ok(_), Err(error)) => {
                let kind = error.kind();
                let told = matches!(kind, NotationErrorKind::Hand(_) | NotationErrorKind::FifthCopy { .. } | NotationErrorKind::TooManyMelds { .. });
                assert!(told, "{text:?}: {error}");
            }
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
