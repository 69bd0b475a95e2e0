//! The rule's strategy without claims.

use crate::distance::Model;
use crate::game::{Policy, Rule, View};
use crate::meld::Chow;
use crate::tile::Tile;

/// Discards as the [`Rule`] does and never claims a chow or a pong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Concealed;

impl<M: Model> Policy<M> for Concealed {
    fn discard(&mut self, view: &View<'_, M>) -> Tile {
        Rule.discard(view)
    }

    fn claims_pong(&mut self, _: &View<'_, M>, _: Tile) -> bool {
        false
    }

    fn claims_chow(&mut self, _: &View<'_, M>, _: Tile) -> Option<Chow> {
        None
    }
}
