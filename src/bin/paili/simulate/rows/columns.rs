//! A game as a row of a table.

use paili::game::{Outcome, Seat};

use super::Row;
use crate::rows::{Cell, Column, Type};

/// The columns in their published order.
pub const COLUMNS: &[Column] = &[
    Column::new("game", Type::Index),
    Column::new("outcome", Type::Word),
    Column::or_null("winner", Type::Word),
    Column::or_null("from", Type::Word),
    Column::new("turns", Type::U8),
    Column::new("tiles_left", Type::U8),
    Column::new("chows_a", Type::U8),
    Column::new("chows_b", Type::U8),
    Column::new("chows_c", Type::U8),
    Column::new("chows_d", Type::U8),
    Column::new("pongs_a", Type::U8),
    Column::new("pongs_b", Type::U8),
    Column::new("pongs_c", Type::U8),
    Column::new("pongs_d", Type::U8),
    Column::new("start_a", Type::U8),
    Column::new("start_b", Type::U8),
    Column::new("start_c", Type::U8),
    Column::new("start_d", Type::U8),
];

impl Row {
    /// The cells, in the order of the columns.
    pub fn cells(&self) -> [Cell<'static>; COLUMNS.len()] {
        let [chows, pongs, start] = [self.chows, self.pongs, self.start];
        [
            self.game.into(),
            name(self.outcome).into(),
            self.outcome.winner().map(Seat::token).into(),
            from(self.outcome).map(Seat::token).into(),
            self.turns.into(),
            self.tiles_left.into(),
            chows[0].into(),
            chows[1].into(),
            chows[2].into(),
            chows[3].into(),
            pongs[0].into(),
            pongs[1].into(),
            pongs[2].into(),
            pongs[3].into(),
            start[0].into(),
            start[1].into(),
            start[2].into(),
            start[3].into(),
        ]
    }
}

fn name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Ron { .. } => "ron",
        Outcome::SelfDrawn { .. } => "self-draw",
        Outcome::WallExhausted => "exhausted",
    }
}

/// Who discarded the winning tile.
fn from(outcome: Outcome) -> Option<Seat> {
    match outcome {
        Outcome::Ron { from, .. } => Some(from),
        Outcome::SelfDrawn { .. } | Outcome::WallExhausted => None,
    }
}
