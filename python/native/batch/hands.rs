//! Hands as Python passes them: arrays, columns and data frames, and iterables.

use std::ops::Range;

use arrow_array::{Array, ArrayRef};
use arrow_data::ArrayData;
use paili::Tile;
use pyo3::buffer::{Element, ElementType, PyUntypedBuffer};
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyMemoryView, PyString};

use super::arrow_column::rows_of;
use super::each::{Each, Missing};
use super::rows::{Rows, Stack};
use super::source_library::SourceLibrary;
use super::tiles::Tiles;
use crate::arrow::import;
use crate::errors::bad_argument;
use crate::hand::Hand;
use crate::memory::{elements, span, written_shape};
use crate::numpy::{as_array, copy_of, library_of};

/// Hands as they were passed.
pub struct Hands {
    argument: &'static str,
    source: Source,
    pub home: SourceLibrary,
}

enum Source {
    /// Counts in an array of two dimensions, without gaps.
    Table(PyUntypedBuffer),
    /// Arrow's arrays one after the other.
    Arrow(Vec<ArrayRef>),
    /// One by one.
    Each(Each),
}

impl Hands {
    /// Finds out how the hands of an argument were passed. None of them is read yet. A hand that is missing among texts of
    /// no column is a fault.
    pub fn read(argument: &'static str, hands: &Bound<'_, PyAny>) -> PyResult<Hands> {
        Hands::taken(argument, hands, Missing::Fault)
    }

    /// The same of tiles, of which some may be missing wherever they come from.
    pub fn read_tiles(argument: &'static str, tiles: &Bound<'_, PyAny>) -> PyResult<Hands> {
        Hands::taken(argument, tiles, Missing::Null)
    }

    fn taken(argument: &'static str, hands: &Bound<'_, PyAny>, missing: Missing) -> PyResult<Hands> {
        let py = hands.py();
        if let Ok(buffer) = PyUntypedBuffer::get(hands) {
            return Ok(Hands {
                argument,
                source: in_buffer(argument, hands, buffer, missing)?,
                home: SourceLibrary::Numpy,
            });
        }
        let library = library_of(hands)?;
        if library == "polars" {
            let kind = hands.get_type().name()?;
            let rowless = match kind.to_str()? {
                "LazyFrame" => Some("a LazyFrame has no rows yet: collect it, or"),
                "Expr" => Some("an expression has no rows:"),
                _ => None,
            };
            if let Some(rowless) = rowless {
                let expected = "use the expressions of paili.polars";
                return Err(PyTypeError::new_err(format!("{argument}: {rowless} {expected}")));
            }
            if kind == "DataFrame" && hands.getattr("width")?.extract::<usize>()? == 1 {
                return Hands::taken(argument, &hands.call_method1("to_series", (0,))?, missing);
            }
            let hands = without_null_types(hands)?;
            return Ok(Hands { argument, source: source(argument, &hands, missing)?, home: SourceLibrary::Polars });
        }
        if library == "pandas" {
            let taken = py.import("paili.hands.pandas")?.call_method1("taken", (argument, hands))?;
            let (column, index) = taken.extract::<(Bound<'_, PyAny>, Option<Py<PyAny>>)>()?;
            let home = index.map_or(SourceLibrary::Numpy, SourceLibrary::Pandas);
            let missing = if home.has_nulls() { Missing::Null } else { missing };
            return Ok(Hands { argument, source: source(argument, &column, missing)?, home });
        }
        let offers = [intern!(py, "__arrow_c_array__"), intern!(py, "__arrow_c_stream__")];
        let is_arrow = hands.hasattr(offers[0])? || hands.hasattr(offers[1])?;
        let home = if is_arrow { SourceLibrary::of_arrow(hands)? } else { SourceLibrary::Numpy };
        Ok(Hands { argument, source: source(argument, hands, missing)?, home })
    }

    /// How many hands.
    pub fn len(&self) -> usize {
        match &self.source {
            Source::Table(buffer) => buffer.shape()[0],
            Source::Arrow(arrays) => arrays.iter().map(Array::len).sum(),
            Source::Each(each) => each.len(),
        }
    }

    /// The memory that is read.
    pub fn spans(&self) -> Vec<Range<usize>> {
        match &self.source {
            Source::Table(buffer) => vec![span(buffer)],
            Source::Arrow(arrays) => arrays.iter().flat_map(|array| spans_of(&array.to_data())).collect(),
            Source::Each(_) => Vec::new(),
        }
    }

    /// The rows, ready to be answered.
    pub fn rows(&self, py: Python<'_>, tiles: Tiles) -> PyResult<Stack<'_>> {
        let rows = match &self.source {
            Source::Table(buffer) => {
                let expected = || bad_argument(py, self.argument, "expected an array of integers");
                vec![rows_in(buffer).ok_or_else(expected)?]
            }
            Source::Arrow(arrays) => {
                let rows = arrays.iter().map(|array| rows_of(array, None, tiles)).collect::<Result<_, _>>();
                rows.map_err(|reason| bad_argument(py, self.argument, reason))?
            }
            Source::Each(each) => vec![each.rows(tiles)],
        };
        Ok(Stack::new(rows))
    }
}

/// Hands that lend no memory, or none of 34 counts a row.
fn source(argument: &'static str, hands: &Bound<'_, PyAny>, missing: Missing) -> PyResult<Source> {
    if let Ok(buffer) = PyUntypedBuffer::get(hands) {
        return in_buffer(argument, hands, buffer, missing);
    }
    if let Some(arrays) = import(argument, hands)? {
        return Ok(Source::Arrow(arrays));
    }
    // Tensors, and whatever else numpy can take.
    if let Some(array) = as_array(hands)?
        && let Ok(buffer) = PyUntypedBuffer::get(&array)
    {
        return in_buffer(argument, &array, buffer, missing);
    }
    one_by_one(argument, hands, missing)
}

/// Polars' columns of nothing but nulls as columns of counts. Of lists and tables of such, it sends memory along that
/// arrow-rs takes for damage.
fn without_null_types<'py>(hands: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let polars = hands.py().import("polars")?;
    let (null, counts) = (polars.getattr("Null")?, polars.getattr("UInt8")?);
    if let Some(types) = hands.getattr_opt("dtypes")? {
        if !types.contains(&null)? {
            return Ok(hands.clone());
        }
        return hands.call_method1("cast", ([(null, counts)].into_py_dict(hands.py())?,));
    }
    let kind = hands.getattr("dtype")?;
    match kind.getattr_opt("inner")? {
        Some(inner) if inner.eq(&null)? => {}
        _ => return Ok(hands.clone()),
    }
    let of_counts = match kind.getattr_opt("size")? {
        Some(size) => polars.call_method1("Array", (counts, size))?,
        None => polars.call_method1("List", (counts,))?,
    };
    hands.call_method1("cast", (of_counts,))
}

fn in_buffer(
    argument: &'static str,
    hands: &Bound<'_, PyAny>,
    buffer: PyUntypedBuffer,
    missing: Missing,
) -> PyResult<Source> {
    // Texts in an array of one dimension are read one by one.
    if buffer.dimensions() == 1 && ElementType::from_format(buffer.format()) == ElementType::Unknown {
        return one_by_one(argument, hands, missing);
    }
    in_table(argument, hands, buffer)
}

/// Hands in an array, which has to be of integers and to have a row of 34 for each hand.
fn in_table(argument: &'static str, hands: &Bound<'_, PyAny>, buffer: PyUntypedBuffer) -> PyResult<Source> {
    let py = hands.py();
    if !matches!(buffer.shape(), [_, Tile::REGULAR_COUNT]) {
        let reason = format!("an array of shape {}: expected (n, 34), a row a hand", written_shape(buffer.shape()));
        return Err(bad_argument(py, argument, reason));
    }
    // numpy lends the memory of masked arrays without the mask. Most arrays are of numpy's own type, which has none.
    if hands.get_type().name()? == "MaskedArray" {
        let reason = "a masked array: expected one without a mask, such as its rows that are there";
        return Err(bad_argument(py, argument, reason));
    }
    let element = ElementType::from_format(buffer.format());
    if !matches!(element, ElementType::SignedInteger { .. } | ElementType::UnsignedInteger { .. }) {
        let found = match hands.getattr_opt(intern!(py, "dtype"))? {
            Some(dtype) => dtype.str()?.to_string(),
            None => format!("elements of format {:?}", buffer.format().to_string_lossy()),
        };
        return Err(PyTypeError::new_err(format!("{argument}: expected an array of integers, found {found}")));
    }
    if rows_in(&buffer).is_some() {
        return Ok(Source::Table(buffer));
    }
    if let Some(copy) = copy_of(hands)? {
        return Ok(Source::Table(PyUntypedBuffer::get(&copy)?));
    }
    one_by_one(argument, &PyMemoryView::from(hands)?.call_method0("tolist")?, Missing::Fault)
}

fn one_by_one(argument: &'static str, hands: &Bound<'_, PyAny>, missing: Missing) -> PyResult<Source> {
    if hands.is_instance_of::<PyString>() {
        let reason = "one text: expected many hands, such as an (n, 34) array of counts or a list of texts";
        return Err(bad_argument(hands.py(), argument, reason));
    }
    if hands.is_instance_of::<Hand>() {
        let reason = "one hand: expected many, such as a list of hands; a Hand answers by its own methods";
        return Err(bad_argument(hands.py(), argument, reason));
    }
    let Ok(each) = hands.try_iter() else {
        return Err(PyTypeError::new_err(format!(
            "{argument}: expected an (n, 34) array of integers, a column of Arrow, or texts; found {}",
            hands.get_type().qualname()?
        )));
    };
    Each::take(argument, &each, missing).map(Source::Each)
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
