//! Playing a range of games.

use std::ops::Range;

use rayon::prelude::*;

use super::{Counter, Seed, Statistics, Tally};
use crate::distance::Model;
use crate::game::{Game, Observer, PLAYERS, Policy};

/// Plays some games of a seed one after the other, on this thread.
///
/// `policies` is asked for each game's players by the game's number.
pub fn play<M: Model, P: Policy<M>, O: Observer>(
    seed: Seed,
    games: Range<u64>,
    model: M,
    policies: impl Fn(u64) -> [P; PLAYERS],
    observer: &mut O,
) {
    for game in games {
        Game::play(seed.shuffle(game), model, &mut policies(game), observer);
    }
}

/// Plays some games of a seed on all threads of rayon's current pool and tallies them. The tally depends on neither the
/// threads nor the blocks into which a run is cut: the tallies of its blocks add up to it.
///
/// ```
/// use paili::TableModel;
/// use paili::game::Rule;
/// use paili::simulation::{Seed, Statistics, tally};
///
/// let run = |games| tally(Seed(1), games, TableModel, |_| [Rule; 4], Statistics::Plain);
/// let mut blocks = run(0..300);
/// blocks += &run(300..1000);
/// assert_eq!(blocks, run(0..1000));
/// ```
pub fn tally<M: Model, P: Policy<M>>(
    seed: Seed,
    games: Range<u64>,
    model: M,
    policies: impl Fn(u64) -> [P; PLAYERS] + Sync,
    statistics: Statistics,
) -> Tally {
    let blocks = (games.end.saturating_sub(games.start)).div_ceil(BLOCK);
    let some = |mut counter: Counter, block: u64| {
        let begin = games.start + block * BLOCK;
        let block = begin..games.end.min(begin.saturating_add(BLOCK));
        play(seed, block, model, &policies, &mut counter);
        counter
    };
    (0..blocks)
        .into_par_iter()
        .fold(|| Counter::new(statistics), some)
        .map(Counter::into_tally)
        .reduce_with(|mut sum, more| {
            sum += &more;
            sum
        })
        .unwrap_or_else(|| Tally::new(statistics))
}

/// Games that stay together on one thread: a fraction of a millisecond.
const BLOCK: u64 = 64;
