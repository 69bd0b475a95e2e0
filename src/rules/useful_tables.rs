//! Tables of useful tiles, for the forms that most hands are nearest to.
//!
//! A hand shares the melds and the pair of a form out among its parts. Which shares come to what it lacks follows, for a part,
//! from its class, the class of the other three parts, its *rest*, and the number of exposed melds. Most of these shares differ
//! only in what every tile more changes alike: what is left is the part's [role](paili_tables::useful). So the useful kinds of
//! a part are looked up by its vector and its role.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use paili_tables::cost::{CostRow, Grid};
use paili_tables::counts::{BASE, COPIES, SUIT_KINDS, totals};
use paili_tables::hash::{Numbering, QuickMap};
use paili_tables::merge::Merger;
use paili_tables::useful::{Kinds, Roles, Targets, cheaper};

use super::compile::SumsOfParts;
use super::part_table::PartTable;
use super::sums::{FEW_SHARES, Shares, few_of, lowering};
use super::{RuleSet, RuleTables};
use crate::tile::Suit;
use crate::tile_set::{Part, TileSet};

/// The tables of a form.
#[derive(Debug, Clone)]
pub(super) struct UsefulTable {
    suits: RolesOfParts,
    honors: RolesOfParts,
    /// The number of a rest, by the half that a part is not in and the other part of its own half: for the first two suits
    /// `[suit and honors][suit]`, for the third suit `[two suits][honors]`, for the honors `[two suits][suit]`.
    suit_honors_suit: Vec<u16>,
    two_suits_honors: Vec<u16>,
    three_suits: Vec<u16>,
    /// Of each vector of each part, by its code: its class, and above that where the kinds of its roles begin.
    vectors: [Arc<[u32]>; Part::ALL.len()],
    class_bits: u32,
    /// The useful kinds of each role, a bit for each, the first kind's the lowest. In the first form's tables, those that lower the
    /// [shares](super::sums) of few ways stand before them.
    kinds: Vec<u16>,
}

/// The roles of all suits, or of the honors. Rests beside which all classes have the same roles have one number.
#[derive(Debug, Clone)]
struct RolesOfParts {
    /// `[exposed melds][rest][class]`.
    roles: Vec<u8>,
    rests: usize,
    classes: usize,
}

/// The vectors of a part.
struct Vectors<'a> {
    classes: &'a Arc<Vec<u16>>,
    copies: Vec<u8>,
    /// The codes of those that hands have.
    codes: Vec<usize>,
    /// The places that are cheaper in one class's row than in another's, `[other][one]`.
    cheaper: &'a [Vec<Targets>],
    /// If there are sums: the numbers of all vectors, and each one's shares.
    shares: Option<(&'a PartTable, &'a [Shares])>,
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
    /// The class of each vector of each part.
    pub classes: [Arc<Vec<u16>>; Part::ALL.len()],
}

/// How many questions are asked before the tables are made without being asked for: as many as take a tenth of a second. Each
/// reading of a hand is a question.
const MANY: u32 = 1_000_000;

/// The most rests that are numbered.
const MOST_RESTS: usize = 1 << u16::BITS;

impl UsefulTables {
    pub(super) fn new(forms: Vec<Option<FormToTabulate>>) -> UsefulTables {
        UsefulTables { forms, ..UsefulTables::default() }
    }

    /// The tables of each form, if they are made. A form with too many rests has none. One thread makes them while others go on
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
        self.make_of_at_most(tables, MOST_RESTS)
    }

    /// The same for forms of at most so many rests.
    pub(super) fn make_of_at_most(&self, tables: &RuleTables, rests: usize) -> &[Option<UsefulTable>] {
        self.made.get_or_init(|| {
            let sums = std::iter::once(tables.sums(0)).chain(std::iter::repeat(None));
            let forms = self.forms.iter().zip(sums);
            forms.map(|(form, sums)| UsefulTable::new(tables, form.as_ref()?, sums, rests)).collect()
        })
    }
}

impl UsefulTable {
    /// If the form has at most so many rests.
    fn new(
        tables: &RuleTables,
        form: &FormToTabulate,
        sums: Option<&SumsOfParts>,
        most_rests: usize,
    ) -> Option<UsefulTable> {
        let grid = form.grid;
        let [of_suits, of_honors] = [&form.suits, &form.honors].map(|rows| -> Vec<Vec<Targets>> {
            rows.iter().map(|&row| rows.iter().map(|&more| cheaper(grid, row, more)).collect()).collect()
        });
        // Parts with the same classes and copies are alike.
        let mut parts: Vec<Vectors> = Vec::new();
        let places = Part::ALL.map(|part| {
            let cheaper = if part == Part::Honors { &of_honors } else { &of_suits };
            let shares = sums.map(|sums| (tables.part(part), &sums.shares[part.index()][..]));
            let vectors = Vectors::new(tables.rules(), part, &form.classes[part.index()], cheaper, shares);
            parts.iter().position(|known| known.is_like(&vectors)).unwrap_or_else(|| {
                parts.push(vectors);
                parts.len() - 1
            })
        });
        let (suits, honors) = (&places[..Suit::ALL.len()], &places[Part::Honors.index()..]);
        let merger = &Merger::new(grid);
        let side_by_side = |first: &[CostRow], second: &[CostRow]| -> Vec<CostRow> {
            first.iter().flat_map(|&one| second.iter().map(move |&other| merger.merge(one, other))).collect()
        };
        let suit_honors_suit = side_by_side(&form.suit_honors, &form.suits);
        let two_suits_honors = side_by_side(&form.two_suits, &form.honors);
        let three_suits = side_by_side(&form.two_suits, &form.suits);
        let roles = |rows: &[CostRow], places: &[usize], rests: &[&[CostRow]]| {
            let rests: Vec<CostRow> = rests.concat().into_iter().collect::<BTreeSet<_>>().into_iter().collect();
            let mut pairs = Numbering::default();
            places.iter().collect::<BTreeSet<_>>().into_iter().for_each(|&place| parts[place].add_to(&mut pairs));
            let mut changes = vec![BTreeSet::new(); rows.len()];
            pairs.keys().iter().for_each(|&(class, change)| {
                changes[usize::from(class)].insert(change);
            });
            let roles = Roles::new(grid, &form.goals, &rests, rows, &changes).filter(|_| rests.len() <= most_rests)?;
            let (of_parts, numbers) = RolesOfParts::new(&roles, rests.len(), rows.len());
            Some((roles, of_parts, rests.into_iter().zip(numbers).collect::<QuickMap<_, _>>()))
        };
        let (suit_roles, suits, of_suits) = roles(&form.suits, suits, &[&suit_honors_suit, &two_suits_honors])?;
        let (honor_roles, honors, of_honors) = roles(&form.honors, honors, &[&three_suits])?;
        let mut kinds = Kinds::default();
        let class_bits = usize::BITS - form.suits.len().max(form.honors.len()).leading_zeros();
        let vectors = parts.iter().enumerate().map(|(place, part)| {
            let roles = if place == places[Part::Honors.index()] { &honor_roles } else { &suit_roles };
            part.packed(roles, class_bits, &mut kinds)
        });
        let vectors = vectors.collect::<Option<Vec<_>>>()?;
        let numbers = |rests: &[CostRow], of: &QuickMap<CostRow, u16>| rests.iter().map(|rest| of[rest]).collect();
        Some(UsefulTable {
            suits,
            honors,
            suit_honors_suit: numbers(&suit_honors_suit, &of_suits),
            two_suits_honors: numbers(&two_suits_honors, &of_suits),
            three_suits: numbers(&three_suits, &of_honors),
            vectors: places.map(|place| Arc::clone(&vectors[place])),
            class_bits,
            kinds: kinds.all,
        })
    }

    /// The kinds that lower what a hand lacks by few [sums](super::sums) that are so high at each price.
    #[inline]
    pub(super) fn lowering_sums(
        &self,
        words: [u32; Part::ALL.len()],
        at_prices: [u8; FEW_SHARES],
        lacking: u8,
    ) -> TileSet {
        let kinds = words.map(|word| {
            let before = &self.kinds[..(word >> self.class_bits) as usize];
            before.last_chunk().unwrap_or(&[0; FEW_SHARES])
        });
        of_parts(lowering(at_prices, lacking, kinds))
    }

    /// What stands for each part's vector.
    #[inline]
    pub(super) fn words(&self, vectors: [usize; Part::ALL.len()]) -> [u32; Part::ALL.len()] {
        Part::each(|part| self.vectors[part][vectors[part]])
    }

    #[inline]
    fn class(&self, word: u32) -> u16 {
        (word & ((1 << self.class_bits) - 1)) as u16
    }

    /// The kinds that lower what a hand lacks for the form beside exposed melds. Its halves have these classes.
    #[inline]
    pub(super) fn in_roles(
        &self,
        words: [u32; Part::ALL.len()],
        (two_suits, suit_honors): (u16, u16),
        exposed: usize,
    ) -> TileSet {
        let [characters, dots, bamboos, honors] = words.map(|word| usize::from(self.class(word)));
        let (two_suits, suit_honors) = (usize::from(two_suits), usize::from(suit_honors));
        let (suits, of_honors) = (self.suits.beside(exposed), self.honors.beside(exposed));
        let row = self.suits.classes;
        let roles = [
            suits[usize::from(self.suit_honors_suit[suit_honors * row + dots]) * row + characters],
            suits[usize::from(self.suit_honors_suit[suit_honors * row + characters]) * row + dots],
            suits[usize::from(self.two_suits_honors[two_suits * self.honors.classes + honors]) * row + bamboos],
            of_honors[usize::from(self.three_suits[two_suits * row + bamboos]) * self.honors.classes + honors],
        ];
        of_parts(Part::each(|part| {
            let begin = words[part] >> self.class_bits;
            self.kinds[(begin + u32::from(roles[part])) as usize]
        }))
    }
}

/// The kinds of all parts.
#[inline]
fn of_parts(kinds: [u16; Part::ALL.len()]) -> TileSet {
    let [characters, dots, bamboos, honors] = Part::each(|part| u64::from(kinds[part]) << (part * Suit::RANKS));
    TileSet::from_bits(characters | dots | bamboos | honors)
}

impl RolesOfParts {
    /// And the number of each rest.
    fn new(roles: &Roles, rests: usize, classes: usize) -> (RolesOfParts, Vec<u16>) {
        let of = |goal: usize, rest: usize| &roles.of[(goal * rests + rest) * classes..][..classes];
        let goals = roles.of.len() / (rests * classes);
        let mut known: HashMap<Vec<&[u8]>, u16> = HashMap::new();
        let mut different = Vec::new();
        let numbers = (0..rests).map(|rest| {
            *known.entry((0..goals).map(|goal| of(goal, rest)).collect()).or_insert_with(|| {
                different.push(rest);
                (different.len() - 1) as u16
            })
        });
        let numbers = numbers.collect();
        let roles = (0..goals).flat_map(|goal| different.iter().flat_map(move |&rest| of(goal, rest)));
        (RolesOfParts { roles: roles.copied().collect(), rests: different.len(), classes }, numbers)
    }

    /// `[rest][class]`.
    #[inline]
    fn beside(&self, exposed: usize) -> &[u8] {
        &self.roles[exposed * self.rests * self.classes..]
    }
}

impl Vectors<'_> {
    fn new<'a>(
        rules: &RuleSet,
        part: Part,
        classes: &'a Arc<Vec<u16>>,
        cheaper: &'a [Vec<Targets>],
        shares: Option<(&'a PartTable, &'a [Shares])>,
    ) -> Vectors<'a> {
        let copies: Vec<u8> = part.kinds().iter().map(|tile| rules.copies(tile)).collect();
        let totals = totals(copies.len());
        let codes = (0..totals.len()).filter(|&code| usize::from(totals[code]) <= rules.most_tiles()).collect();
        Vectors { classes, copies, codes, cheaper, shares }
    }

    fn is_like(&self, other: &Vectors) -> bool {
        let shares =
            |part: &Vectors, code: usize| part.shares.map(|(table, shares)| few_of(&shares[table.number(code)].0));
        Arc::ptr_eq(self.classes, other.classes)
            && self.copies == other.copies
            && self.codes.iter().all(|&code| shares(self, code) == shares(other, code))
    }

    fn class(&self, code: usize) -> usize {
        self.classes[code].into()
    }

    /// The kinds of which the deck has more than a vector, and the vectors with one of them more.
    fn more(&self, code: usize) -> impl Iterator<Item = (usize, usize)> {
        let kinds = self.copies.iter().scan((1, code), move |(tile, rest), &copies| {
            let has_more = *rest % BASE < usize::from(copies).min(COPIES);
            let more = has_more.then_some(code + *tile);
            (*tile, *rest) = (*tile * BASE, *rest / BASE);
            Some(more)
        });
        kinds.enumerate().filter_map(|(kind, more)| Some((kind, more?)))
    }

    /// The places that one tile more of each kind makes cheaper.
    fn changes(&self, code: usize) -> [Targets; SUIT_KINDS] {
        let cheaper = &self.cheaper[self.class(code)];
        let mut changes = [0; SUIT_KINDS];
        self.more(code).for_each(|(kind, more)| changes[kind] = cheaper[self.class(more)]);
        changes
    }

    /// The kinds of which one tile more lowers each of the shares of few ways.
    fn lowered_shares(&self, (table, shares): (&PartTable, &[Shares]), code: usize) -> [u16; FEW_SHARES] {
        let few = |code: usize| few_of(&shares[table.number(code)].0);
        let (own, mut lowered) = (few(code), [0; FEW_SHARES]);
        for (kind, more) in self.more(code) {
            let more = few(more);
            for (share, kinds) in lowered.iter_mut().enumerate() {
                *kinds |= u16::from(more[share] < own[share]) << kind;
            }
        }
        lowered
    }

    /// Adds each class with what one tile more can change in its vectors.
    fn add_to(&self, changes: &mut Numbering<(u16, Targets)>) {
        for &code in &self.codes {
            for change in self.changes(code) {
                changes.number((self.classes[code], change));
            }
        }
    }

    /// Each vector's class, and above that where the kinds of its roles begin; none where they don't fit. No tile of a void suit is
    /// useful.
    fn packed(&self, roles: &Roles, class_bits: u32, kinds: &mut Kinds) -> Option<Arc<[u32]>> {
        let mut packed = vec![0; self.classes.len()];
        let void = BASE.pow(self.copies.len() as u32)..self.classes.len();
        let mut row = Vec::new();
        for (code, is_void) in self.codes.iter().map(|&code| (code, false)).chain(void.map(|void| (void, true))) {
            row.clear();
            let class = self.classes[code];
            row.extend(
                self.shares
                    .map(|shares| if is_void { [0; FEW_SHARES] } else { self.lowered_shares(shares, code) })
                    .into_iter()
                    .flatten(),
            );
            let begin = row.len() as u32;
            row.extend(roles.useful(class, if is_void { [0; SUIT_KINDS] } else { self.changes(code) }));
            packed[code] = (kinds.begin_of(&row) + begin) << class_bits | u32::from(class);
        }
        (kinds.all.len() <= 1 << (u32::BITS - class_bits)).then(|| packed.into())
    }
}
