//! What is built.

use crate::class::Classes;
use crate::useful::{Rests, Useful};

/// Everything that win distances and useful tiles are looked up in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tables {
    /// The class of every count vector of a suit, by its code.
    pub suits: Classes,
    /// The class of every count vector of the honors, by its code.
    pub honors: Classes,
    /// The class of two suits, `[first][second]`.
    pub two_suits: Classes,
    /// The class of a suit and the honors, `[suit][honors]`.
    pub suit_honors: Classes,
    /// The win distance of a hand, `[exposed melds][class of two suits][class of suit and honors]`.
    pub distances: Vec<u8>,
    /// The class of three parts of a hand.
    pub rests: Rests,
    /// The useful kinds of every count vector.
    pub useful: Useful,
}
