//! Games alone as they are dealt: how often each way to play wins, and what its discards cost by the bounds.

use std::ops::Range;

use rayon::prelude::*;

use super::mistakes::{Judged, Mistakes};
use super::{AloneGame, Solved, SolvedError, Strategy};
use paili::analysis::{Unseen, discards};
use paili::distance::{Distance, Model, TableModel};
use paili::simulation::{Proportion, Seed};
use paili::{Counts, Hand, Tile, WithForms};

/// Plays a game alone from the deal. Game i of a seed has the tiles of the wall i of that seed that are in the deck, in their
/// order, so all ways play the same games.
///
/// ```
/// use paili::simulation::Seed;
/// use paili_solve::{AloneGame, DeckParts, SoloGames, Strategy};
///
/// let game = AloneGame::of(DeckParts::MPSZ, 13)?;
/// let tally = SoloGames::new(game, None)?.play(Seed(1), 0..1000, &Strategy::Acceptance)?;
/// assert_eq!(tally.won().hits, 206);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct SoloGames<'a> {
    game: AloneGame,
    judge: Option<&'a Solved>,
    /// Four of each kind that the deck does not have: nobody waits for them.
    absent: Counts,
}

/// What became of games alone.
#[derive(Debug, Clone, PartialEq)]
pub struct LoneTally {
    /// How many were played.
    pub games: u64,
    /// How many were won with each draw, the first one first.
    pub won_by_draw: Vec<u64>,
    /// How many had won or were ready at the end.
    pub ready: u64,
    /// What the discards cost, if somebody judged them.
    pub mistakes: Option<Mistakes>,
}

impl LoneTally {
    /// How many were won.
    pub fn won(&self) -> Proportion {
        Proportion { hits: self.won_by_draw.iter().sum(), of: self.games }
    }

    /// Adds other games.
    pub fn merge(&mut self, more: &LoneTally) {
        self.games += more.games;
        self.ready += more.ready;
        self.won_by_draw.iter_mut().zip(&more.won_by_draw).for_each(|(sum, more)| *sum += more);
        if let (Some(mistakes), Some(more)) = (&mut self.mistakes, &more.mistakes) {
            mistakes.merge(more);
        }
    }
}

/// Games that one thread plays in a go: their sums are added in order, so that threads don't matter.
const BLOCK: u64 = 1000;

impl<'a> SoloGames<'a> {
    /// Games of this kind, with discards judged by a file of bounds if there is one.
    ///
    /// # Errors
    ///
    /// When the file is of another game, or when some tiles of the deck are neither in hand nor unseen: a deal has all.
    pub fn new(game: AloneGame, judge: Option<&'a Solved>) -> Result<SoloGames<'a>, SolvedError> {
        if let Some(other) = judge.map(Solved::game).filter(|&&other| other != game) {
            return Err(SolvedError::Game { game: *other });
        }
        let dealt = game.deck().tiles() - game.tiles() as u32;
        if game.unseen() != dealt {
            let (first, draws) = (game.unseen(), game.draws());
            return Err(SolvedError::Unseen { unseen: dealt, first, draws });
        }
        let absent = Tile::regular().filter(|&tile| !game.deck().has(tile));
        let absent = Counts::of(absent.flat_map(|tile| [tile; Tile::COPIES as usize])).unwrap_or(Counts::EMPTY);
        Ok(SoloGames { game, judge, absent })
    }

    /// Plays these games of a seed, on all threads of rayon's current pool.
    ///
    /// # Errors
    ///
    /// When a file of bounds is damaged or does not have all layers, or when the way plays by one of another game.
    pub fn play(&self, seed: Seed, games: Range<u64>, way: &Strategy) -> Result<LoneTally, SolvedError> {
        if let Strategy::Solved(solved) = way
            && *solved.game() != self.game
        {
            return Err(SolvedError::Game { game: *solved.game() });
        }
        let blocks = games.end.saturating_sub(games.start).div_ceil(BLOCK);
        let block = |block: u64| {
            let begin = games.start + block * BLOCK;
            let mut tally = self.nothing();
            for game in begin..games.end.min(begin + BLOCK) {
                self.play_game(seed, game, way, &mut tally)?;
            }
            Ok(tally)
        };
        let tallies: Result<Vec<LoneTally>, SolvedError> = (0..blocks).into_par_iter().map(block).collect();
        let mut all = self.nothing();
        tallies?.iter().for_each(|tally| all.merge(tally));
        Ok(all)
    }

    /// The tally of no game.
    pub fn nothing(&self) -> LoneTally {
        let draws = self.game.draws() as usize;
        LoneTally {
            games: 0,
            won_by_draw: vec![0; draws],
            ready: 0,
            mistakes: self.judge.map(|_| Mistakes::new(draws)),
        }
    }

    fn play_game(&self, seed: Seed, number: u64, way: &Strategy, tally: &mut LoneTally) -> Result<(), SolvedError> {
        let game = &self.game;
        let model = WithForms::new(TableModel, game.forms());
        let wall = seed.wall(number);
        let mut tiles = wall.tiles().iter().copied().filter(|&tile| game.deck().has(tile));
        // A deal has no fifth copy of a kind, nor has a hand that draws and discards its tiles.
        let dealt = Counts::of(tiles.by_ref().take(game.tiles())).ok().and_then(|counts| Hand::of_size(counts).ok());
        let (Some(mut hand), mut elsewhere) = (dealt, self.absent) else { return Ok(()) };
        tally.games += 1;
        for (draw, tile) in tiles.take(game.draws() as usize).enumerate() {
            let Ok(drawn) = hand.with(tile) else { break };
            hand = drawn;
            if model.distance(&hand) == Distance::WON {
                tally.won_by_draw[draw] += 1;
                tally.ready += 1;
                return Ok(());
            }
            let left = game.draws() - 1 - draw as u32;
            let Ok(unseen) = Unseen::beside(&hand, &elsewhere) else { break };
            let all = discards(model, &hand, &unseen);
            // A hand after a draw has a discard due.
            let Some(discard) = way.discard(model, &hand, &unseen, left, &all)? else { break };
            if let (Some(judge), Some(mistakes), true) = (self.judge, &mut tally.mistakes, left > 0) {
                let bounds = judge.discards(&hand, &unseen, left)?;
                mistakes.add(&Judged { game: number, hand, left, discard, discards: &all, bounds: &bounds });
            }
            let (Ok(left), Ok(())) = (hand.without(discard), elsewhere.insert(discard)) else { break };
            hand = left;
        }
        tally.ready += u64::from(model.distance(&hand) <= Distance::READY);
        Ok(())
    }
}
