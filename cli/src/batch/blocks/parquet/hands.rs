//! The hands of a column, as they were decoded.

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, FixedSizeBinaryArray, ListArray, StringArray, UInt8Array};
use paili::Tile;

use crate::batch::analysis::{BlockAnalysis, Place, RegularCounts};
use crate::failure::Failure;
use crate::lines::{LONGEST_HAND, too_long};

/// The hands of a batch, by how they are written.
pub enum Hands<'a> {
    Texts(&'a StringArray),
    Fixed(&'a FixedSizeBinaryArray),
    /// The counts of all lists stand in one array.
    Lists(&'a ListArray, &'a UInt8Array),
}

impl<'a> Hands<'a> {
    pub fn of(array: &'a ArrayRef) -> Option<Self> {
        if let Some(texts) = array.as_string_opt() {
            Some(Hands::Texts(texts))
        } else if let Some(bytes) = array.as_fixed_size_binary_opt() {
            (usize::try_from(bytes.value_length()) == Ok(Tile::REGULAR_COUNT)).then_some(Hands::Fixed(bytes))
        } else {
            let lists = array.as_list_opt()?;
            lists.values().as_primitive_opt().map(|counts| Hands::Lists(lists, counts))
        }
    }

    /// Hands the rows of a batch to an analysis; the first of them has this number.
    pub fn analyse(&self, analysis: &mut BlockAnalysis<'_>, first: u64) -> Result<(), Failure> {
        let place = |row: usize| Place::Row(first + row as u64);
        let rows = match self {
            Hands::Texts(texts) => {
                return texts.iter().enumerate().try_for_each(|(row, text)| match text {
                    Some(text) if text.len() > LONGEST_HAND => {
                        let problem = too_long("a text", text, LONGEST_HAND, "a hand");
                        analysis.refuse(place(row), "", || problem.to_string())
                    }
                    Some(text) => analysis.text(text, place(row)),
                    None => analysis.refuse(place(row), "", null),
                });
            }
            Hands::Fixed(bytes) => bytes.len(),
            Hands::Lists(lists, _) => lists.len(),
        };
        let mut counts = Vec::with_capacity(rows);
        for row in 0..rows {
            match self.counts(row) {
                Ok(more) => counts.push(*more),
                Err(fault) => {
                    analysis.counts(&counts, |hand| place(row - counts.len() + hand))?;
                    counts.clear();
                    analysis.refuse(place(row), "", || fault)?;
                }
            }
        }
        analysis.counts(&counts, |hand| place(rows - counts.len() + hand))
    }

    /// The counts of a row.
    fn counts(&self, row: usize) -> Result<&RegularCounts, String> {
        let (counts, nulls) = match self {
            Hands::Fixed(hands) if hands.is_valid(row) => (hands.value(row), 0),
            Hands::Lists(lists, counts) if lists.is_valid(row) => {
                let [begin, end] = [row, row + 1].map(|row| lists.value_offsets()[row].unsigned_abs() as usize);
                let nulls = if counts.null_count() > 0 { counts.slice(begin, end - begin).null_count() } else { 0 };
                (&counts.values()[begin..end], nulls)
            }
            _ => return Err(null()),
        };
        let counts =
            counts.try_into().map_err(|_| format!("{} counts: expected {}", counts.len(), Tile::REGULAR_COUNT))?;
        if nulls > 0 { Err("a count is null: expected numbers".to_owned()) } else { Ok(counts) }
    }
}

fn null() -> String {
    "null: expected a hand".to_owned()
}
