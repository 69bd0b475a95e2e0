//! The statistics that cost more than the games.

use std::ops::AddAssign;

use super::{Histogram, histogram::Moments};
use crate::analysis::Useful;
use crate::distance::Model;
use crate::game::{DEALT, Game, Seat, Wall};

/// Turns that one player can have: all tiles left after the deal, and four claims.
pub(super) const MOST_OWN_TURNS: usize = Wall::LEN - DEALT + 4;

/// Useful tiles after every turn, and the waits of the hands that became ready.
#[derive(Debug, Clone, PartialEq, Eq, bincode::Encode, bincode::Decode)]
pub struct Detail {
    /// The kinds and the acceptance after each of a player's turns, the deal first.
    after_turn: Box<[(Moments, Moments)]>,
    /// After which of its turns a player was ready first, 0 being the deal; of the players that ever were.
    pub first_ready: Histogram,
    /// Of how many kinds the waits were of hands when they were ready first.
    pub wait_kinds: Histogram,
    /// How many copies of their waits the players had not seen when they were ready first.
    pub wait_copies: Histogram,
}

impl Default for Detail {
    fn default() -> Self {
        Detail {
            after_turn: Box::new([(Moments::NONE, Moments::NONE); MOST_OWN_TURNS + 1]),
            first_ready: Histogram::new(MOST_OWN_TURNS + 1),
            wait_kinds: Histogram::new(14),
            wait_copies: Histogram::new(53),
        }
    }
}

impl Detail {
    /// How many kinds were useful, and the acceptance: after the deal, after each player's first turn that played a tile,
    /// second and so on, of those players that had one.
    #[must_use]
    pub fn useful(&self) -> &[(Moments, Moments)] {
        let had = self.after_turn.iter().position(|(kinds, _)| kinds.total() == 0);
        &self.after_turn[..had.unwrap_or(self.after_turn.len())]
    }

    /// How many values each part has.
    pub(super) fn shape(&self) -> [usize; 4] {
        let [ready, kinds, copies] =
            [&self.first_ready, &self.wait_kinds, &self.wait_copies].map(|seen| seen.counts().len());
        [self.after_turn.len(), ready, kinds, copies]
    }

    /// A player has had a turn. `ready` tells whether it has been ready before, and is told if it is now.
    pub(super) fn after_turn<M: Model>(&mut self, game: &Game<M>, seat: Seat, turn: usize, ready: &mut bool) {
        let unseen = game.unseen(seat);
        let useful = Useful::of(game.model(), game.hand(seat), &unseen);
        let (kinds, acceptance) = &mut self.after_turn[turn];
        kinds.add(useful.kinds.len() as u32);
        acceptance.add(useful.acceptance);
        let waits = game.waits(seat);
        if !waits.is_empty() && !*ready {
            *ready = true;
            self.first_ready.add(turn);
            self.wait_kinds.add(waits.len());
            self.wait_copies.add(unseen.total(waits) as usize);
        }
    }
}

impl AddAssign<&Detail> for Detail {
    fn add_assign(&mut self, other: &Detail) {
        for ((kinds, acceptance), (more_kinds, more)) in self.after_turn.iter_mut().zip(&other.after_turn) {
            *kinds += more_kinds;
            *acceptance += more;
        }
        self.first_ready += &other.first_ready;
        self.wait_kinds += &other.wait_kinds;
        self.wait_copies += &other.wait_copies;
    }
}
