//! Hands one by one, of an iterable: texts, hands or counts.

use paili::rules::RuleSet;
use paili::{Hand, Tile};
use pyo3::exceptions::{PyMemoryError, PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyIterator, PySequence, PyString};

use super::rows::{Rows, Unread};
use super::tiles::{Reading, Tiles, hand_of_text};
use crate::counts::{Counts, counts_of, in_list_or_tuple, in_order};

/// Hands that were taken from Python and are not read yet.
#[derive(Debug, Default)]
pub struct Each {
    /// All texts, one after the other.
    texts: String,
    counts: Vec<Counts>,
    hands: Vec<Hand>,
    items: Vec<Item>,
}

#[derive(Debug)]
enum Item {
    /// Its text's place among all.
    Text {
        begin: usize,
        length: u32,
    },
    /// Their place among all counts.
    Counts(usize),
    /// Its place among all hands.
    Hand(usize),
    Fault(Box<str>),
    Missing,
}

/// More answers than this are freed in the background: freeing millions takes a tenth of a second and more, and who
/// interrupts should not wait for that.
const MANY: usize = 1 << 20;

impl Drop for Each {
    fn drop(&mut self) {
        if self.items.len() > MANY {
            let (texts, items) = (std::mem::take(&mut self.texts), std::mem::take(&mut self.items));
            let more = (std::mem::take(&mut self.counts), std::mem::take(&mut self.hands));
            // Where there is no other thread to be had, they are freed here.
            let _ = std::thread::Builder::new().spawn(move || drop((texts, items, more)));
        }
    }
}

/// What a hand is that is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    /// A null, as it is where nulls are known.
    Null,
    /// A fault of its row.
    Fault,
}

/// Rows between two looks whether Python was interrupted.
const ROUND: usize = 1 << 12;

impl Each {
    /// Takes them all.
    pub fn take(argument: &str, hands: &Bound<'_, PyIterator>, missing: Missing) -> PyResult<Each> {
        let py = hands.py();
        let mut each = Each::default();
        for (row, hand) in hands.clone().enumerate() {
            let item = each.item(argument, &hand?, row, missing)?;
            push(&mut each.items, item)?;
            if row % ROUND == ROUND - 1 {
                // Other threads get a turn.
                py.detach(|| ());
                py.check_signals()?;
            }
        }
        Ok(each)
    }

    /// A text or counts that are no hand are a fault of the row, and so is a missing hand; anything else is a fault of the
    /// program, and a `TypeError`.
    fn item(&mut self, argument: &str, hand: &Bound<'_, PyAny>, row: usize, missing: Missing) -> PyResult<Item> {
        if let Ok(text) = hand.cast::<PyString>() {
            let begin = self.texts.len();
            // Half a character becomes one that is no tile.
            let text = text.to_string_lossy();
            self.texts.try_reserve(text.len()).map_err(|_| no_memory())?;
            self.texts.push_str(&text);
            return Ok(match u32::try_from(self.texts.len() - begin) {
                Ok(length) => Item::Text { begin, length },
                Err(_) => Item::Fault("a text of gigabytes is no hand".into()),
            });
        }
        if let Ok(hand) = hand.cast::<crate::hand::Hand>() {
            push(&mut self.hands, hand.get().concealed())?;
            return Ok(Item::Hand(self.hands.len() - 1));
        }
        if let Some(counts) = in_list_or_tuple(hand) {
            return self.item_of_counts(counts);
        }
        if is_missing(hand)? {
            if missing == Missing::Null {
                return Ok(Item::Missing);
            }
            return Ok(Item::Fault(format!("{} is no hand", hand.str()?.to_string_lossy()).into()));
        }
        // What tells of a length that no memory holds is not asked for its numbers.
        if let Ok(sequence) = hand.cast::<PySequence>()
            && let length @ MOST_NUMBERS.. = sequence.len()?
        {
            return Ok(Item::Fault(format!("{length} counts: expected 34, one a kind").into()));
        }
        if let Err(fault) = in_order(hand)? {
            return Ok(Item::Fault(fault.into()));
        }
        match hand.extract::<Vec<i128>>() {
            Ok(counts) => match counts_of(&counts) {
                Ok(counts) => self.item_of_counts(counts),
                Err(fault) => Ok(Item::Fault(fault.into())),
            },
            Err(error) if error.is_instance_of::<PyOverflowError>(hand.py()) => {
                Ok(Item::Fault("a count beyond all bounds: expected at most four of each kind".into()))
            }
            Err(_) => match null_count(hand)? {
                Some(kind) => Ok(Item::Fault(format!("count {kind} of 0-33 is null").into())),
                None => Err(PyTypeError::new_err(format!(
                    "{argument}: row {row}: expected a text, a Hand or 34 counts, found {}",
                    hand.get_type().qualname()?
                ))),
            },
        }
    }

    fn item_of_counts(&mut self, counts: Counts) -> PyResult<Item> {
        push(&mut self.counts, counts)?;
        Ok(Item::Counts(self.counts.len() - 1))
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// The rows, to be read as hands or as any tiles.
    pub fn rows(&self, tiles: Tiles) -> Rows<'_> {
        let missing = |row: usize| matches!(self.items[row], Item::Missing);
        let nulls =
            (0..self.items.len()).any(missing).then(|| (0..self.items.len()).map(|row| !missing(row)).collect());
        match tiles.of_text() {
            Reading::Hand(rules) => Rows::of_hands(self.len(), nulls, move |row| self.hand(row, rules)),
            Reading::Counts(of_text) => Rows::of_counts(self.len(), nulls, move |row| match &self.items[row] {
                Item::Text { begin, length } => of_text(self.text(*begin, *length)),
                Item::Counts(counts) => Ok(self.counts[*counts]),
                Item::Hand(hand) => tiles.of_hand(&self.hands[*hand]),
                Item::Fault(fault) => Err(fault.to_string()),
                Item::Missing => Err("null".to_owned()),
            }),
        }
    }

    fn text(&self, begin: usize, length: u32) -> &str {
        &self.texts[begin..begin + length as usize]
    }

    fn hand(&self, row: usize, rules: &RuleSet) -> Result<Hand, Unread> {
        let hand = match &self.items[row] {
            Item::Text { begin, length } => return hand_of_text(rules, self.text(*begin, *length)),
            Item::Counts(counts) => rules.hand_of_counts(&self.counts[*counts]),
            Item::Hand(hand) => {
                let hand = &self.hands[*hand];
                rules.hand(*hand.counts(), hand.wildcards())
            }
            Item::Fault(fault) => return Err(fault.to_string().into()),
            // Nulls are never asked for.
            Item::Missing => return Err("null".to_owned().into()),
        };
        hand.map_err(|error| error.to_string().into())
    }
}

/// Numbers of a row that has far too many.
const MOST_NUMBERS: usize = 1 << 10;

/// Adds one more. An iterable without an end is out of memory some time, and Python is told so.
fn push<T>(all: &mut Vec<T>, more: T) -> PyResult<()> {
    all.try_reserve(1).map_err(|_| no_memory())?;
    all.push(more);
    Ok(())
}

fn no_memory() -> PyErr {
    PyMemoryError::new_err("there is no memory for so many hands")
}

/// Which of 34 counts is the first that is missing.
fn null_count(counts: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
    let Ok(counts) = counts.cast::<PySequence>() else { return Ok(None) };
    if counts.len()? != Tile::REGULAR_COUNT {
        return Ok(None);
    }
    for (kind, count) in counts.try_iter()?.enumerate() {
        if is_missing(&count?)? {
            return Ok(Some(kind));
        }
    }
    Ok(None)
}

/// Whether it is None, or numpy's or pandas' value for it.
fn is_missing(hand: &Bound<'_, PyAny>) -> PyResult<bool> {
    let is_nan = || hand.cast::<PyFloat>().is_ok_and(|number| number.value().is_nan());
    Ok(hand.is_none() || is_nan() || hand.get_type().name()? == "NAType")
}
