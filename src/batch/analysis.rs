//! What is told of each hand.

use crate::analysis::Useful;
use crate::distance::Distance;

/// How far a hand is, and what helps it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Analysis {
    /// Its distance.
    pub distance: Distance,
    /// Its [useful tiles](crate::distance::Model::useful), and how many copies of them it does not hold.
    pub useful: Useful,
}

impl Analysis {
    /// Of a hand that wins: what a slice of answers may hold before it is filled.
    pub const WON: Analysis = Analysis { distance: Distance::WON, useful: Useful::NONE };
}
