//! The next draw of a hand, and the best discard after it.

use super::discards::best_discard;
use super::{Discard, Unseen};
use crate::distance::{Distance, Model};
use crate::hand::Hand;
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// A draw of a hand of 13−3n tiles.
#[derive(Debug, Clone, Copy)]
pub(super) struct Draw {
    /// What is drawn; none is a wildcard.
    pub tile: Option<Tile>,
    /// How many copies of it are unseen.
    pub copies: u8,
    /// The best discard after it; none if the hand wins with it.
    pub best: Option<Discard>,
}

/// Every draw of one of these kinds of which a copy is unseen, in tile order, and of a wildcard at last, if one is unseen. The hand
/// is at this distance, which the useful kinds lower.
pub(super) fn draws(
    model: impl Model,
    hand: &Hand,
    unseen: &Unseen,
    kinds: TileSet,
    (distance, useful): (Distance, TileSet),
) -> impl Iterator<Item = Draw> {
    let natural = kinds.iter().filter(|&tile| unseen.copies(tile) > 0 && hand.counts().get(tile) < Tile::COPIES);
    let tiles = natural.map(Some).chain((unseen.wildcards() > 0).then_some(None));
    tiles.map(move |tile| {
        let (drawn, copies) = match tile {
            Some(tile) => (hand.and(tile), unseen.copies(tile)),
            None => (hand.and_wildcard(), unseen.wildcards()),
        };
        // A wildcard beyond the copies can be worth several tiles.
        let wins = match tile {
            Some(tile) => distance == Distance::READY && useful.contains(tile),
            None => model.distance(&drawn) == Distance::WON,
        };
        let best = if wins { None } else { best_discard(model, &drawn, &unseen.less(tile)) };
        Draw { tile, copies, best }
    })
}
