//! Tests: rows are written, and read back by the readers of the Arrow project.

use std::fs::File;
use std::io::{Read, Seek, Write};

use arrow_array::RecordBatch;
use arrow_array::cast::AsArray;
use arrow_array::types::{UInt8Type, UInt64Type};
use paili::distance::TableModel;
use paili::game::{Outcome, Rule, Seat};
use paili::simulation::{Seed, play};
use paili::tile::Tile;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use super::columns::batch;
use super::{Row, RowFormat, RowMaker, RowWriter};

const FORMATS: [RowFormat; 3] = [RowFormat::Csv, RowFormat::Ndjson, RowFormat::Parquet];

/// One row of each outcome.
const OUTCOMES: [Row; 3] = [
    Row {
        game: 7,
        outcome: Outcome::Ron { winner: Seat::B, from: Seat::D, tile: Tile::EAST },
        turns: 61,
        tiles_left: 40,
        chows: [1, 2, 0, 0],
        pongs: [0, 1, 0, 1],
        start: [4, 5, 3, 6],
    },
    Row {
        game: 8,
        outcome: Outcome::SelfDrawn { winner: Seat::A },
        turns: 9,
        tiles_left: 87,
        chows: [0; 4],
        pongs: [0; 4],
        start: [1, 7, 6, 5],
    },
    Row {
        game: u64::MAX,
        outcome: Outcome::WallExhausted,
        turns: 96,
        tiles_left: 0,
        chows: [0; 4],
        pongs: [0; 4],
        start: [6, 6, 6, 6],
    },
];

/// Writes a file and winds it back.
fn file(format: RowFormat, rows: &[Row]) -> File {
    let mut writer = RowWriter::new(format, tempfile::tempfile().unwrap()).unwrap();
    // In pieces, as simulations come.
    for rows in rows.chunks(37) {
        writer.write(rows).unwrap();
    }
    let mut file = writer.finish().unwrap();
    file.rewind().unwrap();
    file
}

fn text(format: RowFormat, rows: &[Row]) -> String {
    let mut text = String::new();
    file(format, rows).read_to_string(&mut text).unwrap();
    text
}

fn read(format: RowFormat, file: File) -> Vec<RecordBatch> {
    let schema = batch(&[]).unwrap().schema();
    match format {
        RowFormat::Csv => {
            let reader = arrow_csv::ReaderBuilder::new(schema).with_header(true).build(file).unwrap();
            reader.map(Result::unwrap).collect()
        }
        RowFormat::Ndjson => {
            let file = std::io::BufReader::new(file);
            arrow_json::ReaderBuilder::new(schema).build(file).unwrap().map(Result::unwrap).collect()
        }
        RowFormat::Parquet => {
            let reader = ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
            assert_eq!(*reader.schema(), schema);
            reader.build().unwrap().map(Result::unwrap).collect()
        }
    }
}

/// The cells of a column; nothing for those that are null.
fn cells(batch: &RecordBatch, column: usize) -> Vec<Option<String>> {
    let array = batch.column(column);
    if let Some(numbers) = array.as_primitive_opt::<UInt64Type>() {
        numbers.iter().map(|cell| cell.map(|cell| cell.to_string())).collect()
    } else if let Some(numbers) = array.as_primitive_opt::<UInt8Type>() {
        numbers.iter().map(|cell| cell.map(|cell| cell.to_string())).collect()
    } else {
        array.as_string::<i32>().iter().map(|cell| cell.map(str::to_owned)).collect()
    }
}

/// What the cells of a row should be.
fn expected(row: &Row) -> Vec<Option<String>> {
    let (outcome, winner, from) = match row.outcome {
        Outcome::Ron { winner, from, .. } => ("ron", Some(winner), Some(from)),
        Outcome::SelfDrawn { winner } => ("self-draw", Some(winner), None),
        Outcome::WallExhausted => ("exhausted", None, None),
    };
    let letter = |seat: Option<Seat>| seat.map(|seat| seat.to_string());
    let mut cells = vec![Some(row.game.to_string()), Some(outcome.to_owned()), letter(winner), letter(from)];
    let counts = [row.turns, row.tiles_left].into_iter().chain(row.chows).chain(row.pongs).chain(row.start);
    cells.extend(counts.map(|count| Some(count.to_string())));
    cells
}

fn assert_read_back(rows: &[Row]) {
    for format in FORMATS {
        let mut rows = rows.iter();
        for batch in read(format, file(format, rows.as_slice())) {
            let columns: Vec<_> = (0..batch.num_columns()).map(|column| cells(&batch, column)).collect();
            for place in 0..batch.num_rows() {
                let row = rows.next().expect("no more rows than were written");
                let read: Vec<_> = columns.iter().map(|cells| cells[place].clone()).collect();
                assert_eq!(read, expected(row), "{format:?}");
            }
        }
        assert_eq!(rows.len(), 0, "{format:?}: rows were lost");
    }
}

fn games(first: u64, games: u64) -> Vec<Row> {
    let mut maker = RowMaker::new(first);
    play(Seed(4), first..first + games, TableModel::new(), |_| [Rule; 4], &mut maker);
    maker.rows()
}

#[test]
fn rows_of_games_are_read_back() {
    let rows = games(1000, 100);
    for outcome in ["ron", "self-draw"] {
        assert!(rows.iter().any(|row| expected(row)[1].as_deref() == Some(outcome)), "no {outcome}");
    }
    assert_read_back(&rows);
    assert_read_back(&OUTCOMES);
    assert_read_back(&[]);
}

#[test]
fn rows_of_many_batches_are_read_back() {
    assert_read_back(&games(0, 20_000));
}

#[test]
fn csv_has_a_line_of_names_and_leaves_nulls_empty() {
    let names = "game,outcome,winner,from,turns,tiles_left,chows_a,chows_b,chows_c,chows_d,\
                 pongs_a,pongs_b,pongs_c,pongs_d,start_a,start_b,start_c,start_d\n";
    assert_eq!(
        text(RowFormat::Csv, &OUTCOMES),
        format!(
            "{names}\
             7,ron,B,D,61,40,1,2,0,0,0,1,0,1,4,5,3,6\n\
             8,self-draw,A,,9,87,0,0,0,0,0,0,0,0,1,7,6,5\n\
             18446744073709551615,exhausted,,,96,0,0,0,0,0,0,0,0,0,6,6,6,6\n"
        )
    );
    assert_eq!(text(RowFormat::Csv, &[]), names);
}

#[test]
fn ndjson_has_every_key_in_every_row() {
    assert_eq!(
        text(RowFormat::Ndjson, &OUTCOMES[1..]),
        "{\"game\":8,\"outcome\":\"self-draw\",\"winner\":\"A\",\"from\":null,\"turns\":9,\"tiles_left\":87,\
         \"chows_a\":0,\"chows_b\":0,\"chows_c\":0,\"chows_d\":0,\"pongs_a\":0,\"pongs_b\":0,\"pongs_c\":0,\"pongs_d\":0,\
         \"start_a\":1,\"start_b\":7,\"start_c\":6,\"start_d\":5}\n\
         {\"game\":18446744073709551615,\"outcome\":\"exhausted\",\"winner\":null,\"from\":null,\"turns\":96,\
         \"tiles_left\":0,\"chows_a\":0,\"chows_b\":0,\"chows_c\":0,\"chows_d\":0,\"pongs_a\":0,\"pongs_b\":0,\
         \"pongs_c\":0,\"pongs_d\":0,\"start_a\":6,\"start_b\":6,\"start_c\":6,\"start_d\":6}\n"
    );
    assert_eq!(text(RowFormat::Ndjson, &[]), "");
}

#[test]
fn parquet_has_the_types_that_are_published() {
    let schema = batch(&[]).unwrap().schema();
    for (place, field) in schema.fields().iter().enumerate() {
        let (published, nullable) = match place {
            0 => ("UInt64", false),
            1 => ("Utf8", false),
            2 | 3 => ("Utf8", true),
            _ => ("UInt8", false),
        };
        assert_eq!((field.data_type().to_string().as_str(), field.is_nullable()), (published, nullable), "{field}");
    }
}

/// A disk with this much room.
struct Disk(usize);

impl Write for Disk {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let fits = bytes.len().min(self.0);
        self.0 -= fits;
        if fits == 0 { Err(std::io::ErrorKind::StorageFull.into()) } else { Ok(fits) }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_is_told_as_what_it_is() {
    let rows = games(0, 10_000);
    for format in FORMATS {
        for room in [0, 1, 10, 1000, 20_000] {
            let result = RowWriter::new(format, Disk(room)).and_then(|mut writer| {
                writer.write(&rows)?;
                writer.finish()
            });
            let error = result.err().expect("a full disk");
            assert_eq!(error.kind(), std::io::ErrorKind::StorageFull, "{format:?} in {room} bytes: {error}");
        }
    }
}
