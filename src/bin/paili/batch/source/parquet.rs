//! Parquet: a column of texts or of counts.

use std::fs::File;
use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::UInt8Type;
use arrow_array::{Array, ArrayRef, FixedSizeBinaryArray, ListArray, StringArray, new_empty_array};
use paili::tile::Tile;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder};
use parquet::basic::Compression;
use parquet::errors::ParquetError;
use parquet::file::metadata::{ColumnChunkMetaData, PageIndexPolicy, RowGroupMetaData};

use super::lines::too_long;
use super::{Answered, Answering, BlockSize, Failure, Input, Piece, Reader, Rows};
use crate::batch::answering::Place;
use crate::batch::column;
use crate::lines::MAX_LINE_BYTES;

/// Cuts a file into parts of rows, which are read where they are answered.
pub struct ParquetReader {
    table: Arc<HandTable>,
    size: BlockSize,
    /// The next part's row group and its row therein, and its row in the file.
    group: usize,
    begin: u64,
    row: u64,
}

/// A file, and which column of it holds the hands.
struct HandTable {
    path: PathBuf,
    name: String,
    bytes: u64,
    metadata: ArrowReaderMetadata,
    column: usize,
}

/// Some rows of a row group.
struct Part {
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

/// How many rows a part has of a row group with so many, which is one of so many groups. Whoever starts in the middle of a
/// group passes over all pages before, and two parts both decode the dictionary and the page that they share: so parts are
/// large, but not so large that threads wait for each other.
fn rows_of_part(size: BlockSize, rows: u64, groups: usize) -> u64 {
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

impl HandTable {
    /// How long the hands of a row group are when they are decoded. If a dictionary shortens them and the file doesn't say
    /// by how much, that can't be known.
    fn decoded_bytes(&self, group: &RowGroupMetaData) -> u64 {
        let hands = self.chunks(group);
        hands
            .map(|chunk| chunk.uncompressed_size().max(chunk.unencoded_byte_array_data_bytes().unwrap_or(0)))
            .sum::<i64>()
            .unsigned_abs()
    }

    /// What of a row group holds the hands.
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

impl ParquetReader {
    pub fn new(input: &Input, size: BlockSize) -> Result<Self, Failure> {
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
        if !Kind::is_readable(&new_empty_array(field.data_type())) {
            let (name, holds) = (field.name(), field.data_type());
            let counts = Tile::REGULAR_COUNT;
            return Err(refused(format!(
                "column {name:?} is of type {holds}: expected texts, or {counts} counts as FixedSizeBinary({counts}) or \
                 lists of UInt8"
            )));
        }
        let (name, bytes) = (input.name.clone(), input.bytes.unwrap_or_default());
        let table = Arc::new(HandTable { path, name, bytes, metadata, column });
        if let Some(why) = table.unbuilt_codec() {
            return Err(refused(why));
        }
        Ok(ParquetReader { table, size, group: 0, begin: 0, row: 0 })
    }
}

impl Reader for ParquetReader {
    fn next_piece(&mut self) -> Result<Option<Piece>, Failure> {
        let metadata = self.table.metadata.metadata().clone();
        while let Some(group) = metadata.row_groups().get(self.group) {
            let all = group.num_rows().unsigned_abs();
            let rows = rows_of_part(self.size, all, metadata.num_row_groups()).min(all - self.begin);
            if rows == 0 {
                self.group += 1;
                self.begin = 0;
                continue;
            }
            let table = self.table.clone();
            let part = Part { table, group: self.group, begin: self.begin, rows, number: self.row + 1 };
            self.begin += rows;
            self.row += rows;
            let in_file = metadata.file_metadata().num_rows().unsigned_abs().max(1);
            let bytes = u128::from(self.table.bytes) * u128::from(rows) / u128::from(in_file);
            return Ok(Some(Piece::new(part, bytes as u64)));
        }
        Ok(None)
    }
}

impl Rows for Part {
    fn answer(self: Box<Self>, mut answering: Answering<'_>) -> Result<Answered, Failure> {
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
            let array = batch.column(0);
            if Kind::of(array).is_some_and(|kind| kind.answer(&mut answering, number).is_break()) {
                break;
            }
            number += batch.num_rows() as u64;
        }
        if number != end && !answering.is_broken_off() {
            let message = format!("{}: row {number}: the file ends before its last row", table.name);
            return Err(Failure::BadInput(message));
        }
        Ok(answering.finish(0))
    }
}

/// What hands are written as.
enum Kind<'a> {
    Texts(&'a StringArray),
    Fixed(&'a FixedSizeBinaryArray),
    Lists(&'a ListArray),
}

impl<'a> Kind<'a> {
    fn of(array: &'a ArrayRef) -> Option<Self> {
        if let Some(texts) = array.as_string_opt::<i32>() {
            Some(Kind::Texts(texts))
        } else if let Some(bytes) = array.as_fixed_size_binary_opt() {
            (usize::try_from(bytes.value_length()) == Ok(Tile::REGULAR_COUNT)).then_some(Kind::Fixed(bytes))
        } else {
            let lists = array.as_list_opt::<i32>()?;
            lists.values().as_primitive_opt::<UInt8Type>().map(|_| Kind::Lists(lists))
        }
    }

    fn is_readable(array: &ArrayRef) -> bool {
        Kind::of(array).is_some()
    }

    /// Answers the rows of a batch, the first of which has this number.
    fn answer(&self, answering: &mut Answering<'_>, first: u64) -> ControlFlow<()> {
        let place = |row: usize| Place::Row(first + row as u64);
        let rows = match self {
            Kind::Texts(texts) => {
                for (row, text) in texts.iter().enumerate() {
                    match text {
                        Some(text) if text.len() > MAX_LINE_BYTES => {
                            let why = || too_long("a text", text, MAX_LINE_BYTES, "a hand");
                            answering.refuse(place(row), "", why)?;
                        }
                        Some(text) => answering.text(text, place(row))?,
                        None => answering.refuse(place(row), "", null)?,
                    }
                }
                return ControlFlow::Continue(());
            }
            Kind::Fixed(bytes) => bytes.len(),
            Kind::Lists(lists) => lists.len(),
        };
        let mut row = 0;
        while row < rows {
            let counted = (row..rows).take_while(|&row| self.fault(row).is_none()).count();
            let (hands, _) = self.bytes(row, row + counted).as_chunks();
            answering.counts(hands, |hand| place(row + hand))?;
            row += counted;
            if let Some(fault) = (row < rows).then(|| self.fault(row)).flatten() {
                answering.refuse(place(row), "", || fault)?;
                row += 1;
            }
        }
        ControlFlow::Continue(())
    }

    /// Why a row is not 34 counts.
    fn fault(&self, row: usize) -> Option<String> {
        match self {
            Kind::Texts(_) => None,
            Kind::Fixed(bytes) => bytes.is_null(row).then(null),
            Kind::Lists(lists) if lists.is_null(row) => Some(null()),
            Kind::Lists(lists) => {
                let counts = lists.value_length(row).unsigned_abs() as usize;
                let expected = Tile::REGULAR_COUNT;
                if counts != expected {
                    return Some(format!("{counts} counts: expected {expected}"));
                }
                (lists.values().null_count() > 0 && lists.value(row).null_count() > 0)
                    .then(|| "a count is null: expected numbers".to_owned())
            }
        }
    }

    /// The counts of some rows, all of which have 34.
    fn bytes(&self, begin: usize, end: usize) -> &[u8] {
        match self {
            Kind::Texts(_) => &[],
            Kind::Fixed(bytes) => {
                let length = Tile::REGULAR_COUNT;
                &bytes.value_data()[begin * length..end * length]
            }
            Kind::Lists(lists) => {
                let offsets = lists.value_offsets();
                let values = lists.values().as_primitive::<UInt8Type>().values();
                let [begin, end] = [begin, end].map(|row| offsets[row].unsigned_abs() as usize);
                &values[begin..end]
            }
        }
    }
}

fn null() -> String {
    "null: expected a hand".to_owned()
}

/// What failing to read a file means: it is damaged, unless it could not be read at all.
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

/// What is at the bottom of a message.
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
