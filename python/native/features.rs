//! What the tables know of many hands, for the pipelines of others.

use paili::analysis::Unseen;
use paili::simulation::{HAND_FEATURES, hand_features};
use paili::{Counts, Hand, Tile};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::errors::{bad_argument, bad_row};
use crate::memory::{elements, elements_mut};
use crate::rounds::{FEW, in_rounds};
use crate::threads::{pool, read_threads};

/// The counts of a hand.
pub type Row = [u8; Tile::REGULAR_COUNT];

/// Numbers of each hand.
#[pyfunction]
#[allow(clippy::needless_pass_by_value, reason = "buffers of Python's come as values")]
pub fn features(
    py: Python<'_>,
    hands: PyBuffer<u8>,
    visible: Option<PyBuffer<u8>>,
    mut out: PyBuffer<u8>,
    threads: Option<&Bound<'_, PyAny>>,
) -> PyResult<()> {
    let visible = visible.as_ref().map(rows_of).transpose()?;
    let (rows, _) = elements_mut(&mut out).ok_or_else(gaps)?.as_chunks_mut::<HAND_FEATURES>();
    if let Some(visible) = visible.filter(|visible| visible.len() != rows.len()) {
        return Err(bad_argument(py, "visible", format_args!("{} rows for {} hands", visible.len(), rows.len())));
    }
    write_each(py, threads, rows_of(&hands)?, rows, |row, hand, room| {
        let bad = |argument: &'static str| move |reason: String| (argument, reason);
        let hand = Hand::of_size(counts(hand).map_err(bad("hands"))?);
        let hand = hand.map_err(|error| bad("hands")(error.to_string()))?;
        let unseen = match visible {
            None => Unseen::by(&hand),
            Some(visible) => Unseen::beside(&hand, &counts(&visible[row]).map_err(bad("visible"))?)
                .map_err(|error| bad("visible")(error.to_string()))?,
        };
        hand_features(&hand, &unseen, room);
        Ok(())
    })
}

/// The rows of an array of hands.
pub fn rows_of(hands: &PyBuffer<u8>) -> PyResult<&[Row]> {
    Ok(elements(hands).ok_or_else(gaps)?.as_chunks().0)
}

/// Writes what comes of each hand, on as many threads as are asked for. The first that is none, or what is beside it, is told by its
/// argument and what is wrong.
pub fn write_each<O: Send>(
    py: Python<'_>,
    threads: Option<&Bound<'_, PyAny>>,
    hands: &[Row],
    out: &mut [O],
    write: impl Fn(usize, &Row, &mut O) -> Result<(), (&'static str, String)> + Send + Sync,
) -> PyResult<()> {
    if hands.len() != out.len() {
        return Err(unlike());
    }
    let pool = pool(read_threads(threads)?)?;
    in_rounds(py, 0..hands.len() as u64, FEW, None, |rows| {
        let rows = rows.start as usize..rows.end as usize;
        let each = hands[rows.clone()].par_iter().zip(&mut out[rows.clone()]).zip(rows).with_min_len(64);
        let write = |((hand, out), row)| write(row, hand, out).map_err(|bad| (row, bad));
        let bad = py.detach(|| pool.install(|| each.map(write).find_map_first(Result::err)));
        bad.map_or(Ok(()), |(row, (argument, reason))| Err(bad_row(py, argument, row, &reason)))
    })
}

/// The counts of a row.
pub fn counts(row: &Row) -> Result<Counts, String> {
    Counts::try_from(*row).map_err(|error| error.to_string())
}

pub fn gaps() -> PyErr {
    PyValueError::new_err("expected arrays without gaps")
}

fn unlike() -> PyErr {
    PyValueError::new_err("expected as many rows of each")
}
