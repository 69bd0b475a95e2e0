//! Tests: whatever the rows are, they are read back.

use std::io::{ErrorKind, Read, Write};

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::{Strategy, any, prop_oneof};
use proptest::{prop_assert_eq, proptest};

use super::read_back::{FORMATS, expected, read, write, write_text};
use super::{Cell, Column, RowFormat, RowWriter, Table, Type};

const COLUMNS: &[Column] = &[
    Column::new("index", Type::Index),
    Column::new("hand", Type::Text),
    Column::or_null("outcome", Type::Word),
    Column::new("turns", Type::U8),
    Column::or_null("distance", Type::U8),
    Column::or_null("acceptance", Type::U32),
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
    acceptance: Option<u32>,
    useful: Option<String>,
}

impl Row {
    fn cells(&self) -> [Cell<'_>; COLUMNS.len()] {
        [
            self.index.into(),
            self.hand.as_str().into(),
            self.outcome.into(),
            self.turns.into(),
            self.distance.into(),
            self.acceptance.into(),
            self.useful.as_deref().into(),
        ]
    }
}

/// Texts that formats have to take care of, and any other.
fn text() -> impl Strategy<Value = String> {
    prop_oneof!["[ ,\"\\\\\r\n\tm1🀀é'\u{0}\u{feff}\u{2028}]{0,12}", any::<String>(), "[1-9]{1,9}[mps]"]
}

fn row() -> impl Strategy<Value = Row> {
    let words = prop_oneof![proptest::strategy::Just("ron"), proptest::strategy::Just("self-draw")];
    let numbers = (any::<u64>(), any::<u8>(), any::<Option<u8>>(), any::<Option<u32>>());
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
            let table = Table { format, columns: COLUMNS };
            let rows: Vec<_> = rows.iter().map(Row::cells).collect();
            let should: Vec<_> = rows.iter().map(|row| expected(format, row)).collect();
            prop_assert_eq!(read(table, write(table, &rows, a_block)), should, "{:?}", format);
        }
    }

    /// The line that is written fast is the one that the crate `csv` writes.
    #[test]
    fn csv_is_quoted_as_others_quote_it(rows in vec(row(), 0..20)) {
        let mut twin = csv::Writer::from_writer(Vec::new());
        twin.write_record(COLUMNS.iter().map(|column| column.name)).unwrap();
        for row in &rows {
            let cells = row.cells().map(|cell| match cell {
                Cell::Null => String::new(),
                Cell::Number(number) => number.to_string(),
                Cell::Text(text) => text.to_owned(),
            });
            twin.write_record(cells).unwrap();
        }
        let twin = String::from_utf8(twin.into_inner().unwrap()).unwrap();
        let rows: Vec<_> = rows.iter().map(Row::cells).collect();
        prop_assert_eq!(write_text(Table { format: RowFormat::Csv, columns: COLUMNS }, &rows), twin);
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
        acceptance: Some(u32::MAX - index as u32),
        useful: Some("1m".repeat((index % 20) as usize)),
    };
    (0..rows).map(row).collect()
}

#[test]
fn rows_of_many_blocks_are_read_back() {
    let rows = many(50_000);
    let rows: Vec<_> = rows.iter().map(Row::cells).collect();
    for &format in FORMATS {
        let table = Table { format, columns: COLUMNS };
        let found = read(table, write(table, &rows, 3000));
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
        let table = Table { format, columns: COLUMNS };
        let text = |a_block| {
            let mut text = String::new();
            write(table, &rows, a_block).read_to_string(&mut text).unwrap();
            text
        };
        let whole = text(1000);
        assert!(whole.lines().count() >= 1000);
        for a_block in [1, 7, 999] {
            assert_eq!(text(a_block), whole, "{format:?}, {a_block} rows a block");
        }
    }
}

#[test]
fn a_column_takes_what_fits_it() {
    let numbers = |name| Column::new(name, Type::U8);
    assert!(numbers("turns").takes(255_u8.into()));
    assert!(!numbers("turns").takes(256_u32.into()));
    assert!(!numbers("turns").takes(Cell::Null));
    assert!(!numbers("turns").takes("9".into()));
    assert!(Column::or_null("acceptance", Type::U32).takes(Cell::Null));
    assert!(Column::new("acceptance", Type::U32).takes(u32::MAX.into()));
    assert!(!Column::new("acceptance", Type::U32).takes((1_u64 << 32).into()));
    assert!(Column::new("index", Type::Index).takes(u64::MAX.into()));
    assert!(!Column::new("hand", Type::Text).takes(1_u8.into()));
}

#[cfg(debug_assertions)]
#[test]
#[should_panic(expected = "is none of the table")]
fn a_row_of_another_table_is_noticed() {
    let mut block = Table { format: RowFormat::Csv, columns: COLUMNS }.block();
    block.push(&[Cell::Number(1), Cell::Text("1m")]);
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
            let table = Table { format, columns: COLUMNS };
            let result = RowWriter::new(table, Disk(room)).and_then(|mut writer| {
                for rows in rows.chunks(1000) {
                    let mut block = table.block();
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
