//! What is looked up in the tables of a rule set.

use std::sync::Arc;

use paili_tables::cost::LOST;

use super::block::after_wildcards;
use super::compile::{Compiler, SumsOfParts, check_census};
use super::lookup::{FormLookups, Lookup};
use super::packed_rows::{FormRows, PackedForm, PackedRows};
use super::part_table::{PartTable, VOID};
use super::useful_tables::UsefulTables;
use super::{RuleSet, VoidSuit, Voids};
use crate::distance::Distance;
use crate::forms::Form;
use crate::hand::Hand;
use crate::tile::Suit;
use crate::tile_set::Part;

/// The tables of a rule set.
///
/// A distance is four look-ups, two merges and one last look-up for each way to win: one of the standard form, six of a
/// knitted one. With a void suit it is the least over the suits that can be void.
#[derive(Debug, Clone)]
pub struct RuleTables {
    rules: RuleSet,
    /// How many tiles beyond the deck's copies make a difference.
    beyond: usize,
    pub(super) parts: [Arc<PartTable>; Part::ALL.len()],
    pub(super) merges: Vec<u16>,
    pub(super) lacking: Vec<u8>,
    /// Of each form, by the numbers of exposed melds and of tiles beyond the deck's copies.
    ways: Vec<Vec<FormLookups>>,
    sums: Option<SumsOfParts>,
    pub(super) packed: PackedRows,
    pub(super) useful_tables: Arc<UsefulTables>,
}

/// What the natural tiles of a hand lack for the forms that are looked up first.
pub(super) struct Nearness {
    /// For the standard form, if that is [packed](PackedRows), and the classes of its halves.
    pub standard: u8,
    pub halves: (u16, u16),
    /// For the nearest of the forms that are added up.
    pub summed: u8,
    /// Their sums, of the first few ways.
    pub few: u32,
}

impl Nearness {
    /// For the nearest of these.
    #[inline]
    pub(super) fn least(&self) -> u8 {
        self.standard.min(self.summed)
    }
}

impl RuleTables {
    /// Compiles the tables of a rule set.
    ///
    /// # Panics
    ///
    /// As [`RuleSet::tables`].
    pub fn compile(rules: &RuleSet) -> RuleTables {
        let compiler = Compiler::new(rules);
        check_census(rules, &compiler.census);
        let parts = compiler.parts();
        let sums = compiler.sums(&parts);
        let Compiler { merges, lacking, ways, to_tabulate, .. } = compiler;
        let packed = PackedRows::new(&parts, &ways, sums.as_ref());
        RuleTables {
            rules: rules.clone(),
            beyond: rules.most_beyond_copies(),
            parts,
            merges,
            lacking,
            ways,
            sums,
            packed,
            useful_tables: Arc::new(UsefulTables::new(to_tabulate)),
        }
    }

    /// The same for a rule set with other wildcards: the tables say what natural tiles lack, whatever the wildcards.
    pub(super) fn with_wildcards_of(&self, rules: &RuleSet) -> RuleTables {
        RuleTables { rules: rules.clone(), ..self.clone() }
    }

    /// The rule set.
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// How many tiles a hand lacks, of which one of some suits is void.
    #[inline]
    pub(super) fn distance(&self, hand: &Hand, voids: Voids) -> Distance {
        after_wildcards(self.lacking(hand, voids), hand.wildcards())
    }

    /// How many tiles the natural tiles of a hand lack by the nearest way.
    #[inline]
    pub(super) fn lacking(&self, hand: &Hand, voids: Voids) -> u8 {
        let numbers = self.numbers(vectors(hand));
        match self.rules.void() {
            VoidSuit::NotAsked => self.nearest(hand, numbers),
            VoidSuit::Asked => self.lacking_without(hand, voids, numbers).into_iter().fold(LOST, u8::min),
        }
    }

    /// The same where each suit is void, if it can be.
    #[inline(never)] // Measured: as a part of the above it costs all other rule sets a tenth.
    pub(super) fn lacking_without(
        &self,
        hand: &Hand,
        voids: Voids,
        numbers: [usize; Part::ALL.len()],
    ) -> [u8; Suit::ALL.len()] {
        if self.are_standard_and_sums() {
            self.packed_lacking_without(hand, voids, numbers)
        } else {
            voids.each(|suit| self.nearest(hand, self.numbers_without(suit, numbers)), LOST)
        }
    }

    /// The numbers of each part's row where a suit is void.
    #[inline]
    pub(super) fn numbers_without(&self, suit: Suit, numbers: [usize; Part::ALL.len()]) -> [usize; Part::ALL.len()] {
        Part::each(|part| if part == suit as usize { self.parts[part].number(VOID) } else { numbers[part] })
    }

    /// What natural tiles lack by the nearest way, by the numbers of their rows.
    #[inline]
    fn nearest(&self, hand: &Hand, numbers: [usize; Part::ALL.len()]) -> u8 {
        let least = self.nearness(hand, numbers).least();
        if self.are_standard_and_sums() { least } else { self.least_of_others(least, hand, numbers) }
    }

    /// What natural tiles lack for the standard form and for the forms that are added up, by the numbers of their rows.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "what it returns would be stored, and be read back only after waiting")]
    pub(super) fn nearness(&self, hand: &Hand, numbers: [usize; Part::ALL.len()]) -> Nearness {
        let mut near = Nearness { standard: LOST, halves: (0, 0), summed: LOST, few: 0 };
        let mut are_added_up = false;
        if let Some((standard, rows)) = self.standard_beside(hand) {
            let [characters, dots, bamboos, honors] = standard.of(numbers);
            let (two_suits, suit_honors) = (characters.plus(dots), bamboos.plus(honors));
            near.halves = rows.halves(two_suits, suit_honors);
            near.standard = rows.lacking(near.halves);
            if let Some(few) = self.packed.few.as_ref().filter(|_| hand.melds().get() == 0) {
                near.few = two_suits.plus(suit_honors).sums();
                near.summed = few.lacking_of_one(near.few);
            }
            are_added_up = self.packed.are_sums;
        }
        if let Some(sums) = self.sums(hand.melds().get()).filter(|_| !are_added_up) {
            let many = sums.of(numbers);
            near.few = many.few();
            near.summed = sums.sums.lacking(many);
        }
        near
    }

    /// Whether every form is the standard one, or added up beside it.
    #[inline]
    pub(super) fn are_standard_and_sums(&self) -> bool {
        self.packed.other.is_none() && self.packed.are_sums
    }

    /// The standard form, and its tables beside a hand's exposed melds.
    #[inline]
    fn standard_beside(&self, hand: &Hand) -> Option<(&PackedForm, FormRows<'_>)> {
        let standard = self.packed.standard.as_ref()?;
        Some((standard, standard.beside(self, self.place(hand.melds().get(), hand.wildcards()))?))
    }

    /// The same for the standard form and sums of few ways: of the two halves only one differs from those of another void suit.
    #[inline]
    fn packed_lacking_without(
        &self,
        hand: &Hand,
        voids: Voids,
        numbers: [usize; Part::ALL.len()],
    ) -> [u8; Suit::ALL.len()] {
        let Some((standard, rows)) = self.standard_beside(hand) else { return [LOST; Suit::ALL.len()] };
        let [characters, dots, bamboos, honors] = standard.of(numbers);
        let [no_characters, no_dots, no_bamboos, _] = standard.of(self.numbers([VOID, VOID, VOID, 0]));
        let (two_suits, suit_honors) = (characters.plus(dots), bamboos.plus(honors));
        let without = [
            (no_characters.plus(dots), suit_honors),
            (characters.plus(no_dots), suit_honors),
            (two_suits, no_bamboos.plus(honors)),
        ];
        let few = self.packed.few.as_ref().filter(|_| hand.melds().get() == 0);
        let lacking = |suit: Suit| {
            let (two_suits, suit_honors) = without[suit as usize];
            let summed = few.map_or(LOST, |few| few.lacking_of_one(two_suits.plus(suit_honors).sums()));
            rows.lacking(rows.halves(two_suits, suit_honors)).min(summed)
        };
        voids.each(lacking, LOST)
    }

    /// How many tiles a hand lacks for a form.
    pub(super) fn distance_by(&self, form: Form, hand: &Hand, voids: Voids) -> Distance {
        let numbers = self.numbers(vectors(hand));
        let of_form = self.ways(hand.melds().get(), hand.wildcards()).iter().filter(|ways| ways.form == form);
        let ways = || of_form.clone().flat_map(|of_form| &of_form.ways);
        let nearest = |numbers| ways().map(|way| way.lacking(self, numbers)).min().unwrap_or(LOST);
        let lacking = match self.rules.void() {
            VoidSuit::NotAsked => nearest(numbers),
            VoidSuit::Asked => {
                voids.iter().map(|suit| nearest(self.numbers_without(suit, numbers))).fold(LOST, u8::min)
            }
        };
        after_wildcards(lacking, hand.wildcards())
    }

    /// The least of this and of what is lacking for the forms that are neither the standard one nor added up.
    #[inline(never)]
    fn least_of_others(&self, least: u8, hand: &Hand, numbers: [usize; Part::ALL.len()]) -> u8 {
        let other = self.lacking_other(hand, numbers);
        let is_known = other >= least || self.packed.other.as_ref().is_some_and(|form| !form.is_bound);
        if self.packed.are_all && is_known { least.min(other) } else { self.least_of_ways(least, hand, numbers) }
    }

    /// What parts lack for the [other](PackedRows::other) form, if it has one way, or else no more.
    #[inline(never)]
    pub(super) fn lacking_other(&self, hand: &Hand, numbers: [usize; Part::ALL.len()]) -> u8 {
        let Some(form) = &self.packed.other else { return LOST };
        let rows = form.beside(self, self.place(hand.melds().get(), hand.wildcards()));
        rows.map_or(LOST, |rows| rows.lacking(form.halves(rows, numbers)))
    }

    /// The same, looked up way by way.
    #[cold]
    fn least_of_ways(&self, mut least: u8, hand: &Hand, numbers: [usize; Part::ALL.len()]) -> u8 {
        for form in self.not_standard(hand).iter().filter(|form| !form.is_summed) {
            if form.bound.is_none_or(|bound| bound.lacking(self, numbers) < least) {
                least = form.ways.iter().fold(least, |least, way| least.min(way.lacking(self, numbers)));
            }
        }
        least
    }

    /// The forms that a hand can have, but for the standard one.
    #[inline]
    pub(super) fn not_standard(&self, hand: &Hand) -> &[FormLookups] {
        match self.ways(hand.melds().get(), hand.wildcards()) {
            [FormLookups { form: Form::Standard, .. }, others @ ..] => others,
            forms => forms,
        }
    }

    /// What parts lack whose rows have these numbers, for the nearest of the forms that are added up.
    #[inline]
    pub(super) fn nearest_summed(&self, exposed: usize, numbers: [usize; Part::ALL.len()]) -> u8 {
        self.sums(exposed).map_or(LOST, |sums| sums.sums.lacking(sums.of(numbers)))
    }

    /// The forms that are added up, if hands with so many exposed melds can have them.
    #[inline]
    pub(super) fn sums(&self, exposed: usize) -> Option<&SumsOfParts> {
        self.sums.as_ref().filter(|_| exposed == 0)
    }

    /// The ways to win beside a number of exposed melds, form by form, with so many wildcards.
    #[inline]
    pub(super) fn ways(&self, exposed: usize, wildcards: u8) -> &[FormLookups] {
        self.ways.get(self.place(exposed, wildcards)).map_or(&[], |ways| ways)
    }

    /// Where the ways to win beside a number of exposed melds stand, with so many wildcards.
    #[inline]
    pub(super) fn place(&self, exposed: usize, wildcards: u8) -> usize {
        exposed * (self.beyond + 1) + self.beyond.min(wildcards.into())
    }

    /// Whether hands that hold other wildcards lack something else without them.
    #[inline]
    pub(crate) fn tells_wildcards_apart(&self) -> bool {
        self.beyond > 0
    }

    /// The number of each part's row of classes.
    #[inline]
    pub(super) fn numbers(&self, vectors: [usize; Part::ALL.len()]) -> [usize; Part::ALL.len()] {
        Part::each(|part| self.parts[part].number(vectors[part]))
    }

    /// The classes of the vectors of a part.
    #[inline]
    pub(super) fn part(&self, part: Part) -> &PartTable {
        &self.parts[part.index()]
    }

    /// The class of a part by its vector's code, for a way.
    pub(super) fn class(&self, way: &Lookup, part: Part, vector: usize) -> u16 {
        let table = self.part(part);
        table.class(table.number(vector), way.sheets[part.index()])
    }
}

/// The digits of the codes of a hand's parts.
#[inline]
pub(super) fn vectors(hand: &Hand) -> [usize; Part::ALL.len()] {
    Part::each(|part| hand.counts().codes().digits(Part::ALL[part]))
}
