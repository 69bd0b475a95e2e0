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

/// Sorts of faults.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FaultKind {
    /// An answer that was not among those allowed.
    Illegal,
    /// A line that answers no question that is open, or is too long for one.
    Rubbish,
    /// No answer in time.
    Late,
    /// The program ended, or closed its input or output.
    Ended,
}

impl FaultKind {
    /// All that there are.
    pub const ALL: [FaultKind; 4] = [FaultKind::Illegal, FaultKind::Rubbish, FaultKind::Late, FaultKind::Ended];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            FaultKind::Illegal => "illegal",
            FaultKind::Rubbish => "rubbish",
            FaultKind::Late => "late",
            FaultKind::Ended => "ended",
        }
    }
}

names! {
    /// What becomes of a game in which a program did something wrong.
    pub enum OnFault: "is no way to go on" {
        /// The program's player forfeits it.
        Forfeit = "forfeit",
        /// The rule decides in the program's place, this once.
        Rule = "rule",
        /// The whole run ends.
        Stop = "stop",
    }
}

impl Default for OnFault {
    /// The player forfeits.
    fn default() -> Self {
        OnFault::Forfeit
    }
}
