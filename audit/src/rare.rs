//! Walls whose games come to what is rare, and what programs get wrong.

use std::cell::RefCell;

use paili::TableModel;
use paili::game::{Event, Game, Observer, Outcome, Position, Rule, Seat, Wall};
use paili::simulation::{Seed, Skew};
use paili::{Distance, Hand, Model, Tile};
use rayon::prelude::*;

use crate::unbounded::Unbounded;

/// What a game may come to.
#[derive(Debug, Clone, Copy)]
enum Rare {
    /// A discard that would be another if a fifth copy could be waited for.
    FifthCopy,
    /// A hand that is ready for nothing but tiles of which its own melds and itself have all four.
    UsedUp,
    /// A claim or a win with the last discard of all.
    LastDiscard,
    /// A special played when the wall is empty.
    LastSpecial,
    /// Two players who could win with a discard, and turns that run backwards.
    SeveralWins,
}

/// All of them.
const ALL: [Rare; 5] = [Rare::FifthCopy, Rare::UsedUp, Rare::LastDiscard, Rare::LastSpecial, Rare::SeveralWins];

/// How many games are looked through, how many at once, and how many walls of each sort are wanted.
const LOOKED_THROUGH: u64 = 1 << 17;
const AT_ONCE: u64 = 1 << 14;
const OF_EACH: usize = 6;

/// The first walls of a seed whose games come to something rare, a few of each sort, by turns.
pub(crate) fn rare_walls(seed: Seed) -> Vec<Wall> {
    let mut found: [Vec<Wall>; ALL.len()] = Default::default();
    for first in (0..LOOKED_THROUGH).step_by(AT_ONCE as usize) {
        if found.iter().all(|walls| walls.len() >= OF_EACH) {
            break;
        }
        let watched: Vec<(Wall, [bool; ALL.len()])> = (first..first + AT_ONCE)
            .into_par_iter()
            .map(|game| {
                let wall = seed.skewed_wall(Skew::ALL[(game % Skew::ALL.len() as u64) as usize], game);
                let mut watcher = Watcher::default();
                Game::play(&wall, TableModel, &mut [Rule; 4], &mut watcher);
                (wall, watcher.seen)
            })
            .filter(|(_, seen)| seen.contains(&true))
            .collect();
        for (wall, seen) in watched {
            let wanted = (0..ALL.len()).find(|&rare| seen[rare] && found[rare].len() < OF_EACH);
            if let Some(rare) = wanted {
                found[rare].push(wall);
            }
        }
    }
    (0..OF_EACH).flat_map(|place| found.iter().filter_map(move |walls| walls.get(place)).cloned()).collect()
}

/// Watches a game for what is rare.
#[derive(Default)]
struct Watcher {
    seen: [bool; ALL.len()],
}

thread_local! {
    static UNBOUNDED: RefCell<Unbounded> = RefCell::default();
}

impl Observer for Watcher {
    fn observe<M: Model>(&mut self, event: Event, game: &Position<M>) {
        let is_last = game.tiles_left() == 0;
        match event {
            Event::Discard { seat, tile } => {
                self.look_at(game, seat, tile);
                let wins = |other: &Seat| {
                    let with = (*other != seat).then(|| game.hand(*other).with(tile).ok()).flatten();
                    with.is_some_and(|hand| game.model().distance(&hand) == Distance::WON)
                };
                if Seat::ALL.iter().filter(|seat| wins(seat)).count() > 1 {
                    self.seen[Rare::SeveralWins as usize] = true;
                }
            }
            Event::Special { .. } if is_last => self.seen[Rare::LastSpecial as usize] = true,
            Event::Chow { .. } | Event::Pong { .. } | Event::End(Outcome::Ron { .. }) if is_last => {
                self.seen[Rare::LastDiscard as usize] = true;
            }
            _ => {}
        }
    }
}

impl Watcher {
    /// Looks at a player's hand, and at what it discarded.
    fn look_at<M: Model>(&mut self, game: &Position<M>, seat: Seat, discarded: Tile) {
        let hand = game.hand(seat);
        let counts = hand.counts();
        let has_four = |hand: &Hand| hand.counts().kinds().iter().any(|tile| hand.counts().get(tile) == Tile::COPIES);
        if let Some(before) = hand.with(discarded).ok().filter(has_four) {
            let lacking = |tile: &Tile| {
                let after = before.without(*tile).ok();
                after.map_or(u8::MAX, |after| UNBOUNDED.with_borrow_mut(|unbounded| unbounded.lacking(&after, MELDS)))
            };
            // Of equals the rule takes the last.
            let kinds: Vec<Tile> = before.counts().kinds().iter().collect();
            let chosen = kinds.into_iter().rev().min_by_key(lacking);
            self.seen[Rare::FifthCopy as usize] |= chosen != Some(discarded);
        }
        let (melds, waits) = (game.melds(seat), game.waits(seat));
        let has_all = |tile: Tile| {
            let exposed = melds.iter().flat_map(|meld| meld.tiles()).filter(|&other| other == tile).count();
            exposed + usize::from(counts.get(tile)) == usize::from(Tile::COPIES)
        };
        if !melds.is_empty() && !waits.is_empty() && waits.iter().all(has_all) {
            self.seen[Rare::UsedUp as usize] = true;
        }
    }
}

/// The melds of a winning hand.
const MELDS: usize = 4;
