//! The distribution of all hands.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::hand::Counts;
use crate::survey::{AtDistance, Distribution};

/// The distribution of all hands of a deck. Counts become texts: a double does not hold them.
///
/// ```
/// use paili::answers::ExactAnswer;
/// use paili::survey::Distribution;
/// use paili::{Deck, Specials};
///
/// let distribution = Distribution::of(&Deck::full(Specials::Without), 1)?;
/// let answer = ExactAnswer { distribution, deck: 136, visible: None, acceptance: false };
/// assert_eq!(
///     serde_json::to_string(&answer)?,
///     r#"{"tiles":1,"deck":136,"rules":"standard","forms":["standard"],"distances":[{"distance":1,"weighted":"136","distinct":"34","#
///         .to_owned() + r#""probability":1.0}],"weighted":"136","distinct":"34","mean":1.0}"#
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExactAnswer {
    /// The hands by distance.
    pub distribution: Distribution,
    /// The tiles of the deck before any was taken out.
    pub deck: usize,
    /// The tiles taken out, if that was asked for.
    pub visible: Option<Counts>,
    /// Whether the acceptance is told too, of each distance and of all hands.
    pub acceptance: bool,
}

impl ExactAnswer {
    /// The mean acceptance, and the sum over all ways to draw a hand.
    fn add_acceptance<O: SerializeStruct>(&self, object: &mut O, mean: f64, sum: u128) -> Result<(), O::Error> {
        if self.acceptance {
            object.serialize_field("acceptance", &mean)?;
            object.serialize_field("accepted", &sum.to_string())?;
        }
        Ok(())
    }

    fn more(&self) -> usize {
        if self.acceptance { 2 } else { 0 }
    }
}

struct Row<'a>(&'a ExactAnswer, &'a AtDistance);

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Row(all, at) = self;
        let mut object = serializer.serialize_struct("AtDistance", 4 + all.more())?;
        object.serialize_field("distance", &at.distance.tiles())?;
        object.serialize_field("weighted", &at.weighted.to_string())?;
        object.serialize_field("distinct", &at.distinct.to_string())?;
        object.serialize_field("probability", &all.distribution.probability(at))?;
        all.add_acceptance(&mut object, at.acceptance(), at.accepted)?;
        object.end()
    }
}

impl Serialize for ExactAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let all = &self.distribution;
        let keys = 8 + usize::from(self.visible.is_some()) + self.more();
        let mut object = serializer.serialize_struct("ExactAnswer", keys)?;
        object.serialize_field("tiles", &all.tiles())?;
        object.serialize_field("deck", &self.deck)?;
        object.serialize_field("rules", all.rules())?;
        if let Some(visible) = &self.visible {
            object.serialize_field("visible", &visible.to_string())?;
        }
        object.serialize_field("forms", all.forms())?;
        object.serialize_field("distances", &all.distances().iter().map(|at| Row(self, at)).collect::<Vec<_>>())?;
        object.serialize_field("weighted", &all.weighted().to_string())?;
        object.serialize_field("distinct", &all.distinct().to_string())?;
        object.serialize_field("mean", &all.mean())?;
        self.add_acceptance(&mut object, all.acceptance(), all.accepted())?;
        object.end()
    }
}
