//! Hands as Python passes them: arrays, Arrow columns, and iterables.

use std::ops::Range;

use arrow_array::{Array, ArrayRef};
use arrow_data::ArrayData;
use paili::notation;
use paili::{Hand, Tile};
use pyo3::buffer::{Element, ElementType, PyUntypedBuffer};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyMemoryView, PyString};

use super::arrow_column::rows_of;
use super::output::{Library, Target, copy_of};
use super::rows::Rows;
use crate::arrow::import;
use crate::counts::hand_of_counts;
use crate::errors::bad_argument;
use crate::memory::{elements, shape_of, span};

/// The argument's name.
pub const HANDS: &str = "hands";

/// Hands as they were passed.
pub enum Hands {
    /// Counts in an array of two dimensions, without gaps.
    Table(PyUntypedBuffer),
    /// Arrow's arrays one after the other, and whose they are.
    Arrow(Vec<ArrayRef>, Library),
    /// One by one.
    Each(Vec<Result<Hand, String>>),
}

impl Hands {
    /// Finds out how the hands were passed. Only those of an iterable are read yet.
    pub fn read(hands: &Bound<'_, PyAny>) -> PyResult<Hands> {
        if let Ok(buffer) = PyUntypedBuffer::get(hands) {
            // Texts in an array of one dimension are read one by one.
            if buffer.dimensions() != 1 || ElementType::from_format(buffer.format()) != ElementType::Unknown {
                return Hands::in_table(hands, buffer);
            }
        } else if let Some(arrays) = import(HANDS, hands)? {
            return Ok(Hands::Arrow(arrays, library_of(hands)?));
        }
        Hands::one_by_one(hands)
    }

    /// Hands in an array, which has to be of integers and to have a row of 34 for each hand.
    fn in_table(hands: &Bound<'_, PyAny>, buffer: PyUntypedBuffer) -> PyResult<Hands> {
        let py = hands.py();
        if !matches!(buffer.shape(), [_, Tile::REGULAR_COUNT]) {
            let reason = format!("{}: expected (n, 34), a row a hand", shape_of(&buffer));
            return Err(bad_argument(py, HANDS, reason));
        }
        // numpy lends the memory of masked arrays without the mask. Most arrays are of numpy's own type, which has
        // none.
        if hands.get_type().name()? == "MaskedArray" {
            let reason = "a masked array: expected one without a mask, such as its rows that are there";
            return Err(bad_argument(py, HANDS, reason));
        }
        let element = ElementType::from_format(buffer.format());
        if !matches!(element, ElementType::SignedInteger { .. } | ElementType::UnsignedInteger { .. }) {
            let found = match hands.getattr_opt(intern!(py, "dtype"))? {
                Some(dtype) => dtype.str()?.to_string(),
                None => format!("elements of format {:?}", buffer.format().to_string_lossy()),
            };
            return Err(PyTypeError::new_err(format!("{HANDS}: expected an array of integers, found {found}")));
        }
        if rows_in(&buffer).is_some() {
            return Ok(Hands::Table(buffer));
        }
        if let Some(copy) = copy_of(hands)? {
            return Ok(Hands::Table(PyUntypedBuffer::get(&copy)?));
        }
        Hands::one_by_one(&PyMemoryView::from(hands)?.call_method0("tolist")?)
    }

    fn one_by_one(hands: &Bound<'_, PyAny>) -> PyResult<Hands> {
        if hands.is_instance_of::<PyString>() {
            let reason = "one text: expected many hands, such as an (n, 34) array of counts or a list of texts";
            return Err(bad_argument(hands.py(), HANDS, reason));
        }
        let Ok(each) = hands.try_iter() else {
            return Err(PyTypeError::new_err(format!(
                "{HANDS}: expected an (n, 34) array of integers, a column of Arrow, or texts; found {}",
                hands.get_type().qualname()?
            )));
        };
        let read = each.enumerate().map(|(row, hand)| read_one(&hand?, row));
        Ok(Hands::Each(read.collect::<PyResult<_>>()?))
    }

    /// How many hands.
    pub fn len(&self) -> usize {
        match self {
            Hands::Table(buffer) => buffer.shape()[0],
            Hands::Arrow(arrays, _) => arrays.iter().map(Array::len).sum(),
            Hands::Each(known) => known.len(),
        }
    }

    /// Where answers go unless an array for them is passed.
    pub fn usual_target<'a, 'py>(&self) -> Target<'a, 'py> {
        match self {
            Hands::Arrow(_, library) => Target::Arrow(*library),
            _ => Target::New,
        }
    }

    /// The memory that is read.
    pub fn spans(&self) -> Vec<Range<usize>> {
        match self {
            Hands::Table(buffer) => vec![span(buffer)],
            Hands::Arrow(arrays, _) => arrays.iter().flat_map(|array| spans_of(&array.to_data())).collect(),
            Hands::Each(_) => Vec::new(),
        }
    }

    /// The hands, ready to be answered.
    pub fn rows(&self, py: Python<'_>) -> PyResult<Vec<Rows<'_>>> {
        match self {
            Hands::Table(buffer) => {
                let rows = rows_in(buffer).ok_or_else(|| bad_argument(py, HANDS, "expected an array of integers"))?;
                Ok(vec![rows])
            }
            Hands::Arrow(arrays, _) => {
                let rows = arrays.iter().map(|array| rows_of(array, None)).collect::<Result<_, _>>();
                rows.map_err(|reason| bad_argument(py, HANDS, reason))
            }
            Hands::Each(known) => Ok(vec![Rows::of_hands(known.len(), None, |row| known[row].clone())]),
        }
    }
}

/// The rows of a table of integers without gaps, which lie as this machine has them.
fn rows_in(table: &PyUntypedBuffer) -> Option<Rows<'_>> {
    fn rows_of<'a, T: Element + TryInto<u8> + Into<i128> + Sync + 'a>(table: &'a PyUntypedBuffer) -> Option<Rows<'a>> {
        table.as_typed::<T>().ok().and_then(elements).map(Rows::of_integers)
    }
    let bytes = table.as_typed::<u8>().ok().and_then(elements);
    let dense = bytes.map(|bytes| Rows::dense(bytes.as_chunks().0, None));
    dense
        .or_else(|| rows_of::<i8>(table))
        .or_else(|| rows_of::<u16>(table))
        .or_else(|| rows_of::<i16>(table))
        .or_else(|| rows_of::<u32>(table))
        .or_else(|| rows_of::<i32>(table))
        .or_else(|| rows_of::<u64>(table))
        .or_else(|| rows_of::<i64>(table))
}

/// The memory of an Arrow array, which may be somebody's who writes to it.
fn spans_of(data: &ArrayData) -> Vec<Range<usize>> {
    let own = data.buffers().iter().map(|buffer| {
        let begin = buffer.as_ptr() as usize;
        begin..begin + buffer.len()
    });
    own.chain(data.child_data().iter().flat_map(spans_of)).collect()
}

fn library_of(object: &Bound<'_, PyAny>) -> PyResult<Library> {
    let module = object.get_type().getattr(intern!(object.py(), "__module__"))?;
    let module: String = module.extract().unwrap_or_default();
    Ok(match module.split('.').next() {
        Some("pyarrow") => Library::PyArrow,
        Some("polars") => Library::Polars,
        _ => Library::Other,
    })
}

/// Reads a text, a hand or 34 counts. A text or counts that are no hand are a fault of the row, and so is a missing
/// hand; anything else is a fault of the program, and a `TypeError`.
fn read_one(hand: &Bound<'_, PyAny>, row: usize) -> PyResult<Result<Hand, String>> {
    if let Ok(text) = hand.cast::<PyString>() {
        // Half a character becomes one that is no tile.
        let read = notation::read_hand(&text.to_string_lossy());
        return Ok(read.map(|(_, hand)| hand).map_err(|error| error.to_string()));
    }
    if let Ok(hand) = hand.cast::<crate::hand::Hand>() {
        return Ok(Ok(hand.get().concealed()));
    }
    if is_missing(hand)? {
        return Ok(Err(format!("{} is no hand", hand.str()?.to_string_lossy())));
    }
    match hand.extract::<Vec<i128>>() {
        Ok(counts) => Ok(hand_of_counts(&counts)),
        Err(error) if error.is_instance_of::<PyOverflowError>(hand.py()) => {
            Ok(Err("a count beyond all bounds: expected at most four of each kind".to_owned()))
        }
        Err(_) => Err(PyTypeError::new_err(format!(
            "{HANDS}: row {row}: expected a text, a Hand or 34 counts, found {}",
            hand.get_type().qualname()?
        ))),
    }
}

/// Whether it is None, or numpy's or pandas' value for it.
fn is_missing(hand: &Bound<'_, PyAny>) -> PyResult<bool> {
    let is_nan = || hand.cast::<PyFloat>().is_ok_and(|number| number.value().is_nan());
    Ok(hand.is_none() || is_nan() || hand.get_type().name()? == "NAType")
}
