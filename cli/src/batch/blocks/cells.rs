//! CSV: a column of hands.

use std::io::{self, Chain, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use csv::{ByteRecord, ErrorKind, ReaderBuilder};
use memchr::memchr_iter;

use super::rows::{LONGEST_LINE, Rows, RowsRead, Source};
use crate::batch::analysis::{BlockAnalysis, Place};
use crate::batch::column;
use crate::batch::input::Input;
use crate::failure::Failure;
use crate::lines::{LONGEST_HAND, too_long};

/// Reads records and keeps one cell of each. Quotes can hide the ends of lines, so this can't be left to threads.
pub struct CellsReader {
    reader: csv::Reader<Bounded>,
    since: Arc<SinceRecord>,
    name: String,
    /// The place of the cell.
    column: usize,
    /// How many columns have names.
    columns: usize,
    /// Its column's name.
    called: String,
    record: ByteRecord,
    /// Records so far.
    rows: u64,
}

/// One cell of each of some records.
struct Cells {
    /// One after the other. Of a cell that is too long for a hand there is only the beginning, a byte more than fits.
    text: Vec<u8>,
    /// Where each ends.
    ends: Vec<Result<usize, Fault>>,
    /// The row of the first, from 1.
    first: u64,
    called: String,
}

/// Why a record has no cell.
#[derive(Clone, Copy)]
enum Fault {
    /// It is too short.
    NoCell,
    /// There is more in it than there are columns: which cell is the hand's, nobody knows.
    MoreCells,
    OpenQuote,
}

const OPEN_QUOTE: &str = "a quote is not closed";

/// What follows the input: a record of its own, unless a quote is not closed before, which the crate would close itself.
const END: &[u8] = b"\n\0the end of the hands\0";

/// Records in a block at most. It ends earlier if they have more than `LONGEST_LINE` of text.
const RECORDS: usize = 8192;

impl CellsReader {
    pub fn new(source: Source, input: &Input) -> Result<Self, Failure> {
        let since = Arc::<SinceRecord>::default();
        let bounded = Bounded { source: source.chain(END), since: since.clone() };
        let mut reader = ReaderBuilder::new().flexible(true).buffer_capacity(1 << 18).from_reader(bounded);
        let refused = |why: String| Failure::BadInput(format!("{}: line 1: {why}", input.name));
        let names = reader.byte_headers().map_err(|error| failed(&input.name, &error))?;
        if names.len() > MOST_COLUMNS {
            return Err(refused(format!("{} columns: is this a table of hands?", names.len())));
        }
        since.begin_record();
        if names.as_slice().ends_with(END) {
            return Err(refused(OPEN_QUOTE.to_owned()));
        }
        // An input without records has no names.
        let names = names.iter().filter(|name| **name != END[1..]);
        let names: Vec<String> = names.map(|name| String::from_utf8_lossy(name).trim().to_owned()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let column = match (&names[..], &input.column) {
            // An empty file has no rows, whatever they would be called.
            ([], None) => 0,
            _ => column::choose(input.column.as_deref(), &names).map_err(refused)?,
        };
        let called = names.get(column).copied().unwrap_or_default().to_owned();
        let (name, columns, record) = (input.name.clone(), names.len(), ByteRecord::new());
        Ok(CellsReader { reader, since, name, column, columns, called, record, rows: 0 })
    }

    /// The next cells, and how many bytes that took. None at the end.
    fn next_cells(&mut self) -> Result<Option<(Cells, u64)>, Failure> {
        let begin = self.reader.position().byte();
        let (first, called) = (self.rows + 1, self.called.clone());
        let mut cells = Cells { text: Vec::new(), ends: Vec::with_capacity(RECORDS), first, called };
        while cells.ends.len() < RECORDS && cells.text.len() < LONGEST_LINE {
            let more = self.reader.read_byte_record(&mut self.record);
            if !more.map_err(|error| failed(&self.name, &error))? {
                break;
            }
            self.since.begin_record();
            if self.record.as_slice() == &END[1..] {
                break;
            }
            let cell = if self.record.as_slice().ends_with(END) {
                Err(Fault::OpenQuote)
            } else if (self.columns..self.record.len()).any(|place| !self.record[place].is_empty()) {
                Err(Fault::MoreCells)
            } else {
                self.record.get(self.column).map(<[u8]>::trim_ascii_end).ok_or(Fault::NoCell)
            };
            cells.text.extend(cell.unwrap_or_default().iter().take(LONGEST_HAND + 1));
            cells.ends.push(cell.map(|_| cells.text.len()));
        }
        self.rows += cells.ends.len() as u64;
        let bytes = self.reader.position().byte() - begin;
        Ok((!cells.ends.is_empty()).then_some((cells, bytes)))
    }
}

impl Iterator for CellsReader {
    type Item = RowsRead;

    fn next(&mut self) -> Option<RowsRead> {
        let boxed = |(cells, bytes)| (Box::new(cells) as Box<dyn Rows>, bytes);
        self.next_cells().map(|read| read.map(boxed)).transpose()
    }
}

impl Rows for Cells {
    fn count(&self) -> u64 {
        self.ends.len() as u64
    }

    fn analyse(&self, analysis: &mut BlockAnalysis<'_>) -> Result<(), Failure> {
        let mut begin = 0;
        for (&end, row) in self.ends.iter().zip(self.first..) {
            let place = Place::Row(row);
            let end = match end {
                Ok(end) => end,
                Err(fault) => {
                    analysis.refuse(place, "", || match fault {
                        Fault::NoCell => format!("no cell in column {:?}", self.called),
                        Fault::MoreCells => "more cells than columns: is there a comma that needs quotes?".to_owned(),
                        Fault::OpenQuote => OPEN_QUOTE.to_owned(),
                    })?;
                    continue;
                }
            };
            let cell = &self.text[begin..end];
            begin = end;
            let text = String::from_utf8_lossy(cell);
            if cell.len() > LONGEST_HAND {
                let problem = too_long("a cell", &text, LONGEST_HAND, "a hand");
                analysis.refuse(place, "", || problem.to_string())?;
            } else {
                analysis.text(&text, place)?;
            }
        }
        Ok(())
    }
}

fn failed(name: &str, error: &csv::Error) -> Failure {
    match error.kind() {
        ErrorKind::Io(error) if error.kind() == io::ErrorKind::InvalidData => {
            Failure::BadInput(format!("{name}: {error}"))
        }
        ErrorKind::Io(error) => Failure::of_input(name, error),
        _ => Failure::BadInput(format!("{name}: {error}")),
    }
}

/// What was read since the last record.
#[derive(Default)]
struct SinceRecord {
    bytes: AtomicUsize,
    commas: AtomicUsize,
}

impl SinceRecord {
    fn begin_record(&self) {
        self.bytes.store(0, Ordering::Relaxed);
        self.commas.store(0, Ordering::Relaxed);
    }
}

/// A source of records that don't go on for ever, as they do behind a quote that is never closed.
struct Bounded {
    source: Chain<Source, &'static [u8]>,
    since: Arc<SinceRecord>,
}

/// No table of hands has records like that.
const MOST_BYTES: usize = 1 << 24;

/// Nor records with that many cells, each of which takes a few bytes even if it is empty. There is room for those that are read
/// ahead.
const MOST_COMMAS: usize = 1 << 20;

/// Nor has it that many columns.
const MOST_COLUMNS: usize = 1 << 14;

impl Read for Bounded {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(room)?;
        let commas = memchr_iter(b',', &room[..read]).count();
        let refused = |message: String| Err(io::Error::new(io::ErrorKind::InvalidData, message));
        if self.since.commas.fetch_add(commas, Ordering::Relaxed) > MOST_COMMAS {
            return refused(format!("a row of more than {MOST_COMMAS} cells: is this a table of hands?"));
        }
        if self.since.bytes.fetch_add(read, Ordering::Relaxed) > MOST_BYTES {
            return refused(format!("a row of more than {MOST_BYTES} bytes: is there a quote that is not closed?"));
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::args::InputFormat;

    /// How many records are in each block, and no block has more text than one cell above its size.
    fn blocks(text: &str) -> Vec<usize> {
        let (name, format) = ("a".to_owned(), InputFormat::Csv);
        let input = Input { path: None, name, format, column: None, bytes: None };
        let mut reader = CellsReader::new(Box::new(io::Cursor::new(text.as_bytes().to_vec())), &input).unwrap();
        let mut sizes = Vec::new();
        while let Some((cells, _)) = reader.next_cells().unwrap() {
            assert!(cells.text.len() <= LONGEST_LINE + LONGEST_HAND, "{} bytes", cells.text.len());
            assert_eq!(cells.first, sizes.iter().sum::<usize>() as u64 + 1);
            sizes.push(cells.ends.len());
        }
        sizes
    }

    #[test]
    fn blocks_are_small_whatever_the_cells() {
        assert_eq!(blocks(&format!("hand\n{}", "1m\n".repeat(20_000))), [8192, 8192, 3616]);
        assert_eq!(blocks(&format!("hand\n{}", format!("{}\n", "x".repeat(1024)).repeat(600))), [256, 256, 88]);
        let long = format!("{}\n", "x".repeat(50_000));
        assert_eq!(blocks(&format!("hand\n{}", long.repeat(150))), [64, 64, 22]);
    }
}
