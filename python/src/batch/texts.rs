//! Hands as texts, and hands that were read before.

use std::ops::Range;

use arrow_buffer::NullBuffer;
use paili::hand::Hand;
use paili::notation;

use super::counts::until_null;
use super::rows::{End, Read, Rows};

/// Texts that can be had by their number.
pub trait Texts: Sync {
    fn len(&self) -> usize;
    fn text(&self, row: usize) -> &str;
}

/// A text a hand, in any notation, some of them perhaps missing.
pub struct Written<T> {
    pub texts: T,
    pub nulls: Option<NullBuffer>,
}

impl<T: Texts> Rows for Written<T> {
    type Hand = Hand;

    fn len(&self) -> usize {
        self.texts.len()
    }

    fn read<'a>(&'a self, rows: Range<usize>, room: &'a mut Vec<Hand>) -> Read<'a, Hand> {
        room.clear();
        let there = until_null(self.nulls.as_ref(), &rows);
        let mut end = if there < rows.len() { End::Null } else { End::Rows };
        for row in rows.start..rows.start + there {
            match notation::read_hand(self.texts.text(row)) {
                Ok((_, hand)) => room.push(hand),
                Err(error) => {
                    end = End::Fault(error.to_string());
                    break;
                }
            }
        }
        Read { hands: room, end }
    }
}

/// Hands that are known to be ones or not to be.
pub struct Known<'a>(pub &'a [Result<Hand, String>]);

impl Rows for Known<'_> {
    type Hand = Hand;

    fn len(&self) -> usize {
        self.0.len()
    }

    fn read<'a>(&'a self, rows: Range<usize>, room: &'a mut Vec<Hand>) -> Read<'a, Hand> {
        room.clear();
        for hand in &self.0[rows] {
            match hand {
                Ok(hand) => room.push(*hand),
                Err(fault) => return Read { hands: room, end: End::Fault(fault.clone()) },
            }
        }
        Read { hands: room, end: End::Rows }
    }
}
