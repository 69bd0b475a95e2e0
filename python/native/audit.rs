//! Audits of Python's functions.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use paili::rules::RuleSet;
use paili::simulation::Seed;
use paili::{Hand, Notation, ParseNameError, Tile, TileSet, names};
use paili_audit::{Answer, Ask, Audit, Extent, HandBeside, HandText, Report, Subject};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyException, PyRuntimeError, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use rayon::ThreadPoolBuilder;

use crate::arguments::shown;
use crate::errors::bad_argument;
use crate::memory::{elements, elements_mut};
use crate::names::tile_of;
use crate::numpy::new_table;
use crate::rules::AskedRules;
use crate::threads::{check_interrupted, interruptible};

names! {
    /// What a function takes.
    pub enum Takes: "is nothing that a function can take" {
        /// A hand, as text.
        Text = "text",
        /// A hand, as a list of 34 counts.
        Counts = "counts",
        /// Many hands, as an array of counts.
        Array = "array",
    }
}

/// A function that answers about hands.
struct FunctionSubject {
    function: Py<PyAny>,
    takes: Takes,
    /// How a hand is written for it.
    text: HandText,
    ask: Ask,
    /// Whether it answered the first hands beside melds.
    takes_melds: bool,
    /// Set when somebody wants all to end.
    stop: Arc<AtomicBool>,
    /// What it raised first; that counts as a wrong answer.
    fault: Option<String>,
    /// What cannot be an answer at all, or was raised to end the program.
    broken: Option<PyErr>,
}

/// Audits a function: the report's JSON, and its page.
#[pyfunction]
pub fn audit(
    function: &Bound<'_, PyAny>,
    names: [String; 3],
    rules: [Option<Bound<'_, PyAny>>; 2],
    tiles: Vec<usize>,
    extent: (Option<f64>, u64),
    seed: u64,
) -> PyResult<(String, String)> {
    let py = function.py();
    let [takes, ask, notation] = names;
    let argument = |name: &'static str| move |error: ParseNameError| bad_argument(py, name, error);
    let (takes, ask) = (takes.parse().map_err(argument("takes"))?, ask.parse().map_err(argument("ask"))?);
    let notation: Notation = notation.parse().map_err(argument("notation"))?;
    let is_named = rules.iter().flatten().any(|given| !given.is_none());
    let [rules, forms] = rules;
    let asked = AskedRules::read(rules.as_ref(), forms.as_ref())?.rules;
    if asked.wildcards() > 0 && takes != Takes::Text {
        let reason = format!("{} has wildcards, which have no place among the counts", asked.name());
        return Err(bad_argument(py, "rules", reason));
    }
    let is_usual = *asked == *RuleSet::standard() && !is_named;
    let (seconds, hands) = extent;
    let audit = Audit {
        ask,
        rules: (!is_usual).then(|| asked.clone()),
        tiles,
        extent: seconds.map_or(Extent::Drawn(hands), |seconds| Extent::Time(Duration::from_secs_f64(seconds))),
        seed: Seed(seed),
    };
    // A pool of its own: the function may ask the package, which waits for the others.
    let pool = ThreadPoolBuilder::new().build().map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    let subject = FunctionSubject {
        function: function.clone().unbind(),
        takes,
        text: HandText::In(notation),
        ask,
        takes_melds: false,
        stop: Arc::default(),
        fault: None,
        broken: None,
    };
    let (verdict, subject) = interruptible(py, &pool, check_interrupted, |stop| {
        let mut subject = FunctionSubject { stop: Arc::clone(stop), ..subject };
        (audit.run(&mut subject), subject)
    })?;
    if let Some(broken) = subject.broken {
        return Err(broken);
    }
    let verdict = verdict.map_err(|error| bad_argument(py, "tiles", error))?;
    let report = Report { verdict: &verdict, notation: subject.text, fault: subject.fault.as_deref(), speed: None };
    let name = function.getattr_opt(intern!(py, "__name__"))?.unwrap_or_else(|| function.clone());
    // Writing to memory fails only for maps with keys that are no strings, and there are none.
    Ok((serde_json::to_string(&report).unwrap_or_default(), report.text(&name.str()?.to_string_lossy())))
}

impl Subject for FunctionSubject {
    fn ask(&mut self, hands: &[Hand]) -> Vec<Answer> {
        let mut answers = Vec::with_capacity(hands.len());
        Python::attach(|py| match self.takes {
            Takes::Array => self.ask_many(py, hands, &mut answers),
            _ => {
                for hand in hands {
                    if self.is_over() {
                        break;
                    }
                    let answer = self.ask_one(py, hand).unwrap_or_else(|error| self.raised(py, error));
                    answers.push(answer);
                }
            }
        });
        answers.resize(hands.len(), Answer::Nothing("was not asked".to_owned()));
        answers
    }

    fn ask_beside(&mut self, hands: &[HandBeside]) -> Option<Vec<Answer>> {
        if self.takes != Takes::Text {
            return None;
        }
        let fault = self.fault.clone();
        let mut answers = Vec::with_capacity(hands.len());
        Python::attach(|py| {
            for it in hands {
                let mut line = Vec::new();
                self.text.write_beside(it, &mut line);
                let answer = match self.ask_about(py, &line) {
                    // That it raises for the first ones says only that it does not take them.
                    Err(error) if !self.takes_melds && error.is_instance_of::<PyException>(py) => return None,
                    answer => answer.unwrap_or_else(|error| self.raised(py, error)),
                };
                answers.push(answer);
                if self.is_over() {
                    return None;
                }
            }
            Some(())
        })?;
        if !self.takes_melds {
            (self.takes_melds, self.fault) = (true, fault);
        }
        Some(answers)
    }

    fn is_over(&self) -> bool {
        self.broken.is_some() || self.stop.load(Ordering::Relaxed)
    }
}

impl FunctionSubject {
    /// What a call that raised answers: nothing, unless it is no answer for any hand.
    fn raised(&mut self, py: Python<'_>, error: PyErr) -> Answer {
        let what = format!(
            "raised {}",
            error.value(py).repr().map_or_else(|_| "an exception".to_owned(), |repr| repr.to_string())
        );
        self.fault.get_or_insert_with(|| what.clone());
        if !error.is_instance_of::<PyException>(py) {
            self.broken = Some(error);
        }
        Answer::Nothing(what)
    }

    /// An answer about a hand.
    fn ask_one(&mut self, py: Python<'_>, hand: &Hand) -> PyResult<Answer> {
        if self.takes == Takes::Text {
            let mut line = Vec::new();
            self.text.write(hand, &mut line);
            return self.ask_about(py, &line);
        }
        let counts = PyList::new(py, hand.counts().regular())?;
        let answered = self.function.bind(py).call1((counts,))?;
        Ok(self.read(&answered))
    }

    /// An answer about a hand that is written.
    fn ask_about(&mut self, py: Python<'_>, line: &[u8]) -> PyResult<Answer> {
        let answered = self.function.bind(py).call1((PyString::from_bytes(py, line)?,))?;
        Ok(self.read(&answered))
    }

    /// Reads what a function returned about a hand.
    fn read(&mut self, answered: &Bound<'_, PyAny>) -> Answer {
        match self.ask {
            Ask::Distance => match answered.extract() {
                Ok(number) => Answer::Number(number),
                Err(_) => self.no_answer(answered, "a whole number"),
            },
            _ => match kinds(answered) {
                Some(kinds) => Answer::Tiles(kinds),
                None => self.no_answer(answered, "tiles: a text, or names or indices from 0 to 33"),
            },
        }
    }

    fn no_answer(&mut self, answered: &Bound<'_, PyAny>, expected: &str) -> Answer {
        let what = format!("returned {}, not {expected}", shown(answered));
        self.fault.get_or_insert_with(|| what.clone());
        Answer::Nothing(what)
    }

    /// Answers about many hands. If the function raises, the hand that it does so for is looked for by halves.
    fn ask_many(&mut self, py: Python<'_>, hands: &[Hand], answers: &mut Vec<Answer>) {
        if hands.is_empty() || self.is_over() {
            return;
        }
        match self.ask_at_once(py, hands) {
            Ok(Ok(more)) => answers.extend(more),
            // Nobody knows which hand is answered by what.
            Ok(Err(broken)) => self.broken = Some(broken),
            Err(error) if hands.len() == 1 || !error.is_instance_of::<PyException>(py) => {
                answers.push(self.raised(py, error));
            }
            Err(_) => {
                let (first, second) = hands.split_at(hands.len() / 2);
                self.ask_many(py, first, answers);
                self.ask_many(py, second, answers);
            }
        }
    }

    /// The answers about some hands by one call; what the function raises, and inside what is no array of answers.
    fn ask_at_once(&mut self, py: Python<'_>, hands: &[Hand]) -> PyResult<PyResult<Vec<Answer>>> {
        let table = new_table(py, hands.len(), Tile::REGULAR_COUNT)?;
        let mut buffer = PyBuffer::<u8>::get(&table)?;
        let rows = elements_mut(&mut buffer).unwrap_or_default();
        for (row, hand) in rows.chunks_exact_mut(Tile::REGULAR_COUNT).zip(hands) {
            row.copy_from_slice(&hand.counts().regular());
        }
        let answered = self.function.bind(py).call1((table,))?;
        Ok(self.read_all(&answered, hands.len()))
    }

    /// Reads an array of numbers, of sets of kinds as bits, or of rows that say of each kind whether it is in the set.
    fn read_all(&mut self, answered: &Bound<'_, PyAny>, hands: usize) -> PyResult<Vec<Answer>> {
        let py = answered.py();
        let numpy = py.import(intern!(py, "numpy"))?;
        let array = numpy.call_method1(intern!(py, "asarray"), (answered,))?;
        let shape: Vec<usize> = array.getattr(intern!(py, "shape"))?.extract()?;
        let is_float = array.getattr(intern!(py, "dtype"))?.getattr(intern!(py, "kind"))?.eq("f")?;
        let read = match shape[..] {
            [rows] if rows == hands && is_float && self.ask == Ask::Distance => {
                let numbers = array.call_method0(intern!(py, "tolist"))?;
                // Whole ones are as good as integers; numpy would cut down the others to such.
                let answer = |number: PyResult<Bound<'_, PyAny>>| {
                    let number = number?;
                    let is_whole: bool = number.call_method0(intern!(py, "is_integer"))?.extract()?;
                    let number = if is_whole { number.call_method0(intern!(py, "__int__"))? } else { number };
                    Ok(self.read(&number))
                };
                numbers.try_iter()?.map(answer).collect::<PyResult<_>>()?
            }
            [rows] if rows == hands => {
                let array = numpy.call_method1(intern!(py, "ascontiguousarray"), (array, intern!(py, "int64")))?;
                let buffer = PyBuffer::<i64>::get(&array)?;
                let answers = elements(&buffer).unwrap_or_default().iter().map(|&number| match self.ask {
                    Ask::Distance => Answer::Number(number),
                    _ => Answer::Tiles(Tile::regular().filter(|tile| number >> tile.index() & 1 == 1).collect()),
                });
                answers.collect()
            }
            [rows, Tile::REGULAR_COUNT] if rows == hands && self.ask != Ask::Distance => {
                let is_in = array.call_method1(intern!(py, "astype"), ("bool",))?;
                let array = numpy.call_method1(intern!(py, "ascontiguousarray"), (is_in, "uint8"))?;
                let buffer = PyBuffer::<u8>::get(&array)?;
                let rows = elements(&buffer).unwrap_or_default().chunks_exact(Tile::REGULAR_COUNT);
                let set = |row: &[u8]| Tile::regular().filter(|tile| row[tile.index()] > 0).collect();
                rows.map(|row| Answer::Tiles(set(row))).collect()
            }
            _ => Vec::new(),
        };
        if read.len() == hands {
            return Ok(read);
        }
        let expected = match self.ask {
            Ask::Distance => format!("expected {hands} numbers"),
            _ => format!("expected {hands} integers with a bit for each kind, or ({hands}, 34) truth values"),
        };
        Err(PyTypeError::new_err(format!(
            "the function returned an array of shape {shape:?} for {hands} hands: {expected}"
        )))
    }
}

/// The kinds of a text in any notation, or of names or indices.
fn kinds(answered: &Bound<'_, PyAny>) -> Option<TileSet> {
    if let Ok(text) = answered.extract::<&str>() {
        return match text {
            "" | "-" => Some(TileSet::EMPTY),
            text => paili::notation::read(text).ok().map(|(_, tiles)| tiles.into_iter().collect()),
        };
    }
    let kind = |item: PyResult<Bound<'_, PyAny>>| {
        let item = item.ok()?;
        match item.extract::<usize>() {
            Ok(index) => Tile::regular().nth(index),
            Err(_) => item.extract::<&str>().ok().and_then(|name| tile_of(name).ok()),
        }
    };
    answered.try_iter().ok()?.map(kind).collect()
}
