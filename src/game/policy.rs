//! Who decides, and what it sees.

use super::{Direction, Game, Seat};
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

    /// Whether the player gives the game up. Asked after each of its decisions, which counts for nothing then: the game
    /// ends [forfeited](super::Outcome::Forfeited). Only players that can fail ever do.
    #[inline]
    fn gives_up(&self) -> bool {
        false
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

            fn gives_up(&self) -> bool {
                (**self).gives_up()
            }
        }
    };
}

behind!(&mut P);
behind!(Box<P>);

/// What a player sees when it has to decide.
#[derive(Debug)]
pub struct View<'a, M: Model> {
    game: &'a Game<M>,
    seat: Seat,
}

impl<'a, M: Model> View<'a, M> {
    pub(super) fn new(game: &'a Game<M>, seat: Seat) -> Self {
        View { game, seat }
    }

    /// Whose view it is.
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The player's own hand.
    #[must_use]
    pub fn hand(&self) -> &'a Hand {
        self.game.hand(self.seat)
    }

    /// A player's exposed melds.
    #[must_use]
    pub fn melds(&self, seat: Seat) -> &'a [Meld] {
        self.game.melds(seat)
    }

    /// How many copies of a kind were discarded by anybody and not claimed.
    #[must_use]
    pub fn discarded(&self, tile: Tile) -> u8 {
        self.game.discarded(tile)
    }

    /// What the player has not seen: all but its own hand, the exposed melds and the discards.
    #[must_use]
    pub fn unseen(&self) -> Unseen {
        self.game.unseen(self.seat)
    }

    /// Which way turns go round.
    #[must_use]
    pub fn direction(&self) -> Direction {
        self.game.direction()
    }

    /// How many tiles are left in the wall.
    #[must_use]
    pub fn tiles_left(&self) -> usize {
        self.game.tiles_left()
    }

    /// The distance model that the game is played with.
    #[must_use]
    pub fn model(&self) -> M {
        self.game.model()
    }

    /// The distance of the player's hand, quicker than asking the model anew.
    #[must_use]
    #[inline]
    pub fn distance(&self) -> Distance {
        self.game.distance(self.seat)
    }

    /// [`Model::best_discard`] of the player's hand, quicker.
    #[must_use]
    #[inline]
    pub fn best_discard(&self) -> Option<Tile> {
        self.model().best_discard_in(self.game.classes(self.seat), self.hand())
    }

    /// The distance of the player's hand after it claims a discard for a meld, if it can.
    #[must_use]
    #[inline]
    pub fn distance_claiming(&self, meld: Meld, discarded: Tile) -> Option<Distance> {
        self.model().distance_claiming_in(self.game.classes(self.seat), self.hand(), meld, discarded)
    }

    /// The chows that the player's hand can form with a discard, the one with the larger numbers first.
    #[inline]
    pub fn chows(&self, discarded: Tile) -> impl Iterator<Item = Chow> + use<M> {
        Chow::formed(discarded, self.hand().counts().kinds())
    }

    /// The view by itself, to be asked while the game goes on; it copies the game, some hundred bytes.
    #[must_use]
    pub fn keep(&self) -> KeptView<M> {
        KeptView { game: self.game.clone(), seat: self.seat }
    }
}

/// What a player saw when it had to decide, kept: it shows no more than the [`View`] did, and the same for ever. For
/// policies that a borrowed view can't reach, such as those of another language.
#[derive(Debug, Clone)]
pub struct KeptView<M: Model> {
    game: Game<M>,
    seat: Seat,
}

impl<M: Model> KeptView<M> {
    /// The view.
    #[must_use]
    pub fn view(&self) -> View<'_, M> {
        View::new(&self.game, self.seat)
    }
}
