//! Seats and the order of turns.

use std::fmt;

use super::PLAYERS;
use crate::names;

/// One of the four players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[must_use]
pub enum Seat {
    /// Begins.
    A,
    /// Second.
    B,
    /// Third.
    C,
    /// Fourth.
    D,
}

impl Seat {
    /// The seats in the order in which turns begin to go round.
    pub const ALL: [Seat; PLAYERS] = [Seat::A, Seat::B, Seat::C, Seat::D];

    /// The seat's number, 0–3.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The seat's letter, as the judge writes it.
    pub const fn token(self) -> &'static str {
        ["A", "B", "C", "D"][self.index()]
    }

    /// The seat whose turn is next.
    #[inline]
    pub const fn next(self, direction: Direction) -> Seat {
        // Three steps forward are one backward.
        Seat::numbered(self.index() + 1 + 2 * direction as usize)
    }

    /// The seat at a number, going round.
    #[inline]
    const fn numbered(number: usize) -> Seat {
        match number % 4 {
            0 => Seat::A,
            1 => Seat::B,
            2 => Seat::C,
            _ => Seat::D,
        }
    }

    /// The other three in turn order.
    pub const fn others(self, direction: Direction) -> [Seat; 3] {
        use Seat::{A, B, C, D};
        const OTHERS: [[[Seat; PLAYERS - 1]; PLAYERS]; 2] =
            [[[B, C, D], [C, D, A], [D, A, B], [A, B, C]], [[D, C, B], [A, D, C], [B, A, D], [C, B, A]]];
        OTHERS[direction as usize][self.index()]
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.token())
    }
}

names! {
    /// Which way turns go round.
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    #[must_use]
    pub enum Direction: "is no direction" {
        /// A B C D.
        Forward = "forward",
        /// D C B A.
        Backward = "backward",
    }
}

impl Direction {
    /// The other way.
    pub const fn reversed(self) -> Direction {
        match self {
            Direction::Forward => Direction::Backward,
            Direction::Backward => Direction::Forward,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_go_round_both_ways() {
        assert_eq!(Seat::C.others(Direction::Forward), [Seat::D, Seat::A, Seat::B]);
        assert_eq!(Seat::C.others(Direction::Backward), [Seat::B, Seat::A, Seat::D]);
        for seat in Seat::ALL {
            assert_eq!(seat.next(Direction::Forward).next(Direction::Backward), seat);
        }
    }
}
