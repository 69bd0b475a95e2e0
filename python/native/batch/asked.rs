//! What all functions of many hands are asked.

use std::ops::Range;

use paili::analysis::Unseen;
use paili::batch::Batch;
use paili::rules::{RuleSet, RulesModel};
use paili::{Counts, Distance, Hand};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::blocks::{Pace, Work};
use super::columns::{Answer, Columns};
use super::hands::Hands;
use super::rows::{BadRow, Fault, HANDS, NEVER, OnError, Rows, Stack, Unread};
use super::tiles::Tiles;
use super::visible::{Seen, Visible};
use crate::arguments::{Given, named};
use crate::progress::{Progress, watched};
use crate::rules::AskedRules;
use crate::threads::read_threads;

/// A hand that is answered by itself.
#[derive(Debug)]
pub struct Row {
    pub hand: Hand,
    /// What its owner has not seen.
    pub unseen: Unseen,
    /// Which answers.
    pub model: RulesModel,
}

/// Hands, and how they are to be answered: what all of these functions are told.
pub struct Asked {
    pub hands: Hands,
    pub rules: &'static RuleSet,
    pub batch: Batch,
    pub on_error: OnError,
    /// How many threads; 0 is one a processor.
    pub threads: usize,
    /// Whom to tell how many hands are done.
    pub progress: Option<Py<PyAny>>,
}

impl Asked {
    /// Reads the hands and the named arguments that a function does not name itself.
    pub fn read(function: &str, hands: &Bound<'_, PyAny>, given: Option<&Bound<'_, PyDict>>) -> PyResult<Asked> {
        let names = ["on_error", "rules", "forms", "threads", "progress"];
        let [on_error, rules, forms, threads, progress] = named(function, names, given)?;
        let threads = threads.filter(|threads| !threads.is_none());
        let progress = progress.filter(|progress| !progress.is_none()).map(Bound::unbind);
        let rules = AskedRules::read(rules.as_ref(), forms.as_ref())?.rules;
        let (threads, on_error) = (read_threads(threads.as_ref())?, OnError::read(Given(on_error))?);
        Ok(Asked { hands: Hands::read(HANDS, hands)?, rules, batch: Batch::of(rules), on_error, threads, progress })
    }

    /// Works on the hands, and tells the argument `progress` how many are done.
    pub fn watched(&self, py: Python<'_>, work: impl FnOnce(&Progress) -> PyResult<()>) -> PyResult<()> {
        watched(py, self.progress.as_ref().map(|progress| progress.bind(py)), self.hands.len(), work)
    }

    /// Answers all hands in batches.
    pub fn answer(&self, py: Python<'_>, places: Columns<'_>) -> PyResult<()> {
        let stack = self.hands.rows(py, Tiles::Hands(self.rules))?;
        let work = Work::new(stack.len(), Pace::Quick, self.threads)?;
        let columns = stack.columns().map(|(begin, column)| (begin, column, column.len()));
        let answer = |rows, (begin, column, places): (_, &Rows<'_>, Columns<'_>)| {
            let bad = column.answer(self.batch, self.on_error, rows, places).err()?;
            Some(BadRow { row: begin + bad.row, ..bad })
        };
        self.watched(py, |progress| work.run(py, progress, work.blocks(columns, places), answer))
    }

    /// Answers all hands one by one, with what their owners have not seen.
    pub fn answer_each(
        &self,
        py: Python<'_>,
        visible: Option<&Bound<'_, PyAny>>,
        places: Columns<'_>,
        answer: impl Fn(&Row) -> Option<Answer> + Sync,
    ) -> PyResult<()> {
        let given = visible.map(|visible| Seen::read(visible, &self.hands)).transpose()?;
        let visible = given.as_ref().map_or(Ok(Visible::Nothing), |given| given.rows(py))?;
        let stack = self.hands.rows(py, Tiles::Hands(self.rules))?;
        let answer = |row| {
            self.read_row(&stack, &visible, row).map(|read| match answer(&read?) {
                Some(found) if found.analysis.distance == Distance::NEVER => Err(Fault::of_hand(NEVER.to_owned())),
                found => Ok(found),
            })
        };
        let work = Work::new(stack.len(), Pace::Slow, self.threads)?;
        let answer = |rows: Range<usize>, mut places: Columns<'_>| {
            rows.enumerate().find_map(|(place, row)| {
                match answer(row) {
                    Some(Ok(Some(found))) => places.write(place, &found),
                    Some(Err(fault)) if self.on_error == OnError::Raise => return Some(BadRow { row, fault }),
                    _ => places.leave_out(place),
                }
                None
            })
        };
        self.watched(py, |progress| work.run_rows(py, progress, places, answer))
    }

    /// The hand of a row and what is known beside it, or why there is none; nothing where it is missing.
    pub fn read_row(&self, stack: &Stack, visible: &Visible, row: usize) -> Option<Result<Row, Fault>> {
        let nothing = (Counts::EMPTY, self.batch.model());
        let (hand, (melded, model)) = match stack.hand(row, self.rules)? {
            Ok(hand) => (hand, nothing),
            Err(Unread::Beside(beside)) => (beside.hand, (beside.melded, beside.model)),
            Err(Unread::Fault(reason)) => return Some(Err(Fault::of_hand(reason))),
        };
        let unseen = visible.unseen(row, &hand, &melded, self.rules);
        Some(unseen.map(|unseen| Row { hand, unseen, model }))
    }
}
