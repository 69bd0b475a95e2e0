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
    let counts = counts.regular();
    let (suits, honors) = counts.split_at(Tile::SUITED_COUNT);
    let mut best = UNREACHED;
    best[0][0] = 0;
    for suit in suits.chunks_exact(Suit::RANKS) {
        best = over_suit(&best, suit);
    }
    for &held in honors {
        let mut after = UNREACHED;
        place(&mut after, &best, held, 0, 0);
        best = after;
    }
    best.map(|row| row.map(Distance::known))
}

/// Numbers of melds.
const MELDS: usize = MeldCount::ALL.len();

/// A number of tiles that no hand lacks; adding to it stays within a byte.
const LOST: u8 = 100;

/// Up to two equal chows: three of them are three pongs of the same tiles.
const CHOWS: usize = 3;

/// What is lacking for every number of pairs and melds so far.
type Row = [[u8; MELDS]; 2];

const UNREACHED: Row = [[LOST; MELDS]; 2];

/// Goes on from `start` through the nine ranks of a suit.
fn over_suit(start: &Row, suit: &[u8]) -> Row {
    // [chows begun at the rank before the last][chows begun at the last rank]
    let mut rows = [[UNREACHED; CHOWS]; CHOWS];
    rows[0][0] = *start;
    for (rank, &held) in suit.iter().enumerate() {
        // A chow begins at rank 7 at the latest (counting from 1).
        let most = if rank < 7 { CHOWS } else { 1 };
        let mut after = [[UNREACHED; CHOWS]; CHOWS];
        for (before_last, rows) in rows.iter().enumerate() {
            for (last, row) in rows.iter().enumerate().filter(|(_, row)| **row != UNREACHED) {
                for (here, after) in after[last].iter_mut().enumerate().take(most) {
                    place(after, row, held, before_last + last + here, here);
                }
            }
        }
        rows = after;
    }
    rows[0][0]
}

/// One kind of which `held` copies are there: `in_chows` of it are in chows, `chows` of which begin here; beside them
/// there may be a pong, a pair or both. Keeps in `after` what is cheaper than before.
fn place(after: &mut Row, row: &Row, held: u8, in_chows: usize, chows: usize) {
    for (pongs, pairs) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let used = in_chows + 3 * pongs + 2 * pairs;
        if used > usize::from(Tile::COPIES) {
            continue;
        }
        let lacking = (used as u8).saturating_sub(held);
        for found in 0..2 - pairs {
            let to = &mut after[found + pairs][chows + pongs..];
            for (to, from) in to.iter_mut().zip(&row[found]) {
                *to = (*to).min(from + lacking);
            }
        }
    }
}
