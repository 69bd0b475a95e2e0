//! What is looked up in the tables of a rule set.

use std::sync::Arc;

use paili_tables::cost::LOST;

use super::block::after_wildcards;
use super::compile::{Compiler, SumsOfParts, check_census};
use super::lookup::{FormLookups, Lookup};
use super::packed_rows::PackedRows;
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
    pub(super) parts: [Arc<PartTable>; Part::ALL.len()],
    pub(super) merges: Vec<u16>,
    pub(super) lacking: Vec<u8>,
    /// Of each form, by the numbers of exposed melds and of tiles beyond the deck's copies.
    ways: Vec<Vec<FormLookups>>,
    sums: Option<SumsOfParts>,
    packed: Option<PackedRows>,
    pub(super) useful_tables: Arc<UsefulTables>,
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
        let Compiler { merges, lacking, ways, to_lower, .. } = compiler;
        // Forms are in order, and the standard form is the first one.
        let first = ways[0].first().filter(|_| rules.forms().contains(Form::Standard));
        let packed = first.map(|standard| PackedRows::new(&parts, &standard.ways[0], sums.as_ref()));
        RuleTables {
            rules: rules.clone(),
            parts,
            merges,
            lacking,
            ways,
            sums,
            packed,
            useful_tables: Arc::new(UsefulTables::new(to_lower)),
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
            VoidSuit::Asked => self.nearest_without(hand, voids, numbers),
        }
    }

    /// How many tiles a hand lacks for a form.
    pub(super) fn distance_by(&self, form: Form, hand: &Hand, voids: Voids) -> Distance {
        let numbers = self.numbers(vectors(hand));
        let of_form = self.ways(hand.melds().get(), hand.wildcards()).iter().filter(|ways| ways.form == form);
        let ways = || of_form.clone().flat_map(|of_form| &of_form.ways);
        let nearest = |numbers| ways().map(|way| way.lacking(self, numbers)).min().unwrap_or(LOST);
        let without = |suit: Suit| {
            let mut numbers = numbers;
            numbers[suit as usize] = self.parts[suit as usize].number(VOID);
            nearest(numbers)
        };
        let lacking = match self.rules.void() {
            VoidSuit::NotAsked => nearest(numbers),
            VoidSuit::Asked => voids.iter().map(without).min().unwrap_or(LOST),
        };
        after_wildcards(lacking, hand.wildcards())
    }

    /// The same where one suit is void, way by way, since of its two halves only one differs from those of another void suit.
    fn nearest_without(&self, hand: &Hand, voids: Voids, numbers: [usize; Part::ALL.len()]) -> u8 {
        let [characters, dots, bamboos, honors] = numbers;
        let void = |part: usize| self.parts[part].number(VOID);
        let void = [void(0), void(1), void(2)];
        let mut least = LOST;
        if let Some(SumsOfParts { sums, shares, .. }) = self.sums(hand.melds().get()) {
            let own = Part::each(|part| shares[part][numbers[part]]);
            let without = |part: usize| shares[part][void[part]];
            let [no_characters, no_dots, no_bamboos] = [without(0), without(1), without(2)];
            let halves = [own[0].plus(own[1]), own[2].plus(own[3])];
            for suit in voids.iter() {
                least = least.min(sums.lacking(match suit {
                    Suit::Characters => no_characters.plus(own[1]).plus(halves[1]),
                    Suit::Dots => own[0].plus(no_dots).plus(halves[1]),
                    Suit::Bamboos => halves[0].plus(no_bamboos.plus(own[3])),
                }));
            }
        }
        let forms = self.ways(hand.melds().get(), hand.wildcards()).iter().filter(|form| !form.is_summed);
        for way in forms.flat_map(|form| &form.ways).map(|way| self.rows_of(way)) {
            let (two_suits, suit_honors) = (way.two_suits(characters, dots), way.suit_honors(bamboos, honors));
            for suit in voids.iter() {
                least = least.min(match suit {
                    Suit::Characters => way.of_halves(way.two_suits(void[0], dots), suit_honors),
                    Suit::Dots => way.of_halves(way.two_suits(characters, void[1]), suit_honors),
                    Suit::Bamboos => way.of_halves(two_suits, way.suit_honors(void[2], honors)),
                });
            }
        }
        least
    }

    #[inline]
    fn nearest(&self, hand: &Hand, numbers: [usize; Part::ALL.len()]) -> u8 {
        let mut least = self.nearest_summed(hand.melds().get(), numbers);
        for form in self.ways(hand.melds().get(), hand.wildcards()) {
            if form.is_summed || form.bound.is_some_and(|bound| bound.lacking(self, numbers) >= least) {
                continue;
            }
            for way in &form.ways {
                least = least.min(way.lacking(self, numbers));
            }
        }
        least
    }

    /// What parts lack whose rows have these numbers, for the nearest of the forms that are added up.
    #[inline]
    pub(super) fn nearest_summed(&self, exposed: usize, numbers: [usize; Part::ALL.len()]) -> u8 {
        self.sums(exposed).map_or(LOST, |SumsOfParts { sums, shares, .. }| {
            let [characters, dots, bamboos, honors] = Part::each(|part| shares[part][numbers[part]]);
            sums.lacking(characters.plus(dots).plus(bamboos.plus(honors)))
        })
    }

    /// The forms that are added up, if hands with so many exposed melds can have them.
    #[inline]
    pub(super) fn sums(&self, exposed: usize) -> Option<&SumsOfParts> {
        self.sums.as_ref().filter(|_| exposed == 0)
    }

    /// The standard form, if it is one, and what is added up.
    #[inline]
    pub(super) fn packed(&self) -> Option<&PackedRows> {
        self.packed.as_ref()
    }

    /// The ways to win beside a number of exposed melds, form by form, with so many wildcards.
    #[inline]
    pub(super) fn ways(&self, exposed: usize, wildcards: u8) -> &[FormLookups] {
        let most = self.rules.most_beyond_copies();
        self.ways.get(exposed * (most + 1) + most.min(wildcards.into())).map_or(&[], |ways| ways)
    }

    /// Whether hands that hold other wildcards lack something else without them.
    #[inline]
    pub(crate) fn tells_wildcards_apart(&self) -> bool {
        self.rules.most_beyond_copies() > 0
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
