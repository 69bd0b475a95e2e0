//! Hands as lists of counts.

use std::ops::Range;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, OffsetSizeTrait};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::DataType;
use paili::tile::Tile;

use crate::batch::columns::Columns;
use crate::batch::counts::{Dense, until_null};
use crate::batch::rows::{AnyRows, End, Read, Rows};
use crate::counts::{Checked, Counts};

/// Counts a hand.
const KINDS: usize = Tile::REGULAR_COUNT;

/// The hands of an array of lists; or why it can't be of hands.
pub fn rows_of<C: Columns>(array: &dyn Array, nulls: Option<NullBuffer>) -> Result<Box<dyn AnyRows<C> + '_>, String> {
    match array.data_type() {
        DataType::FixedSizeList(_, 34) => {
            let values = array.as_fixed_size_list().values();
            if values.data_type() == &DataType::UInt8 && values.null_count() == 0 {
                let (hands, _) = values.as_primitive::<UInt8Type>().values().as_chunks();
                return Ok(Box::new(Dense { hands, nulls }));
            }
            any_integers(values, Fixed(array.len()), nulls)
        }
        DataType::FixedSizeList(_, length) => Err(format!("lists of {length}: expected 34 counts, one a kind")),
        DataType::List(_) => {
            let lists = array.as_list::<i32>();
            any_integers(lists.values(), lists.offsets(), nulls)
        }
        _ => {
            let lists = array.as_list::<i64>();
            any_integers(lists.values(), lists.offsets(), nulls)
        }
    }
}

fn any_integers<'a, C: Columns>(
    values: &'a dyn Array,
    places: impl Places + 'a,
    nulls: Option<NullBuffer>,
) -> Result<Box<dyn AnyRows<C> + 'a>, String> {
    Ok(match values.data_type() {
        DataType::UInt8 => integers::<UInt8Type, C>(values, places, nulls),
        DataType::Int8 => integers::<Int8Type, C>(values, places, nulls),
        DataType::UInt16 => integers::<UInt16Type, C>(values, places, nulls),
        DataType::Int16 => integers::<Int16Type, C>(values, places, nulls),
        DataType::UInt32 => integers::<UInt32Type, C>(values, places, nulls),
        DataType::Int32 => integers::<Int32Type, C>(values, places, nulls),
        DataType::UInt64 => integers::<UInt64Type, C>(values, places, nulls),
        DataType::Int64 => integers::<Int64Type, C>(values, places, nulls),
        other => return Err(format!("lists of {other}: expected 34 integers, a count a kind")),
    })
}

fn integers<'a, T, C: Columns>(
    values: &'a dyn Array,
    places: impl Places + 'a,
    nulls: Option<NullBuffer>,
) -> Box<dyn AnyRows<C> + 'a>
where
    T: ArrowPrimitiveType,
    T::Native: Into<i128>,
{
    let counts = values.as_primitive::<T>().values().as_ref();
    Box::new(Lists { counts, missing: values.nulls(), places, nulls })
}

/// Where the counts of each row are among all.
trait Places: Sync {
    fn len(&self) -> usize;
    fn place(&self, row: usize) -> Range<usize>;
}

/// So many rows, each with as many counts as there are kinds.
struct Fixed(usize);

impl Places for Fixed {
    fn len(&self) -> usize {
        self.0
    }

    fn place(&self, row: usize) -> Range<usize> {
        row * KINDS..(row + 1) * KINDS
    }
}

impl<O: OffsetSizeTrait> Places for &OffsetBuffer<O> {
    fn len(&self) -> usize {
        <[O]>::len(self) - 1
    }

    fn place(&self, row: usize) -> Range<usize> {
        self[row].as_usize()..self[row + 1].as_usize()
    }
}

/// Lists of integers.
struct Lists<'a, T, P> {
    counts: &'a [T],
    /// Which of the counts are missing.
    missing: Option<&'a NullBuffer>,
    places: P,
    nulls: Option<NullBuffer>,
}

impl<T: Copy + Into<i128> + Sync, P: Places> Lists<'_, T, P> {
    fn hand(&self, row: usize) -> Result<Counts, String> {
        let place = self.places.place(row);
        if place.len() != KINDS {
            return Err(format!("{} counts: expected 34, one a kind", place.len()));
        }
        let is_missing = |kind: &usize| self.missing.is_some_and(|missing| missing.is_null(place.start + kind));
        if let Some(kind) = (0..KINDS).find(is_missing) {
            return Err(format!("count {kind} of 0-33 is null"));
        }
        let mut counts = [0; KINDS];
        let mut checked = Checked::new(&mut counts);
        for (kind, &count) in self.counts[place].iter().enumerate() {
            checked.put(kind, count.into());
        }
        checked.fault().map_or(Ok(()), Err)?;
        Ok(counts)
    }
}

impl<T: Copy + Into<i128> + Sync, P: Places> Rows for Lists<'_, T, P> {
    type Hand = Counts;

    fn len(&self) -> usize {
        self.places.len()
    }

    fn read<'a>(&'a self, rows: Range<usize>, room: &'a mut Vec<Counts>) -> Read<'a, Counts> {
        room.clear();
        let there = until_null(self.nulls.as_ref(), &rows);
        for row in rows.start..rows.start + there {
            match self.hand(row) {
                Ok(counts) => room.push(counts),
                Err(fault) => return Read { hands: room, end: End::Fault(fault) },
            }
        }
        Read { hands: room, end: if there < rows.len() { End::Null } else { End::Rows } }
    }
}
