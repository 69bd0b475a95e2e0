//! How likely a hand of another rule set wins.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use super::odds::{Named, OddsWay};
use super::rules::RulesAnswer;
use crate::odds::{DiscardOdds, Law, Odds, OddsError};
use crate::rules::RulesQuestion;
use crate::simulation::AloneResult;
use crate::tile::Tile;

/// How likely a hand of another rule set wins, with the keys of [`OddsAnswer`](super::OddsAnswer) where they say the same.
///
/// ```
/// use paili::answers::{RulesAnswer, RulesOddsAnswer};
/// use paili::rules::{Asked, ReadyMade, RulesQuestion};
///
/// let question = RulesQuestion::new(&ReadyMade::Sanma.rules(), &[""; 0], "", None, Asked::Any)?;
/// let answer = RulesOddsAnswer::new(RulesAnswer::read(&question, "5z")?, &question, 2)?;
/// let json = serde_json::to_string(&answer)?;
/// assert!(json.starts_with(r#"{"hand":"5z","rules":"sanma","unseen":107,"draws":2,"changes":0,"law":"remembering""#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct RulesOddsAnswer<'a> {
    /// The hand, and how far it is.
    pub hand: RulesAnswer<'a>,
    /// How many tiles its owner has not seen, wildcards among them.
    pub unseen: u32,
    /// How many draws are to come.
    pub draws: u32,
    /// A way to play for each discard, best first; one for a hand that draws first; none for a hand that wins.
    pub ways: Vec<OddsWay>,
}

impl<'a> RulesOddsAnswer<'a> {
    /// Answers how likely a hand wins in a number of draws.
    ///
    /// # Errors
    ///
    /// As [`Odds::by_rules`].
    pub fn new(hand: RulesAnswer<'a>, question: &RulesQuestion, draws: u32) -> Result<RulesOddsAnswer<'a>, OddsError> {
        let Odds { win, ready, discards } = Odds::by_rules(question, &hand.hand, draws)?;
        let acceptance = |tile: Tile| {
            let discard = hand.discards.iter().find(|discard| discard.tile == tile);
            discard.map_or(0, |discard| discard.useful.acceptance)
        };
        let way = |discard: DiscardOdds| {
            let acceptance = acceptance(discard.tile);
            OddsWay::of_discard(discard, acceptance)
        };
        let mut ways: Vec<OddsWay> = discards.into_iter().map(way).collect();
        if let (Some(useful), Some(distance)) = (hand.useful, hand.distance) {
            let (simulated, table) = (None, None);
            ways.push(OddsWay { discard: None, distance, acceptance: useful.acceptance, win, ready, simulated, table });
        }
        let unseen = question.unseen_tiles(&hand.hand);
        Ok(RulesOddsAnswer { hand, unseen, draws, ways })
    }

    /// Adds what happened when the hand was played [alone](crate::simulation::Alone::by_rules).
    pub fn add_simulated(&mut self, results: &[AloneResult]) {
        for way in &mut self.ways {
            way.simulated = results.iter().copied().find(|result| result.discard == way.discard);
        }
    }
}

/// The keys in their published order, those of `paili odds --rules … --format json`.
impl Serialize for RulesOddsAnswer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("RulesOdds", 12)?;
        object.serialize_field("hand", &self.hand.tiles())?;
        object.serialize_field("rules", self.hand.rules().name())?;
        object.serialize_field("unseen", &self.unseen)?;
        object.serialize_field("draws", &self.draws)?;
        object.serialize_field("changes", &0)?;
        object.serialize_field("law", Law::Remembering.name())?;
        match &self.ways[..] {
            [way] if way.discard.is_none() => way.add_fields(&mut object)?,
            ways => {
                let named = |way| Named { way, name: way.discard.map(|tile| self.hand.notation.name_of(tile)) };
                object.serialize_field("discards", &ways.iter().map(named).collect::<Vec<_>>())?;
            }
        }
        object.end()
    }
}
