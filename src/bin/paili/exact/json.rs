//! The distribution as a JSON object.

use paili::distance::Form;
use paili::survey::AtDistance;
use serde::Serialize;

use super::{Columns, Report};

/// The distribution on a line.
pub fn render(report: &Report) -> String {
    // Writing to memory fails only for maps with keys that are no strings, and there are none.
    let mut json = serde_json::to_string(&Object::new(report)).unwrap_or_default();
    json.push('\n');
    json
}

/// The keys in their published order. Counts are strings: a double does not hold them.
#[derive(Serialize)]
struct Object {
    tiles: usize,
    deck: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    visible: Option<String>,
    forms: Vec<&'static str>,
    distances: Vec<DistanceObject>,
    weighted: String,
    distinct: String,
    mean: f64,
    #[serde(flatten)]
    acceptance: Option<Acceptance>,
}

#[derive(Serialize)]
struct DistanceObject {
    distance: u8,
    weighted: String,
    distinct: String,
    probability: f64,
    #[serde(flatten)]
    acceptance: Option<Acceptance>,
}

/// The mean, and the sum over all ways to draw a hand that it is made from.
#[derive(Serialize)]
struct Acceptance {
    acceptance: f64,
    accepted: String,
}

impl Object {
    fn new(report: &Report) -> Self {
        let all = &report.distribution;
        let (mean, sum) = (all.acceptance(), all.accepted());
        Object {
            tiles: all.tiles(),
            deck: report.deck.tiles(),
            visible: report.visible.as_ref().map(ToString::to_string),
            forms: all.forms().iter().map(Form::name).collect(),
            distances: all.distances().iter().map(|at| distance(report, at)).collect(),
            weighted: all.weighted().to_string(),
            distinct: all.distinct().to_string(),
            mean: all.mean(),
            acceptance: acceptance(report, mean, sum),
        }
    }
}

fn distance(report: &Report, at: &AtDistance) -> DistanceObject {
    DistanceObject {
        distance: at.distance().get(),
        weighted: at.weighted().to_string(),
        distinct: at.distinct().to_string(),
        probability: report.distribution.probability(at),
        acceptance: acceptance(report, at.acceptance(), at.accepted()),
    }
}

/// Only what was asked for.
fn acceptance(report: &Report, mean: f64, sum: u128) -> Option<Acceptance> {
    let asked = report.columns == Columns::CountsAndAcceptance;
    asked.then(|| Acceptance { acceptance: mean, accepted: sum.to_string() })
}
