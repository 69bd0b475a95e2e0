//! What the forms have to know of some tiles, in one word that adds up.

use super::hands::NEVER;
use crate::forms::{Form, Forms, HeldNumbers};
use crate::tile::Tile;

/// Of some tiles: how many there are, and what they [hold](HeldNumbers) for the forms asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::survey) struct Held {
    tiles: u8,
    held: HeldNumbers,
}

impl Held {
    /// The numbers of all holdings are below.
    pub(super) const END: usize = HeldNumbers::CAPPED_END << 5;

    /// Some copies of one kind.
    pub(super) fn of_kind(kind: Tile, copies: u8, forms: Forms) -> Held {
        Held { tiles: copies, held: HeldNumbers::of(kind, copies, forms) }
    }

    /// The tiles of both.
    #[inline]
    pub(super) fn plus(self, other: Held) -> Held {
        Held { tiles: self.tiles + other.tiles, held: self.held.plus(other.held) }
    }

    /// The same as far as it matters, now and with more tiles.
    #[inline]
    pub(super) fn capped(self) -> Held {
        Held { held: self.held.capped(), ..self }
    }

    #[inline]
    pub(in crate::survey) fn tiles(self) -> usize {
        self.tiles.into()
    }

    #[inline]
    pub(super) fn number(self) -> usize {
        self.held.capped_number() << 5 | usize::from(self.tiles)
    }

    /// How far tiles are from the nearest of the forms, all of which are told by kinds.
    #[inline]
    pub(super) fn lacking(self, forms: Forms) -> usize {
        if forms.is_empty() { NEVER } else { self.held.nearest(forms, [0; Form::EMBEDDED]).get().into() }
    }
}
