//! Arrow arrays of answers, for whoever speaks Arrow's protocol and has no Arrow library that we know.

use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int8Type, Int16Type, Int64Type, UInt8Type};
use arrow_array::{
    Array, ArrayRef, Float64Array, Int8Array, Int16Array, Int64Array, LargeStringArray, StringArray, make_array,
};
use arrow_data::transform::MutableArrayData;
use arrow_schema::DataType;
use paili::Tile;
use pyo3::IntoPyObjectExt;
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyList, PySlice, PyString, PyTuple};

use crate::arguments::wrong_type;
use crate::arrow::{export, export_type};
use crate::batch::counts_column;
use crate::counts::Counts;

/// An Arrow array of answers, for engines.
///
/// pyarrow, polars and pandas get their own columns; this is for whoever else speaks Arrow's capsule protocol, and for
/// those who have no Arrow library. ``pyarrow.array(x)`` and ``polars.Series(x)`` take it without copying. It has a
/// length, elements (None for a null), slices and ``null_count``, and can be pickled; it is not for computing with.
///
/// >>> import paili
/// >>> column = paili.distances(paili.ArrowArray.from_texts(["1133m456789p123s", None, "1m"]))
/// >>> len(column), column.null_count, list(column), list(column[1:])
/// (3, 1, [1, None, 1], [None, 1])
/// >>> column.to_numpy()
/// array([ 1., nan,  1.])
#[pyclass(frozen, module = "paili", sequence)]
pub struct ArrowArray(pub ArrayRef);

/// The function that restores an array, and its arguments.
type Restoring<'py> = (Bound<'py, PyAny>, (String, Bound<'py, PyList>));

#[pymethods]
impl ArrowArray {
    /// An array of texts, for those who have no Arrow library.
    ///
    /// Parameters
    /// ----------
    /// texts : iterable of str or None
    ///     The texts; None is a null.
    ///
    /// Returns
    /// -------
    /// ArrowArray
    ///     An array with an element a text.
    ///
    /// Raises
    /// ------
    /// TypeError
    ///     When something is no text.
    ///
    /// Examples
    /// --------
    /// >>> import paili
    /// >>> paili.ArrowArray.from_texts(["1133m456789p123s", None])
    /// <paili.ArrowArray of 2 Utf8>
    #[staticmethod]
    fn from_texts(texts: &Bound<'_, PyAny>) -> PyResult<Self> {
        // Their elements are no texts of hands, or none at all.
        let one = texts.is_instance_of::<PyString>() || texts.is_instance_of::<PyBytes>();
        let Some(each) = texts.try_iter().ok().filter(|_| !one) else {
            return Err(wrong_type("texts", "an iterable of texts, such as a list", texts));
        };
        let mut builder = StringBuilder::new();
        for (row, text) in each.enumerate() {
            let text = text?;
            match text.cast::<PyString>() {
                Ok(text) => builder.append_value(text.to_str()?),
                Err(_) if text.is_none() => builder.append_null(),
                Err(_) => return Err(wrong_type(&format!("texts: row {row}"), "a text or None", &text)),
            }
        }
        Ok(ArrowArray(Arc::new(builder.finish())))
    }

    #[pyo3(signature = (requested_schema=None))]
    #[allow(unused_variables, reason = "the protocol lets us give what we have, whatever is requested")]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        export(py, &self.0)
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        export_type(py, self.0.data_type())
    }

    /// How many elements are null.
    #[getter]
    fn null_count(&self) -> usize {
        self.0.null_count()
    }

    /// The same as a numpy array: of the same type, of floats with NaN if there are nulls, or of objects if it holds
    /// texts or lists.
    pub fn to_numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let own = match self.0.data_type() {
            DataType::Float64 => "float64",
            DataType::Int8 | DataType::Int16 | DataType::Int64 if self.0.null_count() > 0 => "float64",
            DataType::Int8 => "int8",
            DataType::Int16 => "int16",
            DataType::Int64 => "int64",
            _ => "object",
        };
        py.import("numpy")?.call_method1("array", (self.elements(py)?, own))
    }

    /// What numpy and pandas call to make an array of it.
    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            return Err(PyValueError::new_err("copy: an ArrowArray becomes numpy's by a copy: expected None or True"));
        }
        let array = self.to_numpy(py)?;
        match dtype {
            Some(dtype) => array.call_method1("astype", (dtype,)),
            None => Ok(array),
        }
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.list(py)?.try_iter()?.into_any())
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let length = self.0.len();
        if let Ok(slice) = index.cast::<PySlice>() {
            let places = slice.indices(length.cast_signed())?;
            let place = |number: usize| (places.start + number.cast_signed() * places.step).cast_unsigned();
            let data = self.0.to_data();
            let mut taken = MutableArrayData::new(vec![&data], false, places.slicelength);
            for place in (0..places.slicelength).map(place) {
                let extended = taken.try_extend(0, place, place + 1);
                extended.map_err(|error| PyValueError::new_err(error.to_string()))?;
            }
            return Bound::new(py, ArrowArray(make_array(taken.freeze()))).map(Bound::into_any);
        }
        if !index.hasattr("__index__")? {
            let text = format!("index: expected a whole number or a slice, not {}", index.get_type());
            return Err(PyTypeError::new_err(text));
        }
        // A number that is too large for the machine is no place either.
        let place = index.extract::<isize>().ok();
        let place = place.map(|index| if index < 0 { index + length.cast_signed() } else { index });
        let place = place.and_then(|place| usize::try_from(place).ok()).filter(|&place| place < length);
        let place = place.ok_or_else(|| PyIndexError::new_err(format!("{index}: the array has {length} elements")))?;
        self.element(py, place)
    }

    /// Nobody knows whether the arrays or their elements would be compared.
    #[allow(unused_variables, clippy::unused_self, reason = "whatever the other is, and however it is compared")]
    fn __richcmp__(&self, other: &Bound<'_, PyAny>, comparison: CompareOp) -> PyResult<bool> {
        let reason = "an ArrowArray can't be compared: take its to_numpy(), or pyarrow.array(...) of it";
        Err(PyTypeError::new_err(reason))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Restoring<'py>> {
        let (py, array) = (slf.py(), slf.get());
        let restored = slf.get_type().getattr("_restored")?;
        Ok((restored, (array.0.data_type().to_string(), array.list(py)?)))
    }

    /// The array of a type with these elements: what pickling calls.
    #[staticmethod]
    fn _restored(data_type: &str, elements: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(ArrowArray(match data_type {
            "Int8" => Arc::new(Int8Array::from(elements.extract::<Vec<Option<i8>>>()?)),
            "Int16" => Arc::new(Int16Array::from(elements.extract::<Vec<Option<i16>>>()?)),
            "Int64" => Arc::new(Int64Array::from(elements.extract::<Vec<Option<i64>>>()?)),
            "Float64" => Arc::new(Float64Array::from(elements.extract::<Vec<Option<f64>>>()?)),
            "Utf8" => Arc::new(StringArray::from(elements.extract::<Vec<Option<String>>>()?)),
            "LargeUtf8" => Arc::new(LargeStringArray::from(elements.extract::<Vec<Option<String>>>()?)),
            list if list.starts_with("FixedSizeList") => {
                let rows: Vec<Option<Counts>> = elements.extract()?;
                let missing: Vec<bool> = rows.iter().map(Option::is_none).collect();
                let counts = rows.into_iter().map(|counts| counts.unwrap_or([0; Tile::REGULAR_COUNT]));
                counts_column(counts.collect(), &missing)
            }
            other => return Err(PyValueError::new_err(format!("an ArrowArray of {other} can't be restored"))),
        }))
    }

    fn __repr__(&self) -> String {
        format!("<paili.ArrowArray of {} {}>", self.0.len(), self.0.data_type())
    }
}

impl ArrowArray {
    /// Its elements, None for a null.
    pub fn list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.elements(py)?)
    }

    fn elements<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        (0..self.0.len()).map(|place| self.element(py, place)).collect()
    }

    /// The element at a place, None for a null.
    fn element<'py>(&self, py: Python<'py>, place: usize) -> PyResult<Bound<'py, PyAny>> {
        if self.0.is_null(place) {
            return Ok(py.None().into_bound(py));
        }
        // All answers have one of these types.
        match self.0.data_type() {
            DataType::Int8 => self.0.as_primitive::<Int8Type>().value(place).into_bound_py_any(py),
            DataType::Int16 => self.0.as_primitive::<Int16Type>().value(place).into_bound_py_any(py),
            DataType::Int64 => self.0.as_primitive::<Int64Type>().value(place).into_bound_py_any(py),
            DataType::Float64 => self.0.as_primitive::<Float64Type>().value(place).into_bound_py_any(py),
            DataType::FixedSizeList(_, _) => {
                let counts = self.0.as_fixed_size_list().value(place);
                PyList::new(py, counts.as_primitive::<UInt8Type>().values()).map(Bound::into_any)
            }
            DataType::LargeUtf8 => self.0.as_string::<i64>().value(place).into_bound_py_any(py),
            _ => self.0.as_string::<i32>().value(place).into_bound_py_any(py),
        }
    }
}
