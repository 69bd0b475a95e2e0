//! What a run is of, told beside its results and in its checkpoints.

use paili::simulation::{Seed, Statistics};

use crate::arguments::{ModelName, Seating, say_seating};
use crate::job_options::JobOptions;

/// What a run is of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameters {
    pub seed: Seed,
    pub games: u64,
    pub seating: Seating,
    /// On what terms programs play.
    pub terms: String,
    /// What the players in the four seats are called.
    pub names: [String; 4],
    pub statistics: Statistics,
    pub model: ModelName,
}

impl Parameters {
    /// In words. A checkpoint goes on only with the same.
    pub fn describe(&self, running: &JobOptions) -> String {
        let Parameters { seed: _, games, seating, terms, names: _, statistics, model } = self;
        let seed = running.describe_seed(seating);
        let detail = if *statistics == Statistics::Detailed { " --detail" } else { "" };
        let policies = say_seating(seating);
        format!("--games {games} {seed} --policy {policies} --model {}{detail}{terms}", model.name())
    }
}
