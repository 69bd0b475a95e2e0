//! The statistics that cost more than the games.

use super::Histogram;
use crate::analysis::Useful;
use crate::distance::Model;
use crate::game::{Position, Seat, Wall};
use crate::hand::{Hand, MeldCount};
use crate::tile::Tile;

/// Turns that one player can have: all tiles left after the deal, and a claim for each meld.
pub(super) const MOST_OWN_TURNS: usize = Wall::LEN - Wall::DEALT + MeldCount::MOST.get();

/// Kinds that can be useful.
const KINDS: usize = Tile::REGULAR_COUNT;

/// Useful tiles after every turn, and the waits of the hands that became ready.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Detail {
    /// The kinds and the acceptance after each of a player's turns, the deal first.
    after_turn: Box<[(Histogram, Histogram)]>,
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
            after_turn: vec![
                (Histogram::new(KINDS + 1), Histogram::new(Tile::COPIES as usize * KINDS + 1));
                MOST_OWN_TURNS + 1
            ]
            .into(),
            first_ready: Histogram::new(MOST_OWN_TURNS + 1),
            wait_kinds: Histogram::new(Hand::MOST_TILES),
            wait_copies: Histogram::new(Tile::COPIES as usize * Hand::TILES + 1),
        }
    }
}

impl Detail {
    /// How many kinds were useful, and the acceptance: after the deal, after each player's first turn that played a tile,
    /// second and so on, of those players that had one.
    pub fn useful(&self) -> &[(Histogram, Histogram)] {
        let had = self.after_turn.iter().position(|(kinds, _)| kinds.total() == 0);
        &self.after_turn[..had.unwrap_or(self.after_turn.len())]
    }

    /// All counts.
    pub(super) fn counts_mut(&mut self) -> impl Iterator<Item = &mut u64> {
        let useful = self.after_turn.iter_mut().flat_map(|(kinds, acceptance)| [kinds, acceptance]);
        let waits = [&mut self.first_ready, &mut self.wait_kinds, &mut self.wait_copies];
        useful.chain(waits).flat_map(Histogram::counts_mut)
    }

    /// Whether it can be of games in which players had these turns, the deal first.
    pub(super) fn fits(&self, turns: impl Iterator<Item = u64>) -> bool {
        let ready = self.first_ready.total();
        let (dealt, _) = &self.after_turn[0];
        self.after_turn.iter().all(|(kinds, acceptance)| kinds.total() == acceptance.total())
            && self.after_turn.iter().zip(turns).all(|((kinds, _), most)| kinds.total() <= most)
            && [&self.wait_kinds, &self.wait_copies].iter().all(|waits| waits.total() == ready)
            && ready <= dealt.total()
    }

    /// A player has had a turn. `ready` tells whether it has been ready before, and is told if it is now.
    pub(super) fn after_turn<M: Model>(&mut self, game: &Position<M>, seat: Seat, turn: usize, ready: &mut bool) {
        let unseen = game.unseen(seat);
        let useful = Useful::of(game.model(), game.hand(seat), &unseen);
        let (kinds, acceptance) = &mut self.after_turn[turn];
        kinds.add(useful.kinds.len());
        acceptance.add(useful.acceptance as usize);
        let waits = game.waits(seat);
        if !waits.is_empty() && !*ready {
            *ready = true;
            self.first_ready.add(turn);
            self.wait_kinds.add(waits.len());
            self.wait_copies.add(unseen.total(waits) as usize);
        }
    }
}
