//! The census: how many vectors and classes there are.

use std::fmt;

use crate::Tables;

/// The classes of a suit.
pub const SUITS: usize = 126;
/// The classes of the honors.
pub const HONORS: usize = 55;
/// The classes of two suits.
pub const TWO_SUITS: usize = 180;
/// The classes of a suit and the honors.
pub const SUIT_HONORS: usize = 165;

/// Compares tables with the published figures.
pub(crate) fn check(tables: &Tables) -> Result<(), CensusError> {
    let figures = [
        ("count vectors of a suit", tables.suits.members, 405_350),
        ("count vectors of the honors", tables.honors.members, 43_130),
        ("classes of a suit", tables.suits.rows.len(), SUITS),
        ("classes of the honors", tables.honors.rows.len(), HONORS),
        ("classes of two suits", tables.two_suits.rows.len(), TWO_SUITS),
        ("classes of a suit and the honors", tables.suit_honors.rows.len(), SUIT_HONORS),
    ];
    match figures.into_iter().find(|(_, found, expected)| found != expected) {
        Some((what, found, expected)) => Err(CensusError { what, found, expected }),
        None => Ok(()),
    }
}

/// A figure of the census is not the published one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CensusError {
    what: &'static str,
    found: usize,
    expected: usize,
}

impl fmt::Display for CensusError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "census of the tables: {} {}, expected {}", self.found, self.what, self.expected)
    }
}

impl std::error::Error for CensusError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_figure_is_named() {
        let mut tables = Tables::build().unwrap();
        tables.two_suits.rows.push(tables.two_suits.rows[0]);
        let error = check(&tables).unwrap_err();
        assert_eq!(error.to_string(), "census of the tables: 181 classes of two suits, expected 180");
    }
}
