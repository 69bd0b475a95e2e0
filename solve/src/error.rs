//! What can't be solved, and what a file can't answer.

use std::fmt;
use std::io;

use bytesize::ByteSize;

use super::AloneGame;
use paili::Tile;
use paili::{Form, Forms};

/// Why a game can't be solved.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolveError {
    /// The number of tiles in hand is not 13, 10, 7, 4 or 1.
    Tiles {
        /// How many were asked for.
        tiles: usize,
    },
    /// No such hand can have one of these forms.
    NoForm {
        /// The forms that were asked for.
        forms: Forms,
        /// How many tiles are in hand.
        tiles: usize,
    },
    /// There are no draws, or too many.
    Draws {
        /// How many were asked for.
        draws: u32,
        /// How many tiles are unseen.
        unseen: u32,
    },
    /// Fewer tiles are unseen than drawn, or more than the deck has.
    Unseen {
        /// How many were asked for.
        unseen: u32,
        /// The draws.
        draws: u32,
        /// The most there can be.
        most: u32,
    },
    /// There is too little memory.
    Memory {
        /// How much it takes.
        bytes: u64,
        /// How much is available, if the system tells.
        available: Option<u64>,
    },
    /// There is too little room on the disk.
    Disk {
        /// How much it takes.
        bytes: u64,
        /// How much is free.
        free: u64,
    },
    /// The deck does not have this tile.
    Foreign(Tile),
    /// A hand has another number of tiles.
    Size {
        /// How many it has.
        tiles: usize,
        /// How many it has in this game before a draw.
        expected: usize,
    },
    /// Saved values are damaged, or of another game.
    Saved,
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::Tiles { tiles } => {
                write!(f, "{tiles} tiles in hand: expected 13, 10, 7, 4 or 1, a hand before its draw")
            }
            SolveError::NoForm { forms, tiles } => {
                write!(f, "{}: not for hands of {tiles} tiles, which have exposed melds", forms.names())
            }
            SolveError::Draws { draws, unseen } => write!(
                f,
                "{draws} draws: expected at least 1 and at most {}{}",
                (*unseen).min(AloneGame::MOST_DRAWS),
                if *unseen < AloneGame::MOST_DRAWS { ", the tiles that are unseen" } else { "" }
            ),
            SolveError::Unseen { unseen, draws, most } => write!(
                f,
                "{unseen} tiles unseen: expected at least {draws}, the draws, and at most {most}, the deck without the hand"
            ),
            SolveError::Memory { bytes, available: None } => {
                write!(f, "there is too little memory: it takes {}", ByteSize(*bytes))
            }
            SolveError::Memory { bytes, available: Some(available) } => {
                write!(f, "it takes {} of memory, and {} are available", ByteSize(*bytes), ByteSize(*available))
            }
            SolveError::Disk { bytes, free } => {
                write!(f, "it takes {} of the disk, and {} are free", ByteSize(*bytes), ByteSize(*free))
            }
            SolveError::Foreign(tile) => write!(f, "the deck has no {tile}"),
            SolveError::Size { tiles, expected } => {
                write!(f, "the hand has {tiles} tiles: expected {expected}, or {} after a draw", expected + 1)
            }
            SolveError::Saved => f.write_str("the saved values are damaged, or of another game"),
        }
    }
}

impl std::error::Error for SolveError {}

/// Why a file of bounds does not answer.
#[derive(Debug)]
#[non_exhaustive]
pub enum SolvedError {
    /// It can't be read.
    Io(io::Error),
    /// It is no file of bounds by this version of paili.
    Foreign,
    /// It was cut short, or bytes were changed.
    Damaged,
    /// The hand is none of this game.
    Hand(SolveError),
    /// The file is of another game.
    Game {
        /// The game that it is of.
        game: AloneGame,
    },
    /// Another number of tiles is unseen than the file is for.
    Unseen {
        /// How many are.
        unseen: u32,
        /// How many the file is for, before its first draw.
        first: u32,
        /// Its draws.
        draws: u32,
    },
    /// The file is of other win forms.
    Forms {
        /// Its forms.
        forms: Forms,
    },
    /// Another number of draws is to come than the file is for where so many tiles are unseen.
    Draws {
        /// How many are asked for.
        draws: u32,
        /// How many tiles are unseen.
        unseen: u32,
        /// How many draws the file is for then.
        covered: u32,
    },
    /// The file does not have the layer of this number of draws.
    Layer {
        /// The draws to come.
        draws: u32,
    },
}

impl fmt::Display for SolvedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolvedError::Io(error) => error.fmt(f),
            SolvedError::Foreign => f.write_str("this is no file of bounds by this version of paili"),
            SolvedError::Damaged => f.write_str("the file is damaged: it was cut short, or bytes were changed"),
            SolvedError::Hand(error) => error.fmt(f),
            SolvedError::Game { game } => write!(f, "the file is of another game: {game}"),
            SolvedError::Unseen { unseen, first, draws } => write!(
                f,
                "{unseen} tiles are unseen: the file is for {first} before the first of {draws} draws, one less before each next one"
            ),
            SolvedError::Draws { draws, unseen, covered } => {
                write!(f, "{draws} draws: where {unseen} tiles are unseen the file has {covered}")
            }
            SolvedError::Forms { forms } => {
                let names: Vec<&str> = forms.iter().map(Form::name).collect();
                write!(f, "the file is of other win forms: {}", names.join(", "))
            }
            SolvedError::Layer { draws } => write!(f, "the file has no layer for {draws} draws to come"),
        }
    }
}

impl std::error::Error for SolvedError {}

impl From<io::Error> for SolvedError {
    fn from(error: io::Error) -> Self {
        SolvedError::Io(error)
    }
}
