//! The forms that are looked up, and with the standard form those that are [added up](super::sums).
//!
//! For a form each part has a number of 64 bits. Its lower half is the part's class, times the length of a row for the parts whose
//! classes are rows of a table of pairs, and where that table begins. Its upper half, of the standard form, is the shares of the
//! sums, a byte each. So one addition of two parts gives both the place of their pair and what they share.

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

/// The forms of a rule set that are looked up first.
#[derive(Debug, Clone)]
pub(super) struct PackedRows {
    /// The standard form, if it is one.
    pub standard: Option<PackedForm>,
    /// The first form that is neither the standard one nor added up.
    pub other: Option<PackedForm>,
    /// How sums are read, if they are of few ways.
    pub few: Option<FewSums>,
    /// Whether all forms that are added up are so beside the standard form.
    pub are_sums: bool,
    /// Whether no form is looked up elsewhere.
    pub are_all: bool,
}

/// The numbers of all parts for the only way to win with a form, or for the bound of several, and where they are looked up.
#[derive(Debug, Clone)]
pub(super) struct PackedForm {
    /// Whether there are several ways, all of which lack at least as much.
    pub is_bound: bool,
    parts: [Arc<[Packed]>; Part::ALL.len()],
    /// Where what halves lack begins, for each [place](RuleTables::place) at which a hand can have the form.
    lacking: Vec<Option<usize>>,
    /// How far apart the classes of two suits stand there.
    row: usize,
}

/// The tables of a form beside a number of exposed melds.
#[derive(Clone, Copy)]
pub(super) struct FormRows<'a> {
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

impl FormRows<'_> {
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

impl PackedForm {
    fn new(
        parts: &[Arc<PartTable>; Part::ALL.len()],
        ways: &[Vec<FormLookups>],
        form: &FormLookups,
        shares: Option<&SumsOfParts>,
    ) -> PackedForm {
        let way = form.least();
        let (begins, rows) = (way.begins(), way.rows());
        let packed = [0, 1, 2, 3].map(|part| {
            let classes = parts[part].sheet(way.sheets[part]).iter().enumerate();
            let number = |(number, &class): (usize, &u16)| {
                let shares = shares.map_or(0, |sums| sums.shares[part][number].few());
                let place = begins[part] + usize::from(class) * rows[part];
                Packed((u64::from(shares) << u32::BITS) + place as u64)
            };
            classes.map(number).collect()
        });
        let begin = |forms: &Vec<FormLookups>| {
            forms.iter().find(|at_place| at_place.number == form.number).map(|form| form.least().lacking[0])
        };
        PackedForm {
            is_bound: form.bound.is_some(),
            parts: kept_once(packed),
            lacking: ways.iter().map(begin).collect(),
            row: way.lacking[1],
        }
    }

    /// The numbers of parts whose rows of classes have these numbers.
    #[inline]
    pub(super) fn of(&self, numbers: [usize; Part::ALL.len()]) -> [Packed; Part::ALL.len()] {
        Part::each(|part| self.parts[part][numbers[part]])
    }

    /// The tables for a [place](RuleTables::place), if a hand can have the form there.
    #[inline]
    pub(super) fn beside<'a>(&self, tables: &'a RuleTables, place: usize) -> Option<FormRows<'a>> {
        let begin = (*self.lacking.get(place)?)?;
        Some(FormRows { merges: &tables.merges, lacking: &tables.lacking[begin..], row: self.row })
    }

    /// The classes of the halves of parts whose rows of classes have these numbers.
    #[inline]
    pub(super) fn halves(&self, rows: FormRows, numbers: [usize; Part::ALL.len()]) -> (u16, u16) {
        let [characters, dots, bamboos, honors] = self.of(numbers);
        rows.halves(characters.plus(dots), bamboos.plus(honors))
    }

    /// What hands lack, and their sums.
    #[inline]
    pub(super) fn lacking(
        &self,
        rows: FormRows,
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
            *lacking = rows.lacking(rows.halves(two_suits, suit_honors));
        }
    }
}

impl PackedRows {
    /// Of all forms that are looked up, and beside the standard form of the sums if they have few ways.
    pub(super) fn new(
        parts: &[Arc<PartTable>; Part::ALL.len()],
        ways: &[Vec<FormLookups>],
        sums: Option<&SumsOfParts>,
    ) -> PackedRows {
        let mut looked_up = ways[0].iter().filter(|form| !form.is_summed).peekable();
        let standard = looked_up.next_if(|form| form.form == Form::Standard);
        let few = sums.filter(|_| standard.is_some()).and_then(|sums| FewSums::new(&sums.sums, sums.ways));
        let packed = |form, shares| PackedForm::new(parts, ways, form, shares);
        PackedRows {
            standard: standard.map(|form| packed(form, few.as_ref().and(sums))),
            other: looked_up.next().map(|form| packed(form, None)),
            are_sums: few.is_some() == sums.is_some(),
            few,
            are_all: looked_up.next().is_none(),
        }
    }
}
