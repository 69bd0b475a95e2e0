//! The report as a JSON object.

use paili::distance::Form;
use paili::simulation::Moments;
use serde::Serialize;

use super::input::Sources;
use super::question::{OnError, Wanted};
use super::report::Report;
use crate::rates::Rate;

/// The report on a line.
pub fn render(report: &Report) -> String {
    // Writing to memory fails only for maps with keys that are no strings, and there are none.
    let mut json = serde_json::to_string(&Object::new(report)).unwrap_or_default();
    json.push('\n');
    json
}

/// The keys in their published order. What differs from run to run comes last.
#[derive(Serialize)]
struct Object<'a> {
    hands: u64,
    /// Of random hands.
    #[serde(skip_serializing_if = "Option::is_none")]
    random: Option<RandomObject>,
    /// Of hands that were read: the inputs' names.
    #[serde(skip_serializing_if = "Option::is_none")]
    inputs: Option<Vec<&'a str>>,
    complete: bool,
    forms: Vec<&'static str>,
    /// Rows that are no hands.
    skipped: u64,
    marked: u64,
    sizes: Vec<SizeObject>,
    /// From the smallest to the largest that any hand has. The ends of the intervals are null unless hands are random.
    distances: Vec<DistanceObject>,
    mean: Option<f64>,
    deviation: Option<f64>,
    /// With `--useful`.
    #[serde(skip_serializing_if = "Option::is_none")]
    acceptance: Option<Spread>,
    seconds: f64,
    hands_per_second: f64,
}

#[derive(Serialize)]
struct RandomObject {
    hands_asked: u64,
    tiles: usize,
    deck: usize,
    seed: u64,
}

#[derive(Serialize)]
struct SizeObject {
    tiles: usize,
    /// How many are exposed.
    melds: usize,
    hands: u64,
}

#[derive(Serialize)]
struct DistanceObject {
    distance: usize,
    #[serde(flatten)]
    share: Rate,
    #[serde(skip_serializing_if = "Option::is_none")]
    acceptance: Option<Spread>,
}

#[derive(Serialize)]
struct Spread {
    mean: Option<f64>,
    deviation: Option<f64>,
}

impl From<&Moments> for Spread {
    fn from(seen: &Moments) -> Self {
        Spread { mean: seen.mean(), deviation: seen.deviation() }
    }
}

impl<'a> Object<'a> {
    fn new(report: &Report<'a>) -> Self {
        let tally = report.tally;
        let acceptance = |moments: &Moments| (report.wanted == Wanted::Outlooks).then(|| Spread::from(moments));
        let (random, inputs) = match report.sources {
            Sources::Random { hands, seed, random } => {
                let (tiles, deck) = (random.tiles(), random.deck().tiles());
                (Some(RandomObject { hands_asked: *hands, tiles, deck, seed: *seed }), None)
            }
            Sources::Inputs(inputs) => (None, Some(inputs.iter().map(|input| input.name.as_str()).collect())),
        };
        let [skipped, marked] =
            [OnError::Skip, OnError::Mark].map(|done| if report.on_error == done { tally.bad } else { 0 });
        Object {
            hands: tally.hands(),
            random,
            inputs,
            complete: report.is_complete(),
            forms: report.forms.iter().map(Form::name).collect(),
            skipped,
            marked,
            sizes: tally.sizes().map(|(tiles, hands)| SizeObject { tiles, melds: (14 - tiles) / 3, hands }).collect(),
            distances: report
                .distances()
                .map(|distance| DistanceObject {
                    distance,
                    share: report.share(distance),
                    acceptance: acceptance(&tally.acceptance[distance]),
                })
                .collect(),
            mean: tally.distances.mean(),
            deviation: tally.distances.deviation(),
            acceptance: acceptance(&tally.acceptance_of_all()),
            seconds: report.took.as_secs_f64(),
            hands_per_second: report.speed(),
        }
    }
}
