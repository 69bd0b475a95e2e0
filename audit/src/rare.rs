//! Walls whose games come to what is rare, and what programs get wrong.

use paili::game::Wall;
use paili::simulation::{Seed, Skew};

/// Games of seed 1 that come to something rare, a few of each sort, by turns; a test searches for them.
const GAMES: [u64; 30] = [
    1036, 11522, 1022, 289, 6, 1149, 13236, 4711, 1080, 32, 1959, 19749, 4723, 1613, 57, 4905, 24778, 7687, 1655, 74,
    5885, 26659, 8730, 1759, 115, 7249, 29694, 10054, 2154, 182,
];

/// The walls of these games.
pub(crate) fn rare_walls() -> Vec<Wall> {
    GAMES.into_iter().map(wall).collect()
}

/// The wall of a game, skewed as its number says.
fn wall(game: u64) -> Wall {
    Seed(1).skewed_wall(Skew::ALL[(game % Skew::ALL.len() as u64) as usize], game)
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use paili::game::{Event, Game, Observer, Outcome, Position, Rule, Seat};
    use paili::{Distance, Hand, Model, TableModel, Tile};
    use rayon::prelude::*;

    use super::*;
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

    /// How many games are watched at once, and how many of each sort are wanted.
    const AT_ONCE: u64 = 1 << 14;
    const OF_EACH: usize = 6;

    #[test]
    fn these_are_the_first_games_that_come_to_something_rare() {
        let mut found: [Vec<u64>; ALL.len()] = Default::default();
        for first in (0..1 << 17).step_by(AT_ONCE as usize) {
            if found.iter().all(|games| games.len() >= OF_EACH) {
                break;
            }
            let watch = |game| {
                let mut watcher = Watcher::default();
                Game::play(&wall(game), TableModel, &mut [Rule; 4], &mut watcher);
                (game, watcher.seen)
            };
            let watched: Vec<_> = (first..first + AT_ONCE).into_par_iter().map(watch).collect();
            for (game, seen) in watched {
                let wanted = (0..ALL.len()).find(|&rare| seen[rare] && found[rare].len() < OF_EACH);
                if let Some(rare) = wanted {
                    found[rare].push(game);
                }
            }
        }
        let by_turns: Vec<u64> = (0..OF_EACH).flat_map(|place| found.iter().map(move |games| games[place])).collect();
        assert_eq!(GAMES, by_turns[..]);
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
            let has_four =
                |hand: &Hand| hand.counts().kinds().iter().any(|tile| hand.counts().get(tile) == Tile::COPIES);
            if let Some(before) = hand.with(discarded).ok().filter(has_four) {
                let lacking = |tile: &Tile| {
                    let after = before.without(*tile).ok();
                    after.map_or(u8::MAX, |after| {
                        UNBOUNDED.with_borrow_mut(|unbounded| unbounded.lacking(&after, MELDS))
                    })
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
}
