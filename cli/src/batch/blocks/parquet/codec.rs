//! Pages are decompressed here, and not by the crate that decodes them, which makes room for whatever they claim to have.

use std::io::{self, Read};

use bytes::Bytes;
use flate2::read::MultiGzDecoder;
use parquet::basic::Compression;

/// Decompresses the pages of a column.
pub struct Decompressor {
    codec: Codec,
    limit: usize,
    /// Where a page is decompressed if nobody knows how large it will be.
    room: Vec<u8>,
}

enum Codec {
    None,
    Snappy(snap::raw::Decoder),
    Zstd(zstd::bulk::Decompressor<'static>),
    Gzip,
    Lz4,
    /// In frames of Hadoop's, or of LZ4's own, or in none.
    Lz4InFrames,
}

/// Why a page is not decompressed.
#[derive(Debug, PartialEq, Eq)]
pub enum PageFault {
    TooLarge,
    Damaged(String),
}

impl From<&str> for PageFault {
    fn from(why: &str) -> Self {
        PageFault::Damaged(why.to_owned())
    }
}

impl Decompressor {
    /// None for codecs that are not built in. Pages of more bytes are refused.
    pub fn new(codec: Compression, limit: usize) -> Option<io::Result<Self>> {
        let codec = match codec {
            Compression::UNCOMPRESSED => Ok(Codec::None),
            Compression::SNAPPY => Ok(Codec::Snappy(snap::raw::Decoder::new())),
            Compression::ZSTD(_) => zstd::bulk::Decompressor::new().map(Codec::Zstd),
            Compression::GZIP(_) => Ok(Codec::Gzip),
            Compression::LZ4_RAW => Ok(Codec::Lz4),
            Compression::LZ4 => Ok(Codec::Lz4InFrames),
            Compression::BROTLI(_) | Compression::LZO => return None,
        };
        Some(codec.map(|codec| Decompressor { codec, limit, room: Vec::new() }))
    }

    /// Decompresses a page, all but the bytes at its begin that are not compressed.
    pub fn page(&mut self, page: Bytes, begin: usize) -> Result<Bytes, PageFault> {
        if page.len() > self.limit {
            return Err(PageFault::TooLarge);
        }
        if matches!(self.codec, Codec::None) {
            return Ok(page);
        }
        let (head, packed) = page.split_at_checked(begin).ok_or("a page is shorter than its levels")?;
        if packed.is_empty() {
            return Ok(page);
        }
        let known = self.codec.length(packed).map(|length| length.saturating_add(begin));
        let most = known.unwrap_or(self.limit);
        if most > self.limit {
            return Err(PageFault::TooLarge);
        }
        self.room.clear();
        self.room.extend_from_slice(head);
        self.codec.append(packed, &mut self.room, most)?;
        // A page that fills the room takes it along, so that there are never two of that size.
        let fills = self.room.len() > self.room.capacity() / 2;
        Ok(if fills { std::mem::take(&mut self.room).into() } else { Bytes::copy_from_slice(&self.room) })
    }
}

impl Codec {
    /// How long something will be, where that stands in front of it. It need not be true.
    fn length(&self, packed: &[u8]) -> Option<usize> {
        match self {
            Codec::Snappy(_) => snap::raw::decompress_len(packed).ok(),
            // Of one frame. If there are more, room is made for as much as there may be.
            Codec::Zstd(_) => {
                let first = zstd::zstd_safe::find_frame_compressed_size(packed).ok()?;
                let length = zstd::zstd_safe::get_frame_content_size(packed).ok()??;
                (first == packed.len()).then_some(usize::try_from(length).unwrap_or(usize::MAX))
            }
            _ => None,
        }
    }

    /// Decompresses to the end of a text, which may get so long.
    fn append(&mut self, packed: &[u8], text: &mut Vec<u8>, most: usize) -> Result<(), PageFault> {
        let damaged = |error: &dyn std::error::Error| PageFault::Damaged(error.to_string());
        let begin = text.len();
        match self {
            Codec::None => text.extend_from_slice(packed),
            Codec::Snappy(decoder) => {
                text.resize(most, 0);
                decoder.decompress(packed, &mut text[begin..]).map_err(|error| damaged(&error))?;
            }
            Codec::Zstd(decompressor) => {
                text.reserve_exact(most - begin);
                let mut cursor = io::Cursor::new(text);
                cursor.set_position(begin as u64);
                decompressor.decompress_to_buffer(packed, &mut cursor).map_err(|error| {
                    if error.to_string() == TOO_SMALL { PageFault::TooLarge } else { damaged(&error) }
                })?;
            }
            Codec::Gzip => stream(MultiGzDecoder::new(packed), text, most)?,
            Codec::Lz4 => lz4(packed, text, most)?,
            Codec::Lz4InFrames => hadoop(packed, text, most).or_else(|fault| {
                text.truncate(begin);
                let framed = stream(lz4_flex::frame::FrameDecoder::new(packed), text, most);
                framed.or_else(|framed| {
                    text.truncate(begin);
                    let raw = lz4(packed, text, most);
                    // Whichever of them it is, it is too large.
                    let large = [&fault, &framed].contains(&&PageFault::TooLarge);
                    raw.map_err(|raw| if large { PageFault::TooLarge } else { raw })
                })
            })?,
        }
        Ok(())
    }
}

/// How zstd says so.
const TOO_SMALL: &str = "Destination buffer is too small";

fn stream(from: impl Read, text: &mut Vec<u8>, most: usize) -> Result<(), PageFault> {
    let left = most - text.len();
    let read = from.take(left as u64 + 1).read_to_end(text).map_err(|error| PageFault::Damaged(error.to_string()))?;
    if read > left { Err(PageFault::TooLarge) } else { Ok(()) }
}

/// A block, which doesn't tell how long it will be.
fn lz4(packed: &[u8], text: &mut Vec<u8>, most: usize) -> Result<(), PageFault> {
    let begin = text.len();
    // As often as not it is shorter than four times as long.
    let mut length = packed.len().saturating_mul(4).saturating_add(begin).min(most);
    loop {
        text.resize(length, 0);
        match lz4_flex::block::decompress_into(packed, &mut text[begin..]) {
            Ok(written) => {
                text.truncate(begin + written);
                return Ok(());
            }
            Err(lz4_flex::block::DecompressError::OutputTooSmall { .. }) if length < most => {
                length = length.saturating_mul(4).min(most);
            }
            Err(lz4_flex::block::DecompressError::OutputTooSmall { .. }) => return Err(PageFault::TooLarge),
            Err(error) => return Err(PageFault::Damaged(error.to_string())),
        }
    }
}

/// Blocks, each behind how long it will be and how long it is.
fn hadoop(packed: &[u8], text: &mut Vec<u8>, most: usize) -> Result<(), PageFault> {
    let cut = || PageFault::from("LZ4 ends too early");
    let mut left = packed;
    while !left.is_empty() {
        let (head, rest) = left.split_first_chunk::<8>().ok_or_else(cut)?;
        let [length, packed] = [[head[0], head[1], head[2], head[3]], [head[4], head[5], head[6], head[7]]]
            .map(|bytes| u32::from_be_bytes(bytes) as usize);
        let (block, rest) = rest.split_at_checked(packed).ok_or_else(cut)?;
        let begin = text.len();
        if length > most - begin {
            return Err(PageFault::TooLarge);
        }
        text.resize(begin + length, 0);
        let written = lz4_flex::block::decompress_into(block, &mut text[begin..]);
        if written.ok() != Some(length) {
            return Err("LZ4 is not as long as it says".into());
        }
        left = rest;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::write::GzEncoder;
    use parquet::basic::{GzipLevel, ZstdLevel};

    use super::*;

    /// A text in every codec, in all ways that a page may be written in it.
    fn packed(text: &[u8]) -> Vec<(Compression, Vec<u8>)> {
        let mut gzip = GzEncoder::new(Vec::new(), flate2::Compression::default());
        gzip.write_all(text).unwrap();
        let mut framed = lz4_flex::frame::FrameEncoder::new(Vec::new());
        framed.write_all(text).unwrap();
        let block = lz4_flex::block::compress(text);
        let mut hadoop = Vec::new();
        for half in text.chunks(text.len().div_ceil(2).max(1)) {
            let block = lz4_flex::block::compress(half);
            hadoop.extend((half.len() as u32).to_be_bytes());
            hadoop.extend((block.len() as u32).to_be_bytes());
            hadoop.extend(block);
        }
        let (first, second) = text.split_at(text.len() / 3);
        let zstd = |text: &[u8]| zstd::bulk::compress(text, 1).unwrap();
        // Without its length in front.
        let streamed = zstd::stream::encode_all(text, 1).unwrap();
        let (any_zstd, any_gzip) = (Compression::ZSTD(ZstdLevel::default()), Compression::GZIP(GzipLevel::default()));
        vec![
            (Compression::UNCOMPRESSED, text.to_vec()),
            (Compression::SNAPPY, snap::raw::Encoder::new().compress_vec(text).unwrap()),
            (any_zstd, zstd(text)),
            (any_zstd, [zstd(first), zstd(second)].concat()),
            (any_zstd, streamed),
            (any_gzip, gzip.finish().unwrap()),
            (Compression::LZ4_RAW, block.clone()),
            (Compression::LZ4, block),
            (Compression::LZ4, framed.finish().unwrap()),
            (Compression::LZ4, hadoop),
        ]
    }

    #[test]
    fn pages_are_decompressed_up_to_the_limit() {
        for length in [1, 100, 5000, 1_000_000] {
            let text: Vec<u8> = (0..length).map(|place: u32| (place % 251 * (place / 1000)) as u8).collect();
            for (place, (codec, packed)) in packed(&text).into_iter().enumerate() {
                for (head, slack) in [(&b""[..], 0), (b"levels", 0), (b"levels", 70_000)] {
                    let page = Bytes::from([head, &packed].concat());
                    let limit = (head.len() + text.len()).max(page.len());
                    let mut decompressor = Decompressor::new(codec, limit + slack).unwrap().unwrap();
                    for _ in 0..2 {
                        let whole = decompressor.page(page.clone(), head.len());
                        assert!(whole.unwrap() == [head, &text].concat(), "{codec} ({place}), {length} bytes");
                    }
                    let less = head.len() + text.len() - 1;
                    let mut tight = Decompressor::new(codec, less).unwrap().unwrap();
                    let fault = tight.page(page, head.len()).unwrap_err();
                    assert_eq!(fault, PageFault::TooLarge, "{codec} ({place}), {length} bytes");
                }
            }
        }
    }

    #[test]
    fn what_a_page_claims_is_not_believed() {
        let huge = vec![0; 50_000_000];
        for (place, (codec, packed)) in packed(&huge).into_iter().enumerate() {
            let mut decompressor = Decompressor::new(codec, 1 << 20).unwrap().unwrap();
            let fault = decompressor.page(packed.into(), 0).unwrap_err();
            assert_eq!(fault, PageFault::TooLarge, "{codec} ({place})");
            assert!(decompressor.room.capacity() <= 1 << 22, "{codec} ({place}): {}", decompressor.room.capacity());
        }
    }

    #[test]
    fn damaged_pages_are_told() {
        let text = b"a text that goes on and on and on and on and on";
        for (codec, packed) in packed(text).into_iter().skip(1) {
            let mut decompressor = Decompressor::new(codec, 1 << 20).unwrap().unwrap();
            let cut = Bytes::from(packed).slice(..20);
            assert!(matches!(decompressor.page(cut, 0), Err(PageFault::Damaged(_))), "{codec}");
        }
    }
}
