//! What is asked of a hand, and what is answered.

use std::fmt;

use paili::{TileSet, names};

names! {
    /// What a subject is asked of each hand.
    #[derive(Default)]
    pub enum Ask: "is nothing that is asked" {
        /// How many tiles it lacks: the distance, or shanten.
        #[default]
        Distance = "distance" | "shanten",
        /// The kinds that bring it nearer.
        Useful = "useful" | "ukeire",
        /// The kinds that complete it, if it is ready.
        Waits = "waits",
        /// The kinds whose discard keeps the distance.
        Discards = "discards" | "unneeded",
    }
}

/// An answer to a question about a hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// A number: a distance, or shanten.
    Number(i64),
    /// Some kinds.
    Tiles(TileSet),
    /// No answer: what came instead, in words.
    Nothing(String),
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Number(number) => number.fmt(f),
            Answer::Tiles(tiles) if tiles.is_empty() => f.write_str("none"),
            Answer::Tiles(tiles) => tiles.fmt(f),
            Answer::Nothing(what) => what.fmt(f),
        }
    }
}
