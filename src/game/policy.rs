//! Who decides, and what it sees.
#![allow(clippy::inline_always, reason = "part of the game's one loop: called, it takes a tenth longer")]

use std::cell::Cell;

use super::position::{Found, Position};
use super::{Action, Decision, Direction, River, Seat};
use crate::analysis::Unseen;
use crate::distance::{Distance, Model};
use crate::hand::Hand;
use crate::meld::{Chow, Meld};
use crate::tile::Tile;

/// A player's way to decide. The game asks only where there is something to decide: specials are played first and wins
/// are taken whatever the policy. Unless a policy says so, nothing is claimed.
///
/// ```
/// use paili::{Model, TableModel};
/// use paili::game::{Game, Policy, Rule, View, Wall};
/// use paili::Tile;
///
/// /// Discards the first tile it holds.
/// struct Hasty;
///
/// impl<M: Model> Policy<M> for Hasty {
///     fn discard(&mut self, view: &View<'_, M>) -> Tile {
///         view.hand().counts().kinds().first().expect("a hand to discard from")
///     }
/// }
///
/// let wall = Wall::new(std::array::from_fn(|place| Tile::ALL[place % 37]))?;
/// let mut policies: [Box<dyn Policy<TableModel>>; 4] =
///     [Box::new(Rule), Box::new(Hasty), Box::new(Rule), Box::new(Hasty)];
/// Game::play(&wall, TableModel, &mut policies, &mut ());
/// # Ok::<(), paili::game::WallError>(())
/// ```
pub trait Policy<M: Model> {
    /// Which tile to discard from a hand without specials. It has to be one that the hand holds.
    fn discard(&mut self, view: &View<'_, M>) -> Tile;

    /// Whether to claim a discard for a pong; the hand holds two of it.
    fn claims_pong(&mut self, view: &View<'_, M>, discarded: Tile) -> bool {
        let _ = (view, discarded);
        false
    }

    /// With which chow to claim a discard, if any. Asked of the next player only, when [`View::chows`] has one; it has
    /// to be one of those.
    fn claims_chow(&mut self, view: &View<'_, M>, discarded: Tile) -> Option<Chow> {
        let _ = (view, discarded);
        None
    }

    /// What to do, whatever the decision is. This is what a game asks.
    #[inline(always)]
    fn decide(&mut self, view: &View<'_, M>, decision: &Decision) -> Action {
        match *decision {
            Decision::Discard { .. } => Action::Discard(self.discard(view)),
            Decision::Pong { tile, .. } if self.claims_pong(view, tile) => Action::Pong,
            Decision::Chow { tile, .. } => self.claims_chow(view, tile).map_or(Action::Pass, Action::Chow),
            Decision::Pong { .. } => Action::Pass,
        }
    }
}

/// A policy behind a pointer: somebody else's, borrowed, or any, so that each seat can have one of its own.
macro_rules! behind {
    ($pointer:ty) => {
        impl<M: Model, P: Policy<M> + ?Sized> Policy<M> for $pointer {
            fn discard(&mut self, view: &View<'_, M>) -> Tile {
                (**self).discard(view)
            }

            fn claims_pong(&mut self, view: &View<'_, M>, discarded: Tile) -> bool {
                (**self).claims_pong(view, discarded)
            }

            fn claims_chow(&mut self, view: &View<'_, M>, discarded: Tile) -> Option<Chow> {
                (**self).claims_chow(view, discarded)
            }

            fn decide(&mut self, view: &View<'_, M>, decision: &Decision) -> Action {
                (**self).decide(view, decision)
            }
        }
    };
}

behind!(&mut P);
behind!(Box<P>);

/// What a player sees when it has to decide.
#[derive(Debug)]
pub struct View<'a, M: Model> {
    position: &'a Position<M>,
    seat: Seat,
    /// What the search for a discard found out, if anybody searched: the game does not do it again.
    found: Cell<Option<Found>>,
}

impl<'a, M: Model> View<'a, M> {
    /// What a player sees of a position.
    #[inline]
    pub fn new(position: &'a Position<M>, seat: Seat) -> Self {
        View { position, seat, found: Cell::new(None) }
    }

    #[inline]
    pub(super) fn found(&self) -> Option<Found> {
        self.found.get()
    }

    /// Whose view it is.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The player's own hand.
    pub fn hand(&self) -> &'a Hand {
        self.position.hand(self.seat)
    }

    /// A player's exposed melds.
    pub fn melds(&self, seat: Seat) -> &'a [Meld] {
        self.position.melds(seat)
    }

    /// What was discarded, and played as specials, by anybody.
    pub fn river(&self) -> &'a River {
        self.position.river()
    }

    /// How many copies of a kind were discarded by anybody and not claimed.
    pub fn discarded(&self, tile: Tile) -> u8 {
        self.position.discarded(tile)
    }

    /// What the player has not seen: all but its own hand, the exposed melds and the discards.
    pub fn unseen(&self) -> Unseen {
        self.position.unseen(self.seat)
    }

    /// Which way turns go round.
    pub fn direction(&self) -> Direction {
        self.position.direction()
    }

    /// How many tiles are left in the wall.
    pub fn tiles_left(&self) -> usize {
        self.position.tiles_left()
    }

    /// The distance model that the game is played with.
    pub fn model(&self) -> M {
        self.position.model()
    }

    /// The distance of the player's hand, quicker than asking the model anew.
    #[inline]
    pub fn distance(&self) -> Distance {
        self.position.distance(self.seat)
    }

    /// [`Model::best_discard`] of the player's hand, quicker.
    #[inline(always)]
    pub fn best_discard(&self) -> Option<Tile> {
        let found = self.position.best_discard(self.seat);
        self.found.set(found);
        found.map(Found::tile)
    }

    /// The distance of the player's hand after it claims a discard for a meld, if it can.
    #[inline(always)]
    pub fn distance_claiming(&self, meld: Meld, discarded: Tile) -> Option<Distance> {
        self.position.distance_claiming(self.seat, meld, discarded)
    }

    /// The chows that the player's hand can form with a discard, the one with the larger numbers first.
    #[inline]
    pub fn chows(&self, discarded: Tile) -> impl Iterator<Item = Chow> + use<M> {
        Chow::formed(discarded, self.hand().counts().kinds())
    }
}
