//! The walls and the hands of a seed are what they always were: pinned here, from an independent program written after
//! the documentation of `Seed` and `RandomHands`.

use paili::game::Wall;
use paili::simulation::{RandomHands, Seed};
use paili::{Deck, Specials};

fn tokens(wall: &Wall) -> String {
    let tokens: Vec<&str> = wall.tiles().iter().map(|tile| tile.token()).collect();
    tokens.join(" ")
}

#[test]
fn the_walls_of_a_seed_stay_what_they_are() {
    let pinned = [
        (
            0,
            0,
            "N F 2M 1M 3P F 2P Z 7S 8P 3S B 2S 4P 9P 6S 3P 9S PASS 4S 6M 8S 6M 5S 1P 3M 5M N 2M 5S 6S 8M 7P 9S W 8P \
             5P 8M 5M 6P 4P S N 4M W 7M 1S 4M 4P 2P 3S 9M 7S 4S Z 7P 3S 5P 1P 4M F 6S W 7P 6M Z 2P 8P 8P 6P 7P 2M 1M \
             4P 8S 9M E 9M 9S S B 1S 8M 1M 4M 5P 5S 3S S 3M S 7S 5M E 5P 9P 3M 4S 7M REVERSE 7S 3P B F 8M 9S 1P 1M 6M \
             REVERSE 1S 7M PASS 5S 2M 6P DOUBLE PASS DOUBLE 2S 3M N 6S 1P E 4S REVERSE 2P E 6P 9M 1S 8S DOUBLE DOUBLE \
             3P 2S 2S 8S PASS B 9P Z REVERSE 5M W 9P 7M",
        ),
        (
            0,
            1,
            "W W 1M F 5P 6P 8M 4M N 1S 5S 2S N N 2S 6M 4P 4P DOUBLE 8P 9P F 5S REVERSE 7S 2M 5S 5P 8P F 9P 8M 9S E 4M \
             9M PASS 3P 7M 8S 9P 3P E 2M 3S PASS DOUBLE 7M 7S 3S S 8S 4M Z 3M 6S 6P 7S W 1M 6S E B E B 4S Z 8M S Z 7P \
             S 6M W 2P 3M 2P F B REVERSE 7P 9M 2P 2S 6S 1M 6M 5S 1P 7S 1P 6M 4P 2P 7P 9S 8P 5P 3S 4S 2M Z 6P 4M S 1M \
             3P 4S 9P DOUBLE 9M DOUBLE 7M 5P 2M 9S 7M 3P 6P B 3M 2S 6S 1S 8S 5M 1P 8M 3S 4P 8S PASS 7P 9S 8P 9M 5M 5M \
             1S 3M 1S 5M PASS REVERSE N 1P 4S REVERSE",
        ),
        (
            1,
            0,
            "6P 9P 8S N 6P S 7M E 4P 3M 3M 9P 5S REVERSE 1P 3S 1M 8P 9P 7S 2M 3S 5P 3M PASS 7S 3P 8S 2S 3S 1P N F 8P \
             4M 6P F 9S 2S 4M 5P 3P 4S 9M 9S B 8M 6M 5M 4S 6P 1S 8M Z 6S 7P F 1S B 6S W 9P N 5P 7S DOUBLE N 9S Z 2S \
             4S REVERSE 2P REVERSE 4M 6M Z 5M 3P 5S 7M 9S 3M 2M S 9M F 4P 1M 5M 6M PASS 4M 6S 5P W S 8M Z PASS 1P \
             DOUBLE E B 2P S 9M 4P 5M 2P 6S 2M W 7M 4S B 8M 6M 4P 3S 7M 1S E W REVERSE 5S 1S 2M DOUBLE 7P E 3P 1M \
             PASS 8P 2P 8S 7P 1M 8P DOUBLE 7P 8S 7S 5S 1P 2S 9M",
        ),
        (
            2_021,
            123_456_789,
            "6P 5P 9S E 9S E 5S 8M 7P 1M DOUBLE Z 8P F Z 1M S 2M 2P 9P 3P W 1S 5S 6M 8S DOUBLE 9M 5M S B 5P 3M B Z B \
             7M 1M 1P F 9M 6S 4P 9M 2S 7S 3P 2M S 5P REVERSE 3S 8M 4P 8P 9S PASS 5M 4P 1P 2S 7S DOUBLE 3P 7P 8P 3S 9S \
             S 3S 5S 3M 2P W 3P 6M 7M REVERSE 2P 2M 5M 4M 1S 4M 6P 1P 8M 2S F 7P 4M 2S 3M 1S 9P 2M 6S 7S E DOUBLE 9M \
             7M 4S 3S 6P 1M N 3M PASS 8P F 5S 6S 4P 8S 5P N 4M 4S 8S 1P N 6M PASS E N 9P 7P 7M 6M B REVERSE 2P Z PASS \
             4S 5M 8S 8M W 6P W 4S 6S REVERSE 7S 1S 9P",
        ),
        (
            u64::MAX,
            u64::MAX,
            "REVERSE E E 1P REVERSE 6P W 3M 2P 2S 1M 6P B 2S PASS 9M 6M 4S 3S 6M 7S 5M 4S 2M S 5M 9P 8S 9P 3M 6S 3P Z \
             W 9P 5P 7P 9M DOUBLE 2M 4P 8P Z 5P 2P 1P 7P 5S B 9S 6S 3M 5M 6P 7P 7S 8P 1M 8M 1S 8M 3P F 7M 5S 4S 4P 6M \
             8P 5M 8S 8P 2M 3S Z 5S F 9M E 9S 7M 9P B 2M 2P 1P 8S 2P W 3S 8M DOUBLE 5P B 1S 1M 6P 7S REVERSE 6M 9M 7M \
             4P S 4P 7P 1P 7S DOUBLE F 5S S W REVERSE 4M 1S DOUBLE 1M 4M N PASS 3M F 8S 2S 9S N E 6S 4M 3P S 6S PASS \
             7M 4M 3S 2S 8M PASS Z 3P 9S 4S 1S N 5P N",
        ),
    ];
    for (seed, game, wall) in pinned {
        assert_eq!(tokens(&Seed(seed).wall(game)), wall, "game {game} of seed {seed}");
    }
}

/// The first 300 walls as they are written, so that rare steps of the shuffle are pinned too.
#[test]
fn so_do_many() {
    let text: String = (0..300).map(|game| Seed(1).wall(game).to_string()).collect();
    assert_eq!(sum(&text), "2735d8ff0ced9755");
}

/// FNV-1a.
fn sum(text: &str) -> String {
    let sum = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325, |sum: u64, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    format!("{sum:016x}")
}

#[test]
fn the_hands_of_a_seed_stay_what_they_are() {
    use Specials::{With, Without};
    let pinned = [
        (0, 0, 13, Without, "3M 3M 1P 7P 2S 4S 6S 7S 9S S W N N"),
        (0, 1, 13, Without, "8M 9M 9M 1P 3P 6P 9P 2S 2S 3S 5S B B"),
        (1, 255, 14, Without, "2M 3M 7M 8M 9M 2P 4P 8P 1S 5S 6S 9S 9S F"),
        (1, 256, 14, Without, "1M 2M 7M 7M 2P 3P 6P 7P 1S 4S 5S 6S E W"),
        (2021, 123_456_789, 14, With, "3M 5M 6M 9M 2P 4P 2S 6S 8S E B F F Z"),
        (7, 5, 8, With, "4P 4P 5P 6P 8P 3S 8S N"),
        (7, 5, 10, Without, "1M 2M 2M 6P 9P 3S E S B Z"),
        (u64::MAX, u64::MAX, 1, Without, "2S"),
        (3, 700, 7, Without, "8M 2P 7P 7P 8P 3S 5S"),
    ];
    for (seed, number, tiles, deck, text) in pinned {
        let hands = RandomHands::of(&Deck::full(deck), Seed(seed), tiles).unwrap();
        assert_eq!(hands.hand(number).counts().to_string(), text, "hand {number} of seed {seed}");
    }
}

#[test]
fn so_do_many_hands() {
    for (tiles, deck, pinned) in [(13, Specials::Without, "597b75b3766523ea"), (14, Specials::With, "f987bff000cd2c42")]
    {
        let random = RandomHands::of(&Deck::full(deck), Seed(1), tiles).unwrap();
        let mut hands = vec![random.hand(0); 8 * 256];
        random.deal(0, &mut hands);
        let lines: Vec<String> = hands.iter().map(|hand| hand.counts().to_string() + "\n").collect();
        assert_eq!(sum(&lines.concat()), pinned);
    }
}
