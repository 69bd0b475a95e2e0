//! The strategy that plays for the largest probability to win.

use super::acceptance;
use crate::analysis::Unseen;
use crate::distance::Model;
use crate::forms::Forms;
use crate::game::{PLAYERS, Policy, View};
use crate::hand::Hand;
use crate::meld::{Chow, Meld};
use crate::odds::{Changes, Course, Graph};
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
    /// The discard after which the hand is likeliest to win, of equals the one that the rule plays first.
    fn discard(&mut self, view: &View<'_, M>) -> Tile {
        let is_near = view.distance().get() <= FARTHEST;
        let best = if is_near { likeliest(view.hand(), &view.unseen(), draws(view)) } else { None };
        let best = best.and_then(|(discard, win)| discard.filter(|_| win > 0.0));
        best.unwrap_or_else(|| acceptance::discard(view))
    }

    fn claims_pong(&mut self, view: &View<'_, M>, discarded: Tile) -> bool {
        gain(view, Meld::Pong(discarded), discarded).is_some()
    }

    /// The chow that makes the hand likeliest to win, if it is likelier than without.
    fn claims_chow(&mut self, view: &View<'_, M>, discarded: Tile) -> Option<Chow> {
        let gains = view.chows(discarded).filter_map(|chow| Some((chow, gain(view, Meld::Chow(chow), discarded)?)));
        // The first of equals, as the rule has it.
        gains.reduce(|best, next| if next.1 > best.1 { next } else { best }).map(|(chow, _)| chow)
    }
}

/// How likely the hand wins after it claims a discard for a meld, if that is likelier than without.
fn gain<M: Model>(view: &View<'_, M>, meld: Meld, discarded: Tile) -> Option<f64> {
    let (hand, unseen, draws) = (view.hand(), view.unseen(), draws(view));
    let after = hand.claiming(meld, discarded).ok()?;
    let (now, then) = (view.distance(), view.distance_claiming(meld, discarded)?);
    if then > now {
        return None;
    }
    if now.get() > FARTHEST {
        return (then < now).then_some(0.0);
    }
    let win = |hand: &Hand| likeliest(hand, &unseen, draws).map_or(0.0, |(_, win)| win);
    let (without, with) = (win(hand), win(&after));
    (with > without).then_some(with)
}

/// The discard after which a hand is likeliest to win, and how likely; of equals the one that the rule plays first.
fn likeliest(hand: &Hand, unseen: &Unseen, draws: u32) -> Option<(Option<Tile>, f64)> {
    let graph = Graph::of(hand, unseen, Forms::default(), Changes::None).ok()?;
    graph.likeliest_among(draws.min(graph.unseen_tiles()).max(1), &Course::seeing_when_ready(SEEN_WHEN_READY)).ok()
}

/// How many draws the player may expect.
fn draws<M: Model>(view: &View<'_, M>) -> u32 {
    (view.tiles_left().div_ceil(PLAYERS)).min(MOST_DRAWS) as u32
}
