//! The report as a JSON object.

use paili::answers::page::speed;
use paili::simulation::Histogram;
use paili::{Form, serialize};
use serde::Serialize;

use super::args::OnError;
use super::input::Sources;
use super::options::Wanted;
use super::report::Report;

#[derive(Serialize)]
struct Random {
    hands_asked: u64,
    tiles: usize,
    deck: usize,
    seed: u64,
}

#[derive(Serialize)]
struct Size {
    tiles: usize,
    /// How many are exposed.
    melds: usize,
    hands: u64,
}

/// The hands at a distance. The ends of the intervals are null unless hands are random.
struct AtDistance<'a>(&'a Report<'a>, usize);

serialize! { AtDistance<'_>, |it|
    distance: it.1,
    share .. it.0.share(it.1),
    acceptance = it.0.acceptance(&it.0.tally.acceptance[it.1]),
}

#[derive(Serialize)]
struct Acceptance {
    mean: Option<f64>,
    deviation: Option<f64>,
}

impl Report<'_> {
    /// What is told of acceptances, if they were asked for.
    fn acceptance(&self, seen: &Histogram) -> Option<Acceptance> {
        let is_asked = self.options.wanted == Wanted::Analyses;
        is_asked.then(|| Acceptance { mean: seen.mean(), deviation: seen.deviation() })
    }

    fn random(&self) -> Option<Random> {
        let Sources::Random { hands, seed, random } = self.sources else { return None };
        Some(Random { hands_asked: *hands, tiles: random.tiles(), deck: random.deck().total(), seed: *seed })
    }

    fn inputs(&self) -> Option<Vec<&str>> {
        let Sources::Inputs(inputs) = self.sources else { return None };
        Some(inputs.iter().map(|input| input.name.as_str()).collect())
    }

    /// How many rows are no hands, if this was done about them.
    fn bad(&self, done: OnError) -> u64 {
        if self.options.on_error == done { self.tally.bad } else { 0 }
    }
}

// The keys in their published order. Keys that differ from run to run come last.
serialize! { Report<'_>, |it|
    hands: it.tally.hands(),
    random = it.random(),
    inputs = it.inputs(),
    complete: it.is_complete(),
    rules: it.options.rules.name(),
    aim = it.options.rules.aim().told(),
    forms: it.options.forms.iter().map(Form::name).collect::<Vec<_>>(),
    skipped: it.bad(OnError::Skip),
    marked: it.bad(OnError::Mark),
    sizes: it.sizes().map(|(tiles, melds, hands)| Size { tiles, melds, hands }).collect::<Vec<_>>(),
    distances: it.distances().map(|distance| AtDistance(it, distance)).collect::<Vec<_>>(),
    mean: it.tally.distances.mean(),
    deviation: it.tally.distances.deviation(),
    acceptance = it.acceptance(&it.tally.acceptance_of_all()),
    seconds: it.took.as_secs_f64(),
    hands_per_second: speed(it.tally.hands(), it.took),
}
