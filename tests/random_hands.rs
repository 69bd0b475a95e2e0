//! Random hands: every way to deal them gives the same, and all hands are equally likely.

use crate::length::short_or_long;
use paili::batch::{Batch, PackedHand};
use paili::rules::{ReadyMade, RuleSet};
use paili::simulation::{Histogram, RandomHands, Seed};
use paili::survey::Distribution;
use paili::{Counts, Deck, Distance, Hand, Model, PlainModel, Specials, Suit, TableModel, Tile, TileSet};
use statrs::distribution::{ChiSquared, ContinuousCDF};

const SIZES: [usize; 10] = [1, 2, 4, 5, 7, 8, 10, 11, 13, 14];

const DECKS: [Specials; 2] = [Specials::Without, Specials::With];

#[test]
fn hands_are_the_same_however_they_are_dealt() {
    for deck in DECKS {
        for tiles in SIZES {
            let random = RandomHands::of(&Deck::full(deck), Seed(5), tiles).unwrap();
            let alone: Vec<Hand> = (0..600).map(|number| random.hand(number)).collect();
            assert!(alone.iter().all(|hand| hand.counts().total() == tiles && hand.melds() == random.melds()));
            for (first, count) in [(0, 600), (0, 256), (255, 2), (256, 256), (300, 0), (100, 500)] {
                let mut hands = vec![alone[0]; count];
                random.deal(first as u64, &mut hands);
                assert_eq!(hands, alone[first..first + count], "{count} hands from {first}");
                let mut packed = vec![PackedHand::from(alone[0]); count];
                random.deal_packed(first as u64, &mut packed);
                assert!(packed.iter().zip(&hands).all(|(packed, hand)| *packed == PackedHand::from(hand)));
            }
        }
    }
}

/// Of the usual deck they are the usual hands; those of other decks stay what they are from version to version.
#[test]
fn hands_of_rule_sets_are_the_same_however_they_are_dealt() {
    let riichi = ReadyMade::Riichi.rules();
    for tiles in SIZES {
        let usual = RandomHands::of(&Deck::full(Specials::Without), Seed(5), tiles).unwrap();
        let random = RandomHands::of(&Deck::of(&riichi), Seed(5), tiles).unwrap();
        let mut hands = vec![random.hand(0); 300];
        random.deal(200, &mut hands);
        for (hand, number) in hands.iter().zip(200..) {
            assert_eq!(*hand, usual.hand(number));
            assert_eq!(random.hand(number), *hand);
        }
    }
    let taiwan = ReadyMade::Taiwan.rules().with_wildcards(8).unwrap();
    let random = RandomHands::of(&Deck::of(&taiwan), Seed(1), 17).unwrap();
    let expected = ["367m22345777p11267s7z", "1567m2568p1269s5567z*", "125899m2335p3678s255z"];
    assert_eq!([0, 1, 2].map(|number| random.hand(number)), expected.map(|text| taiwan.read_hand(text).unwrap()));
    let small = RuleSet::new("small", 2).unwrap().with_copies(!TileSet::of_suit(Suit::Dots), 0).unwrap();
    let small = small.with_copies(TileSet::of_suit(Suit::Dots) & !TileSet::only(Tile::P1), 0).unwrap();
    let error = RandomHands::of(&Deck::of(&small), Seed(1), 5).unwrap_err();
    assert_eq!(error.to_string(), "5 tiles: the deck has only 4 left");
}

/// Wildcards among them.
#[test]
fn distances_of_hands_of_rule_sets_are_distributed_as_they_were_counted() {
    let wild = ReadyMade::Sanma.rules().with_wildcards(4).unwrap();
    for rules in [wild, ReadyMade::Guobiao.rules()].into_iter().take(short_or_long(1, 2)) {
        assert_distributed_as_counted(&rules);
    }
}

fn assert_distributed_as_counted(rules: &RuleSet) {
    let many: usize = short_or_long(40_000, 1_000_000);
    let tables = rules.compiled();
    let exact = Distribution::of(&Deck::of(rules), 14).unwrap();
    let random = RandomHands::of(&Deck::of(rules), Seed(14), 14).unwrap();
    let mut hands: Vec<Hand> = vec![random.hand(0); many];
    random.deal(0, &mut hands);
    let mut distances = vec![Distance::WON; many];
    tables.distances_of_hands(&hands, &mut distances);
    let expected: Vec<f64> = exact.distances().iter().map(|at| exact.probability(at) * many as f64).collect();
    let seen_at = |at: Distance| distances.iter().filter(|&&distance| distance == at).count() as u64;
    let seen: Vec<u64> = exact.distances().iter().map(|at| seen_at(at.distance)).collect();
    assert_eq!(seen.iter().sum::<u64>(), many as u64);
    // Distances that are hardly ever seen are no measure.
    let (seen, expected): (Vec<u64>, Vec<f64>) = seen.into_iter().zip(expected).filter(|&(_, of)| of > 20.0).unzip();
    let likelihood = likelihood(&seen, &expected);
    assert!(likelihood > UNLIKELY, "{likelihood}, {seen:?}, {expected:?}");
}

#[test]
fn sizes_of_no_hand_are_refused() {
    for tiles in [0, 3, 6, 9, 12, 15, 16, 136, 1000] {
        let error = RandomHands::of(&Deck::full(Specials::Without), Seed(1), tiles).unwrap_err();
        let expected = "expected 13 or 14, or with exposed melds 10 or 11, 7 or 8, 4 or 5, 1 or 2";
        assert_eq!(error.to_string(), format!("{tiles} tiles: {expected}"));
    }
}

/// How likely counts that differ from what is expected by so much at least are.
fn likelihood(seen: &[u64], expected: &[f64]) -> f64 {
    let chi_square: f64 =
        seen.iter().zip(expected).map(|(&seen, &expected)| (seen as f64 - expected).powi(2) / expected).sum();
    1.0 - ChiSquared::new(seen.len() as f64 - 1.0).unwrap().cdf(chi_square)
}

/// A seed stays what it is, so these pass always or never: a share of 10⁻⁴ would fail by bad luck.
const UNLIKELY: f64 = 1e-4;

#[test]
fn every_kind_comes_as_often_in_every_copy() {
    let many: u64 = short_or_long(40_000, 400_000);
    for deck in DECKS {
        let random = RandomHands::of(&Deck::full(deck), Seed(11), 14).unwrap();
        let kinds = deck.tiles() / 4;
        // How many hands hold so many copies of a kind: what drawing from the deck makes it.
        let choose = |n: usize, k: usize| (0..k).map(|i| (n - i) as f64 / (k - i) as f64).product::<f64>();
        let ways = |copies| choose(4, copies) * choose(deck.tiles() - 4, 14 - copies) / choose(deck.tiles(), 14);
        let expected = [0, 1, 2, 3, 4].map(|copies| ways(copies) * many as f64);
        let mut seen = vec![[0; 5]; kinds];
        let mut hands = vec![random.hand(0); many as usize];
        random.deal(0, &mut hands);
        for hand in &hands {
            for (kind, seen) in seen.iter_mut().enumerate() {
                seen[usize::from(hand.counts().get(Tile::ALL[kind]))] += 1;
            }
        }
        for (kind, seen) in seen.iter().enumerate() {
            let likelihood = likelihood(seen, &expected);
            assert!(likelihood > UNLIKELY, "{}: {likelihood}", Tile::ALL[kind]);
        }
    }
}

/// Neighbours share the deck and its order: what one hand holds must say nothing of the next.
#[test]
fn hands_know_nothing_of_the_one_before() {
    let many: usize = short_or_long(200_000, 2_000_000);
    let random = RandomHands::of(&Deck::full(Specials::Without), Seed(12), 1).unwrap();
    let mut hands = vec![random.hand(0); many];
    random.deal(0, &mut hands);
    let kinds: Vec<usize> = hands.iter().filter_map(|hand| Some(hand.counts().kinds().first()?.index())).collect();
    for apart in [1, 2, 255, 256] {
        let mut pairs = vec![0; 34 * 34];
        kinds.iter().zip(&kinds[apart..]).for_each(|(one, other)| pairs[34 * one + other] += 1);
        let expected = vec![(many - apart) as f64 / (34.0 * 34.0); 34 * 34];
        let likelihood = likelihood(&pairs, &expected);
        assert!(likelihood > UNLIKELY, "{apart} apart: {likelihood}");
    }
}

/// The distribution of distances against that of all hands, found by going through them.
#[test]
fn distances_are_those_of_all_hands() {
    let many: usize = short_or_long(50_000, 300_000);
    let all = [(1, Specials::With), (2, Specials::Without), (4, Specials::Without)];
    // Of four tiles there are as many as of all others a hundred times.
    for (tiles, deck) in all.into_iter().take(short_or_long(2, 3)) {
        let mut ways = [0.0; 15];
        let kinds = Tile::ALL[..deck.tiles() / 4].to_vec();
        every_hand(&kinds, Counts::EMPTY, tiles, 1.0, &mut |hand, weight| {
            ways[usize::from(PlainModel.distance(hand).get())] += weight;
        });
        let all: f64 = ways.iter().sum();
        let random = RandomHands::of(&Deck::full(deck), Seed(13), tiles).unwrap();
        let mut hands = vec![random.hand(0); many];
        random.deal(0, &mut hands);
        let mut seen = Histogram::new(15);
        for hand in &hands {
            seen.add(TableModel.distance(hand).get().into());
        }
        let possible: Vec<usize> = (0..15).filter(|&distance| ways[distance] > 0.0).collect();
        assert!(possible.len() > 1 || tiles == 1);
        let counts: Vec<u64> = possible.iter().map(|&distance| seen.counts()[distance]).collect();
        let expected: Vec<f64> = possible.iter().map(|&distance| ways[distance] / all * many as f64).collect();
        assert_eq!(counts.iter().sum::<u64>(), many as u64, "no other distance is seen");
        let likelihood = if counts.len() > 1 { likelihood(&counts, &expected) } else { 1.0 };
        assert!(likelihood > UNLIKELY, "{tiles} tiles: {likelihood}, {counts:?}, {expected:?}");
    }
}

/// The same for all sizes, of which some have too many hands to go through: against the exact distribution.
#[test]
fn distances_are_distributed_as_they_were_counted() {
    let many: usize = short_or_long(100_000, 1_000_000);
    for (deck, exact) in
        [(Specials::Without, Deck::full(Specials::Without)), (Specials::With, Deck::full(Specials::With))]
    {
        for tiles in SIZES {
            let exact = Distribution::of(&exact, tiles).unwrap();
            let random = RandomHands::of(&Deck::full(deck), Seed(14), tiles).unwrap();
            let mut hands = vec![PackedHand::from(random.hand(0)); many];
            random.deal_packed(0, &mut hands);
            let mut distances = vec![Distance::WON; many];
            let Ok(()) = Batch::new().distances(&hands, &mut distances);
            let mut seen = Histogram::new(15);
            for distance in distances {
                seen.add(distance.get().into());
            }
            // Distances that are hardly ever seen are counted together: chi-square is no measure for them.
            let (mut counts, mut expected) = (vec![0], vec![0.0]);
            for at in exact.distances() {
                let here = exact.probability(at) * many as f64;
                let place = if here < 10.0 { 0 } else { counts.len() };
                counts.resize(counts.len().max(place + 1), 0);
                expected.resize(counts.len(), 0.0);
                counts[place] += seen.counts()[usize::from(at.distance.get())];
                expected[place] += here;
            }
            assert_eq!(counts.iter().sum::<u64>(), many as u64, "no other distance is seen");
            let rare = usize::from(expected[0] < 0.1);
            let likelihood = if counts.len() > rare + 1 { likelihood(&counts[rare..], &expected[rare..]) } else { 1.0 };
            assert!(likelihood > UNLIKELY, "{tiles} tiles: {likelihood}, {counts:?}, {expected:?}");
        }
    }
}

/// Goes through the hands that so many more tiles of these kinds make, each with the number of ways to draw it.
fn every_hand(kinds: &[Tile], counts: Counts, tiles: usize, weight: f64, visit: &mut impl FnMut(&Hand, f64)) {
    if tiles == 0 {
        return visit(&Hand::of_size(counts).unwrap(), weight);
    }
    let Some((&kind, rest)) = kinds.split_first() else { return };
    let mut counts = counts;
    for (copies, ways) in [1.0, 4.0, 6.0, 4.0, 1.0].into_iter().enumerate().take(tiles + 1) {
        if copies > 0 {
            counts.insert(kind).unwrap();
        }
        every_hand(rest, counts, tiles - copies, weight * ways, visit);
    }
}
