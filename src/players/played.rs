//! A game as it was decided.

use crate::distance::Model;
use crate::game::{Game, Observer, Outcome, Policy, Rule, Seat, View, Wall};
use crate::meld::Chow;
use crate::tile::Tile;

/// What a player decided when it was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// To discard this tile.
    Discard(Tile),
    /// To claim a pong, or not to.
    Pong(bool),
    /// To claim this chow, or none.
    Chow(Option<Chow>),
    /// Nothing: it gave the game up.
    GiveUp,
}

/// A game that was played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    /// How it ended.
    pub outcome: Outcome,
    /// What each player decided, in order.
    pub decisions: [Vec<Decision>; 4],
}

impl Played {
    /// Plays the game once more by the same decisions, for another observer.
    pub fn play_again<M: Model, O: Observer>(&self, wall: &Wall, model: M, observer: &mut O) -> Outcome {
        let mut players = Seat::ALL.map(|seat| Replayed { decisions: &self.decisions[seat.index()], gave_up: false });
        Game::play(wall, model, &mut players, observer)
    }
}

/// Decides what was decided before. On another wall, where that may be impossible, it gives up.
struct Replayed<'a> {
    decisions: &'a [Decision],
    gave_up: bool,
}

impl Replayed<'_> {
    fn next(&mut self) -> Decision {
        match self.decisions.split_first() {
            Some((&decision, rest)) => {
                self.decisions = rest;
                decision
            }
            None => Decision::GiveUp,
        }
    }
}

impl<M: Model> Policy<M> for Replayed<'_> {
    fn discard(&mut self, view: &View<'_, M>) -> Tile {
        match self.next() {
            Decision::Discard(tile) if view.hand().counts().kinds().contains(tile) => tile,
            _ => {
                self.gave_up = true;
                Rule.discard(view)
            }
        }
    }

    fn claims_pong(&mut self, _: &View<'_, M>, _: Tile) -> bool {
        let decision = self.next();
        self.gave_up = !matches!(decision, Decision::Pong(_));
        decision == Decision::Pong(true)
    }

    fn claims_chow(&mut self, view: &View<'_, M>, discarded: Tile) -> Option<Chow> {
        match self.next() {
            Decision::Chow(chow) if chow.is_none_or(|chow| view.chows(discarded).any(|other| other == chow)) => chow,
            _ => {
                self.gave_up = true;
                None
            }
        }
    }

    fn gives_up(&self) -> bool {
        self.gave_up
    }
}
