//! What can't be solved, and what a file can't answer.

use std::io;

use bytesize::ByteSize;
use thiserror::Error;

use super::AloneGame;
use paili::{Forms, Tile};

/// Why a game can't be solved.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the words on a variant name its fields")]
pub enum SolveError {
    /// The number of tiles in hand is not 13, 10, 7, 4 or 1.
    #[error("{tiles} tiles in hand: expected 13, 10, 7, 4 or 1, a hand before its draw")]
    Tiles { tiles: usize },
    /// No form among these is one that is solved and that hands of so many tiles can have.
    #[error("{}", of_forms(*.forms, *.tiles))]
    NoForm { forms: Forms, tiles: usize },
    /// There are no draws, more than the solver knows, or more than tiles unseen.
    #[error("{draws} draws: expected at least 1 and at most {}", most_draws(*.unseen))]
    Draws { draws: u32, unseen: u32 },
    /// Fewer tiles are unseen than drawn, or more than the deck has without the hand, which is `most`.
    #[error(
        "{unseen} tiles unseen: expected at least {draws}, the draws, and at most {most}, the deck without the hand"
    )]
    Unseen { unseen: u32, draws: u32, most: u32 },
    /// There is too little memory: so many bytes are taken, and so many available, if the system tells.
    #[error("{}", of_memory(*.bytes, *.available))]
    Memory { bytes: u64, available: Option<u64> },
    /// There is too little room on the disk: so many bytes are taken, and so many free.
    #[error("it takes {} of the disk, and {} are free", ByteSize(*.bytes), ByteSize(*.free))]
    Disk { bytes: u64, free: u64 },
    /// The deck does not have this tile.
    #[error("the deck has no {0}")]
    Foreign(Tile),
    /// A hand has another number of tiles than is expected in this game before a draw.
    #[error("the hand has {tiles} tiles: expected {expected}, or {} after a draw", .expected + 1)]
    Size { tiles: usize, expected: usize },
    /// Saved values are damaged, or of another game.
    #[error("the saved values are damaged, or of another game")]
    Saved,
}

/// Why a file of bounds does not answer.
#[derive(Debug, Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the words on a variant name its fields")]
pub enum SolvedError {
    /// It can't be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is no file of bounds by this version of paili.
    #[error("this is no file of bounds by this version of paili")]
    Foreign,
    /// It was cut short, or bytes were changed.
    #[error("the file is damaged: it was cut short, or bytes were changed")]
    Damaged,
    /// The hand is none of this game.
    #[error(transparent)]
    Hand(SolveError),
    /// The file is of another game, this.
    #[error("the file is of another game: {game}")]
    Game { game: AloneGame },
    /// Another number of tiles is unseen than the file is for, which is `first` before the first of its draws.
    #[error(
        "{unseen} tiles are unseen: the file is for {first} before the first of {draws} draws, one less before each next \
         one"
    )]
    Unseen { unseen: u32, first: u32, draws: u32 },
    /// The file is of other win forms, these.
    #[error("the file is of other win forms: {}", .forms.names())]
    Forms { forms: Forms },
    /// Another number of draws is to come than the file is for where so many tiles are unseen, which is `covered`.
    #[error("{draws} draws: where {unseen} tiles are unseen the file has {covered}")]
    Draws { draws: u32, unseen: u32, covered: u32 },
    /// The file does not have the layer of this number of draws to come.
    #[error("the file has no layer for {draws} draws to come")]
    Layer { draws: u32 },
}

fn of_forms(forms: Forms, tiles: usize) -> String {
    let (names, solved) = (forms.names(), Forms::EMBEDDED.names());
    if forms.among(Forms::EMBEDDED).is_empty() {
        format!("{names}: expected one of {solved}")
    } else {
        format!("{names}: not for hands of {tiles} tiles, which have exposed melds")
    }
}

fn most_draws(unseen: u32) -> String {
    match AloneGame::MOST_DRAWS {
        most if unseen < most => format!("{unseen}, the tiles that are unseen"),
        most => most.to_string(),
    }
}

fn of_memory(bytes: u64, available: Option<u64>) -> String {
    let takes = ByteSize(bytes);
    match available.map(ByteSize) {
        None => format!("there is too little memory: it takes {takes}"),
        Some(available) => format!("it takes {takes} of memory, and {available} are available"),
    }
}
