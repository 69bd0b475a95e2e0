//! Why a call failed, as C reads it.

use std::any::Any;
use std::cell::RefCell;
use std::ffi::c_int;
use std::fmt;

use paili::batch::BadHandError;
use paili::notation::NotationErrorKind;
use paili::rules::{RuleHandError, RuleHandErrorKind};
use paili::{FifthCopyError, HandError, Tile};

/// `paili_status`: how a call ended.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// It has done what it was asked for.
    Ok = 0,
    /// A pointer is null.
    NullPointer = 1,
    /// A name or a description is no rule set.
    BadRules = 2,
    /// Counts or a text are no hand of the rule set.
    BadTiles = 3,
    /// No memory holds so many hands.
    TooMany = 4,
    /// The library is at fault.
    Bug = 5,
}

/// Why a call failed.
#[derive(Debug)]
pub(crate) struct Failure {
    status: Status,
    row: usize,
    kind: Option<Tile>,
    message: String,
}

impl Failure {
    pub(crate) fn new(status: Status, message: String) -> Failure {
        Failure { status, row: 0, kind: None, message }
    }

    pub(crate) fn of_rules(error: &dyn fmt::Display) -> Failure {
        // JSON's reader quotes whatever it was given: it is not to end the message, nor to do anything to a terminal.
        let escaped = |char: char| if char.is_control() { char.escape_debug().collect() } else { String::from(char) };
        Failure::new(Status::BadRules, error.to_string().chars().map(escaped).collect())
    }

    /// Of tiles of a kind, of which there are too many.
    pub(crate) fn of_kind(kind: Tile, message: String) -> Failure {
        Failure { kind: Some(kind), ..Failure::new(Status::BadTiles, message) }
    }

    pub(crate) fn null(name: &str) -> Failure {
        Failure::new(Status::NullPointer, format!("{name} is null: expected a pointer"))
    }

    /// Of a panic, whose message is its payload.
    pub(crate) fn panic(payload: &(dyn Any + Send)) -> Failure {
        let text = payload.downcast_ref::<String>().map(String::as_str).or_else(|| payload.downcast_ref().copied());
        Failure::new(Status::Bug, format!("a fault of paili: {}", text.unwrap_or("it says no more")))
    }

    /// Keeps it for [`LastError::address`], and tells how the call ended.
    pub(crate) fn keep(&self) -> Status {
        LAST.with_borrow_mut(|last| {
            last.status = self.status;
            last.row = self.row;
            last.kind = self.kind.map_or(-1, |tile| c_int::from(tile.index() as u8));
            // A character is kept whole, and a zero ends the text.
            let fits = |&end: &usize| end < LastError::ROOM;
            let ends = self.message.char_indices().map(|(begin, char)| begin + char.len_utf8());
            let end = ends.take_while(fits).last().unwrap_or(0);
            last.message[..end].copy_from_slice(&self.message.as_bytes()[..end]);
            last.message[end] = 0;
        });
        self.status
    }
}

impl From<RuleHandError> for Failure {
    fn from(error: RuleHandError) -> Failure {
        let kind = match *error.kind() {
            RuleHandErrorKind::Usual(
                HandError::TooMany { tile, .. } | HandError::FifthCopy(FifthCopyError { tile }),
            )
            | RuleHandErrorKind::Fifth(FifthCopyError { tile })
            | RuleHandErrorKind::Copies { tile, .. }
            | RuleHandErrorKind::CopiesInAll { tile, .. } => Some(tile),
            RuleHandErrorKind::Text(ref error) => match *error.kind() {
                NotationErrorKind::FifthCopy { tile, .. } => Some(tile),
                _ => None,
            },
            _ => None,
        };
        Failure { kind, ..Failure::new(Status::BadTiles, error.to_string()) }
    }
}

/// Of visible tiles: that counts are no hand comes as a [`RuleHandError`].
impl From<FifthCopyError> for Failure {
    fn from(error: FifthCopyError) -> Failure {
        Failure::of_kind(error.tile, format!("visible: {error}"))
    }
}

impl From<BadHandError<RuleHandError>> for Failure {
    fn from(error: BadHandError<RuleHandError>) -> Failure {
        let (row, message) = (error.row, error.to_string());
        Failure { row, message, ..Failure::from(error.fault) }
    }
}

/// `paili_error`: why the last call of a thread that failed did.
#[repr(C)]
#[derive(Debug)]
pub struct LastError {
    /// How it ended.
    pub status: Status,
    /// The kind of which a hand holds too many, or -1.
    pub kind: c_int,
    /// The place of the hand in a batch.
    pub row: usize,
    /// What is wrong, in UTF-8 that ends with a zero.
    pub message: [u8; LastError::ROOM],
}

impl LastError {
    /// Bytes of a message, the zero behind it among them.
    pub const ROOM: usize = 512;

    /// That of this thread, which stays where it is while the thread runs.
    pub(crate) fn address() -> *const LastError {
        LAST.with(|last| last.as_ptr().cast_const())
    }
}

thread_local! {
    // It needs no memory of its own, so that it is there until the thread has ended.
    static LAST: RefCell<LastError> =
        const { RefCell::new(LastError { status: Status::Ok, kind: -1, row: 0, message: [0; LastError::ROOM] }) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_messages_are_cut_between_characters() {
        let status = Failure::new(Status::BadRules, "牌".repeat(LastError::ROOM)).keep();
        assert_eq!(status, Status::BadRules);
        LAST.with_borrow(|last| {
            let end = last.message.iter().position(|&byte| byte == 0).unwrap();
            assert_eq!(str::from_utf8(&last.message[..end]).unwrap(), "牌".repeat((LastError::ROOM - 1) / 3));
        });
    }
}
