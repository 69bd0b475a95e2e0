//! What happens in a game, and who watches.

use super::{Position, Seat};
use crate::distance::Model;
use crate::meld::Chow;
use crate::tile::Tile;

/// One thing that happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the words on a variant name its fields")]
pub enum Event {
    /// `seat` drew the front tile of the wall; the deal is 52 of these.
    Draw { seat: Seat, tile: Tile },
    /// `seat` discarded a regular tile: one from the hand (tedashi, 手出し) or, where it has just drawn the same kind, that one
    /// (tsumogiri, ツモ切り).
    #[doc(alias = "tedashi")]
    #[doc(alias = "tsumogiri")]
    Discard { seat: Seat, tile: Tile },
    /// `seat` played a special tile. `PASS` skips the next turn of `skipped`; the others skip nobody's.
    Special { seat: Seat, special: Tile, skipped: Option<Seat> },
    /// `seat` claimed for a chow what `from` had just discarded.
    Chow { seat: Seat, from: Seat, chow: Chow },
    /// `seat` claimed for a pong what `from` had just discarded.
    Pong { seat: Seat, from: Seat, tile: Tile },
    /// The deal is over, and the first turn begins.
    Dealt,
    /// The game is over.
    End(Outcome),
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[allow(missing_docs, reason = "the words on a variant name its fields")]
pub enum Outcome {
    /// `winner` won with the tile that `from` had discarded.
    Ron { winner: Seat, from: Seat, tile: Tile },
    /// `winner` won with a tile drawn.
    SelfDrawn { winner: Seat },
    /// The wall ran out, so nobody won.
    WallExhausted,
    /// `by` [gave the game up](super::Game::forfeit), so nobody won.
    Forfeited { by: Seat },
}

impl Outcome {
    /// Who won, if anybody did.
    pub const fn winner(self) -> Option<Seat> {
        match self {
            Outcome::Ron { winner, .. } | Outcome::SelfDrawn { winner } => Some(winner),
            Outcome::WallExhausted | Outcome::Forfeited { .. } => None,
        }
    }

    /// Whose discard won, if one did.
    pub const fn dealt_in(self) -> Option<Seat> {
        match self {
            Outcome::Ron { from, .. } => Some(from),
            Outcome::SelfDrawn { .. } | Outcome::WallExhausted | Outcome::Forfeited { .. } => None,
        }
    }

    /// Who gave the game up, if somebody did.
    pub const fn forfeited_by(self) -> Option<Seat> {
        match self {
            Outcome::Forfeited { by } => Some(by),
            Outcome::Ron { .. } | Outcome::SelfDrawn { .. } | Outcome::WallExhausted => None,
        }
    }

    /// "ron", "self-draw", "exhausted" or "forfeited".
    pub const fn name(self) -> &'static str {
        match self {
            Outcome::Ron { .. } => "ron",
            Outcome::SelfDrawn { .. } => "self-draw",
            Outcome::WallExhausted => "exhausted",
            Outcome::Forfeited { .. } => "forfeited",
        }
    }
}

/// Somebody who watches a game.
///
/// ```
/// use paili::{Model, TableModel};
/// use paili::game::{Event, Game, Observer, Position, Rule, Wall};
///
/// /// Counts claims.
/// struct Claims(usize);
///
/// impl Observer for Claims {
///     fn observe<M: Model>(&mut self, event: Event, _: &Position<M>) {
///         self.0 += usize::from(matches!(event, Event::Pong { .. } | Event::Chow { .. }));
///     }
/// }
///
/// let wall = Wall::new(std::array::from_fn(|place| paili::Tile::ALL[place % 37]))?;
/// let mut claims = Claims(0);
/// Game::play(&wall, TableModel, &mut [Rule; 4], &mut claims);
/// assert!(claims.0 <= 16);
/// # Ok::<(), paili::game::WallError>(())
/// ```
pub trait Observer {
    /// Is told what has just happened, and sees how the game stands after it. During the deal it stands as it will after
    /// the deal.
    fn observe<M: Model>(&mut self, event: Event, position: &Position<M>);
}

/// Somebody else's observer, borrowed.
impl<O: Observer> Observer for &mut O {
    #[inline]
    fn observe<M: Model>(&mut self, event: Event, position: &Position<M>) {
        (**self).observe(event, position);
    }
}

/// An observer that may not be there.
impl<O: Observer> Observer for Option<O> {
    #[inline]
    fn observe<M: Model>(&mut self, event: Event, position: &Position<M>) {
        if let Some(observer) = self {
            observer.observe(event, position);
        }
    }
}

/// Two observers at once, the first told first.
impl<A: Observer, B: Observer> Observer for (A, B) {
    #[inline]
    fn observe<M: Model>(&mut self, event: Event, position: &Position<M>) {
        self.0.observe(event, position);
        self.1.observe(event, position);
    }
}

/// Keeps all events.
impl Observer for Vec<Event> {
    fn observe<M: Model>(&mut self, event: Event, _: &Position<M>) {
        self.push(event);
    }
}

/// Watches and does nothing; costs nothing.
impl Observer for () {
    #[inline]
    fn observe<M: Model>(&mut self, _: Event, _: &Position<M>) {}
}
