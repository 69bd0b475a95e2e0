//! The distribution of all hands.

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

/// The hands at a distance.
struct Row<'a>(&'a ExactAnswer, &'a AtDistance);

serialize! { Row<'_>, |it|
    distance: it.1.distance.tiles(),
    weighted: it.1.weighted.to_string(),
    distinct: it.1.distinct.to_string(),
    probability: it.0.distribution.probability(it.1),
    acceptance = it.0.acceptance.then(|| it.1.acceptance()),
    accepted = it.0.acceptance.then(|| it.1.accepted.to_string()),
}

serialize! { ExactAnswer, |it|
    tiles: it.distribution.tiles(),
    deck: it.deck,
    rules: it.distribution.rules(),
    aim = it.distribution.aim(),
    visible = it.visible.map(|visible| visible.to_string()),
    forms: it.distribution.forms(),
    distances: it.distribution.distances().iter().map(|at| Row(it, at)).collect::<Vec<_>>(),
    weighted: it.distribution.weighted().to_string(),
    distinct: it.distribution.distinct().to_string(),
    mean: it.distribution.mean(),
    acceptance = it.acceptance.then(|| it.distribution.acceptance()),
    accepted = it.acceptance.then(|| it.distribution.accepted().to_string()),
}
