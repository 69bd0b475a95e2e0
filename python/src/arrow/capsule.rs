//! Arrow's `PyCapsule` protocol: arrays that change hands without being copied.
//!
//! <https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html>
#![allow(unsafe_code)]

use std::ffi::CStr;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi_and_data_type, to_ffi};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::{Int8Type, Int16Type, Int64Type};
use arrow_array::{Array, ArrayRef, StringArray, make_array, new_empty_array};
use arrow_schema::{ArrowError, DataType};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyList, PyTuple};

use crate::batch::HANDS;
use crate::errors::bad_argument;

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

/// Takes the array or the stream that an object offers, as chunks of one type; none if it offers neither. An object
/// that offers both gives the array, which is what it is.
///
/// What comes is checked, the ends of texts and lists as well as the texts themselves: whoever offers it may have it
/// from a damaged file.
pub fn take(object: &Bound<'_, PyAny>) -> PyResult<Option<Vec<ArrayRef>>> {
    let py = object.py();
    let taken = if let Some(offers) = object.getattr_opt(intern!(py, "__arrow_c_array__"))? {
        let offered = offers.call0()?;
        let (schema, array) = offered.extract::<(Bound<'_, PyCapsule>, Bound<'_, PyCapsule>)>()?;
        take_array(&schema, &array)?
    } else if let Some(offers) = object.getattr_opt(intern!(py, "__arrow_c_stream__"))? {
        take_stream(&offers.call0()?.extract::<Bound<'_, PyCapsule>>()?)?
    } else {
        return Ok(None);
    };
    taken.map(Some).map_err(|reason| bad_argument(py, HANDS, reason))
}

/// Chunks, or why there are none.
type Taken = Result<Vec<ArrayRef>, String>;

fn take_array(schema: &Bound<'_, PyCapsule>, array: &Bound<'_, PyCapsule>) -> PyResult<Taken> {
    let schema = schema.pointer_checked(Some(SCHEMA))?.cast::<FFI_ArrowSchema>();
    let moved = array.pointer_checked(Some(ARRAY))?.cast::<FFI_ArrowArray>();
    // SAFETY: capsules of these names hold these structs, and live until the end of this function. The array is moved
    // out, which leaves a released one.
    let (schema, moved) = unsafe { (schema.as_ref(), FFI_ArrowArray::from_raw(moved.as_ptr())) };
    let data_type = match DataType::try_from(schema) {
        Ok(data_type) => data_type,
        Err(error) => return Ok(Err(damaged(&error))),
    };
    if moved.is_released() {
        return Ok(Err("the Arrow array was taken by somebody else before".to_owned()));
    }
    Ok(array.py().detach(|| import(moved, &data_type)).map(|array| vec![array]))
}

fn import(array: FFI_ArrowArray, data_type: &DataType) -> Result<ArrayRef, String> {
    // SAFETY: whoever exports an array promises that its buffers are as long as its type, its length and its last
    // offset say. Nothing else is taken on trust: what the buffers hold is checked below, before it is read.
    let data = unsafe { from_ffi_and_data_type(array, data_type.clone()) };
    let mut data = data.map_err(|error| damaged(&error))?;
    data.align_buffers();
    data.validate_full().map_err(|error| damaged(&error))?;
    Ok(make_array(data))
}

fn damaged(error: &ArrowError) -> String {
    format!("the Arrow data is damaged: {error}")
}

fn take_stream(capsule: &Bound<'_, PyCapsule>) -> PyResult<Taken> {
    let stream = capsule.pointer_checked(Some(STREAM))?.cast::<FFI_ArrowArrayStream>();
    // SAFETY: a capsule of this name holds a stream; it is moved out, which leaves a released one.
    let stream = unsafe { FFI_ArrowArrayStream::from_raw(stream.as_ptr()) };
    // A stream may wait for threads of its own that need the interpreter.
    Ok(capsule.py().detach(|| read_all(stream)))
}

fn read_all(mut stream: FFI_ArrowArrayStream) -> Taken {
    let (Some(get_schema), Some(get_next), Some(_)) = (stream.get_schema, stream.get_next, stream.release) else {
        return Err("the Arrow stream was read by somebody else before".to_owned());
    };
    let mut schema = FFI_ArrowSchema::empty();
    // SAFETY: the stream has not been released, and there is room for a schema.
    if unsafe { get_schema(&raw mut stream, &raw mut schema) } != 0 {
        return Err(failure(&mut stream));
    }
    let data_type = DataType::try_from(&schema).map_err(|error| damaged(&error))?;
    let mut chunks = Vec::new();
    loop {
        let mut array = FFI_ArrowArray::empty();
        // SAFETY: the same, for an array.
        if unsafe { get_next(&raw mut stream, &raw mut array) } != 0 {
            return Err(failure(&mut stream));
        }
        if array.is_released() {
            break;
        }
        chunks.push(import(array, &data_type)?);
    }
    if chunks.is_empty() {
        // Even of no chunks the type is asked for.
        chunks.push(new_empty_array(&data_type));
    }
    Ok(chunks)
}

/// Why a stream has failed.
fn failure(stream: &mut FFI_ArrowArrayStream) -> String {
    let message = stream.get_last_error.and_then(|get_last_error| {
        // SAFETY: the stream has just failed, so it can be asked why; the text lives until it is asked for more.
        let message = unsafe { get_last_error(stream) };
        // SAFETY: the same; the text ends with a null.
        (!message.is_null()).then(|| unsafe { CStr::from_ptr(message) }.to_string_lossy().into_owned())
    });
    message.unwrap_or_else(|| "the Arrow stream failed and does not say why".to_owned())
}

/// An Arrow array of answers.
///
/// Whatever speaks Arrow's capsule protocol takes it without copying: ``pyarrow.array(x)``, ``polars.Series(x)``. It
/// also has a length, elements (None for a null) and ``null_count``.
///
/// >>> import paili
/// >>> column = paili.distances(paili.ArrowArray.of_texts(["1133m456789p123s", None, "1m"]))
/// >>> len(column), column.null_count, list(column)
/// (3, 1, [1, None, 1])
#[pyclass(frozen, module = "paili", sequence)]
pub struct ArrowArray(pub ArrayRef);

#[pymethods]
impl ArrowArray {
    /// An array of texts, for those who have no Arrow library.
    #[staticmethod]
    fn of_texts(texts: Vec<Option<String>>) -> Self {
        ArrowArray(Arc::new(StringArray::from(texts)))
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        // The protocol lets us give what we have, whatever is requested.
        let _ = requested_schema;
        let (array, schema) = to_ffi(&self.0.to_data()).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let schema = PyCapsule::new_with_value(py, schema, SCHEMA)?;
        let array = PyCapsule::new_with_value(py, array, ARRAY)?;
        PyTuple::new(py, [schema, array])
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema =
            FFI_ArrowSchema::try_from(self.0.data_type()).map_err(|error| PyValueError::new_err(error.to_string()))?;
        PyCapsule::new_with_value(py, schema, SCHEMA)
    }

    /// How many elements are null.
    #[getter]
    fn null_count(&self) -> usize {
        self.0.null_count()
    }

    /// The same as a numpy array, which pandas takes as well: of the same type, or with NaN for nulls.
    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        // It is always a copy.
        let _ = copy;
        let numpy = py.import("numpy")?;
        let elements = (0..self.0.len()).map(|place| self.element(py, place)).collect::<PyResult<Vec<_>>>()?;
        let own = match self.0.data_type() {
            DataType::Utf8 => "object",
            _ if self.0.null_count() > 0 => "float64",
            DataType::Int8 => "int8",
            DataType::Int16 => "int16",
            _ => "int64",
        };
        let array = numpy.call_method1("array", (elements, own))?;
        match dtype {
            Some(dtype) => array.call_method1("astype", (dtype,)),
            None => Ok(array),
        }
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let elements = (0..slf.get().0.len()).map(|place| slf.get().element(py, place));
        Ok(PyList::new(py, elements.collect::<PyResult<Vec<_>>>()?)?.try_iter()?.into_any())
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: isize) -> PyResult<Bound<'py, PyAny>> {
        let length = self.0.len();
        let place = if index < 0 { index + length.cast_signed() } else { index };
        let place = usize::try_from(place).ok().filter(|&place| place < length);
        let place = place.ok_or_else(|| PyIndexError::new_err(format!("{index}: the array has {length} elements")))?;
        self.element(py, place)
    }

    fn __repr__(&self) -> String {
        format!("<paili.ArrowArray of {} {}>", self.0.len(), self.0.data_type())
    }
}

impl ArrowArray {
    /// The element at a place, None for a null.
    fn element<'py>(&self, py: Python<'py>, place: usize) -> PyResult<Bound<'py, PyAny>> {
        if self.0.is_null(place) {
            return Ok(py.None().into_bound(py));
        }
        // Answers are of these types.
        match self.0.data_type() {
            DataType::Int8 => self.0.as_primitive::<Int8Type>().value(place).into_bound_py_any(py),
            DataType::Int16 => self.0.as_primitive::<Int16Type>().value(place).into_bound_py_any(py),
            DataType::Int64 => self.0.as_primitive::<Int64Type>().value(place).into_bound_py_any(py),
            _ => self.0.as_string::<i32>().value(place).into_bound_py_any(py),
        }
    }
}
