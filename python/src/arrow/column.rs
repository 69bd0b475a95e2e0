//! What a column of hands can be made of.

use std::ops::Range;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayAccessor, GenericStringArray, OffsetSizeTrait, StringViewArray};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;
use paili::hand::Hand;
use paili::notation;
use paili::tile::Tile;

use super::lists;
use crate::batch::columns::Columns;
use crate::batch::counts::{Dense, until_null};
use crate::batch::rows::{AnyRows, End, Read, Rows};
use crate::batch::texts::{Texts, Written};
use crate::counts::Counts;

/// The hands of an array, which are not looked at yet; or why it can't be of hands.
pub fn rows_of<C: Columns>(array: &dyn Array) -> Result<Box<dyn AnyRows<C> + '_>, String> {
    rows_under(array, None)
}

/// The same within a struct that has nulls of its own.
fn rows_under<'a, C: Columns>(
    array: &'a dyn Array,
    above: Option<&NullBuffer>,
) -> Result<Box<dyn AnyRows<C> + 'a>, String> {
    let nulls = NullBuffer::union(above, array.logical_nulls().as_ref()).filter(|nulls| nulls.null_count() > 0);
    Ok(match array.data_type() {
        DataType::Utf8 => Box::new(Written { texts: array.as_string::<i32>(), nulls }),
        DataType::LargeUtf8 => Box::new(Written { texts: array.as_string::<i64>(), nulls }),
        DataType::Utf8View => Box::new(Written { texts: array.as_string_view(), nulls }),
        DataType::FixedSizeBinary(34) => {
            let (hands, _) = array.as_fixed_size_binary().value_data().as_chunks();
            Box::new(Dense { hands, nulls })
        }
        DataType::FixedSizeBinary(bytes) => {
            return Err(format!("a column of FixedSizeBinary({bytes}): expected FixedSizeBinary(34), a byte a kind"));
        }
        DataType::Binary => Box::new(Bytes { values: array.as_binary::<i32>(), nulls }),
        DataType::LargeBinary => Box::new(Bytes { values: array.as_binary::<i64>(), nulls }),
        DataType::BinaryView => Box::new(Bytes { values: array.as_binary_view(), nulls }),
        DataType::FixedSizeList(_, _) | DataType::List(_) | DataType::LargeList(_) => {
            return lists::rows_of(array, nulls);
        }
        DataType::Dictionary(_, _) => Box::new(encoded(array, nulls)?),
        DataType::Null => Box::new(Missing(array.len())),
        DataType::Struct(fields) => match array.as_struct().columns() {
            [column] => return rows_under(column, nulls.as_ref()),
            columns => {
                let names: Vec<&str> = fields.iter().map(|field| field.name().as_str()).collect();
                if columns.len() == Tile::REGULAR_COUNT && fields.iter().all(|field| field.data_type().is_integer()) {
                    return Err(
                        "a table of 34 columns: expected one column of hands, or an array (to_numpy())".to_owned()
                    );
                }
                let (count, names) = (columns.len(), names.join(", "));
                return Err(format!("a table of {count} columns ({names}): expected one column of hands"));
            }
        },
        other => {
            return Err(format!(
                "a column of {other}: expected texts, FixedSizeBinary(34), or lists of 34 integers, a count a kind"
            ));
        }
    })
}

impl<O: OffsetSizeTrait> Texts for &GenericStringArray<O> {
    fn len(&self) -> usize {
        Array::len(self)
    }

    fn text(&self, row: usize) -> &str {
        self.value(row)
    }
}

impl Texts for &StringViewArray {
    fn len(&self) -> usize {
        Array::len(self)
    }

    fn text(&self, row: usize) -> &str {
        self.value(row)
    }
}

/// Counts in bytes of no fixed number.
struct Bytes<T> {
    values: T,
    nulls: Option<NullBuffer>,
}

impl<'a, T: ArrayAccessor<Item = &'a [u8]> + Sync> Rows for Bytes<T> {
    type Hand = Counts;

    fn len(&self) -> usize {
        self.values.len()
    }

    fn read<'r>(&'r self, rows: Range<usize>, room: &'r mut Vec<Counts>) -> Read<'r, Counts> {
        room.clear();
        let there = until_null(self.nulls.as_ref(), &rows);
        for row in rows.start..rows.start + there {
            let bytes = self.values.value(row);
            let Ok(counts) = bytes.try_into() else {
                let fault = format!("{} bytes: expected 34, a count a kind", bytes.len());
                return Read { hands: room, end: End::Fault(fault) };
            };
            room.push(counts);
        }
        Read { hands: room, end: if there < rows.len() { End::Null } else { End::Rows } }
    }
}

/// Hands of which there are few different ones, each read once.
struct Encoded {
    different: Vec<Result<Hand, String>>,
    /// Of each row, which of them it has.
    keys: Vec<usize>,
    nulls: Option<NullBuffer>,
}

fn encoded(array: &dyn Array, nulls: Option<NullBuffer>) -> Result<Encoded, String> {
    let dictionary = array.as_any_dictionary();
    let values = dictionary.values();
    let keys = if values.is_empty() { vec![0; array.len()] } else { dictionary.normalized_keys() };
    let hand = |text: &str| notation::read_hand(text).map(|(_, hand)| hand).map_err(|error| error.to_string());
    // What is null is never asked for, and an empty text is no hand.
    let different = match values.data_type() {
        DataType::Utf8 => values.as_string::<i32>().iter().map(|text| hand(text.unwrap_or_default())).collect(),
        DataType::LargeUtf8 => values.as_string::<i64>().iter().map(|text| hand(text.unwrap_or_default())).collect(),
        DataType::Utf8View => values.as_string_view().iter().map(|text| hand(text.unwrap_or_default())).collect(),
        other => return Err(format!("a dictionary of {other}: expected one of texts")),
    };
    Ok(Encoded { different, keys, nulls })
}

impl Rows for Encoded {
    type Hand = Hand;

    fn len(&self) -> usize {
        self.keys.len()
    }

    fn read<'a>(&'a self, rows: Range<usize>, room: &'a mut Vec<Hand>) -> Read<'a, Hand> {
        room.clear();
        let there = until_null(self.nulls.as_ref(), &rows);
        for row in rows.start..rows.start + there {
            match &self.different[self.keys[row]] {
                Ok(hand) => room.push(*hand),
                Err(fault) => return Read { hands: room, end: End::Fault(fault.clone()) },
            }
        }
        Read { hands: room, end: if there < rows.len() { End::Null } else { End::Rows } }
    }
}

/// So many rows without hands.
struct Missing(usize);

impl Rows for Missing {
    type Hand = Hand;

    fn len(&self) -> usize {
        self.0
    }

    fn read<'a>(&'a self, _: Range<usize>, room: &'a mut Vec<Hand>) -> Read<'a, Hand> {
        room.clear();
        Read { hands: room, end: End::Null }
    }
}
