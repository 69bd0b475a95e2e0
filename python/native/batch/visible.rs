//! Tiles that are seen beside the hands, row by row.

use paili::analysis::Unseen;
use paili::rules::RuleSet;
use paili::{Counts as Held, Hand, Notation, Tile};
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::hands::Hands;
use super::rows::{Fault, Stack};
use super::source_library::SourceLibrary;
use super::tiles::{Tiles, seen};
use crate::arguments::read_tiles;
use crate::counts::Counts;
use crate::errors::bad_argument;

/// The argument's name.
const VISIBLE: &str = "visible";

/// What the argument `visible` holds.
pub enum Seen {
    /// The same beside every hand.
    Alike(Counts),
    /// A row a hand.
    Rows(Hands),
}

impl Seen {
    /// Reads the argument for some hands: a text for all of them, or counts or texts of a row each. Beside a hand whose row
    /// is missing, nothing is seen.
    pub fn read(argument: &Bound<'_, PyAny>, hands: &Hands) -> PyResult<Seen> {
        let py = argument.py();
        if argument.is_instance_of::<PyString>() {
            let text = read_tiles(VISIBLE, argument)?;
            let counts = seen(&text);
            return counts.map(Seen::Alike).map_err(|reason| bad_argument(py, VISIBLE, reason));
        }
        let rows = Hands::read_tiles(VISIBLE, argument)?;
        if rows.len() != hands.len() {
            let counted = format!("{} rows for {} hands", rows.len(), hands.len());
            return Err(bad_argument(py, VISIBLE, format!("{counted}: expected one a hand, or a text for all")));
        }
        if let (SourceLibrary::Pandas(index), SourceLibrary::Pandas(of_hands)) = (&rows.home, &hands.home)
            && !index.bind(py).call_method1("equals", (of_hands,))?.is_truthy()?
        {
            let reason = "another index than that of the hands: expected the same one, as .reindex(hands.index) makes \
                          it, or .array for rows in the order of the hands";
            return Err(bad_argument(py, VISIBLE, reason));
        }
        Ok(Seen::Rows(rows))
    }

    /// The rows, ready to be read.
    pub fn rows(&self, py: Python<'_>) -> PyResult<Visible<'_>> {
        Ok(match self {
            Seen::Alike(counts) => Visible::Alike(counts),
            Seen::Rows(rows) => Visible::Rows(rows.rows(py, Tiles::Seen)?),
        })
    }
}

/// The tiles seen beside hands.
pub enum Visible<'a> {
    Nothing,
    Alike(&'a Counts),
    Rows(Stack<'a>),
}

impl Visible<'_> {
    /// What is seen beside the hand of a row.
    fn seen(&self, row: usize) -> Result<Held, Fault> {
        let counts = match self {
            Visible::Nothing => return Ok(Held::EMPTY),
            Visible::Alike(counts) => **counts,
            Visible::Rows(rows) => match rows.counts(row) {
                None => return Ok(Held::EMPTY),
                Some(counts) => counts.map_err(bad)?,
            },
        };
        Held::try_from(counts).map_err(|error| bad(error.to_string()))
    }

    /// What the owner of the hand of a row, beside melds of these tiles, has not seen of the rule set's deck.
    pub fn unseen(&self, row: usize, hand: &Hand, melded: &Held, rules: &RuleSet) -> Result<Unseen, Fault> {
        let seen = self.seen(row)?;
        let held = |tile| hand.counts().get(tile) + melded.get(tile);
        let is_too_many = |tile: &Tile| held(*tile) + seen.get(*tile) > rules.copies(*tile);
        match Tile::regular().find(is_too_many) {
            None => Ok(Unseen::of(rules, hand, &together(seen, melded))),
            Some(tile) => Err(bad(too_many(tile, held(tile), seen.get(tile), rules))),
        }
    }
}

/// Tiles that are seen, and those of melds.
fn together(mut seen: Held, melded: &Held) -> Held {
    for tile in melded.tiles() {
        // There is no fifth copy of any.
        let _ = seen.insert(tile);
    }
    seen
}

/// There are more copies of a kind than the deck has.
fn too_many(tile: Tile, held: u8, seen: u8, rules: &RuleSet) -> String {
    let name = Notation::Judge.name_of(tile);
    match rules.copies(tile) {
        Tile::COPIES => {
            format!("a fifth {name}: {held} in the hand, {seen} visible, but there are {} of each kind", Tile::COPIES)
        }
        copies => format!("{held} of {name} in the hand, {seen} visible, but {} has {copies}", rules.name()),
    }
}

fn bad(reason: String) -> Fault {
    Fault { argument: VISIBLE, reason }
}
