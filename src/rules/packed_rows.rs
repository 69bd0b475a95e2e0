//! The standard form and the forms that are [added up](super::sums), looked up together for many hands.
//!
//! Each part has a number of 64 bits. Its lower half is the part's class, times the length of a row for the parts whose classes
//! are rows of a table of pairs. Its upper half is the shares of the sums, a byte each. So one addition of two parts gives both
//! the place of their pair and what they share.

use std::sync::Arc;

use super::block::EachPlace;
use super::compile::{SumsOfParts, kept_once};
use super::lookup::{Lookup, LookupRows};
use super::part_table::PartTable;
use super::sums::FewSums;
use crate::tile_set::Part;

/// The numbers of all parts.
#[derive(Debug, Clone)]
pub(super) struct PackedRows {
    parts: [Arc<Vec<u64>>; Part::ALL.len()],
    few: Option<FewSums>,
}

impl PackedRows {
    /// Of the standard form's way, and of the sums if they have few ways.
    pub(super) fn new(
        parts: &[Arc<PartTable>; Part::ALL.len()],
        way: &Lookup,
        sums: Option<&SumsOfParts>,
    ) -> PackedRows {
        let few = sums.and_then(|sums| FewSums::new(&sums.sums, sums.ways));
        let shares = few.as_ref().and(sums).map(|sums| &sums.shares);
        let rows = way.rows();
        let parts = [0, 1, 2, 3].map(|part| {
            let classes = parts[part].sheet(way.sheets[part]).iter().enumerate();
            let number = |(number, &class): (usize, &u16)| {
                let shares = shares.map_or(0, |shares| shares[part][number].few());
                (u64::from(shares) << u32::BITS) + u64::from(class) * rows[part] as u64
            };
            classes.map(number).collect()
        });
        PackedRows { parts: kept_once(parts), few }
    }

    /// What hands lack for the standard form, and their sums. The way is that of the standard form.
    #[inline]
    pub(super) fn lacking(
        &self,
        way: &LookupRows,
        hands: usize,
        numbers: &[EachPlace<u32>; Part::ALL.len()],
        sums: &mut EachPlace<u32>,
        lacking: &mut EachPlace<u8>,
    ) {
        let [characters, dots, bamboos, honors] = Part::each(|part| &self.parts[part][..]);
        for (place, (sum, lacking)) in sums.iter_mut().zip(lacking).enumerate().take(hands) {
            let [one, other, third, fourth] = Part::each(|part| numbers[part][place] as usize);
            let two_suits = characters[one].wrapping_add(dots[other]);
            let suit_honors = bamboos[third].wrapping_add(honors[fourth]);
            *sum = (two_suits.wrapping_add(suit_honors) >> u32::BITS) as u32;
            *lacking = way.of_pairs(two_suits as u32 as usize, suit_honors as u32 as usize);
        }
    }

    /// How sums are read, if they are of few ways.
    #[inline]
    pub(super) fn few(&self) -> Option<&FewSums> {
        self.few.as_ref()
    }
}
