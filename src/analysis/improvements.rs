//! Draws that do not bring a hand nearer and yet make it better.

use super::draw::draws;
use super::{Unseen, Useful};
use crate::distance::{Distance, Model};
use crate::hand::Hand;
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// A draw that keeps a hand's distance and widens its acceptance (改良, 手替わり).
#[doc(alias = "改良")]
#[doc(alias = "手替わり")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Improvement {
    /// What is drawn.
    pub tile: Tile,
    /// How many copies of it are unseen.
    pub copies: u8,
    /// The best discard after it.
    pub discard: Tile,
    /// The acceptance after that discard.
    pub acceptance: u32,
}

/// What the next draw makes of a hand of 13−3n tiles.
///
/// ```
/// use paili::analysis::{Improvements, Unseen};
/// use paili::{Notation, TableModel};
///
/// let hand = Notation::Mpsz.hand("123m12399p57s112z")?;
/// let improvements = Improvements::of(TableModel, &hand, &Unseen::by(&hand));
/// let told: Vec<String> = improvements.all.iter().map(|one| format!("{} {}", one.tile, one.acceptance)).collect();
/// assert_eq!(told, ["7P 12", "8P 12", "3S 12", "4S 12", "8S 12", "9S 12", "5S 10", "7S 10"]);
/// # Ok::<(), paili::notation::NotationError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Improvements {
    /// The improvements, the widest first, equal ones in tile order.
    pub all: Vec<Improvement>,
    /// The mean acceptance after a draw that keeps the distance and the best discard: that of the hand itself where the draw
    /// does not improve it.
    pub mean_acceptance: f64,
    /// The mean acceptance of the second step: after a draw that lowers the distance, and the best discard. None of a hand
    /// that is ready or wins, that no tiles can complete, or of whose useful tiles no copy is left.
    pub next_acceptance: Option<f64>,
}

/// A mean of what draws are worth, each copy as much as another.
#[derive(Default)]
struct Mean {
    sum: u32,
    copies: u32,
}

impl Mean {
    fn add(&mut self, copies: u8, worth: u32) {
        self.sum += u32::from(copies) * worth;
        self.copies += u32::from(copies);
    }

    fn get(&self) -> Option<f64> {
        (self.copies > 0).then(|| f64::from(self.sum) / f64::from(self.copies))
    }
}

impl Improvements {
    /// Those of a hand; none if its discard is due.
    pub fn of(model: impl Model, hand: &Hand, unseen: &Unseen) -> Improvements {
        let (distance, useful) = model.distance_and_useful(hand);
        let own = Useful::at(distance, useful, unseen).acceptance;
        let mut improvements = Improvements { all: Vec::new(), mean_acceptance: own.into(), next_acceptance: None };
        if hand.must_discard() || matches!(distance, Distance::WON | Distance::NEVER) {
            return improvements;
        }
        let (mut kept, mut lowered) = (Mean::default(), Mean::default());
        for draw in draws(model, hand, unseen, TileSet::REGULAR, (distance, useful)) {
            match (draw.best, draw.tile) {
                (Some(best), _) if best.distance < distance => lowered.add(draw.copies, best.useful.acceptance),
                (Some(best), Some(tile)) => {
                    let acceptance = best.useful.acceptance;
                    kept.add(draw.copies, own.max(acceptance));
                    if acceptance > own {
                        let copies = draw.copies;
                        improvements.all.push(Improvement { tile, copies, discard: best.tile, acceptance });
                    }
                }
                // It wins; wildcards do, or lower the distance.
                _ => {}
            }
        }
        // Stable, so equal ones stay in tile order.
        improvements.all.sort_by_key(|one| u32::MAX - one.acceptance);
        improvements.mean_acceptance = kept.get().unwrap_or(improvements.mean_acceptance);
        improvements.next_acceptance = lowered.get();
        improvements
    }
}
