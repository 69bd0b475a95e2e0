//! Simulators: who plays the games of walls, and is right if the transcripts are.

use std::time::{Duration, Instant};

use paili::TableModel;
use paili::answers::GameAnswer;
use paili::game::{Game, Rule, Transcript, Wall};
use paili::simulation::{Proportion, Seed, Skew};
use rayon::prelude::*;

use crate::extent::Extent;
use crate::rare::rare_walls;

/// Somebody who plays games.
pub trait Simulator {
    /// What comes of each wall, in order; of fewer of them if somebody wants all to end.
    fn play(&mut self, walls: &[Wall]) -> Vec<Played>;

    /// Whether it is of no use to ask on.
    fn is_over(&self) -> bool {
        false
    }
}

impl<F: FnMut(&Wall) -> String> Simulator for F {
    fn play(&mut self, walls: &[Wall]) -> Vec<Played> {
        walls.iter().map(|wall| Played { transcript: self(wall), fault: None }).collect()
    }
}

/// What came of a wall.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Played {
    /// The transcript, every line ended.
    pub transcript: String,
    /// What the simulator did instead of going on.
    pub fault: Option<String>,
}

/// How a simulator is asked.
#[derive(Debug, Clone, Copy)]
pub struct GameAudit {
    /// How much is asked: of [`Extent::Drawn`] so many walls.
    pub extent: Extent,
    /// The seed of the walls, but for those of which it is known that their games are rare.
    pub seed: Seed,
}

/// What an audit found out about a simulator.
#[derive(Debug, Clone)]
pub struct GameVerdict {
    /// How many games on shuffled walls it was asked about, and how many of the transcripts are wrong.
    pub shuffled: Proportion,
    /// The same of skewed walls, and of those whose games are known to come to something rare.
    pub skewed: Proportion,
    /// The wrong transcript that goes wrong soonest.
    pub shortest: Option<Difference>,
    /// Walls whose transcripts are wrong: the first of them.
    pub failures: Vec<Wall>,
}

impl GameVerdict {
    /// All games, and how many of them are wrong.
    pub fn all(&self) -> Proportion {
        Proportion { hits: self.shuffled.hits + self.skewed.hits, of: self.shuffled.of + self.skewed.of }
    }
}

/// Where a transcript goes wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The wall.
    pub wall: Wall,
    /// How many of its tiles are drawn by then; those after them are in order, if that changes nothing.
    pub tiles: usize,
    /// Which line differs first, from 1.
    pub line: usize,
    /// The line that is right; none after the end of the game.
    pub expected: Option<String>,
    /// What came instead; none where nothing did.
    pub answered: Option<String>,
}

impl Difference {
    /// Why the rule does what is right: the lines that `play --explain` says before it.
    pub fn why(&self) -> Vec<String> {
        let explained = GameAnswer::new(&self.wall).explained();
        let (mut said, mut why) = (0, Vec::new());
        for text in explained.lines() {
            if !text.starts_with('#') {
                said += 1;
                if said == self.line {
                    break;
                }
                why.clear();
            } else if said + 1 == self.line {
                why.push(text.to_owned());
            }
        }
        why
    }
}

/// Wrong transcripts that are kept.
const MOST_FAILURES: usize = 1000;

/// Wrong transcripts from which a shorter one is looked for.
const MOST_BEGINNINGS: usize = 4;

/// How long a block of walls should take, and its size at most.
const BLOCK_TIME: Duration = Duration::from_millis(500);
const MOST_BLOCK: u64 = 1 << 14;

/// Walls that are played first: how many a run are taken shows in two.
const FIRST_BLOCK: u64 = 2;

impl GameAudit {
    /// Asks a simulator: first on walls whose games come to something rare, then on shuffled and skewed ones by turns.
    pub fn run(&self, simulator: &mut impl Simulator) -> GameVerdict {
        let mut verdict = GameVerdict {
            shuffled: Proportion { hits: 0, of: 0 },
            skewed: Proportion { hits: 0, of: 0 },
            shortest: None,
            failures: Vec::new(),
        };
        let mut found = Vec::new();
        let (until, end) = (self.extent.until(1), self.extent.drawn());
        let rare = rare_walls();
        let first = rare.len() as u64;
        let skew_of = |game: u64| Skew::ALL[((game - first) % Skew::ALL.len() as u64) as usize];
        let (mut next, mut block) = (0, FIRST_BLOCK);
        while next < end {
            let begun = Instant::now();
            let games = next..end.min(next + block);
            let wall = |game| match rare.get(game as usize) {
                Some(wall) => wall.clone(),
                None => self.seed.skewed_wall(skew_of(game), game),
            };
            let walls: Vec<Wall> = games.clone().into_par_iter().map(wall).collect();
            next = games.end;
            for ((game, wall), difference) in games.zip(&walls).zip(differences(simulator, &walls)) {
                let is_shuffled = game >= first && skew_of(game) == Skew::None;
                let group = if is_shuffled { &mut verdict.shuffled } else { &mut verdict.skewed };
                group.of += 1;
                if let Some(difference) = difference {
                    group.hits += 1;
                    found.push(difference);
                    if verdict.failures.len() < MOST_FAILURES {
                        verdict.failures.push(wall.clone());
                    }
                }
            }
            found.sort_by_key(|difference| difference.tiles);
            found.truncate(MOST_BEGINNINGS);
            if simulator.is_over() || Instant::now() >= until {
                break;
            }
            if begun.elapsed() < BLOCK_TIME {
                block = (2 * block).min(MOST_BLOCK);
            }
        }
        verdict.shortest = self.shorten(simulator, found);
        verdict
    }

    /// The difference that comes soonest, of some and of walls with a tile, or a round of tiles, less.
    fn shorten(&self, simulator: &mut impl Simulator, found: Vec<Difference>) -> Option<Difference> {
        let until = self.extent.until(1);
        let mut best: Option<Difference> = None;
        for mut difference in found {
            while !simulator.is_over() && Instant::now() < until {
                let walls: Vec<Wall> = [1, 4]
                    .into_iter()
                    .flat_map(|fewer| {
                        (0..(difference.tiles + 1).saturating_sub(fewer)).map(move |place| (place, fewer))
                    })
                    .map(|(place, fewer)| put_last(&difference.wall, place, fewer))
                    .collect();
                let nearer = differences(simulator, &walls).into_iter().flatten().min_by_key(|other| other.tiles);
                match nearer.filter(|other| other.tiles < difference.tiles) {
                    Some(nearer) => difference = nearer,
                    None => break,
                }
            }
            if best.as_ref().is_none_or(|best| difference.tiles < best.tiles) {
                best = Some(difference);
            }
        }
        let best = best?;
        let mut tiles = *best.wall.tiles();
        tiles[best.tiles..].sort_unstable();
        let in_order = Wall::new(tiles).ok().filter(|_| !simulator.is_over());
        let same = in_order.and_then(|wall| differences(simulator, &[wall]).pop().flatten());
        Some(same.filter(|same| same.line == best.line).unwrap_or(best))
    }
}

/// A wall with some tiles put last.
fn put_last(wall: &Wall, place: usize, many: usize) -> Wall {
    let mut tiles = *wall.tiles();
    tiles[place..].rotate_left(many);
    Wall::new(tiles).unwrap_or_else(|_| wall.clone())
}

/// Where each wall's transcript is wrong, if it is.
fn differences(simulator: &mut impl Simulator, walls: &[Wall]) -> Vec<Option<Difference>> {
    let played = simulator.play(walls);
    walls.par_iter().zip(played).map(|(wall, played)| difference(wall, &played)).collect()
}

/// Where a transcript is wrong, if it is.
fn difference(wall: &Wall, played: &Played) -> Option<Difference> {
    let mut transcript = Transcript::new();
    Game::play(wall, TableModel, &mut [Rule; 4], &mut transcript);
    let expected = String::from_utf8_lossy(transcript.as_bytes());
    if played.fault.is_none() && played.transcript == expected {
        return None;
    }
    let (mut right, mut said) = (expected.lines(), played.transcript.lines());
    let (mut line, mut tiles) = (0, 0);
    let (expected, answered) = loop {
        line += 1;
        let (right, said) = (right.next(), said.next());
        tiles += usize::from(right.is_some_and(|right| right.contains(" IN ")));
        if right != said || right.is_none() {
            break (right.map(str::to_owned), said.map(str::to_owned).or_else(|| played.fault.clone()));
        }
    };
    Some(Difference { wall: wall.clone(), tiles, line, expected, answered })
}
