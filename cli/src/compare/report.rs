//! The results of a comparison, and the same for programs.

use std::time::Duration;

use paili::simulation::{Comparison, Seed, Side, Verdict};
use serde::Serialize;

use crate::arguments::ModelName;
use crate::output::json_line;
use crate::until::UntilArguments;
use paili::answers::page::speed;

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
}

/// The comparison's keys, then the run's in their published order. Keys that differ from run to run come last.
#[derive(Serialize)]
struct Object<'a> {
    #[serde(flatten)]
    comparison: &'a Comparison,
    better: Option<&'a str>,
    decided: Option<&'static str>,
    matches_asked: u64,
    seed: u64,
    policies: [String; 2],
    model: &'static str,
    seconds: f64,
    games_per_second: f64,
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

    /// The comparison as JSON on a line.
    pub fn json(&self) -> String {
        json_line(&Object {
            comparison: &self.comparison,
            better: self.better().map(|side| &self.names[side as usize][..]),
            decided: self.verdict.map(Verdict::name),
            matches_asked: self.matches,
            seed: self.seed.0,
            policies: self.policies.clone(),
            model: self.model.name(),
            seconds: self.took.as_secs_f64(),
            games_per_second: speed(self.played_now, self.took),
        })
    }
}
