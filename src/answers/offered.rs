//! How likely a hand wins that is offered a tile, with each call.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use super::OddsAnswer;
use super::hand::reds;
use super::odds::OddsAnswerError;
use crate::analysis::{Call, Discarder, Offer, Question};
use crate::distance::{Distance, Model};
use crate::hand::Hand;
use crate::notation::Notation;
use crate::odds::{Changes, Law, OddsError};
use crate::rules::RuleSet;
use crate::tile::Tile;

/// How likely a hand of 13−3n tiles wins after each call that it can make about a discard, and if it lets that pass.
#[derive(Debug, Clone)]
pub struct OfferedAnswer {
    rules: RuleSet,
    /// The notation of the answer.
    pub notation: Notation,
    /// The hand.
    pub hand: Hand,
    /// Which of its fives are red, as it was written.
    pub reds: Vec<Tile>,
    /// The tile.
    pub tile: Tile,
    /// Who discards it.
    pub from: Discarder,
    /// How many draws are to come.
    pub draws: u32,
    /// The law.
    pub law: Law,
    /// How far the hand may stray after each call.
    pub changes: Changes,
    /// The calls, likeliest to win first.
    pub calls: Vec<OfferedCall>,
}

/// A call, and what comes of it.
#[derive(Debug, Clone)]
pub struct OfferedCall {
    /// The call, with the discard that leaves most to draw.
    pub offer: Offer,
    /// What comes of it, with the discard that wins most often alone; none if it wins at once.
    pub odds: Option<OddsAnswer>,
}

impl OfferedCall {
    /// How likely the hand wins.
    #[must_use]
    pub fn win(&self) -> f64 {
        self.odds.as_ref().map_or(1.0, |odds| odds.win[0])
    }
}

impl OfferedAnswer {
    /// Answers how likely a hand wins in a number of draws after each call, all of which stray as far. Without a number of changes
    /// that is once where it is [quick](crate::odds::Graph::refined) after each, and else never.
    ///
    /// # Errors
    ///
    /// As [`OddsAnswer::read`], and when the text is no tile that can be offered to the hand.
    pub fn read(
        question: &Question,
        text: &str,
        (tile, from): (&str, Discarder),
        draws: u32,
        changes: Option<Changes>,
        law: Law,
    ) -> Result<OfferedAnswer, OddsAnswerError> {
        let asked = question.ask(text).map_err(OddsAnswerError::Question)?;
        let offers = asked.offers(tile, from).map_err(OddsAnswerError::Question)?;
        let (notation, hand) = (asked.notation, asked.hand);
        let tile = offers.first().map_or(Tile::EAST, |offer| offer.tile);
        let reds = reds(notation, text);
        let answer = |changes| {
            let of_call = |offer: &Offer| {
                let odds = match offer.call {
                    Call::Win => None,
                    _ => Some(odds_after(offer, notation, draws, changes, law)?),
                };
                Ok(OfferedCall { offer: offer.clone(), odds })
            };
            offers.iter().map(of_call).collect::<Result<Vec<OfferedCall>, OddsError>>().map_err(OddsAnswerError::Odds)
        };
        let fewest = |calls: &[OfferedCall]| calls.iter().filter_map(|call| Some(call.odds.as_ref()?.changes)).min();
        let mut calls = answer(changes)?;
        let least = fewest(&calls).unwrap_or_default();
        // Who may stray farther would seem to win more often.
        if calls.iter().any(|call| call.odds.as_ref().is_some_and(|odds| odds.changes != least)) {
            calls = answer(Some(least))?;
        }
        // Stable, so equal ones stay as they are offered.
        calls.sort_by(|one, other| other.win().total_cmp(&one.win()));
        let rules = question.rules().clone();
        Ok(OfferedAnswer { rules, notation, hand, reds, tile, from, draws, law, changes: least, calls })
    }

    /// The rule set.
    #[must_use]
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// The concealed tiles in the answer's notation, red fives as such.
    #[must_use]
    pub fn tiles(&self) -> String {
        self.notation.write_hand(&self.hand, &self.reds)
    }
}

/// What comes of a call, with the discard alone that wins most often.
fn odds_after(
    offer: &Offer,
    notation: Notation,
    draws: u32,
    changes: Option<Changes>,
    law: Law,
) -> Result<OddsAnswer, OddsError> {
    let after = &offer.after;
    let is_complete = after.question.model().distance(&after.hand) == Distance::WON;
    // Nobody wins by a claim of a chow, a pong or a kan: the hand has to break up again.
    let discarded = offer.discard.filter(|_| is_complete);
    let hand = discarded.map_or(after.hand, |tile| after.hand.less(tile));
    let mut odds = OddsAnswer::new(&after.question, notation, (hand, after.unseen), draws, changes, law)?;
    odds.ways.truncate(1);
    if let (Some(way), Some(_)) = (odds.ways.first_mut(), discarded) {
        way.discard = discarded;
    }
    odds.kans.clear();
    Ok(odds)
}

/// The keys in their published order, those of `paili odds --offered --format json`.
impl Serialize for OfferedAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Offered", 8)?;
        object.serialize_field("hand", &self.tiles())?;
        object.serialize_field("rules", self.rules.name())?;
        object.serialize_field("offered", self.notation.name_of(self.tile))?;
        object.serialize_field("from", self.from.name())?;
        object.serialize_field("draws", &self.draws)?;
        object.serialize_field("changes", &self.changes.get())?;
        object.serialize_field("law", self.law.name())?;
        let calls = self.calls.iter().map(|call| NamedCall { call, answer: self });
        object.serialize_field("offers", &calls.collect::<Vec<_>>())?;
        object.end()
    }
}

/// A call, in the notation of its answer.
struct NamedCall<'a> {
    call: &'a OfferedCall,
    answer: &'a OfferedAnswer,
}

impl Serialize for NamedCall<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let OfferedCall { offer, odds } = self.call;
        let name = |tile: Tile| self.answer.notation.name_of(tile);
        let mut object = serializer.serialize_struct("Call", 8)?;
        object.serialize_field("call", offer.call.name())?;
        let meld = offer.meld();
        if !meld.is_empty() {
            object.serialize_field("meld", &meld.into_iter().map(name).collect::<Vec<_>>())?;
        }
        match odds.as_ref().and_then(|odds| odds.ways.first()) {
            Some(way) => {
                if let Some(discard) = way.discard {
                    object.serialize_field("discard", name(discard))?;
                }
                way.add_fields(&mut object)?;
            }
            None => {
                object.serialize_field("distance", &offer.distance.tiles())?;
                object.serialize_field("acceptance", &offer.useful.acceptance)?;
                object.serialize_field("win", &vec![self.call.win(); self.answer.draws as usize])?;
            }
        }
        object.end()
    }
}
