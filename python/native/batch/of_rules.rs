//! What is answered of each hand of other rule sets.

use paili::analysis::{self, Unseen, Useful};
use paili::batch::Analysis;
use paili::rules::Compiled;
use paili::{Distance, Hand, Model};

use super::columns::Answer;
use super::rows::Fault;

/// The answer of a hand that is so far, if tiles can complete it.
pub fn distance(distance: Distance) -> Result<Option<Answer>, Fault> {
    Ok(Some(Answer { analysis: Analysis { distance: reached(distance)?, useful: Useful::NONE }, discard: 0 }))
}

/// How far a hand is, and which tiles are useful.
pub fn useful(model: Compiled, hand: &Hand, unseen: &Unseen) -> Result<Option<Answer>, Fault> {
    let (distance, useful) = (reached(model.distance(hand))?, Useful::of(model, hand, unseen));
    Ok(Some(Answer { analysis: Analysis { distance, useful }, discard: 0 }))
}

/// The best discard, of a hand that has one due.
pub fn discard(model: Compiled, hand: &Hand, unseen: &Unseen) -> Result<Option<Answer>, Fault> {
    let Some(&best) = analysis::discards(model, hand, unseen).first() else { return Ok(None) };
    let analysis = Analysis { distance: reached(best.distance)?, useful: best.useful };
    // There are 34 kinds.
    Ok(Some(Answer { analysis, discard: best.tile.index() as i8 }))
}

fn reached(distance: Distance) -> Result<Distance, Fault> {
    match distance {
        Distance::NEVER => Err(Fault::of_hand(NEVER.to_owned())),
        distance => Ok(distance),
    }
}

/// Why a hand has no distance.
pub const NEVER: &str = "no tiles can complete the hand";
