//! The report as a JSON object.

use paili::simulation::{Strategy, Tally};
use serde::Serialize;

use super::report::Report;

/// The report on a line.
pub fn render(report: &Report) -> String {
    // Writing to memory fails only for maps with keys that are no strings, and there are none.
    let mut json = serde_json::to_string(&Object::new(report)).unwrap_or_default();
    json.push('\n');
    json
}

/// The tally's keys, then those of the run in their published order. What differs from run to run comes last.
#[derive(Serialize)]
struct Object<'a> {
    #[serde(flatten)]
    tally: &'a Tally,
    games_asked: u64,
    complete: bool,
    seed: u64,
    policies: [&'static str; 4],
    model: &'static str,
    seconds: f64,
    games_per_second: f64,
}

impl<'a> Object<'a> {
    fn new(report: &Report<'a>) -> Self {
        let parameters = report.parameters;
        Object {
            tally: report.tally,
            games_asked: parameters.games,
            complete: report.is_complete(),
            seed: parameters.seed.0,
            policies: parameters.policies.map(Strategy::name),
            model: parameters.model.name(),
            seconds: report.took.as_secs_f64(),
            games_per_second: report.speed(),
        }
    }
}
