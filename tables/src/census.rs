//! The census: how many vectors and classes there are.

use std::fmt;

use crate::Tables;

/// Numbers of vectors and classes, each with its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Census {
    /// Count vectors of a suit.
    pub suit_vectors: usize,
    /// Count vectors of the honors.
    pub honor_vectors: usize,
    /// Classes of a suit.
    pub suits: usize,
    /// Classes of the honors.
    pub honors: usize,
    /// Classes of two suits.
    pub two_suits: usize,
    /// Classes of a suit and the honors.
    pub suit_honors: usize,
}

impl Census {
    /// The figures that right tables have.
    pub const EXPECTED: Census = Census {
        suit_vectors: 405_350,
        honor_vectors: 43_130,
        suits: 126,
        honors: 55,
        two_suits: 180,
        suit_honors: 165,
    };

    /// Counts tables.
    #[must_use]
    pub fn of(tables: &Tables) -> Self {
        Census {
            suit_vectors: tables.suits.of.len(),
            honor_vectors: tables.honors.of.len(),
            suits: tables.suits.rows.len(),
            honors: tables.honors.rows.len(),
            two_suits: tables.two_suits.rows.len(),
            suit_honors: tables.suit_honors.rows.len(),
        }
    }

    /// Compares with [`Census::EXPECTED`].
    ///
    /// # Errors
    ///
    /// The first figure that differs.
    pub fn check(self) -> Result<(), CensusError> {
        for ((what, found), (_, expected)) in self.named().into_iter().zip(Self::EXPECTED.named()) {
            if found != expected {
                return Err(CensusError { what, found, expected });
            }
        }
        Ok(())
    }

    fn named(self) -> [(&'static str, usize); 6] {
        [
            ("count vectors of a suit", self.suit_vectors),
            ("count vectors of the honors", self.honor_vectors),
            ("classes of a suit", self.suits),
            ("classes of the honors", self.honors),
            ("classes of two suits", self.two_suits),
            ("classes of a suit and the honors", self.suit_honors),
        ]
    }
}

/// A figure of the census that is not the published one.
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
        let wrong = Census { two_suits: 181, ..Census::EXPECTED };
        let error = wrong.check().unwrap_err();
        assert_eq!(error.to_string(), "census of the tables: 181 classes of two suits, expected 180");
        assert_eq!(Census::EXPECTED.check(), Ok(()));
    }
}
