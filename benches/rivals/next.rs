//! What the next draw and a claim make of a hand, as one finds it with `xiangting`: of each hand that they leave it tells
//! which discards keep the distance, and of each hand after those the useful tiles.

use super::{PlayerCount, calculate_necessary_tiles, calculate_unnecessary_tiles};

/// The kinds of a set, a bit a kind.
fn kinds(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let kind = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (kind < 34).then_some(kind)
    })
}

/// How many copies of some kinds are left besides those that are seen.
fn left(set: u64, seen: &[u8; 34]) -> u32 {
    kinds(set).map(|kind| u32::from(4_u8.saturating_sub(seen[kind]))).sum()
}

fn necessary(counts: &[u8; 34]) -> (u8, u64) {
    calculate_necessary_tiles(counts, PlayerCount::Four).expect("a hand")
}

/// The distance of a hand with a discard due, and the widest acceptance after a discard that keeps it.
fn best(counts: &mut [u8; 34], seen: &[u8; 34]) -> (u8, u32) {
    let (distance, keeping) = calculate_unnecessary_tiles(counts, PlayerCount::Four).expect("a hand");
    let after = kinds(keeping).map(|discard| {
        counts[discard] -= 1;
        let useful = necessary(counts).1;
        counts[discard] += 1;
        left(useful, seen)
    });
    (distance, after.max().unwrap_or(0))
}

/// The copies that make a hand at distance 2 ready with a wait of more than so many.
pub fn good_waits(counts: &[u8; 34], more_than: u32) -> u32 {
    let mut counts = *counts;
    let mut good = 0;
    for kind in kinds(necessary(&counts).1) {
        let copies = 4 - counts[kind];
        if copies > 0 {
            counts[kind] += 1;
            let seen = counts;
            good += u32::from(copies) * u32::from(best(&mut counts, &seen).1 > more_than);
            counts[kind] -= 1;
        }
    }
    good
}

/// How many kinds widen the acceptance of a hand that draws without bringing it nearer, and the acceptances after them in all.
pub fn improvements(counts: &[u8; 34]) -> (u32, u32) {
    let mut counts = *counts;
    let (distance, useful) = necessary(&counts);
    let own = left(useful, &counts);
    let (mut improvements, mut acceptances) = (0, 0);
    for kind in 0..counts.len() {
        if counts[kind] < 4 {
            counts[kind] += 1;
            let seen = counts;
            let (after, acceptance) = best(&mut counts, &seen);
            if after == distance && acceptance > own {
                improvements += 1;
                acceptances += acceptance;
            }
            counts[kind] -= 1;
        }
    }
    (improvements, acceptances)
}

/// The distance and the acceptance after passing, and after each call about a tile that is offered from the left: the best first.
pub fn offers(counts: &[u8; 34], tile: usize) -> Vec<(u8, u32)> {
    let mut seen = *counts;
    seen[tile] += 1;
    let (distance, useful) = necessary(counts);
    let mut offers = vec![(distance, left(useful, &seen))];
    let mut claim = |used: [usize; 2]| {
        let mut counts = *counts;
        if used.into_iter().all(|kind| counts[kind].checked_sub(1).map(|fewer| counts[kind] = fewer).is_some()) {
            offers.push(best(&mut counts, &seen));
        }
    };
    claim([tile; 2]);
    if tile < 27 {
        let rank = tile % 9;
        for (begin, others) in [(2, [-2, -1]), (1, [-1, 1]), (0, [1, 2])] {
            if (begin..begin + 7).contains(&rank) {
                claim(others.map(|step| tile.wrapping_add_signed(step)));
            }
        }
    }
    if counts[tile] == 3 {
        let mut counts = *counts;
        counts[tile] = 0;
        let (distance, useful) = necessary(&counts);
        offers.push((distance, left(useful, &seen)));
    }
    offers.sort_by_key(|&(distance, acceptance)| (distance, u32::MAX - acceptance));
    offers
}
