//! Random hands: every way to deal them gives the same, and all hands are equally likely.

use crate::length::short_or_long;
use paili::batch::{Batch, PackedHand};
use std::collections::{BTreeMap, HashMap};

use paili::rules::{PlainRules, ReadyMade, RuleSet, VoidSuit};
use paili::simulation::{HandsAtDistance, Histogram, RandomHands, Seed};
use paili::survey::Distribution;
use paili::{Counts, Deck, Distance, Form, Hand, Model, PlainModel, Specials, Suit, TableModel, Tile, TileSet};
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

/// Every hand of small decks against its share, all forms and void suits among the ways to win.
#[test]
fn hands_of_a_distance_are_equally_likely() {
    let small = |kinds: &str, melds| {
        let kinds: TileSet = kinds.split(' ').map(|tile| tile.parse::<Tile>().unwrap()).collect();
        RuleSet::new("small", melds).unwrap().with_copies(!kinds, 0).unwrap()
    };
    let three_suits = "1M 2M 3M 1P 2P 3P 1S E";
    let pairs = |rules: RuleSet| rules.with_forms(&[Form::Standard, Form::Pairs]).unwrap();
    let decks = [
        (small("1M 2M 3M 4M 5M E", 1), 5),
        (small(three_suits, 1), 4),
        (small(three_suits, 2).with_void(VoidSuit::Asked), 5),
        (small("1M 2M 3M 4M 1P E", 1).with_wildcards(3).unwrap(), 5),
        (pairs(small("1M 2M 3M 4M 5M 6M 7M", 4)), 14),
    ];
    for (rules, tiles) in decks.into_iter().take(short_or_long(4, 5)) {
        let drawn = HandsAtDistance::of(&Deck::of(&rules), tiles).unwrap();
        let mut all = BTreeMap::<Distance, Vec<(Hand, f64)>>::new();
        let kinds: Vec<Tile> = rules.kinds().iter().collect();
        for wildcards in 0..=rules.wildcards() {
            let weight = choose(rules.wildcards().into(), wildcards.into());
            let size = tiles - usize::from(wildcards);
            each_set(&kinds, Counts::EMPTY, size, weight, &mut |counts, weight| {
                let hand = rules.hand(*counts, wildcards).unwrap();
                let distance = PlainRules::new(&rules).distance(&hand);
                all.entry(distance).or_default().push((hand, weight));
            });
        }
        assert_eq!(all.len(), drawn.distribution().distances().len());
        for (distance, hands) in all {
            let weight: f64 = hands.iter().map(|(_, weight)| weight).sum();
            let counted = drawn.distribution().distances().iter().find(|at| at.distance == distance).unwrap();
            assert_eq!((counted.distinct, counted.weighted as f64), (hands.len() as u128, weight));
            let many = short_or_long(20, 200) * hands.len().clamp(50, 20_000);
            let mut seen: HashMap<Hand, u64> = hands.iter().map(|(hand, _)| (*hand, 0)).collect();
            for hand in drawn.draw(distance, Seed(3), 0, many).unwrap() {
                *seen.get_mut(&hand).expect("a hand of this distance") += 1;
            }
            let seen: Vec<u64> = hands.iter().map(|(hand, _)| seen[hand]).collect();
            let expected: Vec<f64> = hands.iter().map(|(_, ways)| ways / weight * many as f64).collect();
            let likelihood = if seen.len() > 1 { likelihood(&seen, &expected) } else { 1.0 };
            assert!(likelihood > UNLIKELY, "{} at {distance}: {likelihood}", rules.name());
        }
    }
}

/// Where hands are too many to go through: what hands of a distance hold, drawn so and picked from all hands drawn.
#[test]
fn hands_of_a_distance_are_as_those_that_are_picked_from_all() {
    let all = [ReadyMade::Riichi, ReadyMade::Sichuan, ReadyMade::Guobiao, ReadyMade::Taiwan];
    for name in all.into_iter().take(short_or_long(2, 4)) {
        let (rules, many) = (name.rules(), short_or_long(100_000, 2_000_000));
        let tiles = 14;
        let drawn = HandsAtDistance::of(&Deck::of(&rules), tiles).unwrap();
        let random = RandomHands::of(&Deck::of(&rules), Seed(15), tiles).unwrap();
        let mut hands = vec![random.hand(0); many];
        random.deal(0, &mut hands);
        let model = rules.model();
        // How many kinds, and how many terminals and honors.
        let looks = |hand: &Hand| {
            let ends =
                hand.counts().tiles().filter(|tile| tile.suit().is_none() || (tile.index() % 9).is_multiple_of(8));
            (hand.counts().kinds().len() / 2, ends.count() / 3)
        };
        for at in drawn.distribution().distances() {
            let picked: Vec<&Hand> = hands.iter().filter(|hand| model.distance(hand) == at.distance).collect();
            let drawn = drawn.draw(at.distance, Seed(15), 0, short_or_long(2_000, 20_000)).unwrap();
            assert!(drawn.iter().all(|hand| model.distance(hand) == at.distance));
            let mut both = BTreeMap::<_, [f64; 2]>::new();
            for hand in picked.iter().copied() {
                both.entry(looks(hand)).or_default()[0] += 1.0;
            }
            for hand in &drawn {
                both.entry(looks(hand)).or_default()[1] += 1.0;
            }
            both.retain(|_, [picked, drawn]| *picked + *drawn > 40.0);
            if picked.len() < 500 || both.len() < 2 {
                continue;
            }
            let [of_picked, of_drawn] = [0, 1].map(|of| both.values().map(|counts| counts[of]).sum::<f64>());
            let of_both = |[picked, drawn]: &[f64; 2]| {
                (picked * (of_drawn / of_picked).sqrt() - drawn * (of_picked / of_drawn).sqrt()).powi(2)
                    / (picked + drawn)
            };
            let chi_square: f64 = both.values().map(of_both).sum();
            let likelihood = 1.0 - ChiSquared::new(both.len() as f64 - 1.0).unwrap().cdf(chi_square);
            assert!(likelihood > UNLIKELY, "{} at {}: {likelihood}", rules.name(), at.distance);
        }
    }
}

/// Hands of a distance do not depend on how many are drawn at once.
#[test]
fn hands_of_a_distance_have_numbers() {
    let drawn = HandsAtDistance::of(&Deck::full(Specials::Without), 13).unwrap();
    let all = drawn.draw(Distance::READY, Seed(9), 0, 300).unwrap();
    for (first, many) in [(0, 64), (1, 70), (63, 2), (64, 100), (250, 50)] {
        assert_eq!(drawn.draw(Distance::READY, Seed(9), first as u64, many).unwrap(), all[first..first + many]);
    }
    let texts: Vec<String> = all[..3].iter().map(|hand| hand.counts().to_string()).collect();
    assert_eq!(
        texts,
        [
            "2M 3M 4M 6M 6M 1P 3P 5S 6S 7S N N N",
            "1P 3P 4P 4P 4P 5P 6P 7P 1S 2S 3S 8S 8S",
            "2M 3M 4M 9M 2P 3P 4P 7P 8P 9P 3S 4S 5S"
        ]
    );
}

fn choose(all: u64, some: u64) -> f64 {
    (0..some).map(|taken| (all - taken) as f64 / (taken + 1) as f64).product()
}

/// Goes through the sets of so many tiles of these kinds, four copies each, with the number of ways to draw it.
fn each_set(kinds: &[Tile], counts: Counts, tiles: usize, weight: f64, visit: &mut impl FnMut(&Counts, f64)) {
    let Some((&kind, others)) = kinds.split_first() else {
        if tiles == 0 {
            visit(&counts, weight);
        }
        return;
    };
    let mut counts = counts;
    for copies in 0..=4.min(tiles) {
        each_set(others, counts, tiles - copies, weight * choose(4, copies as u64), visit);
        if copies < 4 {
            counts.insert(kind).unwrap();
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
        each_set(&kinds, Counts::EMPTY, tiles, 1.0, &mut |counts, weight| {
            let hand = Hand::of_size(*counts).unwrap();
            ways[usize::from(PlainModel.distance(&hand).get())] += weight;
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
