//! Counts as bytes, to be kept or sent and added up elsewhere. Nothing else here or in the program knows bincode.

use std::fmt;

use bincode::config::{Limit, LittleEndian, Varint};
use xxhash_rust::xxh3::xxh3_64;

use super::{Comparison, Statistics, Tally};

// What the bytes begin with; the last one is the version of what follows.
const TALLY: [u8; 8] = *b"pailita\x04";
const COMPARISON: [u8; 8] = *b"pailico\x01";

/// Far more than the text of a run has: a forged length ends here.
const MOST_BYTES: usize = 1 << 20;

/// Small numbers in a byte: a tally is a few kilobytes.
const CONFIG: bincode::config::Configuration<LittleEndian, Varint, Limit<MOST_BYTES>> =
    bincode::config::standard().with_limit();

impl Tally {
    /// The tally as bytes: a label with a version, the counts, and a checksum. Equal tallies have equal bytes, on any machine.
    ///
    /// ```
    /// # use paili::{distance::TableModel, simulation::{Seed, Statistics, NamedPolicy, Tally, tally_named}};
    /// let tally = tally_named(Seed(1), 0..100, TableModel, [NamedPolicy::Rule; 4], Statistics::Plain);
    /// assert_eq!(Tally::from_bytes(&tally.to_bytes()), Ok(tally));
    /// ```
    pub fn to_bytes(&self) -> Vec<u8> {
        self.to_bytes_of("")
    }

    /// The same with a text that says of which run the tally is.
    pub fn to_bytes_of(&self, run: &str) -> Vec<u8> {
        save_counts(TALLY, run, self.clone().counts_mut().map(|count| *count))
    }

    /// Reads what [`Tally::to_bytes`] wrote.
    ///
    /// # Errors
    ///
    /// When the bytes are no tally's, of another version's, or damaged, or when the counts can't be those of games: there are
    /// fewer ends than games, for example.
    pub fn from_bytes(bytes: &[u8]) -> Result<Tally, SavedBytesError> {
        Ok(Tally::from_bytes_of(bytes)?.1)
    }

    /// Reads what [`Tally::to_bytes_of`] wrote: of which run the tally is, and the tally.
    ///
    /// # Errors
    ///
    /// As [`Tally::from_bytes`].
    pub fn from_bytes_of(bytes: &[u8]) -> Result<(String, Tally), SavedBytesError> {
        let (run, counts) = load_counts(TALLY, bytes)?;
        let mut tallies = [Statistics::Plain, Statistics::Detailed].map(Tally::new).into_iter();
        let tally = tallies.find_map(|mut tally| fill(tally.counts_mut(), &counts).then_some(tally));
        let tally = tally.filter(Tally::is_consistent).ok_or(SavedBytesError::Damaged)?;
        Ok((run, tally))
    }
}

impl Comparison {
    /// The comparison as bytes, as [`Tally::to_bytes_of`] writes tallies.
    pub fn to_bytes_of(&self, run: &str) -> Vec<u8> {
        save_counts(COMPARISON, run, self.clone().counts_mut().map(|count| *count))
    }

    /// Reads what [`Comparison::to_bytes_of`] wrote: of which run the comparison is, and the comparison.
    ///
    /// # Errors
    ///
    /// When the bytes are no comparison's, of another version's, or damaged, or when they tell of more than six games a match.
    pub fn from_bytes_of(bytes: &[u8]) -> Result<(String, Comparison), SavedBytesError> {
        let (run, counts) = load_counts(COMPARISON, bytes)?;
        let mut comparison = Comparison::default();
        let complete = fill(comparison.counts_mut(), &counts);
        if complete && comparison.is_consistent() { Ok((run, comparison)) } else { Err(SavedBytesError::Damaged) }
    }
}

/// Counts of any kind as bytes, as [`Tally::to_bytes_of`] writes those of games. The label says of which kind, and of which version
/// of it: [`load_counts`] reads no other.
pub fn save_counts(label: [u8; 8], run: &str, counts: impl Iterator<Item = u64>) -> Vec<u8> {
    let counts: Vec<u64> = counts.collect();
    let mut bytes = label.to_vec();
    // Texts and numbers can always be written to memory.
    let written = bincode::encode_into_std_write((run, counts), &mut bytes, CONFIG);
    debug_assert!(written.is_ok());
    let sum = xxh3_64(&bytes);
    bytes.extend_from_slice(&sum.to_le_bytes());
    bytes
}

/// Reads what [`save_counts`] wrote: of which run the counts are, and the counts.
///
/// # Errors
///
/// When the bytes have another label, or are damaged; so are those of counts that come to more than a `u64` together.
pub fn load_counts(label: [u8; 8], bytes: &[u8]) -> Result<(String, Vec<u64>), SavedBytesError> {
    let labelled = bytes.strip_prefix(&label).ok_or(SavedBytesError::Foreign)?;
    let (body, sum) = labelled.split_last_chunk().ok_or(SavedBytesError::Damaged)?;
    if u64::from_le_bytes(*sum) != xxh3_64(&bytes[..bytes.len() - sum.len()]) {
        return Err(SavedBytesError::Damaged);
    }
    decoded(body).filter(|(_, counts)| adds_up(counts)).ok_or(SavedBytesError::Damaged)
}

/// The text and the counts, if they are all that there is.
fn decoded(body: &[u8]) -> Option<(String, Vec<u64>)> {
    let (run, mut read) = bincode::decode_from_slice::<String, _>(body, CONFIG).ok()?;
    let mut next = || {
        let (count, bytes) = bincode::decode_from_slice(&body[read..], CONFIG).ok()?;
        read += bytes;
        Some(count)
    };
    // One by one, so that a forged number of them ends with the bytes and takes no memory before.
    let length: u64 = next()?;
    let counts = (0..length).map(|_| next()).collect::<Option<Vec<u64>>>()?;
    (read == body.len()).then_some((run, counts))
}

/// Whether no sum of some of the counts overflows.
fn adds_up(counts: &[u64]) -> bool {
    counts.iter().try_fold(0, |sum: u64, &count| sum.checked_add(count)).is_some()
}

/// Fills in counts, if there is one for each place.
fn fill<'a>(places: impl Iterator<Item = &'a mut u64>, counts: &[u64]) -> bool {
    let places: Vec<_> = places.collect();
    let complete = places.len() == counts.len();
    if complete {
        places.into_iter().zip(counts).for_each(|(place, &count)| *place = count);
    }
    complete
}

/// Bytes that can't be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SavedBytesError {
    /// They don't begin as those of this version do.
    Foreign,
    /// Some are missing, changed or too many.
    Damaged,
    /// They are of a league with more or fewer players, or other tables.
    OtherLeague,
}

impl fmt::Display for SavedBytesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SavedBytesError::Foreign => "these bytes are none that paili saves, or of another version",
            SavedBytesError::Damaged => "these bytes are damaged",
            SavedBytesError::OtherLeague => "these bytes are of a league of more or fewer players, or of other tables",
        })
    }
}

impl std::error::Error for SavedBytesError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distance::TableModel;
    use crate::length::short_or_long;
    use crate::simulation::detail::MOST_OWN_TURNS;
    use crate::simulation::{NamedPolicy, Seed, Statistics, compare, tally_named};

    #[test]
    fn any_change_is_noticed() {
        let run = |statistics| tally_named(Seed(3), 7..70, TableModel, [NamedPolicy::Acceptance; 4], statistics);
        for tally in [run(Statistics::Plain), run(Statistics::Detailed), Tally::new(Statistics::Plain)] {
            let bytes = tally.to_bytes();
            assert_eq!(Tally::from_bytes(&bytes), Ok(tally));
            // The top bits of two words cancel in a checksum that multiplies words.
            for other in (TALLY.len() + 15..bytes.len()).step_by(8) {
                let mut changed = bytes.clone();
                changed[TALLY.len() + 7] ^= 0x80;
                changed[other] ^= 0x80;
                assert_eq!(
                    Tally::from_bytes(&changed),
                    Err(SavedBytesError::Damaged),
                    "two bits, the other in {other}"
                );
            }
            for place in 0..bytes.len() {
                let mut changed = bytes.clone();
                changed[place] ^= 1;
                let fault = if place < TALLY.len() { SavedBytesError::Foreign } else { SavedBytesError::Damaged };
                assert_eq!(Tally::from_bytes(&changed), Err(fault), "byte {place}");
                assert!(Tally::from_bytes(&bytes[..place]).is_err(), "{place} bytes");
            }
        }
    }

    /// What somebody could write who knows the format, checksum and all.
    fn sealed(label: [u8; 8], body: &[u8]) -> Vec<u8> {
        let bytes = [&label, body].concat();
        [&bytes[..], &xxh3_64(&bytes).to_le_bytes()].concat()
    }

    #[test]
    fn forged_lengths_are_refused() {
        let bytes = Tally::new(Statistics::Plain).to_bytes();
        let body = &bytes[TALLY.len()..bytes.len() - size_of::<u64>()];
        assert_eq!(sealed(TALLY, body), bytes);
        // An empty text and the number of counts come before them.
        let counts = Tally::new(Statistics::Plain).counts_mut().count() as u16;
        let [low, high] = counts.to_le_bytes();
        assert_eq!(body[..4], [0, 251, low, high]);
        let fewer = [&body[..2], &(counts - 1).to_le_bytes(), &body[5..]].concat();
        let endless = [&[0, 253], &u64::MAX.to_le_bytes()[..], &body[4..]].concat();
        let longer = [body, &[0]].concat();
        for forged in [fewer, endless, longer] {
            assert_eq!(Tally::from_bytes(&sealed(TALLY, &forged)), Err(SavedBytesError::Damaged));
        }
    }

    /// A league of many players has more than any tally.
    #[test]
    fn many_counts_are_kept() {
        let counts: Vec<u64> = (0..300_000).collect();
        let bytes = save_counts(TALLY, "a long run", counts.iter().copied());
        assert_eq!(load_counts(TALLY, &bytes), Ok(("a long run".to_owned(), counts)));
    }

    #[test]
    fn counts_that_do_not_fit_together_are_refused() {
        let run = |statistics| tally_named(Seed(3), 0..200, TableModel, [NamedPolicy::Rule; 4], statistics);
        for (mut tally, step) in [(run(Statistics::Plain), short_or_long(5, 1)), (run(Statistics::Detailed), 97)] {
            let counts: Vec<u64> = tally.counts_mut().map(|&mut count| count).collect();
            let read = |counts: &[u64]| Tally::from_bytes(&save_counts(TALLY, "", counts.iter().copied()));
            assert_eq!(read(&counts), Ok(tally));
            // One game more here or there fits nowhere, but for an overridden win, or a player's turn late in a game, on either
            // of which nothing else depends.
            let accepted = (0..counts.len()).step_by(step).filter(|&place| {
                let mut forged = counts.clone();
                forged[place] += 1;
                read(&forged).is_ok()
            });
            let [head_bumps, turns_from] = [2, 23 + 113 + 96 + 2 * 17 + 2 * 5 + 15 + 11 * 5];
            let turns = turns_from..turns_from + 15 * MOST_OWN_TURNS;
            let odd: Vec<usize> = accepted.filter(|place| *place != head_bumps && !turns.contains(place)).collect();
            assert_eq!(odd, [0; 0]);
            for huge in [u64::MAX, u64::MAX / 2, 1 << 60] {
                for place in (0..counts.len()).step_by(step) {
                    let mut forged = counts.clone();
                    forged[place] = huge;
                    // Whatever is read can be told.
                    if let Ok(tally) = read(&forged) {
                        assert!(
                            !format!("{:?} {:?}", tally.dealt().deviation(), tally.after_turn()[0].mean()).is_empty()
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn comparisons_are_kept() {
        let play =
            |side, game, seat| [NamedPolicy::Rule, NamedPolicy::Random][side as usize].player(Seed(1), game, seat);
        let mut comparison = compare(Seed(1), 0..50, TableModel, play);
        let bytes = comparison.to_bytes_of("a run");
        assert_eq!(Comparison::from_bytes_of(&bytes), Ok(("a run".to_owned(), comparison)));
        assert_eq!(Tally::from_bytes(&bytes), Err(SavedBytesError::Foreign));
        // Seven games of a match were won.
        if let Some(last) = comparison.counts_mut().last() {
            *last += 1;
        }
        assert_eq!(Comparison::from_bytes_of(&comparison.to_bytes_of("")), Err(SavedBytesError::Damaged));
    }
}
