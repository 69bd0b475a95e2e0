//! What a player may decide, and what it decides.

use std::fmt;

use super::Seat;
use crate::meld::{Chow, Meld};
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// A decision that a player owes: whose it is, and among what. Specials are played first and wins are taken whatever
/// anybody decides, so nobody is asked about them.
///
/// ```
/// use paili::game::{Action, Decision, Seat};
/// use paili::{Chow, Tile};
///
/// let decision = Decision::Pong { seat: Seat::B, from: Seat::A, tile: Tile::EAST };
/// assert_eq!(decision.actions().collect::<Vec<_>>(), [Action::Pong, Action::Pass]);
/// assert!(!decision.allows(Action::Discard(Tile::EAST)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the words on a variant name its fields")]
pub enum Decision {
    /// Which tile `seat` discards, of the kinds that it holds.
    Discard { seat: Seat, tiles: TileSet },
    /// Whether `seat` claims for a pong the tile that `from` discarded.
    Pong { seat: Seat, from: Seat, tile: Tile },
    /// Whether `seat` claims for a chow the tile that `from` discarded, and for which: `chows` are those that its hand can form
    /// with it, the one with the larger numbers first.
    Chow { seat: Seat, from: Seat, tile: Tile, chows: [Option<Chow>; 3] },
}

impl Decision {
    /// Whose decision it is.
    pub const fn seat(&self) -> Seat {
        match *self {
            Decision::Discard { seat, .. } | Decision::Pong { seat, .. } | Decision::Chow { seat, .. } => seat,
        }
    }

    /// The discard that can be claimed, if this is about one.
    pub const fn offered(&self) -> Option<Tile> {
        match *self {
            Decision::Discard { .. } => None,
            Decision::Pong { tile, .. } | Decision::Chow { tile, .. } => Some(tile),
        }
    }

    /// All that the player may do: discards in tile order, claims before [`Action::Pass`].
    pub fn actions(&self) -> impl Iterator<Item = Action> + use<> {
        let (tiles, pong, chows, pass) = match *self {
            Decision::Discard { tiles, .. } => (tiles, None, [None; 3], None),
            Decision::Pong { .. } => (TileSet::EMPTY, Some(Action::Pong), [None; 3], Some(Action::Pass)),
            Decision::Chow { chows, .. } => (TileSet::EMPTY, None, chows, Some(Action::Pass)),
        };
        let chows = chows.into_iter().flatten().map(Action::Chow);
        tiles.iter().map(Action::Discard).chain(pong).chain(chows).chain(pass)
    }

    /// Whether the player may do this.
    #[inline]
    pub fn allows(&self, action: Action) -> bool {
        match (*self, action) {
            (Decision::Discard { tiles, .. }, Action::Discard(tile)) => tiles.contains(tile),
            (Decision::Chow { chows, .. }, Action::Chow(chow)) => chows.contains(&Some(chow)),
            (Decision::Pong { .. }, Action::Pong | Action::Pass) | (Decision::Chow { .. }, Action::Pass) => true,
            _ => false,
        }
    }
}

/// What a player does when it has to decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// It discards this tile.
    Discard(Tile),
    /// It claims the discard for a pong.
    Pong,
    /// It claims the discard for this chow.
    Chow(Chow),
    /// It claims nothing.
    Pass,
}

impl fmt::Display for Action {
    /// As programs in seats write it: `OUT 4P`, `PONG`, `CHOW 3P 4P 5P`, `PASS`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Discard(tile) => write!(f, "OUT {tile}"),
            Action::Pong => f.write_str("PONG"),
            Action::Chow(chow) => write!(f, "CHOW {chow}"),
            Action::Pass => f.write_str("PASS"),
        }
    }
}

impl Decision {
    /// Reads an action as programs write it; `None` if it is not among those allowed. The tiles of a pong may be said or
    /// not, and those of a chow may stand in any order.
    ///
    /// ```
    /// # use paili::game::{Action, Decision, Seat};
    /// # use paili::Tile;
    /// let decision = Decision::Pong { seat: Seat::B, from: Seat::A, tile: Tile::EAST };
    /// assert_eq!(decision.read("PONG E E E"), Some(Action::Pong));
    /// assert_eq!(decision.read("OUT E"), None);
    /// ```
    pub fn read(&self, text: &str) -> Option<Action> {
        let mut words = text.split_ascii_whitespace();
        let verb = words.next()?;
        let tiles: Vec<Tile> = words.map(str::parse).collect::<Result<_, _>>().ok()?;
        let action = match (verb, &tiles[..]) {
            ("OUT", &[tile]) => Action::Discard(tile),
            ("PASS", []) => Action::Pass,
            ("PONG", []) => Action::Pong,
            ("PONG", &[a, b, c]) if [a, b, c].map(Some) == [self.offered(); 3] => Action::Pong,
            ("CHOW", &[a, b, c]) => match Meld::of([a, b, c])? {
                Meld::Chow(chow) => Action::Chow(chow),
                Meld::Pong(_) => return None,
            },
            _ => return None,
        };
        self.allows(action).then_some(action)
    }
}

/// An action is not among those that a decision allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the words on a variant name its fields")]
pub enum ActionError {
    /// The player who has to decide may not do what was to be done.
    NotAllowed { action: Action, decision: Decision },
    /// Nobody has to decide, so `action` can't be taken.
    NothingToDecide { action: Action },
}

impl fmt::Display for ActionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ActionError::NotAllowed { action, decision } => {
                write!(f, "{action} is not allowed: player {} may", decision.seat())?;
                for (place, action) in decision.actions().enumerate() {
                    write!(f, "{} {action}", if place == 0 { "" } else { "," })?;
                }
                Ok(())
            }
            ActionError::NothingToDecide { action } => write!(f, "{action} answers nothing: nobody has to decide now"),
        }
    }
}

impl std::error::Error for ActionError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn tile(token: &str) -> Tile {
        token.parse().unwrap()
    }

    #[test]
    fn only_what_is_allowed_is_read() {
        let (seat, from) = (Seat::B, Seat::A);
        let discard = Decision::Discard { seat, tiles: [tile("4P"), tile("E")].into_iter().collect() };
        assert_eq!(discard.read("OUT E"), Some(Action::Discard(Tile::EAST)));
        for wrong in ["", "OUT", "OUT 5P", "OUT 4P E", "OUT 4X", "out E", "PASS", "PONG", "E", "OUT PASS"] {
            assert_eq!(discard.read(wrong), None, "{wrong}");
        }
        let pong = Decision::Pong { seat, from, tile: tile("4P") };
        for claim in ["PONG", " PONG  4P 4P 4P "] {
            assert_eq!(pong.read(claim), Some(Action::Pong), "{claim}");
        }
        assert_eq!(pong.read("PASS"), Some(Action::Pass));
        assert_eq!((pong.read("PONG 4P"), pong.read("PONG E E E"), pong.read("PASS 4P")), (None, None, None));
        let kinds = [tile("3P"), tile("4P"), tile("5P"), tile("6P")].into_iter().collect();
        let chow = Decision::Chow { seat, from, tile: tile("4P"), chows: Chow::each_formed(tile("4P"), kinds) };
        let middle = Chow::starting(tile("3P")).unwrap();
        for claim in ["CHOW 3P 4P 5P", "CHOW 5P 4P 3P"] {
            assert_eq!(chow.read(claim), Some(Action::Chow(middle)), "in whatever order");
        }
        assert_eq!(chow.read("PASS"), Some(Action::Pass));
        assert_eq!((chow.read("CHOW 2P 3P 4P"), chow.read("CHOW"), chow.read("CHOW 4P 4P 4P")), (None, None, None));
    }

    #[test]
    fn what_is_written_is_read() {
        let (seat, from, tile) = (Seat::C, Seat::D, Tile::M4);
        let decisions = [
            Decision::Discard { seat, tiles: TileSet::REGULAR },
            Decision::Pong { seat, from, tile },
            Decision::Chow { seat, from, tile, chows: Chow::each_formed(tile, TileSet::REGULAR) },
        ];
        let many = decisions.map(|decision| {
            let actions: Vec<Action> = decision.actions().collect();
            for &action in &actions {
                assert!(decision.allows(action));
                assert_eq!(decision.read(&action.to_string()), Some(action));
            }
            assert!(
                decisions.iter().all(|other| *other == decision || actions.iter().any(|&action| !other.allows(action)))
            );
            actions.len()
        });
        assert_eq!(many, [34, 2, 4]);
    }

    #[test]
    fn errors_tell_what_may_be_done() {
        let decision = Decision::Pong { seat: Seat::B, from: Seat::A, tile: Tile::EAST };
        let error = ActionError::NotAllowed { action: Action::Discard(Tile::M1), decision };
        assert_eq!(error.to_string(), "OUT 1M is not allowed: player B may PONG, PASS");
    }
}
