//! How often a hand that is one tile from being ready gets a good wait.

use super::Unseen;
use super::draw::draws;
use crate::distance::{Distance, Model};
use crate::hand::Hand;

/// How many of the accepted copies of a hand at distance 2 (1-shanten) lead, with the best discard, to a good wait (好形,
/// ryoukei): one of more than some number of copies.
///
/// The best discard is that with the most copies to wait for. What was drawn and what is discarded counts as seen.
///
/// ```
/// use paili::analysis::{GoodWaits, Unseen};
/// use paili::{Notation, TableModel};
///
/// // With 6p it waits for 3m and 6m, eight copies; with one of these for 6p, four.
/// let hand = Notation::Mpsz.hand("45m57p23456799s1z")?;
/// let good = GoodWaits::of(TableModel, &hand, &Unseen::by(&hand), GoodWaits::MORE_THAN).unwrap();
/// assert_eq!((good.copies, good.accepted), (4, 12));
/// # Ok::<(), paili::notation::NotationError>(())
/// ```
#[doc(alias = "好形")]
#[doc(alias = "ryoukei")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GoodWaits {
    /// The copies that lead to a good wait.
    pub copies: u32,
    /// All copies that make the hand ready: its acceptance.
    pub accepted: u32,
}

impl GoodWaits {
    /// A wait is usually called good if more than four copies complete the hand.
    pub const MORE_THAN: u32 = 4;

    /// Those of a hand of 13−3n tiles, where a wait of more than `more_than` copies is good; none of a hand that is not at
    /// distance 2, or whose discard is due.
    pub fn of(model: impl Model, hand: &Hand, unseen: &Unseen, more_than: u32) -> Option<GoodWaits> {
        let (distance, useful) = model.distance_and_useful(hand);
        if hand.must_discard() || distance != Distance::READY.and(1) {
            return None;
        }
        let mut good = GoodWaits { copies: 0, accepted: 0 };
        for draw in draws(model, hand, unseen, useful, (distance, useful)) {
            let copies = u32::from(draw.copies);
            good.accepted += copies;
            if draw.best.is_some_and(|best| best.useful.acceptance > more_than) {
                good.copies += copies;
            }
        }
        Some(good)
    }

    /// Which share of the accepted copies leads to a good wait; 0 of none.
    pub fn share(&self) -> f64 {
        f64::from(self.copies) / f64::from(self.accepted.max(1))
    }
}
