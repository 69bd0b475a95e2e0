//! What the benches measure paili against: two crates, and the published dynamic programmes.
//!
//! Both crates take the counts of the 34 kinds and answer for whichever form is nearest: the standard one, and with 13 or
//! 14 tiles seven pairs and thirteen orphans too. Neither offers the standard form alone. `riichienv-core` is built
//! without its features: its useful tiles are in the one that needs Python, so that crate is asked for distances only.
//!
//! The programmes are written here anew from their ideas, plainly, in the way one would hand them in; none calls another.
//! All walk the kinds in tile order and decide how many copies a winning hand has of each. They differ in what they carry
//! along:
//!
//! - The library's own [`PlainModel`](paili::distance::PlainModel) carries the fewest tiles added, over the melds, the
//!   pair and the chows begun at the last two ranks. So do Daniel Yuan, "麻将相关" (2021,
//!   <https://daniel-yuan.github.io/2021/01/19/麻将相关>) and solutions of Luogu P7147 such as
//!   <https://www.luogu.com.cn/article/408pj66x>.
//! - [`reachability`] carries which numbers of tiles added and removed can be had at all.
//! - [`borrowed`] carries the fewest tiles borrowed, over how many tiles of the last two ranks are in use.

#![allow(dead_code, reason = "no bench asks all of them everything")]

pub mod borrowed;
pub mod next;
pub mod reachability;

use riichienv_core::shanten::calc_shanten_from_counts;
use xiangting::{PlayerCount, calculate_necessary_tiles, calculate_replacement_number, calculate_unnecessary_tiles};

/// What `xiangting` calls the replacement number is the distance.
#[inline]
pub fn xiangting_distance(counts: &[u8; 34]) -> u8 {
    calculate_replacement_number(counts, PlayerCount::Four).expect("a hand")
}

/// The useful tiles, a bit a kind.
#[inline]
pub fn xiangting_useful(counts: &[u8; 34]) -> u64 {
    calculate_necessary_tiles(counts, PlayerCount::Four).expect("a hand").1
}

/// The tiles whose discard keeps the distance, a bit a kind.
#[inline]
pub fn xiangting_useless(counts: &[u8; 34]) -> u64 {
    calculate_unnecessary_tiles(counts, PlayerCount::Four).expect("a hand").1
}

/// `riichienv-core` gives shanten, one less than the distance, and is told how many melds the tiles have to form.
#[inline]
pub fn riichienv_distance(counts: &[u8; 34], melds: u8) -> u8 {
    (calc_shanten_from_counts(counts, melds) + 1).cast_unsigned()
}

/// The useful tiles as one finds them with a crate that knows distances only: by drawing every kind.
#[inline]
pub fn riichienv_useful(counts: &[u8; 34], melds: u8) -> u64 {
    let now = riichienv_distance(counts, melds);
    let mut counts = *counts;
    let mut useful = 0;
    for kind in 0..counts.len() {
        if counts[kind] < 4 {
            counts[kind] += 1;
            useful |= u64::from(riichienv_distance(&counts, melds) < now) << kind;
            counts[kind] -= 1;
        }
    }
    useful
}
