//! What comes of the next draw, and of a tile that is offered, where that is asked for.

use std::borrow::Cow;

use super::HandAnswer;
use crate::analysis::{AfterCall, Asked, Available, Discard, Discarder, GoodWaits, Improvements, QuestionError};
use crate::hand::Hand;
use crate::rules::RulesModel;
use crate::tile::Tile;

impl HandAnswer<'_> {
    /// Adds how many of the copies that make the hand ready lead to a wait of more than so many copies, after each discard or
    /// without one.
    pub fn add_good(&mut self, more_than: u32) {
        self.more_than = Some(more_than);
    }

    /// How many of the copies that make the hand ready after a discard, or without one, lead to a good wait; where it was asked
    /// for and the hand is at distance 2 then.
    #[must_use]
    pub fn good(&self, discard: Option<Tile>) -> Option<GoodWaits> {
        let (model, hand) = self.after(discard);
        GoodWaits::of(model, &hand, &self.unseen, self.more_than?)
    }

    /// The same after a call, where it was asked for.
    #[must_use]
    pub fn good_after(&self, call: &AfterCall, discard: Option<Tile>) -> Option<GoodWaits> {
        call.good(discard, self.more_than?)
    }

    /// Adds what the next draw makes of the hand: after each discard that leaves the smallest distance, or without one.
    pub fn add_improvements(&mut self) {
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
        self.improvements = Some(discards.into_iter().map(of).collect());
    }

    /// What the next draw makes of the hand after a discard, or without one, if it was asked for and the discard leaves the
    /// smallest distance.
    #[must_use]
    pub fn improvements(&self, discard: Option<Tile>) -> Option<&Improvements> {
        self.improvements.as_ref()?.iter().find(|(other, _)| *other == discard).map(|(_, improvements)| improvements)
    }

    /// Adds what the hand can do about a tile that is discarded.
    ///
    /// # Errors
    ///
    /// As [`Asked::offers`].
    pub fn add_offers(&mut self, tile: &str, from: Discarder) -> Result<(), QuestionError> {
        let question = Cow::Borrowed(&*self.question);
        let asked = Asked { question, notation: self.notation, hand: self.hand, unseen: self.unseen };
        self.offers = Some(asked.offers(tile, from)?);
        Ok(())
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
