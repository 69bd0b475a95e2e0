//! Whole columns of tiles as counts, and as texts.

use std::sync::Arc;

use arrow_array::types::Float64Type;
use arrow_array::{ArrayRef, FixedSizeListArray, LargeStringArray, StringArray, UInt8Array};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, Field};
use paili::{Counts as Held, Notation, Tile};
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;

use super::blocks::{Pace, Work};
use super::hands::Hands;
use super::output::{Column, Target};
use super::rows::{BadRow, Fault, HANDS, OnError, Stack};
use super::source_library::SourceLibrary;
use super::tiles::Tiles;
use crate::arguments::{Given, read_notation};
use crate::counts::Counts;
use crate::memory::elements_mut;
use crate::numpy::new_table;
use crate::progress::Progress;
use crate::threads::read_threads;

/// How long lists of counts are.
const KINDS: i32 = Tile::REGULAR_COUNT.cast_signed() as i32;

/// The counts of many hands, or of any other tiles: how many copies of each of the 34 kinds a row holds.
///
/// Parameters
/// ----------
/// hands, threads, on_error
///     as :func:`paili.distances` takes them; rows may have any number of tiles, and none. Melds in brackets are left out.
///
/// Returns
/// -------
/// uint8, (n, 34)
///     a numpy array; a ``pandas.DataFrame`` with a column a kind (:data:`paili.KINDS`) and the index of the hands if they
///     were pandas'; a polars series of ``Array(UInt8, 34)``, or a pyarrow array of ``FixedSizeList(uint8, 34)``. Rows
///     without an answer are all 0, or nulls where there are some.
///
/// Raises
/// ------
/// paili.InputError
///     at the first row that is no tiles or holds specials, which are none of the kinds, unless ``on_error`` is ``"null"``.
///
/// Examples
/// --------
/// >>> import paili
/// >>> counts = paili.counts(["1133m456789p123s", "E E"])
/// >>> counts.shape, counts[0, :3].tolist(), counts[1, 27].item()
/// ((2, 34), [2, 0, 2], 2)
/// >>> paili.texts(counts).tolist()
/// ['1133m456789p123s', '11z']
#[pyfunction]
#[pyo3(
    signature = (hands, *, threads=None, on_error=Given::default()),
    text_signature = "(hands, *, threads=None, on_error='raise')"
)]
pub fn counts<'py>(
    hands: &Bound<'py, PyAny>,
    threads: Option<&Bound<'py, PyAny>>,
    on_error: Given<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = hands.py();
    let (threads, on_error) = (read_threads(threads)?, OnError::read(on_error)?);
    let hands = Hands::read(HANDS, hands)?;
    let rows = hands.rows(py, Tiles::Counts)?;
    let mut missing = vec![false; rows.len()];
    if matches!(hands.home, SourceLibrary::Numpy | SourceLibrary::Pandas(_)) {
        let table = new_table(py, rows.len(), Tile::REGULAR_COUNT)?;
        let mut buffer = PyBuffer::<u8>::get(&table)?;
        let places = elements_mut(&mut buffer).unwrap_or_default().as_chunks_mut().0;
        each(py, &rows, threads, on_error, places, &mut missing, Held::regular)?;
        return hands.home.counts(table, nulls(&missing));
    }
    let mut counts: Vec<Counts> = vec![[0; Tile::REGULAR_COUNT]; rows.len()];
    each(py, &rows, threads, on_error, &mut counts, &mut missing, Held::regular)?;
    hands.home.array(py, "counts", counts_column(counts, &missing))
}

/// Counts as an Arrow array, with nulls where they are missing.
pub fn counts_column(counts: Vec<Counts>, missing: &[bool]) -> ArrayRef {
    let bytes = UInt8Array::new(ScalarBuffer::from(counts.into_flattened()), None);
    let field = Arc::new(Field::new("item", DataType::UInt8, false));
    Arc::new(FixedSizeListArray::new(field, KINDS, Arc::new(bytes), nulls(missing)))
}

/// The texts of many hands, or of any other tiles, in a notation.
///
/// Parameters
/// ----------
/// hands, threads, on_error
///     as :func:`paili.distances` takes them, texts in other notations too; rows may have any number of tiles, and none.
///     Melds in brackets are left out.
/// notation
///     ``"mpsz"``, ``"judge"``, ``"uva"``, ``"unicode"``, ``"chinese"`` or ``"mjai"``.
///
/// Returns
/// -------
/// texts, a place a row
///     in tile order: a numpy array of objects (a list where there is no numpy), or a series or an Arrow array if the hands
///     came in one; the name of a series is ``hand``. Rows without an answer are None, or nulls where there are some.
///
/// Raises
/// ------
/// paili.InputError
///     at the first row that is no tiles or holds specials, unless ``on_error`` is ``"null"``.
///
/// Examples
/// --------
/// >>> import paili
/// >>> paili.texts(paili.random_hands(2, seed=1)).tolist()
/// ['1457m133488p4s12z', '33448m1457p28s55z']
/// >>> paili.texts(["1133m"], notation="unicode").tolist()
/// ['🀇🀇🀉🀉']
#[pyfunction]
#[pyo3(
    signature = (hands, *, notation=None, threads=None, on_error=Given::default()),
    text_signature = "(hands, *, notation='mpsz', threads=None, on_error='raise')"
)]
pub fn texts<'py>(
    hands: &Bound<'py, PyAny>,
    notation: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    on_error: Given<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = hands.py();
    let notation = notation.map_or(Ok(Notation::Mpsz), read_notation)?;
    let (threads, on_error) = (read_threads(threads)?, OnError::read(on_error)?);
    let hands = Hands::read(HANDS, hands)?;
    let rows = hands.rows(py, Tiles::Counts)?;
    let mut missing = vec![false; rows.len()];
    let mut written: Vec<Box<str>> = vec![Box::default(); rows.len()];
    // Counts have no specials, so every notation can write them.
    let write = |counts: &Held| notation.write(counts.tiles()).unwrap_or_default().into_boxed_str();
    each(py, &rows, threads, on_error, &mut written, &mut missing, write)?;
    hands.home.texts(py, array_of(&written, nulls(&missing)))
}

/// A number for the tiles of each row, none of which may be missing: a numpy array, whatever the hands came in.
pub fn numbers<'py>(
    hands: &Bound<'py, PyAny>,
    threads: Option<&Bound<'py, PyAny>>,
    number: impl Fn(&Held) -> Result<f64, String> + Send + Sync,
) -> PyResult<Bound<'py, PyAny>> {
    let py = hands.py();
    let threads = read_threads(threads)?;
    let hands = Hands::read(HANDS, hands)?;
    let rows = hands.rows(py, Tiles::Counts)?;
    let mut numbers = Column::<Float64Type>::new(py, Target::New, rows.len())?;
    Work::new(rows.len(), Pace::Slow, threads)?.fill(py, numbers.places(), |row, place| {
        let held = rows.held(row).ok_or_else(Fault::missing)?;
        *place = held.and_then(|held| number(&held)).map_err(Fault::of_hand)?;
        Ok(())
    })?;
    Ok(numbers.finish(py, None)?.values)
}

/// Fills the place of each row with what is made of its tiles, and tells which rows have none.
fn each<T: Send>(
    py: Python<'_>,
    rows: &Stack<'_>,
    threads: usize,
    on_error: OnError,
    places: &mut [T],
    missing: &mut [bool],
    make: impl Fn(&Held) -> T + Sync,
) -> PyResult<()> {
    let work = Work::new(rows.len(), Pace::Slow, threads)?;
    work.run_rows(py, &Progress::default(), (places, missing), |block, (places, missing)| {
        block.zip(places.iter_mut().zip(missing)).find_map(|(row, (place, missing))| {
            match rows.held(row) {
                Some(Ok(held)) => *place = make(&held),
                Some(Err(reason)) if on_error == OnError::Raise => {
                    return Some(BadRow { row, fault: Fault::of_hand(reason) });
                }
                _ => (*place, *missing) = (make(&Held::EMPTY), true),
            }
            None
        })
    })
}

/// The nulls of rows without an answer, if there are some.
fn nulls(missing: &[bool]) -> Option<NullBuffer> {
    let there = || BooleanBuffer::collect_bool(missing.len(), |row| !missing[row]);
    missing.contains(&true).then(|| NullBuffer::new(there()))
}

/// Texts one after the other, in an array of the usual type unless they are too long for it together.
fn array_of(texts: &[Box<str>], nulls: Option<NullBuffer>) -> ArrayRef {
    let lengths = texts.iter().map(|text| text.len());
    let bytes = Buffer::from_vec(texts.concat().into_bytes());
    if i32::try_from(bytes.len()).is_ok() {
        Arc::new(StringArray::new(OffsetBuffer::from_lengths(lengths), bytes, nulls))
    } else {
        Arc::new(LargeStringArray::new(OffsetBuffer::from_lengths(lengths), bytes, nulls))
    }
}
