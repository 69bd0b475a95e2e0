//! Cost rows: how many tiles a part lacks.

use crate::counts::{BASE, codes, totals_of};
use crate::hash::Numbering;

/// The most places that a grid has.
pub const PLACES: usize = 16;

/// A number of tiles that no hand lacks, for what can't be reached.
pub const LOST: u8 = 99;

/// The fewest tiles that a part lacks, for every place of a grid; zeros behind them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CostRow(pub [u8; PLACES]);

impl CostRow {
    /// The lesser cost of each place.
    #[inline]
    #[must_use]
    pub fn least(self, other: CostRow) -> CostRow {
        CostRow(std::array::from_fn(|place| self.0[place].min(other.0[place])))
    }
}

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
    pub(crate) copies: Vec<u8>,
    /// How many of them a target may have.
    pub(crate) most: Vec<u8>,
    /// The tiles that every target of melds and pairs has beside these.
    pub(crate) required: Vec<u8>,
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

    /// The codes of all vectors that the deck has of it, in increasing order.
    pub fn codes(&self) -> Vec<u32> {
        codes(&self.copies)
    }

    /// How many tiles each of these vectors has.
    pub fn totals(&self) -> Vec<u8> {
        totals_of(&self.copies)
    }

    /// Whether a target may have so many copies of each kind, but for so many tiles of kinds that it may have.
    pub(crate) fn allows(&self, counts: &[u8], beyond: u8) -> bool {
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
    rows: Numbering<CostRow>,
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
        self.rows.keys()
    }

    /// Adds an item.
    #[inline]
    pub fn push(&mut self, row: Option<CostRow>) {
        let number = row.map_or(0, |row| self.rows.number(row) + 1);
        self.numbers.push(number);
    }

    /// So many items, none of which has a row.
    pub(crate) fn none(items: usize) -> CostRows {
        CostRows { numbers: vec![0; items], ..CostRows::default() }
    }

    /// Gives an item a row.
    #[inline]
    pub(crate) fn set(&mut self, item: usize, row: CostRow) {
        self.numbers[item] = self.rows.number(row) + 1;
    }

    /// Of each item the lesser cost of each place, of two rows if it has both.
    pub fn least(&self, other: &CostRows) -> CostRows {
        let mut pairs = Numbering::default();
        let of_items: Vec<u32> =
            self.numbers.iter().zip(&other.numbers).map(|(&one, &other)| pairs.number([one, other])).collect();
        let mut rows = CostRows::default();
        let least = |&[one, number]: &[u32; 2]| match (self.row(one), other.row(number)) {
            (Some(one), Some(other)) => Some(one.least(other)),
            (one, other) => one.or(other),
        };
        let of_pairs: Vec<u32> =
            pairs.keys().iter().map(|pair| least(pair).map_or(0, |row| rows.rows.number(row) + 1)).collect();
        rows.numbers = of_items.into_iter().map(|pair| of_pairs[pair as usize]).collect();
        rows
    }

    fn row(&self, number: u32) -> Option<CostRow> {
        self.rows.keys().get((number as usize).wrapping_sub(1)).copied()
    }
}

impl FromIterator<Option<CostRow>> for CostRows {
    fn from_iter<I: IntoIterator<Item = Option<CostRow>>>(items: I) -> CostRows {
        let mut rows = CostRows::default();
        items.into_iter().for_each(|row| rows.push(row));
        rows
    }
}

/// Of the rows of all vectors of a part those of at most `most` tiles.
pub(crate) fn up_to(most: usize, part: &Part, rows: &CostRows) -> CostRows {
    let of_hand = |(row, &total): (Option<CostRow>, &u8)| row.filter(|_| usize::from(total) <= most);
    rows.iter().zip(&part.totals()).map(of_hand).collect()
}
