//! What a model remembers of a hand while tiles come and go.

use std::fmt::Debug;

use super::{Distance, Model};
use crate::hand::Hand;
use crate::meld::Meld;
use crate::tile::{Tile, TileSet};

/// A hand as a model sees it, kept up to date while tiles come and go, so that the next answer need not start anew. A
/// game keeps one for each player.
///
/// Every method is given the hand that was [read](Model::read), as it is now; given another, a reading answers nonsense.
///
/// ```
/// use paili::distance::{Distance, Model, Reading, TableModel};
/// use paili::notation::Notation;
/// use paili::tile::Tile;
///
/// let hand = Notation::Mpsz.hand("1133m456789p123s")?;
/// let mut reading = TableModel::new().read(&hand);
/// assert_eq!(reading.distance(&hand), Distance::READY);
///
/// let three = Tile::ALL[2];
/// let drawn = hand.with(three)?;
/// reading.update(&drawn, three);
/// assert_eq!(reading.distance(&drawn), Distance::WON);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Reading: Copy + Debug {
    /// Takes note that `changed` was added or removed; `hand` is the hand after that.
    fn update(&mut self, hand: &Hand, changed: Tile);

    /// [`Model::distance`].
    fn distance(&self, hand: &Hand) -> Distance;

    /// [`Model::waits`].
    fn waits(&self, hand: &Hand) -> TileSet;

    /// [`Model::best_discard`].
    fn best_discard(&self, hand: &Hand) -> Option<Tile>;

    /// The distance of the hand after it [claims](Hand::claiming) a discard for a meld, if it can.
    fn distance_claiming(&self, hand: &Hand, meld: Meld, claimed: Tile) -> Option<Distance>;
}

/// The reading of a model that remembers nothing: every question is asked anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Anew<M>(pub M);

impl<M: Model> Reading for Anew<M> {
    fn update(&mut self, _: &Hand, _: Tile) {}

    fn distance(&self, hand: &Hand) -> Distance {
        self.0.distance(hand)
    }

    fn waits(&self, hand: &Hand) -> TileSet {
        self.0.waits(hand)
    }

    fn best_discard(&self, hand: &Hand) -> Option<Tile> {
        self.0.best_discard(hand)
    }

    fn distance_claiming(&self, hand: &Hand, meld: Meld, claimed: Tile) -> Option<Distance> {
        hand.claiming(meld, claimed).ok().map(|after| self.0.distance(&after))
    }
}
