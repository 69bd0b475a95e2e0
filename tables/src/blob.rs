//! The blob: all tables in one file, as the library embeds it.
//!
//! A bincode tuple, fixed-width little-endian integers:
//!
//! ```text
//! label, format version, [suit, honor, two-suit, suit-and-honor classes],
//! suit offsets, suit order, honor offsets, honor order,
//! suit classes, honor classes, distances, two-suit classes, suit-and-honor classes,
//! checksum of everything before it
//! ```
//!
//! Reading borrows the five big tables and copies only the offsets and orders (about 11 KB).

use std::fmt;

use bincode::config::{Configuration, Fixint, LittleEndian};

use crate::Tables;

const LABEL: &str = "paili tables";
const VERSION: u32 = 1;
const CONFIG: Configuration<LittleEndian, Fixint> = bincode::config::standard().with_fixed_int_encoding();
const CHECKSUM_BYTES: usize = size_of::<u64>();

type Header<'a> = (&'a str, u32, [u32; 4]);
type Body<'a> = (Vec<u32>, Vec<u16>, Vec<u32>, Vec<u16>, &'a [u8], &'a [u8], &'a [u8], &'a [u8], &'a [u8]);

/// The tables as they stand in a blob.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blob<'a> {
    /// Numbers of classes: a suit, the honors, two suits, a suit and the honors.
    pub class_counts: [u32; 4],
    /// [`CountIndex::offset`](crate::counts::CountIndex::offset) of a suit.
    pub suit_offset: Vec<u32>,
    /// [`CountIndex::order`](crate::counts::CountIndex::order) of a suit.
    pub suit_order: Vec<u16>,
    /// [`CountIndex::offset`](crate::counts::CountIndex::offset) of the honors.
    pub honor_offset: Vec<u32>,
    /// [`CountIndex::order`](crate::counts::CountIndex::order) of the honors.
    pub honor_order: Vec<u16>,
    /// Class of a suit, by number.
    pub suits: &'a [u8],
    /// Class of the honors, by number.
    pub honors: &'a [u8],
    /// Class of two suits, `[first][second]`.
    pub two_suits: &'a [u8],
    /// Class of a suit and the honors, `[suit][honors]`.
    pub suit_honors: &'a [u8],
    /// Win distance, `[melds][two suits][suit and honors]`.
    pub distances: &'a [u8],
}

/// Writes tables as a blob.
///
/// # Panics
///
/// Never: the encoder writes to memory and every type in it has an encoding.
#[must_use]
pub fn encode(tables: &Tables) -> Vec<u8> {
    let counts =
        [&tables.suits, &tables.honors, &tables.two_suits, &tables.suit_honors].map(|part| part.rows.len() as u32);
    let header: Header = (LABEL, VERSION, counts);
    let body = (
        &tables.suit_index.offset,
        &tables.suit_index.order,
        &tables.honor_index.offset,
        &tables.honor_index.order,
        &tables.suits.of,
        &tables.honors.of,
        &tables.distances,
        &tables.two_suits.of,
        &tables.suit_honors.of,
    );
    let mut bytes = bincode::encode_to_vec((header, body), CONFIG).expect("memory takes every table");
    bytes.extend(checksum(&bytes).to_le_bytes());
    bytes
}

/// Reads a blob.
///
/// # Errors
///
/// [`BlobError`] when the bytes are not a blob of this version, or were damaged since they were written.
pub fn decode(bytes: &[u8]) -> Result<Blob<'_>, BlobError> {
    let (content, sum) = bytes.split_last_chunk::<CHECKSUM_BYTES>().ok_or(BlobError::Label)?;
    let ((label, version, class_counts), header_len): (Header, usize) =
        bincode::borrow_decode_from_slice(content, CONFIG).map_err(|_| BlobError::Label)?;
    if label != LABEL {
        return Err(BlobError::Label);
    }
    if version != VERSION {
        return Err(BlobError::Version { found: version });
    }
    if checksum(content) != u64::from_le_bytes(*sum) {
        return Err(BlobError::Checksum);
    }
    let (body, body_len): (Body, usize) =
        bincode::borrow_decode_from_slice(&content[header_len..], CONFIG).map_err(|_| BlobError::Layout)?;
    if header_len + body_len != content.len() {
        return Err(BlobError::Layout);
    }
    let (suit_offset, suit_order, honor_offset, honor_order, suits, honors, distances, two_suits, suit_honors) = body;
    Ok(Blob {
        class_counts,
        suit_offset,
        suit_order,
        honor_offset,
        honor_order,
        suits,
        honors,
        two_suits,
        suit_honors,
        distances,
    })
}

/// FNV-1a over eight bytes at a time: 0.1 ms for the whole blob, and any one changed word changes it.
#[must_use]
pub fn checksum(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    words
        .iter()
        .chain([&last, &(bytes.len() as u64).to_le_bytes()])
        .fold(0xcbf2_9ce4_8422_2325, |sum, word| (sum ^ u64::from_le_bytes(*word)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// Why bytes are not the tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlobError {
    /// They do not begin as a blob does.
    Label,
    /// They are in another version of the format.
    Version {
        /// The version they name.
        found: u32,
    },
    /// They were changed after they were written.
    Checksum,
    /// Their parts do not have the lengths they say.
    Layout,
}

impl fmt::Display for BlobError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BlobError::Label => write!(f, "not a blob of paili's tables"),
            BlobError::Version { found } => write!(f, "tables of format version {found}, expected {VERSION}"),
            BlobError::Checksum => write!(f, "the tables' checksum does not match: they were damaged"),
            BlobError::Layout => write!(f, "the tables do not have the lengths they say"),
        }
    }
}

impl std::error::Error for BlobError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn blob() -> Vec<u8> {
        encode(&Tables::build().unwrap())
    }

    #[test]
    fn reads_back_what_was_written() {
        let tables = Tables::build().unwrap();
        let bytes = encode(&tables);
        let blob = decode(&bytes).unwrap();
        assert_eq!(blob.class_counts, [126, 55, 180, 165]);
        assert_eq!(blob.suits, tables.suits.of);
        assert_eq!(blob.honor_order, tables.honor_index.order);
        assert_eq!(blob.distances, tables.distances);
        assert!(bytes.as_ptr_range().contains(&blob.suits.as_ptr()), "the big tables are borrowed");
    }

    #[test]
    fn damage_is_noticed() {
        let good = blob();
        for at in (0..good.len()).step_by(997) {
            let mut bad = good.clone();
            bad[at] ^= 1;
            assert!(decode(&bad).is_err(), "byte {at} changed");
        }
        for len in [0, 7, 8, 100, good.len() - 1] {
            assert!(decode(&good[..len]).is_err(), "cut to {len} bytes");
        }
    }

    #[test]
    fn other_versions_are_refused() {
        let mut bytes = blob();
        let at = size_of::<u64>() + LABEL.len();
        bytes[at] = 9;
        assert_eq!(decode(&bytes), Err(BlobError::Version { found: 9 }));
    }
}
