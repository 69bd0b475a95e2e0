//! Parquet: a column of texts or of counts, as the Arrow project's crate reads it.

mod catch_panics;
mod hands;

use std::fs::File;
use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::new_empty_array;
use paili::Tile;
use paili::answers::page::grouped;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder,
};
use parquet::basic::Compression;
use parquet::errors::{ParquetError, Result as ParquetResult};
use parquet::file::metadata::{ColumnChunkMetaData, PageIndexPolicy, ParquetStatisticsPolicy};

use super::rows::{BlockSize, Rows, RowsRead};
use crate::batch::analysis::BlockAnalysis;
use crate::batch::column;
use crate::batch::input::Input;
use crate::failure::Failure;
use catch_panics::catching_panics;
use hands::Hands;

/// A file, and which column of it holds the hands.
struct HandTable {
    path: PathBuf,
    name: String,
    bytes: u64,
    metadata: ArrowReaderMetadata,
    column: ProjectionMask,
}

/// Some rows of a row group.
struct GroupRows {
    table: Arc<HandTable>,
    group: usize,
    begin: u64,
    rows: u64,
    /// The number of the first in the file, from 1.
    number: u64,
}

/// Rows that are decoded at a time.
const AT_A_TIME: u64 = 2048;

/// The most bytes of hands in a row group, as the metadata tells them. Writers make groups of a few dozen megabytes.
const LARGEST_CHUNK: u64 = 1 << 30;

/// The codecs that are built in, as messages name them.
const CODECS: &str = "none, snappy, zstd, lz4 or gzip";

/// How many rows a block has, given its groups and the rows of the row group. A block that starts in the
/// middle of a group skips all pages before it, and two blocks both decode the dictionary and the page that they share:
/// so blocks are large, but not so large that threads wait for each other.
fn rows_of_block(size: BlockSize, rows: u64, groups: usize) -> u64 {
    match size {
        BlockSize::Small => 1 << 15,
        BlockSize::Large if groups >= 16 && rows <= 1 << 21 => rows,
        BlockSize::Large => (rows / 64).max(1 << 18),
    }
}

/// Cuts a file into blocks of rows, which are read where they are analysed.
pub fn blocks(input: &Input, size: BlockSize) -> Result<impl Iterator<Item = RowsRead> + Send + use<>, Failure> {
    let table = Arc::new(HandTable::open(input)?);
    let groups = table.metadata.metadata().row_groups();
    let rows_of_groups: Vec<u64> = groups.iter().map(|group| group.num_rows().unsigned_abs()).collect();
    let in_file = rows_of_groups.iter().sum::<u64>().max(1);
    let groups = rows_of_groups.len();
    let rows_of_blocks = rows_of_groups.into_iter().enumerate().flat_map(move |(group, rows)| {
        let length = rows_of_block(size, rows, groups).max(1);
        (0..rows).step_by(length as usize).map(move |begin| (group, begin, length.min(rows - begin)))
    });
    let mut number = 1;
    Ok(rows_of_blocks.map(move |(group, begin, rows)| {
        let block = GroupRows { table: table.clone(), group, begin, rows, number };
        number += rows;
        let bytes = u128::from(table.bytes) * u128::from(rows) / u128::from(in_file);
        Ok((Box::new(block) as Box<dyn Rows>, bytes as u64))
    }))
}

impl HandTable {
    fn open(input: &Input) -> Result<HandTable, Failure> {
        let refused = |why: String| Failure::BadInput(format!("{}: {why}", input.name));
        // Standard input was refused long before.
        let path = input.path.clone().unwrap_or_default();
        let file = File::open(&path).map_err(|error| Failure::of_opening(&input.name, &error))?;
        let unreadable = |why: &str| refused(format!("no Parquet file, or cut off at its end ({why})"));
        let metadata = catching_panics(|| ArrowReaderMetadata::load(&file, options()))
            .map_err(|error| failed(&input.name, &error, unreadable))?;
        let groups = metadata.metadata().row_groups();
        let rows = groups.iter().map(|group| u64::try_from(group.num_rows()).ok());
        let rows = rows.reduce(|sum, rows| sum?.checked_add(rows?)).unwrap_or(Some(0));
        rows.filter(|rows| *rows < i64::MAX as u64).ok_or_else(|| unreadable("it counts its rows wrong"))?;
        let fields = metadata.schema().fields();
        let names: Vec<&str> = fields.iter().map(|field| field.name().as_str()).collect();
        let place = column::choose(input.column.as_deref(), &names).map_err(refused)?;
        let (name, holds) = (names[place], fields[place].data_type());
        if Hands::of(&new_empty_array(holds)).is_none() {
            let counts = Tile::REGULAR_COUNT;
            return Err(refused(format!(
                "column {name:?} is of type {holds}: expected texts, or {counts} counts as FixedSizeBinary({counts}) or \
                 lists of UInt8"
            )));
        }
        let column = ProjectionMask::roots(metadata.parquet_schema(), [place]);
        let leaves = (0..metadata.parquet_schema().num_columns()).filter(|leaf| column.leaf_included(*leaf));
        for chunk in leaves.flat_map(|leaf| groups.iter().filter_map(move |group| group.columns().get(leaf))) {
            check(chunk).map_err(|why| refused(format!("column {name:?}: {why}")))?;
        }
        let (name, bytes) = (input.name.clone(), input.bytes.unwrap_or_default());
        Ok(HandTable { path, name, bytes, metadata, column })
    }
}

/// Without what isn't needed: however columns were in memory, texts are texts and lists are lists.
fn options() -> ArrowReaderOptions {
    ArrowReaderOptions::new()
        .with_skip_arrow_metadata(true)
        .with_offset_index_policy(PageIndexPolicy::Optional)
        .with_column_stats_policy(ParquetStatisticsPolicy::SkipAll)
        .with_encoding_stats_policy(ParquetStatisticsPolicy::SkipAll)
        .with_size_stats_policy(ParquetStatisticsPolicy::SkipAll)
}

/// Whether the hands of a row group can be decoded.
fn check(chunk: &ColumnChunkMetaData) -> Result<(), String> {
    let bytes = chunk.uncompressed_size().max(chunk.compressed_size()).unsigned_abs();
    if bytes > LARGEST_CHUNK {
        let [bytes, most] = [bytes, LARGEST_CHUNK].map(grouped);
        return Err(format!("{bytes} bytes in one row group: expected at most {most}"));
    }
    let codec = chunk.compression();
    if matches!(codec, Compression::BROTLI(_) | Compression::LZO) {
        let name = codec.to_string().to_lowercase();
        let name = name.split('(').next().unwrap_or_default();
        return Err(format!("compressed with {name}, which is not built in: expected {CODECS}"));
    }
    Ok(())
}

impl GroupRows {
    fn reader(&self, file: File) -> ParquetResult<ParquetRecordBatchReader> {
        ParquetRecordBatchReaderBuilder::new_with_metadata(file, self.table.metadata.clone())
            .with_projection(self.table.column.clone())
            .with_row_groups(vec![self.group])
            .with_offset(self.begin as usize)
            .with_limit(self.rows as usize)
            .with_batch_size(self.rows.min(AT_A_TIME) as usize)
            .build()
    }

    /// Why rows from this number on can't be read.
    fn unreadable(&self, number: u64, error: &ParquetError) -> Failure {
        let name = &self.table.name;
        let last = (number + AT_A_TIME).min(self.number + self.rows).saturating_sub(1).max(number);
        let rows = if number == last { format!("row {number}") } else { format!("rows {number}-{last}") };
        failed(name, error, |why| Failure::BadInput(format!("{name}: {rows}: damaged: {why}")))
    }
}

/// The failure to read a file. Of what the system says, the crate keeps only the text, which has its number.
fn failed(name: &str, error: &ParquetError, damaged: impl FnOnce(&str) -> Failure) -> Failure {
    let message = error.to_string();
    let why = cause(&message);
    if why.contains("(os error ") { Failure::Broken(format!("{name}: {why}")) } else { damaged(why) }
}

impl Rows for GroupRows {
    fn count(&self) -> u64 {
        self.rows
    }

    fn analyse(&self, analysis: &mut BlockAnalysis<'_>) -> Result<(), Failure> {
        let table = &self.table;
        let file = File::open(&table.path).map_err(|error| Failure::of_opening(&table.name, &error))?;
        let mut number = self.number;
        let end = self.number + self.rows;
        let unreadable = |number: u64| move |error| self.unreadable(number, &error);
        let mut reader = catching_panics(|| self.reader(file)).map_err(unreadable(number))?;
        while let Some(batch) = catching_panics(|| reader.next().transpose()).map_err(unreadable(number))? {
            if let Some(hands) = Hands::of(batch.column(0)) {
                hands.analyse(analysis, number)?;
            }
            number += batch.num_rows() as u64;
        }
        if number == end {
            return Ok(());
        }
        Err(Failure::BadInput(format!("{}: row {number}: the file ends before its last row", table.name)))
    }
}

/// The innermost cause that a message names.
fn cause(message: &str) -> &str {
    let layers = ["External: ", "Parquet error: ", "Parquet argument error: ", "Arrow: ", "EOF: ", "Io error: "];
    let mut left = message;
    while let Some(below) = layers.iter().find_map(|layer| left.strip_prefix(layer)) {
        left = below;
    }
    left
}

#[cfg(test)]
mod tests {
    use super::cause;

    #[test]
    fn only_the_cause_is_told() {
        assert_eq!(cause("Parquet argument error: External: EOF: a page ends"), "a page ends");
        assert_eq!(cause("a page: ends"), "a page: ends");
    }
}
