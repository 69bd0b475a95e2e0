//! From a rule set to its tables.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use paili_tables::class::Classes;
use paili_tables::cost::{CostRow, LOST};
use paili_tables::merge::Merger;
use paili_tables::targets::Targets;

use super::deals::Deals;
use super::lookup::{FormLookups, Lookup};
use super::part_table::{PartTable, Sheet, VOID};
use super::rows::{Grouped, Rows, in_order, numbered};
use super::rule_tables::RuleTables;
use super::sums::{FEW, Shares, Summed, Sums, WAYS};
use super::threads::side_by_side;
use super::useful_tables::FormToTabulate;
use super::{ReadyMade, RuleSet, VoidSuit};
use crate::forms::Form;
use crate::tile::Suit;
use crate::tile_set::Part;

/// The forms that are added up.
#[derive(Debug, Clone)]
pub(super) struct SumsOfParts {
    pub sums: Sums,
    /// The shares of each part, by the numbers of its classes.
    pub shares: [Arc<[Shares]>; Part::ALL.len()],
    /// How many ways they have.
    pub ways: usize,
}

impl SumsOfParts {
    /// The sums of parts whose rows have these numbers.
    #[inline]
    pub(super) fn of(&self, numbers: [usize; Part::ALL.len()]) -> Shares {
        let [characters, dots, bamboos, honors] = Part::each(|part| self.shares[part][numbers[part]]);
        characters.plus(dots).plus(bamboos.plus(honors))
    }
}

/// The sheets of the parts, for each way to win.
type SheetsOfWays = Vec<[usize; Part::ALL.len()]>;

/// The classes of each part in each variant of a form.
type ClassesOfParts = [Vec<Arc<Grouped>>; Part::ALL.len()];

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
    deals: Deals,
    sheets: [Vec<Arc<Sheet>>; Part::ALL.len()],
    /// The tables of all forms, one behind the other.
    pub merges: Vec<u16>,
    pub lacking: Vec<u8>,
    /// By the numbers of exposed melds and of tiles beyond the deck's copies.
    pub ways: Vec<Vec<FormLookups>>,
    /// The forms that are added up, and their ways.
    summed: Vec<(Summed, SheetsOfWays)>,
    /// What tables of useful tiles are made of, for each form that has some.
    pub to_tabulate: Vec<Option<FormToTabulate>>,
    /// Of each form: the classes of a suit, of the honors, of two suits, of a suit and the honors.
    pub census: Vec<[usize; 4]>,
}

impl Compiler<'_> {
    pub(super) fn new(rules: &RuleSet) -> Compiler<'_> {
        let mut compiler = Compiler {
            rules,
            deals: Deals::new(rules),
            sheets: std::array::from_fn(|_| Vec::new()),
            merges: Vec::new(),
            lacking: Vec::new(),
            ways: vec![Vec::new(); (rules.melds() + 1) * (rules.most_beyond_copies() + 1)],
            summed: Vec::new(),
            to_tabulate: Vec::new(),
            census: Vec::new(),
        };
        let forms: Vec<Form> = rules.forms().iter().collect();
        let parts = compiler.deals.different();
        let work: Vec<(Form, Part)> =
            forms.iter().flat_map(|&form| parts.iter().map(move |&part| (form, part))).collect();
        let classes = side_by_side(&work, |&(form, part)| compiler.classes(form, part));
        let of_forms = classes.chunks(parts.len()).map(|classes| compiler.deals.of_all(&parts, classes));
        let of_forms: Vec<(ClassesOfParts, [Vec<Rows>; 2])> =
            of_forms.map(|of_parts| (of_parts.clone(), rows_of(&of_parts))).collect();
        let beyond = rules.most_beyond_copies();
        // Each form's suits beside suits, and beside honors.
        let pairs = forms
            .iter()
            .zip(&of_forms)
            .flat_map(|(form, (_, [suits, honors]))| [(form, suits, suits), (form, suits, honors)]);
        let pairs: Vec<(&Form, &Vec<Rows>, &Vec<Rows>)> = pairs.collect();
        let merged = side_by_side(&pairs, |&(form, first, second)| {
            Grouped::merged(&Merger::new(form.grid(rules)), first, second, beyond)
        });
        for ((&form, (of_parts, rows)), merged) in forms.iter().zip(&of_forms).zip(merged.as_chunks().0) {
            compiler.add(form, of_parts, rows, merged);
        }
        compiler
    }

    /// The tables of the parts, one for parts of which the deck has the same.
    pub(super) fn parts(&self) -> [Arc<PartTable>; Part::ALL.len()] {
        let parts = self.deals.different();
        let table = |part: &Part| Arc::new(PartTable::new(self.deals.of(*part).kinds(), &self.sheets[part.index()]));
        self.deals.of_all(&parts, &side_by_side(&parts, table))
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

    fn add(
        &mut self,
        form: Form,
        of_parts: &ClassesOfParts,
        [suits, honor_rows]: &[Vec<Rows>; 2],
        [two_suits, suit_honors]: &[Grouped; 2],
    ) {
        let grid = form.grid(self.rules);
        let merger = &Merger::new(grid);
        let begins = self.sheets.each_ref().map(Vec::len);
        let mut renumbered: HashMap<*const Grouped, Arc<Sheet>> = HashMap::new();
        for (part, (sheets, classes)) in Part::ALL.into_iter().zip(self.sheets.iter_mut().zip(of_parts)) {
            let rows = if part == Part::Honors { honor_rows } else { suits };
            for classes in classes {
                let sheet = renumbered.entry(Arc::as_ptr(classes)).or_insert_with(|| Arc::new(renumber(classes, rows)));
                sheets.push(Arc::clone(sheet));
            }
        }
        let beyond = self.rules.most_beyond_copies();
        self.census.push([suits.len(), honor_rows.len(), two_suits.rows.len(), suit_honors.rows.len()]);
        let [of_two_suits, of_suit_honors] = [two_suits, suit_honors].map(|merged| {
            let begin = self.merges.len();
            self.merges.extend(&merged.of);
            begin
        });
        let sheets: SheetsOfWays = form
            .ways()
            .iter()
            .map(|variants| [0, 1, 2, 3].map(|part| begins[part] + variants.get(part).unwrap_or(&0)))
            .collect();
        let ways_before = self.summed.iter().map(|(_, ways)| ways.len()).sum::<usize>();
        let of_suits = || self.sheets[..Suit::ALL.len()].iter().zip(begins).map(|(sheets, begin)| &sheets[begin]);
        // A suit that the deck lacks is void beside the one that is.
        let is_one_absent = of_suits().any(|sheet| sheet.get(VOID).is_some_and(|&void| void == sheet[0]));
        let is_void = |class| {
            !is_one_absent && of_suits().any(|sheet| sheet.get(VOID).is_some_and(|&void| usize::from(void) == class))
        };
        let only = |rows: &[Rows]| rows.iter().map(Rows::only).collect::<Option<Vec<CostRow>>>();
        // Exposed melds are not added up, nor what goes beyond the copies.
        let summed = match (form.goal(self.rules, 0), form.goal(self.rules, 1), only(suits), only(honor_rows)) {
            (Some(goal), None, Some(suits), Some(honors)) if ways_before + sheets.len() <= WAYS => {
                Summed::new(grid, goal, &suits, &honors, is_void)
            }
            _ => None,
        };
        let is_summed = summed.is_some();
        let is_few = is_summed && ways_before + sheets.len() <= FEW;
        let to_tabulate = match [suits, honor_rows, &two_suits.rows, &suit_honors.rows].map(|rows| only(rows)) {
            // The first few ways that are added up need none of their own.
            [Some(suits), Some(honors), Some(two_suits), Some(suit_honors)]
                if form.is_common() && (!is_few || self.to_tabulate.is_empty()) =>
            {
                let goals = (0..=self.rules.melds()).filter_map(|exposed| form.goal(self.rules, exposed)).collect();
                let way = |sheets: &[usize; Part::ALL.len()]| {
                    [0, 1, 2, 3].map(|part| Arc::clone(&self.sheets[part][sheets[part]]))
                };
                let ways = sheets.iter().map(way).collect();
                Some(FormToTabulate { grid, goals, suits, honors, two_suits, suit_honors, ways })
            }
            _ => None,
        };
        let number = self.to_tabulate.len();
        self.to_tabulate.push(to_tabulate);
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
                is_few,
                number,
                bound: (sheets.len() > 1).then(|| way(bound)),
                ways: sheets.iter().copied().map(way).collect(),
            });
        }
    }

    /// The classes of a part in each variant of a form, and of suits, behind these, with the least cost of all variants.
    fn classes(&self, form: Form, part: Part) -> Vec<Arc<Grouped>> {
        let deal = self.deals.of(part);
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
                rows.extend(
                    rows.iter().skip(1).fold(rows.first().cloned(), |least, rows| least.map(|least| least.least(rows))),
                );
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
        classes.into_iter().map(|classes| Arc::new(Grouped::new(deal, most, classes))).collect()
    }
}

/// Tables of which equal ones are the same: what stands in one place stays in fast memory.
pub(super) fn kept_once<T: PartialEq>(tables: [Vec<T>; Part::ALL.len()]) -> [Arc<[T]>; Part::ALL.len()] {
    let mut kept: Vec<Arc<[T]>> = Vec::new();
    tables.map(|table| {
        let known = kept.iter().find(|kept| kept[..] == table).cloned();
        known.unwrap_or_else(|| {
            let table: Arc<[T]> = table.into();
            kept.push(Arc::clone(&table));
            table
        })
    })
}

/// The rows of all suits, and of the honors.
fn rows_of(of_parts: &ClassesOfParts) -> [Vec<Rows>; 2] {
    let (suits, honors) = of_parts.split_at(Suit::ALL.len());
    [suits, honors].map(|parts| in_order(parts.iter().flatten().flat_map(|classes| &classes.rows)))
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
