//! Rows as the columns of an Arrow record batch.

use std::io;
use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, StringArray, UInt8Array, UInt64Array};
use paili::game::{Outcome, Seat};

use super::Row;

/// The column that counts the games.
pub const GAME: &str = "game";

/// The columns in their published order. Those of no rows still have their names and types.
pub fn batch(rows: &[Row]) -> io::Result<RecordBatch> {
    let mut columns = Columns { rows, list: Vec::with_capacity(18) };
    columns.add(GAME, Null::Never, Arc::new(UInt64Array::from_iter_values(rows.iter().map(|row| row.game))));
    columns.add(
        "outcome",
        Null::Never,
        Arc::new(StringArray::from_iter_values(rows.iter().map(|row| name(row.outcome)))),
    );
    columns.add_seat("winner", Outcome::winner);
    columns.add_seat("from", from);
    columns.add_count("turns", |row| row.turns);
    columns.add_count("tiles_left", |row| row.tiles_left);
    columns.add_seats_counts("chows", |row| row.chows);
    columns.add_seats_counts("pongs", |row| row.pongs);
    columns.add_seats_counts("start", |row| row.start);
    let columns = columns.list.into_iter().map(|(name, values, null)| (name, values, null == Null::Sometimes));
    // Fails only for columns of unlike lengths, and each has a value a row.
    RecordBatch::try_from_iter_with_nullable(columns).map_err(io::Error::other)
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

/// Whether a column's values may be missing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Null {
    Never,
    Sometimes,
}

struct Columns<'a> {
    rows: &'a [Row],
    list: Vec<(String, ArrayRef, Null)>,
}

impl Columns<'_> {
    fn add(&mut self, name: &str, null: Null, values: ArrayRef) {
        self.list.push((name.to_owned(), values, null));
    }

    fn add_count(&mut self, name: &str, count: impl Fn(&Row) -> u8) {
        self.add(name, Null::Never, Arc::new(UInt8Array::from_iter_values(self.rows.iter().map(count))));
    }

    fn add_seat(&mut self, name: &str, seat: impl Fn(Outcome) -> Option<Seat>) {
        let letters = self.rows.iter().map(|row| seat(row.outcome).map(Seat::token));
        self.add(name, Null::Sometimes, Arc::new(letters.collect::<StringArray>()));
    }

    fn add_seats_counts(&mut self, name: &str, counts: impl Fn(&Row) -> [u8; 4]) {
        for seat in Seat::ALL {
            let name = format!("{name}_{}", seat.token().to_ascii_lowercase());
            self.add_count(&name, |row| counts(row)[seat.index()]);
        }
    }
}
