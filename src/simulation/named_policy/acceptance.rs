//! The strategy that keeps the most tiles useful.

use crate::distance::{Distance, Model};
use crate::game::View;
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// The discard to the smallest distance, of equals to the largest acceptance given everything the player has seen, of
/// equals in the rule's order.
pub(super) fn discard<M: Model>(view: &View<'_, M>) -> Tile {
    let (model, hand, unseen) = (view.model(), view.hand(), view.unseen());
    let mut best: Option<(Distance, u32, Tile)> = None;
    // In the rule's order, so that the first of equals stays.
    for tile in (hand.counts().kinds() & TileSet::REGULAR).iter_backwards() {
        let Ok(after) = hand.without(tile) else { continue };
        let distance = model.distance(&after);
        if best.is_some_and(|(nearest, ..)| nearest < distance) {
            continue;
        }
        let acceptance = unseen.total(model.useful(&after));
        if best.is_none_or(|(nearest, most, _)| distance < nearest || acceptance > most) {
            best = Some((distance, acceptance, tile));
        }
    }
    // The game asks for a discard only of a hand that has one due and no special, so there is one.
    let (_, _, tile) = best.expect("a hand to discard from");
    tile
}
