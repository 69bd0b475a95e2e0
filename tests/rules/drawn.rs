//! Rule sets drawn at random, and random hands of each: the tables, and plans by them, against the plain definition.

use std::ops::Range;

use paili::analysis::Plan;
use paili::rules::{Aim, Compiled, MeldsWanted, PlainRules, RuleSet, RuleTables, VoidSuit, WildcardCopies};
use paili::{Chow, Counts, Distance, Form, Hand, Meld, Model, Suit, Tile, TileSet};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{random_hand, with_some_void};
use crate::length::short_or_long;
use crate::threads;

/// Hands of each rule set; of the first ones everything is compared, of the others the distance.
const HANDS: usize = 300;
const ALL_OF: usize = 40;

#[test]
fn rule_sets_drawn_at_random_are_answered_as_defined() {
    draw(0..short_or_long(5, 60));
}

#[test]
#[ignore = "minutes"]
fn thousands_of_rule_sets_more_are_answered_as_defined() {
    draw(60..3000);
}

fn draw(seeds: Range<u64>) {
    threads::each(seeds, &|seed| {
        let random = &mut ChaCha8Rng::seed_from_u64(seed);
        let rules = rule_set(random);
        // Not kept for the process, which would take some gigabytes.
        let tables = RuleTables::compile(&rules);
        let (tables, plain) = with_some_void((tables.model(), PlainRules::new(&rules)), random);
        let hands: Vec<Hand> = (0..HANDS).map(|_| random_hand(&rules, random)).collect();
        let mut at_once = vec![Distance::WON; hands.len()];
        tables.distances_of_hands(&hands, &mut at_once);
        for (hand, at_once) in hands.iter().zip(at_once) {
            let distance = plain.distance(hand);
            assert_eq!((tables.distance(hand), at_once), (distance, distance), "seed {seed}: {rules:?}, {hand:?}");
        }
        for hand in &hands[..ALL_OF] {
            let answer = plain.distance_and_useful(hand);
            assert_eq!(tables.distance_and_useful(hand), answer, "seed {seed}: {rules:?}, {hand:?}");
            assert_eq!(tables.unneeded(hand), plain.unneeded(hand), "seed {seed}: {rules:?}, {hand:?}");
            for form in rules.forms().iter() {
                let distance = plain.distance_by(form, hand);
                assert_eq!(tables.distance_by(form, hand), distance, "seed {seed}, {form}: {rules:?}, {hand:?}");
                let way = Plan::of(tables, hand, form);
                assert_eq!(way.is_none(), distance == Distance::NEVER, "seed {seed}, {form}: {rules:?}, {hand:?}");
                if let Some(way) = way {
                    let why = wrong_with(&way, form, hand, (tables, plain));
                    assert_eq!(why, None, "seed {seed}, {form}: {rules:?}, {hand:?}, {way:?}");
                }
            }
            let nearest = Plan::of_nearest(tables, hand, rules.forms());
            let lacking = nearest.map(|plan| plan.missing.len());
            assert_eq!(lacking, answer.0.tiles().map(usize::from), "seed {seed}: {rules:?}, {hand:?}");
        }
    });
}

/// A rule set of few kinds, which is compiled quickly; now and then of all of them, which some forms ask for.
fn rule_set(random: &mut ChaCha8Rng) -> RuleSet {
    let melds = *[1, 2, 3, 4, 4, 4, 5, 5].choose(random).unwrap();
    let mut rules = RuleSet::new("drawn", melds).unwrap();
    let (share, most) = (*[0.2, 0.4, 1.0].choose(random).unwrap(), random.random_range(1..=Tile::COPIES));
    let has = Suit::ALL.map(|_| share >= 1.0 || random.random_bool(0.7));
    let mut copies = |tile: Tile| {
        let is_there = tile.suit().is_none_or(|suit| has[suit as usize]) && random.random_bool(share);
        if is_there { random.random_range(1..=most) } else { 0 }
    };
    for tile in Tile::regular() {
        rules = rules.with_copies(TileSet::only(tile), copies(tile)).unwrap();
    }
    if rules.tiles() == 0 {
        rules = rules.with_copies(TileSet::only(Tile::P1), most).unwrap();
    }
    let fitting: Vec<Form> = Form::ALL.into_iter().filter(|&form| rules.clone().with_forms(&[form]).is_ok()).collect();
    let number = random.random_range(1..=fitting.len());
    rules = rules.with_forms(&fitting.sample(random, number).copied().collect::<Vec<_>>()).unwrap();
    rules = rules.with_chows(&Suit::ALL.into_iter().filter(|_| random.random_bool(0.7)).collect::<Vec<_>>());
    if random.random_bool(0.5) {
        rules = rules.with_wildcards(random.random_range(1..=RuleSet::MOST_WILDCARDS)).unwrap();
        if random.random_bool(0.5) {
            rules = rules.with_wildcard_copies(WildcardCopies::Beyond);
        }
    }
    if random.random_bool(0.3) {
        rules = rules.with_void(VoidSuit::Asked);
    }
    if random.random_bool(0.5) { aiming(&rules, random) } else { rules }
}

/// The same for hands that are to be won in some way, if any can be.
fn aiming(rules: &RuleSet, random: &mut ChaCha8Rng) -> RuleSet {
    let only = match random.random_range(0..3) {
        0 => TileSet::REGULAR,
        1 => TileSet::of_suit(*Suit::ALL.choose(random).unwrap()) | TileSet::HONORS,
        _ => Tile::regular().filter(|_| random.random_bool(0.8)).collect(),
    };
    let pongs = Tile::regular().map(Meld::Pong);
    let all: Vec<Meld> = pongs.chain(Tile::regular().filter_map(Chow::starting).map(Meld::Chow)).collect();
    let fitting: Vec<Meld> = all.into_iter().filter(|&meld| aimed(rules, only, vec![meld]).is_some()).collect();
    let number = *[0, 1, 1, 2].choose(random).unwrap();
    let with = fitting.sample(random, number).copied().collect();
    aimed(rules, only, with).or_else(|| aimed(rules, only, Vec::new())).unwrap_or_else(|| rules.clone())
}

/// A quarter of them of pongs alone.
fn aimed(rules: &RuleSet, only: TileSet, with: Vec<Meld>) -> Option<RuleSet> {
    let melds = if rules.tiles().is_multiple_of(4) { MeldsWanted::Pongs } else { MeldsWanted::All };
    rules.clone().aiming_at(Aim { only, with, melds }).ok()
}

/// What is wrong with a plan of a hand for a form: it has to lack as many tiles as the hand does, and to make of it what wins.
fn wrong_with(
    plan: &Plan,
    form: Form,
    hand: &Hand,
    (tables, definition): (Compiled, PlainRules),
) -> Option<&'static str> {
    if Some(plan.missing.len()) != tables.distance_by(form, hand).tiles().map(usize::from) {
        return Some("lacks another number of tiles");
    }
    if plan.wildcards.len() != usize::from(hand.wildcards()) {
        return Some("leaves a wildcard");
    }
    let of = |tiles: &[Tile]| {
        let mut copies = [0_u8; Tile::REGULAR_COUNT];
        for tile in tiles {
            copies[tile.index()] += 1;
        }
        copies
    };
    let groups = of(&plan.groups.concat());
    let held: Vec<Tile> = hand.counts().tiles().chain(plan.missing.iter().chain(&plan.wildcards).copied()).collect();
    if of(&held) != of(&[&plan.groups.concat()[..], &plan.surplus].concat()) {
        return Some("adds or takes other tiles");
    }
    // What the deck does not have, wildcards are for.
    let rules = tables.tables().rules();
    let natural = |tile: Tile| groups[tile.index()].min(rules.copies(tile));
    let counts = Counts::of(Tile::regular().flat_map(|tile| std::iter::repeat_n(tile, natural(tile).into()))).unwrap();
    let beyond = groups.iter().sum::<u8>() - counts.total() as u8;
    if beyond > hand.wildcards() || beyond > 0 && rules.wildcard_copies() == WildcardCopies::Within {
        return Some("asks for tiles that the deck does not have");
    }
    let won = rules.hand(counts, beyond).unwrap();
    if won.melds() != hand.melds() || definition.distance_by(form, &won) != Distance::WON {
        return Some("does not win");
    }
    None
}
