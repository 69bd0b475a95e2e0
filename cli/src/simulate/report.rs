//! The report of a run: to people on a page, to programs as a JSON object.

use std::time::Duration;

use paili::answers::page::{grouped, speed, took};
use paili::simulation::Tally;
use serde::Serialize;

use super::parameters::Parameters;
use crate::arguments::say_seating;
use crate::output::json_line;

/// A run and its tally.
pub struct Report<'a> {
    pub parameters: &'a Parameters,
    pub tally: &'a Tally,
    /// Games that this process played; a checkpoint may have brought others.
    pub played_now: u64,
    pub took: Duration,
}

/// The tally's keys, then the run's in their published order. Keys that differ from run to run come last.
#[derive(Serialize)]
struct Object<'a> {
    #[serde(flatten)]
    tally: &'a Tally,
    games_asked: u64,
    complete: bool,
    seed: u64,
    policies: [String; 4],
    model: &'static str,
    seconds: f64,
    games_per_second: f64,
}

impl Report<'_> {
    /// The run as JSON on a line.
    pub fn json(&self) -> String {
        let Parameters { seed, games, seating, model, .. } = self.parameters;
        json_line(&Object {
            tally: self.tally,
            games_asked: *games,
            complete: self.is_complete(),
            seed: seed.0,
            policies: seating.each_ref().map(ToString::to_string),
            model: model.name(),
            seconds: self.took.as_secs_f64(),
            games_per_second: speed(self.played_now, self.took),
        })
    }

    /// The run on a page.
    pub fn page(&self) -> String {
        let Parameters { seed, games, seating, .. } = self.parameters;
        let of = if self.is_complete() { String::new() } else { format!(" of {}, not all played", grouped(*games)) };
        let (played, policies) = (grouped(self.tally.games()), say_seating(seating));
        let title = format!("{played} games{of} (seed {}, policy {policies})", seed.0);
        let (page, played_now) = (self.tally.page(&title, &self.parameters.names), self.played_now);
        format!("{page}\n{} games {}\n", grouped(played_now), took(played_now, "games", self.took))
    }

    pub fn is_complete(&self) -> bool {
        self.tally.games() == self.parameters.games
    }
}
