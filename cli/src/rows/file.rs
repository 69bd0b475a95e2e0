//! Rows into a file, block by block.

use std::io::{self, Write};
use std::path::Path;

use serde::{Serialize, Serializer};

use super::layout::{Cell, Column, Layout, RowFormat};
#[cfg(feature = "arrow")]
use super::parquet::{Columns, io_error, writer};
use crate::failure::Failure;
use crate::file::NewFile;

/// Rows that follow each other, ready to be appended to a file of the same layout: as they will be in the file, in memory,
/// so some thousands of them.
pub enum RowBlock {
    Csv(Box<csv::Writer<Vec<u8>>>),
    Ndjson(&'static [Column], Vec<u8>),
    #[cfg(feature = "arrow")]
    Parquet(Columns),
}

impl RowBlock {
    /// No rows.
    pub fn new(layout: Layout) -> RowBlock {
        match layout.format {
            RowFormat::Csv => {
                RowBlock::Csv(Box::new(csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new())))
            }
            RowFormat::Ndjson => RowBlock::Ndjson(layout.columns, Vec::new()),
            #[cfg(feature = "arrow")]
            RowFormat::Parquet => RowBlock::Parquet(Columns::new(layout.columns)),
        }
    }

    /// Adds a row: a cell for each of the columns.
    pub fn push(&mut self, cells: &[Cell<'_>]) {
        // Writing to memory can't fail; rows of unlike lengths would be the program's fault.
        match self {
            RowBlock::Csv(text) => {
                let _ = text.serialize(cells);
            }
            RowBlock::Ndjson(columns, text) => {
                let _ = serde_json::to_writer(&mut *text, &Object(columns, cells));
                text.push(b'\n');
            }
            #[cfg(feature = "arrow")]
            RowBlock::Parquet(columns) => columns.push(cells),
        }
    }
}

/// A row as a JSON object. Every row has every key: readers then find the same columns whichever rows they look at first.
struct Object<'a>(&'static [Column], &'a [Cell<'a>]);

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|column| column.name).zip(self.1))
    }
}

/// Rows in a file that appears whole or not at all, in memory that hardly grows with it. After an error, what was
/// written is of no use.
pub struct RowFile {
    writer: RowWriter<NewFile>,
    /// Fit for a message.
    name: String,
    /// What blocks for this file look like.
    pub layout: Layout,
}

impl RowFile {
    /// Begins a file, in the format that its extension names.
    pub fn create(path: &Path, columns: &'static [Column]) -> Result<RowFile, Failure> {
        let layout = Layout { format: RowFormat::of(path)?, columns };
        let file = NewFile::create(path)?;
        let name = file.name();
        let writer = RowWriter::new(layout, file).map_err(|error| Failure::of_writing(&name, &error))?;
        Ok(RowFile { writer, name, layout })
    }

    /// Appends rows of this file's layout.
    pub fn append(&mut self, block: RowBlock) -> Result<(), Failure> {
        self.writer.append(block).map_err(|error| Failure::of_writing(&self.name, &error))
    }

    /// Writes the rows that are still held back. The caller puts the file in its place.
    pub fn end(self) -> Result<NewFile, Failure> {
        self.writer.finish().map_err(|error| Failure::of_writing(&self.name, &error))
    }
}

/// The same into anything that can be written to.
pub(super) enum RowWriter<W: Write + Send> {
    Text(W),
    #[cfg(feature = "arrow")]
    Parquet(Box<::parquet::arrow::ArrowWriter<W>>),
}

impl<W: Write + Send> RowWriter<W> {
    pub fn new(layout: Layout, sink: W) -> io::Result<Self> {
        let mut text = match layout.format {
            RowFormat::Csv | RowFormat::Ndjson => RowWriter::Text(sink),
            #[cfg(feature = "arrow")]
            RowFormat::Parquet => RowWriter::Parquet(Box::new(writer(layout.columns, sink)?)),
        };
        if layout.format == RowFormat::Csv {
            let names: Vec<Cell> = layout.columns.iter().map(|column| column.name.into()).collect();
            let mut block = RowBlock::new(layout);
            block.push(&names);
            text.append(block)?;
        }
        Ok(text)
    }

    pub fn append(&mut self, block: RowBlock) -> io::Result<()> {
        match (self, block) {
            (RowWriter::Text(sink), RowBlock::Csv(text)) => {
                sink.write_all(&text.into_inner().map_err(csv::IntoInnerError::into_error)?)
            }
            (RowWriter::Text(sink), RowBlock::Ndjson(_, text)) => sink.write_all(&text),
            #[cfg(feature = "arrow")]
            (RowWriter::Parquet(writer), RowBlock::Parquet(columns)) => {
                writer.write(&columns.into_batch()?).map_err(io_error)
            }
            #[cfg(feature = "arrow")]
            _ => Err(io::Error::other("rows of another format")),
        }
    }

    pub fn finish(self) -> io::Result<W> {
        match self {
            RowWriter::Text(mut sink) => sink.flush().map(|()| sink),
            #[cfg(feature = "arrow")]
            RowWriter::Parquet(writer) => writer.into_inner().map_err(io_error),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{ErrorKind, Read, Write};

    use proptest::collection::vec;
    use proptest::option;
    use proptest::prelude::{Strategy, any, prop_oneof};
    use proptest::{prop_assert_eq, proptest};

    use super::{Cell, Column, Layout, RowBlock, RowFormat, RowWriter};
    use crate::rows::layout::Type;
    use crate::rows::read_back::{FORMATS, expected, read, write};

    const COLUMNS: &[Column] = &[
        Column::new("index", Type::Index),
        Column::new("hand", Type::Text),
        Column::or_null("outcome", Type::Word),
        Column::new("turns", Type::Count),
        Column::or_null("distance", Type::Count),
        Column::or_null("acceptance", Type::Count),
        Column::or_null("useful", Type::Text),
    ];

    /// Rows of these columns.
    #[derive(Debug, Clone)]
    struct Row {
        index: u64,
        hand: String,
        outcome: Option<&'static str>,
        turns: u8,
        distance: Option<u8>,
        acceptance: Option<u16>,
        useful: Option<String>,
    }

    impl Row {
        fn cells(&self) -> [Cell<'_>; COLUMNS.len()] {
            [
                self.index.into(),
                self.hand.as_str().into(),
                self.outcome.into(),
                u64::from(self.turns).into(),
                self.distance.map(u64::from).into(),
                self.acceptance.map(u64::from).into(),
                self.useful.as_deref().into(),
            ]
        }
    }

    /// The most that a count can be.
    const MOST: u16 = i16::MAX.cast_unsigned();

    /// Texts that formats have to take care of, and any other.
    fn text() -> impl Strategy<Value = String> {
        prop_oneof!["[ ,\"\\\\\r\n\tm1🀀é'\u{0}\u{feff}\u{2028}]{0,12}", any::<String>(), "[1-9]{1,9}[mps]"]
    }

    fn row() -> impl Strategy<Value = Row> {
        let words = prop_oneof![proptest::strategy::Just("ron"), proptest::strategy::Just("self-draw")];
        let numbers = (any::<u64>(), any::<u8>(), any::<Option<u8>>(), option::of(0..=MOST));
        let texts = (text(), option::of(words), option::of(text()));
        (numbers, texts).prop_map(|((index, turns, distance, acceptance), (hand, outcome, useful))| Row {
            index,
            hand,
            outcome,
            turns,
            distance,
            acceptance,
            useful,
        })
    }

    proptest! {
        #[test]
        fn rows_are_read_back(rows in vec(row(), 0..20), a_block in 1..20_usize) {
            for &format in FORMATS {
                let layout = Layout { format, columns: COLUMNS };
                let rows: Vec<_> = rows.iter().map(Row::cells).collect();
                let should: Vec<_> = rows.iter().map(|row| expected(format, row)).collect();
                prop_assert_eq!(read(layout, write(layout, &rows, a_block)), should, "{:?}", format);
            }
        }
    }

    /// Rows with an index that counts up.
    fn many(rows: u64) -> Vec<Row> {
        let row = |index| Row {
            index,
            hand: format!("123m456p789s{}z, \"{index}\"", index % 7 + 1),
            outcome: None,
            turns: (index % 97) as u8,
            distance: (index % 5 > 0).then_some((index % 8) as u8),
            acceptance: Some(MOST - (index % 97) as u16),
            useful: Some("1m".repeat((index % 20) as usize)),
        };
        (0..rows).map(row).collect()
    }

    #[test]
    fn rows_of_many_blocks_are_read_back() {
        let rows = many(50_000);
        let rows: Vec<_> = rows.iter().map(Row::cells).collect();
        for &format in FORMATS {
            let layout = Layout { format, columns: COLUMNS };
            let found = read(layout, write(layout, &rows, 3000));
            assert_eq!(found.len(), rows.len(), "{format:?}");
            for (row, found) in rows.iter().zip(found) {
                assert_eq!(found, expected(format, row), "{format:?}");
            }
        }
    }

    #[test]
    fn a_text_does_not_depend_on_its_blocks() {
        let rows = many(1000);
        let rows: Vec<_> = rows.iter().map(Row::cells).collect();
        for format in [RowFormat::Csv, RowFormat::Ndjson] {
            let layout = Layout { format, columns: COLUMNS };
            let text = |a_block| {
                let mut text = String::new();
                write(layout, &rows, a_block).read_to_string(&mut text).unwrap();
                text
            };
            let whole = text(1000);
            assert!(whole.lines().count() >= 1000);
            for a_block in [1, 7, 999] {
                assert_eq!(text(a_block), whole, "{format:?}, {a_block} rows a block");
            }
        }
    }

    /// A disk with this much room.
    struct Disk(usize);

    impl Write for Disk {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            let fits = bytes.len().min(self.0);
            self.0 -= fits;
            if fits == 0 { Err(ErrorKind::StorageFull.into()) } else { Ok(fits) }
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_full_disk_is_told_as_what_it_is() {
        let rows = many(10_000);
        for &format in FORMATS {
            for room in [0, 1, 10, 1000, 20_000] {
                let layout = Layout { format, columns: COLUMNS };
                let result = RowWriter::new(layout, Disk(room)).and_then(|mut writer| {
                    for rows in rows.chunks(1000) {
                        let mut block = RowBlock::new(layout);
                        for row in rows {
                            block.push(&row.cells());
                        }
                        writer.append(block)?;
                    }
                    writer.finish()
                });
                let error = result.err().expect("a full disk");
                assert_eq!(error.kind(), ErrorKind::StorageFull, "{format:?} in {room} bytes: {error}");
            }
        }
    }
}
