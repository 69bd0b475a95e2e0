//! Arguments as Python passes them: whole numbers, texts, tiles, win forms, changes and laws.

use std::convert::Infallible;
use std::fmt::Display;
use std::ops::RangeInclusive;

use paili::odds::{Changes, Law, OddsTerms};
use paili::{Form, Forms, Notation};
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};

use crate::errors::bad_argument;

/// An argument that may be left out, but is not None then.
#[derive(Debug, Default)]
pub struct Given<'py>(pub Option<Bound<'py, PyAny>>);

impl<'py> FromPyObject<'_, 'py> for Given<'py> {
    type Error = Infallible;

    fn extract(argument: Borrowed<'_, 'py, PyAny>) -> Result<Self, Infallible> {
        Ok(Given(Some(argument.to_owned())))
    }
}

/// The values of the named arguments of a function that Python does not tell apart for it, as far as they are given.
pub fn named<'py, const N: usize>(
    function: &str,
    names: [&str; N],
    given: Option<&Bound<'py, PyDict>>,
) -> PyResult<[Option<Bound<'py, PyAny>>; N]> {
    let mut values = [const { None }; N];
    for (name, value) in given.into_iter().flatten() {
        let name = name.cast::<PyString>()?.to_string_lossy();
        let Some(place) = names.iter().position(|other| *other == name) else {
            let reason = format!("{function}() got an unexpected keyword argument '{name}'");
            return Err(PyTypeError::new_err(reason));
        };
        values[place] = Some(value);
    }
    Ok(values)
}

/// Reads a whole number of any integer type, numpy's too, within bounds.
pub fn whole<T>(
    argument: &str,
    value: &Bound<'_, PyAny>,
    bounds: RangeInclusive<T>,
    expected: impl Display,
) -> PyResult<T>
where
    T: for<'a, 'py> FromPyObject<'a, 'py> + PartialOrd,
{
    let py = value.py();
    let Some(index) = value.getattr_opt(intern!(py, "__index__"))? else {
        return Err(wrong_type(argument, "a whole number", value));
    };
    let number = index.call0()?;
    // A number that is too large for the type is beyond the bounds as well.
    match number.extract::<T>() {
        Ok(number) if bounds.contains(&number) => Ok(number),
        _ => Err(bad_argument(py, argument, format!("{}: expected {expected}", shown_number(&number)?))),
    }
}

/// Reads more than how many copies a good wait is of.
pub fn read_more_than(argument: &str, value: &Bound<'_, PyAny>) -> PyResult<u32> {
    whole(argument, value, 0..=MOST_COPIES, format!("0 to {MOST_COPIES} copies"))
}

/// Copies of all kinds of the usual deck.
const MOST_COPIES: u32 = 136;

/// How long the numbers are that a message shows. Python itself refuses to write very long ones.
const MOST_BITS: usize = 256;

fn shown_number(number: &Bound<'_, PyAny>) -> PyResult<String> {
    let bits: usize = number.call_method0(intern!(number.py(), "bit_length"))?.extract()?;
    if bits > MOST_BITS {
        return Ok(format!("a number of {bits} bits"));
    }
    Ok(number.str()?.to_string_lossy().into_owned())
}

/// The texts of an argument: a text cut at commas, or an iterable of texts. An empty text has none, and so has an
/// argument that is left out.
pub fn read_texts(name: &str, argument: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<String>> {
    let Some(argument) = argument else { return Ok(Vec::new()) };
    if let Ok(text) = argument.cast::<PyString>() {
        let text = text.to_string_lossy();
        return Ok(if text.trim().is_empty() { Vec::new() } else { text.split(',').map(str::to_owned).collect() });
    }
    each_text(name, "text or an iterable of texts", argument)
}

/// The tiles of an argument: a text, or an iterable of texts, which are put together with a space between them.
pub fn read_tiles(name: &str, argument: &Bound<'_, PyAny>) -> PyResult<String> {
    match argument.cast::<PyString>() {
        // Half a character becomes one that is no tile, and is refused as such.
        Ok(text) => Ok(text.to_string_lossy().into_owned()),
        Err(_) => Ok(each_text(name, "text or an iterable of texts", argument)?.join(" ")),
    }
}

/// The text of an argument.
pub fn read_text(name: &str, argument: &Bound<'_, PyAny>) -> PyResult<String> {
    let text = argument.cast::<PyString>().map_err(|_| wrong_type(name, "text", argument))?;
    Ok(text.to_string_lossy().into_owned())
}

/// The error about an argument that is something else.
pub fn wrong_type(name: &str, expected: &str, found: &Bound<'_, PyAny>) -> PyErr {
    match found.get_type().qualname() {
        Ok(found) => PyTypeError::new_err(format!("{name}: expected {expected}, not {found}")),
        Err(error) => error,
    }
}

/// The texts of an iterable that is not a text itself.
pub fn each_text(name: &str, expected: &str, argument: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    let many = argument.try_iter().ok().filter(|_| !argument.is_instance_of::<PyBytes>());
    let many = many.ok_or_else(|| wrong_type(name, expected, argument))?;
    many.enumerate()
        .map(|(place, text)| {
            let text = text?;
            let text = text.cast::<PyString>().map_err(|_| wrong_type(name, "texts", &text))?;
            if place == MOST_TEXTS {
                let reason = format!("more than {MOST_TEXTS} texts: expected no more than there are tiles");
                return Err(bad_argument(argument.py(), name, reason));
            }
            Ok(text.to_string_lossy().into_owned())
        })
        .collect()
}

/// More than there are tiles: an iterable without an end ends here.
const MOST_TEXTS: usize = 1000;

/// Reads the argument `forms`: names separated by commas, or an iterable of names.
pub fn read_forms(argument: &Bound<'_, PyAny>) -> PyResult<Forms> {
    let py = argument.py();
    let names = read_texts("forms", Some(argument))?;
    let forms = Forms::read(names.iter().map(String::as_str)).map_err(|error| bad_argument(py, "forms", error))?;
    forms.ok_or_else(|| bad_argument(py, "forms", format_args!("no form: expected {}", Form::list())))
}

/// Reads the argument `notation`.
pub fn read_notation(argument: &Bound<'_, PyAny>) -> PyResult<Notation> {
    read_text("notation", argument)?.parse().map_err(|error| bad_argument(argument.py(), "notation", error))
}

/// Reads the arguments `draws`, of which there may be so many, and `changes` and `law`. Messages about draws say after that number
/// what they are.
pub fn read_terms(
    draws: Option<&Bound<'_, PyAny>>,
    (most, they): (u32, &str),
    changes: Option<&Bound<'_, PyAny>>,
    law: Option<&Bound<'_, PyAny>>,
) -> PyResult<OddsTerms> {
    let read_draws = |draws| whole("draws", draws, 1..=most, format_args!("1 to {most}{they}"));
    let read_changes = |changes| PyResult::Ok(Changes::new(whole("changes", changes, 0..=2, "0, 1 or 2")?));
    let read_law = |law: &Bound<'_, PyAny>| -> PyResult<Law> {
        read_text("law", law)?.parse().map_err(|error| bad_argument(law.py(), "law", error))
    };
    Ok(OddsTerms {
        draws: draws.map_or(Ok(OddsTerms::DRAWS.min(most)), read_draws)?,
        changes: changes.map_or(Ok(None), read_changes)?,
        law: law.map_or(Ok(Law::default()), read_law)?,
    })
}

/// How many characters of a text are shown.
const MOST_SHOWN: usize = 24;

/// A value, for a message.
pub fn shown(value: &Bound<'_, PyAny>) -> String {
    match value.cast::<PyString>() {
        Ok(text) => {
            let text = text.to_string_lossy();
            let start: String = text.chars().take(MOST_SHOWN).flat_map(char::escape_debug).collect();
            let more = if text.chars().nth(MOST_SHOWN).is_some() { "…" } else { "" };
            format!("\"{start}{more}\"")
        }
        Err(_) => match value.repr() {
            Ok(repr) => repr.to_string_lossy().chars().take(60).collect(),
            Err(_) => "what can't be shown".to_owned(),
        },
    }
}
