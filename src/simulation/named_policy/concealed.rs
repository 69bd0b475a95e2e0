//! The strategy that never claims.

use crate::distance::Model;
use crate::game::{Policy, Rule, View};
use crate::tile::Tile;

/// Discards as the rule does.
#[derive(Debug, Clone, Copy)]
pub(in crate::simulation) struct Concealed;

impl<M: Model> Policy<M> for Concealed {
    #[inline]
    fn discard(&mut self, view: &View<'_, M>) -> Tile {
        Rule.discard(view)
    }
}
