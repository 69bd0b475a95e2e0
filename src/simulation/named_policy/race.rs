//! The strategy that plays to win before anybody else does.

use super::outlook::Outlook;
use crate::distance::Model;
use crate::game::{PLAYERS, Policy, Seat, View, Wall};
use crate::meld::Chow;
use crate::odds::{Changes, Claim, Competition};
use crate::tile::Tile;

/// Hands that lack more are played for acceptance: to look at them takes long, and won no more games.
const FARTHEST: u8 = 3;

/// Hands that lack no more are looked at with one change: their values take a millisecond.
const FARTHEST_CHANGED: u8 = 2;

/// Few games last longer.
const MOST_DRAWS: usize = 10;

/// Plays to win before anybody else does.
#[derive(Debug, Clone, Copy)]
pub(in crate::simulation) struct Race;

impl<M: Model> Policy<M> for Race {
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
    let distance = view.distance().get();
    if distance > FARTHEST {
        return Outlook::unknown(view);
    }
    let changes = if distance <= FARTHEST_CHANGED { Changes::One } else { Changes::None };
    Outlook::new(view, MOST_DRAWS, changes, &Competition { seen: SEEN, in_time: in_time(view) })
}

/// How likely nobody else has won before each draw.
///
/// In 60,000 games of four that play acceptance, a player's chance to win while four tiles are drawn grew with the tiles
/// drawn so far from nothing to about a seventh, along a logistic curve, and earlier the more melds it had exposed.
fn in_time<M: Model>(view: &View<'_, M>) -> [f64; Competition::DRAWS] {
    /// To what that chance grows.
    const MOST: f64 = 0.14;
    /// After how many tiles drawn it is half of that, by the number of melds, and how slowly it grows.
    const HALF: [f64; 5] = [44.0, 36.0, 26.0, 4.0, -20.0];
    const SLOWNESS: f64 = 10.0;
    let others = view.seat().others(view.direction());
    let drawn = (Wall::LEN - Wall::DEALT - view.tiles_left()) as f64;
    let mut in_time = [1.0; Competition::DRAWS];
    for draw in 1..Competition::DRAWS {
        // In the middle of the four.
        let drawn = drawn + PLAYERS as f64 * (draw as f64 - 0.5);
        let fails = |seat: Seat| 1.0 - MOST / (1.0 + ((HALF[view.melds(seat).len()] - drawn) / SLOWNESS).exp());
        in_time[draw] = in_time[draw - 1] * others.into_iter().map(fails).product::<f64>();
    }
    in_time
}

/// How many copies of a kind a hand sees for each that it would draw if all unseen tiles were drawn alike.
///
/// In 5,000 games of four that play acceptance, others discarded 5 to 6 honors for each that was so to be expected, and
/// 2 to 3 tiles from the middle of a suit. These numbers are a little nearer to each other than those, which won more.
const SEEN: [[f64; Claim::COUNT]; Tile::REGULAR_COUNT] = {
    let mut seen = [[0.0; Claim::COUNT]; Tile::REGULAR_COUNT];
    let mut kind = 0;
    while kind < Tile::REGULAR_COUNT {
        let (drawn, discarded) = match (kind < Tile::SUITED_COUNT, kind % 9) {
            (false, _) => (1.225, 5.25),
            (true, 0 | 8) => (1.0, 4.35),
            (true, 1 | 7) => (0.98, 3.6),
            (true, 2 | 6) => (0.95, 3.0),
            (true, _) => (0.94, 3.0),
        };
        // A third is discarded by the player before.
        seen[kind][Claim::Nothing as usize] = drawn;
        seen[kind][Claim::Chow as usize] = drawn + discarded / 3.0;
        seen[kind][Claim::Pong as usize] = drawn + discarded;
        seen[kind][Claim::Ron as usize] = drawn + discarded;
        kind += 1;
    }
    seen
};
