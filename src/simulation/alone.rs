//! What really happens when one player draws alone: the truth beside the [odds](crate::odds).

use std::collections::HashMap;
use std::ops::{AddAssign, Range};

use rayon::prelude::*;

use super::shuffle_steps::{GROUP, PlaceGroup, Places};
use super::{Proportion, Seed};
use crate::distance::Distance;
use crate::odds::{Drawn, Graph, Law, OddsError, Play, Start, State};
use crate::rules::WILDCARD;
use crate::tile::Tile;

/// One player that draws alone and plays a [graph](Graph) by the values of a [law](Law).
///
/// Run i draws the unseen tiles in an order that depends on the seed and i alone, the same for every first discard, so that
/// differences between discards are sharper than the rates.
///
/// ```
/// use paili::analysis::Unseen;
/// use paili::odds::{Changes, Graph, Law};
/// use paili::simulation::{Alone, Seed};
/// use paili::{Hand, TableModel};
///
/// let hand: Hand = "123m456p789s1122z".parse()?;
/// let graph = Graph::of(TableModel, &hand, &Unseen::by(&hand), Changes::None)?;
/// let truth = Alone::new(&graph, 14, Law::Remembering)?.play(Seed(1), 0..100_000);
/// let odds = graph.odds(14, Law::Remembering)?;
/// assert!(truth[0].win.interval().unwrap().contains(odds.win[0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Alone<'a> {
    play: Play<'a>,
    /// The unseen tiles in order, and how those that are drawn are settled.
    tiles: Places,
    groups: Vec<PlaceGroup>,
    draws: usize,
}

/// What became of runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AloneResult {
    /// The first discard; none where the hand draws first.
    pub discard: Option<Tile>,
    /// How many runs won.
    pub win: Proportion,
    /// How many were, or had been, ready at the end.
    pub ready: Proportion,
}

impl AddAssign for AloneResult {
    /// Adds more runs with the same discard.
    fn add_assign(&mut self, more: AloneResult) {
        for (sum, more) in [(&mut self.win, more.win), (&mut self.ready, more.ready)] {
            sum.hits += more.hits;
            sum.of += more.of;
        }
    }
}

impl<'a> Alone<'a> {
    /// The player of a graph's first hand in the next `draws` draws.
    ///
    /// # Errors
    ///
    /// As [`Graph::odds`]. It takes more memory than that: for every hand of the graph the values after each draw.
    pub fn new(graph: &'a Graph, draws: u32, law: Law) -> Result<Alone<'a>, OddsError> {
        let (play, unseen) = (Play::of(graph, draws, law)?, graph.unseen());
        let copies = |tile: Tile| (0..unseen.copies(tile)).map(move |_| tile);
        let wildcards = (0..unseen.wildcards()).map(|_| WILDCARD);
        let mut tiles = [Tile::EAST; 1 << u8::BITS];
        let in_order = Tile::regular().flat_map(copies).chain(wildcards);
        tiles.iter_mut().zip(in_order).for_each(|(place, tile)| *place = tile);
        let (draws, unseen) = (draws as usize, unseen.tiles() as usize);
        let groups = (0..draws).step_by(GROUP).map(|first| PlaceGroup::new(first, draws, unseen)).collect();
        Ok(Alone { play, tiles, groups, draws })
    }

    /// Plays these runs, from each first discard in the graph, on all threads of rayon's current pool.
    pub fn play(&self, seed: Seed, runs: Range<u64>) -> Vec<AloneResult> {
        let starts = self.play.starts();
        let count = runs.end.saturating_sub(runs.start);
        let block = |block: u64| {
            let begin = runs.start + block * BLOCK;
            self.play_block(seed, begin..runs.end.min(begin.saturating_add(BLOCK)), &starts)
        };
        let add = |one: Vec<[u64; 2]>, more: Vec<[u64; 2]>| -> Vec<[u64; 2]> {
            one.into_iter().zip(more).map(|(one, more)| [one[0] + more[0], one[1] + more[1]]).collect()
        };
        let sums = (0..count.div_ceil(BLOCK)).into_par_iter().map(block).reduce(|| vec![[0; 2]; starts.len()], add);
        let result = |(&(discard, ..), [win, ready]): (&Start, [u64; 2])| {
            let of = |hits| Proportion { hits, of: count };
            AloneResult { discard, win: of(win), ready: of(ready) }
        };
        starts.iter().zip(sums).map(result).collect()
    }

    /// How many runs win, and how many are ready, from each start.
    fn play_block(&self, seed: Seed, runs: Range<u64>, starts: &[Start]) -> Vec<[u64; 2]> {
        let mut known = Known::new(&self.play, self.draws);
        let mut counts = vec![[0; 2]; starts.len()];
        for run in runs {
            let (mut tiles, mut words) = (self.tiles, seed.words(run));
            self.groups.iter().for_each(|group| group.settle(&mut tiles, &mut words));
            known.make_room();
            for (counts, &(_, start, distance)) in counts.iter_mut().zip(starts) {
                let reached = known.play(start, distance, &tiles[..self.draws]);
                counts.iter_mut().zip(reached).for_each(|(count, reached)| *count += u64::from(reached));
            }
        }
        counts
    }
}

/// Runs that stay together on one thread: what is found out in one is known to the others.
const BLOCK: u64 = 50_000;

/// What draws make of hands, as far as it was found out.
struct Known<'a> {
    play: &'a Play<'a>,
    draws: usize,
    numbers: HashMap<State, usize>,
    states: Vec<KnownState>,
}

struct KnownState {
    state: State,
    is_ready: bool,
    /// What each kind makes of it, by draws made.
    steps: Vec<Option<Box<[KnownStep; Tile::COUNT]>>>,
}

#[derive(Debug, Clone, Copy)]
enum KnownStep {
    Stays,
    Wins,
    /// The number of the state that follows.
    Becomes(usize),
}

/// The most states that are known at once.
const MOST_KNOWN: usize = 50_000;

impl<'a> Known<'a> {
    fn new(play: &'a Play<'a>, draws: usize) -> Known<'a> {
        Known { play, draws, numbers: HashMap::new(), states: Vec::new() }
    }

    /// Makes room for what a run finds out.
    fn make_room(&mut self) {
        if self.states.len() > MOST_KNOWN {
            self.numbers.clear();
            self.states.clear();
        }
    }

    /// Whether a hand wins by these draws, and whether it has been ready.
    fn play(&mut self, start: State, distance: Distance, draws: &[Tile]) -> [bool; 2] {
        let mut number = self.number(start, distance);
        let mut ready = self.states[number].is_ready;
        for (made, tile) in draws.iter().enumerate() {
            match self.step(number, made, *tile) {
                KnownStep::Stays => {}
                KnownStep::Wins => return [true, true],
                KnownStep::Becomes(next) => {
                    number = next;
                    ready |= self.states[number].is_ready;
                }
            }
        }
        [false, ready]
    }

    fn step(&mut self, number: usize, made: usize, tile: Tile) -> KnownStep {
        if let Some(steps) = &self.states[number].steps[made] {
            return steps[tile.index()];
        }
        let mut steps = Box::new([KnownStep::Stays; Tile::COUNT]);
        for (kind, step) in self.play.steps(self.states[number].state, made) {
            steps[kind.index()] = match step {
                Drawn::Wins => KnownStep::Wins,
                Drawn::Becomes(state, distance) => KnownStep::Becomes(self.number(state, distance)),
            };
        }
        let step = steps[tile.index()];
        self.states[number].steps[made] = Some(steps);
        step
    }

    fn number(&mut self, state: State, distance: Distance) -> usize {
        *self.numbers.entry(state).or_insert_with(|| {
            let steps = (0..self.draws).map(|_| None).collect();
            self.states.push(KnownState { state, is_ready: distance <= Distance::READY, steps });
            self.states.len() - 1
        })
    }
}
