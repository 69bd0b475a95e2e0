//! The plain dynamic programme: the definition that the tables are held against.
//!
//! It goes through the ranks of each suit, then the honors, deciding at each kind how many chows begin there, whether a
//! pong stands there and whether the pair does. What it has to remember is how many chows began at the last two ranks
//! (they need a tile here too), how many melds there are so far and whether the pair is found; what it minimises is the
//! number of tiles the hand lacks for all that. Nothing here knows of the tables.

use super::model::Model;
use super::value::Distance;
use crate::hand::{Counts, MeldCount};
use crate::tile::{Suit, Tile};

/// Finds distances by dynamic programming over the ranks: a thousand times slower than the tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PlainModel;

impl Model for PlainModel {
    fn lacking(&self, concealed: &Counts, exposed: MeldCount) -> Distance {
        cost_row(concealed)[1][exposed.concealed()]
    }
}

/// The fewest tiles that some tiles lack, `[pairs][melds]`, for no pair or one and 0–4 melds, no kind used more than four
/// times.
///
/// ```
/// use paili::distance::cost_row;
/// use paili::{Counts, Tile};
///
/// let one = Tile::M1;
/// let [no_pair, pair] = cost_row(&Counts::of([one; 4])?).map(|row| row.map(|lacking| lacking.get()));
/// assert_eq!(no_pair, [0, 0, 2, 5, 8]); // one pong, or 1M 2M 3M twice
/// assert_eq!(pair, [0, 2, 4, 7, 10]); // the fourth 1M can't be half of a pair beside the pong
/// # Ok::<(), paili::FifthCopyError>(())
/// ```
#[must_use]
pub fn cost_row(counts: &Counts) -> [[Distance; MeldCount::ALL.len()]; 2] {
    let rows = fewest_lacking(&counts.regular(), UsualLimits);
    rows.map(|row| row.map(Distance::known))
}

/// A number of tiles that no hand lacks; adding to it stays within a byte.
pub(crate) const LOST: u8 = 100;

/// Up to two equal chows: three of them are three pongs of the same tiles.
const CHOWS: usize = 3;

/// What is lacking for every number of pairs and melds so far.
type Row<const MELDS: usize> = [[u8; MELDS]; 2];

/// What limits melds and pairs. A sort of its own for each rule, so that the usual limits are known when the programme is compiled.
pub(crate) trait Limits: Copy {
    /// The most copies of a kind that are used.
    fn most(self, kind: usize) -> u8;

    /// Whether a suit has chows.
    fn has_chows(self, suit: usize) -> bool;
}

/// Four copies of each kind, and chows in every suit.
#[derive(Clone, Copy)]
struct UsualLimits;

impl Limits for UsualLimits {
    #[inline]
    fn most(self, _: usize) -> u8 {
        Tile::COPIES
    }

    #[inline]
    fn has_chows(self, _: usize) -> bool {
        true
    }
}

/// The fewest tiles that some lack, `[pairs][melds]`, within limits; [`LOST`] or more where no tiles are enough.
pub(crate) fn fewest_lacking<const MELDS: usize>(held: &[u8; Tile::REGULAR_COUNT], limits: impl Limits) -> Row<MELDS> {
    let (suits, honors) = held.split_at(Tile::SUITED_COUNT);
    let mut best = [[LOST; MELDS]; 2];
    best[0][0] = 0;
    for (number, suit) in suits.chunks_exact(Suit::RANKS).enumerate() {
        best = over_suit(&best, suit, number, limits);
    }
    for (kind, &held) in honors.iter().enumerate() {
        let mut after = [[LOST; MELDS]; 2];
        let most = limits.most(Tile::SUITED_COUNT + kind);
        place(&mut after, &best, Kind { held, most }, 0, 0);
        best = after;
    }
    best
}

/// Goes on from `start` through the nine ranks of a suit.
fn over_suit<const MELDS: usize>(start: &Row<MELDS>, suit: &[u8], number: usize, limits: impl Limits) -> Row<MELDS> {
    let unreached = [[LOST; MELDS]; 2];
    // [chows begun at the rank before the last][chows begun at the last rank]
    let mut rows = [[unreached; CHOWS]; CHOWS];
    rows[0][0] = *start;
    for (rank, &held) in suit.iter().enumerate() {
        let most = limits.most(number * Suit::RANKS + rank);
        // A chow begins at rank 7 at the latest (counting from 1).
        let begin = if rank < 7 && limits.has_chows(number) { CHOWS } else { 1 };
        let mut after = [[unreached; CHOWS]; CHOWS];
        for (before_last, rows) in rows.iter().enumerate() {
            for (last, row) in rows.iter().enumerate().filter(|(_, row)| **row != unreached) {
                for (here, after) in after[last].iter_mut().enumerate().take(begin) {
                    place(after, row, Kind { held, most }, before_last + last + here, here);
                }
            }
        }
        rows = after;
    }
    rows[0][0]
}

/// One kind: how many copies are held, and how many may be used.
#[derive(Clone, Copy)]
struct Kind {
    held: u8,
    most: u8,
}

/// One kind of which `in_chows` copies are in chows, `chows` of which begin here; beside them there may be a pong, a pair or
/// both. Keeps in `after` what is cheaper than before.
#[inline]
fn place<const MELDS: usize>(after: &mut Row<MELDS>, row: &Row<MELDS>, kind: Kind, in_chows: usize, chows: usize) {
    for (pongs, pairs) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let used = in_chows + 3 * pongs + 2 * pairs;
        if used > usize::from(kind.most) {
            continue;
        }
        let lacking = (used as u8).saturating_sub(kind.held);
        for found in 0..2 - pairs {
            let to = &mut after[found + pairs][chows + pongs..];
            for (to, from) in to.iter_mut().zip(&row[found]) {
                *to = (*to).min(from + lacking);
            }
        }
    }
}
