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
pub fn cost_row(counts: &Counts) -> [[Distance; MeldCount::ALL.len()]; 2] {
    let [rows] = fewest_lacking(&counts.regular(), UsualLimits);
    rows.map(|row| row.map(Distance::known))
}

/// A number of tiles that no hand lacks; adding to it stays within a byte.
pub(crate) const LOST: u8 = 100;

/// Up to two equal chows: three of them are three pongs of the same tiles.
const CHOWS: usize = 3;

/// What is lacking for every number of pairs and melds so far, by how many tiles are used beyond the most.
type Rows<const MELDS: usize, const BEYOND: usize> = [[[u8; MELDS]; 2]; BEYOND];

/// What limits melds and pairs. A sort of its own for each rule, so that the usual limits are known when the programme is compiled.
pub(crate) trait Limits: Copy {
    /// The most copies of a kind that are used, but for those beyond.
    fn most(self, kind: usize) -> u8;

    /// Whether more of a kind may be used than its most.
    fn goes_beyond(self, kind: usize) -> bool;

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
    fn goes_beyond(self, _: usize) -> bool {
        false
    }

    #[inline]
    fn has_chows(self, _: usize) -> bool {
        true
    }
}

/// The fewest tiles that some lack, `[beyond][pairs][melds]`, within limits but for `beyond` tiles; [`LOST`] or more where no tiles
/// are enough.
pub(crate) fn fewest_lacking<const MELDS: usize, const BEYOND: usize>(
    held: &[u8; Tile::REGULAR_COUNT],
    limits: impl Limits,
) -> Rows<MELDS, BEYOND> {
    let (suits, honors) = held.split_at(Tile::SUITED_COUNT);
    let mut best = [[[LOST; MELDS]; 2]; BEYOND];
    best[0][0][0] = 0;
    for (number, suit) in suits.chunks_exact(Suit::RANKS).enumerate() {
        best = over_suit(&best, suit, number, limits);
    }
    for (kind, &held) in honors.iter().enumerate() {
        let mut after = [[[LOST; MELDS]; 2]; BEYOND];
        place(&mut after, &best, Kind::new(held, Tile::SUITED_COUNT + kind, limits), 0, 0);
        best = after;
    }
    best
}

/// Goes on from `start` through the nine ranks of a suit.
fn over_suit<const MELDS: usize, const BEYOND: usize>(
    start: &Rows<MELDS, BEYOND>,
    suit: &[u8],
    number: usize,
    limits: impl Limits,
) -> Rows<MELDS, BEYOND> {
    let unreached = [[[LOST; MELDS]; 2]; BEYOND];
    // [chows begun at the rank before the last][chows begun at the last rank]
    let mut rows = [[unreached; CHOWS]; CHOWS];
    rows[0][0] = *start;
    for (rank, &held) in suit.iter().enumerate() {
        let kind = Kind::new(held, number * Suit::RANKS + rank, limits);
        // A chow begins at rank 7 at the latest (counting from 1).
        let begin = if rank < 7 && limits.has_chows(number) { CHOWS } else { 1 };
        let mut after = [[unreached; CHOWS]; CHOWS];
        for (before_last, rows) in rows.iter().enumerate() {
            for (last, row) in rows.iter().enumerate().filter(|(_, row)| **row != unreached) {
                for (here, after) in after[last].iter_mut().enumerate().take(begin) {
                    place(after, row, kind, before_last + last + here, here);
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
    goes_beyond: bool,
}

impl Kind {
    #[inline]
    fn new(held: u8, kind: usize, limits: impl Limits) -> Kind {
        Kind { held, most: limits.most(kind), goes_beyond: limits.goes_beyond(kind) }
    }
}

/// One kind of which `in_chows` copies are in chows, `chows` of which begin here; beside them there may be pongs and a pair. Keeps in
/// `after` what is cheaper than before.
#[inline]
fn place<const MELDS: usize, const BEYOND: usize>(
    after: &mut Rows<MELDS, BEYOND>,
    rows: &Rows<MELDS, BEYOND>,
    kind: Kind,
    in_chows: usize,
    chows: usize,
) {
    // Four copies are no two pongs.
    let pongs = if BEYOND > 1 { MELDS } else { 2 };
    for (pongs, pairs) in (0..pongs).flat_map(|pongs| [(pongs, 0), (pongs, 1)]) {
        let used = in_chows + 3 * pongs + 2 * pairs;
        let beyond = used.saturating_sub(kind.most.into());
        if beyond >= BEYOND || beyond > 0 && !kind.goes_beyond || chows + pongs >= MELDS {
            continue;
        }
        let lacking = (used as u8).saturating_sub(kind.held);
        for (after, row) in after[beyond..].iter_mut().zip(rows) {
            for found in 0..2 - pairs {
                let to = &mut after[found + pairs][chows + pongs..];
                for (to, from) in to.iter_mut().zip(&row[found]) {
                    *to = (*to).min(from + lacking);
                }
            }
        }
    }
}
