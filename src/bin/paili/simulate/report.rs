//! What is told of a run.

use std::time::Duration;

use paili::simulation::Tally;

use super::checkpoint::Parameters;

/// A run and its tally.
pub struct Report<'a> {
    pub parameters: Parameters,
    pub tally: &'a Tally,
    /// Games that this process played; a checkpoint may have brought others.
    pub played_now: u64,
    pub took: Duration,
}

impl Report<'_> {
    /// Whether all games were played.
    pub fn is_complete(&self) -> bool {
        self.tally.games() == self.parameters.games
    }

    /// Games a second.
    pub fn speed(&self) -> f64 {
        self.played_now as f64 / self.took.as_secs_f64().max(f64::MIN_POSITIVE)
    }
}
