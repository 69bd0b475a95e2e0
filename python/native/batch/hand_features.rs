//! What the tables know of many hands, as numbers for the pipelines of others.

use arrow_array::types::UInt8Type;
use paili::simulation::{HAND_FEATURES, hand_features};
use pyo3::prelude::*;

use super::asked::{Asked, Row};
use super::blocks::{Pace, Work};
use super::output::{check_apart, written};
use super::rows::Fault;
use super::tiles::Tiles;
use super::visible::{Seen, Visible};
use crate::memory::{elements_mut, span};
use crate::numpy::new_table;
use crate::threads::read_threads;

/// Distance, useful tiles and acceptance after each discard, for a whole batch of hands, in the standard form.
///
/// Columns are, each for the 34 kinds in tile order: 0–33 the distance after discarding the kind (255 where the hand
/// can't), 34–67 how many kinds are useful after that, 68–101 how many unseen tiles are (the acceptance), 102–135 how
/// many copies of each useful kind are unseen; and 136 the distance of the hand. Useful kinds of a hand that has a
/// discard due are those after its best discard: to the smallest distance, of equals with the largest acceptance, of
/// equals the last in tile order.
///
/// Parameters
/// ----------
/// hands, visible, threads
///     as :func:`paili.useful` takes them, but no hand may be missing.
/// out
///     a C-contiguous array to write to, uint8 of shape (n, 137), instead of a new one.
///
/// Returns
/// -------
/// uint8, (n, 137)
///     a numpy array, whatever the hands came in (a memory view where there is no numpy).
///
/// Raises
/// ------
/// paili.InputError
///     at the first row that is no hand, or has a fifth copy of a kind beside it; ``out`` holds anything then.
///
/// Examples
/// --------
/// >>> import paili
/// >>> features = paili.features(["1133m456789p1234s"])
/// >>> best = features[0, :34].argmin()
/// >>> kinds = features[0, 34:68], features[0, 68:102]
/// >>> s4 = paili.KINDS.index("4s")
/// >>> [int(part[s4]) for part in (features[0, :34], *kinds)]
/// [1, 2, 4]
#[pyfunction]
#[pyo3(signature = (hands, *, visible=None, out=None, threads=None))]
pub fn features<'py>(
    hands: &Bound<'py, PyAny>,
    visible: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = hands.py();
    let asked = Asked { threads: read_threads(threads)?, ..Asked::read("features", hands, None)? };
    let given = visible.map(|visible| Seen::read(visible, &asked.hands)).transpose()?;
    let rows = asked.hands.len();
    let table = out.map_or_else(|| new_table(py, rows, HAND_FEATURES), |out| Ok(out.clone()))?;
    let mut buffer = written::<UInt8Type>("out", &table, &[rows, HAND_FEATURES])?;
    check_apart(py, &asked.hands.spans(), &[span(&buffer)])?;
    let (places, _) = elements_mut(&mut buffer).unwrap_or_default().as_chunks_mut::<HAND_FEATURES>();
    let visible = given.as_ref().map_or(Ok(Visible::Nothing), |given| given.rows(py))?;
    let stack = asked.hands.rows(py, Tiles::Hands(asked.rules))?;
    Work::new(rows, Pace::Slow, asked.threads)?.fill(py, places, |row, place| {
        let read = asked.read_row(&stack, &visible, row).ok_or_else(Fault::missing)?;
        let Row { hand, unseen, .. } = read?;
        hand_features(&hand, &unseen, place);
        Ok(())
    })?;
    Ok(table)
}
