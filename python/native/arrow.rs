//! Arrow's `PyCapsule` protocol: arrays that change hands without being copied.
//!
//! <https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html>
#![allow(unsafe_code)]

use std::ffi::CStr;
use std::sync::Arc;
use std::time::Instant;

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi_and_data_type, to_ffi};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{Array, ArrayRef, NullArray, make_array, new_empty_array};
use arrow_schema::{ArrowError, DataType};
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};

use crate::errors::bad_argument;
use crate::threads::{WAIT, check_interrupted};

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

/// The array or the stream that the object of an argument offers, as arrays of one type; none if it offers neither. Of an object that
/// offers both, the array is taken.
///
/// All data is checked, the ends of texts and lists as well as the texts themselves: it may come from a damaged file.
pub fn import(argument: &str, object: &Bound<'_, PyAny>) -> PyResult<Option<Vec<ArrayRef>>> {
    let py = object.py();
    let taken = if let Some(offers) = object.getattr_opt(intern!(py, "__arrow_c_array__"))? {
        let (schema, array) = offers.call0()?.extract::<(Bound<'_, PyCapsule>, Bound<'_, PyCapsule>)>()?;
        let schema = schema.pointer_checked(Some(SCHEMA))?.cast::<FFI_ArrowSchema>();
        let array = array.pointer_checked(Some(ARRAY))?.cast::<FFI_ArrowArray>();
        // SAFETY: capsules of these names hold these structs, and live until the end of this block. The array is moved
        // out, which leaves a released one.
        let (schema, array) = unsafe { (schema.as_ref(), FFI_ArrowArray::from_raw(array.as_ptr())) };
        let data_type = DataType::try_from(schema).map_err(unknown);
        py.detach(|| check(array, &data_type?).map(|array| vec![array]))
    } else if let Some(offers) = object.getattr_opt(intern!(py, "__arrow_c_stream__"))? {
        let stream = offers.call0()?.extract::<Bound<'_, PyCapsule>>()?;
        let stream = stream.pointer_checked(Some(STREAM))?.cast::<FFI_ArrowArrayStream>();
        // SAFETY: a capsule of this name holds a stream; it is moved out, which leaves a released one.
        let stream = unsafe { FFI_ArrowArrayStream::from_raw(stream.as_ptr()) };
        // A stream may wait for threads of its own that need the interpreter.
        py.detach(|| read_all(stream))?
    } else {
        return Ok(None);
    };
    taken.map(Some).map_err(|reason| bad_argument(py, argument, reason))
}

fn check(array: FFI_ArrowArray, data_type: &DataType) -> Result<ArrayRef, String> {
    if array.is_released() {
        return Err("the Arrow array was taken by somebody else before".to_owned());
    }
    // Neither has anything to be read, and exporters differ in the buffers that they send along.
    if array.is_empty() {
        return Ok(new_empty_array(data_type));
    }
    if *data_type == DataType::Null {
        return Ok(Arc::new(NullArray::new(array.len())));
    }
    // SAFETY: whoever exports an array promises that its buffers are as long as its type, its length and its last
    // offset say. Their contents are checked on the next line, before anybody reads them.
    let data = unsafe { from_ffi_and_data_type(array, data_type.clone()) }.map_err(damaged)?;
    data.validate_full().map_err(damaged)?;
    Ok(make_array(data))
}

#[allow(clippy::needless_pass_by_value, reason = "errors come as new ones")]
fn damaged(error: ArrowError) -> String {
    format!("the Arrow data is damaged: {error}")
}

#[allow(clippy::needless_pass_by_value, reason = "errors come as new ones")]
fn unknown(error: ArrowError) -> String {
    format!("the type of the Arrow data can't be read: {error}")
}

/// All arrays of a stream. arrow-rs has a reader of streams of tables, but none of streams of columns.
fn read_all(mut stream: FFI_ArrowArrayStream) -> PyResult<Result<Vec<ArrayRef>, String>> {
    let mut asked = Instant::now();
    let mut arrays = Vec::new();
    let data_type = match read_type(&mut stream) {
        Ok(data_type) => data_type,
        Err(reason) => return Ok(Err(reason)),
    };
    loop {
        match read_next(&mut stream, &data_type) {
            Ok(Some(array)) => arrays.push(array),
            Ok(None) => break,
            Err(reason) => return Ok(Err(reason)),
        }
        if asked.elapsed() > WAIT {
            check_interrupted()?;
            asked = Instant::now();
        }
    }
    if arrays.is_empty() {
        // The type of the column is checked even if the stream is empty.
        arrays.push(new_empty_array(&data_type));
    }
    Ok(Ok(arrays))
}

/// The type of a stream's arrays.
fn read_type(stream: &mut FFI_ArrowArrayStream) -> Result<DataType, String> {
    let (Some(get_schema), Some(_)) = (stream.get_schema, stream.release) else {
        return Err("the Arrow stream was read by somebody else before".to_owned());
    };
    let mut schema = FFI_ArrowSchema::empty();
    // SAFETY: the stream has not been released, and there is room for a schema.
    if unsafe { get_schema(stream, &raw mut schema) } != 0 {
        return Err(failure(stream));
    }
    DataType::try_from(&schema).map_err(unknown)
}

/// The next array of a stream, if there is one more.
fn read_next(stream: &mut FFI_ArrowArrayStream, data_type: &DataType) -> Result<Option<ArrayRef>, String> {
    let get_next = stream.get_next.ok_or("the Arrow stream can't be read")?;
    let mut array = FFI_ArrowArray::empty();
    // SAFETY: the stream has not been released, and there is room for an array.
    if unsafe { get_next(stream, &raw mut array) } != 0 {
        return Err(failure(stream));
    }
    if array.is_released() { Ok(None) } else { check(array, data_type).map(Some) }
}

/// Why a stream has failed.
fn failure(stream: &mut FFI_ArrowArrayStream) -> String {
    let message = stream.get_last_error.and_then(|get_last_error| {
        // SAFETY: the stream has just failed, so it can be asked why; the text lives until it is asked for more, and
        // ends with a null.
        let message = unsafe { get_last_error(stream).as_ref().map(|text| CStr::from_ptr(text)) };
        Some(message?.to_string_lossy().into_owned())
    });
    message.unwrap_or_else(|| "the Arrow stream failed and does not say why".to_owned())
}

/// An array as the capsules of its type and itself.
pub fn export<'py>(py: Python<'py>, array: &dyn Array) -> PyResult<Bound<'py, PyTuple>> {
    let (array, schema) = to_ffi(&array.to_data()).map_err(|error| PyValueError::new_err(error.to_string()))?;
    let schema = PyCapsule::new_with_value(py, schema, SCHEMA)?;
    PyTuple::new(py, [schema, PyCapsule::new_with_value(py, array, ARRAY)?])
}

/// A type as a capsule.
pub fn export_type<'py>(py: Python<'py>, data_type: &DataType) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = FFI_ArrowSchema::try_from(data_type);
    PyCapsule::new_with_value(py, schema.map_err(|error| PyValueError::new_err(error.to_string()))?, SCHEMA)
}
