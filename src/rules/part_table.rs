//! The classes of the vectors of a part.

use std::sync::Arc;

use paili_tables::counts::{BASE, SUIT_KINDS, totals, written};
use paili_tables::hash::Numbering;

/// The class of each vector of a part in one variant of a form, among the classes of all suits or the honors.
pub(super) type Sheet = Vec<u16>;

/// The classes of a part in each sheet, which is a variant of a form. Far fewer vectors differ in them than there are, so each
/// vector only says by its code which number its classes have. Behind the vectors of a suit, if one has to be void, stands
/// one that is: it lacks more than any hand for all that takes a tile of it.
#[derive(Debug)]
pub(super) struct PartTable {
    /// The numbers of all vectors' classes.
    pub numbers: Vec<u32>,
    /// Sheet by sheet, so that those of one that many hands are looked up in lie side by side.
    classes: Vec<u16>,
    /// How many numbers there are.
    pub end: usize,
}

/// Where a void suit stands.
pub(super) const VOID: usize = BASE.pow(SUIT_KINDS as u32);

/// How many sheets are looked at at once: as many as a key has room for, beside a number.
const AT_ONCE: usize = 6;

impl PartTable {
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

    pub(super) fn new(kinds: usize, sheets: &[Arc<Sheet>]) -> PartTable {
        // Without a form all vectors are alike, a void suit among them.
        let vectors = sheets.first().map_or(BASE.pow(kinds as u32) + 1, |sheet| sheet.len());
        // Some sheets after the others: what they have told apart so far has a number.
        let (mut numbers, mut known) = (written(vectors, 0), vec![Vec::<u16>::new()]);
        for sheets in sheets.chunks(AT_ONCE) {
            let mut longer = Numbering::default();
            for (vector, number) in numbers.iter_mut().enumerate() {
                let key = sheets.iter().fold(u128::from(*number), |key, sheet| key << 16 | u128::from(sheet[vector]));
                *number = longer.number(key);
            }
            let row = |&key: &u128| {
                let number = (key >> (16 * sheets.len())) as usize;
                let classes = (0..sheets.len()).rev().map(|sheet| (key >> (16 * sheet)) as u16);
                known[number].iter().copied().chain(classes).collect()
            };
            known = longer.keys().iter().map(row).collect();
        }
        // Those of few tiles, which are the common ones, come first.
        let totals = totals(kinds);
        let mut fewest = vec![u8::MAX; known.len()];
        for (&number, &tiles) in numbers.iter().zip(&totals) {
            let fewest = &mut fewest[number as usize];
            *fewest = tiles.min(*fewest);
        }
        let mut rows: Vec<(Vec<u16>, u32)> = known.into_iter().zip(0..).collect();
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
