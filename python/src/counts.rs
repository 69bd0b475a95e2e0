//! A hand as counts of the 34 kinds.

use paili::batch::CountsFault;
use paili::hand::{self, Hand};
use paili::tile::Tile;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// How many copies of each regular kind a hand holds, in tile order.
pub type Counts = [u8; Tile::REGULAR_COUNT];

/// The hand of 34 counts, or what is wrong with them.
pub fn read_counts(counts: &Bound<'_, PyAny>) -> PyResult<Result<Hand, String>> {
    let Ok(numbers) = counts.extract::<Vec<i128>>() else {
        let found = counts.get_type().qualname()?;
        return Err(PyTypeError::new_err(format!("counts: expected 34 integers, a count a kind; found {found}")));
    };
    Ok(hand_of_counts(&numbers))
}

/// The same of numbers.
pub fn hand_of_counts(counts: &[i128]) -> Result<Hand, String> {
    let mut checked_counts: Counts = [0; Tile::REGULAR_COUNT];
    if counts.len() != checked_counts.len() {
        return Err(format!("{} counts: expected 34, one a kind", counts.len()));
    }
    let mut checked = Checked::new(&mut checked_counts);
    for (kind, &count) in counts.iter().enumerate() {
        checked.put(kind, count);
    }
    checked.fault().map_or(Ok(()), Err)?;
    let counts = hand::Counts::try_from(checked_counts).map_err(|error| error.to_string())?;
    Hand::of_size(counts).map_err(|tiles| CountsFault::Size { tiles }.to_string())
}

/// Counts that are put down one by one, and the first that is too large or too small for a byte.
pub struct Checked<'a> {
    counts: &'a mut Counts,
    wrong: Option<(usize, i128)>,
}

impl<'a> Checked<'a> {
    pub fn new(counts: &'a mut Counts) -> Self {
        Checked { counts, wrong: None }
    }

    /// Puts the count of a kind. One that is no byte can't be one of a hand; the others are looked at when they are
    /// read.
    #[inline]
    pub fn put(&mut self, kind: usize, count: i128) {
        match u8::try_from(count) {
            Ok(byte) => self.counts[kind] = byte,
            Err(_) => self.wrong = self.wrong.or(Some((kind, count))),
        }
    }

    /// What is wrong.
    pub fn fault(&self) -> Option<String> {
        let (kind, count) = self.wrong?;
        let tile = Tile::ALL[kind];
        Some(if count < 0 {
            format!("{count} of {tile} (count {kind} of 0-33): expected none to four of each kind")
        } else {
            format!("{count} of {tile} (count {kind} of 0-33): expected at most four of each kind")
        })
    }
}
