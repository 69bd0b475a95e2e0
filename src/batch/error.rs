//! What can be wrong with counts.

use std::fmt;

/// The counts of a batch's hand are no hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BadHandError<F> {
    /// Its place in the slice, from 0.
    pub row: usize,
    /// What is wrong with it.
    pub fault: F,
}

impl<F: fmt::Display> fmt::Display for BadHandError<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}: {}", self.row, self.fault)
    }
}

impl<F: std::error::Error> std::error::Error for BadHandError<F> {}
