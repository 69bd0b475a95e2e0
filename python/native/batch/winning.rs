//! How likely each hand wins.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use arrow_array::types::Float64Type;
use paili::Tile;
use paili::odds::{Changes, Graph, OddsTerms};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;

use super::asked::{Asked, Row};
use super::output::{Column, Target, check_apart};
use super::rows::{BadRow, Fault, OnError};
use super::tiles::Tiles;
use super::visible::{Seen, Visible};
use crate::arguments::read_terms;
use crate::errors::bad_row;
use crate::threads::{abandonable, pool};

/// How likely each hand wins within the next draws, with its best discard if it has one due.
///
/// One player draws alone: each of the next ``draws`` tiles is any that it has not seen, nobody claims, and nobody else
/// wins. ``paili.Hand.odds`` tells more about a single hand.
///
/// Parameters
/// ----------
/// hands, forms, rules, threads, progress
///     as :func:`paili.distances` takes them.
/// draws
///     how many tiles are drawn.
/// changes
///     0, 1 or 2: how often a hand may be improved without getting nearer, or step back. Each takes tens to hundreds of
///     times as long, and as much memory: up to a gigabyte a thread.
/// law
///     ``"remembering"``, by which what was discarded is gone, or ``"published"``, by which other programs forget it.
/// visible
///     tiles seen elsewhere, as :func:`paili.useful` takes them.
/// out
///     a contiguous float64 array to write to, instead of a new one.
/// on_error
///     ``"raise"``, or ``"null"`` to give hands that have no answer NaN, or a null: rows that are no hand, hands with
///     specials, and those that too many others follow from.
///
/// Returns
/// -------
/// float64, a place a hand
///     in what the hands came in, as from :func:`paili.distances`; the name of a series is ``win``. A hand that wins
///     already has 1. In pandas and numpy, NaN stands for no answer.
///
/// Raises
/// ------
/// paili.InputError
///     at the first row that has no answer, unless ``on_error`` is ``"null"``; ``out`` holds anything then.
///
/// Notes
/// -----
/// Other Python threads run meanwhile, and must not write to the arrays. A call can be interrupted; hands that are in
/// work then are worked on to their end in the background, seconds with ``changes``.
///
/// Examples
/// --------
/// >>> import paili
/// >>> paili.odds(["1133m456789p123s", "1133m456789p1234s", "111m456789p12344s"]).round(4)
/// array([0.4528, 0.4558, 1.    ])
#[pyfunction]
#[pyo3(
    signature = (
        hands, draws=None, *, changes=None, law=None, visible=None, out=None, **options
    ),
    text_signature = "(hands, draws=17, *, changes=0, law='remembering', visible=None, out=None, forms=None, \
                      rules=None, threads=None, on_error='raise', progress=None)"
)]
pub fn odds<'py>(
    hands: &Bound<'py, PyAny>,
    draws: Option<&Bound<'py, PyAny>>,
    changes: Option<&Bound<'py, PyAny>>,
    law: Option<&Bound<'py, PyAny>>,
    visible: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = hands.py();
    let asked = Asked::read("odds", hands, options)?;
    let hands = &asked.hands;
    let terms = read_terms(draws, (MOST_DRAWS, " draws"), changes, law)?;
    let terms = OddsTerms { changes: terms.changes.or(Some(Changes::None)), ..terms };
    let question = Question { terms, on_error: asked.on_error };
    let pool = pool(asked.threads)?;
    let given = visible.map(|visible| Seen::read(visible, hands)).transpose()?;
    let target = out.map_or(hands.home.target(), |out| Target::Given("out", out));
    let mut wins = Column::<Float64Type>::new(py, target, hands.len())?;
    check_apart(py, &hands.spans(), &[wins.span()])?;
    let visible = given.as_ref().map_or(Ok(Visible::Nothing), |given| given.rows(py))?;
    let read = read_all(py, &asked, &visible)?;
    asked.watched(py, |progress| {
        let done = progress.done();
        let won = abandonable(py, &pool, progress.check(), move |stop| question.answer(read, stop, &done))?;
        let won = won.map_err(|bad| bad_row(py, bad.fault.argument, bad.row, &bad.fault.reason))?;
        wins.places().copy_from_slice(&won);
        Ok(())
    })?;
    let nulls = hands.home.nulls(&wins, f64::is_nan);
    let wins = wins.finish(py, nulls.as_ref())?;
    if out.is_some() { Ok(wins.values) } else { hands.home.column("win", wins) }
}

/// A hand and what is known beside it, or why there is none; nothing where it is missing.
type Read = Option<Result<Row, Fault>>;

/// Rows between two looks whether Python was interrupted.
const ROUND: usize = 1 << 14;

/// Reads all hands, which takes a thousandth of what their odds take.
fn read_all(py: Python<'_>, asked: &Asked, visible: &Visible<'_>) -> PyResult<Vec<Read>> {
    let stack = asked.hands.rows(py, Tiles::Hands(asked.rules))?;
    let read = |row| asked.read_row(&stack, visible, row);
    let mut all = Vec::with_capacity(stack.len());
    for begin in (0..stack.len()).step_by(ROUND) {
        let rows = begin..stack.len().min(begin + ROUND);
        py.detach(|| all.extend(rows.map(read)));
        py.check_signals()?;
    }
    Ok(all)
}

/// One for each tile. How many tiles are unseen depends on the hand.
const MOST_DRAWS: u32 = Tile::COPIES as u32 * Tile::REGULAR_COUNT as u32;

/// What is asked of all hands.
#[derive(Debug, Clone, Copy)]
struct Question {
    terms: OddsTerms,
    on_error: OnError,
}

impl Question {
    /// Answers all hands, or stops when it is told to. Adds to `done` as they are done.
    ///
    /// Each hand is a piece of work for itself: all take long, and one much longer than another.
    fn answer(self, hands: Vec<Read>, stop: &AtomicBool, done: &AtomicUsize) -> Result<Vec<f64>, BadRow> {
        let mut wins = vec![f64::NAN; hands.len()];
        let rows = wins.par_iter_mut().zip(hands).with_max_len(1).enumerate();
        let bad = rows.find_map_first(|(row, (place, read))| {
            if stop.load(Ordering::Relaxed) {
                return Some(BadRow::stopped());
            }
            match read.map(|read| read.and_then(|row| self.win(&row))) {
                Some(Ok(win)) => *place = win,
                Some(Err(fault)) if self.on_error == OnError::Raise => return Some(BadRow { row, fault }),
                _ => {}
            }
            done.fetch_add(1, Ordering::Relaxed);
            None
        });
        bad.map_or(Ok(wins), Err)
    }

    /// How likely a hand wins, or why it can't be told.
    fn win(self, Row { hand, unseen, model }: &Row) -> Result<f64, Fault> {
        let terms = self.terms;
        let graph = Graph::asked(*model, hand, unseen, terms);
        let win = graph.and_then(|graph| graph.likeliest(terms.draws, terms.law));
        win.map(|(_, win)| win).map_err(|error| Fault::of_hand(error.to_string()))
    }
}
