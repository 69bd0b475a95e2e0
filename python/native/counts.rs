//! A hand as counts of the 34 kinds.

use std::iter;

use paili::rules::RuleSet;
use paili::{Hand, Tile};
use pyo3::buffer::{Element, PyUntypedBuffer};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyInt, PyList, PyString, PyTuple};

use crate::arguments::{shown, wrong_type};
use crate::errors::bad_argument;
use crate::memory::{elements, written_shape};
use crate::numpy::library_of;

/// How many copies of each regular kind a hand holds, in tile order.
pub type Counts = [u8; Tile::REGULAR_COUNT];

/// The name of the argument.
const COUNTS: &str = "counts";

/// Reads the argument `counts`: 34 whole numbers that are a hand of a rule set.
pub fn read_counts(argument: &Bound<'_, PyAny>, rules: &RuleSet) -> PyResult<Hand> {
    let counts = match in_list_or_tuple(argument) {
        Some(counts) => Ok(counts),
        None => match in_array(argument)? {
            Some(counts) => counts,
            None => match in_order(argument)? {
                Ok(()) => counts_of(&one_by_one(argument)?),
                Err(reason) => Err(reason),
            },
        },
    };
    let hand = counts.and_then(|counts| rules.hand_of_counts(&counts).map_err(|error| error.to_string()));
    hand.map_err(|reason| bad_argument(argument.py(), COUNTS, reason))
}

/// The counts of a list or a tuple that is nothing but 34 small integers. Whatever else it is, others say.
pub fn in_list_or_tuple(argument: &Bound<'_, PyAny>) -> Option<Counts> {
    let small = small_numbers(argument.py());
    let mut counts = [0; Tile::REGULAR_COUNT];
    if let Ok(list) = argument.cast_exact::<PyList>() {
        if list.len() != Tile::REGULAR_COUNT {
            return None;
        }
        // An iterator of a list asks for its length before each number.
        for (kind, count) in counts.iter_mut().enumerate() {
            *count = small_number(small, &list.get_item(kind).ok()?)?;
        }
    } else {
        let tuple = argument.cast_exact::<PyTuple>().ok().filter(|tuple| tuple.len() == Tile::REGULAR_COUNT)?;
        for (count, number) in iter::zip(&mut counts, tuple.iter_borrowed()) {
            *count = small_number(small, &number)?;
        }
    }
    Some(counts)
}

/// Counts as Python's numbers, of which it has each but once.
pub fn numbers_of(py: Python<'_>, counts: Counts) -> impl ExactSizeIterator<Item = &Bound<'_, PyAny>> {
    let small = small_numbers(py);
    // No hand holds more than four of a kind.
    counts.into_iter().map(move |count| small[usize::from(count).min(small.len() - 1)].bind(py))
}

/// Python's numbers from none to four.
fn small_numbers(py: Python<'_>) -> &[Py<PyAny>; Tile::COPIES as usize + 1] {
    static SMALL: PyOnceLock<[Py<PyAny>; Tile::COPIES as usize + 1]> = PyOnceLock::new();
    SMALL.get_or_init(py, || std::array::from_fn(|number| PyInt::new(py, number).into_any().unbind()))
}

/// A number that is one of Python's own from none to four, or another one that a byte holds.
fn small_number(small: &[Py<PyAny>], number: &Bound<'_, PyAny>) -> Option<u8> {
    let place = small.iter().position(|small| small.is(number));
    place.map(|place| place as u8).or_else(|| number.extract().ok())
}

/// The counts of an array of numpy's of usual integers. Arrays with a mask, which lend their memory without it, are of
/// another type.
fn in_array(argument: &Bound<'_, PyAny>) -> PyResult<Option<Result<Counts, String>>> {
    if argument.get_type().name()? != "ndarray" {
        return Ok(None);
    }
    let Ok(buffer) = PyUntypedBuffer::get(argument) else { return Ok(None) };
    if buffer.dimensions() != 1 {
        return Err(bad_argument(
            argument.py(),
            COUNTS,
            format!("an array of shape {}: expected (34,), a count a kind", written_shape(buffer.shape())),
        ));
    }
    Ok(in_buffer::<u8>(&buffer).or_else(|| in_buffer::<i64>(&buffer)))
}

/// The counts of a buffer of such numbers.
fn in_buffer<T: Element + TryInto<u8> + Into<i128>>(buffer: &PyUntypedBuffer) -> Option<Result<Counts, String>> {
    let numbers = buffer.as_typed::<T>().ok().and_then(elements)?;
    Some(counts_of(numbers))
}

/// Counts of pandas that are named as the kinds are have to be in tile order, or each would be taken for another's.
pub fn in_order(counts: &Bound<'_, PyAny>) -> PyResult<Result<(), String>> {
    let in_pandas = || counts.py().import("paili.hands.pandas")?.call_method1("in_order", (counts,))?.extract();
    if library_of(counts)? != "pandas" || in_pandas()? {
        return Ok(Ok(()));
    }
    Ok(Err("34 counts that are named as kinds: expected them in the order of paili.KINDS".to_owned()))
}

/// The numbers of anything that has some.
fn one_by_one(argument: &Bound<'_, PyAny>) -> PyResult<Vec<i128>> {
    let py = argument.py();
    let numbers = argument.try_iter().ok().filter(|_| !argument.is_instance_of::<PyString>());
    let Some(numbers) = numbers else {
        return Err(wrong_type(COUNTS, "34 whole numbers, a count a kind", argument));
    };
    let number = |(kind, number): (usize, PyResult<Bound<'_, PyAny>>)| {
        let number = number?;
        let place = format!("{} (count {kind} of 0-33)", shown(&number));
        let index = number.getattr_opt(intern!(py, "__index__"))?;
        // Arrays have one that raises.
        let Some(index) = index.and_then(|index| index.call0().ok()) else {
            return Err(wrong_type(&format!("{COUNTS}: {place}"), "a whole number", &number));
        };
        let number = index.extract();
        number.map_err(|_| bad_argument(py, COUNTS, format!("{place}: expected none to four of each kind")))
    };
    let numbers = numbers.enumerate().take(MOST_NUMBERS + 1).map(number).collect::<PyResult<Vec<_>>>()?;
    if numbers.len() > MOST_NUMBERS {
        return Err(bad_argument(py, COUNTS, format!("more than {MOST_NUMBERS} counts: expected 34, one a kind")));
    }
    Ok(numbers)
}

/// Far more than there are kinds: an iterable without an end ends here.
const MOST_NUMBERS: usize = 1000;

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
