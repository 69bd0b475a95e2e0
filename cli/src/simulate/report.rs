//! The report of a run: to people on a page, to programs as a JSON object.

use std::time::Duration;

use paili::answers::page::{grouped, speed, took};
use paili::serialize;
use paili::simulation::Tally;

use super::parameters::Parameters;
use crate::arguments::say_seating;
use crate::players::Faults;

/// A run and its tally.
pub struct Report<'a> {
    pub parameters: &'a Parameters,
    pub tally: &'a Tally,
    /// Games that this process played; a checkpoint may have brought others.
    pub played_now: u64,
    pub took: Duration,
    /// Of this process, too.
    pub faults: &'a Faults,
}

impl Report<'_> {
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

// The tally's keys, then the run's in their published order. Keys that differ from run to run come last.
serialize! { Report<'_>, |it|
    tally .. it.tally,
    games_asked: it.parameters.games,
    complete: it.is_complete(),
    seed: it.parameters.seed.0,
    policies: it.parameters.seating.each_ref().map(ToString::to_string),
    model: it.parameters.model.name(),
    seconds: it.took.as_secs_f64(),
    games_per_second: speed(it.played_now, it.took),
    faults = it.faults.of_programs(),
}
