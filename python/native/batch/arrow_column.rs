//! Arrow columns of hands, by their type.

use std::ops::Range;

use arrow_array::cast::AsArray;
use arrow_array::types::UInt8Type;
use arrow_array::{Array, ArrayAccessor, ArrayRef, OffsetSizeTrait, downcast_integer_array};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::{DataType, FieldRef, Fields};
use paili::{Tile, TileSet};

use super::rows::Rows;
use super::tiles::{Reading, Tiles, hand_of_text};
use crate::counts::counts_of;
use crate::names::mpsz;

/// How many counts a hand has, as Arrow tells lengths.
const KINDS: i32 = (Tile::REGULAR_COUNT as u32).cast_signed();

/// The hands of an array, which are not read yet; or why it can't hold hands. `above` are the nulls of the struct
/// around it.
pub fn rows_of<'a>(array: &'a dyn Array, above: Option<&NullBuffer>, tiles: Tiles) -> Result<Rows<'a>, String> {
    let nulls = NullBuffer::union(above, array.logical_nulls().as_ref()).filter(|nulls| nulls.null_count() > 0);
    Ok(match array.data_type() {
        DataType::Utf8 => texts(array.as_string::<i32>(), nulls, tiles),
        DataType::LargeUtf8 => texts(array.as_string::<i64>(), nulls, tiles),
        DataType::Utf8View => texts(array.as_string_view(), nulls, tiles),
        DataType::FixedSizeBinary(KINDS) => Rows::dense(array.as_fixed_size_binary().value_data().as_chunks().0, nulls),
        DataType::FixedSizeBinary(bytes) => {
            return Err(format!("a column of FixedSizeBinary({bytes}): expected FixedSizeBinary(34), a byte a kind"));
        }
        DataType::Binary => bytes(array.as_binary::<i32>(), nulls),
        DataType::LargeBinary => bytes(array.as_binary::<i64>(), nulls),
        DataType::BinaryView => bytes(array.as_binary_view(), nulls),
        DataType::FixedSizeList(_, KINDS) => {
            let values = array.as_fixed_size_list().values();
            if values.data_type() == &DataType::UInt8 && values.null_count() == 0 {
                return Ok(Rows::dense(values.as_primitive::<UInt8Type>().values().as_chunks().0, nulls));
            }
            lists(values, array.len(), nulls, |row| row * Tile::REGULAR_COUNT..(row + 1) * Tile::REGULAR_COUNT)?
        }
        DataType::FixedSizeList(_, length) => return Err(format!("lists of {length}: expected 34 counts, one a kind")),
        DataType::List(_) => {
            let list = array.as_list::<i32>();
            lists(list.values(), list.len(), nulls, place_in(list.offsets()))?
        }
        DataType::LargeList(_) => {
            let list = array.as_list::<i64>();
            lists(list.values(), list.len(), nulls, place_in(list.offsets()))?
        }
        DataType::Dictionary(_, _) => dictionary(array, nulls, tiles)?,
        DataType::Null => Rows::of_hands(array.len(), nulls, |_| Err("null".to_owned().into())),
        DataType::Struct(fields) => match array.as_struct().columns() {
            [column] => rows_of(column, nulls.as_ref(), tiles)?,
            columns if columns.len() == Tile::REGULAR_COUNT => {
                check_order(fields)?;
                table(columns, array.len(), nulls)?
            }
            columns => {
                let names: Vec<&str> = fields.iter().map(|field| field.name().as_str()).collect();
                let (count, names) = (columns.len(), names.join(", "));
                return Err(format!(
                    "a table of {count} columns ({names}): expected one column of hands, or 34 of counts"
                ));
            }
        },
        other => {
            return Err(format!(
                "a column of {other}: expected texts, FixedSizeBinary(34), or lists of 34 integers, a count a kind"
            ));
        }
    })
}

fn texts<'a>(
    texts: impl ArrayAccessor<Item = &'a str> + Sync + 'a,
    nulls: Option<NullBuffer>,
    tiles: Tiles,
) -> Rows<'a> {
    match tiles.of_text() {
        Reading::Hand(rules) => Rows::of_hands(texts.len(), nulls, move |row| hand_of_text(rules, texts.value(row))),
        Reading::Counts(counts) => Rows::of_counts(texts.len(), nulls, move |row| counts(texts.value(row))),
    }
}

/// Counts in bytes of no fixed number.
fn bytes<'a>(values: impl ArrayAccessor<Item = &'a [u8]> + Sync + 'a, nulls: Option<NullBuffer>) -> Rows<'a> {
    Rows::of_counts(values.len(), nulls, move |row| {
        let bytes = values.value(row);
        bytes.try_into().map_err(|_| format!("{} bytes: expected 34, a count a kind", bytes.len()))
    })
}

fn place_in<O: OffsetSizeTrait>(offsets: &OffsetBuffer<O>) -> impl Fn(usize) -> Range<usize> + Sync {
    |row| offsets[row].as_usize()..offsets[row + 1].as_usize()
}

/// Hands as lists of counts. `place` tells where the counts of a row are among all.
fn lists<'a>(
    counts: &'a dyn Array,
    length: usize,
    nulls: Option<NullBuffer>,
    place: impl Fn(usize) -> Range<usize> + Send + Sync + 'a,
) -> Result<Rows<'a>, String> {
    if counts.data_type() == &DataType::Null {
        return Ok(Rows::of_counts(length, nulls, move |row| match place(row).len() {
            Tile::REGULAR_COUNT => Err("count 0 of 0-33 is null".to_owned()),
            other => Err(format!("{other} counts: expected 34, one a kind")),
        }));
    }
    downcast_integer_array!(
        counts => Ok(Rows::of_counts(length, nulls, move |row| {
            let place = place(row);
            if let Some(missing) = counts.nulls() && place.len() == Tile::REGULAR_COUNT
                && let Some(kind) = (0..place.len()).find(|kind| missing.is_null(place.start + kind))
            {
                return Err(format!("count {kind} of 0-33 is null"));
            }
            counts_of(&counts.values()[place])
        })),
        other => Err(format!("lists of {other}: expected 34 integers, a count a kind")),
    )
}

/// Columns go by their places: those that are named as kinds have to be in the order of these.
fn check_order(fields: &Fields) -> Result<(), String> {
    let kinds: Vec<&str> = TileSet::REGULAR.iter().map(mpsz).collect();
    let place = |field: &FieldRef| kinds.iter().position(|kind| kind == field.name());
    match fields.iter().map(place).collect::<Option<Vec<usize>>>() {
        Some(places) if !places.is_sorted() => {
            Err("a table of 34 columns that are named as kinds: expected them in the order of paili.KINDS".to_owned())
        }
        _ => Ok(()),
    }
}

/// Hands in 34 columns of counts.
fn table(columns: &[ArrayRef], length: usize, nulls: Option<NullBuffer>) -> Result<Rows<'_>, String> {
    let columns = columns.iter().map(|column| integers(column)).collect::<Result<Vec<_>, _>>()?;
    Ok(Rows::of_counts(length, nulls, move |row| {
        let mut counts = [0; Tile::REGULAR_COUNT];
        for (kind, (count, column)) in counts.iter_mut().zip(&columns).enumerate() {
            *count = column(row).ok_or_else(|| format!("count {kind} of 0-33 is null"))?;
        }
        counts_of(&counts)
    }))
}

/// The integer of a row, if there is one.
type Integer<'a> = Box<dyn Fn(usize) -> Option<i128> + Send + Sync + 'a>;

/// The integers of a column.
fn integers(column: &dyn Array) -> Result<Integer<'_>, String> {
    if column.data_type() == &DataType::Null {
        return Ok(Box::new(|_| None));
    }
    downcast_integer_array!(
        column => Ok(Box::new(|row| column.is_valid(row).then(|| column.value(row).into()))),
        other => Err(format!("a table of 34 columns, of which one is of {other}: expected integers, a count a kind")),
    )
}

/// Hands in a dictionary, each of which is read once.
fn dictionary(array: &dyn Array, nulls: Option<NullBuffer>, tiles: Tiles) -> Result<Rows<'_>, String> {
    let dictionary = array.as_any_dictionary();
    let values = dictionary.values();
    let keys = if values.is_empty() { vec![0; array.len()] } else { dictionary.normalized_keys() };
    let words: Vec<Option<&str>> = match values.data_type() {
        DataType::Utf8 => values.as_string::<i32>().iter().collect(),
        DataType::LargeUtf8 => values.as_string::<i64>().iter().collect(),
        DataType::Utf8View => values.as_string_view().iter().collect(),
        other => return Err(format!("a dictionary of {other}: expected one of texts")),
    };
    // Nulls are never asked for.
    let words = words.into_iter().map(Option::unwrap_or_default);
    Ok(match tiles.of_text() {
        Reading::Hand(rules) => {
            let different: Vec<_> = words.map(|text| hand_of_text(rules, text)).collect();
            Rows::of_hands(array.len(), nulls, move |row| different[keys[row]].clone())
        }
        Reading::Counts(counts) => {
            let different: Vec<_> = words.map(counts).collect();
            Rows::of_counts(array.len(), nulls, move |row| different[keys[row]].clone())
        }
    })
}
