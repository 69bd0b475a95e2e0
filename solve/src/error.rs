//! What can't be solved, and what a file can't answer.

use std::io;

use bytesize::ByteSize;
use thiserror::Error;

use super::{AloneGame, DeckParts};
use paili::{Form, Forms, Meld, Suit, Tile, one_of};

/// Why a game can't be solved.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the words on a variant name its fields")]
pub enum SolveError {
    /// The number of tiles in hand is not `most`, such as 13, nor three, six and so on fewer.
    #[error("{tiles} tiles in hand: expected {}, a hand before its draw", of_sizes(*.most))]
    Tiles { tiles: usize, most: usize },
    /// No form among these is one that hands of so many tiles can have.
    #[error("{}: not for hands of {tiles} tiles, which have exposed melds", .forms.names())]
    NoForm { forms: Forms, tiles: usize },
    /// The rule set has wildcards.
    #[error("the deck has wildcards, and only games without are solved")]
    Wildcards,
    /// The rule set has a deck of its own, so it has none of these parts of the usual one.
    #[error("{parts}: the rule set has a deck of its own")]
    Parts { parts: DeckParts },
    /// The deck has no tile to draw beside a hand.
    #[error("{tiles} tiles in hand: the deck has {deck}, and one has to be left to draw")]
    Deck { tiles: usize, deck: u32 },
    /// The form is none of those that are solved; these others are.
    #[error("{form} is not solved: choose among {}", .others.names())]
    Unsolved { form: Form, others: Forms },
    /// The rule set asks of the finished hand what the solver does not know.
    #[error("only games are solved whose finished hands may hold any kinds and melds")]
    Aim,
    /// These suits have chows, and not the same copies of their ranks.
    #[error("only suits that are alike are solved, and {} has other copies than {}", .suits[1].letter(), .suits[0].letter())]
    Suits { suits: [Suit; 2] },
    /// One suit has to be void, and the solver does not keep apart those without chows.
    #[error("where a suit has to be void, only games are solved whose three suits have chows")]
    Void,
    /// So many kinds are in no chow.
    #[error("{kinds} kinds are in no chow: no more than {most} are solved")]
    Kinds { kinds: usize, most: usize },
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
    /// The deck does not have so many of this tile.
    #[error("{}", of_copies(*.tile, *.copies))]
    Foreign { tile: Tile, copies: u8 },
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

impl SolveError {
    /// Which of a game's arguments is wrong, as the program and Python call it.
    pub fn argument(&self) -> &'static str {
        match self {
            SolveError::NoForm { .. } | SolveError::Unsolved { .. } => "forms",
            SolveError::Wildcards => "wildcards",
            SolveError::Parts { .. } => "deck",
            SolveError::Aim | SolveError::Void | SolveError::Suits { .. } | SolveError::Kinds { .. } => "rules",
            SolveError::Draws { .. } => "draws",
            SolveError::Unseen { .. } => "unseen",
            SolveError::Foreign { .. } | SolveError::Size { .. } => "hand",
            SolveError::Disk { .. } | SolveError::Saved => "out",
            SolveError::Tiles { .. } | SolveError::Deck { .. } | SolveError::Memory { .. } => "tiles",
        }
    }
}

/// `13, 10, 7, 4 or 1`.
fn of_sizes(most: usize) -> String {
    let sizes: Vec<String> = (1..=most).rev().step_by(Meld::TILES).map(|tiles| tiles.to_string()).collect();
    one_of(&sizes.iter().map(String::as_str).collect::<Vec<_>>())
}

fn of_copies(tile: Tile, copies: u8) -> String {
    match copies {
        0 => format!("the deck has no {tile}"),
        copies => format!("the deck has {copies} {tile}"),
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
