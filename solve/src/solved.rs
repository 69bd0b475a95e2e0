//! Answers from a file of bounds.

use std::fs::File;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use memmap2::Mmap;
use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use super::file::{CHUNK, CLASS, Contents, END, FIRST, LABEL, decoded};
use super::layer::Board;
use super::map::map;
use super::{AloneGame, SolveError, SolvedError};
use paili::analysis::{Unseen, discards};
use paili::distance::{Distance, Model};
use paili::rules::RulesModel;
use paili::{Counts, Hand, Tile};

/// A file of bounds, mapped into memory.
///
/// The bytes are checked when they are looked at first, 64 KiB at a time. A file that is cut short by somebody else while it
/// is mapped ends the program, as with any mapped file.
#[derive(Debug)]
pub struct Solved {
    bytes: Mmap,
    contents: Contents,
    board: Board,
    model: RulesModel,
    /// The number of the layer by draws to come.
    layers: Vec<Option<usize>>,
    /// A bit for each chunk that was found whole.
    checked: Vec<AtomicU64>,
}

/// What a discard leaves.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SolvedDiscard {
    /// The discard.
    pub tile: Tile,
    /// The most that can be won after it, a probability.
    pub bound: f64,
}

impl Solved {
    /// Opens a file.
    ///
    /// # Errors
    ///
    /// When it can't be read, is no file of bounds, or is damaged, as far as can be told without reading all of it.
    pub fn open(path: impl AsRef<Path>) -> Result<Solved, SolvedError> {
        let file = File::open(path)?;
        let metadata = file.metadata()?;
        if !metadata.is_file() {
            return Err(if metadata.is_dir() {
                std::io::Error::from(std::io::ErrorKind::IsADirectory).into()
            } else {
                SolvedError::Foreign
            });
        }
        if metadata.len() < (FIRST + END) as u64 {
            return Err(SolvedError::Foreign);
        }
        let bytes = map(&file)?;
        let contents = contents(&bytes)?;
        let game = &contents.game;
        let board = Board::new(game).map_err(|_| SolvedError::Damaged)?;
        if board.before.count != contents.classes {
            return Err(SolvedError::Damaged);
        }
        let mut layers = vec![None; game.draws() as usize + 1];
        for (number, layer) in contents.layers.iter().enumerate() {
            layers[layer.draws as usize] = Some(number);
        }
        let checked = (0..contents.sums.len().div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        let model = game.rules().model();
        Ok(Solved { bytes, contents, board, model, layers, checked })
    }

    /// The game that the file is of.
    pub fn game(&self) -> &AloneGame {
        &self.contents.game
    }

    /// The layers: the draws to come, and the mean bound over all hands as they are dealt.
    pub fn layers(&self) -> impl Iterator<Item = (u32, f64)> {
        self.contents.layers.iter().map(|layer| (layer.draws, layer.mean))
    }

    /// How many classes of hands each layer has.
    pub fn classes(&self) -> u64 {
        self.contents.classes
    }

    /// Checks every byte, on all threads of rayon's current pool.
    ///
    /// # Errors
    ///
    /// When the file is damaged.
    pub fn verify(&self) -> Result<(), SolvedError> {
        (0..self.contents.sums.len()).into_par_iter().try_for_each(|chunk| self.check(chunk))
    }

    /// Whether all layers are there that playing takes.
    pub fn is_complete(&self) -> bool {
        (1..self.game().draws()).all(|draws| self.layer(draws).is_ok())
    }

    /// How many draws are to come where so many tiles are unseen before the next one, which is what a layer is for.
    ///
    /// # Errors
    ///
    /// When the file has no layer for so many.
    pub fn draws_from(&self, unseen: u32) -> Result<u32, SolvedError> {
        let game = self.game();
        let draws = (unseen + game.draws()).checked_sub(game.unseen());
        let draws = draws.filter(|draws| (1..=game.draws()).contains(draws)).ok_or(SolvedError::Unseen {
            unseen,
            first: game.unseen(),
            draws: game.draws(),
        })?;
        self.layer(draws).map(|_| draws)
    }

    /// The most that a hand can win before a draw, with so many to come: never below what any way to play reaches, and
    /// above the [layer's](super::Solver) value v by no more than 2√v / 65535 and the [margin](super::Solver::margin).
    ///
    /// # Errors
    ///
    /// When it is no hand of the game before a draw, when the file does not have the layer, or when it is damaged.
    ///
    /// Takes a tenth of a microsecond, once its bytes are in memory.
    pub fn bound(&self, hand: &Counts, draws: u32) -> Result<f64, SolvedError> {
        let game = self.game();
        if hand.total() != game.tiles() {
            return Err(SolvedError::Hand(SolveError::Size { tiles: hand.total(), expected: game.tiles() }));
        }
        self.bound_of(self.layer(draws)?, hand)
    }

    /// The same of a hand before or after a draw: 1 if it wins, else the largest bound that a discard leaves.
    ///
    /// # Errors
    ///
    /// As [`Solved::bound`].
    ///
    /// ```no_run
    /// # use paili::Hand;
    /// # use paili_solve::Solved;
    /// let solved = Solved::open("alone.solved")?;
    /// let hand: Hand = "234578m1689p357s1z".parse()?;
    /// println!("{}", solved.bound_after(hand.counts(), 17)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn bound_after(&self, hand: &Counts, draws: u32) -> Result<f64, SolvedError> {
        let game = self.game();
        game.check(hand).map_err(SolvedError::Hand)?;
        if hand.total() == game.tiles() {
            return self.bound(hand, draws);
        }
        // The game has no hand of another size.
        let Ok(whole) = game.rules().hand(*hand, 0) else { return Ok(0.0) };
        if self.model.distance(&whole) == Distance::WON {
            return Ok(1.0);
        }
        let layer = self.layer(draws)?;
        let mut best = 0.0_f64;
        for tile in hand.kinds().iter() {
            let Ok(left) = whole.without(tile) else { continue };
            best = best.max(self.bound_of(layer, left.counts())?);
        }
        Ok(best)
    }

    /// What each discard of a hand after a draw leaves, best first; of equals the one with the larger acceptance. A hand
    /// that wins has discards too.
    ///
    /// # Errors
    ///
    /// As [`Solved::bound`], of a hand after a draw. With no draw to come every bound is 0.
    pub fn discards(&self, hand: &Hand, unseen: &Unseen, draws: u32) -> Result<Vec<SolvedDiscard>, SolvedError> {
        let game = self.game();
        let counts = hand.counts();
        if counts.total() != game.tiles() + 1 {
            return Err(SolvedError::Hand(SolveError::Size { tiles: counts.total(), expected: game.tiles() }));
        }
        let layer = if draws == 0 { None } else { Some(self.layer(draws)?) };
        let mut all = Vec::new();
        for discard in discards(self.model, hand, unseen).iter() {
            let Ok(left) = hand.without(discard.tile) else { continue };
            let bound = layer.map_or(Ok(0.0), |layer| self.bound_of(layer, left.counts()))?;
            all.push(SolvedDiscard { tile: discard.tile, bound });
        }
        // Those of equal bounds stay as they are.
        all.sort_by(|one, other| other.bound.total_cmp(&one.bound));
        Ok(all)
    }

    /// The number of the layer for so many draws to come.
    fn layer(&self, draws: u32) -> Result<usize, SolvedError> {
        self.layers.get(draws as usize).copied().flatten().ok_or(SolvedError::Layer { draws })
    }

    fn bound_of(&self, layer: usize, hand: &Counts) -> Result<f64, SolvedError> {
        let (sizes, ranks, honors) = self.board.find(hand).map_err(SolvedError::Hand)?;
        let class = self.board.before.block(sizes, honors).class(ranks) as usize;
        let first = layer * self.contents.chunks();
        let chunk = first + class * CLASS / CHUNK;
        self.check(chunk)?;
        let begin = FIRST + first * CHUNK + class * CLASS;
        Ok(decoded(u16::from_le_bytes([self.bytes[begin], self.bytes[begin + 1]])))
    }

    /// Finds a chunk whole, or knows that it is.
    fn check(&self, chunk: usize) -> Result<(), SolvedError> {
        let (checked, bit) = (&self.checked[chunk / 64], 1 << (chunk % 64));
        if checked.load(Ordering::Relaxed) & bit == 0 {
            let begin = FIRST + chunk * CHUNK;
            if xxh3_64(&self.bytes[begin..begin + CHUNK]) != self.contents.sums[chunk] {
                return Err(SolvedError::Damaged);
            }
            checked.fetch_or(bit, Ordering::Relaxed);
        }
        Ok(())
    }
}

/// What the end of a file says that it is of.
fn contents(bytes: &[u8]) -> Result<Contents, SolvedError> {
    if !bytes.starts_with(&LABEL) {
        return Err(SolvedError::Foreign);
    }
    if bytes[LABEL.len()..FIRST].iter().any(|&byte| byte != 0) {
        return Err(SolvedError::Damaged);
    }
    let (rest, end) = bytes.split_at(bytes.len() - END);
    let (numbers, label) = end.split_at(END - LABEL.len());
    let (numbers, _) = numbers.as_chunks();
    let [len, sum] = [numbers[0], numbers[1]].map(u64::from_le_bytes);
    let len = usize::try_from(len).ok().filter(|&len| label == LABEL && len <= rest.len() - FIRST);
    let (layers, about) = rest.split_at(rest.len() - len.ok_or(SolvedError::Damaged)?);
    let contents = Contents::read(about).filter(|_| xxh3_64(about) == sum).ok_or(SolvedError::Damaged)?;
    if layers.len() == FIRST + contents.sums.len() * CHUNK { Ok(contents) } else { Err(SolvedError::Damaged) }
}
