//! The strategy that plays to win before anybody else does.

use super::acceptance;
use crate::analysis::Unseen;
use crate::distance::Model;
use crate::forms::Forms;
use crate::game::{PLAYERS, Policy, Rule, Seat, View, Wall};
use crate::hand::Hand;
use crate::meld::{Chow, Meld};
use crate::odds::{Changes, Claim, Course, Graph};
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
    /// The discard after which the hand is likeliest to win in time, of equals the one that the rule plays first.
    fn discard(&mut self, view: &View<'_, M>) -> Tile {
        let is_near = view.distance().get() <= FARTHEST;
        let best = if is_near { Outlook::of(view).likeliest(view.hand()) } else { None };
        let best = best.and_then(|(discard, win)| discard.filter(|_| win > 0.0));
        best.unwrap_or_else(|| acceptance::discard(view))
    }

    fn claims_pong(&mut self, view: &View<'_, M>, discarded: Tile) -> bool {
        if view.distance().get() > FARTHEST {
            return Rule.claims_pong(view, discarded);
        }
        gain(view, Meld::Pong(discarded), discarded).is_some()
    }

    /// The chow that makes the hand likeliest to win, if it is likelier than without.
    fn claims_chow(&mut self, view: &View<'_, M>, discarded: Tile) -> Option<Chow> {
        if view.distance().get() > FARTHEST {
            return Rule.claims_chow(view, discarded);
        }
        let gains = view.chows(discarded).filter_map(|chow| Some((chow, gain(view, Meld::Chow(chow), discarded)?)));
        // The first of equals, as the rule has it.
        gains.reduce(|best, next| if next.1 > best.1 { next } else { best }).map(|(chow, _)| chow)
    }
}

/// How likely the hand wins in time after it claims a discard for a meld, if that is likelier than without.
fn gain<M: Model>(view: &View<'_, M>, meld: Meld, discarded: Tile) -> Option<f64> {
    let (hand, course) = (view.hand(), Outlook::of(view));
    let after = hand.claiming(meld, discarded).ok()?;
    if view.distance_claiming(meld, discarded)? > view.distance() {
        return None;
    }
    let win = |hand: &Hand| course.likeliest(hand).map_or(0.0, |(_, win)| win);
    let with = win(&after);
    // A claim lets all others play before the next draw; without it only those play who sit between.
    let between =
        view.river().iter().last().map_or(0, |last| {
            last.seat.others(view.direction()).iter().position(|&seat| seat == view.seat()).unwrap_or(0)
        });
    let spared = (PLAYERS - 1 - between) as f64 / (PLAYERS - 1) as f64;
    let without = win(hand) * course.course.in_time(1).powf(-spared);
    (with > without).then_some(with)
}

/// What a hand may expect of the rest of a game.
struct Outlook {
    unseen: Unseen,
    draws: u32,
    course: Course,
}

impl Outlook {
    fn of<M: Model>(view: &View<'_, M>) -> Outlook {
        let draws = view.tiles_left().div_ceil(PLAYERS).min(MOST_DRAWS) as u32;
        Outlook { unseen: view.unseen(), draws, course: Course { seen: SEEN, in_time: in_time(view) } }
    }

    /// The discard after which a hand is likeliest to win in time, and how likely; of equals the one that the rule plays first.
    fn likeliest(&self, hand: &Hand) -> Option<(Option<Tile>, f64)> {
        let is_nearest = hand.distance().get() <= FARTHEST_CHANGED;
        let changes = if is_nearest { Changes::One } else { Changes::None };
        let graph = Graph::of(hand, &self.unseen, Forms::default(), changes).ok()?;
        graph.likeliest_among(self.draws.min(graph.unseen_tiles()).max(1), &self.course).ok()
    }
}

/// How likely nobody else has won before each draw.
///
/// In 60,000 games of four that play acceptance, a player's chance to win while four tiles are drawn grew with the tiles
/// drawn so far from nothing to about a seventh, along a logistic curve, and earlier the more melds it had exposed.
fn in_time<M: Model>(view: &View<'_, M>) -> [f64; Course::DRAWS] {
    /// To what that chance grows.
    const MOST: f64 = 0.14;
    /// After how many tiles drawn it is half of that, by the number of melds, and how slowly it grows.
    const HALF: [f64; 5] = [44.0, 36.0, 26.0, 4.0, -20.0];
    const SLOWNESS: f64 = 10.0;
    let others = view.seat().others(view.direction());
    let drawn = (Wall::LEN - Wall::DEALT - view.tiles_left()) as f64;
    let mut in_time = [1.0; Course::DRAWS];
    for draw in 1..Course::DRAWS {
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
