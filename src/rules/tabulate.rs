//! From the classes of a form to its tables of useful tiles.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use paili_tables::cost::CostRow;
use paili_tables::counts::{BASE, COPIES, SUIT_KINDS, totals};
use paili_tables::hash::{Numbering, QuickMap};
use paili_tables::merge::Merger;
use paili_tables::useful::{Kinds, Roles, Targets, cheaper};

use super::compile::SumsOfParts;
use super::part_table::PartTable;
use super::sums::{FEW_SHARES, Shares};
use super::useful_tables::{CLASS_BITS, FormToTabulate, RolesOfParts, UsefulTable};
use super::{RuleSet, RuleTables};
use crate::tile::Suit;
use crate::tile_set::Part;

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

/// The roles of all suits, or of the honors, and the number of each rest.
struct OfParts {
    roles: Roles,
    numbered: RolesOfParts,
    rests: QuickMap<CostRow, u16>,
}

/// The most rests that are numbered.
const MOST_RESTS: usize = 1 << u16::BITS;

/// The tables of a form, if it has at most so many roles.
pub(super) fn tabulate(
    tables: &RuleTables,
    form: &FormToTabulate,
    sums: Option<&SumsOfParts>,
    most_roles: usize,
) -> Option<UsefulTable> {
    let [of_suits, of_honors] = [&form.suits, &form.honors].map(|rows| -> Vec<Vec<Targets>> {
        rows.iter().map(|&row| rows.iter().map(|&more| cheaper(form.grid, row, more)).collect()).collect()
    });
    // Parts with the same classes and copies are alike.
    let mut parts: Vec<Vectors> = Vec::new();
    let mut place_of = |part: Part, classes| {
        let copies: Vec<u8> = part.kinds().iter().map(|tile| tables.rules().copies(tile)).collect();
        let is_known = |known: &Vectors| sums.is_none() && known.has(classes, &copies);
        parts.iter().position(is_known).unwrap_or_else(|| {
            let cheaper = if part == Part::Honors { &of_honors } else { &of_suits };
            let shares = sums.map(|sums| (tables.part(part), &sums.shares[part.index()][..]));
            let vectors = Vectors::new(tables.rules(), copies, classes, cheaper, shares);
            parts.iter().position(|known| known.is_like(&vectors)).unwrap_or_else(|| {
                parts.push(vectors);
                parts.len() - 1
            })
        })
    };
    let ways: Vec<_> = form.ways.iter().map(|way| Part::ALL.map(|part| place_of(part, &way[part.index()]))).collect();
    let merger = Merger::new(form.grid);
    let suit_honors_suit = merger.merge_all(&form.suit_honors, &form.suits);
    let two_suits_honors = merger.merge_all(&form.two_suits, &form.honors);
    let three_suits = merger.merge_all(&form.two_suits, &form.suits);
    let (suits, honors): (Vec<&Vectors>, Vec<&Vectors>) = parts.iter().partition(|part| part.is_of_suit());
    let of_suits =
        OfParts::new(form, &form.suits, &suits, suit_honors_suit.iter().chain(&two_suits_honors), most_roles)?;
    let of_honors = OfParts::new(form, &form.honors, &honors, three_suits.iter(), most_roles)?;
    let mut kinds = Kinds::default();
    let vectors = parts.iter().map(|part| {
        let roles = if part.is_of_suit() { &of_suits.roles } else { &of_honors.roles };
        part.packed(roles, &mut kinds)
    });
    let vectors = vectors.collect::<Option<Vec<_>>>()?;
    let numbers = |rests: Vec<CostRow>, of: &OfParts| rests.iter().map(|rest| of.rests[rest]).collect();
    Some(UsefulTable {
        suit_honors_suit: numbers(suit_honors_suit, &of_suits),
        two_suits_honors: numbers(two_suits_honors, &of_suits),
        three_suits: numbers(three_suits, &of_honors),
        suits: of_suits.numbered,
        honors: of_honors.numbered,
        ways: ways.iter().map(|way| way.map(|place| Arc::clone(&vectors[place]))).collect(),
        kinds: kinds.all,
    })
}

impl OfParts {
    /// Of the classes with these rows, of parts beside these rests.
    fn new<'a>(
        form: &FormToTabulate,
        rows: &[CostRow],
        parts: &[&Vectors],
        rests: impl Iterator<Item = &'a CostRow>,
        most_roles: usize,
    ) -> Option<OfParts> {
        let rests: Vec<CostRow> = rests.copied().collect::<BTreeSet<_>>().into_iter().collect();
        let has_room = rests.len() <= MOST_RESTS && rows.len() <= 1 << CLASS_BITS;
        if !has_room || form.goals.len() * rests.len() * rows.len() > most_roles {
            return None;
        }
        let mut pairs = Numbering::default();
        for part in parts {
            part.add_to(&mut pairs);
        }
        let mut changes = vec![BTreeSet::new(); rows.len()];
        for &(class, change) in pairs.keys() {
            changes[usize::from(class)].insert(change);
        }
        let roles = Roles::new(form.grid, &form.goals, &rests, rows, &changes)?;
        let of = |goal: usize, rest: usize| &roles.of[(goal * rests.len() + rest) * rows.len()..][..rows.len()];
        let goals = 0..form.goals.len();
        let mut known: HashMap<Vec<&[u8]>, u16> = HashMap::new();
        let mut different = Vec::new();
        let numbers = (0..rests.len()).map(|rest| {
            *known.entry(goals.clone().map(|goal| of(goal, rest)).collect()).or_insert_with(|| {
                different.push(rest);
                (different.len() - 1) as u16
            })
        });
        let rests = rests.iter().copied().zip(numbers).collect();
        let numbered = goals.flat_map(|goal| different.iter().flat_map(move |&rest| of(goal, rest))).copied();
        let numbered = RolesOfParts { roles: numbered.collect(), rests: different.len(), classes: rows.len() };
        Some(OfParts { roles, numbered, rests })
    }
}

impl Vectors<'_> {
    fn new<'a>(
        rules: &RuleSet,
        copies: Vec<u8>,
        classes: &'a Arc<Vec<u16>>,
        cheaper: &'a [Vec<Targets>],
        shares: Option<(&'a PartTable, &'a [Shares])>,
    ) -> Vectors<'a> {
        let totals = totals(copies.len());
        let codes = (0..totals.len()).filter(|&code| usize::from(totals[code]) <= rules.most_tiles()).collect();
        Vectors { classes, copies, codes, cheaper, shares }
    }

    fn is_of_suit(&self) -> bool {
        self.copies.len() == Suit::RANKS
    }

    fn has(&self, classes: &Arc<Vec<u16>>, copies: &[u8]) -> bool {
        Arc::ptr_eq(self.classes, classes) && self.copies == copies
    }

    fn is_like(&self, other: &Vectors) -> bool {
        let shares = |part: &Vectors, code: usize| part.shares.map(|(table, shares)| shares[table.number(code)].few());
        self.has(other.classes, &other.copies)
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
        let few = |code: usize| shares[table.number(code)].few().to_le_bytes();
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
    fn packed(&self, roles: &Roles, kinds: &mut Kinds) -> Option<Arc<[u32]>> {
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
            packed[code] = (kinds.begin_of(&row) + begin) << CLASS_BITS | u32::from(class);
        }
        (kinds.all.len() <= 1 << (u32::BITS - CLASS_BITS)).then(|| packed.into())
    }
}
