//! Cost rows: how many tiles a part lacks.
//!
//! # How they are computed
//!
//! Whoever asks says what winning takes: a [`Grid`] of numbers of melds and pairs, and for each of these the *targets*,
//! the vectors that are exactly that. The cost of a vector v is the fewest tiles to add until it contains a target. Take
//! an optimal target T. Either v holds a tile that T does not use, and then v costs what it costs without that tile; or v
//! lies within T, and then it lacks |T| − |v| tiles. All targets of one place in the grid are of one size. Hence, for
//! each place,
//!
//! ```text
//! cost(v) = min( min over tiles t of v: cost(v − t),   |T| − |v| if v lies within some target T )
//! ```
//!
//! and `v lies within some target` is found by walking down from the targets a tile at a time. Both passes look at each
//! vector's direct neighbours only, so all rows together take a few million steps.

use std::collections::HashMap;

use crate::counts::{BASE, Vectors, totals, with_one_less};

/// The most places that a grid has.
pub const PLACES: usize = 16;

/// A number of tiles that no hand lacks, for what can't be reached.
pub const LOST: u8 = 99;

/// The fewest tiles that a part lacks, for every place of a grid; zeros behind them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CostRow(pub [u8; PLACES]);

/// What rows answer: every number of melds up to a largest one, with every number of pairs up to a largest one. Forms
/// that know no melds count something else.
///
/// Ordered as `[pairs][melds]`: first no pair with each number of melds, then one pair with each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Grid {
    melds: usize,
    pairs: usize,
}

impl Grid {
    /// A grid of 0 to `melds` melds and 0 to `pairs` pairs.
    ///
    /// # Panics
    ///
    /// When it has more than [`PLACES`] places.
    pub const fn new(melds: usize, pairs: usize) -> Grid {
        assert!((melds + 1) * (pairs + 1) <= PLACES, "a row has room for sixteen numbers");
        Grid { melds, pairs }
    }

    /// The most melds.
    pub const fn melds(self) -> usize {
        self.melds
    }

    /// The most pairs.
    pub const fn pairs(self) -> usize {
        self.pairs
    }

    /// How many places there are.
    #[allow(clippy::len_without_is_empty, reason = "no grid is empty")]
    pub const fn len(self) -> usize {
        (self.melds + 1) * (self.pairs + 1)
    }

    /// Where a row keeps a number of pairs and melds.
    ///
    /// # Panics
    ///
    /// When the grid has no such place.
    pub const fn place(self, pairs: usize, melds: usize) -> usize {
        assert!(pairs <= self.pairs && melds <= self.melds, "no part is asked for that many melds and pairs");
        pairs * (self.melds + 1) + melds
    }

    /// All numbers of pairs and melds, in the order of their places.
    pub fn all(self) -> impl Iterator<Item = (usize, usize)> + Clone {
        (0..=self.pairs).flat_map(move |pairs| (0..=self.melds).map(move |melds| (pairs, melds)))
    }
}

/// A part of a hand: how many copies the deck has of each of its kinds, and what winning hands may hold of it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[must_use]
pub struct Part {
    copies: Vec<u8>,
    /// How many of them a target may have.
    most: Vec<u8>,
    /// The tiles that every target of melds and pairs has beside these.
    required: Vec<u8>,
    chows: Chows,
}

/// Whether three kinds in a row are a meld.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Chows {
    /// They are.
    Melds,
    /// Only three of a kind are.
    Nothing,
}

impl Part {
    /// A part of as many kinds as there are numbers of copies, none of which is more than four.
    ///
    /// # Panics
    ///
    /// With a fifth copy.
    pub fn new(copies: &[u8], chows: Chows) -> Part {
        assert!(copies.iter().all(|&copies| usize::from(copies) < BASE), "at most four copies of each kind");
        Part { copies: copies.to_vec(), most: copies.to_vec(), required: vec![0; copies.len()], chows }
    }

    /// The same, of which targets may have only so many copies of each kind.
    ///
    /// # Panics
    ///
    /// When these are more than the deck has, or of another number of kinds.
    pub fn of_at_most(self, most: &[u8]) -> Part {
        assert!(most.len() == self.kinds() && most.iter().zip(&self.copies).all(|(most, copies)| most <= copies));
        Part { most: most.to_vec(), ..self }
    }

    /// The same, of which targets of melds and pairs have these tiles beside them.
    ///
    /// # Panics
    ///
    /// When these are of another number of kinds.
    pub fn requiring(self, tiles: &[u8]) -> Part {
        assert!(tiles.len() == self.kinds(), "as many kinds as the part has");
        Part { required: tiles.to_vec(), ..self }
    }

    /// How many kinds the part has.
    pub fn kinds(&self) -> usize {
        self.copies.len()
    }

    /// Whether a target may have so many copies of each kind, but for so many tiles of kinds that it may have.
    fn allows(&self, counts: &[u8], beyond: u8) -> bool {
        let lacks =
            |(&count, &most): (&u8, &u8)| if most == 0 && count > 0 { LOST } else { count.saturating_sub(most) };
        counts.iter().zip(&self.most).map(lacks).fold(0, u8::saturating_add) <= beyond
    }

    /// The melds of the part, each as its three kinds.
    pub fn melds(&self) -> Vec<[usize; 3]> {
        let pongs = (0..self.kinds()).map(|kind| [kind; 3]);
        let chows = (2..self.kinds()).map(|last| [last - 2, last - 1, last]);
        pongs.chain(chows.filter(|_| self.chows == Chows::Melds)).collect()
    }
}

/// The cost row of each of many items, which have few different ones.
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct CostRows {
    /// The number of each item's row; 0 for an item without a row.
    numbers: Vec<u32>,
    /// The rows that differ, from number 1 on.
    rows: Vec<CostRow>,
    known: HashMap<CostRow, u32>,
}

impl CostRows {
    /// How many items there are.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// The row of an item, if it has one.
    pub fn get(&self, item: usize) -> Option<CostRow> {
        self.row(self.numbers[item])
    }

    /// The rows of all items.
    pub fn iter(&self) -> impl Iterator<Item = Option<CostRow>> + '_ {
        self.numbers.iter().map(|&number| self.row(number))
    }

    /// The number of each item's row among those that [differ](CostRows::different), from 1 on; 0 for an item without a row.
    pub fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// The rows that differ.
    pub fn different(&self) -> &[CostRow] {
        &self.rows
    }

    /// Adds an item.
    pub fn push(&mut self, row: Option<CostRow>) {
        let last = self.numbers.last().copied().unwrap_or(0);
        let number = row.map_or(0, |row| self.number(row, last));
        self.numbers.push(number);
    }

    /// The number of a row, which is often that of the item before.
    fn number(&mut self, row: CostRow, last: u32) -> u32 {
        if self.row(last) == Some(row) {
            return last;
        }
        *self.known.entry(row).or_insert_with(|| {
            self.rows.push(row);
            self.rows.len() as u32
        })
    }

    fn row(&self, number: u32) -> Option<CostRow> {
        self.rows.get((number as usize).wrapping_sub(1)).copied()
    }
}

impl FromIterator<Option<CostRow>> for CostRows {
    fn from_iter<I: IntoIterator<Item = Option<CostRow>>>(items: I) -> CostRows {
        let mut rows = CostRows::default();
        items.into_iter().for_each(|row| rows.push(row));
        rows
    }
}

/// The targets of a part: for the code of each vector, a bit for each place of the grid that it is a target of.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub struct Targets {
    marks: Vec<u16>,
    sizes: [u8; PLACES],
    /// How many tiles of a target are beyond the copies that it may have, if others can stand for them.
    beyond: u8,
}

impl Targets {
    /// None yet.
    pub fn none(part: &Part) -> Targets {
        Targets { marks: vec![0; BASE.pow(part.kinds() as u32)], sizes: [0; PLACES], beyond: 0 }
    }

    /// None yet, of those that have up to so many tiles beyond the copies that a target may have.
    pub fn beyond(part: &Part, beyond: u8) -> Targets {
        Targets { beyond, ..Targets::none(part) }
    }

    /// Marks a vector, if the part allows it. Tiles beyond a target's copies are no part of any vector, so they always lack.
    ///
    /// # Panics
    ///
    /// When the place has targets of another size.
    pub fn mark(&mut self, part: &Part, counts: &[u8], place: usize) {
        if !part.allows(counts, self.beyond) {
            return;
        }
        let size = counts.iter().sum();
        assert!(matches!(self.sizes[place], 0) || self.sizes[place] == size, "all targets of a place are of one size");
        self.sizes[place] = size;
        let of_deck = counts.iter().zip(&part.most).map(|(&count, &copies)| count.min(copies));
        let code = of_deck.rev().fold(0, |code, count| BASE * code + usize::from(count));
        self.marks[code] |= 1 << place;
    }

    /// With those that are some tiles of a part, those that it [requires](Part::requiring), and beside them each number of melds and
    /// pairs that a grid has.
    pub fn and_melds(mut self, part: &Part, beside: &[u8], grid: Grid) -> Targets {
        let mut counts: Vec<u8> =
            beside.iter().zip(&part.required).map(|(beside, required)| beside + required).collect();
        if part.allows(&counts, self.beyond) {
            self.add_melds(part, &part.melds(), grid, &mut counts, (0, 0));
        }
        self
    }

    /// Marks `counts`, which holds `done` melds, with and without pairs; then goes on to all that have more melds, from
    /// the meld numbered `first` on.
    fn add_melds(
        &mut self,
        part: &Part,
        melds: &[[usize; 3]],
        grid: Grid,
        counts: &mut [u8],
        (done, first): (usize, usize),
    ) {
        self.mark(part, counts, grid.place(0, done));
        for kind in (0..counts.len()).filter(|_| grid.pairs() > 0) {
            counts[kind] += 2;
            self.mark(part, counts, grid.place(1, done));
            counts[kind] -= 2;
        }
        if done < grid.melds() {
            for (number, tiles) in melds.iter().enumerate().skip(first) {
                for &kind in tiles {
                    counts[kind] += 1;
                }
                if part.allows(counts, self.beyond) {
                    self.add_melds(part, melds, grid, counts, (done + 1, number));
                }
                for &kind in tiles {
                    counts[kind] -= 1;
                }
            }
        }
    }

    /// The cost row of every vector of a part, by the vector's code, of at most `most` tiles. A larger vector has none, nor
    /// one that the deck does not allow.
    pub fn rows(mut self, part: &Part, grid: Grid, most: usize) -> CostRows {
        let within = &mut self.marks;
        // From the targets downwards: what lies within a vector's target lies within it too.
        for code in (0..within.len()).rev() {
            let marks = within[code];
            if marks != 0 {
                for less in with_one_less(code) {
                    within[less] |= marks;
                }
            }
        }

        // And upwards: a vector's row from the rows of all vectors with one tile less.
        let mut rows = CostRows { numbers: vec![0; within.len()], ..CostRows::default() };
        let (mut vectors, mut last) = (Vectors::new(&part.copies, most), 0);
        loop {
            let mut row = [0; PLACES];
            row[..grid.len()].fill(LOST);
            for CostRow(cheaper) in vectors.with_one_less().filter_map(|less| rows.get(less)) {
                for (cost, other) in row.iter_mut().zip(cheaper) {
                    *cost = (*cost).min(other);
                }
            }
            for (place, cost) in row.iter_mut().enumerate().take(grid.len()) {
                if within[vectors.code()] >> place & 1 == 1 {
                    *cost = (*cost).min(self.sizes[place] - vectors.tiles() as u8);
                }
            }
            last = rows.number(CostRow(row), last);
            rows.numbers[vectors.code()] = last;
            if !vectors.go_on() {
                return rows;
            }
        }
    }
}

/// Of the rows of all vectors of a part those of at most `most` tiles.
pub(crate) fn up_to(most: usize, part: &Part, rows: &CostRows) -> CostRows {
    let of_hand = |(row, &total): (Option<CostRow>, &u8)| row.filter(|_| usize::from(total) <= most);
    rows.iter().zip(&totals(part.kinds())).map(of_hand).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::code;
    use crate::standard::{GRID, honors, suit};

    fn row(part: &Part, counts: &[u8]) -> CostRow {
        Targets::none(part)
            .and_melds(part, &vec![0; part.kinds()], GRID)
            .rows(part, GRID, 15)
            .get(code(counts))
            .unwrap()
    }

    #[test]
    fn nothing_lacks_every_tile_of_its_targets() {
        assert_eq!(row(&suit(), &[0; 9]).0[..GRID.len()], [0, 3, 6, 9, 12, 2, 5, 8, 11, 14]);
    }

    #[test]
    fn a_fifth_copy_is_no_help() {
        // 1 1 1 1: a pong and nothing else; a pair beside it would need a fifth 1, so it costs two other tiles.
        let row = row(&suit(), &[4, 0, 0, 0, 0, 0, 0, 0, 0]).0;
        assert_eq!([(0, 1), (1, 0), (1, 1)].map(|(pairs, melds)| row[GRID.place(pairs, melds)]), [0, 0, 2]);
    }

    #[test]
    fn honors_form_no_chows() {
        let row = row(&honors(), &[1, 1, 1, 0, 0, 0, 0]).0;
        assert_eq!([(0, 1), (1, 0), (1, 1)].map(|(pairs, melds)| row[GRID.place(pairs, melds)]), [2, 1, 3]);
    }

    #[test]
    fn what_a_deck_lacks_has_no_row_and_is_no_target() {
        // Only the first and the last kind, of which there are three: neither chows nor a second pong.
        let part = Part::new(&[3, 0, 0, 0, 0, 0, 0, 0, 3], Chows::Melds);
        let rows = Targets::none(&part).and_melds(&part, &[0; 9], GRID).rows(&part, GRID, 15);
        assert_eq!(rows.iter().flatten().count(), 16);
        assert_eq!(rows.get(0).unwrap().0[..GRID.len()], [0, 3, 6, LOST, LOST, 2, 5, LOST, LOST, LOST]);
    }

    #[test]
    fn only_what_a_hand_can_hold_has_rows() {
        let part = honors();
        let rows = Targets::none(&part).and_melds(&part, &[0; 7], GRID).rows(&part, GRID, 15);
        let of_hands = up_to(14, &part, &rows);
        assert!(rows.get(code(&[4, 4, 4, 3])).is_some() && rows.get(code(&[4, 4, 4, 4])).is_none());
        assert!(of_hands.get(code(&[4, 4, 4, 2])).is_some() && of_hands.get(code(&[4, 4, 4, 3])).is_none());
    }
}
