//! The THUPC rule's fixed strategy.
#![allow(clippy::inline_always, reason = "part of the game's one loop: called, it takes a tenth longer")]

use super::{Policy, View};
use crate::distance::Model;
use crate::meld::{Chow, Meld};
use crate::tile::Tile;

/// The THUPC rule's strategy: discard to the smallest win distance, ties by `Z F B N W S E 9S … 1M`; claim when, and
/// only when, the distance falls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rule;

impl<M: Model> Policy<M> for Rule {
    #[inline(always)]
    fn discard(&mut self, view: &View<'_, M>) -> Tile {
        // The game asks for a discard only of a hand that has one due and no special, so there is one.
        view.best_discard().expect("a hand to discard from")
    }

    #[inline(always)]
    fn claims_pong(&mut self, view: &View<'_, M>, discarded: Tile) -> bool {
        lowers_distance(view, Meld::Pong(discarded), discarded)
    }

    #[inline(always)]
    #[allow(clippy::manual_find, reason = "a plain loop: the iterator makes games 1 % slower")]
    fn claims_chow(&mut self, view: &View<'_, M>, discarded: Tile) -> Option<Chow> {
        for chow in view.chows(discarded) {
            if lowers_distance(view, Meld::Chow(chow), discarded) {
                return Some(chow);
            }
        }
        None
    }
}

/// Whether claiming a discard for a meld lowers the hand's distance.
#[inline(always)]
fn lowers_distance<M: Model>(view: &View<'_, M>, meld: Meld, discarded: Tile) -> bool {
    view.distance_claiming(meld, discarded).is_some_and(|after| after < view.distance())
}
