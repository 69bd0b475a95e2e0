//! Useful tiles, acceptance, waits and discards are what the plain dynamic programme gives by trying every tile.

use std::collections::HashMap;

use crate::definition::ByDefinition;
use crate::length::short_or_long;
use crate::plain::{PlainByParts, assert_plain};
use crate::random;
use crate::threads;
use paili::analysis::{Question, Unseen, Useful, discards, rule_discard};
use paili::rules::ReadyMade;
use paili::{Counts, Distance, Form, Forms, Hand, MeldCount, Model, TableModel, Tile, TileSet, WithForms};
use rand::RngExt;
use rand_chacha::ChaCha8Rng as Rng;

/// Tiles visible beside a hand, from none to all that are left.
fn visible(hand: &Hand, rng: &mut Rng) -> Counts {
    let share = rng.random_range(0..=4);
    let left = Tile::regular().flat_map(|tile| std::iter::repeat_n(tile, 4 - usize::from(hand.counts().get(tile))));
    Counts::of(left.filter(|_| rng.random_range(0..4) < share)).unwrap()
}

/// Compares the analysis of a hand by one model with the definition on another.
fn compare(fast: impl Model, plain: impl Model, hand: &Hand, visible: &Counts) {
    let plain = ByDefinition(plain);
    let unseen = Unseen::beside(hand, visible).unwrap();
    let copies = |tile: Tile| 4 - u32::from(hand.counts().get(tile)) - u32::from(visible.get(tile));
    let at = format!("{} beside {visible}", hand.counts());

    let useful = Useful::of(fast, hand, &unseen);
    assert_eq!(useful.kinds, plain.useful(hand), "{at}");
    assert_eq!(useful.acceptance, useful.kinds.iter().map(copies).sum::<u32>(), "{at}");
    assert!(useful.copies(&unseen).all(|(tile, left)| u32::from(left) == copies(tile)), "{at}");
    assert_eq!(fast.waits(hand), plain.waits(hand), "{at}");
    let keeps = |&tile: &Tile| {
        let mut left: Vec<Tile> = hand.counts().tiles().collect();
        left.remove(left.iter().position(|&held| held == tile).unwrap());
        let left = Counts::of(left).unwrap();
        plain.lacking(&left, hand.melds()) == plain.distance(hand)
    };
    assert_eq!(fast.unneeded(hand), hand.counts().kinds().iter().filter(keeps).collect(), "{at}");

    let ranked = discards(fast, hand, &unseen);
    if !hand.must_discard() {
        assert!(ranked.is_empty());
        return;
    }
    let kinds: TileSet = ranked.iter().map(|discard| discard.tile).collect();
    assert_eq!((kinds, ranked.len()), (hand.counts().kinds(), kinds.len()), "{at}");
    for discard in ranked.iter() {
        let after = hand.without(discard.tile).unwrap();
        assert_eq!(discard.distance, plain.distance(&after), "{at}");
        assert_eq!(discard.useful.kinds, plain.useful(&after), "{at}, without {}", discard.tile);
        // The discarded tile counts as seen.
        let acceptance: u32 = discard.useful.kinds.iter().map(copies).sum();
        assert_eq!(discard.useful.acceptance, acceptance, "{at}, without {}", discard.tile);
    }
    let distance = plain.distance(hand);
    if distance != Distance::WON {
        let keeping = ranked.iter().filter(|discard| discard.distance == distance);
        let after_them = keeping.fold(TileSet::EMPTY, |all, discard| all | discard.useful.kinds);
        assert_eq!(useful.kinds, after_them, "{at}");
    }
    for pair in ranked.windows(2) {
        let [better, worse] = [&pair[0], &pair[1]];
        let order = ["PASS", "REVERSE", "DOUBLE", "Z", "F", "B", "N", "W", "S", "E"];
        let place = |tile: Tile| order.iter().position(|&token| token == tile.token()).unwrap_or(50 - tile.index());
        let key = |discard: &paili::analysis::Discard| {
            (discard.distance, u32::MAX - discard.useful.acceptance, place(discard.tile))
        };
        assert!(key(better) < key(worse), "{at}");
    }
}

fn each_random_hand(test: u64, of_each_size: u64, check: impl Fn(&Hand, &Counts) + Sync) {
    const PIECES: u64 = 50;
    threads::each(0..PIECES, &|piece| {
        let mut rng = random::seed::rng(test, piece);
        let mut deck = random::hands::deck();
        for (tiles, melds) in random::hands::sizes() {
            for round in 0..of_each_size / short_or_long(40 * PIECES, PIECES) {
                // Every other hand is crowded: few kinds, many of them four times.
                let hand = if round % 2 == 0 {
                    random::hands::hand(&mut deck, tiles, melds, &mut rng)
                } else {
                    let first = rng.random_range(0..30);
                    let crowd = &Tile::ALL[first..(first + 7).min(Tile::COUNT)];
                    let mut crowd: Vec<Tile> = crowd.iter().flat_map(|&tile| [tile; 4]).collect();
                    random::hands::hand(&mut crowd, tiles, melds, &mut rng)
                };
                let visible = visible(&hand, &mut rng);
                check(&hand, &visible);
            }
        }
    });
}

#[test]
fn random_hands_are_analysed_as_tables_define() {
    let tables = TableModel;
    each_random_hand(1, 20_000, |hand, visible| compare(tables, tables, hand, visible));
}

#[test]
fn random_hands_are_analysed_as_the_plain_programme_defines() {
    each_random_hand(2, 4_000, |hand, visible| {
        assert_plain(hand.counts(), hand.melds());
        compare(TableModel, PlainByParts, hand, visible);
    });
    each_random_hand(3, 40_000, |hand, visible| {
        if !hand.must_discard() {
            compare(TableModel, PlainByParts, hand, visible);
        }
    });
}

/// All count vectors of one suit with so many tiles.
fn one_suit(tiles: u8) -> Vec<Hand> {
    let mut vectors = vec![vec![]];
    for _ in 0..9 {
        vectors = vectors
            .into_iter()
            .flat_map(|vector: Vec<u8>| {
                let room = tiles - vector.iter().sum::<u8>();
                (0..=room.min(4)).map(move |count| [&vector[..], &[count]].concat())
            })
            .collect();
    }
    let full = vectors.into_iter().filter(|vector| vector.iter().sum::<u8>() == tiles);
    full.map(|vector| {
        let copies = vector.into_iter().enumerate();
        let counts = Counts::of(copies.flat_map(|(rank, count)| vec![Tile::ALL[9 + rank]; count.into()]));
        Hand::new(counts.unwrap(), MeldCount::default()).unwrap()
    })
    .collect()
}

#[test]
fn every_hand_of_one_suit_is_analysed_as_the_plain_programme_defines() {
    let tables = TableModel;
    let plain = ByDefinition(PlainByParts);
    let step = short_or_long(128, 1);
    let thirteen = one_suit(13);
    assert_eq!(thirteen.len(), 93_600);
    let some: Vec<&Hand> = thirteen.iter().step_by(step).collect();
    let known = threads::results_of(&some, |hand| {
        assert_plain(hand.counts(), hand.melds());
        let answer = plain.distance_and_useful(hand);
        assert_eq!(tables.distance_and_useful(hand), answer, "{}", hand.counts());
        let waits = if answer.0 == Distance::READY { answer.1 } else { TileSet::EMPTY };
        assert_eq!(tables.waits(hand), waits, "{}", hand.counts());
        (hand.counts().regular(), answer)
    });
    let known: HashMap<[u8; 34], (Distance, TileSet)> = known.into_iter().collect();

    // What a discard leaves is one of those.
    let fourteen = one_suit(14);
    assert_eq!(fourteen.len(), 118_800);
    let some: Vec<&Hand> = fourteen.iter().step_by(short_or_long(7, 1)).collect();
    threads::each_of(&some, |hand| {
        let (distance, mut useful) = (tables.distance(hand), TileSet::EMPTY);
        for discard in discards(tables, hand, &Unseen::by(hand)).iter() {
            let after = hand.without(discard.tile).unwrap();
            let left = known.get(&after.counts().regular());
            assert!(left.is_some() || step > 1);
            assert!(left.is_none_or(|&left| left == (discard.distance, discard.useful.kinds)), "{}", hand.counts());
            if discard.distance == distance {
                useful |= discard.useful.kinds;
            }
        }
        if distance != Distance::WON {
            assert_eq!(tables.useful(hand), useful, "{}", hand.counts());
        }
    });
}

/// Seven pairs and orphans by trying every target there is.
mod direct {
    use super::{Counts, Tile};

    fn lacking(counts: &Counts, target: &[(Tile, u8)]) -> u8 {
        target.iter().map(|&(tile, copies)| copies.saturating_sub(counts.get(tile))).sum()
    }

    /// The seven cheapest pairs of different kinds.
    pub fn pairs(counts: &Counts) -> u8 {
        let mut costs: Vec<u8> = Tile::regular().map(|tile| lacking(counts, &[(tile, 2)])).collect();
        costs.sort_unstable();
        costs[..7].iter().sum()
    }

    pub fn orphans(counts: &Counts) -> u8 {
        let kinds =
            ["1M", "9M", "1P", "9P", "1S", "9S", "E", "S", "W", "N", "B", "F", "Z"].map(|token| token.parse().unwrap());
        let target = |twice| kinds.map(|tile| (tile, if tile == twice { 2 } else { 1 }));
        kinds.into_iter().map(|twice| lacking(counts, &target(twice))).min().unwrap()
    }
}

#[test]
fn other_forms_are_what_trying_every_target_gives() {
    let tables = TableModel;
    let question = Question::new(&ReadyMade::Riichi.rules(), &[""; 0], "").unwrap();
    each_random_hand(4, 10_000, |hand, visible| {
        let all = WithForms::new(tables, Forms::ALL);
        let (distance, reached) = question.model().reached(hand);
        assert_eq!(all.distance(hand), distance, "{}", hand.counts());
        let mut expected = vec![(Form::Standard, tables.distance(hand).get())];
        if hand.melds() == MeldCount::default() {
            expected.push((Form::Pairs, direct::pairs(hand.counts())));
            expected.push((Form::Orphans, direct::orphans(hand.counts())));
        }
        let smallest = expected.iter().map(|&(_, lacking)| lacking).min().unwrap();
        assert_eq!(distance.get(), smallest, "{}", hand.counts());
        for (form, lacking) in expected {
            assert_eq!(reached.contains(form), lacking == smallest, "{} {form}", hand.counts());
            let only = WithForms::new(tables, Forms::only(form));
            assert_eq!(only.distance(hand).get(), lacking, "{} {form}", hand.counts());
            compare(only, only, hand, visible);
        }
        compare(all, all, hand, visible);
    });
}

#[test]
fn the_rule_plays_specials_first_and_wins_when_it_can() {
    let tables = TableModel;
    each_random_hand(5, 5_000, |hand, _| {
        let held = |tile| hand.counts().kinds().contains(tile);
        let specials = [Tile::PASS, Tile::REVERSE, Tile::DOUBLE].into_iter().find(|&tile| held(tile));
        let expected = if !hand.must_discard() || tables.distance(hand) == Distance::WON {
            None
        } else {
            specials.or_else(|| ByDefinition(tables).best_discard(hand))
        };
        assert_eq!(rule_discard(tables, hand), expected, "{}", hand.counts());
    });
}
