//! The report as a JSON object.

use paili::Form;
use paili::answers::page::speed;
use paili::simulation::{Histogram, MatchRate};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

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

#[derive(Serialize)]
struct AtDistance {
    distance: usize,
    #[serde(flatten)]
    share: MatchRate,
    #[serde(skip_serializing_if = "Option::is_none")]
    acceptance: Option<Acceptance>,
}

#[derive(Serialize)]
struct Acceptance {
    mean: Option<f64>,
    deviation: Option<f64>,
}

/// The keys in their published order. Keys that differ from run to run come last.
impl Serialize for Report<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let tally = self.tally;
        let useful = self.options.wanted == Wanted::Analyses;
        let acceptance =
            |seen: &Histogram| useful.then(|| Acceptance { mean: seen.mean(), deviation: seen.deviation() });
        let mut object = serializer.serialize_struct("Batch", 14 + usize::from(useful))?;
        object.serialize_field("hands", &tally.hands())?;
        match self.sources {
            Sources::Random { hands, seed, random } => {
                let (tiles, deck) = (random.tiles(), random.deck().total());
                object.serialize_field("random", &Random { hands_asked: *hands, tiles, deck, seed: *seed })?;
            }
            Sources::Inputs(inputs) => {
                let names: Vec<&str> = inputs.iter().map(|input| input.name.as_str()).collect();
                object.serialize_field("inputs", &names)?;
            }
        }
        object.serialize_field("complete", &self.is_complete())?;
        object.serialize_field("rules", self.options.rules.name())?;
        let forms: Vec<&str> = self.options.forms.iter().map(Form::name).collect();
        object.serialize_field("forms", &forms)?;
        for (key, done) in [("skipped", OnError::Skip), ("marked", OnError::Mark)] {
            object.serialize_field(key, if self.options.on_error == done { &tally.bad } else { &0 })?;
        }
        let sizes = self.sizes().map(|(tiles, melds, hands)| Size { tiles, melds, hands });
        object.serialize_field("sizes", &sizes.collect::<Vec<_>>())?;
        // The ends of the intervals are null unless hands are random.
        let distances = self.distances().map(|distance| AtDistance {
            distance,
            share: self.share(distance),
            acceptance: acceptance(&tally.acceptance[distance]),
        });
        object.serialize_field("distances", &distances.collect::<Vec<_>>())?;
        object.serialize_field("mean", &tally.distances.mean())?;
        object.serialize_field("deviation", &tally.distances.deviation())?;
        if let Some(acceptance) = acceptance(&tally.acceptance_of_all()) {
            object.serialize_field("acceptance", &acceptance)?;
        }
        object.serialize_field("seconds", &self.took.as_secs_f64())?;
        object.serialize_field("hands_per_second", &speed(tally.hands(), self.took))?;
        object.end()
    }
}
