//! Pages are decompressed here, and not by the crate that decodes them, which makes room for whatever they claim to have.

use std::io::Read;

use bytes::Bytes;
use flate2::read::MultiGzDecoder;
use lz4_flex::block::{DecompressError, decompress_into};
use lz4_flex::frame::FrameDecoder;
use parquet::basic::Compression;
use zstd::zstd_safe::{find_frame_compressed_size, get_frame_content_size};

use super::pages::PageFault;

/// Decompresses the pages of a column.
pub struct Decompressor {
    codec: Compression,
    text: Text,
}

impl Decompressor {
    /// Pages of more bytes than the limit are refused.
    pub fn new(codec: Compression, limit: usize) -> Self {
        Decompressor { codec, text: Text { bytes: Vec::new(), limit } }
    }

    /// Decompresses a page, all but the bytes at its begin that are not compressed.
    pub fn page(&mut self, page: Bytes, begin: usize) -> Result<Bytes, PageFault> {
        let Decompressor { codec, text } = self;
        if page.len() > text.limit {
            return Err(PageFault::TooLarge);
        }
        let (head, packed) = page.split_at_checked(begin).ok_or("a page is shorter than its levels")?;
        if *codec == Compression::UNCOMPRESSED || packed.is_empty() {
            return Ok(page);
        }
        text.bytes.clear();
        text.bytes.extend_from_slice(head);
        match codec {
            Compression::SNAPPY => text.snappy(packed)?,
            Compression::ZSTD(_) => text.zstd(packed)?,
            Compression::GZIP(_) => text.stream(MultiGzDecoder::new(packed))?,
            Compression::LZ4_RAW => text.lz4(packed)?,
            Compression::LZ4 => text.lz4_in_frames(packed)?,
            _ => return Err("it is of a codec that is not built in".into()),
        }
        // A page that fills the room takes it along, so that there are never two of that size.
        let fills = text.bytes.len() > text.bytes.capacity() / 2;
        Ok(if fills { std::mem::take(&mut text.bytes).into() } else { Bytes::copy_from_slice(&text.bytes) })
    }
}

/// What was decompressed so far, up to a limit.
struct Text {
    bytes: Vec<u8>,
    limit: usize,
}

const DAMAGED: &str = "a page can't be decompressed";

impl Text {
    /// Makes room for so many bytes more.
    fn room(&mut self, length: usize) -> Result<&mut [u8], PageFault> {
        let begin = self.bytes.len();
        if length > self.limit - begin {
            return Err(PageFault::TooLarge);
        }
        self.bytes.resize(begin + length, 0);
        Ok(&mut self.bytes[begin..])
    }

    fn stream(&mut self, from: impl Read) -> Result<(), PageFault> {
        let left = self.limit - self.bytes.len();
        let read = from.take(left as u64 + 1).read_to_end(&mut self.bytes).map_err(|_| DAMAGED)?;
        if read > left { Err(PageFault::TooLarge) } else { Ok(()) }
    }

    fn snappy(&mut self, packed: &[u8]) -> Result<(), PageFault> {
        let room = self.room(snap::raw::decompress_len(packed).map_err(|_| DAMAGED)?)?;
        snap::raw::Decoder::new().decompress(packed, room).map_err(|_| DAMAGED)?;
        Ok(())
    }

    /// One frame tells how long it will be, as a rule. It need not be true.
    fn zstd(&mut self, packed: &[u8]) -> Result<(), PageFault> {
        let one = find_frame_compressed_size(packed) == Ok(packed.len());
        match get_frame_content_size(packed).ok().flatten().filter(|_| one) {
            Some(length) => {
                let room = self.room(usize::try_from(length).unwrap_or(usize::MAX))?;
                let written = zstd::bulk::decompress_to_buffer(packed, room).map_err(|_| DAMAGED)?;
                if written == room.len() { Ok(()) } else { Err(DAMAGED.into()) }
            }
            None => self.stream(zstd::Decoder::with_buffer(packed).map_err(|_| DAMAGED)?),
        }
    }

    /// A block, which doesn't tell how long it will be.
    fn lz4(&mut self, packed: &[u8]) -> Result<(), PageFault> {
        let begin = self.bytes.len();
        let most = self.limit - begin;
        // As often as not it is shorter than four times as long.
        let mut length = packed.len().saturating_mul(4).min(most);
        loop {
            self.bytes.truncate(begin);
            match decompress_into(packed, self.room(length)?) {
                Ok(written) => {
                    self.bytes.truncate(begin + written);
                    return Ok(());
                }
                Err(DecompressError::OutputTooSmall { .. }) if length < most => {
                    length = length.saturating_mul(4).min(most);
                }
                Err(DecompressError::OutputTooSmall { .. }) => return Err(PageFault::TooLarge),
                Err(_) => return Err(DAMAGED.into()),
            }
        }
    }

    /// In frames of Hadoop's, or of LZ4's own, or in none, as it was written over the years.
    fn lz4_in_frames(&mut self, packed: &[u8]) -> Result<(), PageFault> {
        let begin = self.bytes.len();
        let mut fault = PageFault::from(DAMAGED);
        let ways = [Text::hadoop, |text: &mut Text, packed: &[u8]| text.stream(FrameDecoder::new(packed)), Text::lz4];
        for way in ways {
            self.bytes.truncate(begin);
            match way(self, packed) {
                Ok(()) => return Ok(()),
                // Whichever of them it is, it is too large.
                Err(PageFault::TooLarge) => fault = PageFault::TooLarge,
                Err(_) => {}
            }
        }
        Err(fault)
    }

    /// Blocks, each behind how long it will be and how long it is.
    fn hadoop(&mut self, packed: &[u8]) -> Result<(), PageFault> {
        let mut left = packed;
        while !left.is_empty() {
            let (length, rest) = left.split_first_chunk().ok_or(DAMAGED)?;
            let (packed, rest) = rest.split_first_chunk().ok_or(DAMAGED)?;
            let [length, packed] = [length, packed].map(|bytes| u32::from_be_bytes(*bytes) as usize);
            let (block, rest) = rest.split_at_checked(packed).ok_or(DAMAGED)?;
            if decompress_into(block, self.room(length)?).ok() != Some(length) {
                return Err(DAMAGED.into());
            }
            left = rest;
        }
        Ok(())
    }
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
                    let mut decompressor = Decompressor::new(codec, limit + slack);
                    for _ in 0..2 {
                        let whole = decompressor.page(page.clone(), head.len());
                        assert!(whole.unwrap() == [head, &text].concat(), "{codec} ({place}), {length} bytes");
                    }
                    let less = head.len() + text.len() - 1;
                    let mut tight = Decompressor::new(codec, less);
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
            let mut decompressor = Decompressor::new(codec, 1 << 20);
            let fault = decompressor.page(packed.into(), 0).unwrap_err();
            assert_eq!(fault, PageFault::TooLarge, "{codec} ({place})");
            assert!(
                decompressor.text.bytes.capacity() <= 1 << 22,
                "{codec} ({place}): {}",
                decompressor.text.bytes.capacity()
            );
        }
    }

    #[test]
    fn damaged_pages_are_told() {
        let text = b"a text that goes on and on and on and on and on";
        for (codec, packed) in packed(text).into_iter().skip(1) {
            let mut decompressor = Decompressor::new(codec, 1 << 20);
            let cut = Bytes::from(packed).slice(..20);
            assert!(matches!(decompressor.page(cut, 0), Err(PageFault::Damaged(_))), "{codec}");
        }
    }
}
