//! Tables of useful tiles, for the forms that most hands are nearest to.
//!
//! A hand shares the melds and the pair of a form out among its parts. Which shares come to what it lacks follows, for a part,
//! from its class, the class of the other three parts, its *rest*, and the number of exposed melds. Most of these shares differ
//! only in what every tile more changes alike: what is left is the part's [role](paili_tables::useful). So the useful kinds of
//! a part are looked up by its vector and its role.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use paili_tables::cost::{CostRow, Grid};

use super::RuleTables;
use super::sums::{FEW_SHARES, lowering};
use super::tabulate::tabulate;
use crate::tile::Suit;
use crate::tile_set::{Part, TileSet};

/// The tables of a form.
#[derive(Debug, Clone)]
pub(super) struct UsefulTable {
    pub suits: RolesOfParts,
    pub honors: RolesOfParts,
    /// The number of a rest, by the half that a part is not in and the other part of its own half: for the first two suits
    /// `[suit and honors][suit]`, for the third suit `[two suits][honors]`, for the honors `[two suits][suit]`.
    pub suit_honors_suit: Vec<u16>,
    pub two_suits_honors: Vec<u16>,
    pub three_suits: Vec<u16>,
    /// In each way, of each vector of each part by its code: its class, and above that where the kinds of its roles begin.
    pub ways: Vec<[Arc<[u32]>; Part::ALL.len()]>,
    /// The useful kinds of each role, a bit for each, the first kind's the lowest. In the first form's tables, those that lower the
    /// [shares](super::sums) of few ways stand before them.
    pub kinds: Vec<u16>,
}

/// The roles of all suits, or of the honors. Rests beside which all classes have the same roles have one number.
#[derive(Debug, Clone)]
pub(super) struct RolesOfParts {
    /// `[exposed melds][rest][class]`.
    pub roles: Vec<u8>,
    pub rests: usize,
    pub classes: usize,
}

/// The tables of the forms. They are made for those who ask about many hands; who asks about few is answered sooner without.
#[derive(Debug, Default)]
pub(super) struct UsefulTables {
    forms: Vec<Option<FormToTabulate>>,
    asked: AtomicU32,
    made: OnceLock<Vec<Option<UsefulTable>>>,
}

/// What the tables of a form are made of.
#[derive(Debug)]
pub(super) struct FormToTabulate {
    pub grid: Grid,
    /// The places that win, beside each number of exposed melds.
    pub goals: Vec<(usize, usize)>,
    /// The row of each class of a suit, of the honors, of two suits, and of a suit and the honors.
    pub suits: Vec<CostRow>,
    pub honors: Vec<CostRow>,
    pub two_suits: Vec<CostRow>,
    pub suit_honors: Vec<CostRow>,
    /// In each way, the class of each vector of each part.
    pub ways: Vec<[Arc<Vec<u16>>; Part::ALL.len()]>,
}

/// How many questions are asked before the tables are made without being asked for: as many as take a tenth of a second. Each
/// reading of a hand is a question.
const MANY: u32 = 1_000_000;

/// The bits of a class, below where the kinds of a vector begin: as many as leave room for four million kinds. Ready-made rule sets
/// have up to 187 classes and three million.
pub(super) const CLASS_BITS: u32 = 10;

/// The most roles of a form: ready-made rule sets have up to 370,000.
const MOST_ROLES: usize = 1 << 24;

impl UsefulTables {
    pub(super) fn new(forms: Vec<Option<FormToTabulate>>) -> UsefulTables {
        UsefulTables { forms, ..UsefulTables::default() }
    }

    /// The tables of each form, if they are made. A form with too many roles has none. One thread makes them while others go on
    /// without.
    #[inline]
    pub(super) fn get(&self, tables: &RuleTables) -> &[Option<UsefulTable>] {
        match self.made.get() {
            Some(made) => made,
            None if self.asked.fetch_add(1, Ordering::Relaxed) == MANY => self.make(tables),
            None => &[],
        }
    }

    #[cfg(test)]
    pub(super) fn is_made(&self) -> bool {
        self.made.get().is_some()
    }

    /// The same, made now.
    #[cold]
    pub(super) fn make(&self, tables: &RuleTables) -> &[Option<UsefulTable>] {
        self.make_of_at_most(tables, MOST_ROLES)
    }

    /// The same for forms of at most so many roles.
    pub(super) fn make_of_at_most(&self, tables: &RuleTables, most_roles: usize) -> &[Option<UsefulTable>] {
        self.made.get_or_init(|| {
            let sums = std::iter::once(tables.sums(0)).chain(std::iter::repeat(None));
            let forms = self.forms.iter().zip(sums);
            forms.map(|(form, sums)| tabulate(tables, form.as_ref()?, sums, most_roles)).collect()
        })
    }
}

impl UsefulTable {
    /// The kinds that lower what a hand lacks by few [sums](super::sums), of which something is taken off.
    #[inline]
    pub(super) fn lowering_sums(
        &self,
        words: [u32; Part::ALL.len()],
        sums: u32,
        less: u32,
        lacking: u8,
    ) -> [u16; Part::ALL.len()] {
        let kinds = Part::each(|part| {
            let before = &self.kinds[..(words[part] >> CLASS_BITS) as usize];
            before.last_chunk().unwrap_or(&[0; FEW_SHARES])
        });
        lowering(sums, less, lacking, kinds)
    }

    /// What stands for each part's vector in a way.
    #[inline]
    pub(super) fn words(&self, way: usize, vectors: [usize; Part::ALL.len()]) -> [u32; Part::ALL.len()] {
        let way = &self.ways[way];
        Part::each(|part| way[part][vectors[part]])
    }

    /// The kinds that lower what a hand lacks for the form beside exposed melds. Its halves have these classes.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "four chains of look-ups, beside which what is called for has to be ready")]
    pub(super) fn in_roles(
        &self,
        words: [u32; Part::ALL.len()],
        (two_suits, suit_honors): (u16, u16),
        exposed: usize,
    ) -> [u16; Part::ALL.len()] {
        let [characters, dots, bamboos, honors] = Part::each(|part| class(words[part]));
        let (two_suits, suit_honors) = (usize::from(two_suits), usize::from(suit_honors));
        let (suits, of_honors) = (self.suits.beside(exposed), self.honors.beside(exposed));
        let row = self.suits.classes;
        let roles = [
            suits[usize::from(self.suit_honors_suit[suit_honors * row + dots]) * row + characters],
            suits[usize::from(self.suit_honors_suit[suit_honors * row + characters]) * row + dots],
            suits[usize::from(self.two_suits_honors[two_suits * self.honors.classes + honors]) * row + bamboos],
            of_honors[usize::from(self.three_suits[two_suits * row + bamboos]) * self.honors.classes + honors],
        ];
        Part::each(|part| self.kinds[((words[part] >> CLASS_BITS) + u32::from(roles[part])) as usize])
    }
}

/// The class in what stands for a vector.
#[inline]
fn class(word: u32) -> usize {
    (word & ((1 << CLASS_BITS) - 1)) as usize
}

/// The kinds of all parts.
#[inline]
pub(super) fn of_parts(kinds: [u16; Part::ALL.len()]) -> TileSet {
    let [characters, dots, bamboos, honors] = Part::each(|part| u64::from(kinds[part]) << (part * Suit::RANKS));
    TileSet::from_bits(characters | dots | bamboos | honors)
}

impl RolesOfParts {
    /// `[rest][class]`.
    #[inline]
    fn beside(&self, exposed: usize) -> &[u8] {
        &self.roles[exposed * self.rests * self.classes..]
    }
}
