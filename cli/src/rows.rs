//! Rows for other programs to read, as CSV, NDJSON or Parquet.
//!
//! Rows become a [`RowBlock`] on any thread; a [`RowFile`] appends the blocks in the order they are given to it.

mod file;
mod layout;
#[cfg(feature = "arrow")]
mod parquet;

pub use file::{RowBlock, RowFile};
#[cfg(not(feature = "arrow"))]
pub use layout::UNBUILT;
pub use layout::{Cell, Column, Layout, Type};

/// Files of rows are read back by others' readers.
#[cfg(test)]
pub mod read_back {
    use std::fs::File;
    use std::io::{BufRead, BufReader, Read, Seek};

    use super::file::{RowBlock, RowWriter};
    pub use super::layout::RowFormat;
    use super::layout::{Cell, Column, Layout};

    /// All that this program was built with.
    pub const FORMATS: &[RowFormat] = &[
        RowFormat::Csv,
        RowFormat::Ndjson,
        #[cfg(feature = "arrow")]
        RowFormat::Parquet,
    ];

    /// Writes a file, a number of rows a block, and winds it back.
    pub fn write<'c, C: AsRef<[Cell<'c>]>>(layout: Layout, rows: &[C], a_block: usize) -> File {
        let mut writer = RowWriter::new(layout, tempfile::tempfile().unwrap()).unwrap();
        for rows in rows.chunks(a_block) {
            let mut block = RowBlock::new(layout);
            for row in rows {
                block.push(row.as_ref());
            }
            writer.append(block).unwrap();
        }
        let mut file = writer.finish().unwrap();
        file.rewind().unwrap();
        file
    }

    /// The same as text.
    pub fn write_text<'c, C: AsRef<[Cell<'c>]>>(layout: Layout, rows: &[C]) -> String {
        let mut text = String::new();
        write(layout, rows, 37).read_to_string(&mut text).unwrap();
        text
    }

    /// A row as it is read: nothing for a cell that is missing.
    pub type Texts = Vec<Option<String>>;

    /// What should be read of a row. CSV cannot tell an empty text from none.
    pub fn expected(format: RowFormat, row: &[Cell<'_>]) -> Texts {
        let text = |cell: &Cell<'_>| match *cell {
            Cell::Null => None,
            Cell::Number(number) => Some(number.to_string()),
            Cell::Real(number) => Some(number.to_string()),
            Cell::Text("") if format == RowFormat::Csv => None,
            Cell::Text(text) => Some(text.to_owned()),
        };
        row.iter().map(text).collect()
    }

    /// Reads the rows of a file, which must have these columns.
    pub fn read(layout: Layout, file: File) -> Vec<Texts> {
        match layout.format {
            RowFormat::Csv => read_csv(layout.columns, file),
            RowFormat::Ndjson => read_ndjson(layout.columns, file),
            #[cfg(feature = "arrow")]
            RowFormat::Parquet => parquet::read(layout.columns, file),
        }
    }

    fn read_csv(columns: &[Column], file: File) -> Vec<Texts> {
        let mut reader = csv::Reader::from_reader(file);
        assert!(reader.headers().unwrap().iter().eq(columns.iter().map(|column| column.name)));
        let cell = |cell: &str| (!cell.is_empty()).then(|| cell.to_owned());
        reader.records().map(|row| row.unwrap().iter().map(cell).collect()).collect()
    }

    fn read_ndjson(columns: &[Column], file: File) -> Vec<Texts> {
        let row = |line: &str| {
            let row: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!(row.as_object().unwrap().len(), columns.len(), "{line}");
            columns.iter().map(|column| cell(&row[column.name])).collect()
        };
        let cell = |line: std::io::Result<String>| row(&line.unwrap());
        BufReader::new(file).lines().map(cell).collect()
    }

    fn cell(value: &serde_json::Value) -> Option<String> {
        match value {
            serde_json::Value::Null => None,
            serde_json::Value::String(text) => Some(text.clone()),
            number => Some(number.as_u64().unwrap().to_string()),
        }
    }

    #[cfg(feature = "arrow")]
    mod parquet {
        use std::fs::File;

        use arrow_array::RecordBatch;
        use arrow_array::cast::AsArray;
        use arrow_array::types::{Int16Type, UInt64Type};
        use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

        use super::Texts;
        use crate::rows::layout::{Column, Nulls, Type};

        pub fn read(columns: &[Column], file: File) -> Vec<Texts> {
            let reader = ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
            let published = columns.iter().map(|column| {
                let name = match column.holds {
                    Type::Index => "UInt64",
                    Type::Count => "Int16",
                    Type::F64 => "Float64",
                    Type::Word | Type::Text => "Utf8",
                };
                (column.name.to_owned(), name.to_owned(), column.nulls == Nulls::Sometimes)
            });
            let fields = reader.schema().fields().iter();
            let found = fields.map(|field| (field.name().clone(), field.data_type().to_string(), field.is_nullable()));
            assert_eq!(found.collect::<Vec<_>>(), published.collect::<Vec<_>>());
            reader.build().unwrap().flat_map(|batch| rows(&batch.unwrap())).collect()
        }

        fn rows(batch: &RecordBatch) -> Vec<Texts> {
            let columns: Vec<_> = batch.columns().iter().map(cells).collect();
            (0..batch.num_rows()).map(|row| columns.iter().map(|cells| cells[row].clone()).collect()).collect()
        }

        fn cells(array: &impl AsArray) -> Texts {
            if let Some(numbers) = array.as_primitive_opt::<UInt64Type>() {
                numbers.iter().map(|cell| cell.map(|cell| cell.to_string())).collect()
            } else if let Some(numbers) = array.as_primitive_opt::<Int16Type>() {
                numbers.iter().map(|cell| cell.map(|cell| cell.to_string())).collect()
            } else {
                array.as_string::<i32>().iter().map(|cell| cell.map(str::to_owned)).collect()
            }
        }
    }
}
