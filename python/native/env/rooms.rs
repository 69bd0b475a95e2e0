//! Arrays of Python's that many games are written to.

use std::ops::Range;

use paili::simulation::{Layout, ObservationBuffer, Turn};
use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::memory::{elements_mut, span};

/// As which numbers games are observed.
#[derive(Debug, Clone, Copy)]
pub enum Numbers {
    /// As they are, in bytes or floats.
    Whole,
    /// From 0 to 1.
    Scaled,
}

/// Where observations are written.
pub enum Observations {
    Bytes(PyBuffer<u8>),
    Floats(PyBuffer<f32>),
}

impl Observations {
    pub fn of(array: &Bound<'_, PyAny>) -> PyResult<Observations> {
        PyBuffer::get(array).map(Observations::Bytes).or_else(|_| PyBuffer::get(array).map(Observations::Floats))
    }

    pub fn span(&self) -> Range<usize> {
        match self {
            Observations::Bytes(buffer) => span(buffer),
            Observations::Floats(buffer) => span(buffer),
        }
    }

    /// The room for so many games.
    pub fn room(&mut self, layout: Layout, numbers: Numbers, games: usize) -> PyResult<ObservationBuffer<'_>> {
        let (len, scaled_len) = (games * layout.len(), games * layout.scaled_len());
        Ok(match (self, numbers) {
            (Observations::Bytes(buffer), _) => ObservationBuffer::Bytes(layout, room_for(buffer, len)?),
            (Observations::Floats(buffer), Numbers::Whole) => ObservationBuffer::Floats(layout, room_for(buffer, len)?),
            (Observations::Floats(buffer), Numbers::Scaled) => {
                ObservationBuffer::Scaled(layout, room_for(buffer, scaled_len)?)
            }
        })
    }
}

/// Writes some numbers of every game.
pub fn fill<T: Element + Copy, const N: usize>(
    mut room: PyBuffer<T>,
    turns: &[Turn],
    of: impl Fn(&Turn) -> [T; N],
) -> PyResult<()> {
    let (rows, _) = room_for(&mut room, turns.len() * N)?.as_chunks_mut::<N>();
    rows.iter_mut().zip(turns).for_each(|(row, turn)| *row = of(turn));
    Ok(())
}

/// The elements of an array that has exactly this many.
pub fn room_for<T: Element>(room: &mut PyBuffer<T>, len: usize) -> PyResult<&mut [T]> {
    let elements = elements_mut(room).filter(|elements| elements.len() == len);
    elements.ok_or_else(|| PyValueError::new_err(format!("out: expected {len} elements without gaps")))
}
