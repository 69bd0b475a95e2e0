//! The strategy that plays for the largest probability to win.

use super::outlook::Outlook;
use crate::distance::Model;
use crate::game::{Policy, View};
use crate::meld::Chow;
use crate::odds::{Changes, Competition};
use crate::tile::Tile;

/// Hands that lack more are played for acceptance: their odds take long, and hardly tell their discards apart.
const FARTHEST: u8 = 4;

/// A player draws every fourth tile, or about so; and most games are over long before the wall is.
const MOST_DRAWS: usize = 12;

/// A ready hand wins by its own draws and by the discards of three others.
const SEEN_WHEN_READY: f64 = 4.0;

/// Plays for the largest probability to win.
#[derive(Debug, Clone, Copy)]
pub(in crate::simulation) struct Odds;

impl<M: Model> Policy<M> for Odds {
    fn discard(&mut self, view: &View<'_, M>) -> Tile {
        outlook(view).discard()
    }

    fn claims_pong(&mut self, view: &View<'_, M>, discarded: Tile) -> bool {
        outlook(view).claims_pong(discarded)
    }

    fn claims_chow(&mut self, view: &View<'_, M>, discarded: Tile) -> Option<Chow> {
        outlook(view).claims_chow(discarded)
    }
}

/// What it expects.
fn outlook<'a, M: Model>(view: &'a View<'a, M>) -> Outlook<'a, M> {
    if view.distance().get() > FARTHEST {
        return Outlook::unknown(view);
    }
    Outlook::new(view, MOST_DRAWS, Changes::None, &Competition::seeing_when_ready(SEEN_WHEN_READY))
}
