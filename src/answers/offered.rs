//! How likely a hand wins that is offered a tile, with each call.

use std::borrow::Cow;

use super::hand::reds;
use super::odds::{OddsAnswer, OddsAnswerError, OddsWay, Simulated};
use crate::analysis::{Asked, Call, Discarder, Offer, Question};
use crate::distance::{Distance, Model};
use crate::hand::Hand;
use crate::notation::Notation;
use crate::odds::{Changes, Law, OddsError, OddsTerms};
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
    /// The way to play after it, unless it wins at once or nothing completes the hand.
    pub fn way(&self) -> Option<&OddsWay> {
        self.odds.as_ref()?.ways.first()
    }

    /// How likely the hand wins.
    pub fn win(&self) -> f64 {
        self.odds.as_ref().map_or(1.0, |odds| odds.win[0])
    }
}

impl OfferedAnswer {
    /// Answers how likely a hand wins after each call, all of which stray as far. Unless that is told, it is once where it is
    /// [quick](crate::odds::Graph::refined) after each, and else not at all.
    ///
    /// # Errors
    ///
    /// As [`OddsAnswer::read`], and when the text is no tile that can be offered to the hand.
    pub fn read(
        question: &Question,
        text: &str,
        offered: (&str, Discarder),
        terms: OddsTerms,
    ) -> Result<OfferedAnswer, OddsAnswerError> {
        let asked = question.ask(text).map_err(OddsAnswerError::Question)?;
        let answer = OfferedAnswer::new(&asked, offered, terms)?;
        Ok(OfferedAnswer { reds: reds(asked.notation, text), ..answer })
    }

    /// The same of a hand that was read.
    ///
    /// # Errors
    ///
    /// As [`OddsAnswer::new`], and when the text is no tile that can be offered to the hand.
    pub fn new(
        asked: &Asked<'_>,
        (tile, from): (&str, Discarder),
        terms: OddsTerms,
    ) -> Result<OfferedAnswer, OddsAnswerError> {
        let offers = asked.offers(tile, from).map_err(OddsAnswerError::Question)?;
        let (notation, hand) = (asked.notation, asked.hand);
        let tile = offers.first().map_or(Tile::EAST, |offer| offer.tile);
        let answer = |terms| {
            let of_call = |offer: &Offer| {
                let odds = match offer.call {
                    Call::Win => None,
                    _ => Some(odds_after(offer, notation, terms)?),
                };
                Ok(OfferedCall { offer: offer.clone(), odds })
            };
            offers.iter().map(of_call).collect::<Result<Vec<OfferedCall>, OddsError>>().map_err(OddsAnswerError::Odds)
        };
        let fewest = |calls: &[OfferedCall]| calls.iter().filter_map(|call| Some(call.odds.as_ref()?.changes)).min();
        let mut calls = answer(terms)?;
        let least = fewest(&calls).unwrap_or_default();
        // Who may stray farther would seem to win more often.
        if calls.iter().any(|call| call.odds.as_ref().is_some_and(|odds| odds.changes != least)) {
            calls = answer(OddsTerms { changes: Some(least), ..terms })?;
        }
        // Stable, so equal ones stay as they are offered.
        calls.sort_by(|one, other| other.win().total_cmp(&one.win()));
        let (rules, reds) = (asked.question.rules().clone(), Vec::new());
        let OddsTerms { draws, law, .. } = terms;
        Ok(OfferedAnswer { rules, notation, hand, reds, tile, from, draws, law, changes: least, calls })
    }

    /// The rule set.
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// The concealed tiles in the answer's notation, red fives as such.
    pub fn tiles(&self) -> String {
        self.notation.write_hand(&self.hand, &self.reds)
    }
}

/// What comes of a call, with the discard alone that wins most often.
fn odds_after(offer: &Offer, notation: Notation, terms: OddsTerms) -> Result<OddsAnswer, OddsError> {
    let after = &offer.after;
    let is_complete = after.question.model().distance(&after.hand) == Distance::WON;
    // Nobody wins by a claim of a chow, a pong or a kan: the hand has to break up again.
    let discarded = offer.discard.filter(|_| is_complete);
    let hand = discarded.map_or(after.hand, |tile| after.hand.less(tile));
    let asked = Asked { question: Cow::Borrowed(&after.question), notation, hand, unseen: after.unseen };
    let mut odds = OddsAnswer::new(&asked, terms)?;
    odds.ways.truncate(1);
    if let (Some(way), Some(_)) = (odds.ways.first_mut(), discarded) {
        way.discard = discarded;
    }
    odds.kans.clear();
    Ok(odds)
}

// The keys in their published order, those of `paili odds --offered --format json`.
serialize! { OfferedAnswer, |it|
    hand: it.tiles(),
    rules: it.rules.name(),
    aim = it.rules.aim().told(),
    offered: it.notation.name_of(it.tile),
    from: it.from.name(),
    draws: it.draws,
    changes: it.changes.get(),
    law: it.law.name(),
    offers: it.calls.iter().map(|call| NamedCall { call, answer: it }).collect::<Vec<_>>(),
}

/// A call, in the notation of its answer.
struct NamedCall<'a> {
    call: &'a OfferedCall,
    answer: &'a OfferedAnswer,
}

impl NamedCall<'_> {
    fn meld(&self) -> Option<Vec<&'static str>> {
        let meld = self.call.offer.meld();
        let names = meld.iter().map(|&tile| self.answer.notation.name_of(tile));
        (!meld.is_empty()).then(|| names.collect())
    }

    fn discard(&self) -> Option<&'static str> {
        Some(self.answer.notation.name_of(self.call.way()?.discard?))
    }

    /// How likely the hand wins, by draws made.
    fn win(&self) -> Vec<f64> {
        let at_once = || vec![self.call.win(); self.answer.draws as usize];
        self.call.way().map_or_else(at_once, |way| way.win.clone())
    }
}

serialize! { NamedCall<'_>, |it|
    call: it.call.offer.call.name(),
    meld = it.meld(),
    discard = it.discard(),
    distance: it.call.way().map_or(it.call.offer.distance, |way| way.distance).tiles(),
    acceptance: it.call.way().map_or(it.call.offer.useful.acceptance, |way| way.acceptance),
    win: it.win(),
    ready = it.call.way().map(|way| &way.ready),
    simulated = it.call.way().and_then(|way| way.simulated.as_ref()).map(Simulated),
}
