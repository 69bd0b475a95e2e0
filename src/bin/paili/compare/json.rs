//! The comparison as a JSON object.

use paili::simulation::{Side, Strategy};
use serde::Serialize;

use super::{Report, Verdict, of};
use crate::rates::Rate;

/// The comparison on a line.
pub fn render(report: &Report) -> String {
    let comparison = &report.comparison;
    let interval = comparison.interval();
    let [first, second] = [Side::A, Side::B].map(|side| of(report.policies, side).name());
    let object = Object {
        matches: comparison.matches(),
        matches_asked: report.matches,
        games: comparison.games(),
        seed: report.seed.0,
        policies: report.policies.map(Strategy::name),
        model: report.model.name(),
        wins: [Side::A, Side::B].map(|side| comparison.wins(side).into()),
        exhausted: comparison.exhausted().into(),
        difference: comparison.difference(),
        standard_error: comparison.standard_error(),
        low: interval.map(|interval| interval.low),
        high: interval.map(|interval| interval.high),
        p_value: comparison.p_value(),
        better: match report.verdict() {
            Verdict::First => Some(first),
            Verdict::Second => Some(second),
            Verdict::Neither => None,
        },
        seconds: report.took.as_secs_f64(),
        games_per_second: report.speed(),
    };
    // Writing to memory fails only for maps with keys that are no strings, and there are none.
    let mut json = serde_json::to_string(&object).unwrap_or_default();
    json.push('\n');
    json
}

/// The keys in their published order. What differs from run to run comes last.
#[derive(Serialize)]
struct Object {
    matches: u64,
    matches_asked: u64,
    games: u64,
    seed: u64,
    policies: [&'static str; 2],
    model: &'static str,
    /// Of all games that a policy's players sat in, by policy.
    wins: [Rate; 2],
    exhausted: Rate,
    difference: Option<f64>,
    standard_error: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    p_value: Option<f64>,
    better: Option<&'static str>,
    seconds: f64,
    games_per_second: f64,
}
