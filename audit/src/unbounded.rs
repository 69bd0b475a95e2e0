//! The standard form where nothing is used up: a hand may wait for a fifth copy.
//!
//! This is what programs find that count melds, pairs and pieces of melds and take it for granted that any piece can be completed.

use std::collections::HashMap;

use paili::{Hand, Tile};

/// The most melds of a hand.
const MELDS: usize = 5;

/// The fewest tiles that a part lacks for each number of melds, without a pair and with one.
type Row = [[u8; MELDS + 1]; 2];

/// More than any hand lacks.
const LOST: u8 = 99;

/// What can't be had.
const NONE: Row = [[LOST; MELDS + 1]; 2];

/// Distances of the standard form without bounds on copies; what parts lack is kept.
#[derive(Debug, Clone, Default)]
pub(crate) struct Unbounded {
    rows: HashMap<([u8; 9], usize), Row>,
}

impl Unbounded {
    /// How many tiles a hand lacks of so many melds and a pair, those that are exposed among them.
    pub(crate) fn lacking(&mut self, hand: &Hand, melds: usize) -> u8 {
        let counts = hand.counts().regular();
        let mut all = NONE;
        all[0][0] = 0;
        for (part, kinds) in counts.chunks(9).enumerate() {
            let mut digits = [0; 9];
            digits[..kinds.len()].copy_from_slice(kinds);
            let chows = if kinds.len() == 9 && part < Tile::REGULAR_COUNT / 9 { 9 } else { 0 };
            let row = *self.rows.entry((digits, chows)).or_insert_with(|| row(&digits[..kinds.len()], chows));
            all = beside(&all, &row);
        }
        all[1][melds - hand.melds().get()]
    }
}

/// Two parts side by side.
fn beside(one: &Row, other: &Row) -> Row {
    let mut both = NONE;
    for (pair, melds) in (0..2).flat_map(|pair| (0..=MELDS).map(move |melds| (pair, melds))) {
        let shares = (0..=pair).flat_map(|own| (0..=melds).map(move |some| (own, some)));
        let lacking = shares.map(|(own, some)| one[own][some] + other[pair - own][melds - some]);
        both[pair][melds] = lacking.min().unwrap_or(LOST).min(LOST);
    }
    both
}

/// The most chows that begin at a rank, and the most pongs of a kind: three alike chows are three pongs.
const ALIKE: usize = 2;

/// What a part lacks: rank by rank, by how many chows began two ranks before and one.
fn row(counts: &[u8], chows: usize) -> Row {
    let mut open = [[NONE; ALIKE + 1]; ALIKE + 1];
    open[0][0][0][0] = 0;
    for (rank, &held) in counts.iter().enumerate() {
        let most_begun = if rank + 2 < chows { ALIKE } else { 0 };
        let mut next = [[NONE; ALIKE + 1]; ALIKE + 1];
        for (before, last) in (0..=ALIKE).flat_map(|before| (0..=ALIKE).map(move |last| (before, last))) {
            let lacking = open[before][last];
            for (begun, next) in next[last].iter_mut().enumerate().take(most_begun + 1) {
                for (pongs, pair) in (0..=ALIKE).flat_map(|pongs| [(pongs, 0), (pongs, 1)]) {
                    let wanted = before + last + begun + 3 * pongs + 2 * pair;
                    let (added, melds) = ((wanted as u8).saturating_sub(held), begun + pongs);
                    for (had, few) in (0..2 - pair).flat_map(|had| (0..=MELDS - melds).map(move |few| (had, few))) {
                        let cell = &mut next[had + pair][few + melds];
                        *cell = (*cell).min(lacking[had][few] + added);
                    }
                }
            }
        }
        open = next;
    }
    open[0][0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fifth_copy_is_as_good_as_any() {
        for (text, lacking) in [
            ("1111m", 1),
            ("1111z", 1),
            ("1111222233334z", 3),
            ("123m11p", 0),
            ("1m", 1),
            ("11z", 0),
            ("159m159p159s1234z", 9),
            ("123456789m1111p", 1),
            ("1111222m33334z", 2),
        ] {
            let Ok(hand) = text.parse::<Hand>() else { continue };
            assert_eq!(Unbounded::default().lacking(&hand, 4), lacking, "{text}");
        }
    }
}
