//! The tables as part of the program: there is nothing to do before the first look-up.

use paili_tables::blob::{Blob, CLASS_BITS, CODES, USEFUL};

use crate::codes::Code;

/// What the build script wrote.
pub(crate) static TABLES: Blob = Blob::read(include_bytes!(concat!(env!("OUT_DIR"), "/tables.bin")));

/// A vector as its useful kinds are looked up: its class, and where the kinds of its roles begin.
#[derive(Clone, Copy)]
pub(super) struct Vector(u32);

impl Vector {
    #[inline]
    pub(super) fn of(code: Code) -> Vector {
        Vector(u32::from_le_bytes(TABLES.vectors[code.index() % CODES]))
    }

    #[inline]
    pub(super) fn class(self) -> u8 {
        self.0 as u8 % (1 << CLASS_BITS)
    }

    /// The useful kinds in a role, a bit for each.
    #[inline]
    pub(super) fn useful(self, role: u8) -> u64 {
        let begin = (self.0 >> CLASS_BITS) as usize;
        u64::from(u16::from_le_bytes(TABLES.useful[(begin + usize::from(role)) % USEFUL]))
    }
}
