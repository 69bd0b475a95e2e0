//! Rows of counts of the 34 kinds.

use std::ops::Range;

use arrow_buffer::NullBuffer;
use paili::tile::Tile;

use super::rows::{End, Read, Rows};
use crate::counts::{Checked, Counts};
use crate::memory::Integers;

/// Counts that lie one hand after the other, some of them perhaps missing.
pub struct Dense<'a> {
    pub hands: &'a [Counts],
    pub nulls: Option<NullBuffer>,
}

impl Rows for Dense<'_> {
    type Hand = Counts;

    fn len(&self) -> usize {
        self.hands.len()
    }

    fn read<'a>(&'a self, rows: Range<usize>, _: &'a mut Vec<Counts>) -> Read<'a, Counts> {
        let there = until_null(self.nulls.as_ref(), &rows);
        let end = if there < rows.len() { End::Null } else { End::Rows };
        Read { hands: &self.hands[rows.start..rows.start + there], end }
    }
}

/// How many of these rows come before the first that is missing.
pub fn until_null(nulls: Option<&NullBuffer>, rows: &Range<usize>) -> usize {
    let Some(nulls) = nulls else { return rows.len() };
    match nulls.inner().slice(rows.start, rows.len()).set_slices().next() {
        Some((0, end)) => end,
        _ => 0,
    }
}

/// Counts of any integer type and layout.
pub struct Strided<'a>(pub Integers<'a>);

impl Rows for Strided<'_> {
    type Hand = Counts;

    fn len(&self) -> usize {
        self.0.rows()
    }

    fn read<'a>(&'a self, rows: Range<usize>, room: &'a mut Vec<Counts>) -> Read<'a, Counts> {
        room.clear();
        let mut end = End::Rows;
        for row in rows {
            let counts = match self.0.bytes(row) {
                Some(counts) => counts,
                None => match self.converted(row) {
                    Ok(counts) => counts,
                    Err(fault) => {
                        end = End::Fault(fault);
                        break;
                    }
                },
            };
            room.push(counts);
        }
        Read { hands: room, end }
    }
}

impl Strided<'_> {
    /// Counts that are no bytes.
    fn converted(&self, row: usize) -> Result<Counts, String> {
        let mut counts = [0; Tile::REGULAR_COUNT];
        let mut checked = Checked::new(&mut counts);
        self.0.row(row, |kind, count| checked.put(kind, count));
        checked.fault().map_or(Ok(counts), Err)
    }
}
