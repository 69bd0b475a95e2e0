//! What hands can be passed as.

use std::ops::Range;

use arrow_array::{Array, ArrayRef};
use arrow_data::ArrayData;
use paili::hand::Hand;
use paili::notation;
use paili::tile::Tile;
use pyo3::buffer::PyUntypedBuffer;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyString};

use super::columns::Columns;
use super::counts::{Dense, Strided};
use super::rows::AnyRows;
use super::texts::Known;
use crate::arrow::{rows_of, take};
use crate::counts::hand_of_counts;
use crate::errors::bad_argument;
use crate::memory::{Integers, elements, span};

/// The argument's name.
pub const HANDS: &str = "hands";

/// Hands as they were passed.
pub enum Input {
    /// Counts in an array of two dimensions.
    Array(PyUntypedBuffer),
    /// Arrow's chunks, and whose they are.
    Arrow(Vec<ArrayRef>, Family),
    /// One by one.
    Each(Vec<Result<Hand, String>>),
}

/// Whose Arrow arrays hands are in, and answers go to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    PyArrow,
    Polars,
    Other,
}

impl Input {
    /// Looks at what was passed. What it holds is not read yet, but where it is read one by one.
    pub fn read(hands: &Bound<'_, PyAny>) -> PyResult<Input> {
        let py = hands.py();
        if let Ok(buffer) = PyUntypedBuffer::get(hands) {
            // Texts in an array of one dimension are read one by one.
            if buffer.dimensions() != 1 || is_number(&buffer) {
                check_table(hands, &buffer)?;
                return Ok(Input::Array(buffer));
            }
        } else if let Some(chunks) = take(hands)? {
            return Ok(Input::Arrow(chunks, Family::of(hands)?));
        }
        if hands.is_instance_of::<PyString>() {
            let reason = "one text: expected many hands, such as an (n, 34) array of counts or a list of texts";
            return Err(bad_argument(py, HANDS, reason));
        }
        let Ok(each) = hands.try_iter() else {
            return Err(PyTypeError::new_err(format!(
                "{HANDS}: expected an (n, 34) array of integers, a column of Arrow, or texts; found {}",
                hands.get_type().qualname()?
            )));
        };
        let mut known = Vec::new();
        for hand in each {
            known.push(read_one(&hand?, known.len())?);
        }
        Ok(Input::Each(known))
    }

    /// How many hands.
    pub fn rows(&self) -> usize {
        match self {
            Input::Array(buffer) => buffer.shape()[0],
            Input::Arrow(chunks, _) => chunks.iter().map(Array::len).sum(),
            Input::Each(known) => known.len(),
        }
    }

    /// The memory that is read.
    pub fn spans(&self) -> Vec<Range<isize>> {
        match self {
            Input::Array(buffer) => vec![span(buffer)],
            Input::Arrow(chunks, _) => chunks.iter().flat_map(|chunk| spans_of(&chunk.to_data())).collect(),
            Input::Each(_) => Vec::new(),
        }
    }

    /// The hands, ready to be answered.
    pub fn chunks<C: Columns>(&self, py: Python<'_>) -> PyResult<Vec<Box<dyn AnyRows<C> + '_>>> {
        match self {
            Input::Array(buffer) => Ok(vec![rows_in(py, buffer)?]),
            Input::Arrow(chunks, _) => {
                let rows = chunks.iter().map(|chunk| rows_of(chunk)).collect::<Result<_, _>>();
                rows.map_err(|reason| bad_argument(py, HANDS, reason))
            }
            Input::Each(known) => Ok(vec![Box::new(Known(known))]),
        }
    }
}

/// The memory of an Arrow array, which may be somebody's who writes to it.
fn spans_of(data: &ArrayData) -> Vec<Range<isize>> {
    let own = data.buffers().iter().map(|buffer| {
        let begin = buffer.as_ptr() as isize;
        begin..begin + buffer.len().cast_signed()
    });
    own.chain(data.child_data().iter().flat_map(spans_of)).collect()
}

impl Family {
    fn of(object: &Bound<'_, PyAny>) -> PyResult<Family> {
        let module = object.get_type().getattr(intern!(object.py(), "__module__"))?;
        let module: String = module.extract().unwrap_or_default();
        Ok(match module.split('.').next() {
            Some("pyarrow") => Family::PyArrow,
            Some("polars") => Family::Polars,
            _ => Family::Other,
        })
    }
}

fn is_number(buffer: &PyUntypedBuffer) -> bool {
    use pyo3::buffer::ElementType;
    !matches!(ElementType::from_format(buffer.format()), ElementType::Unknown)
}

/// An array has to be of integers, and to have a row of 34 for each hand.
fn check_table(hands: &Bound<'_, PyAny>, buffer: &PyUntypedBuffer) -> PyResult<()> {
    let py = hands.py();
    let shape: Vec<String> = buffer.shape().iter().map(ToString::to_string).collect();
    if !matches!(buffer.shape(), [_, Tile::REGULAR_COUNT]) {
        let comma = if shape.len() == 1 { "," } else { "" };
        let reason = format!("an array of shape ({}{comma}): expected (n, 34), a row a hand", shape.join(", "));
        return Err(bad_argument(py, HANDS, reason));
    }
    // numpy lends the memory of masked arrays without the mask. Most arrays are of numpy's own type, which has none.
    if hands.get_type().name()? == "MaskedArray" {
        let reason = "a masked array: expected one without a mask, such as its rows that are there";
        return Err(bad_argument(py, HANDS, reason));
    }
    if Integers::new(buffer).is_none() {
        let found = match hands.getattr_opt(intern!(py, "dtype"))? {
            Some(dtype) => dtype.str()?.to_string(),
            None => format!("elements of format {:?}", buffer.format().to_string_lossy()),
        };
        return Err(PyTypeError::new_err(format!("{HANDS}: expected an array of integers, found {found}")));
    }
    Ok(())
}

fn rows_in<'a, C: Columns>(py: Python<'_>, buffer: &'a PyUntypedBuffer) -> PyResult<Box<dyn AnyRows<C> + 'a>> {
    if let Some(bytes) = buffer.as_typed::<u8>().ok().and_then(elements) {
        return Ok(Box::new(Dense { hands: bytes.as_chunks().0, nulls: None }));
    }
    match Integers::new(buffer) {
        Some(integers) => Ok(Box::new(Strided(integers))),
        None => Err(bad_argument(py, HANDS, "expected an array of integers")),
    }
}

/// A text, a hand or 34 counts. Where it could be one but is not, or is missing, that is a fault of the row; where it
/// can't be one, that is one of the program.
fn read_one(hand: &Bound<'_, PyAny>, row: usize) -> PyResult<Result<Hand, String>> {
    if let Ok(text) = hand.cast::<PyString>() {
        // What is half a character becomes one that is no tile.
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

/// None, and what numpy and pandas have for it.
fn is_missing(hand: &Bound<'_, PyAny>) -> PyResult<bool> {
    let is_nan = || hand.cast::<PyFloat>().is_ok_and(|number| number.value().is_nan());
    Ok(hand.is_none() || is_nan() || hand.get_type().name()? == "NAType")
}
