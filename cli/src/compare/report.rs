//! The results of a comparison, and the same for programs.

use std::time::Duration;

use paili::answers::page::speed;
use paili::serialize;
use paili::simulation::{Comparison, Seed, Side, Verdict};

use crate::arguments::ModelName;
use crate::players::Faults;
use crate::until::UntilArguments;

/// The results of a comparison.
pub struct Report<'a> {
    pub seed: Seed,
    /// What the two are called.
    pub names: [String; 2],
    /// What they were asked for as.
    pub policies: [String; 2],
    pub until: &'a UntilArguments,
    /// What the sequential test found.
    pub verdict: Option<Verdict>,
    pub model: ModelName,
    /// Matches that were to be played.
    pub matches: u64,
    pub comparison: Comparison,
    /// Games of this run that no earlier one saved.
    pub played_now: u64,
    pub took: Duration,
    /// Of this run, too.
    pub faults: &'a Faults,
}

impl Report<'_> {
    /// The side that wins more often: what the sequential test found where one is asked, else what the interval says.
    fn better(&self) -> Option<Side> {
        match (self.until.test(), self.verdict) {
            (None, _) => self.comparison.better(),
            (Some(_), Some(Verdict::Better(side))) => Some(side),
            (Some(_), _) => None,
        }
    }
}

// The comparison's keys, then the run's in their published order. Keys that differ from run to run come last.
serialize! { Report<'_>, |it|
    comparison .. it.comparison,
    better: it.better().map(|side| &it.names[side as usize]),
    decided: it.verdict.map(Verdict::name),
    matches_asked: it.matches,
    seed: it.seed.0,
    policies: it.policies,
    model: it.model.name(),
    seconds: it.took.as_secs_f64(),
    games_per_second: speed(it.played_now, it.took),
    faults = it.faults.of_programs(),
}
