//! The report of a run.

use std::time::Duration;

use paili::answers::page::{exact, grouped};
use paili::simulation::{MatchRate, Proportion};

use super::args::OnError;
use super::input::Sources;
use super::options::Options;
use super::tally::Tally;
use crate::failure::say;
use crate::stream::End;

/// A run and its results.
pub struct Report<'a> {
    pub sources: &'a Sources,
    pub options: &'a Options,
    pub tally: &'a Tally,
    pub end: End,
    pub took: Duration,
}

impl Report<'_> {
    /// The share of a distance. Of random hands it estimates a probability.
    pub fn share(&self, distance: usize) -> MatchRate {
        let hits = self.tally.distances.counts().get(distance).copied().unwrap_or_default();
        let share = Proportion { hits, of: self.tally.hands() };
        match self.sources {
            Sources::Random { .. } => share.into(),
            Sources::Inputs(_) => exact(share),
        }
    }

    /// The distances from the smallest to the largest that any hand has.
    pub fn distances(&self) -> std::ops::Range<usize> {
        let counts = self.tally.distances.counts();
        let seen = |count: &u64| *count > 0;
        match (counts.iter().position(seen), counts.iter().rposition(seen)) {
            (Some(first), Some(last)) => first..last + 1,
            _ => 0..0,
        }
    }

    /// The sizes of hands that occur, as [`Tally::sizes`] has them.
    pub fn sizes(&self) -> impl Iterator<Item = (usize, usize, u64)> {
        self.tally.sizes(self.options.rules.most_tiles())
    }

    /// Whether there was nothing left to analyse.
    pub fn is_complete(&self) -> bool {
        match self.sources {
            Sources::Random { hands, .. } => self.tally.rows() == *hands,
            Sources::Inputs(_) => self.end == End::Reached,
        }
    }

    /// How the run treated rows that are no hands.
    pub fn done_with_bad_rows(&self) -> &'static str {
        if self.options.on_error == OnError::Mark { "marked" } else { "skipped" }
    }

    /// Says how many rows were no hands, if any was.
    pub fn say_what_was_bad(&self) {
        let (bad, rows) = (self.tally.bad, self.tally.rows());
        if bad > 0 {
            let done = self.done_with_bad_rows();
            say(&format!("paili: {done} {bad} of {rows} rows that are no hands"));
        }
    }

    /// Why an interrupted run failed.
    pub fn interrupted(&self) -> String {
        let (hands, rows) = (grouped(self.tally.hands()), grouped(self.tally.rows()));
        match self.sources {
            Sources::Random { hands: asked, .. } => format!("interrupted after {rows} of {} hands", grouped(*asked)),
            Sources::Inputs(_) => format!("interrupted after {hands} hands"),
        }
    }
}
