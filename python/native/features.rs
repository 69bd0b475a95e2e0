//! What the tables know of many hands, for the pipelines of others.

use paili::analysis::Unseen;
use paili::simulation::{HAND_FEATURES, hand_features};
use paili::{Counts, Hand, Tile};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::errors::bad_row;
use crate::memory::{elements, elements_mut};
use crate::threads::{pool, read_threads};

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
    let gaps = || PyValueError::new_err("expected arrays without gaps");
    let (hands, _) = elements(&hands).ok_or_else(gaps)?.as_chunks::<{ Tile::REGULAR_COUNT }>();
    let visible = visible.as_ref().map(|visible| elements(visible).ok_or_else(gaps)).transpose()?;
    let visible = visible.map(|visible| visible.as_chunks::<{ Tile::REGULAR_COUNT }>().0);
    let (rows, _) = elements_mut(&mut out).ok_or_else(gaps)?.as_chunks_mut::<HAND_FEATURES>();
    if rows.len() != hands.len() || visible.is_some_and(|visible| visible.len() != hands.len()) {
        return Err(PyValueError::new_err("expected as many rows of each"));
    }
    let pool = pool(read_threads(threads)?)?;
    let write = |(row, (hand, room)): (usize, (&[u8; Tile::REGULAR_COUNT], &mut [u8; HAND_FEATURES]))| {
        let bad = |argument: &'static str| move |reason: String| (row, argument, reason);
        let hand =
            Hand::of_size(counts(hand).map_err(bad("hands"))?).map_err(|error| bad("hands")(error.to_string()))?;
        let unseen = match visible {
            None => Unseen::by(&hand),
            Some(visible) => Unseen::beside(&hand, &counts(&visible[row]).map_err(bad("visible"))?)
                .map_err(|error| bad("visible")(error.to_string()))?,
        };
        hand_features(&hand, &unseen, room);
        Ok(())
    };
    let each = || hands.par_iter().zip(rows).enumerate().with_min_len(64).map(write).find_map_first(Result::err);
    let bad = py.detach(|| pool.install(each));
    bad.map_or(Ok(()), |(row, argument, reason)| Err(bad_row(py, argument, row, &reason)))
}

fn counts(counts: &[u8; Tile::REGULAR_COUNT]) -> Result<Counts, String> {
    let copies = |(tile, &copies): (Tile, &u8)| std::iter::repeat_n(tile, copies.into());
    Counts::of(Tile::regular().zip(counts).flat_map(copies)).map_err(|error| error.to_string())
}
