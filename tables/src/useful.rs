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

use std::collections::{BTreeSet, HashMap};

use crate::class::Classes;
use crate::cost::{CostRow, CostRows};
use crate::counts::{BASE, COPIES, MAX_TILES, totals};
use crate::merge::merge_within;
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
        let mut kinds = Kinds { all: Vec::new(), begins: HashMap::new() };
        let mut begins = parts.each_ref().map(|part| vec![0; part.totals.len()]);
        // The vectors of few tiles, which are the common ones, lie side by side.
        for tiles in 0..=MAX_TILES as u8 {
            for (part, begins) in parts.iter().zip(&mut begins) {
                let codes = part.totals.iter().enumerate().filter(|&(_, &total)| total == tiles);
                for (code, _) in codes {
                    begins[code] = kinds.begin_of(part.useful(code));
                }
            }
        }
        let ([suits, honors], [suit_roles, honor_roles]) = (begins, parts.map(|part| part.roles));
        Useful { suit_roles, honor_roles, suits, honors, kinds: kinds.all }
    }
}

/// Of each class and each of these rows, `[class][row]`, the roles in which a tile is useful that leads from one to the
/// other, a bit for each.
pub(crate) fn changes(classes: &Classes, rows: &CostRows, rests: &Classes, more: &[CostRow]) -> Vec<u16> {
    let part = PartKind::new(classes, rows, rests);
    let of_class = |(&row, targets): (&CostRow, &Vec<Targets>)| -> Vec<u16> {
        let is_useful = |more, given: Targets| u16::from(cheaper(row, more) & given != 0);
        let roles = |&more| targets.iter().rev().fold(0, |roles, &given| roles << 1 | is_useful(more, given));
        more.iter().map(roles).collect()
    };
    classes.rows.iter().zip(&part.targets).flat_map(of_class).collect()
}

/// Rows of kinds, equal ones once.
struct Kinds {
    all: Vec<u16>,
    begins: HashMap<Vec<u16>, u32>,
}

impl Kinds {
    fn begin_of(&mut self, row: Vec<u16>) -> u32 {
        let next = self.all.len() as u32;
        *self.begins.entry(row).or_insert_with_key(|row| {
            self.all.extend(row);
            next
        })
    }
}

/// Some of the ten targets, a bit for each.
type Targets = u16;

/// A sort of parts.
struct PartKind<'a> {
    classes: &'a Classes,
    rows: &'a CostRows,
    totals: Vec<u8>,
    /// The targets that become cheaper from one class to another, `[class][class]`.
    cheaper: Vec<Targets>,
    /// For every class, the targets of each of its roles.
    targets: Vec<Vec<Targets>>,
    /// `[exposed melds][rest][class]`.
    roles: Vec<u8>,
}

impl PartKind<'_> {
    fn new<'a>(classes: &'a Classes, rows: &'a CostRows, rests: &Classes) -> PartKind<'a> {
        let totals = totals(rows.len().ilog(BASE) as usize);
        let cheaper = classes.rows.iter().flat_map(|&row| classes.rows.iter().map(move |&more| cheaper(row, more)));
        let (cheaper, targets) = (cheaper.collect(), vec![Vec::new(); classes.rows.len()]);
        PartKind { classes, rows, totals, cheaper, targets, roles: Vec::new() }.with_roles(rests)
    }

    /// Finds the roles: sets of targets that, whatever a tile changes in a vector of the class, all change or all do not.
    fn with_roles(mut self, rests: &Classes) -> Self {
        let changes = self.changes();
        let mut known: Vec<HashMap<Vec<bool>, u8>> = vec![HashMap::new(); changes.len()];
        for exposed in 0..=GRID.melds() {
            for &rest in &rests.rows {
                for (class, &row) in self.classes.rows.iter().enumerate() {
                    let given = given(row, rest, GRID.melds() - exposed);
                    let useful = changes[class].iter().map(|change| change & given != 0).collect();
                    let role = *known[class].entry(useful).or_insert_with(|| {
                        self.targets[class].push(given);
                        self.targets[class].len() as u8 - 1
                    });
                    self.roles.push(role);
                }
            }
        }
        self
    }

    /// For every class, what a tile more can change in one of its vectors: the targets that it makes cheaper.
    fn changes(&self) -> Vec<BTreeSet<Targets>> {
        let mut changes = vec![BTreeSet::new(); self.classes.rows.len()];
        for code in (0..self.totals.len()).filter(|&code| usize::from(self.totals[code]) <= MAX_TILES) {
            changes[usize::from(self.classes.of[code])].extend(self.changes_of(code));
        }
        changes
    }

    /// The targets that one tile more of each kind makes cheaper. None where there are four copies.
    fn changes_of(&self, code: usize) -> impl Iterator<Item = Targets> {
        let class = usize::from(self.classes.of[code]) * self.classes.rows.len();
        let tiles = std::iter::successors(Some(1), |tile| Some(tile * BASE)).take_while(|&tile| tile < self.rows.len());
        tiles.map(move |tile| match code + tile {
            _ if code / tile % BASE == COPIES => 0,
            // Of one tile more than a hand has there are no classes.
            more if usize::from(self.totals[code]) == MAX_TILES => match (self.rows.get(code), self.rows.get(more)) {
                (Some(row), Some(more)) => cheaper(row, more),
                _ => 0,
            },
            more => self.cheaper[class + usize::from(self.classes.of[more])],
        })
    }

    /// The useful kinds of a vector in each of its class's roles.
    fn useful(&self, code: usize) -> Vec<u16> {
        let changes: Vec<Targets> = self.changes_of(code).collect();
        let useful = |&given: &Targets| {
            changes.iter().rev().fold(0, |kinds, change| kinds << 1 | u16::from(change & given != 0))
        };
        self.targets[usize::from(self.classes.of[code])].iter().map(useful).collect()
    }
}

/// The targets of which the second row costs less.
fn cheaper(CostRow(row): CostRow, CostRow(more): CostRow) -> Targets {
    (0..GRID.len()).fold(0, |targets, place| targets | Targets::from(more[place] < row[place]) << place)
}

/// The targets that the cheapest ways to share out a number of melds and a pair give to a part beside its rest.
fn given(CostRow(part): CostRow, CostRow(rest): CostRow, melds: usize) -> Targets {
    let ways = (0..=1).flat_map(|pairs| (0..=melds).map(move |own| (pairs, own)));
    let cost = |(pairs, own)| part[GRID.place(pairs, own)] + rest[GRID.place(1 - pairs, melds - own)];
    let least = ways.clone().map(cost).min();
    let cheapest = ways.filter(|&way| Some(cost(way)) == least);
    cheapest.fold(0, |targets, (pairs, own)| targets | 1 << GRID.place(pairs, own))
}
