//! The standard form and the forms that are [added up](super::sums), looked up together.
//!
//! Each part has a number of 64 bits. Its lower half is the part's class, times the length of a row for the parts whose classes
//! are rows of a table of pairs, and where that table begins. Its upper half is the shares of the sums, a byte each. So one
//! addition of two parts gives both the place of their pair and what they share.

use std::sync::Arc;

use super::block::EachPlace;
use super::compile::{SumsOfParts, kept_once};
use super::lookup::FormLookups;
use super::part_table::PartTable;
use super::rule_tables::RuleTables;
use super::sums::FewSums;
use crate::forms::Form;
use crate::tile_set::Part;

/// The number of a part, or of some parts together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Packed(u64);

/// The numbers of all parts, and where they are looked up.
#[derive(Debug, Clone)]
pub(super) struct PackedRows {
    parts: [Arc<[Packed]>; Part::ALL.len()],
    /// Where what halves lack begins, for each [place](RuleTables::place).
    lacking: Vec<usize>,
    /// How far apart the classes of two suits stand there.
    row: usize,
    few: Option<FewSums>,
    are_sums: bool,
    are_all: bool,
}

/// The tables of the standard form beside a number of exposed melds.
#[derive(Clone, Copy)]
pub(super) struct StandardForm<'a> {
    merges: &'a [u16],
    lacking: &'a [u8],
    row: usize,
}

impl Packed {
    #[inline]
    pub(super) fn plus(self, other: Packed) -> Packed {
        Packed(self.0.wrapping_add(other.0))
    }

    /// The place of a pair of parts.
    #[inline]
    fn place(self) -> usize {
        self.0 as u32 as usize
    }

    /// The sums of all four parts.
    #[inline]
    pub(super) fn sums(self) -> u32 {
        (self.0 >> u32::BITS) as u32
    }
}

impl StandardForm<'_> {
    /// The classes of two halves.
    #[inline]
    pub(super) fn halves(&self, two_suits: Packed, suit_honors: Packed) -> (u16, u16) {
        (self.merges[two_suits.place()], self.merges[suit_honors.place()])
    }

    /// What two halves lack.
    #[inline]
    pub(super) fn lacking(&self, (two_suits, suit_honors): (u16, u16)) -> u8 {
        self.lacking[usize::from(two_suits) * self.row + usize::from(suit_honors)]
    }
}

impl PackedRows {
    /// Of the standard form, if that is one of the forms, and of the sums if they have few ways.
    pub(super) fn new(
        parts: &[Arc<PartTable>; Part::ALL.len()],
        ways: &[Vec<FormLookups>],
        sums: Option<&SumsOfParts>,
    ) -> Option<PackedRows> {
        // Forms are in order, and the standard form is the first one.
        let standard = |forms: &[FormLookups]| {
            let form = forms.first().filter(|form| form.form == Form::Standard)?;
            form.ways.first().copied()
        };
        let way = standard(&ways[0])?;
        let few = sums.and_then(|sums| FewSums::new(&sums.sums, sums.ways));
        let shares = few.as_ref().and(sums).map(|sums| &sums.shares);
        let (begins, rows) = (way.begins(), way.rows());
        let packed = [0, 1, 2, 3].map(|part| {
            let classes = parts[part].sheet(way.sheets[part]).iter().enumerate();
            let number = |(number, &class): (usize, &u16)| {
                let shares = shares.map_or(0, |shares| shares[part][number].few());
                let place = begins[part] + usize::from(class) * rows[part];
                Packed((u64::from(shares) << u32::BITS) + place as u64)
            };
            classes.map(number).collect()
        });
        let lacking = ways.iter().map(|forms| standard(forms).map(|way| way.lacking[0])).collect::<Option<_>>()?;
        let are_sums = few.is_some() == sums.is_some();
        Some(PackedRows {
            parts: kept_once(packed),
            lacking,
            row: way.lacking[1],
            few,
            are_sums,
            are_all: are_sums && ways[0].iter().skip(1).all(|form| form.is_summed),
        })
    }

    /// The numbers of parts whose rows of classes have these numbers.
    #[inline]
    pub(super) fn of(&self, numbers: [usize; Part::ALL.len()]) -> [Packed; Part::ALL.len()] {
        Part::each(|part| self.parts[part][numbers[part]])
    }

    /// The tables of the standard form, for a [place](RuleTables::place).
    #[inline]
    pub(super) fn standard<'a>(&self, tables: &'a RuleTables, place: usize) -> Option<StandardForm<'a>> {
        let &begin = self.lacking.get(place)?;
        Some(StandardForm { merges: &tables.merges, lacking: &tables.lacking[begin..], row: self.row })
    }

    /// What hands lack for the standard form, and their sums.
    #[inline]
    pub(super) fn lacking(
        &self,
        standard: StandardForm,
        hands: usize,
        numbers: &[EachPlace<u32>; Part::ALL.len()],
        sums: &mut EachPlace<u32>,
        lacking: &mut EachPlace<u8>,
    ) {
        let [characters, dots, bamboos, honors] = Part::each(|part| &self.parts[part][..]);
        for (place, (sum, lacking)) in sums.iter_mut().zip(lacking).enumerate().take(hands) {
            let [one, other, third, fourth] = Part::each(|part| numbers[part][place] as usize);
            let (two_suits, suit_honors) = (characters[one].plus(dots[other]), bamboos[third].plus(honors[fourth]));
            *sum = two_suits.plus(suit_honors).sums();
            *lacking = standard.lacking(standard.halves(two_suits, suit_honors));
        }
    }

    /// How sums are read, if they are of few ways.
    #[inline]
    pub(super) fn few(&self) -> Option<&FewSums> {
        self.few.as_ref()
    }

    /// Whether no form is added up elsewhere.
    #[inline]
    pub(super) fn are_sums(&self) -> bool {
        self.are_sums
    }

    /// Whether no form is looked up or added up elsewhere.
    #[inline]
    pub(super) fn are_all(&self) -> bool {
        self.are_all
    }
}
