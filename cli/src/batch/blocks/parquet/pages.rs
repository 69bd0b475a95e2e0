//! The pages of a column, made such that decoding them takes little memory whatever they claim to have.

use std::ops::Range;
use std::sync::Arc;

use bytes::Bytes;
use parquet::arrow::arrow_reader::RowGroups;
use parquet::basic::{Compression, Encoding, Type};
use parquet::column::page::{Page, PageIterator, PageMetadata, PageReader};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::{ParquetMetaData, RowGroupMetaData};
use parquet::file::serialized_reader::SerializedPageReader;
use parquet::schema::types::ColumnDescriptor;

use super::codec::{Decompressor, PageFault};
use super::file::PageFile;
use super::footer;
use super::lists::{LONGEST_LIST, ListLengths, Lists};
use super::texts::{Plain, cut_plain, plain_of_lengths, plain_of_prefixes};

/// One row group of a file.
pub struct RowGroup<'a> {
    pub file: PageFile,
    pub metadata: &'a ParquetMetaData,
    pub group: usize,
}

impl RowGroups for RowGroup<'_> {
    fn num_rows(&self) -> usize {
        self.metadata.row_group(self.group).num_rows().unsigned_abs() as usize
    }

    fn column_chunks(&self, leaf: usize) -> Result<Box<dyn PageIterator>> {
        let pages = Pages::new(self.file.clone(), self.metadata.row_group(self.group), leaf)?;
        Ok(Box::new(OneChunk(Some(Box::new(pages)))))
    }

    fn row_groups(&self) -> Box<dyn Iterator<Item = &RowGroupMetaData> + '_> {
        Box::new(std::iter::once(self.metadata.row_group(self.group)))
    }

    fn metadata(&self) -> &ParquetMetaData {
        self.metadata
    }
}

struct OneChunk(Option<Box<dyn PageReader>>);

impl Iterator for OneChunk {
    type Item = Result<Box<dyn PageReader>>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.take().map(Ok)
    }
}

impl PageIterator for OneChunk {}

/// The pages of one column of a row group.
struct Pages {
    file: PageFile,
    /// As they are in the file: it takes them for uncompressed.
    raw: SerializedPageReader<PageFile>,
    decompressor: Decompressor,
    column: Arc<ColumnDescriptor>,
    lists: ListLengths,
}

impl Pages {
    fn new(file: PageFile, group: &RowGroupMetaData, leaf: usize) -> Result<Self> {
        let chunk = group.column(leaf);
        let decompressor = Decompressor::new(chunk.compression(), file.limit.bytes())
            .ok_or_else(|| ParquetError::General("a codec that is not built in".to_owned()))?;
        let locations = footer::page_locations(&file, chunk)?;
        let raw = chunk.clone().into_builder().set_compression(Compression::UNCOMPRESSED).build()?;
        let rows = usize::try_from(group.num_rows())?;
        Ok(Pages {
            raw: SerializedPageReader::new(Arc::new(file.clone()), &raw, rows, locations)?,
            decompressor: decompressor?,
            column: chunk.column_descr_ptr(),
            lists: ListLengths::default(),
            file,
        })
    }

    fn bounded(&mut self, page: Page) -> std::result::Result<Page, Refusal> {
        Ok(match page {
            Page::DictionaryPage { buf, num_values, encoding, is_sorted } => {
                let buf = self.decompressor.page(buf, 0)?;
                // Every value takes four bytes at least. The crate makes room for the number that it is told.
                if num_values as usize > buf.len() / 4 {
                    return Err(PageFault::from("a dictionary ends before its last value").into());
                }
                let texts = self.column.physical_type() == Type::BYTE_ARRAY;
                let buf = if texts { cut_plain(&buf, 0, num_values as usize)? } else { buf };
                Page::DictionaryPage { buf, num_values, encoding, is_sorted }
            }
            Page::DataPage { buf, num_values, encoding, def_level_encoding, rep_level_encoding, .. } => {
                let buf = self.decompressor.page(buf, 0)?;
                let mut begin = 0;
                if self.column.max_rep_level() > 0 {
                    let levels = levels_v1(&buf, num_values, rep_level_encoding)?;
                    self.see_lists(&buf[levels], num_values, rep_level_encoding)?;
                } else if self.column.max_def_level() > 0 {
                    begin = levels_v1(&buf, num_values, def_level_encoding)?.end;
                }
                let (buf, encoding) = self.values(buf, begin, num_values, encoding)?;
                let statistics = None;
                Page::DataPage { buf, num_values, encoding, def_level_encoding, rep_level_encoding, statistics }
            }
            Page::DataPageV2 {
                buf,
                num_values,
                encoding,
                num_nulls,
                num_rows,
                def_levels_byte_len,
                rep_levels_byte_len,
                is_compressed,
                ..
            } => {
                let [repeated, defined] = [rep_levels_byte_len, def_levels_byte_len].map(|length| length as usize);
                let begin = repeated + defined;
                let buf = if is_compressed { self.decompressor.page(buf, begin)? } else { buf };
                if self.column.max_rep_level() > 0 {
                    let levels = buf.get(..repeated).ok_or(PageFault::from(CUT))?;
                    self.see_lists(levels, num_values, Encoding::RLE)?;
                }
                let (buf, encoding) = self.values(buf, begin, num_values, encoding)?;
                Page::DataPageV2 {
                    buf,
                    num_values,
                    encoding,
                    num_nulls,
                    num_rows,
                    def_levels_byte_len,
                    rep_levels_byte_len,
                    is_compressed: false,
                    statistics: None,
                }
            }
        })
    }

    /// Refuses lists that are too long.
    fn see_lists(&mut self, levels: &[u8], numbers: u32, encoding: Encoding) -> std::result::Result<(), Refusal> {
        let lists = if encoding == Encoding::RLE {
            self.lists.runs(levels, numbers.into())?
        } else {
            // Of old, the first level was the highest bit.
            let packed: Vec<u8> = levels.iter().map(|byte| byte.reverse_bits()).collect();
            self.lists.packed(&packed)
        };
        if lists == Lists::Fit { Ok(()) } else { Err(Refusal::LongList) }
    }

    /// A page whose values begin at some byte, with values that are none too long, and how they are encoded then.
    fn values(
        &self,
        page: Bytes,
        begin: usize,
        most: u32,
        encoding: Encoding,
    ) -> std::result::Result<(Bytes, Encoding), Refusal> {
        let (most, limit) = (most as usize, self.file.limit.bytes());
        let kind = match self.column.physical_type() {
            Type::BYTE_ARRAY => Plain::Texts,
            Type::FIXED_LEN_BYTE_ARRAY => Plain::Fixed(usize::try_from(self.column.type_length()).unwrap_or(0)),
            _ => return Ok((page, encoding)),
        };
        let plain = match (encoding, kind) {
            (Encoding::PLAIN, Plain::Texts) => cut_plain(&page, begin, most)?,
            (Encoding::DELTA_LENGTH_BYTE_ARRAY, Plain::Texts) => plain_of_lengths(&page, begin, most, limit)?,
            (Encoding::DELTA_BYTE_ARRAY, _) => plain_of_prefixes(&page, begin, most, limit, kind)?,
            _ => return Ok((page, encoding)),
        };
        Ok((plain, Encoding::PLAIN))
    }
}

const CUT: &str = "a page is shorter than its levels";

/// Where the levels are that a page of the first version begins with.
fn levels_v1(page: &[u8], numbers: u32, encoding: Encoding) -> std::result::Result<Range<usize>, PageFault> {
    let levels = if encoding == Encoding::RLE {
        let (length, _) = page.split_first_chunk().ok_or(CUT)?;
        4..4 + u32::from_le_bytes(*length) as usize
    } else {
        // A bit each, as no level is higher than 1 here.
        0..numbers.div_ceil(8) as usize
    };
    if levels.end <= page.len() { Ok(levels) } else { Err(CUT.into()) }
}

/// Why a page is not handed on.
enum Refusal {
    Page(PageFault),
    LongList,
}

impl From<PageFault> for Refusal {
    fn from(fault: PageFault) -> Self {
        Refusal::Page(fault)
    }
}

impl PageReader for Pages {
    fn get_next_page(&mut self) -> Result<Option<Page>> {
        let Some(page) = self.raw.get_next_page()? else { return Ok(None) };
        self.bounded(page).map(Some).map_err(|refusal| match refusal {
            Refusal::Page(PageFault::Damaged(why)) => ParquetError::General(why),
            Refusal::Page(PageFault::TooLarge) => self.file.refuse_page(),
            Refusal::LongList => self.file.refuse(format!("a list of more than {LONGEST_LIST} counts")),
        })
    }

    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
        self.raw.peek_next_page()
    }

    fn skip_next_page(&mut self) -> Result<()> {
        self.raw.skip_next_page()
    }

    fn at_record_boundary(&mut self) -> Result<bool> {
        self.raw.at_record_boundary()
    }
}

impl Iterator for Pages {
    type Item = Result<Page>;

    fn next(&mut self) -> Option<Self::Item> {
        self.get_next_page().transpose()
    }
}
