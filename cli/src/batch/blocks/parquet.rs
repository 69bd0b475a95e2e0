//! Parquet: a column of texts or of counts.

mod codec;
mod delta;
mod file;
mod footer;
mod hands;
mod lists;
mod pages;
mod quietly;
mod texts;
mod thrift;

use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::{RecordBatch, new_empty_array};
use paili::Tile;
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, RowSelection, RowSelector};
use parquet::arrow::{FieldLevels, ProjectionMask, parquet_to_arrow_field_levels, parquet_to_arrow_schema};
use parquet::basic::Compression;
use parquet::errors::{ParquetError, Result as ParquetResult};
use parquet::file::metadata::{ColumnChunkMetaData, ParquetMetaData};

use super::rows::{BlockSize, Rows, RowsRead};
use crate::batch::analysis::BlockAnalysis;
use crate::batch::column;
use crate::batch::input::Input;
use crate::failure::Failure;
use file::{Cause, PageFile, PageLimit};
use hands::Hands;
use pages::RowGroup;
use quietly::quietly;

/// A file, and which column of it holds the hands.
struct HandTable {
    path: PathBuf,
    name: String,
    bytes: u64,
    limit: PageLimit,
    metadata: ParquetMetaData,
    column: usize,
    /// How that column is decoded.
    levels: FieldLevels,
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

/// Rows that are decoded at a time. Each takes as much as the longest text or list at most, which is a few kilobytes.
const AT_A_TIME: u64 = 2048;

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
    let rows_of_groups: Vec<u64> =
        table.metadata.row_groups().iter().map(|group| group.num_rows().unsigned_abs()).collect();
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
        let limit = PageLimit { mebibytes: input.page_limit };
        let file = PageFile::open(&path, limit).map_err(|error| Failure::of_opening(&input.name, &error))?;
        let read = quietly(|| {
            let metadata = footer::read(&file)?;
            let schema = metadata.file_metadata().schema_descr();
            // As plain Parquet knows the columns: however they were in memory, texts are texts and lists are lists.
            let fields = parquet_to_arrow_schema(schema, None)?;
            Ok((metadata, fields))
        });
        let unreadable = |why: String| refused(format!("no Parquet file, or cut off at its end ({why})"));
        let (metadata, schema) = read.unwrap_or_else(|| Err(panicked())).map_err(|error| match file.take_cause() {
            Some(Cause::Io(error)) => Failure::of_input(&input.name, &error),
            Some(Cause::Refused(_)) => refused(format!("its metadata has more than {limit}")),
            None => unreadable(cause(&error.to_string()).to_owned()),
        })?;
        let rows = metadata.row_groups().iter().map(|group| u64::try_from(group.num_rows()).ok());
        let rows = rows.reduce(|sum, rows| sum?.checked_add(rows?)).unwrap_or(Some(0));
        rows.filter(|rows| *rows < i64::MAX as u64).ok_or_else(|| unreadable("it counts its rows wrong".to_owned()))?;
        let names: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
        let column = column::choose(input.column.as_deref(), &names).map_err(refused)?;
        let field = &schema.fields()[column];
        if Hands::of(&new_empty_array(field.data_type())).is_none() {
            let (name, holds) = (field.name(), field.data_type());
            let counts = Tile::REGULAR_COUNT;
            return Err(refused(format!(
                "column {name:?} is of type {holds}: expected texts, or {counts} counts as FixedSizeBinary({counts}) or \
                 lists of UInt8"
            )));
        }
        let descriptor = metadata.file_metadata().schema_descr();
        let only = ProjectionMask::roots(descriptor, [column]);
        let levels = parquet_to_arrow_field_levels(descriptor, only, None)
            .map_err(|error| unreadable(cause(&error.to_string()).to_owned()))?;
        let (name, bytes) = (input.name.clone(), input.bytes.unwrap_or_default());
        let table = HandTable { path, name, bytes, limit, metadata, column, levels };
        table.unbuilt_codec().map_or(Ok(table), |why| Err(refused(why)))
    }

    /// Why the hands can't be decoded.
    fn unbuilt_codec(&self) -> Option<String> {
        let schema = self.metadata.file_metadata().schema_descr();
        let leaf = (0..schema.num_columns()).find(|leaf| schema.get_column_root_idx(*leaf) == self.column)?;
        let chunks = self.metadata.row_groups().iter().filter_map(|group| group.columns().get(leaf));
        let mut codecs = chunks.map(ColumnChunkMetaData::compression);
        let unbuilt = codecs.find(|codec| matches!(codec, Compression::BROTLI(_) | Compression::LZO))?;
        let name = unbuilt.to_string();
        let name = name.split('(').next().unwrap_or_default().to_lowercase();
        Some(format!("compressed with {name}, which is not built in: expected {CODECS}"))
    }
}

impl GroupRows {
    fn reader(&self, file: &PageFile) -> ParquetResult<ParquetRecordBatchReader> {
        let metadata = &self.table.metadata;
        let group = RowGroup { file: file.clone(), metadata, group: self.group };
        let (begin, rows) = (self.begin as usize, self.rows as usize);
        let selection = RowSelection::from(vec![RowSelector::skip(begin), RowSelector::select(rows)]);
        let at_a_time = self.rows.min(AT_A_TIME) as usize;
        ParquetRecordBatchReader::try_new_with_row_groups(&self.table.levels, &group, at_a_time, Some(selection))
    }

    /// Why rows from this number on can't be read.
    fn unreadable(&self, file: &PageFile, number: u64, error: &ParquetError) -> Failure {
        let name = &self.table.name;
        let last = (number + AT_A_TIME).min(self.number + self.rows).saturating_sub(1).max(number);
        let why = match file.take_cause() {
            Some(Cause::Io(error)) => return Failure::of_input(name, &error),
            Some(Cause::Refused(why)) => format!("{why}: expected hands"),
            None => format!("damaged: {}", cause(&error.to_string())),
        };
        let rows = if number == last { format!("row {number}") } else { format!("rows {number}-{last}") };
        Failure::BadInput(format!("{name}: {rows}: {why}"))
    }
}

impl Rows for GroupRows {
    fn count(&self) -> u64 {
        self.rows
    }

    fn analyse(&self, analysis: &mut BlockAnalysis<'_>) -> Result<(), Failure> {
        let table = &self.table;
        let file =
            PageFile::open(&table.path, table.limit).map_err(|error| Failure::of_opening(&table.name, &error))?;
        let mut number = self.number;
        let end = self.number + self.rows;
        let unreadable = |number: u64, error: &ParquetError| self.unreadable(&file, number, error);
        let reader = quietly(|| self.reader(&file)).unwrap_or_else(|| Err(panicked()));
        let mut reader = reader.map_err(|error| unreadable(number, &error))?;
        let mut next = || -> ParquetResult<Option<RecordBatch>> {
            let batch = quietly(|| reader.next()).ok_or_else(panicked)?;
            Ok(batch.transpose()?)
        };
        while let Some(batch) = next().map_err(|error| unreadable(number, &error))? {
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

/// The error of a decoder that panicked.
fn panicked() -> ParquetError {
    ParquetError::General("it can't be decoded".to_owned())
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
    use std::fs::File;

    use arrow_array::builder::{ListBuilder, UInt8Builder};
    use arrow_array::{ArrayRef, FixedSizeBinaryArray, StringArray};
    use paili::simulation::{RandomHands, Seed};
    use paili::{Notation, Specials};
    use parquet::arrow::ArrowWriter;
    use parquet::arrow::arrow_reader::{ArrowReaderOptions, ParquetRecordBatchReaderBuilder};
    use parquet::basic::{Encoding, GzipLevel, ZstdLevel};
    use parquet::file::properties::{WriterProperties, WriterVersion};

    use super::*;
    use crate::batch::args::InputFormat;

    #[test]
    fn only_the_cause_is_told() {
        assert_eq!(cause("Parquet argument error: External: EOF: a page ends"), "a page ends");
        assert_eq!(cause("a page: ends"), "a page: ends");
    }

    /// Columns of every kind, and how they can be encoded other than by a dictionary.
    fn columns() -> Vec<(ArrayRef, Vec<Encoding>)> {
        let random = RandomHands::new(Seed(3), 13, Specials::Without).unwrap();
        let hands: Vec<_> = (0..5000).map(|hand| random.hand(hand)).collect();
        let text = |hand: usize| Notation::Mpsz.write(hands[hand].counts().tiles()).unwrap();
        let counts = || hands.iter().map(|hand| hand.counts().regular());
        let texts = StringArray::from_iter_values((0..5000).map(text));
        let few: StringArray = (0..5000).map(|row| (row % 7 > 0).then(|| text(row % 23))).collect();
        let some = counts().enumerate().map(|(row, counts)| (row % 5 > 0).then_some(counts));
        let some = FixedSizeBinaryArray::try_from_sparse_iter_with_size(some, 34).unwrap();
        let mut lists = ListBuilder::new(UInt8Builder::new());
        for (row, counts) in counts().enumerate() {
            lists.values().append_slice(&counts[..if row % 9 == 8 { row % 34 } else { 34 }]);
            lists.append(row % 11 > 0);
        }
        let of_texts = vec![Encoding::PLAIN, Encoding::DELTA_LENGTH_BYTE_ARRAY, Encoding::DELTA_BYTE_ARRAY];
        let of_bytes = vec![Encoding::PLAIN, Encoding::DELTA_BYTE_ARRAY, Encoding::BYTE_STREAM_SPLIT];
        vec![
            (Arc::new(texts), of_texts.clone()),
            (Arc::new(few), of_texts),
            (Arc::new(FixedSizeBinaryArray::try_from_iter(counts()).unwrap()), of_bytes.clone()),
            (Arc::new(some), of_bytes),
            (Arc::new(lists.finish()), vec![Encoding::PLAIN, Encoding::DELTA_BINARY_PACKED]),
        ]
    }

    /// Of every codec, both kinds of pages and every encoding, with and without the places of pages: the rows are those that
    /// the crate finds on its own.
    #[test]
    fn the_same_rows_are_read_as_by_the_crate() {
        let folder = tempfile::tempdir().unwrap();
        let codecs = [
            Compression::UNCOMPRESSED,
            Compression::SNAPPY,
            Compression::ZSTD(ZstdLevel::default()),
            Compression::LZ4,
            Compression::LZ4_RAW,
            Compression::GZIP(GzipLevel::default()),
        ];
        for (kind, (column, encodings)) in columns().into_iter().enumerate() {
            let encodings: Vec<Option<Encoding>> = encodings.into_iter().map(Some).chain([None]).collect();
            for (place, codec) in codecs.into_iter().enumerate() {
                for (encoding, version) in encodings.iter().flat_map(|encoding| {
                    [WriterVersion::PARQUET_1_0, WriterVersion::PARQUET_2_0].map(|version| (*encoding, version))
                }) {
                    let mut how = WriterProperties::builder()
                        .set_compression(codec)
                        .set_writer_version(version)
                        .set_dictionary_enabled(encoding.is_none())
                        .set_offset_index_disabled(place % 2 == 0)
                        .set_data_page_row_count_limit(700)
                        .set_write_batch_size(100);
                    if let Some(encoding) = encoding {
                        how = how.set_encoding(encoding);
                    }
                    let path = folder.path().join("hands.parquet");
                    let batch = RecordBatch::try_from_iter_with_nullable([("hand", column.clone(), true)]).unwrap();
                    let file = File::create(&path).unwrap();
                    let mut writer = ArrowWriter::try_new(file, batch.schema(), Some(how.build())).unwrap();
                    writer.write(&batch).unwrap();
                    writer.close().unwrap();
                    for (begin, rows) in [(0, 5000), (0, 1), (1234, 3000), (4999, 1)] {
                        let what = format!("column {kind}, {codec}, {encoding:?}, {version:?}, {rows} from {begin}");
                        assert_eq!(ours(path.clone(), begin, rows), the_crates(&path, begin, rows), "{what}");
                    }
                }
            }
        }
    }

    fn ours(path: PathBuf, begin: usize, rows: usize) -> Vec<RecordBatch> {
        let (name, format) = ("a".to_owned(), InputFormat::Parquet);
        let input = Input { path: Some(path), name, format, column: None, bytes: None, page_limit: 1 };
        let table = Arc::new(HandTable::open(&input).unwrap());
        let file = PageFile::open(&table.path, table.limit).unwrap();
        let group = GroupRows { table, group: 0, begin: begin as u64, rows: rows as u64, number: 1 };
        group.reader(&file).unwrap().map(Result::unwrap).collect()
    }

    fn the_crates(path: &std::path::Path, begin: usize, rows: usize) -> Vec<RecordBatch> {
        let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
        let file = File::open(path).unwrap();
        let reader = ParquetRecordBatchReaderBuilder::try_new_with_options(file, options).unwrap();
        let reader = reader.with_offset(begin).with_limit(rows).with_batch_size(rows.min(2048));
        reader.build().unwrap().map(Result::unwrap).collect()
    }
}
