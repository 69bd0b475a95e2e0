//! Actions as small numbers, for whoever learns to play.

use std::fmt;

use super::{Action, Decision};
use crate::meld::{Chow, Meld};
use crate::tile::Tile;

/// An action as a number: 0 to 33 discard the kind of that number in tile order, 34 passes, 35 claims a pong, and 36 to 38
/// claim a chow of which the discard is the lowest tile, the middle one or the highest.
///
/// ```
/// use paili::game::{Action, ActionCode};
/// use paili::{Chow, Tile};
///
/// let chow = Action::Chow(Chow::starting(Tile::P3).expect("a chow"));
/// let middle = ActionCode::of(chow, Some(Tile::P4)).expect("a chow with 4P");
/// assert_eq!((middle.get(), middle.to_string()), (37, "CHOW middle".to_owned()));
/// assert_eq!(middle.action(Some(Tile::P4)), Some(chow));
/// assert_eq!(middle.action(Some(Tile::P9)), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ActionCode(u8);

const CHOWS: [&str; 3] = ["low", "middle", "high"];

impl ActionCode {
    /// How many there are.
    pub const COUNT: usize = Tile::REGULAR_COUNT + 2 + CHOWS.len();

    /// [`Action::Pass`].
    pub const PASS: ActionCode = ActionCode(Tile::REGULAR_COUNT as u8);

    /// [`Action::Pong`].
    pub const PONG: ActionCode = ActionCode(ActionCode::PASS.0 + 1);

    const LOW: u8 = ActionCode::PONG.0 + 1;

    /// The action of a number, if it is one.
    pub const fn new(number: u8) -> Option<ActionCode> {
        if (number as usize) < ActionCode::COUNT { Some(ActionCode(number)) } else { None }
    }

    /// The number.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The number of an action, where this tile is offered. None of a chow that is without it, and of a special.
    pub fn of(action: Action, offered: Option<Tile>) -> Option<ActionCode> {
        match action {
            Action::Discard(tile) => (!tile.is_special()).then_some(ActionCode(tile.index() as u8)),
            Action::Pass => Some(ActionCode::PASS),
            Action::Pong => Some(ActionCode::PONG),
            Action::Chow(chow) => {
                let place = chow.tiles().iter().position(|&tile| Some(tile) == offered)?;
                Some(ActionCode(ActionCode::LOW + place as u8))
            }
        }
    }

    /// The action, where this tile is offered; a chow needs one that it can hold.
    #[inline]
    pub fn action(self, offered: Option<Tile>) -> Option<Action> {
        match self {
            ActionCode::PASS => Some(Action::Pass),
            ActionCode::PONG => Some(Action::Pong),
            ActionCode(kind @ 0..34) => Some(Action::Discard(Tile::ALL[usize::from(kind)])),
            ActionCode(chow) => {
                let offered = offered?;
                let first = offered.index().checked_sub(usize::from(chow - ActionCode::LOW))?;
                let chow = Chow::starting(Tile::ALL[first])?;
                chow.tiles().contains(&offered).then_some(Action::Chow(chow))
            }
        }
    }

    /// Reads what [`Display`](fmt::Display) writes, and actions as programs write them ([`Action`]), where this tile is offered.
    ///
    /// ```
    /// use paili::game::ActionCode;
    /// use paili::Tile;
    ///
    /// let read = |text| ActionCode::read(text, Some(Tile::P4)).map(ActionCode::get);
    /// assert_eq!((read("OUT 2M"), read("CHOW low"), read("CHOW 2P 3P 4P")), (Some(1), Some(36), Some(38)));
    /// assert_eq!((read("OUT PASS"), read("CHOW"), read("CHOW 5P 6P 7P")), (None, None, None));
    /// ```
    pub fn read(text: &str, offered: Option<Tile>) -> Option<ActionCode> {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let tile = |word: &str| word.parse::<Tile>().ok();
        match words[..] {
            ["PASS"] => Some(ActionCode::PASS),
            ["PONG"] => Some(ActionCode::PONG),
            ["OUT", word] => ActionCode::of(Action::Discard(tile(word)?), None),
            ["CHOW", place] => {
                let place = CHOWS.iter().position(|&name| name == place)?;
                Some(ActionCode(ActionCode::LOW + place as u8))
            }
            [verb @ ("PONG" | "CHOW"), first, second, third] => {
                match (verb, Meld::of([tile(first)?, tile(second)?, tile(third)?])?) {
                    ("PONG", Meld::Pong(kind)) => {
                        offered.is_none_or(|offered| offered == kind).then_some(ActionCode::PONG)
                    }
                    ("CHOW", Meld::Chow(chow)) => ActionCode::of(Action::Chow(chow), offered),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

impl fmt::Display for ActionCode {
    /// As programs in seats write it, but for chows, whose tiles depend on the discard: `OUT 4P`, `PASS`, `PONG`, `CHOW low`,
    /// `CHOW middle`, `CHOW high`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.action(None) {
            Some(action) => action.fmt(f),
            None => write!(f, "CHOW {}", CHOWS[usize::from(self.0 - ActionCode::LOW)]),
        }
    }
}

/// A set of actions as numbers, a bit each.
///
/// ```
/// use paili::game::{ActionCode, Decision, Seat};
/// use paili::Tile;
///
/// let pong = Decision::Pong { seat: Seat::B, from: Seat::A, tile: Tile::EAST }.codes();
/// assert_eq!(pong.iter().collect::<Vec<_>>(), [ActionCode::PASS, ActionCode::PONG]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ActionSet(u64);

impl ActionSet {
    /// No action.
    pub const EMPTY: ActionSet = ActionSet(0);

    /// Bit n stands for the action numbered n.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Whether an action is in the set.
    pub const fn contains(self, code: ActionCode) -> bool {
        self.0 >> code.0 & 1 == 1
    }

    /// The actions, in the order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = ActionCode> {
        (0..ActionCode::COUNT as u8).map(ActionCode).filter(move |&code| self.contains(code))
    }
}

impl Decision {
    /// All that the player may do, as numbers.
    #[inline]
    pub fn codes(&self) -> ActionSet {
        let bit = |code: u8| 1 << code;
        ActionSet(match self {
            Decision::Discard { tiles, .. } => tiles.bits(),
            Decision::Pong { .. } => bit(ActionCode::PASS.0) | bit(ActionCode::PONG.0),
            Decision::Chow { chows, .. } => {
                // The one with the larger numbers comes first, in which the discard is the lowest.
                let places = (ActionCode::LOW..).zip(chows);
                let chows = places.map(|(code, chow)| u64::from(chow.is_some()) << code);
                chows.fold(bit(ActionCode::PASS.0), |sum, chow| sum | chow)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Seat;
    use crate::tile_set::TileSet;

    #[test]
    fn numbers_and_actions_are_the_same() {
        let (seat, from) = (Seat::C, Seat::D);
        let mut decisions = vec![Decision::Discard { seat, tiles: TileSet::REGULAR }];
        for tile in Tile::regular() {
            decisions.push(Decision::Pong { seat, from, tile });
            decisions.push(Decision::Chow { seat, from, tile, chows: Chow::each_formed(tile, TileSet::REGULAR) });
        }
        for decision in decisions {
            let offered = decision.offered();
            let mut codes: Vec<ActionCode> =
                decision.actions().filter_map(|action| ActionCode::of(action, offered)).collect();
            codes.sort();
            assert_eq!(codes, decision.codes().iter().collect::<Vec<_>>(), "{decision:?}");
            for action in decision.actions() {
                let code = ActionCode::of(action, offered).unwrap();
                assert_eq!(code.action(offered), Some(action));
                assert_eq!(ActionCode::read(&action.to_string(), offered), Some(code));
                assert_eq!(ActionCode::read(&code.to_string(), None), Some(code));
                assert_eq!(ActionCode::new(code.get()), Some(code));
            }
        }
        assert_eq!(ActionCode::new(ActionCode::COUNT as u8), None);
    }
}
