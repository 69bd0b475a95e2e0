//! How many hands of each rule set are how far, against published counts and all hands one by one.

use std::collections::BTreeMap;

use crate::length::short_or_long;
use crate::threads;
use crate::vectors::vectors;
use paili::analysis::{Unseen, Useful};
use paili::rules::{PlainRules, ReadyMade, RuleSet, VoidSuit, WildcardCopies};
use paili::survey::Distribution;
use paili::{Counts, Deck, Distance, Form, Model, Suit, Tile, TileSet};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The number of ways to draw a winning hand, and one that lacks a tile.
fn nearest(rules: &RuleSet, tiles: usize) -> [u128; 2] {
    let all = Distribution::of(&Deck::of(rules), tiles).unwrap();
    [0, 1].map(|distance| all.distances()[distance].weighted)
}

#[test]
fn exact_counts_are_those_published() {
    let five = RuleSet::new("five melds", 5).unwrap();
    assert_eq!(nearest(&five, 17)[0], 1_554_490_175_889_888);
    let sanma = ReadyMade::Sanma.rules().with_forms(&[Form::Standard]).unwrap();
    assert_eq!(nearest(&sanma, 14), [1_072_362_602_896, 178_295_397_803_376]);
}

#[test]
fn exact_counts_of_the_usual_rules_are_the_same_both_ways() {
    let [standard, riichi] = [ReadyMade::Standard, ReadyMade::Riichi].map(ReadyMade::rules);
    // With exposed melds there is only the standard form.
    let cases = [(13, &riichi), (14, &riichi), (8, &riichi), (1, &riichi), (14, &standard), (5, &standard)];
    for (tiles, rules) in cases {
        let mut deck = Deck::of(rules);
        deck.take_all("1112345678999m5p77z").unwrap();
        let [usual, all] = [Distribution::of, Distribution::by_compiled].map(|count| count(&deck, tiles).unwrap());
        assert_eq!(all.distances(), usual.distances());
        assert_eq!(all.accepted(), usual.accepted());
    }
}

#[test]
fn hands_of_all_sizes_of_other_rules_are_refused() {
    let refused = Distribution::of(&Deck::of(&ReadyMade::Guobiao.rules()), 3).unwrap_err();
    let sizes = "13 or 14, or with exposed melds 10 or 11, 7 or 8, 4 or 5, 1 or 2";
    assert_eq!(refused.to_string(), format!("3 tiles: a hand of guobiao has {sizes}"));
    let few = two_copies();
    // Without chows two copies of each kind make no meld.
    let refused = Distribution::of(&Deck::of(&few.with_chows(&[])), 7).unwrap_err();
    assert!(refused.to_string().starts_with("no hand of 7 tiles can win"), "{refused}");
}

/// Two melds of dots.
fn dots() -> RuleSet {
    RuleSet::new("dots", 2).unwrap().with_copies(!TileSet::of_suit(Suit::Dots), 0).unwrap()
}

fn two_copies() -> RuleSet {
    let few = dots().with_copies(TileSet::of_suit(Suit::Dots), 2).unwrap().named("two copies").unwrap();
    few.with_copies(TileSet::only(Tile::P1), 1).unwrap()
}

#[test]
fn exact_counts_are_those_of_all_hands_one_by_one() {
    let wild = dots().with_wildcards(3).unwrap().with_forms(&[Form::Standard, Form::Pairs]).unwrap();
    let fifth = wild.clone().with_wildcard_copies(WildcardCopies::Beyond);
    let third = dots().with_copies(TileSet::of_suit(Suit::Dots), 2).unwrap().with_wildcards(3).unwrap();
    let third = third.with_forms(&[Form::Standard, Form::Pairs, Form::RepeatedPairs]).unwrap();
    let third = third.with_wildcard_copies(WildcardCopies::Beyond).named("beyond two copies").unwrap();
    let (dots, few) = (dots(), two_copies());
    let within = [(&dots, 7), (&dots, 8), (&few, 7), (&wild, 7), (&wild, 8), (&wild, 4)];
    let beyond = [(&fifth, 7), (&fifth, 8), (&third, 4), (&third, 5)];
    for (rules, tiles) in within.into_iter().chain(beyond) {
        assert_counted_one_by_one(rules, tiles, &Counts::EMPTY);
    }
}

/// Decks of which little is left, much of it knitted: forms of six ways, beside other forms and alone, with wildcards too.
#[test]
fn exact_counts_of_knitted_forms_are_those_of_all_hands_one_by_one() {
    let guobiao = ReadyMade::Guobiao.rules();
    let with = |forms: &[Form]| guobiao.clone().with_forms(forms).unwrap();
    let wild = guobiao.clone().with_wildcards(2).unwrap();
    let scarce = with(&[Form::Standard, Form::KnittedStraight]);
    let scarce = scarce.with_copies(TileSet::of_suit(Suit::Dots), 1).unwrap();
    let rule_sets = [
        (wild.clone().with_wildcard_copies(WildcardCopies::Beyond), 2),
        (wild, 2),
        (with(&[Form::Standard, Form::Knitted]), 5),
        (with(&[Form::KnittedStraight]), 5),
        (scarce.with_chows(&[Suit::Dots]), 5),
        (guobiao.clone().with_void(VoidSuit::Asked), 2),
        (guobiao, 10),
    ];
    for (rules, decks) in rule_sets.into_iter().skip(short_or_long(1, 0)).step_by(short_or_long(3, 1)) {
        threads::each(0..short_or_long(1, decks), &|seed| {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let visible = all_but_few(&rules, &mut random);
            for tiles in [14, 13, 11, 10].into_iter().skip(short_or_long(1, 0)).step_by(short_or_long(2, 1)) {
                assert_counted_one_by_one(&rules, tiles, &visible);
            }
        });
    }
}

/// What is visible if few tiles are left: some from anywhere, others knitted.
fn all_but_few(rules: &RuleSet, random: &mut ChaCha8Rng) -> Counts {
    let mut starts = [0, 1, 2];
    starts.shuffle(random);
    let is_knitted = |tile: &Tile| match tile.suit() {
        Some(suit) => tile.index() % 3 == starts[suit as usize],
        None => true,
    };
    let mut deck: Vec<Tile> =
        rules.kinds().iter().flat_map(|tile| std::iter::repeat_n(tile, rules.copies(tile).into())).collect();
    deck.shuffle(random);
    let few = random.random_range(6..12);
    let (anywhere, others) = deck.split_at(few);
    let mut knitted: Vec<Tile> = others.iter().copied().filter(is_knitted).collect();
    knitted.sort_unstable();
    knitted.dedup();
    knitted.shuffle(random);
    let left = Counts::of(anywhere.iter().chain(knitted.iter().take(18 - few)).copied()).unwrap();
    let gone = rules
        .kinds()
        .iter()
        .flat_map(|tile| std::iter::repeat_n(tile, usize::from(rules.copies(tile) - left.get(tile))));
    Counts::of(gone).unwrap()
}

/// Counts all hands of what is not visible: distances and acceptances.
fn assert_counted_one_by_one(rules: &RuleSet, tiles: usize, visible: &Counts) {
    let model = rules.compiled();
    let mut deck = Deck::of(rules);
    visible.tiles().for_each(|tile| deck.take(tile).unwrap());
    // Of the usual deck, too, the compiled tables are asked.
    let all = Distribution::by_compiled(&deck, tiles).unwrap();
    let left = |tile| rules.copies(tile) - visible.get(tile);
    let mut counted: BTreeMap<u8, [u128; 3]> = BTreeMap::new();
    for wildcards in 0..=rules.wildcards().min(tiles as u8) {
        let tiles = tiles - usize::from(wildcards);
        let sets = vectors(rules.kinds().iter().map(|tile| (tile, left(tile))), tiles);
        for counts in sets.into_iter().filter(|counts| counts.total() == tiles) {
            let hand = rules.hand(counts, wildcards).unwrap();
            let choose = |all: u8, some: u8| {
                (0..some).fold(1, |ways, taken| ways * u128::from(all - taken) / (u128::from(taken) + 1))
            };
            let of_kinds = Tile::regular().map(|tile| choose(left(tile), counts.get(tile)));
            let ways = of_kinds.product::<u128>() * choose(rules.wildcards(), wildcards);
            let useful = Useful::of(model, &hand, &Unseen::of(rules, &hand, visible));
            let counted = counted.entry(model.distance(&hand).get()).or_default();
            counted[0] += ways;
            counted[1] += 1;
            counted[2] += ways * u128::from(useful.acceptance);
        }
    }
    let told = all.distances().iter().map(|at| (at.distance.get(), [at.weighted, at.distinct, at.accepted]));
    assert_eq!(told.collect::<BTreeMap<_, _>>(), counted, "{} of {tiles}, {visible:?}", rules.name());
}

/// Of fifteen ways to draw four tiles, nothing completes five: these hands have a row of their own.
#[test]
fn hands_that_nothing_completes_are_counted() {
    // In tile order.
    let few = [("2m", 2), ("3p", 1_u8), ("1s", 2)];
    let kept: TileSet = few.iter().map(|(name, _)| name.to_uppercase().parse::<paili::Tile>().unwrap()).collect();
    let mut rules = RuleSet::new("few", 1).unwrap().with_copies(!kept & TileSet::REGULAR, 0).unwrap();
    for (name, copies) in few {
        let tile = name.to_uppercase().parse::<paili::Tile>().unwrap();
        rules = rules.with_copies(TileSet::only(tile), copies).unwrap();
    }
    let rules = rules.with_wildcards(1).unwrap().with_wildcard_copies(WildcardCopies::Beyond);
    let all = Distribution::of(&Deck::of(&rules), 4).unwrap();
    assert_eq!(all.weighted(), 15);
    let mut never = 0;
    let kinds: Vec<paili::Tile> = rules.kinds().iter().collect();
    for copies in (0..3 * 3 * 2).map(|number| [number % 3, number / 9, number / 3 % 3]) {
        let natural = kinds.iter().zip(copies).flat_map(|(&tile, copies)| std::iter::repeat_n(tile, copies));
        let Ok(counts) = Counts::of(natural) else { continue };
        let wildcards = 4_usize.checked_sub(counts.total()).filter(|wildcards| *wildcards < 2);
        let Some(Ok(hand)) = wildcards.map(|wildcards| rules.hand(counts, wildcards as u8)) else { continue };
        if PlainRules::new(&rules).distance(&hand) == Distance::NEVER {
            never += copies.iter().zip(few).map(|(&held, (_, all))| choose(all.into(), held)).product::<usize>();
        }
    }
    let row = all.distances().last().unwrap();
    assert_eq!((row.distance, row.weighted), (Distance::NEVER, never as u128));
    assert!(never > 0);
}

/// How many ways there are to take some of a few.
fn choose(all: usize, some: usize) -> usize {
    (0..some).fold(1, |ways, taken| ways * (all - taken) / (taken + 1))
}
