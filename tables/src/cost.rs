//! Cost rows: how many tiles a part lacks.
//!
//! # How they are computed
//!
//! Call a vector that splits exactly into m melds and p pairs a *target*. The cost of a vector v is the fewest tiles to
//! add until it contains a target. Take an optimal target T. Either v holds a tile that T does not use, and then v
//! costs what it costs without that tile; or v lies within T, and then it lacks |T| − |v| = 3m + 2p − |v| tiles. Hence,
//! for each of the ten targets' sizes,
//!
//! ```text
//! cost(v) = min( min over tiles t of v: cost(v − t),   3m + 2p − |v| if v lies within some target )
//! ```
//!
//! and `v lies within some target` is found by walking down from the targets a tile at a time. Both passes look at each
//! vector's direct neighbours only, so all rows together take a few million steps.

use crate::counts::{BASE, COPIES, HONOR_KINDS, MAX_TILES, SUIT_KINDS, code, totals, with_one_less};

/// The most melds in a hand.
pub const MAX_MELDS: usize = 4;

/// How many (melds, pairs) combinations a row answers: 0–4 melds with no pair or one.
pub const TARGETS: usize = 2 * (MAX_MELDS + 1);

/// The fewest tiles that a part lacks, for every number of melds and pairs.
///
/// Ordered as `[pairs][melds]`: first no pair with 0–4 melds, then one pair with 0–4 melds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CostRow(pub [u8; TARGETS]);

impl CostRow {
    /// Tiles lacking for `melds` melds and `pairs` pairs.
    ///
    /// # Panics
    ///
    /// With more than four melds or more than one pair.
    #[must_use]
    pub fn get(self, pairs: usize, melds: usize) -> u8 {
        self.0[target(pairs, melds)]
    }
}

/// Where a row keeps a number of pairs and melds.
pub(crate) fn target(pairs: usize, melds: usize) -> usize {
    assert!(pairs <= 1 && melds <= MAX_MELDS, "no part is asked for {melds} melds and {pairs} pairs");
    pairs * (MAX_MELDS + 1) + melds
}

/// The two sorts of parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// A suit, in which three consecutive or three identical tiles are a meld.
    Suit,
    /// The honors, in which only three identical tiles are.
    Honors,
}

impl Part {
    /// How many kinds the part has.
    pub(crate) const fn kinds(self) -> usize {
        match self {
            Part::Suit => SUIT_KINDS,
            Part::Honors => HONOR_KINDS,
        }
    }

    /// The melds of the part, each as its three kinds.
    fn melds(self) -> Vec<[usize; 3]> {
        let pongs = (0..self.kinds()).map(|kind| [kind; 3]);
        let chows = (0..self.kinds() - 2).map(|kind| [kind, kind + 1, kind + 2]);
        pongs.chain(chows.filter(|_| self == Part::Suit)).collect()
    }
}

/// The cost row of every vector of a part, by the vector's code. A vector has at most one tile more than a hand, which tells
/// what that tile changes; a larger one has no row.
pub(crate) fn rows(part: Part) -> Vec<Option<CostRow>> {
    let totals = totals(part.kinds());
    let mut within = targets(part);
    // From the targets downwards: what lies within a vector's target lies within it too.
    for code in (0..totals.len()).rev() {
        let marks = within[code];
        if marks != 0 {
            for less in with_one_less(code) {
                within[less] |= marks;
            }
        }
    }

    // And upwards: a vector's row from the rows of all vectors with one tile less.
    let mut rows: Vec<Option<CostRow>> = vec![None; totals.len()];
    for (code, &total) in totals.iter().enumerate().filter(|&(_, &total)| usize::from(total) <= MAX_TILES + 1) {
        let mut row = [u8::MAX; TARGETS];
        for cheaper in with_one_less(code).filter_map(|less| rows[less]) {
            for (cost, &other) in row.iter_mut().zip(&cheaper.0) {
                *cost = (*cost).min(other);
            }
        }
        for (pairs, melds) in (0..=1).flat_map(|pairs| (0..=MAX_MELDS).map(move |melds| (pairs, melds))) {
            let target = target(pairs, melds);
            if within[code] >> target & 1 == 1 {
                row[target] = row[target].min((3 * melds + 2 * pairs) as u8 - total);
            }
        }
        rows[code] = Some(CostRow(row));
    }
    rows
}

/// Of the rows of all vectors of a part those of at most [`MAX_TILES`] tiles.
pub(crate) fn of_hands(part: Part, rows: &[Option<CostRow>]) -> Vec<Option<CostRow>> {
    let of_hand = |(&row, &total): (&Option<CostRow>, &u8)| row.filter(|_| usize::from(total) <= MAX_TILES);
    rows.iter().zip(&totals(part.kinds())).map(of_hand).collect()
}

/// Which targets each vector is, a bit for each of their sizes, by the vector's code.
fn targets(part: Part) -> Vec<u16> {
    let mut marker = Marker { melds: part.melds(), marks: vec![0; BASE.pow(part.kinds() as u32)] };
    marker.add_melds(&mut vec![0; part.kinds()], 0, 0);
    marker.marks
}

struct Marker {
    melds: Vec<[usize; 3]>,
    marks: Vec<u16>,
}

impl Marker {
    /// Marks `counts`, which holds `done` melds, with and without a pair; then goes on to all that have more melds, from
    /// the meld numbered `first` on.
    fn add_melds(&mut self, counts: &mut [u8], done: usize, first: usize) {
        self.marks[code(counts)] |= 1 << target(0, done);
        for kind in 0..counts.len() {
            if add(counts, &[kind; 2]) {
                self.marks[code(counts)] |= 1 << target(1, done);
            }
            remove(counts, &[kind; 2]);
        }
        if done < MAX_MELDS {
            for meld in first..self.melds.len() {
                let tiles = self.melds[meld];
                if add(counts, &tiles) {
                    self.add_melds(counts, done + 1, meld);
                }
                remove(counts, &tiles);
            }
        }
    }
}

/// Adds tiles; tells whether no kind has more than four copies now.
fn add(counts: &mut [u8], kinds: &[usize]) -> bool {
    for &kind in kinds {
        counts[kind] += 1;
    }
    kinds.iter().all(|&kind| usize::from(counts[kind]) <= COPIES)
}

fn remove(counts: &mut [u8], kinds: &[usize]) {
    for &kind in kinds {
        counts[kind] -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(part: Part, counts: &[u8]) -> CostRow {
        rows(part)[code(counts)].unwrap()
    }

    #[test]
    fn nothing_lacks_every_tile_of_its_targets() {
        let row = row(Part::Suit, &[0; 9]);
        assert_eq!(row, CostRow([0, 3, 6, 9, 12, 2, 5, 8, 11, 14]));
    }

    #[test]
    fn a_fifth_copy_is_no_help() {
        // 1 1 1 1: a pong and nothing else; a pair beside it would need a fifth 1, so it costs two other tiles.
        let row = row(Part::Suit, &[4, 0, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!((row.get(0, 1), row.get(1, 0), row.get(1, 1)), (0, 0, 2));
    }

    #[test]
    fn honors_form_no_chows() {
        let row = row(Part::Honors, &[1, 1, 1, 0, 0, 0, 0]);
        assert_eq!((row.get(0, 1), row.get(1, 0), row.get(1, 1)), (2, 1, 3));
    }

    #[test]
    fn only_what_a_hand_can_hold_is_of_hands() {
        let rows = rows(Part::Honors);
        let of_hands = of_hands(Part::Honors, &rows);
        assert!(rows[code(&[4, 4, 4, 3])].is_some() && rows[code(&[4, 4, 4, 4])].is_none());
        assert!(of_hands[code(&[4, 4, 4, 2])].is_some() && of_hands[code(&[4, 4, 4, 3])].is_none());
    }
}
