//! A hand that is answered wrong, made smaller.

use paili::rules::RuleSet;
use paili::{Hand, Meld, Tile};

use crate::hands::{KINDS, hand_of};

/// The order of hands: fewer tiles first, then fewer wildcards, then lower kinds.
pub(crate) fn size(hand: &Hand) -> (usize, u8, Vec<Tile>) {
    (hand.tiles(), hand.wildcards(), hand.counts().tiles().collect())
}

/// The hands that a hand becomes by one tile or three less, or by one tile or two that are lower, smallest first.
pub(crate) fn smaller(rules: &RuleSet, hand: &Hand) -> Vec<Hand> {
    let mut all = Vec::new();
    let mut counts = [hand.wildcards(); KINDS];
    counts[..Tile::REGULAR_COUNT].copy_from_slice(&hand.counts().regular());
    without(counts, 1, 0, &mut all);
    without(counts, Meld::TILES, 0, &mut all);
    let lower = |counts: [u8; KINDS]| {
        let held = (0..counts.len()).filter(move |&kind| counts[kind] > 0);
        held.flat_map(move |from| {
            (0..from).map(move |to| {
                let mut lower = counts;
                lower[from] -= 1;
                lower[to] += 1;
                lower
            })
        })
    };
    for once in lower(counts) {
        all.push(once);
    }
    // All of a kind, or of a suit, at once.
    for from in 1..counts.len() {
        for to in (0..from).filter(|&to| counts[to] == 0) {
            let mut swapped = counts;
            swapped.swap(from, to);
            all.push(swapped);
        }
    }
    for [from, to] in [[1, 0], [2, 0], [2, 1]] {
        let mut swapped = counts;
        (0..9).for_each(|rank| swapped.swap(9 * from + rank, 9 * to + rank));
        all.push(swapped);
    }
    let mut hands: Vec<Hand> = all.into_iter().filter_map(|counts| hand_of(rules, counts)).collect();
    let own = size(hand);
    hands.retain(|other| size(other) < own);
    hands.sort_by_cached_key(size);
    hands.dedup();
    hands
}

/// All counts with so many tiles less.
fn without(counts: [u8; KINDS], fewer: usize, from: usize, all: &mut Vec<[u8; KINDS]>) {
    if fewer == 0 {
        return all.push(counts);
    }
    for kind in from..counts.len() {
        if counts[kind] > 0 {
            let mut less = counts;
            less[kind] -= 1;
            without(less, fewer - 1, kind, all);
        }
    }
}
