//! What can be wrong with many games' actions.

use std::fmt;

use crate::game::{ActionCode, Decision};

/// Actions that many games can't take. No game went on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the words on a variant name its fields")]
pub enum GamesError {
    /// There are not as many actions as games.
    Length { actions: usize, games: usize },
    /// The game of this number, at a place from 0, does not allow the action of that number, but asks for this decision.
    NotAllowed { place: usize, game: u64, action: i64, decision: Decision },
    /// The game of this number, at a place from 0, has ended: it takes no action.
    Ended { place: usize, game: u64, action: i64 },
    /// All seats have policies, so nothing would ever be waited for.
    NothingToDecide,
    /// The numbers of games have come to an end at a place, from 0: no game of the seed comes after this one there.
    NoGameAfter { place: usize, game: u64 },
    /// There is not enough memory for so many games.
    NoMemory { games: usize },
}

impl fmt::Display for GamesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GamesError::Length { actions, games } => {
                write!(f, "{actions} actions for {games} games: expected one for each")
            }
            GamesError::NotAllowed { place, game, action, decision } => {
                write!(f, "place {place}, game {game}: ")?;
                match u8::try_from(*action).ok().and_then(ActionCode::new) {
                    Some(code) => write!(f, "{action} ({code}) is not allowed")?,
                    None => write!(f, "{action} is no action")?,
                }
                write!(f, ": player {} may", decision.seat())?;
                for (place, code) in decision.codes().iter().enumerate() {
                    write!(f, "{} {} ({code})", if place == 0 { "" } else { "," }, code.get())?;
                }
                Ok(())
            }
            GamesError::Ended { place, game, action } => {
                write!(f, "place {place}, game {game}: {action} for a game that has ended: expected -1")
            }
            GamesError::NothingToDecide => f.write_str("all four seats have policies: expected one without"),
            GamesError::NoGameAfter { place, game } => write!(
                f,
                "place {place}, game {game}: no game of this seed comes after it there: expected -1, or games that begin at a \
                 smaller number or with another seed"
            ),
            GamesError::NoMemory { games } => write!(f, "{games} games: not enough memory for so many at once"),
        }
    }
}

impl std::error::Error for GamesError {}
