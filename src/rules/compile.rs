//! From a rule set to its tables.

use std::collections::HashMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::{iter, panic, thread};

use paili_tables::class::Classes;
use paili_tables::cost::{CostRow, CostRows, LOST, Part as Deal, Targets};
use paili_tables::counts::{BASE, SUIT_KINDS, totals};
use paili_tables::merge::Merger;

use super::lookup::{FormLookups, Lookup};
use super::rows::{Grouped, Rows, in_order, least, numbered};
use super::rule_tables::RuleTables;
use super::sums::{Shares, Summed, Sums, WAYS};
use super::useful_tables::FormToTabulate;
use super::{ReadyMade, RuleSet, VoidSuit};
use crate::forms::Form;
use crate::tile::Suit;
use crate::tile_set::Part;

/// The classes of a part in each sheet, which is a variant of a form. Far fewer vectors differ in them than there are, so each
/// vector only says by its code which number its classes have. Behind the vectors of a suit, if one has to be void, stands
/// one that is: it lacks more than any hand for all that takes a tile of it.
#[derive(Debug)]
pub(super) struct PartTable {
    numbers: Vec<u32>,
    /// Sheet by sheet, so that those of one that many hands are looked up in lie side by side.
    classes: Vec<u16>,
    /// How many numbers there are.
    end: usize,
}

/// Where a void suit stands.
pub(super) const VOID: usize = BASE.pow(SUIT_KINDS as u32);

impl PartTable {
    /// The numbers of all vectors' classes.
    #[inline]
    pub(super) fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// The number of a vector's classes.
    #[inline]
    pub(super) fn number(&self, vector: usize) -> usize {
        self.numbers[vector] as usize
    }

    /// The same, and of what may be no vector the number of some other one's classes.
    #[inline]
    pub(super) fn number_or_other(&self, vector: usize) -> usize {
        self.numbers.get(vector).map_or(0, |&number| number as usize)
    }

    /// The classes of a sheet, by their numbers.
    #[inline]
    pub(super) fn sheet(&self, sheet: usize) -> &[u16] {
        &self.classes[sheet * self.end..][..self.end]
    }

    /// One class of a number.
    #[inline]
    pub(super) fn class(&self, number: usize, sheet: usize) -> u16 {
        self.classes[sheet * self.end + number]
    }

    fn new(kinds: usize, sheets: &[Arc<Sheet>]) -> PartTable {
        // Without a form all vectors are alike, a void suit among them.
        let vectors = sheets.first().map_or(BASE.pow(kinds as u32) + 1, |sheet| sheet.len());
        let mut known: HashMap<Vec<u16>, u32> = HashMap::new();
        let (mut numbers, mut row, mut last) = (Vec::with_capacity(vectors), Vec::new(), (vec![u16::MAX], 0));
        for vector in 0..vectors {
            row.clear();
            row.extend(sheets.iter().map(|sheet| sheet[vector]));
            // Neighbours are often equal.
            if row != last.0 {
                let next = known.len() as u32;
                last = (row.clone(), *known.entry(row.clone()).or_insert(next));
            }
            numbers.push(last.1);
        }
        // Those of few tiles, which are the common ones, come first.
        let totals = totals(kinds);
        let mut fewest = vec![u8::MAX; known.len()];
        for (&number, &tiles) in numbers.iter().zip(&totals) {
            let fewest = &mut fewest[number as usize];
            *fewest = tiles.min(*fewest);
        }
        let mut rows: Vec<(Vec<u16>, u32)> = known.into_iter().collect();
        rows.sort_unstable_by_key(|&(_, number)| (fewest[number as usize], number));
        let mut in_order = vec![0; rows.len()];
        rows.iter().zip(0..).for_each(|(&(_, number), order)| in_order[number as usize] = order);
        for number in &mut numbers {
            *number = in_order[*number as usize];
        }
        let classes = (0..sheets.len()).flat_map(|sheet| rows.iter().map(move |(row, _)| row[sheet])).collect();
        PartTable { numbers, classes, end: rows.len() }
    }
}

/// The forms that are added up.
#[derive(Debug, Clone)]
pub(super) struct SumsOfParts {
    pub sums: Sums,
    /// The shares of each part, by the numbers of its classes.
    pub shares: [Arc<Vec<Shares>>; Part::ALL.len()],
    /// How many ways they have.
    pub ways: usize,
}

/// The sheets of the parts, for each way to win.
type SheetsOfWays = Vec<[usize; Part::ALL.len()]>;

/// The classes of each part in each variant of a form.
type ClassesOfParts = [Vec<Arc<Grouped>>; Part::ALL.len()];

/// The class of each vector of a part in one variant of a form, among the classes of all suits or the honors.
type Sheet = Vec<u16>;

impl RuleSet {
    /// The tables: compiled when they are first asked for, which takes a fraction of a second, and kept for the process.
    ///
    /// # Panics
    ///
    /// When the tables of a ready-made rule set differ in size from its census, which can only be a fault of the compiler.
    pub fn tables(&self) -> &'static RuleTables {
        static KEPT: Mutex<Vec<(RuleSet, &OnceLock<RuleTables>)>> = Mutex::new(Vec::new());
        let (room, same) = {
            // Nobody fails while holding it.
            let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(&(_, room)) = kept.iter().find(|(rules, _)| rules == self) {
                (room, None)
            } else {
                let mut others = kept.iter().filter(|(rules, _)| rules.differs_in_wildcards_alone(self));
                let same = others.find_map(|(_, room)| room.get());
                let room = &*Box::leak(Box::new(OnceLock::new()));
                kept.push((self.clone(), room));
                (room, same)
            }
        };
        // Who asks for the same tables waits for them, and nobody else.
        room.get_or_init(|| same.map_or_else(|| RuleTables::compile(self), |same| same.with_wildcards_of(self)))
    }
}

/// Compiles one form after the other.
pub(super) struct Compiler<'a> {
    rules: &'a RuleSet,
    deals: [Deal; Part::ALL.len()],
    sheets: [Vec<Arc<Sheet>>; Part::ALL.len()],
    /// The tables of all forms, one behind the other.
    pub merges: Vec<u16>,
    pub lacking: Vec<u8>,
    /// By the numbers of exposed melds and of tiles beyond the deck's copies.
    pub ways: Vec<Vec<FormLookups>>,
    /// The forms that are added up, and their ways.
    summed: Vec<(Summed, SheetsOfWays)>,
    /// The forms that have tables of useful tiles.
    pub to_lower: Vec<FormToTabulate>,
    /// Of each form: the classes of a suit, of the honors, of two suits, of a suit and the honors.
    pub census: Vec<[usize; 4]>,
}

impl Compiler<'_> {
    pub(super) fn new(rules: &RuleSet) -> Compiler<'_> {
        let mut compiler = Compiler {
            rules,
            deals: Part::ALL.map(|part| rules.deal(part)),
            sheets: std::array::from_fn(|_| Vec::new()),
            merges: Vec::new(),
            lacking: Vec::new(),
            ways: vec![Vec::new(); (rules.melds() + 1) * (rules.most_beyond_copies() + 1)],
            summed: Vec::new(),
            to_lower: Vec::new(),
            census: Vec::new(),
        };
        let forms: Vec<Form> = rules.forms().iter().collect();
        let parts = compiler.different_parts();
        let work: Vec<(Form, Part)> =
            forms.iter().flat_map(|&form| parts.iter().map(move |&part| (form, part))).collect();
        let classes = side_by_side(&work, |&(form, part)| compiler.classes(form, part));
        for (&form, classes) in forms.iter().zip(classes.chunks(parts.len())) {
            compiler.add(form, &compiler.of_all_parts(&parts, classes));
        }
        compiler
    }

    /// The tables of the parts, one for parts of which the deck has the same.
    pub(super) fn parts(&self) -> [Arc<PartTable>; Part::ALL.len()] {
        let parts = self.different_parts();
        let table =
            |part: &Part| Arc::new(PartTable::new(self.deals[part.index()].kinds(), &self.sheets[part.index()]));
        self.of_all_parts(&parts, &side_by_side(&parts, table))
    }

    /// The first part of each deal: suits of which the deck has the same are compiled once.
    fn different_parts(&self) -> Vec<Part> {
        let is_new = |part: &Part| !self.deals[..part.index()].contains(&self.deals[part.index()]);
        Part::ALL.into_iter().filter(is_new).collect()
    }

    /// What each part has, given what those of them have that differ.
    fn of_all_parts<T: Clone>(&self, parts: &[Part], values: &[T]) -> [T; Part::ALL.len()] {
        let is_alike = |part: Part, other: &Part| self.deals[part.index()] == self.deals[other.index()];
        // Each is like one of them.
        Part::ALL.map(|part| values[parts.iter().position(|other| is_alike(part, other)).unwrap_or_default()].clone())
    }

    /// The shares of each row of each part, if a form is added up.
    pub(super) fn sums(&self, parts: &[Arc<PartTable>; Part::ALL.len()]) -> Option<SumsOfParts> {
        let ways = self.summed.iter().flat_map(|(form, ways)| ways.iter().map(move |sheets| (form, sheets)));
        let sums = (!self.summed.is_empty()).then(|| Sums::new(ways.clone().map(|(form, _)| form)))?;
        let shares = Part::ALL.map(|part| {
            let (table, is_suit) = (&parts[part.index()], part != Part::Honors);
            let of_row = |number| {
                let begin = if is_suit { Shares::default() } else { Shares::of_ways(ways.clone().count()) };
                ways.clone().enumerate().fold(begin, |shares, (way, (form, sheets))| {
                    let class = usize::from(table.class(number, sheets[part.index()]));
                    shares.with(way, if is_suit { form.suits[class] } else { form.honors[class] })
                })
            };
            (0..table.end).map(of_row).collect::<Vec<_>>()
        });
        Some(SumsOfParts { sums, shares: kept_once(shares), ways: ways.count() })
    }

    fn add(&mut self, form: Form, of_parts: &ClassesOfParts) {
        let grid = form.grid(self.rules);
        let merger = &Merger::new(grid);
        let begins = self.sheets.each_ref().map(Vec::len);
        let [characters, dots, bamboos, honors] = of_parts;
        let rows_of = |variants: &[&Vec<Arc<Grouped>>]| {
            in_order(variants.iter().flat_map(|variants| variants.iter()).flat_map(|classes| &classes.rows))
        };
        let (suits, honor_rows) = (rows_of(&[characters, dots, bamboos]), rows_of(&[honors]));
        let mut renumbered: HashMap<*const Grouped, Arc<Sheet>> = HashMap::new();
        for (part, (sheets, classes)) in Part::ALL.into_iter().zip(self.sheets.iter_mut().zip(of_parts)) {
            let rows = if part == Part::Honors { &honor_rows } else { &suits };
            for classes in classes {
                let sheet = renumbered.entry(Arc::as_ptr(classes)).or_insert_with(|| Arc::new(renumber(classes, rows)));
                sheets.push(Arc::clone(sheet));
            }
        }
        let beyond = self.rules.most_beyond_copies();
        let two_suits = Grouped::merged(merger, &suits, &suits, beyond);
        let suit_honors = Grouped::merged(merger, &suits, &honor_rows, beyond);
        self.census.push([suits.len(), honor_rows.len(), two_suits.rows.len(), suit_honors.rows.len()]);
        let [of_two_suits, of_suit_honors] = [&two_suits, &suit_honors].map(|merged| {
            let begin = self.merges.len();
            self.merges.extend(&merged.of);
            begin
        });
        let sheets: SheetsOfWays = form
            .ways()
            .iter()
            .map(|variants| [0, 1, 2, 3].map(|part| begins[part] + variants.get(part).unwrap_or(&0)))
            .collect();
        let room = WAYS - self.summed.iter().map(|(_, ways)| ways.len()).sum::<usize>();
        let of_suits = || self.sheets[..Suit::ALL.len()].iter().zip(begins).map(|(sheets, begin)| &sheets[begin]);
        // A suit that the deck lacks is void beside the one that is.
        let is_one_absent = of_suits().any(|sheet| sheet.get(VOID).is_some_and(|&void| void == sheet[0]));
        let is_void = |class| {
            !is_one_absent && of_suits().any(|sheet| sheet.get(VOID).is_some_and(|&void| usize::from(void) == class))
        };
        let only = |rows: &[Rows]| rows.iter().map(Rows::only).collect::<Option<Vec<CostRow>>>();
        // Exposed melds are not added up, nor what goes beyond the copies.
        let summed = match (form.goal(self.rules, 0), form.goal(self.rules, 1), only(&suits), only(&honor_rows)) {
            (Some(goal), None, Some(suits), Some(honors)) if sheets.len() <= room => {
                Summed::new(grid, goal, &suits, &honors, is_void)
            }
            _ => None,
        };
        let to_lower = match [&suits, &honor_rows, &two_suits.rows, &suit_honors.rows].map(|rows| only(rows)) {
            [Some(suits), Some(honors), Some(two_suits), Some(suit_honors)] if form.is_common() => {
                let goals = (0..=self.rules.melds()).filter_map(|exposed| form.goal(self.rules, exposed)).collect();
                let classes = [0, 1, 2, 3].map(|part| Arc::clone(&self.sheets[part][begins[part]]));
                Some(FormToTabulate { grid, goals, suits, honors, two_suits, suit_honors, classes })
            }
            _ => None,
        };
        let lowered = to_lower.as_ref().map(|_| self.to_lower.len());
        self.to_lower.extend(to_lower);
        let is_summed = summed.is_some();
        self.summed.extend(summed.map(|summed| (summed, sheets.clone())));
        for (place, ways) in self.ways.iter_mut().enumerate() {
            let (exposed, beyond) = (place / (beyond + 1), place % (beyond + 1));
            let Some(goal) = form.goal(self.rules, exposed) else { continue };
            let lacking = self.lacking.len();
            self.lacking.extend(Rows::lacking(merger, goal, beyond, &two_suits.rows, &suit_honors.rows));
            let way = |sheets: [usize; Part::ALL.len()]| Lookup {
                sheets,
                two_suits: [of_two_suits, suits.len()],
                suit_honors: [of_suit_honors, honor_rows.len()],
                lacking: [lacking, suit_honors.rows.len()],
            };
            let bound =
                [0, 1, 2, 3].map(|part| begins[part] + if part < Suit::ALL.len() { form.variants() } else { 0 });
            ways.push(FormLookups {
                form,
                is_summed,
                lowered,
                bound: (sheets.len() > 1).then(|| way(bound)),
                ways: sheets.iter().copied().map(way).collect(),
            });
        }
    }

    /// The classes of a part in each variant of a form, and of suits, behind these, with the least cost of all variants.
    fn classes(&self, form: Form, part: Part) -> Vec<Arc<Grouped>> {
        let deal = &self.deals[part.index()];
        let is_suit = part != Part::Honors;
        let (grid, most) = (form.grid(self.rules), self.rules.most_tiles() + 1);
        let variants = if is_suit { form.variants() } else { 1 };
        let targets = |beyond| -> Vec<Targets> {
            (0..variants).map(|variant| form.targets(self.rules, part, deal, (variant, beyond))).collect()
        };
        let most_beyond = self.rules.most_beyond_copies() as u8;
        let all = targets(most_beyond);
        let mut classes: Vec<Vec<Classes>> = Vec::new();
        for beyond in 0..=most_beyond {
            let targets = targets(beyond);
            let is_all = targets == all;
            let room = most - usize::from(beyond);
            let mut rows: Vec<_> = targets.into_iter().map(|targets| targets.rows(deal, grid, room)).collect();
            if variants > 1 {
                rows.push(least_of(&rows));
            }
            for rows in rows.iter_mut().filter(|_| is_suit && self.rules.void() == VoidSuit::Asked) {
                let is_lost = |cost| if cost == 0 { 0 } else { LOST };
                rows.push(rows.get(0).map(|CostRow(row)| CostRow(row.map(is_lost))));
            }
            classes.resize_with(rows.len(), Vec::new);
            classes.iter_mut().zip(&rows).for_each(|(classes, rows)| classes.push(Classes::group(rows)));
            if is_all {
                break;
            }
        }
        classes.iter().map(|classes| Arc::new(Grouped::new(deal.kinds(), most, classes))).collect()
    }
}

/// Tables of which equal ones are the same: what stands in one place stays in fast memory.
pub(super) fn kept_once<T: PartialEq>(tables: [Vec<T>; Part::ALL.len()]) -> [Arc<Vec<T>>; Part::ALL.len()] {
    let mut kept: Vec<Arc<Vec<T>>> = Vec::new();
    tables.map(|table| {
        let known = kept.iter().find(|kept| ***kept == table).cloned();
        known.unwrap_or_else(|| {
            let table = Arc::new(table);
            kept.push(Arc::clone(&table));
            table
        })
    })
}

/// What comes of each item, on as many threads as there are processors. Not on rayon's: these take up what else waits, which may ask for
/// the very tables that are being compiled.
fn side_by_side<T: Sync, R: Send>(items: &[T], of: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let work = || {
        let numbers =
            iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&number| number < items.len()));
        numbers.map(|number| (number, of(&items[number]))).collect::<Vec<_>>()
    };
    let processors =
        if cfg!(feature = "parallel") { thread::available_parallelism().map_or(1, NonZero::get) } else { 1 };
    let mut done = thread::scope(|scope| {
        // Where there are no more threads to be had, there are fewer.
        let others =
            (1..processors.min(items.len())).filter_map(|_| thread::Builder::new().spawn_scoped(scope, work).ok());
        let others: Vec<_> = others.collect();
        let mut done = work();
        for other in others {
            done.extend(other.join().unwrap_or_else(|panicked| panic::resume_unwind(panicked)));
        }
        done
    });
    done.sort_unstable_by_key(|&(number, _)| number);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Of each vector the least costs of all variants.
fn least_of(variants: &[CostRows]) -> CostRows {
    let of_vector = |vector| variants.iter().filter_map(|rows: &CostRows| rows.get(vector)).reduce(least);
    (0..variants[0].len()).map(of_vector).collect()
}

/// The class of each vector among those of all rows.
fn renumber(classes: &Grouped, rows: &[Rows]) -> Sheet {
    let numbers = numbered(&classes.rows, rows);
    classes.of.iter().map(|&class| numbers[usize::from(class)]).collect()
}

/// Compares with the census, if the rule set is a ready-made one.
///
/// # Panics
///
/// When a number differs.
pub(super) fn check_census(rules: &RuleSet, found: &[[usize; 4]]) {
    if let Some(known) = ReadyMade::ALL.into_iter().find(|name| name.rules() == *rules) {
        let expected = known.census();
        assert!(found == expected, "census of {}: {found:?} classes, expected {expected:?}", rules.name());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rule_sets_that_differ_in_wildcards_share_their_tables() {
        let sanma = ReadyMade::Sanma.rules().named("sanma that shares").unwrap();
        let tables = [0, 3].map(|wildcards| sanma.clone().with_wildcards(wildcards).unwrap().tables());
        let [none, three] = tables.map(|tables| &tables.parts);
        assert!(none.iter().zip(three).all(|(one, other)| Arc::ptr_eq(one, other)));
        assert_eq!(tables.map(|tables| tables.rules().wildcards()), [0, 3]);
    }
}
