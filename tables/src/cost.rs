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

use crate::counts::{COPIES, Code, CountIndex};

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

/// Which melds a part's tiles form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Melds {
    /// A suit: three consecutive or three identical tiles.
    ChowsAndPongs,
    /// The honors: three identical tiles.
    Pongs,
}

/// The cost row of every vector of a part, by the vector's number.
#[must_use]
pub fn rows(index: &CountIndex, melds: Melds) -> Vec<CostRow> {
    let vectors = index.vectors();

    // Which targets a vector lies within, a bit for each size: downwards from the targets themselves.
    let mut within = vec![0u16; index.len()];
    mark_targets(index, melds, &mut within);
    for vector in vectors.iter().rev() {
        let marks = within[index.number(vector.code)];
        if marks != 0 {
            for less in index.with_one_less(vector.code) {
                within[index.number(less)] |= marks;
            }
        }
    }

    // And upwards: a vector's row from the rows of all vectors with one tile less.
    let mut rows = vec![CostRow([u8::MAX; TARGETS]); index.len()];
    for vector in &vectors {
        let number = index.number(vector.code);
        let mut row = [u8::MAX; TARGETS];
        for less in index.with_one_less(vector.code) {
            let cheaper = rows[index.number(less)];
            for (cost, &other) in row.iter_mut().zip(&cheaper.0) {
                *cost = (*cost).min(other);
            }
        }
        for pairs in 0..=1 {
            for melds in 0..=MAX_MELDS {
                let target = target(pairs, melds);
                if within[number] >> target & 1 == 1 {
                    row[target] = row[target].min((3 * melds + 2 * pairs) as u8 - vector.total);
                }
            }
        }
        rows[number] = CostRow(row);
    }
    rows
}

/// Sets a target's bit at every vector that splits exactly into its melds and pair.
fn mark_targets(index: &CountIndex, melds: Melds, within: &mut [u16]) {
    let kinds = index.split.kinds();
    let mut shapes: Vec<Vec<usize>> = (0..kinds).map(|kind| vec![kind; 3]).collect();
    if melds == Melds::ChowsAndPongs {
        shapes.extend((0..kinds - 2).map(|kind| vec![kind, kind + 1, kind + 2]));
    }
    let mut marker = Marker { index, shapes, within };
    let mut counts = vec![0; kinds];
    marker.add_melds(&mut counts, 0, 0);
}

struct Marker<'a> {
    index: &'a CountIndex,
    shapes: Vec<Vec<usize>>,
    within: &'a mut [u16],
}

impl Marker<'_> {
    /// Marks `counts`, which holds `melds` melds, with and without a pair; then goes on to all that have more melds,
    /// of shapes from `first` on.
    fn add_melds(&mut self, counts: &mut [u8], melds: usize, first: usize) {
        self.mark(counts, target(0, melds));
        for kind in 0..counts.len() {
            if add(counts, &[kind; 2]) {
                self.mark(counts, target(1, melds));
            }
            remove(counts, &[kind; 2]);
        }
        if melds < MAX_MELDS {
            for shape in first..self.shapes.len() {
                let tiles = self.shapes[shape].clone();
                if add(counts, &tiles) {
                    self.add_melds(counts, melds + 1, shape);
                }
                remove(counts, &tiles);
            }
        }
    }

    fn mark(&mut self, counts: &[u8], target: usize) {
        let code: Code = self.index.code(counts);
        self.within[self.index.number(code)] |= 1 << target;
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
    use crate::counts::{HONORS, SUIT};

    fn row(split: crate::counts::Split, melds: Melds, counts: &[u8]) -> CostRow {
        let index = CountIndex::new(split);
        rows(&index, melds)[index.number(index.code(counts))]
    }

    #[test]
    fn nothing_lacks_every_tile_of_its_targets() {
        let row = row(SUIT, Melds::ChowsAndPongs, &[0; 9]);
        assert_eq!(row, CostRow([0, 3, 6, 9, 12, 2, 5, 8, 11, 14]));
    }

    #[test]
    fn a_fifth_copy_is_no_help() {
        // 1 1 1 1: a pong and nothing else; a pair beside it would need a fifth 1, so it costs two other tiles.
        let row = row(SUIT, Melds::ChowsAndPongs, &[4, 0, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!((row.get(0, 1), row.get(1, 0), row.get(1, 1)), (0, 0, 2));
    }

    #[test]
    fn honors_form_no_chows() {
        let row = row(HONORS, Melds::Pongs, &[1, 1, 1, 0, 0, 0, 0]);
        assert_eq!((row.get(0, 1), row.get(1, 0), row.get(1, 1)), (2, 1, 3));
    }
}
