//! What programs do wrong.

use std::fmt;

use paili::game::Seat;
use paili::names;

/// A program did something wrong in a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The number of the game.
    pub game: u64,
    /// The seat that was asked.
    pub seat: Seat,
    /// How many lines the game's transcript had then.
    pub line: usize,
    /// What sort of fault it is.
    pub kind: FaultKind,
    /// What was wrong, in words: `answered "OUT 9Z" to ...`.
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, seat {}, after line {} of the transcript: {}", self.game, self.seat, self.line, self.what)
    }
}

names! {
    /// Sorts of faults.
    pub enum FaultKind: "is no kind of fault" {
        /// An answer that was not among those allowed.
        Illegal = "illegal",
        /// A line that answers no question that is open, or is too long for one.
        Rubbish = "rubbish",
        /// No answer in time.
        Late = "late",
        /// The program ended, or closed its input or output.
        Ended = "ended",
    }
}

names! {
    /// What becomes of a game in which a program did something wrong.
    #[derive(Default)]
    pub enum OnFault: "is no way to go on" {
        /// The program's player forfeits it.
        #[default]
        Forfeit = "forfeit",
        /// The rule decides in the program's place, this once.
        Rule = "rule",
        /// The whole run ends.
        Stop = "stop",
    }
}
