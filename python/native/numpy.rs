//! numpy's arrays, and what stands for them where there is no numpy.

use arrow_array::types::{ArrowPrimitiveType, UInt8Type};
use arrow_schema::DataType;
use pyo3::exceptions::PyImportError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyByteArray, PyMemoryView, PySlice};

/// A new array of numbers: numpy's; without numpy, a memory view.
pub fn new_column<T: ArrowPrimitiveType>(py: Python<'_>, rows: usize) -> PyResult<Bound<'_, PyAny>> {
    if let Some(numpy) = Numpy::get(py)? {
        return numpy.empty.bind(py).call1((rows, numpy.types[place_of::<T>()].bind(py)));
    }
    let bytes = PyByteArray::new_with(py, rows * size_of::<T::Native>(), |_| Ok(()))?;
    PyMemoryView::from(&bytes)?.call_method1("cast", (NAMES[place_of::<T>()].1,))
}

/// A new table of bytes: an array of numpy's; without numpy, a memory view.
pub fn new_table(py: Python<'_>, rows: usize, columns: usize) -> PyResult<Bound<'_, PyAny>> {
    if let Some(numpy) = Numpy::get(py)? {
        return numpy.empty.bind(py).call1(((rows, columns), numpy.types[place_of::<UInt8Type>()].bind(py)));
    }
    // A memory view has no dimension of length 0.
    let bytes = PyByteArray::new_with(py, rows.max(1) * columns, |_| Ok(()))?;
    let table = PyMemoryView::from(&bytes)?.call_method1("cast", ("B", (rows.max(1), columns)))?;
    table.get_item(PySlice::new(py, 0, rows.cast_signed(), 1))
}

/// A copy of a table without gaps, aligned and in this machine's order of bytes; none where there is no numpy.
pub fn copy_of<'py>(table: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = table.py();
    if Numpy::get(py)?.is_none() {
        return Ok(None);
    }
    let numpy = py.import("numpy")?;
    let table = numpy.call_method1("asarray", (table,))?;
    let native = table.getattr("dtype")?.call_method1("newbyteorder", ("=",))?;
    numpy.call_method1("require", (table, native, "CA")).map(Some)
}

/// The numpy array of an object that offers one, such as a tensor. `None` for numpy's own arrays and all other objects.
pub fn as_array<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = object.py();
    let offers = object.hasattr(intern!(py, "__array__"))? || object.hasattr(intern!(py, "__array_interface__"))?;
    if !offers || library_of(object)? == "numpy" || Numpy::get(py)?.is_none() {
        return Ok(None);
    }
    py.import("numpy")?.call_method1("asarray", (object,)).map(Some)
}

/// The name of the library that an object's type belongs to.
pub fn library_of(object: &Bound<'_, PyAny>) -> PyResult<String> {
    let module = object.get_type().getattr(intern!(object.py(), "__module__"))?;
    let module: String = module.extract().unwrap_or_default();
    Ok(module.split('.').next().unwrap_or_default().to_owned())
}

/// What numpy calls a type of numbers.
pub fn name_of<T: ArrowPrimitiveType>() -> &'static str {
    NAMES[place_of::<T>()].0
}

/// What numpy and memory views call the numbers that answers are.
const NAMES: [(&str, &str); 5] = [("uint8", "B"), ("int8", "b"), ("int16", "h"), ("int64", "q"), ("float64", "d")];

/// The place of a type of numbers among these.
fn place_of<T: ArrowPrimitiveType>() -> usize {
    match T::DATA_TYPE {
        DataType::UInt8 => 0,
        DataType::Int8 => 1,
        DataType::Int16 => 2,
        DataType::Int64 => 3,
        _ => 4,
    }
}

/// What is needed of numpy, if it is there.
struct Numpy {
    empty: Py<PyAny>,
    /// Its types of [`NAMES`].
    types: Vec<Py<PyAny>>,
}

impl Numpy {
    fn get(py: Python<'_>) -> PyResult<Option<&Numpy>> {
        static NUMPY: PyOnceLock<Option<Numpy>> = PyOnceLock::new();
        let numpy = NUMPY.get_or_try_init(py, || match py.import("numpy") {
            Ok(numpy) => {
                let types = NAMES.iter().map(|(name, _)| numpy.call_method1("dtype", (name,)).map(Bound::unbind));
                Ok(Some(Numpy { empty: numpy.getattr("empty")?.unbind(), types: types.collect::<PyResult<_>>()? }))
            }
            Err(error) if error.is_instance_of::<PyImportError>(py) => Ok(None),
            Err(error) => Err(error),
        });
        Ok(numpy?.as_ref())
    }
}
