//! The memory of Python's arrays, as slices.
//!
//! Arrays are read without the interpreter's lock, and Python can't promise that no thread writes to them meanwhile;
//! numpy's own functions can't either. A thread that writes gets wrong answers, and the package says so.
#![allow(unsafe_code)]

use std::ops::Range;

use pyo3::buffer::{Element, PyBuffer, PyUntypedBuffer};

/// The elements of a buffer. None if there are gaps between them, or if their bytes lie in the other order.
pub fn elements<T: Element>(buffer: &PyBuffer<T>) -> Option<&[T]> {
    if is_swapped(buffer) {
        return None;
    }
    let elements = buffer.as_slice_ptr()?;
    if elements.is_empty() {
        return Some(&[]);
    }
    // SAFETY: the buffer's exporter keeps this memory where it is while the buffer is held; its elements are
    // of this number, aligned and of this type; nobody writes to it meanwhile, as the module says.
    Some(unsafe { elements.as_ref() })
}

/// The elements of a buffer, to be written to. None also if the buffer is only for reading.
pub fn elements_mut<T: Element>(buffer: &mut PyBuffer<T>) -> Option<&mut [T]> {
    if buffer.readonly() || is_swapped(buffer) {
        return None;
    }
    let mut elements = buffer.as_slice_ptr()?;
    if elements.is_empty() {
        return Some(&mut []);
    }
    // SAFETY: as in `elements`, and the memory may be written to. The caller makes sure with `span` that no other slice
    // of it is in use.
    Some(unsafe { elements.as_mut() })
}

/// The addresses of a buffer without gaps.
pub fn span(buffer: &PyUntypedBuffer) -> Range<usize> {
    let begin = buffer.buf_ptr() as usize;
    begin..begin + buffer.len_bytes()
}

/// Whether two buffers share memory, by their addresses.
pub fn share(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.start.max(other.start) < one.end.min(other.end)
}

/// The shape of an array as Python writes it.
pub fn written_shape(shape: &[usize]) -> String {
    let lengths: Vec<String> = shape.iter().map(ToString::to_string).collect();
    let comma = if lengths.len() == 1 { "," } else { "" };
    format!("({}{comma})", lengths.join(", "))
}

/// Whether the bytes of the elements lie in the order that this machine does not have, which pyo3 does not check.
fn is_swapped(buffer: &PyUntypedBuffer) -> bool {
    let others: &[u8] = if cfg!(target_endian = "little") { b">!" } else { b"<" };
    buffer.format().to_bytes().first().is_some_and(|order| others.contains(order))
}
