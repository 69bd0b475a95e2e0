//! How hands are to be answered.

use paili::analysis::Unseen;
use paili::batch::Batch;
use paili::rules::{RuleSet, RulesModel};
use paili::{Counts, Distance, Hand};
use pyo3::prelude::*;

use super::blocks::{Pace, Work};
use super::columns::{Answer, Columns};
use super::hands::Hands;
use super::rows::{BadRow, Fault, NEVER, OnError, Stack, Unread};
use super::tiles::Tiles;
use super::visible::{Seen, Visible};
use crate::arguments::Given;
use crate::progress::Progress;
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

/// What all of these functions are told.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    pub rules: &'static RuleSet,
    pub batch: Batch,
    pub on_error: OnError,
    /// How many threads; 0 is one a processor.
    pub threads: usize,
}

impl Options {
    pub fn read(
        rules: Option<&Bound<'_, PyAny>>,
        forms: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
        on_error: Given<'_>,
    ) -> PyResult<Options> {
        let rules = AskedRules::read(rules, forms)?.rules;
        Ok(Options {
            rules,
            batch: Batch::of(rules),
            threads: read_threads(threads)?,
            on_error: OnError::read(on_error)?,
        })
    }

    /// Answers all hands in batches.
    pub fn answer(&self, py: Python<'_>, progress: &Progress, hands: &Hands, places: Columns<'_>) -> PyResult<()> {
        let stack = hands.rows(py, Tiles::Hands(self.rules))?;
        let work = Work::new(stack.len(), Pace::Quick, self.threads)?;
        let mut left = places;
        let columns = stack.columns().map(|(begin, column)| (begin, column, column.len()));
        let blocks = work.blocks(columns).map(|(begin, column, rows)| {
            let places;
            (places, left) = std::mem::replace(&mut left, Columns::of_distances(&mut [])).split_at(rows.len());
            (rows, (begin, column, places))
        });
        work.run(py, progress, blocks.collect(), |rows, (begin, column, places)| {
            let bad = column.answer(self.batch, self.on_error, rows, places).err()?;
            Some(BadRow { row: begin + bad.row, ..bad })
        })
    }

    /// Answers all hands one by one, with what their owners have not seen.
    pub fn answer_each(
        &self,
        py: Python<'_>,
        progress: &Progress,
        hands: &Hands,
        visible: Option<&Bound<'_, PyAny>>,
        places: Columns<'_>,
        answer: impl Fn(&Row) -> Option<Answer> + Sync,
    ) -> PyResult<()> {
        let given = visible.map(|visible| Seen::read(visible, hands)).transpose()?;
        let visible = given.as_ref().map_or(Ok(Visible::Nothing), |given| given.rows(py))?;
        let stack = hands.rows(py, Tiles::Hands(self.rules))?;
        let answer = |row| {
            self.read_row(&stack, &visible, row).map(|read| match answer(&read?) {
                Some(found) if found.analysis.distance == Distance::NEVER => Err(Fault::of_hand(NEVER.to_owned())),
                found => Ok(found),
            })
        };
        let work = Work::new(stack.len(), Pace::Slow, self.threads)?;
        let mut left = places;
        let blocks = work.blocks([(0, (), stack.len())].into_iter()).map(|(_, (), rows)| {
            let places;
            (places, left) = std::mem::replace(&mut left, Columns::of_distances(&mut [])).split_at(rows.len());
            (rows, places)
        });
        work.run(py, progress, blocks.collect(), |rows, mut places| {
            rows.enumerate().find_map(|(place, row)| {
                match answer(row) {
                    Some(Ok(Some(found))) => places.write(place, &found),
                    Some(Err(fault)) if self.on_error == OnError::Raise => return Some(BadRow { row, fault }),
                    _ => places.leave_out(place),
                }
                None
            })
        })
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
