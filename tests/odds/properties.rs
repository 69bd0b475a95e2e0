//! What holds of all odds.

use std::ops::Range;

use paili::odds::{Changes, Graph, Law, Odds};
use paili::{Forms, MeldCount, Model, TableModel, WithForms};
use rand::RngExt;

use super::{hands, near, seed};
use crate::length::short_or_long;
use crate::threads;

/// What every row of odds is: a probability that never rises as draws are made, and no larger than that of being ready.
fn check(win: &[f64], ready: &[f64], of: &str) {
    // Sums of many products may be off by a few units in the last place.
    const ROUNDING: f64 = 1e-14;
    let is_probability = |value: &f64| (0.0..=1.0 + ROUNDING).contains(value);
    assert!(win.iter().all(is_probability) && ready.iter().all(is_probability), "{of}: {win:?} {ready:?}");
    assert!(win.is_sorted_by(|before, after| *after <= before + ROUNDING), "{of}: {win:?}");
    assert!(win.iter().zip(ready).all(|(win, ready)| *win <= ready + ROUNDING), "{of}: {win:?} {ready:?}");
}

pub fn check_all(odds: &Odds, of: &str) {
    check(&odds.win, &odds.ready, of);
    odds.discards.iter().for_each(|discard| check(&discard.win, &discard.ready, of));
}

/// Asks about a hand a piece. Without changes, the graph of a near hand takes longer to make than to ask, and is asked
/// three times.
fn properties(changes: Changes, farthest: u8, pieces: Range<u64>) {
    threads::each(pieces, &|piece| {
        let mut rng = seed::rng(50 + u64::from(changes.get()), piece);
        let (tiles, melds) = hands::sizes().nth(piece as usize % 2).unwrap();
        let farthest = rng.random_range(1..=farthest);
        let hand = near::hand(tiles, melds, Forms::ALL, farthest, &mut rng);
        let visible = rng.random_range(0..50);
        let unseen = near::unseen(&hand, visible, &mut rng);
        let graph = Graph::of(WithForms::new(TableModel, Forms::ALL), &hand, &unseen, changes).unwrap();
        let is_long = changes == Changes::None && piece % 16 == 0;
        let is_near = WithForms::new(TableModel, Forms::ALL).distance(&hand).get() <= 2;
        let questions = if changes == Changes::None && is_near { 3 } else { 1 };
        for _ in 0..questions {
            let draws = rng.random_range(1..=if is_long { graph.unseen_tiles() - 1 } else { 18 });
            let of = format!("{} {unseen:?} {changes:?} {draws}", hand.counts());
            let odds = graph.odds(draws, Law::Remembering).unwrap();
            check_all(&odds, &of);
            let wins = graph.wins(draws + 1, Law::Remembering).unwrap();
            let with_more = wins.iter().map(|&(_, win)| win).fold(0.0, f64::max);
            assert!(with_more >= odds.win[0] - 1e-14, "{of}: {} and then {with_more}", odds.win[0]);
        }
    });
}

#[test]
fn without_changes_odds_are_probabilities() {
    properties(Changes::None, 3, 0..short_or_long(1_000, 30_000));
}

/// Those take ten times as long as nearer ones.
#[test]
fn without_changes_odds_of_far_hands_are_probabilities() {
    properties(Changes::None, 4, 30_000..short_or_long(30_100, 33_000));
}

#[test]
fn with_a_change_odds_are_probabilities() {
    properties(Changes::One, 2, 0..short_or_long(60, 2_000));
}

/// Compares hands over all forms with each of the forms alone: by how much the best falls short at most.
fn shortfall(changes: Changes, farthest: u8, count: u64) -> f64 {
    let sizes = [13, 14];
    let of_hand = |piece: u64| {
        let mut rng = seed::rng(230 + u64::from(changes.get()), piece);
        let distance = rng.random_range(1..=farthest);
        let hand = near::hand(sizes[piece as usize % 2], MeldCount::default(), Forms::ALL, distance, &mut rng);
        let visible = near::pick(&[0, 0, 5, 20, 45], &mut rng).unwrap();
        let unseen = near::unseen(&hand, visible, &mut rng);
        let draws = rng.random_range(1..=18);
        let win = |forms| {
            let graph = Graph::of(WithForms::new(TableModel, forms), &hand, &unseen, changes).unwrap();
            graph.likeliest(draws, Law::Remembering).unwrap().1
        };
        let all = win(Forms::ALL);
        // What is far is not likely, and takes long.
        let far = |forms| WithForms::new(TableModel, forms).distance(&hand).get();
        let near = Forms::EMBEDDED.iter().map(Forms::only).filter(|&forms| far(forms) <= farthest + 2);
        let alone: Vec<f64> = near.map(win).collect();
        let short = alone.iter().copied().fold(0.0, f64::max) - all;
        if short > 1e-9 {
            println!("{} {visible} visible, {draws} draws: {all} {alone:?}", hand.counts());
        }
        short
    };
    threads::results(count, of_hand).into_iter().fold(0.0, f64::max)
}

#[test]
fn a_form_more_never_makes_winning_less_likely() {
    let short = shortfall(Changes::None, 4, short_or_long(60, 1_000));
    assert!(short <= 1e-9, "{short}");
}

#[test]
fn a_form_more_never_makes_winning_less_likely_with_a_change() {
    let short = shortfall(Changes::One, 2, short_or_long(12, 200));
    assert!(short <= 1e-9, "{short}");
}
