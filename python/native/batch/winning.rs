//! How likely each hand wins.

use std::sync::atomic::{AtomicBool, Ordering};

use arrow_array::types::Float64Type;
use paili::analysis::Unseen;
use paili::odds::{Changes, Graph, Law, OddsError};
use paili::{Forms, Hand, Tile};
use pyo3::prelude::*;
use rayon::prelude::*;

use super::hands::{HANDS, Hands};
use super::output::{Column, Target, check_apart};
use super::rows::{BadRow, OnError, Rows};
use crate::arguments::{read_changes, read_forms, read_law, whole};
use crate::errors::bad_row;
use crate::threads::{interruptible, pool, read_threads};

/// How likely each hand wins within the next draws, with its best discard if it has one due.
///
/// One player draws alone: each of the next ``draws`` tiles is any that the hand does not hold, nobody claims, and nobody
/// else wins. ``paili.Hand.odds`` tells more about a single hand, and knows of visible tiles.
///
/// ``hands``, ``forms``, ``threads``
///     as ``paili.distances`` takes them.
/// ``draws``
///     how many tiles are drawn.
/// ``changes``
///     0, 1 or 2: how often a hand may be improved without getting nearer, or step back. Each takes tens to hundreds of
///     times as long, and as much memory: up to a gigabyte a thread.
/// ``law``
///     ``"remembering"``, by which what was discarded is gone, or ``"published"``, by which other programs forget it.
/// ``out``
///     a contiguous float64 array to write to, instead of a new one.
/// ``on_error``
///     ``"raise"``, or ``"null"`` to give hands that have no answer NaN, a null in Arrow: rows that are no hand, hands
///     with specials, and those that too many others follow from.
///
/// Returns a float64 numpy array (a memory view where there is no numpy), or an Arrow array of the library that the
/// column came from (``paili.ArrowArray`` for others). A hand that wins already has 1. Raises ``paili.InputError`` with
/// the first row that has no answer; ``out`` holds anything then. Other Python threads run meanwhile, and must not write
/// to the arrays.
///
/// >>> import paili
/// >>> paili.odds(["1133m456789p123s", "1133m456789p1234s", "111m456789p12344s"]).round(4)
/// array([0.4528, 0.4558, 1.    ])
#[pyfunction]
#[pyo3(
    signature = (hands, draws=None, *, changes=None, law=None, out=None, forms=None, threads=None, on_error="raise"),
    text_signature = "(hands, draws=17, *, changes=0, law='remembering', out=None, forms=None, threads=None, \
                      on_error='raise')"
)]
#[allow(clippy::too_many_arguments, reason = "all but the first are options, which Python names")]
pub fn odds<'py>(
    hands: &Bound<'py, PyAny>,
    draws: Option<&Bound<'py, PyAny>>,
    changes: Option<&Bound<'py, PyAny>>,
    law: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
    forms: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    on_error: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let py = hands.py();
    let asked = Asked {
        draws: draws
            .map_or(Ok(DRAWS), |draws| whole("draws", draws, 1..=MOST_DRAWS, "a number of draws, at least 1"))?,
        changes: changes.map_or(Ok(Changes::default()), read_changes)?,
        law: law.map_or(Ok(Law::default()), read_law)?,
        forms: read_forms(forms)?,
        on_error: OnError::read(py, on_error)?,
    };
    let pool = pool(read_threads(threads)?)?;
    let hands = Hands::read(hands)?;
    let target = out.map_or(hands.usual_target(), |out| Target::Given("out", out));
    let mut wins = Column::<Float64Type>::new(py, target, hands.len())?;
    check_apart(py, &hands.spans(), &[wins.span()])?;
    let columns = hands.rows(py)?;
    let places = wins.places();
    let answered = interruptible(py, &pool, |stop| asked.answer(&columns, places, stop))?;
    answered.map_err(|bad| bad_row(py, HANDS, bad.row, &bad.fault))?;
    let nulls = wins.nulls();
    wins.finish(py, nulls.as_ref())
}

/// Draws unless told: those of a player whose game is drawn, less the first.
pub const DRAWS: u32 = 17;

/// As many as there are tiles. How many are unseen depends on the hand.
const MOST_DRAWS: u32 = 4 * Tile::REGULAR_COUNT as u32;

/// What is asked of all hands.
#[derive(Debug, Clone, Copy)]
struct Asked {
    draws: u32,
    changes: Changes,
    law: Law,
    forms: Forms,
    on_error: OnError,
}

impl Asked {
    /// Answers all rows of some columns, one after the other, in as many places, or stops when it is told to.
    ///
    /// Hands take so long, and one so much longer than another, that each is a piece of work for itself.
    fn answer(self, columns: &[Rows<'_>], mut places: &mut [f64], stop: &AtomicBool) -> Result<(), BadRow> {
        let mut begin = 0;
        for column in columns {
            let (of_column, others) = places.split_at_mut(column.len());
            places = others;
            let bad = of_column.par_iter_mut().with_max_len(1).enumerate().find_map_first(|(row, place)| {
                if stop.load(Ordering::Relaxed) {
                    return Some(BadRow { row, fault: "interrupted".to_owned() });
                }
                let won = column.hand(row).map_or(Ok(f64::NAN), |hand| self.win(&hand?));
                *place = match won {
                    Err(fault) if self.on_error == OnError::Raise => return Some(BadRow { row: begin + row, fault }),
                    won => won.unwrap_or(f64::NAN),
                };
                None
            });
            bad.map_or(Ok(()), Err)?;
            begin += column.len();
        }
        Ok(())
    }

    /// How likely a hand wins, or why it can't be told.
    fn win(self, hand: &Hand) -> Result<f64, String> {
        let win = || -> Result<f64, OddsError> {
            let graph = Graph::of(hand, &Unseen::by(hand), self.forms, self.changes)?;
            graph.likeliest(self.draws, self.law).map(|(_, win)| win)
        };
        win().map_err(|error| error.to_string())
    }
}
