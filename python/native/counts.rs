//! A hand as counts of the 34 kinds.

use paili::{Hand, Tile};
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

/// The hand of 34 numbers, or what is wrong with them.
pub fn hand_of_counts(numbers: &[i128]) -> Result<Hand, String> {
    Hand::try_from(counts_of(numbers)?).map_err(|error| error.to_string())
}

/// Counts as bytes. A number that no byte holds is refused here; counts above four are refused when the hand is
/// answered.
pub fn counts_of<T: Copy + TryInto<u8> + Into<i128>>(numbers: &[T]) -> Result<Counts, String> {
    let mut counts: Counts = [0; Tile::REGULAR_COUNT];
    if numbers.len() != counts.len() {
        return Err(format!("{} counts: expected 34, one a kind", numbers.len()));
    }
    // With no way out of the loop, it compiles to vector instructions.
    let mut all_fit = true;
    for (count, &number) in counts.iter_mut().zip(numbers) {
        let byte = number.try_into();
        all_fit &= byte.is_ok();
        *count = byte.unwrap_or_default();
    }
    if all_fit {
        return Ok(counts);
    }
    let kind = numbers.iter().position(|&number| number.try_into().is_err()).unwrap_or_default();
    let (number, tile): (i128, Tile) = (numbers[kind].into(), Tile::ALL[kind]);
    let expected = if number < 0 { "none to four" } else { "at most four" };
    Err(format!("{number} of {tile} (count {kind} of 0-33): expected {expected} of each kind"))
}
