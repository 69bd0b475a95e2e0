//! Tallies as bytes, to be kept or sent and added up elsewhere.

use std::fmt;

use paili_tables::blob::checksum;

use super::Tally;

/// What the bytes of a tally begin with, the last one being the version of what follows.
const LABEL: &[u8; 8] = b"pailita\x01";

/// Small numbers in a byte: a tally is a few kilobytes.
const CONFIG: bincode::config::Configuration = bincode::config::standard();

impl Tally {
    /// The tally as bytes: a label with a version, the tally, and a checksum. Equal tallies have equal bytes, on any machine.
    ///
    /// ```
    /// # use paili::{distance::TableModel, simulation::{Seed, Statistics, Strategy, Tally, tally_strategies}};
    /// let tally = tally_strategies(Seed(1), 0..100, TableModel::new(), [Strategy::Rule; 4], Statistics::Plain);
    /// assert_eq!(Tally::from_bytes(&tally.to_bytes()), Ok(tally));
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = LABEL.to_vec();
        // Numbers can always be written to memory.
        let written = bincode::encode_into_std_write(self, &mut bytes, CONFIG);
        debug_assert!(written.is_ok());
        let sum = checksum(&bytes);
        bytes.extend_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// Reads what [`Tally::to_bytes`] wrote.
    ///
    /// # Errors
    ///
    /// When the bytes are no tally's, of another version's, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Tally, TallyBytesError> {
        let labelled = bytes.strip_prefix(LABEL).ok_or(TallyBytesError::Foreign)?;
        let (body, sum) = labelled.split_last_chunk().ok_or(TallyBytesError::Damaged)?;
        if u64::from_le_bytes(*sum) != checksum(&bytes[..bytes.len() - sum.len()]) {
            return Err(TallyBytesError::Damaged);
        }
        match bincode::decode_from_slice(body, CONFIG) {
            Ok((tally, used)) if used == body.len() => Ok(tally),
            _ => Err(TallyBytesError::Damaged),
        }
    }
}

/// Bytes that are no tally.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TallyBytesError {
    /// They don't begin as a tally of this version does.
    Foreign,
    /// Some are missing, changed or too many.
    Damaged,
}

impl fmt::Display for TallyBytesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TallyBytesError::Foreign => "these bytes are no tally of paili, or of another version",
            TallyBytesError::Damaged => "the bytes of the tally are damaged",
        })
    }
}

impl std::error::Error for TallyBytesError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distance::TableModel;
    use crate::simulation::{Seed, Statistics, Strategy, tally_strategies};

    #[test]
    fn any_change_is_noticed() {
        let run =
            |statistics| tally_strategies(Seed(3), 7..70, TableModel::new(), [Strategy::Acceptance; 4], statistics);
        for tally in [run(Statistics::Plain), run(Statistics::Detailed), Tally::new(Statistics::Plain)] {
            let bytes = tally.to_bytes();
            assert_eq!(Tally::from_bytes(&bytes), Ok(tally));
            for place in 0..bytes.len() {
                let mut changed = bytes.clone();
                changed[place] ^= 1;
                let fault = if place < LABEL.len() { TallyBytesError::Foreign } else { TallyBytesError::Damaged };
                assert_eq!(Tally::from_bytes(&changed), Err(fault), "byte {place}");
                assert!(Tally::from_bytes(&bytes[..place]).is_err(), "{place} bytes");
            }
        }
    }
}
