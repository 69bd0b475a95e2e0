//! What a file says of itself at its end: read only if that doesn't take much memory.

use bytes::Bytes;
use parquet::errors::{ParquetError, Result};
use parquet::file::FOOTER_SIZE;
use parquet::file::metadata::{
    ColumnChunkMetaData, ParquetMetaData, ParquetMetaDataOptions, ParquetMetaDataReader, ParquetStatisticsPolicy,
};
use parquet::file::page_index::offset_index::PageLocation;
use parquet::file::reader::{ChunkReader, Length};

use super::file::PageFile;
use super::thrift::{Kind, Thrift};

/// Nodes of a schema at most, and how deep they are nested. All columns are nodes.
const MOST_NODES: usize = 1 << 14;
const DEEPEST: usize = 64;

/// Pieces of columns at most: every row group has one of every column.
const MOST_CHUNKS: usize = 1 << 17;

/// Row groups have numbers of 16 bits.
const MOST_GROUPS: usize = 1 << 15;

/// Reads the metadata of a file, without the statistics.
pub fn read(file: &PageFile) -> Result<ParquetMetaData> {
    let end = file.len();
    let tail = end.min(FOOTER_SIZE as u64);
    let mut footer = file.get_bytes(end - tail, tail as usize)?;
    if let Some(&[a, b, c, d, b'P', b'A', b'R', b'1']) = footer.first_chunk() {
        let length = u64::from(u32::from_le_bytes([a, b, c, d])) + tail;
        if length <= end {
            footer = file.get_bytes(end - length, length as usize)?;
            let metadata = &footer[..footer.len() - FOOTER_SIZE];
            check(metadata).ok_or_else(|| ParquetError::General("its metadata is damaged".to_owned()))??;
        }
    }
    let options = ParquetMetaDataOptions::new()
        .with_column_stats_policy(ParquetStatisticsPolicy::SkipAll)
        .with_encoding_stats_policy(ParquetStatisticsPolicy::SkipAll)
        .with_size_stats_policy(ParquetStatisticsPolicy::SkipAll);
    ParquetMetaDataReader::new().with_metadata_options(Some(options)).parse_and_finish(&footer)
}

/// Whether metadata takes no more memory than that of a table of hands may. None if it is damaged: the crate makes room for
/// all elements that a list claims to have, and follows a schema to any depth.
fn check(metadata: &[u8]) -> Option<Result<()>> {
    let (mut nodes, mut groups, mut chunks) = (0, 0, 0);
    Thrift::new(metadata).fields(|thrift, id, kind| match (id, kind) {
        (2, Kind::LIST) => {
            nodes += thrift.list().and_then(|(length, kind)| schema(thrift, length, kind))?;
            Some(())
        }
        (4, Kind::LIST) => {
            let (length, kind) = thrift.list()?;
            groups += length;
            (kind == Kind::STRUCT || length == 0).then_some(())?;
            (0..length).try_for_each(|_| {
                thrift.fields(|thrift, id, kind| {
                    if (id, kind) == (1, Kind::LIST) {
                        chunks += thrift.skip_list()?;
                        return Some(());
                    }
                    thrift.skip(kind)
                })
            })
        }
        _ => thrift.skip(kind),
    })?;
    if nodes <= MOST_NODES && groups <= MOST_GROUPS && chunks <= MOST_CHUNKS {
        return Some(Ok(()));
    }
    let message = format!("{nodes} columns, {groups} row groups and {chunks} pieces of columns are too many");
    Some(Err(ParquetError::General(message)))
}

/// How many nodes a schema has: a list of structures, each with the number of its children, which follow it.
fn schema(thrift: &mut Thrift<'_>, length: usize, kind: Kind) -> Option<usize> {
    (kind == Kind::STRUCT || length == 0).then_some(())?;
    // How many children each of the groups that are open still has to have.
    let mut open: Vec<usize> = Vec::new();
    for node in 0..length {
        let mut children = 0;
        thrift.fields(|thrift, id, kind| {
            if id == 5 {
                children = usize::try_from(thrift.signed()?).ok()?;
                return Some(());
            }
            thrift.skip(kind)
        })?;
        if let Some(left) = open.last_mut() {
            *left -= 1;
        }
        if children > 0 {
            open.push(children);
        }
        while open.last() == Some(&0) {
            open.pop();
        }
        if children >= length - node || open.len() > DEEPEST {
            return None;
        }
    }
    Some(length)
}

/// Where the pages of a column begin, if the file says so and it can be true.
pub fn page_locations(file: &PageFile, chunk: &ColumnChunkMetaData) -> Result<Option<Vec<PageLocation>>> {
    let range = chunk.offset_index_offset().zip(chunk.offset_index_length());
    let range = range.and_then(|(begin, length)| Some((u64::try_from(begin).ok()?, usize::try_from(length).ok()?)));
    let Some((begin, length)) = range.filter(|(begin, length)| file.has(*begin, *length)) else { return Ok(None) };
    let index: Bytes = file.get_bytes(begin, length)?;
    let (begin, length) = chunk.byte_range();
    Ok(locations(&index).filter(|pages| {
        let ordered = pages.is_sorted_by(|page, next| {
            page.offset + i64::from(page.compressed_page_size) <= next.offset
                && page.first_row_index <= next.first_row_index
        });
        let ends = |page: &PageLocation| page.offset + i64::from(page.compressed_page_size);
        let inside = |offset: i64| {
            u64::try_from(offset).is_ok_and(|offset| begin <= offset && offset <= begin.saturating_add(length))
        };
        ordered
            && pages.first().is_some_and(|page| inside(page.offset) && page.first_row_index == 0)
            && pages.last().is_some_and(|page| inside(ends(page)))
    }))
}

fn locations(index: &[u8]) -> Option<Vec<PageLocation>> {
    let mut pages = Vec::new();
    Thrift::new(index).fields(|thrift, id, kind| {
        if (id, kind) != (1, Kind::LIST) {
            return thrift.skip(kind);
        }
        let (length, kind) = thrift.list()?;
        (kind == Kind::STRUCT || length == 0).then_some(())?;
        (0..length).try_for_each(|_| {
            let mut page = PageLocation { offset: -1, compressed_page_size: -1, first_row_index: -1 };
            thrift.fields(|thrift, id, kind| {
                match id {
                    1 => page.offset = thrift.signed()?,
                    2 => page.compressed_page_size = thrift.signed()?.try_into().ok()?,
                    3 => page.first_row_index = thrift.signed()?,
                    _ => thrift.skip(kind)?,
                }
                Some(())
            })?;
            // So that the sum of any two is a number.
            let possible = 0..=i64::MAX / 2;
            let sound = possible.contains(&page.offset) && page.compressed_page_size >= 0;
            (sound && possible.contains(&page.first_row_index)).then(|| pages.push(page))
        })
    })?;
    Some(pages)
}
