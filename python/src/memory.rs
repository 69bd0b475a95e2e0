//! The memory of Python's arrays, as slices.
//!
//! Python can't promise that nobody else writes to an array while it is read without the interpreter's lock; numpy's
//! own functions don't either. Whoever does gets wrong answers, and the package says so.
#![allow(unsafe_code)]

use std::ffi::CStr;
use std::marker::PhantomData;
use std::ops::Range;

use pyo3::buffer::{Element, ElementType, PyBuffer, PyUntypedBuffer};

/// The elements of a buffer without gaps, in order.
pub fn elements<T: Element>(buffer: &PyBuffer<T>) -> Option<&[T]> {
    let elements = buffer.as_slice_ptr()?;
    if elements.is_empty() {
        return Some(&[]);
    }
    // SAFETY: the buffer's exporter keeps this memory where it is while the buffer is held; it has so many elements,
    // which are aligned and of this type; nobody writes to it meanwhile, see above.
    Some(unsafe { elements.as_ref() })
}

/// The same, to be written to. None for a buffer that is only for reading or has gaps.
pub fn elements_mut<T: Element>(buffer: &mut PyBuffer<T>) -> Option<&mut [T]> {
    if buffer.readonly() {
        return None;
    }
    let mut elements = buffer.as_slice_ptr()?;
    if elements.is_empty() {
        return Some(&mut []);
    }
    // SAFETY: as above, and it is memory for writing. Whoever calls sees to it that no other slice of it is in use, by
    // `span`.
    Some(unsafe { elements.as_mut() })
}

/// The addresses between which a buffer's elements lie; some of them may be others'.
pub fn span(buffer: &PyUntypedBuffer) -> Range<isize> {
    let begin = buffer.buf_ptr() as isize;
    let (mut first, mut last) = (0, 0);
    for (&length, &stride) in buffer.shape().iter().zip(buffer.strides()) {
        if length == 0 {
            return begin..begin;
        }
        let reach = stride * (length.cast_signed() - 1);
        first += reach.min(0);
        last += reach.max(0);
    }
    begin + first..begin + last + buffer.item_size().cast_signed()
}

/// A table of integers of any width and any layout.
pub struct Integers<'b> {
    width: Width,
    rows: usize,
    columns: usize,
    /// Its first element, and how far it is to the next row and the next column.
    first: *const u8,
    down: isize,
    across: isize,
    order: Order,
    /// Keeps the memory where it is.
    buffer: PhantomData<&'b PyUntypedBuffer>,
}

/// How an integer lies in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Width {
    U8,
    I8,
    U16,
    I16,
    U32,
    I32,
    U64,
    I64,
}

/// In which order the bytes of an integer lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Order {
    /// As this machine has them.
    Native,
    Swapped,
}

/// An integer in memory.
trait Integer: Copy + Into<i128> {
    fn swapped(self) -> Self;
}

macro_rules! integer {
    ($($type:ty)*) => {
        $(impl Integer for $type {
            fn swapped(self) -> Self {
                self.swap_bytes()
            }
        })*
    };
}

integer!(u8 i8 u16 i16 u32 i32 u64 i64);

// SAFETY: the memory is only read, and stays where it is; see above for those who write.
unsafe impl Sync for Integers<'_> {}

impl<'b> Integers<'b> {
    /// Reads a buffer of two dimensions, if its elements are integers.
    pub fn new(buffer: &'b PyUntypedBuffer) -> Option<Self> {
        let (&[rows, columns], &[down, across]) = (buffer.shape(), buffer.strides()) else { return None };
        let element = ElementType::from_format(buffer.format());
        let width = match element {
            ElementType::UnsignedInteger { bytes: 1 } => Width::U8,
            ElementType::UnsignedInteger { bytes: 2 } => Width::U16,
            ElementType::UnsignedInteger { bytes: 4 } => Width::U32,
            ElementType::UnsignedInteger { bytes: 8 } => Width::U64,
            ElementType::SignedInteger { bytes: 1 } => Width::I8,
            ElementType::SignedInteger { bytes: 2 } => Width::I16,
            ElementType::SignedInteger { bytes: 4 } => Width::I32,
            ElementType::SignedInteger { bytes: 8 } => Width::I64,
            _ => return None,
        };
        let (ElementType::UnsignedInteger { bytes } | ElementType::SignedInteger { bytes }) = element else {
            return None;
        };
        if bytes != buffer.item_size() {
            return None;
        }
        // Elements behind pointers are of libraries that are hardly used.
        let direct = buffer.suboffsets().is_none_or(|offsets| offsets.iter().all(|&offset| offset < 0));
        let first = buffer.buf_ptr().cast::<u8>().cast_const();
        let order = order(buffer.format());
        direct.then_some(Integers { width, rows, columns, first, down, across, order, buffer: PhantomData })
    }

    /// How many rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Reads a row of bytes, if that is what the elements are, and there are as many.
    #[inline]
    pub fn bytes<const N: usize>(&self, row: usize) -> Option<[u8; N]> {
        if self.width != Width::U8 || self.columns != N {
            return None;
        }
        Some(std::array::from_fn(|column| self.get(row, column)))
    }

    /// Reads a row: calls `each` with the place and the value of each of its elements.
    #[inline]
    pub fn row(&self, row: usize, each: impl FnMut(usize, i128)) {
        match self.width {
            Width::U8 => self.read::<u8>(row, each),
            Width::I8 => self.read::<i8>(row, each),
            Width::U16 => self.read::<u16>(row, each),
            Width::I16 => self.read::<i16>(row, each),
            Width::U32 => self.read::<u32>(row, each),
            Width::I32 => self.read::<i32>(row, each),
            Width::U64 => self.read::<u64>(row, each),
            Width::I64 => self.read::<i64>(row, each),
        }
    }

    #[inline]
    fn read<T: Integer>(&self, row: usize, mut each: impl FnMut(usize, i128)) {
        for column in 0..self.columns {
            each(column, self.get::<T>(row, column).into());
        }
    }

    /// An element, whose type is that of the width.
    #[inline]
    fn get<T: Integer>(&self, row: usize, column: usize) -> T {
        assert!(row < self.rows && column < self.columns, "row {row} of {}", self.rows);
        let offset = row.cast_signed() * self.down + column.cast_signed() * self.across;
        // SAFETY: there is such a row and such a column, so the strides lead to an element; it is an integer of this
        // width, and may lie anywhere.
        let element = unsafe { self.first.offset(offset).cast::<T>().read_unaligned() };
        match self.order {
            Order::Native => element,
            Order::Swapped => element.swapped(),
        }
    }
}

/// The order that the format of a buffer tells of.
fn order(format: &CStr) -> Order {
    match format.to_bytes() {
        [b'>' | b'!', ..] if cfg!(target_endian = "little") => Order::Swapped,
        [b'<', ..] if cfg!(target_endian = "big") => Order::Swapped,
        _ => Order::Native,
    }
}
