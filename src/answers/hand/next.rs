//! What comes of the next draw and of a tile that is offered, and what a hand could become, where that is asked for.

use std::borrow::Cow;
use std::io::Write;

use serde::Deserialize;

use super::HandAnswer;
use super::json::{add_array, add_good, add_number, add_text};
use crate::analysis::{AfterCall, Asked, Available, Discard, Discarder, GoodWaits, Improvements, QuestionError};
use crate::hand::Hand;
use crate::rules::RulesModel;
use crate::tile::Tile;

/// What is asked of a hand's next draw, of a tile that another discards, and of what it could become. Serde reads the first two.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct NextDraw {
    /// A wait of more than so many copies is good; if it is asked how many copies lead to one.
    pub good: Option<u32>,
    /// Whether improvements are asked for.
    pub improvements: bool,
    /// The tile that is offered, and who discards it; if one is.
    #[serde(skip)]
    pub offered: Option<(String, Discarder)>,
    /// Whether it is asked what the hand could become.
    #[serde(skip)]
    pub prospects: bool,
}

/// What comes of the next draw after a discard, or without one, where that was asked for.
#[derive(Debug, Clone, Default)]
pub(super) struct Next {
    /// A wait of more than so many copies is good.
    more_than: Option<u32>,
    /// What leads to one, where the hand is at distance 2.
    good: Vec<(Option<Tile>, GoodWaits)>,
    /// What the draw makes of the hand, where it has the smallest distance.
    improvements: Vec<(Option<Tile>, Improvements)>,
}

impl HandAnswer<'_> {
    /// Adds what is asked of the next draw, of a tile that is offered, and of what the hand could become.
    ///
    /// # Errors
    ///
    /// As [`Asked::offers`].
    pub fn add_next(&mut self, asked: &NextDraw) -> Result<(), QuestionError> {
        if let Some(more_than) = asked.good {
            self.add_good(more_than);
        }
        if asked.improvements {
            self.add_improvements();
        }
        let question = Cow::Borrowed(&*self.question);
        let hand = Asked { question, notation: self.notation, hand: self.hand, unseen: self.unseen };
        let offers = asked.offered.as_ref().map(|(tile, from)| hand.offers(tile, *from)).transpose()?;
        let prospects = asked.prospects.then(|| hand.prospects());
        (self.offers, self.prospects) = (offers, prospects);
        Ok(())
    }

    /// How many of the copies that make the hand ready after a discard, or without one, lead to a good wait; where it was asked
    /// for and the hand is at distance 2 then.
    pub fn good(&self, discard: Option<Tile>) -> Option<GoodWaits> {
        self.next.good.iter().find(|(other, _)| *other == discard).map(|(_, good)| *good)
    }

    /// The same after a call, where it was asked for.
    pub fn good_after(&self, call: &AfterCall, discard: Option<Tile>) -> Option<GoodWaits> {
        call.good(discard, self.next.more_than?)
    }

    /// Adds how many copies lead to a wait of more than so many: after each discard, or without one.
    fn add_good(&mut self, more_than: u32) {
        let discards: Vec<Option<Tile>> = match &self.discards[..] {
            [] => vec![None],
            discards => discards.iter().map(|discard| Some(discard.tile)).collect(),
        };
        let of = |discard| {
            let (model, hand) = self.after(discard);
            Some((discard, GoodWaits::of(model, &hand, &self.unseen, more_than)?))
        };
        self.next.good = discards.into_iter().filter_map(of).collect();
        self.next.more_than = Some(more_than);
    }

    /// Adds what the next draw makes of the hand: after each discard that leaves the smallest distance, or without one.
    fn add_improvements(&mut self) {
        let nearest = self.discards.first().map(|best| best.distance);
        let discards: Vec<Option<Tile>> = match nearest {
            None => vec![None],
            Some(nearest) => {
                let keeps = |discard: &&Discard| discard.distance == nearest;
                self.discards.iter().filter(keeps).map(|discard| Some(discard.tile)).collect()
            }
        };
        let of = |discard| {
            let (model, hand) = self.after(discard);
            (discard, Improvements::of(model, &hand, &self.unseen))
        };
        self.next.improvements = discards.into_iter().map(of).collect();
    }

    /// What the next draw makes of the hand after a discard, or without one, if it was asked for and the discard leaves the
    /// smallest distance.
    pub fn improvements(&self, discard: Option<Tile>) -> Option<&Improvements> {
        self.next.improvements.iter().find(|(other, _)| *other == discard).map(|(_, improvements)| improvements)
    }

    /// Adds what comes of the next draw after a discard, or without one, where that was asked for.
    pub(super) fn write_next(&self, json: &mut Vec<u8>, discard: Option<Tile>) {
        if let Some(good) = self.good(discard) {
            add_good(json, good);
        }
        let Some(Improvements { all, mean_acceptance, next_acceptance }) = self.improvements(discard) else { return };
        add_array(json, r#","improvements":"#, all, |json, one| {
            add_text(json, r#"{"tile":"#, self.name(one.tile));
            add_number(json, r#","copies":"#, one.copies);
            add_number(json, r#","acceptance":"#, one.acceptance);
            add_text(json, r#","discard":"#, self.name(one.discard));
            json.push(b'}');
        });
        // Writing to a vector can't fail.
        let _ = write!(json, r#","mean_acceptance":{mean_acceptance:?}"#);
        if let Some(next) = next_acceptance {
            let _ = write!(json, r#","next_acceptance":{next:?}"#);
        }
    }

    /// The hand after a discard, or as it is, and what answers about it.
    fn after(&self, discard: Option<Tile>) -> (RulesModel, Hand) {
        match discard {
            None => (self.question.model(), self.hand),
            // What was discarded is gone.
            Some(tile) if self.available() == Available::Visible => {
                (self.question.seeing(tile).model(), self.hand.less(tile))
            }
            Some(tile) => (self.question.model(), self.hand.less(tile)),
        }
    }
}
