//! The standard form of the usual deck: four melds and a pair, of four copies of each kind.

use crate::cost::{Chows, CostRows, Grid, Part};
use crate::counts::{COPIES, HONOR_KINDS, MAX_TILES, SUIT_KINDS};
use crate::targets::Targets;

/// What the form asks for.
pub const GRID: Grid = Grid::new(4, 1);

/// A suit of four copies of each kind.
pub fn suit() -> Part {
    Part::new(&[COPIES as u8; SUIT_KINDS], Chows::Melds)
}

/// Four copies of each honor.
pub fn honors() -> Part {
    Part::new(&[COPIES as u8; HONOR_KINDS], Chows::Nothing)
}

/// The cost rows of a part: of as many tiles as a hand has and one more, which tells what that one changes.
pub(crate) fn rows(part: &Part) -> CostRows {
    Targets::none(part).and_melds(part, &vec![0; part.kinds()], GRID).rows(part, GRID, MAX_TILES + 1)
}
