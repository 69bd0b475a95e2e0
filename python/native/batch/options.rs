//! How hands are to be answered.

use std::ops::Range;

use paili::Hand;
use paili::analysis::Unseen;
use paili::batch::Batch;
use paili::rules::{Compiled, RulesModel};
use pyo3::prelude::*;

use super::blocks::{Pace, Work};
use super::columns::{Answer, Columns};
use super::forms::refusal;
use super::hands::Hands;
use super::of_rules;
use super::rows::{BadRow, Fault, OnError, Stack};
use super::tiles::Tiles;
use super::visible::{Seen, Visible};
use crate::arguments::Given;
use crate::progress::Progress;
use crate::rules::AskedRules;
use crate::threads::read_threads;

/// What was found out about a row; nothing where it is missing.
type Found = Option<Result<Option<Answer>, Fault>>;

/// Answers row by row.
fn each(
    answer: impl Fn(&Stack, usize, &Visible) -> Found + Sync,
) -> impl Fn(&Stack, Range<usize>, &Visible) -> Vec<Found> + Sync {
    move |stack, rows, visible| rows.map(|row| answer(stack, row, visible)).collect()
}

/// What all of these functions are told.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    pub batch: Batch,
    /// The model of another rule set than those that the program has tables of.
    pub compiled: Option<Compiled<'static>>,
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
        let (batch, compiled) = match AskedRules::read(rules, forms)?.model {
            RulesModel::Embedded(model) => (Batch::new().with_forms(model.forms()), None),
            RulesModel::Compiled(model) => (Batch::new(), Some(model)),
            // A model of what is gone is a hand's own.
            RulesModel::Plain(_) => (Batch::new(), None),
        };
        Ok(Options { batch, compiled, threads: read_threads(threads)?, on_error: OnError::read(on_error)? })
    }

    /// Answers all hands in batches.
    pub fn answer(&self, py: Python<'_>, progress: &Progress, hands: &Hands, places: Columns<'_>) -> PyResult<()> {
        let stack = hands.rows(py, Tiles::Hands)?;
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
        answer: impl Fn(&Hand, &Unseen) -> Option<Answer> + Sync,
    ) -> PyResult<()> {
        self.answer_rows(
            py,
            progress,
            (hands, Tiles::Hands),
            visible,
            places,
            each(|stack, row, visible| {
                stack.hand(row).map(|hand| {
                    let hand = self.fitting(hand)?;
                    Ok(answer(&hand, &visible.unseen(row, &hand)?))
                })
            }),
        )
    }

    /// The same of hands of another rule set.
    pub fn answer_by_rules(
        &self,
        py: Python<'_>,
        progress: &Progress,
        (hands, model): (&Hands, Compiled<'static>),
        visible: Option<&Bound<'_, PyAny>>,
        places: Columns<'_>,
        answer: impl Fn(Compiled, &Hand, &Unseen) -> Result<Option<Answer>, Fault> + Sync,
    ) -> PyResult<()> {
        let rules = model.tables().rules();
        let hands = (hands, Tiles::OfRules(rules));
        self.answer_rows(
            py,
            progress,
            hands,
            visible,
            places,
            each(|stack, row, visible| {
                stack.rule_hand(row, rules).map(|hand| {
                    let hand = hand.map_err(Fault::of_hand)?;
                    answer(model, &hand, &visible.of_rules(row, &hand, rules)?)
                })
            }),
        )
    }

    /// Answers with distances by another rule set alone, many hands at once.
    pub fn distances_by_rules(
        &self,
        py: Python<'_>,
        progress: &Progress,
        (hands, model): (&Hands, Compiled<'static>),
        places: Columns<'_>,
    ) -> PyResult<()> {
        let hands = (hands, Tiles::OfRules(model.tables().rules()));
        self.answer_rows(py, progress, hands, None, places, |stack, rows, _| {
            let found = stack.distances_by_rules(rows, model).into_iter();
            found.map(|row| row.map(|found| of_rules::distance(found.map_err(Fault::of_hand)?))).collect()
        })
    }

    fn answer_rows(
        &self,
        py: Python<'_>,
        progress: &Progress,
        (hands, tiles): (&Hands, Tiles),
        visible: Option<&Bound<'_, PyAny>>,
        places: Columns<'_>,
        answer: impl Fn(&Stack, Range<usize>, &Visible) -> Vec<Found> + Sync,
    ) -> PyResult<()> {
        let given = visible.map(|visible| Seen::read(visible, hands)).transpose()?;
        let visible = given.as_ref().map_or(Ok(Visible::Nothing), |given| given.rows(py))?;
        let stack = hands.rows(py, tiles)?;
        let work = Work::new(stack.len(), Pace::Slow, self.threads)?;
        let mut left = places;
        let blocks = work.blocks([(0, (), stack.len())].into_iter()).map(|(_, (), rows)| {
            let places;
            (places, left) = std::mem::replace(&mut left, Columns::of_distances(&mut [])).split_at(rows.len());
            (rows, places)
        });
        work.run(py, progress, blocks.collect(), |rows, mut places| {
            let answers = answer(&stack, rows.clone(), &visible);
            rows.zip(answers).enumerate().find_map(|(place, (row, answer))| {
                match answer {
                    Some(Ok(Some(found))) => places.write(place, &found),
                    Some(Err(fault)) if self.on_error == OnError::Raise => return Some(BadRow { row, fault }),
                    _ => places.leave_out(place),
                }
                None
            })
        })
    }

    /// A hand that can have one of the forms that are asked for.
    pub fn fitting(&self, hand: Result<Hand, String>) -> Result<Hand, Fault> {
        let hand = hand.map_err(Fault::of_hand)?;
        refusal(self.batch.forms(), hand.melds()).map_or(Ok(hand), |reason| Err(Fault::of_hand(reason)))
    }
}
