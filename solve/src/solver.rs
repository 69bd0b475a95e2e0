//! The solver: layer by layer.

use rayon::prelude::*;

use super::classes::SUITS;
use super::layer::Board;
use super::parts::Place;
use super::{AloneGame, SolveError, code};
use paili::Counts;

/// The bounds of all hands of a [game](AloneGame), a layer at a time: first with no draw to come, then with one, and so on.
///
/// Values are single floats. Whatever is rounded on the way, [`Solver::margin`] says by how much they may be too low.
#[derive(Debug, Clone)]
pub struct Solver {
    game: AloneGame,
    pub(super) board: Board,
    /// The mean of every layer that was made.
    means: Vec<f64>,
    /// What every hand is worth before a draw.
    pub(super) values: Vec<f32>,
    /// Room for what every hand is worth after one.
    worth: Vec<f32>,
}

/// What it takes to solve a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SolveSize {
    /// The classes of hands before a draw: 322,565,293 of 13 tiles of the whole deck.
    pub before: u64,
    /// The classes of hands after a draw: 923,597,122.
    pub after: u64,
    /// The places in memory that each layer works through, since some hands are there twice.
    pub places: u64,
    /// The memory in bytes: 6.8 GB.
    pub bytes: u64,
    /// How much of that a saved run takes on the disk: 1.7 GB.
    pub saved: u64,
}

/// The most roundings on the way from the values of one layer to those of the next: a difference and a product, eight sums of a
/// suit's kinds, one more of that, nine of the others', two of alike suits, the rate and its product, and the last sum; and one
/// for what they do to each other.
const ROUNDINGS: u32 = 26;

/// How far a rounded number may be from the exact one, as a part of it.
const ROUNDING: f64 = f32::EPSILON as f64 / 2.0;

impl Solver {
    /// Begins with no draw to come.
    ///
    /// # Errors
    ///
    /// As [`Solver::size`], and when there is too little memory.
    pub fn new(game: &AloneGame) -> Result<Solver, SolveError> {
        let board = Board::new(game)?.with_steps();
        let size = size(&board);
        size.fits_in_memory()?;
        let SolveSize { bytes, .. } = size;
        let room = |len: usize| {
            let mut values = Vec::new();
            values.try_reserve_exact(len).map_err(|_| SolveError::Memory { bytes, available: None })?;
            // On all threads: the system clears memory when it is touched.
            values.par_extend(rayon::iter::repeat_n(0.0_f32, len));
            Ok(values)
        };
        Ok(Solver {
            game: *game,
            means: Vec::new(),
            values: room(board.before.len)?,
            worth: room(board.after.len)?,
            board,
        })
    }

    /// What it takes to solve a game.
    ///
    /// # Errors
    ///
    /// When its suits are not alike, too many kinds are in no chow, or it is won with a form that is not solved.
    pub fn size(game: &AloneGame) -> Result<SolveSize, SolveError> {
        Board::new(game).map(|board| size(&board))
    }

    /// The game.
    pub fn game(&self) -> &AloneGame {
        &self.game
    }

    /// How many draws are to come in the layer that is there.
    pub fn draws(&self) -> u32 {
        self.means.len() as u32
    }

    /// Makes the next layer, with one more draw to come, on all threads of rayon's current pool. `done` hears of places that
    /// are done, from any thread.
    pub fn advance(&mut self, done: impl Fn(u64) + Sync) {
        self.board.best_discards(&self.values, &mut self.worth, &done);
        let draws = self.draws() + 1;
        self.board.add_draw(self.game.unseen_before(draws), &mut self.values, &self.worth, &done);
        self.means.push((self.mean_value() * (1.0 + margin(draws))).min(1.0));
    }

    /// Says that the values are those of the layer after these means.
    pub(super) fn set_means(&mut self, means: Vec<f64>) {
        self.means = means;
    }

    /// The bound of a hand before a draw, with as many draws to come as the layer has.
    ///
    /// # Errors
    ///
    /// When it is no hand of the game.
    pub fn bound(&self, hand: &Counts) -> Result<f64, SolveError> {
        if hand.total() != self.game.tiles() {
            return Err(SolveError::Size { tiles: hand.total(), expected: self.game.tiles() });
        }
        let (sizes, ranks, honors) = self.board.find(hand)?;
        let block = self.board.before.block(sizes, honors);
        Ok(f64::from(self.values[block.begin + block.place(ranks)]))
    }

    /// By how much the layer's values may be lower than what can be reached, because of rounding, as a part of the value:
    /// 0.000028 with eighteen draws.
    pub fn margin(&self) -> f64 {
        margin(self.draws())
    }

    /// The mean of each layer that was made, with one draw to come, with two, and so on: over all hands as they are dealt, each
    /// deal of the deck's tiles as likely as any other, with the [margin](Solver::margin). No way to play wins more often.
    pub fn means(&self) -> &[f64] {
        &self.means
    }

    fn mean_value(&self) -> f64 {
        let board = &self.board;
        let sums = board.before.blocks.par_iter().map(|block| {
            let [first, second, third] = block.sizes.map(|size| &board.suit.sizes[size].ways);
            let orders = orders(block.sizes, board.parts.suits);
            let (held, rank) = block.honors;
            let beside = board.honors.sizes[held].ways[rank] * orders;
            let rows = self.values[block.begin..block.begin + block.len()].chunks_exact(block.shapes[0]);
            let (mut bounds, mut hands) = (0.0, 0.0);
            for (row, values) in rows.enumerate() {
                let ways = beside * second[row % block.shapes[1]] * third[row / block.shapes[1]];
                let row: f64 = values.iter().zip(first).map(|(&value, ways)| f64::from(value) * ways).sum();
                bounds += ways * row;
                hands += ways * first.iter().sum::<f64>();
            }
            [bounds, hands]
        });
        // One after the other, so that the threads don't matter.
        let sums: Vec<[f64; 2]> = sums.collect();
        let [bounds, hands] = [0, 1].map(|which| sums.iter().map(|sum| sum[which]).sum::<f64>());
        bounds / hands
    }
}

fn margin(draws: u32) -> f64 {
    f64::from(draws * ROUNDINGS) * ROUNDING
}

fn size(board: &Board) -> SolveSize {
    let Board { before, after, .. } = board;
    let alike = before.blocks.iter().filter(|block| block.alike()[0]).map(super::classes::Block::len).max();
    let places = before.len + after.len;
    let bytes_of = |values: usize| values as u64 * size_of::<f32>() as u64;
    let (bytes, saved) = (bytes_of(places + alike.unwrap_or_default()), bytes_of(before.len));
    SolveSize { before: before.count, after: after.count, places: places as u64, bytes, saved }
}

/// In how many ways suits can have these numbers of tiles.
fn orders(sizes: [usize; SUITS], suits: usize) -> f64 {
    let mut orders = 1.0;
    for (at, size) in sizes.iter().enumerate().take(suits) {
        let alike = sizes[..at].iter().filter(|other| *other == size).count();
        orders *= (at + 1) as f64 / (alike + 1) as f64;
    }
    orders
}

/// Where a hand's class is: tiles and shapes of the suits, most first, and the honors.
pub(super) type Found = ([usize; SUITS], [usize; SUITS], (usize, usize));

impl Board {
    /// Finds the class of a hand, before or after a draw.
    ///
    /// # Errors
    ///
    /// When the deck does not have its tiles.
    pub fn find(&self, hand: &Counts) -> Result<Found, SolveError> {
        let (mut suits, mut honors) = ([0; SUITS], 0);
        for tile in hand.kinds().iter() {
            let (held, place) = (hand.get(tile), self.parts.place(tile));
            let copies = place.map_or(0, |place| self.parts.copies(place));
            match place.filter(|_| held <= copies).ok_or(SolveError::Foreign { tile, copies })? {
                Place::Suit(suit, rank) => suits[suit] += usize::from(held) * code::of_kind(rank),
                Place::Honor(kind) => honors += usize::from(held) * code::of_kind(kind),
            }
        }
        let mut suits = suits.map(|code| self.suit.find(code));
        suits.sort_unstable_by(|one, other| other.cmp(one));
        let honors = self.honors.find(honors);
        Ok((suits.map(|(size, _)| size), suits.map(|(_, rank)| rank), honors))
    }
}
