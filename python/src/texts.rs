//! Texts, as Python says them: one, or many.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

/// The texts of an argument: a text cut at commas, or an iterable of texts. An empty text is none, and so is no
/// argument.
pub fn read_texts(name: &str, argument: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<String>> {
    match argument.map(|argument| texts(name, argument)).transpose()? {
        None => Ok(Vec::new()),
        Some(Texts::One(text)) if text.trim().is_empty() => Ok(Vec::new()),
        Some(Texts::One(text)) => Ok(text.split(',').map(str::to_owned).collect()),
        Some(Texts::Many(texts)) => Ok(texts),
    }
}

/// The tiles of an argument: a text, or an iterable of texts, which become one with a space between them.
pub fn read_tiles(name: &str, argument: &Bound<'_, PyAny>) -> PyResult<String> {
    match texts(name, argument)? {
        Texts::One(text) => Ok(text),
        Texts::Many(texts) => Ok(texts.join(" ")),
    }
}

/// The text of an argument.
pub fn read_text(name: &str, argument: &Bound<'_, PyAny>) -> PyResult<String> {
    let text = argument.cast::<PyString>().map_err(|_| wrong_type(name, "text", argument))?;
    Ok(text.to_string_lossy().into_owned())
}

fn wrong_type(name: &str, expected: &str, found: &Bound<'_, PyAny>) -> PyErr {
    match found.get_type().name() {
        Ok(found) => PyTypeError::new_err(format!("{name}: expected {expected}, not {found}")),
        Err(error) => error,
    }
}

enum Texts {
    One(String),
    Many(Vec<String>),
}

fn texts(name: &str, argument: &Bound<'_, PyAny>) -> PyResult<Texts> {
    // What is half a character becomes one that is no tile, and is refused as such.
    if let Ok(text) = argument.cast::<PyString>() {
        return Ok(Texts::One(text.to_string_lossy().into_owned()));
    }
    let many = argument.try_iter().ok().filter(|_| !argument.is_instance_of::<PyBytes>());
    let many = many.ok_or_else(|| wrong_type(name, "text or an iterable of texts", argument))?;
    let mut texts = Vec::new();
    for text in many {
        let text = text?;
        let text = text.cast::<PyString>().map_err(|_| wrong_type(name, "texts", &text))?;
        texts.push(text.to_string_lossy().into_owned());
    }
    Ok(Texts::Many(texts))
}
