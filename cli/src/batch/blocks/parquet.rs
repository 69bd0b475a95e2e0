//! Parquet: a column of texts or of counts.

use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, FixedSizeBinaryArray, ListArray, StringArray, UInt8Array, new_empty_array};
use paili::Tile;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder};
use parquet::basic::Compression;
use parquet::errors::ParquetError;
use parquet::file::metadata::{ColumnChunkMetaData, PageIndexPolicy, RowGroupMetaData};

use super::{BlockAnalysis, BlockSize, Failure, Input, LONGEST_HAND, Place, Rows, RowsRead, too_long};
use crate::batch::analysis::RegularCounts;
use crate::batch::column;

/// A file, and which column of it holds the hands.
struct HandTable {
    path: PathBuf,
    name: String,
    bytes: u64,
    metadata: ArrowReaderMetadata,
    column: usize,
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

/// Rows that are decoded at a time at most, and about how many bytes.
const DECODED: u64 = 8192;
const DECODED_BYTES: u64 = 1 << 20;

/// The codecs that are built in, as messages name them.
const CODECS: &str = "none, snappy, zstd, lz4 or gzip";

/// How many rows a block has, in a file of so many groups and a row group of so many rows. A block that starts in the
/// middle of a group skips all pages before it, and two blocks both decode the dictionary and the page that they share:
/// so blocks are large, but not so large that threads wait for each other.
fn rows_of_block(size: BlockSize, rows: u64, groups: usize) -> u64 {
    match size {
        BlockSize::Small => 1 << 15,
        BlockSize::Large if groups >= 16 && rows <= 1 << 21 => rows,
        BlockSize::Large => (rows / 64).max(1 << 18),
    }
}

/// How many rows of a row group to decode at a time, of a column of so many bytes in it.
fn rows_at_a_time(rows: u64, bytes: u64) -> usize {
    let row = bytes.div_ceil(rows.max(1)).max(1);
    (DECODED_BYTES / row).clamp(1, DECODED) as usize
}

/// Cuts a file into blocks of rows, which are read where they are analysed.
pub fn blocks(input: &Input, size: BlockSize) -> Result<impl Iterator<Item = RowsRead> + Send + use<>, Failure> {
    let table = Arc::new(HandTable::open(input)?);
    let metadata = table.metadata.metadata().clone();
    let groups = metadata.num_row_groups();
    let in_file = metadata.file_metadata().num_rows().unsigned_abs().max(1);
    let rows_of_blocks = (0..groups).flat_map(move |group| {
        let rows = metadata.row_group(group).num_rows().unsigned_abs();
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
        let file = File::open(&path).map_err(|error| refused(error.to_string()))?;
        // As plain Parquet knows the columns: however they were in memory, texts are texts and lists are lists.
        let options = ArrowReaderOptions::new()
            .with_skip_arrow_metadata(true)
            .with_offset_index_policy(PageIndexPolicy::Optional);
        let metadata = ArrowReaderMetadata::load(&file, options).map_err(|error| {
            broken(&input.name, &error, |cause| format!("no Parquet file, or cut off at its end ({cause})"))
        })?;
        let fields = metadata.schema().fields();
        let names: Vec<&str> = fields.iter().map(|field| field.name().as_str()).collect();
        let column = column::choose(input.column.as_deref(), &names).map_err(refused)?;
        let field = &fields[column];
        if Hands::of(&new_empty_array(field.data_type())).is_none() {
            let (name, holds) = (field.name(), field.data_type());
            let counts = Tile::REGULAR_COUNT;
            return Err(refused(format!(
                "column {name:?} is of type {holds}: expected texts, or {counts} counts as FixedSizeBinary({counts}) or \
                 lists of UInt8"
            )));
        }
        let (name, bytes) = (input.name.clone(), input.bytes.unwrap_or_default());
        let table = HandTable { path, name, bytes, metadata, column };
        table.unbuilt_codec().map_or(Ok(table), |why| Err(refused(why)))
    }

    /// How long the hands of a row group are when they are decoded. If a dictionary shortens them and the file doesn't say
    /// by how much, that can't be known.
    fn decoded_bytes(&self, group: &RowGroupMetaData) -> u64 {
        let hands = self.chunks(group);
        hands
            .map(|chunk| chunk.uncompressed_size().max(chunk.unencoded_byte_array_data_bytes().unwrap_or(0)))
            .sum::<i64>()
            .unsigned_abs()
    }

    /// The columns of a row group that hold the hands.
    fn chunks<'a>(&'a self, group: &'a RowGroupMetaData) -> impl Iterator<Item = &'a ColumnChunkMetaData> {
        let schema = self.metadata.parquet_schema();
        let is_of = move |leaf: usize| schema.get_column_root_idx(leaf) == self.column;
        group.columns().iter().enumerate().filter(move |(leaf, _)| is_of(*leaf)).map(|(_, chunk)| chunk)
    }

    /// Why the hands can't be decoded.
    fn unbuilt_codec(&self) -> Option<String> {
        let groups = self.metadata.metadata().row_groups();
        let mut codecs = groups.iter().flat_map(|group| self.chunks(group)).map(ColumnChunkMetaData::compression);
        let unbuilt = codecs.find(|codec| matches!(codec, Compression::BROTLI(_) | Compression::LZO))?;
        let name = unbuilt.to_string();
        let name = name.split('(').next().unwrap_or_default().to_lowercase();
        Some(format!("compressed with {name}, which is not built in: expected {CODECS}"))
    }
}

impl Rows for GroupRows {
    fn count(&self) -> u64 {
        self.rows
    }

    fn analyse(&self, analysis: &mut BlockAnalysis<'_>) -> Result<(), Failure> {
        let table = &self.table;
        let group = table.metadata.metadata().row_group(self.group);
        let at_a_time = rows_at_a_time(group.num_rows().unsigned_abs(), table.decoded_bytes(group));
        let end = self.number + self.rows;
        let damaged = |number: u64, error: &ParquetError| {
            let last = (number + at_a_time as u64).min(end).saturating_sub(1).max(number);
            broken(&table.name, error, |cause| format!("rows {number}-{last}: damaged: {cause}"))
        };
        let file = File::open(&table.path).map_err(|error| Failure::of_input(&table.name, &error))?;
        let roots = [table.column];
        let reader = ParquetRecordBatchReaderBuilder::new_with_metadata(file, table.metadata.clone())
            .with_projection(ProjectionMask::roots(table.metadata.parquet_schema(), roots))
            .with_row_groups(vec![self.group])
            .with_offset(self.begin as usize)
            .with_limit(self.rows as usize)
            .with_batch_size(at_a_time)
            .build()
            .map_err(|error| damaged(self.number, &error))?;
        let mut number = self.number;
        for batch in reader {
            let batch = batch.map_err(|error| damaged(number, &ParquetError::from(error)))?;
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

/// The hands of a batch, by how they are written.
enum Hands<'a> {
    Texts(&'a StringArray),
    Fixed(&'a FixedSizeBinaryArray),
    /// The counts of all lists stand in one array.
    Lists(&'a ListArray, &'a UInt8Array),
}

impl<'a> Hands<'a> {
    fn of(array: &'a ArrayRef) -> Option<Self> {
        if let Some(texts) = array.as_string_opt() {
            Some(Hands::Texts(texts))
        } else if let Some(bytes) = array.as_fixed_size_binary_opt() {
            (usize::try_from(bytes.value_length()) == Ok(Tile::REGULAR_COUNT)).then_some(Hands::Fixed(bytes))
        } else {
            let lists = array.as_list_opt()?;
            lists.values().as_primitive_opt().map(|counts| Hands::Lists(lists, counts))
        }
    }

    /// Hands the rows of a batch to an analysis; the first of them has this number.
    fn analyse(&self, analysis: &mut BlockAnalysis<'_>, first: u64) -> Result<(), Failure> {
        let place = |row: usize| Place::Row(first + row as u64);
        let rows = match self {
            Hands::Texts(texts) => {
                return texts.iter().enumerate().try_for_each(|(row, text)| match text {
                    Some(text) if text.len() > LONGEST_HAND => {
                        let problem = too_long("a text", text, LONGEST_HAND, "a hand");
                        analysis.refuse(place(row), "", || problem.to_string())
                    }
                    Some(text) => analysis.text(text, place(row)),
                    None => analysis.refuse(place(row), "", null),
                });
            }
            Hands::Fixed(bytes) => bytes.len(),
            Hands::Lists(lists, _) => lists.len(),
        };
        let mut counts = Vec::with_capacity(rows);
        for row in 0..rows {
            match self.counts(row) {
                Ok(more) => counts.push(*more),
                Err(fault) => {
                    analysis.counts(&counts, |hand| place(row - counts.len() + hand))?;
                    counts.clear();
                    analysis.refuse(place(row), "", || fault)?;
                }
            }
        }
        analysis.counts(&counts, |hand| place(rows - counts.len() + hand))
    }

    /// The counts of a row.
    fn counts(&self, row: usize) -> Result<&RegularCounts, String> {
        let (counts, nulls) = match self {
            Hands::Fixed(hands) if hands.is_valid(row) => (hands.value(row), 0),
            Hands::Lists(lists, counts) if lists.is_valid(row) => {
                let [begin, end] = [row, row + 1].map(|row| lists.value_offsets()[row].unsigned_abs() as usize);
                let nulls = if counts.null_count() > 0 { counts.slice(begin, end - begin).null_count() } else { 0 };
                (&counts.values()[begin..end], nulls)
            }
            _ => return Err(null()),
        };
        let counts =
            counts.try_into().map_err(|_| format!("{} counts: expected {}", counts.len(), Tile::REGULAR_COUNT))?;
        if nulls > 0 { Err("a count is null: expected numbers".to_owned()) } else { Ok(counts) }
    }
}

fn null() -> String {
    "null: expected a hand".to_owned()
}

/// The failure of a file that is damaged, or that could not be read at all.
fn broken(name: &str, error: &ParquetError, tell: impl FnOnce(&str) -> String) -> Failure {
    if let ParquetError::External(cause) = error
        && let Some(error) = cause.downcast_ref::<io::Error>()
        && error.kind() != io::ErrorKind::UnexpectedEof
    {
        return Failure::of_input(name, error);
    }
    let message = error.to_string();
    Failure::BadInput(format!("{name}: {}", tell(cause(&message))))
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
    use super::{DECODED_BYTES, cause, rows_at_a_time};

    #[test]
    fn what_is_decoded_at_a_time_stays_small() {
        assert_eq!(rows_at_a_time(1_000_000, 34_000_000), 8192);
        assert_eq!(rows_at_a_time(0, 0), 8192);
        assert_eq!(rows_at_a_time(20_000, 20_000 * 50_000), 20);
        assert_eq!(rows_at_a_time(3, 30 * DECODED_BYTES), 1);
        for bytes in (1..1 << 32).step_by(99_999_989) {
            let rows = rows_at_a_time(7000, bytes) as u64;
            assert!(rows == 1 || rows * bytes / 7000 <= DECODED_BYTES, "{rows} rows of {bytes} bytes");
        }
    }

    #[test]
    fn only_the_cause_is_told() {
        assert_eq!(cause("Parquet argument error: External: EOF: a page ends"), "a page ends");
        assert_eq!(cause("a page: ends"), "a page: ends");
    }
}
