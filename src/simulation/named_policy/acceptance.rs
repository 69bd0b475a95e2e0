//! The strategy that keeps the most tiles useful.

use crate::distance::{Distance, Model};
use crate::game::{Policy, Rule, View};
use crate::meld::Chow;
use crate::tile::Tile;

/// Claims as the rule does.
#[derive(Debug, Clone, Copy)]
pub(in crate::simulation) struct Acceptance;

impl<M: Model> Policy<M> for Acceptance {
    #[inline]
    fn discard(&mut self, view: &View<'_, M>) -> Tile {
        discard(view)
    }

    #[inline]
    fn claims_pong(&mut self, view: &View<'_, M>, discarded: Tile) -> bool {
        Rule.claims_pong(view, discarded)
    }

    #[inline]
    fn claims_chow(&mut self, view: &View<'_, M>, discarded: Tile) -> Option<Chow> {
        Rule.claims_chow(view, discarded)
    }
}

/// The discard to the smallest distance, of equals to the largest acceptance given everything the player has seen, of
/// equals in the rule's order.
pub(super) fn discard<M: Model>(view: &View<'_, M>) -> Tile {
    let unseen = view.unseen();
    let mut best: Option<(Distance, u32, Tile)> = None;
    view.model().each_discard(view.hand(), |tile, distance, useful| {
        let acceptance = unseen.total(useful);
        // In tile order, so that the last of equals is the first in the rule's.
        if best.is_none_or(|(nearest, most, _)| distance < nearest || distance == nearest && acceptance >= most) {
            best = Some((distance, acceptance, tile));
        }
    });
    // The game asks for a discard only of a hand that has one due and no special, so there is one.
    let (_, _, tile) = best.expect("a hand to discard from");
    tile
}
