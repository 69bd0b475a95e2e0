//! The tables in a module that is sent before it is run: packed, unpacked at the first look-up, and without useful kinds,
//! which are found when they are asked for.

use std::sync::LazyLock;

use paili_tables::blob::CODES;
use paili_tables::packed::{Unpacked, unpack};

use crate::codes::Code;

/// What the build script wrote, unpacked.
pub(crate) static TABLES: LazyLock<Unpacked> =
    LazyLock::new(|| unpack(include_bytes!(concat!(env!("OUT_DIR"), "/tables.bin"))));

/// A vector as its useful kinds are found: its code.
#[derive(Clone, Copy)]
pub(super) struct Vector(Code);

impl Vector {
    #[inline]
    pub(super) fn of(code: Code) -> Vector {
        Vector(code)
    }

    #[inline]
    pub(super) fn class(self) -> u8 {
        TABLES.classes[self.0.index() % CODES]
    }

    /// The useful kinds in a role, a bit for each.
    #[inline]
    pub(super) fn useful(self, role: u8) -> u64 {
        TABLES.useful(self.0.index(), role).into()
    }
}
