//! Tallies as bytes, to be kept or sent and added up elsewhere.

use std::fmt;

use bincode::config::{Limit, LittleEndian, Varint};
use xxhash_rust::xxh3::xxh3_64;

use super::{Statistics, Tally};

/// What the bytes of a tally begin with, the last one being the version of what follows.
const LABEL: &[u8; 8] = b"pailita\x02";

/// Far more than a tally has in memory: a forged length ends here.
const MOST_BYTES: usize = 1 << 20;

/// Small numbers in a byte: a tally is a few kilobytes.
const CONFIG: bincode::config::Configuration<LittleEndian, Varint, Limit<MOST_BYTES>> =
    bincode::config::standard().with_limit();

impl Tally {
    /// The tally as bytes: a label with a version, the tally, and a checksum. Equal tallies have equal bytes, on any machine.
    ///
    /// ```
    /// # use paili::{distance::TableModel, simulation::{Seed, Statistics, NamedPolicy, Tally, tally_named}};
    /// let tally = tally_named(Seed(1), 0..100, TableModel, [NamedPolicy::Rule; 4], Statistics::Plain);
    /// assert_eq!(Tally::from_bytes(&tally.to_bytes()), Ok(tally));
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.to_bytes_of("")
    }

    /// The same with a text that says of which run the tally is.
    #[must_use]
    pub fn to_bytes_of(&self, run: &str) -> Vec<u8> {
        let mut bytes = LABEL.to_vec();
        // Texts and numbers can always be written to memory.
        let written = bincode::encode_into_std_write((run, self), &mut bytes, CONFIG);
        debug_assert!(written.is_ok());
        let sum = xxh3_64(&bytes);
        bytes.extend_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// Reads what [`Tally::to_bytes`] wrote.
    ///
    /// # Errors
    ///
    /// When the bytes are no tally's, of another version's, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Tally, TallyBytesError> {
        Ok(Tally::from_bytes_of(bytes)?.1)
    }

    /// Reads what [`Tally::to_bytes_of`] wrote: of which run the tally is, and the tally.
    ///
    /// # Errors
    ///
    /// As [`Tally::from_bytes`].
    pub fn from_bytes_of(bytes: &[u8]) -> Result<(String, Tally), TallyBytesError> {
        let labelled = bytes.strip_prefix(LABEL).ok_or(TallyBytesError::Foreign)?;
        let (body, sum) = labelled.split_last_chunk().ok_or(TallyBytesError::Damaged)?;
        if u64::from_le_bytes(*sum) != xxh3_64(&bytes[..bytes.len() - sum.len()]) {
            return Err(TallyBytesError::Damaged);
        }
        let ((run, tally), used): ((String, Tally), usize) =
            bincode::decode_from_slice(body, CONFIG).map_err(|_| TallyBytesError::Damaged)?;
        let statistics = if tally.detail().is_some() { Statistics::Detailed } else { Statistics::Plain };
        if used == body.len() && tally.shape() == Tally::new(statistics).shape() {
            Ok((run, tally))
        } else {
            Err(TallyBytesError::Damaged)
        }
    }
}

/// Bytes are no tally.
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
    use crate::simulation::{NamedPolicy, Seed, Statistics, tally_named};

    #[test]
    fn any_change_is_noticed() {
        let run = |statistics| tally_named(Seed(3), 7..70, TableModel, [NamedPolicy::Acceptance; 4], statistics);
        for tally in [run(Statistics::Plain), run(Statistics::Detailed), Tally::new(Statistics::Plain)] {
            let bytes = tally.to_bytes();
            assert_eq!(Tally::from_bytes(&bytes), Ok(tally));
            // The top bits of two words cancel in a checksum that multiplies words.
            for other in (LABEL.len() + 15..bytes.len()).step_by(8) {
                let mut changed = bytes.clone();
                changed[LABEL.len() + 7] ^= 0x80;
                changed[other] ^= 0x80;
                assert_eq!(
                    Tally::from_bytes(&changed),
                    Err(TallyBytesError::Damaged),
                    "two bits, the other in {other}"
                );
            }
            for place in 0..bytes.len() {
                let mut changed = bytes.clone();
                changed[place] ^= 1;
                let fault = if place < LABEL.len() { TallyBytesError::Foreign } else { TallyBytesError::Damaged };
                assert_eq!(Tally::from_bytes(&changed), Err(fault), "byte {place}");
                assert!(Tally::from_bytes(&bytes[..place]).is_err(), "{place} bytes");
            }
        }
    }

    /// What somebody could write who knows the format, checksum and all.
    #[test]
    fn forged_lengths_are_refused() {
        let sealed = |body: &[u8]| {
            let bytes = [LABEL, body].concat();
            [&bytes[..], &xxh3_64(&bytes).to_le_bytes()].concat()
        };
        let bytes = Tally::new(Statistics::Plain).to_bytes();
        let body = &bytes[LABEL.len()..bytes.len() - size_of::<u64>()];
        assert_eq!(sealed(body), bytes);
        // An empty text and 23 counts of nothing come before the turns of a game, 0 to 112.
        let (before, turns) = body.split_at(24);
        assert!(before.iter().all(|&byte| byte == 0) && turns[0] == 113);
        let fewer = [before, &[112], &turns[2..]].concat();
        let endless = [before, &[253], &u64::MAX.to_le_bytes(), &turns[1..]].concat();
        let longer = [body, &[0]].concat();
        for forged in [fewer, endless, longer] {
            assert_eq!(Tally::from_bytes(&sealed(&forged)), Err(TallyBytesError::Damaged));
        }
    }
}
