//! Games alone as they are dealt: how often each way to play wins, and what its discards cost by the bounds.

use std::ops::Range;

use rayon::prelude::*;

use super::mistakes::{Judged, Mistakes};
use super::{AloneGame, Solved, SolvedError, Strategy};
use paili::analysis::{Unseen, discards};
use paili::distance::{Distance, Model};
use paili::rules::RulesModel;
use paili::simulation::{Proportion, Seed};
use paili::{Counts, Deck, Tile};

/// Plays a game alone from the deal. Game i of a seed has the tiles of the wall i of that seed that are in the deck, in their
/// order; where the deck is not of the usual one, its tiles in [an order of their own](Seed::order). So all ways play the same games.
///
/// ```
/// use paili::simulation::Seed;
/// use paili::rules::RuleSet;
/// use paili_solve::{AloneGame, SoloGames, Strategy};
///
/// let game = AloneGame::new(RuleSet::standard(), 13)?;
/// let tally = SoloGames::new(game, None)?.play(Seed(1), 0..1000, &Strategy::Acceptance)?;
/// assert_eq!(tally.won().hits, 206);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct SoloGames<'a> {
    game: AloneGame,
    judge: Option<&'a Solved>,
    /// The kinds of the rule set that the deck does not have: nobody waits for them.
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

/// How a wildcard stands among the tiles of a deck.
const WILDCARD: Tile = Tile::PASS;

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
        let dealt = game.deck_tiles() - game.tiles() as u32;
        if game.unseen() != dealt {
            let (first, draws) = (game.unseen(), game.draws());
            return Err(SolvedError::Unseen { unseen: dealt, first, draws });
        }
        let absent = |tile: Tile| std::iter::repeat_n(tile, (game.rules().copies(tile) - game.copies(tile)).into());
        let absent = Counts::of(Tile::regular().flat_map(absent)).unwrap_or(Counts::EMPTY);
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
            let games = begin..games.end.min(begin + BLOCK);
            match self.game.rules().model() {
                RulesModel::Embedded(model) => self.play_block(model, seed, games, way),
                model => self.play_block(model, seed, games, way),
            }
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

    /// The tiles of a game's deck that are dealt and drawn, in their order.
    fn tiles(&self, seed: Seed, number: u64) -> Vec<Tile> {
        let (game, places) = (&self.game, self.game.tiles() + self.game.draws() as usize);
        if game.rules().embedded().is_some() {
            seed.wall(number).tiles().iter().copied().filter(|&tile| game.copies(tile) > 0).take(places).collect()
        } else {
            seed.order(&Deck::of(game.rules()), number, places)
        }
    }

    fn play_block<M: Model + Copy + Into<RulesModel>>(
        &self,
        model: M,
        seed: Seed,
        games: Range<u64>,
        way: &Strategy,
    ) -> Result<LoneTally, SolvedError> {
        let mut tally = self.nothing();
        for game in games {
            self.play_game(model, (game, self.tiles(seed, game)), way, &mut tally)?;
        }
        Ok(tally)
    }

    fn play_game<M: Model + Copy + Into<RulesModel>>(
        &self,
        model: M,
        (number, tiles): (u64, Vec<Tile>),
        way: &Strategy,
        tally: &mut LoneTally,
    ) -> Result<(), SolvedError> {
        let game = &self.game;
        let rules = game.rules();
        let (dealt, drawn) = tiles.split_at(tiles.len().min(game.tiles()));
        let wildcards = dealt.iter().filter(|&&tile| tile == WILDCARD).count() as u8;
        // A deal has no fifth copy of a kind, nor has a hand that draws and discards its tiles.
        let dealt = Counts::of(dealt.iter().copied().filter(|&tile| tile != WILDCARD)).ok();
        let dealt = dealt.and_then(|counts| rules.hand(counts, wildcards).ok());
        let (Some(mut hand), mut elsewhere) = (dealt, self.absent) else { return Ok(()) };
        tally.games += 1;
        for (draw, &tile) in drawn.iter().enumerate() {
            let drawn = match tile {
                WILDCARD => rules.hand(*hand.counts(), hand.wildcards() + 1).ok(),
                tile => hand.with(tile).ok(),
            };
            let Some(drawn) = drawn else { break };
            hand = drawn;
            if model.distance(&hand) == Distance::WON {
                tally.won_by_draw[draw] += 1;
                tally.ready += 1;
                return Ok(());
            }
            let left = game.draws() - 1 - draw as u32;
            let unseen = Unseen::of(rules, &hand, &elsewhere);
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
