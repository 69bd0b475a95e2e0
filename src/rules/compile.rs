//! From a rule set to its tables.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use paili_tables::class::Classes;
use paili_tables::cost::{CostRow, LOST, Part as Deal};
use paili_tables::counts::{BASE, SUIT_KINDS};
use paili_tables::merge;

use super::lookup::{RuleTables, Way};
use super::{ReadyMade, RuleSet, VoidSuit, WinForm};
use crate::tile_set::Part;

/// The classes of a part: of each vector by its code, one for each sheet. A sheet is a form's variant. Behind the vectors of a
/// suit, if one has to be void, stand the classes of one that is: it lacks more than any hand for all that takes a tile of it.
#[derive(Debug)]
pub(super) struct PartTable {
    classes: Vec<u16>,
    sheets: usize,
}

/// Where the classes of a void suit stand.
pub(super) const VOID: usize = BASE.pow(SUIT_KINDS as u32);

impl PartTable {
    /// The classes of a vector.
    #[inline]
    pub(super) fn of(&self, vector: usize) -> &[u16] {
        &self.classes[vector * self.sheets..][..self.sheets]
    }

    fn new(sheets: &[Arc<Sheet>]) -> PartTable {
        let vectors = sheets.first().map_or(0, |sheet| sheet.len());
        let mut classes = vec![0; vectors * sheets.len()];
        for (number, sheet) in sheets.iter().enumerate() {
            classes[number..].iter_mut().step_by(sheets.len()).zip(&**sheet).for_each(|(to, &class)| *to = class);
        }
        PartTable { classes, sheets: sheets.len() }
    }
}

/// The class of each vector of a part in one variant of a form, among the classes of all suits or the honors.
type Sheet = Vec<u16>;

impl RuleSet {
    /// The tables: compiled when they are first asked for, which takes a fraction of a second, and kept for the process.
    ///
    /// # Panics
    ///
    /// When those of a ready-made rule set are not as large as they are known to be: they would be wrong.
    #[must_use]
    pub fn tables(&self) -> &'static RuleTables {
        static KEPT: Mutex<Vec<&RuleTables>> = Mutex::new(Vec::new());
        // Whoever compiled them and failed has left no half of them there.
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(tables) = kept.iter().find(|tables| tables.rules() == self) {
            return tables;
        }
        let tables = &*Box::leak(Box::new(RuleTables::compile(self)));
        kept.push(tables);
        tables
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
    /// By the number of exposed melds.
    pub ways: Vec<Vec<Way>>,
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
            ways: vec![Vec::new(); rules.melds() + 1],
            census: Vec::new(),
        };
        for &form in rules.forms() {
            compiler.add(form);
        }
        compiler
    }

    /// The tables of the parts, one for parts of which the deck has the same.
    pub(super) fn parts(&self) -> [Arc<PartTable>; Part::ALL.len()] {
        let mut known: HashMap<&Deal, Arc<PartTable>> = HashMap::new();
        std::array::from_fn(|part| {
            let table = || Arc::new(PartTable::new(&self.sheets[part]));
            Arc::clone(known.entry(&self.deals[part]).or_insert_with(table))
        })
    }

    fn add(&mut self, form: WinForm) {
        let grid = form.grid(self.rules);
        let begins = self.sheets.each_ref().map(Vec::len);
        let of_parts = self.classes(form);
        let [characters, dots, bamboos, honors] = &of_parts;
        let suits = rows_of([characters, dots, bamboos].into_iter().flatten());
        let honor_rows = rows_of(honors);
        let mut renumbered: HashMap<*const Classes, Arc<Sheet>> = HashMap::new();
        for (part, (sheets, classes)) in Part::ALL.into_iter().zip(self.sheets.iter_mut().zip(&of_parts)) {
            let rows = if part == Part::Honors { &honor_rows } else { &suits };
            for classes in classes {
                let sheet = renumbered.entry(Arc::as_ptr(classes)).or_insert_with(|| Arc::new(renumber(classes, rows)));
                sheets.push(Arc::clone(sheet));
            }
        }
        let two_suits = merge::merge_all(grid, &suits, &suits);
        let suit_honors = merge::merge_all(grid, &suits, &honor_rows);
        self.census.push([suits.len(), honor_rows.len(), two_suits.rows.len(), suit_honors.rows.len()]);
        let [of_two_suits, of_suit_honors] = [&two_suits, &suit_honors].map(|merged| {
            let begin = self.merges.len();
            self.merges.extend(&merged.of);
            begin
        });
        for (exposed, ways) in self.ways.iter_mut().enumerate() {
            let Some(goal) = form.goal(self.rules, exposed) else { continue };
            let lacking = self.lacking.len();
            self.lacking.extend(merge::lacking(grid, goal, &two_suits.rows, &suit_honors.rows));
            ways.extend(form.ways().iter().map(|suits_of_way| Way {
                sheets: [0, 1, 2, 3].map(|part| begins[part] + suits_of_way.get(part).unwrap_or(&0)),
                two_suits: [of_two_suits, suits.len()],
                suit_honors: [of_suit_honors, honor_rows.len()],
                lacking: [lacking, suit_honors.rows.len()],
            }));
        }
    }

    /// The classes of each part in each variant of a form. Suits of which the deck has the same are compiled once.
    fn classes(&self, form: WinForm) -> [Vec<Arc<Classes>>; Part::ALL.len()] {
        let mut compiled: HashMap<(&Deal, usize), Arc<Classes>> = HashMap::new();
        Part::ALL.map(|part| {
            let deal = &self.deals[part.index()];
            let variants = if part == Part::Honors { 1 } else { form.variants() };
            let of_variant = |variant| {
                let compiled = compiled.entry((deal, variant)).or_insert_with(|| {
                    let targets = form.targets(self.rules, part, deal, variant);
                    let mut rows = targets.rows(deal, form.grid(self.rules), self.rules.most_tiles() + 1);
                    if part != Part::Honors && self.rules.void() == VoidSuit::Asked {
                        let is_lost = |cost| if cost == 0 { 0 } else { LOST };
                        rows.push(rows[0].map(|CostRow(row)| CostRow(row.map(is_lost))));
                    }
                    Arc::new(Classes::group(&rows))
                });
                Arc::clone(compiled)
            };
            (0..variants).map(of_variant).collect()
        })
    }
}

/// The rows of all these classes, in increasing order.
fn rows_of<'a>(variants: impl IntoIterator<Item = &'a Arc<Classes>>) -> Vec<CostRow> {
    let rows: BTreeSet<CostRow> = variants.into_iter().flat_map(|classes| classes.rows.iter().copied()).collect();
    rows.into_iter().collect()
}

/// The class of each vector among those of all rows.
fn renumber(classes: &Classes, rows: &[CostRow]) -> Sheet {
    let number = |row| rows.binary_search(row).expect("the rows are these and more") as u16;
    let numbers: Vec<u16> = classes.rows.iter().map(number).collect();
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
