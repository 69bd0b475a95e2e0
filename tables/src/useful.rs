//! Useful kinds: those of which one tile more lowers a hand's distance.
//!
//! A hand lacks what its cheapest ways to share out the melds and the pair among its parts cost, and each of these ways
//! gives a part one of the ten targets. A tile more lowers what a target costs by one or not at all. So a kind is useful
//! exactly if it lowers the cost of some target that a cheapest way gives to its part.
//!
//! Which targets these are follows from the class of the part, the class of the other three together (its *rest*) and the
//! number of exposed melds. There are 86 different sets of targets, but most differ only in targets that every kind
//! lowers alike. What is left is the part's *role*: each class has 2 to 10. The useful kinds of a part are therefore looked
//! up by its vector and its role.

use std::collections::BTreeSet;

use crate::class::Classes;
use crate::cost::{CostRow, CostRows, Grid};
use crate::counts::{BASE, COPIES, MAX_TILES, totals};
use crate::hash::QuickMap;
use crate::merge::{Merger, merge_within};
use crate::standard::GRID;

/// The class of three parts, which is always a class of two suits: one that costs the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rests {
    /// `[two suits][suit]`.
    pub three_suits: Vec<u8>,
    /// `[two suits][honors]`.
    pub two_suits_honors: Vec<u8>,
    /// `[suit and honors][suit]`.
    pub suit_honors_suit: Vec<u8>,
}

impl Rests {
    pub(crate) fn new(suits: &Classes, honors: &Classes, two_suits: &Classes, suit_honors: &Classes) -> Rests {
        let within = |first: &Classes, second: &Classes| merge_within(GRID, &first.rows, &second.rows, two_suits);
        Rests {
            three_suits: within(two_suits, suits),
            two_suits_honors: within(two_suits, honors),
            suit_honors_suit: within(suit_honors, suits),
        }
    }
}

/// The useful kinds of all count vectors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Useful {
    /// The role of a suit, `[exposed melds][class of the rest][class of the suit]`.
    pub suit_roles: Vec<u8>,
    /// The role of the honors.
    pub honor_roles: Vec<u8>,
    /// Where the kinds of each vector of a suit begin, by its code: its role is added.
    pub suits: Vec<u32>,
    /// The same of the honors.
    pub honors: Vec<u32>,
    /// Useful kinds, a bit for each, the first kind's the lowest.
    pub kinds: Vec<u16>,
}

impl Useful {
    /// Of the suits and the honors: their classes, and the rows of all vectors, of one tile more than a hand's too.
    pub(crate) fn new(parts: [(&Classes, &CostRows); 2], rests: &Classes) -> Useful {
        let parts = parts.map(|(classes, rows)| PartKind::new(classes, rows, rests));
        let mut kinds = Kinds::default();
        let mut begins = parts.each_ref().map(|part| vec![0; part.totals.len()]);
        // The vectors of few tiles, which are the common ones, lie side by side.
        for tiles in 0..=MAX_TILES as u8 {
            for (part, begins) in parts.iter().zip(&mut begins) {
                let codes = part.totals.iter().enumerate().filter(|&(_, &total)| total == tiles);
                for (code, _) in codes {
                    begins[code] = kinds.begin_of(&part.useful(code).collect::<Vec<_>>());
                }
            }
        }
        let ([suits, honors], [suit_roles, honor_roles]) = (begins, parts.map(|part| part.roles.of));
        Useful { suit_roles, honor_roles, suits, honors, kinds: kinds.all }
    }
}

/// Of each class and each of these rows, `[class][row]`, the roles in which a tile is useful that leads from one to the
/// other, a bit for each.
pub(crate) fn changes(classes: &Classes, rows: &CostRows, rests: &Classes, more: &[CostRow]) -> Vec<u16> {
    let part = PartKind::new(classes, rows, rests);
    let of_class = |(&row, targets): (&CostRow, &Vec<Targets>)| -> Vec<u16> {
        let is_useful = |more, given: Targets| u16::from(cheaper(GRID, row, more) & given != 0);
        let roles = |&more| targets.iter().rev().fold(0, |roles, &given| roles << 1 | is_useful(more, given));
        more.iter().map(roles).collect()
    };
    classes.rows.iter().zip(&part.roles.targets).flat_map(of_class).collect()
}

/// Rows of kinds, equal ones once.
#[derive(Debug, Default)]
pub struct Kinds {
    /// All of them, one row behind the other.
    pub all: Vec<u16>,
    begins: QuickMap<Box<[u16]>, u32>,
}

impl Kinds {
    /// Where a row begins.
    pub fn begin_of(&mut self, row: &[u16]) -> u32 {
        if let Some(&begin) = self.begins.get(row) {
            return begin;
        }
        let next = self.all.len() as u32;
        self.all.extend(row);
        self.begins.insert(row.into(), next);
        next
    }
}

/// Some of the places of a grid, which are the targets of a part: a bit for each.
pub type Targets = u16;

/// The roles of the classes of some parts.
#[derive(Debug)]
pub struct Roles {
    /// The role of each class, `[goal][rest][class]`.
    pub of: Vec<u8>,
    /// For every class, the targets of each of its roles.
    targets: Vec<Vec<Targets>>,
}

impl Roles {
    /// Finds the roles of classes with these rows beside these rests: sets of targets that, whatever a tile changes in a vector
    /// of the class, all change or all do not. Of each class `changes` says what that can be. A goal is the pairs and melds
    /// that a part and its rest take together. There are none where a class has too many to number.
    pub fn new(
        grid: Grid,
        goals: &[(usize, usize)],
        rests: &[CostRow],
        rows: &[CostRow],
        changes: &[BTreeSet<Targets>],
    ) -> Option<Roles> {
        let merger = Merger::new(grid);
        let mut roles = Roles { of: Vec::new(), targets: vec![Vec::new(); rows.len()] };
        // By the targets that are given, and by what they are for all that can change.
        let mut known: Vec<QuickMap<Targets, u8>> = vec![QuickMap::default(); rows.len()];
        let mut alike: Vec<QuickMap<Vec<bool>, u8>> = vec![QuickMap::default(); rows.len()];
        for &goal in goals {
            for &rest in rests {
                let rest = merger.turned(goal, rest);
                for (class, &row) in rows.iter().enumerate() {
                    let given = rest.cheapest(row);
                    let role = if let Some(&role) = known[class].get(&given) {
                        role
                    } else {
                        let useful = changes[class].iter().map(|change| change & given != 0).collect();
                        let targets = &mut roles.targets[class];
                        let next = targets.len();
                        let role = *alike[class].entry(useful).or_insert(u8::try_from(next).ok()?);
                        if usize::from(role) == next {
                            targets.push(given);
                        }
                        known[class].insert(given, role);
                        role
                    };
                    roles.of.push(role);
                }
            }
        }
        Some(roles)
    }

    /// The useful kinds of a vector in each of its class's roles: those whose tile makes one of its targets cheaper.
    pub fn useful(&self, class: u16, cheaper: impl AsRef<[Targets]>) -> impl Iterator<Item = u16> {
        self.targets[usize::from(class)].iter().map(move |given| {
            cheaper.as_ref().iter().rev().fold(0, |kinds, change| kinds << 1 | u16::from(change & given != 0))
        })
    }
}

/// The targets of which the second row costs less.
pub fn cheaper(grid: Grid, CostRow(row): CostRow, CostRow(more): CostRow) -> Targets {
    (0..grid.len()).fold(0, |targets, place| targets | Targets::from(more[place] < row[place]) << place)
}

/// A sort of parts, of the standard form.
struct PartKind<'a> {
    classes: &'a Classes,
    rows: &'a CostRows,
    totals: Vec<u8>,
    /// The targets that become cheaper from one class to another, `[class][class]`.
    cheaper: Vec<Targets>,
    roles: Roles,
}

impl PartKind<'_> {
    fn new<'a>(classes: &'a Classes, rows: &'a CostRows, rests: &Classes) -> PartKind<'a> {
        let totals = totals(rows.len().ilog(BASE) as usize);
        let pairs = classes.rows.iter().flat_map(|&row| classes.rows.iter().map(move |&more| (row, more)));
        let cheaper = pairs.map(|(row, more)| cheaper(GRID, row, more)).collect();
        let mut part =
            PartKind { classes, rows, totals, cheaper, roles: Roles { of: Vec::new(), targets: Vec::new() } };
        // Of all that a tile more can change in a vector of a class.
        let mut changes = vec![BTreeSet::new(); classes.rows.len()];
        for code in (0..part.totals.len()).filter(|&code| usize::from(part.totals[code]) <= MAX_TILES) {
            changes[usize::from(classes.of[code])].extend(part.changes_of(code));
        }
        let goals: Vec<(usize, usize)> = (0..=GRID.melds()).map(|exposed| (1, GRID.melds() - exposed)).collect();
        part.roles = Roles::new(GRID, &goals, &rests.rows, &classes.rows, &changes).expect("few roles");
        part
    }

    /// The targets that one tile more of each kind makes cheaper. None where there are four copies.
    fn changes_of(&self, code: usize) -> impl Iterator<Item = Targets> {
        let class = usize::from(self.classes.of[code]) * self.classes.rows.len();
        let tiles = std::iter::successors(Some(1), |tile| Some(tile * BASE)).take_while(|&tile| tile < self.rows.len());
        tiles.map(move |tile| match code + tile {
            _ if code / tile % BASE == COPIES => 0,
            // Of one tile more than a hand has there are no classes.
            more if usize::from(self.totals[code]) == MAX_TILES => match (self.rows.get(code), self.rows.get(more)) {
                (Some(row), Some(more)) => cheaper(GRID, row, more),
                _ => 0,
            },
            more => self.cheaper[class + usize::from(self.classes.of[more])],
        })
    }

    /// The useful kinds of a vector in each of its class's roles.
    fn useful(&self, code: usize) -> impl Iterator<Item = u16> {
        self.roles.useful(self.classes.of[code], self.changes_of(code).collect::<Vec<_>>())
    }
}
