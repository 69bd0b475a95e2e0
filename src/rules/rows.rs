//! Cost rows where wildcards may stand for more copies of a kind than the deck has.
//!
//! A target may then have some tiles beyond the deck's copies, each of which takes one of the wildcards that a hand holds. So a
//! part has a row for each number of them, and two parts merge by sharing it out. Few rows differ by it, since a tile
//! beyond the copies always lacks: hands of four melds have 133 classes of a suit instead of 126, with one wildcard or eight.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use paili_tables::class::Classes;
use paili_tables::cost::{CostRow, LOST, PLACES};
use paili_tables::counts::totals;
use paili_tables::merge::{Merger, Turned};

/// The row with up to each number of tiles beyond the deck's copies, none first. What more of them would not change is left out.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Rows(Vec<CostRow>);

/// Items grouped by their rows.
pub(super) struct Grouped {
    /// The class of each item; one or another for an item without rows.
    pub of: Vec<u16>,
    /// The rows of each class, in increasing order.
    pub rows: Vec<Rows>,
}

impl Rows {
    fn new(mut rows: Vec<CostRow>) -> Rows {
        while rows.len() > 1 && rows[rows.len() - 1] == rows[rows.len() - 2] {
            rows.pop();
        }
        Rows(rows)
    }

    /// The row, if it is one whatever goes beyond the copies.
    pub(super) fn only(&self) -> Option<CostRow> {
        (self.0.len() == 1).then_some(self.0[0])
    }

    /// What every two parts lack for a place of the grid, with up to so many tiles beyond the copies; items are `[first][second]`.
    pub(super) fn lacking<'a>(
        merger: &Merger,
        goal: (usize, usize),
        beyond: usize,
        first: &'a [Rows],
        second: &[Rows],
    ) -> impl Iterator<Item = u8> + use<'a> {
        let turned = second.iter().flat_map(|rows| (0..=beyond).rev().map(|own| merger.turned(goal, rows.at(own))));
        let turned: Arc<[Turned]> = turned.collect();
        let others = turned.len() / (beyond + 1);
        first.iter().flat_map(move |rows| {
            let turned = Arc::clone(&turned);
            (0..others).map(move |other| {
                // They share out the tiles beyond the copies.
                let beside = turned[other * (beyond + 1)..].iter().zip(&rows.0).take(beyond + 1);
                beside.map(|(turned, &row)| turned.lacks(row)).min().unwrap_or(LOST)
            })
        })
    }

    /// The rows of two parts side by side.
    fn merge(&self, other: &Rows, merger: &Merger, most: usize) -> Rows {
        let row = |beyond| {
            let ways = self.shared(other, beyond).map(|(one, other)| merger.merge(one, other));
            ways.reduce(least).unwrap_or(CostRow([LOST; PLACES]))
        };
        Rows::new((0..=most).map(row).collect())
    }

    /// How many tiles beyond the copies make a difference.
    pub(super) fn most(&self) -> usize {
        self.0.len() - 1
    }

    fn at(&self, beyond: usize) -> CostRow {
        self.0[beyond.min(self.most())]
    }

    /// The rows of two parts that share out tiles beyond the copies.
    fn shared<'a>(&'a self, other: &'a Rows, beyond: usize) -> impl Iterator<Item = (CostRow, CostRow)> + 'a {
        (0..=beyond.min(self.most())).map(move |own| (self.at(own), other.at(beyond - own)))
    }
}

/// The lesser number of each place.
pub(super) fn least(CostRow(one): CostRow, CostRow(other): CostRow) -> CostRow {
    CostRow(std::array::from_fn(|place| one[place].min(other[place])))
}

impl Grouped {
    /// Groups the vectors of a part by their classes with each number of tiles beyond the copies. A hand of at most `most` tiles
    /// holds a wildcard for each of these, so that vectors that leave no room for wildcards need no other row.
    pub(super) fn new(kinds: usize, most: usize, classes: &[Classes]) -> Grouped {
        if let [only] = classes {
            let rows = only.rows.iter().map(|&row| Rows(vec![row])).collect();
            return Grouped { of: only.of.clone(), rows };
        }
        let totals = totals(kinds);
        let mut known: HashMap<Vec<u16>, usize> = HashMap::new();
        let (mut found, mut numbers) = (Vec::new(), Vec::with_capacity(classes[0].of.len()));
        let (mut of_vector, mut last) = (Vec::new(), (Vec::new(), 0));
        for vector in 0..classes[0].of.len() {
            // A void suit stands behind the vectors.
            let room = most.saturating_sub(totals.get(vector).copied().unwrap_or(0).into());
            of_vector.clear();
            of_vector.extend(classes.iter().take(room + 1).map(|classes| classes.of[vector]));
            // Neighbours are often equal.
            if of_vector != last.0 {
                let number = *known.entry(of_vector.clone()).or_insert_with(|| {
                    let rows = of_vector.iter().zip(classes).map(|(&class, classes)| classes.rows[usize::from(class)]);
                    found.push(Rows::new(rows.collect()));
                    found.len() - 1
                });
                last = (of_vector.clone(), number);
            }
            numbers.push(last.1);
        }
        let rows = in_order(&found);
        let of_found = numbered(&found, &rows);
        Grouped { of: numbers.into_iter().map(|number| of_found[number]).collect(), rows }
    }

    /// Merges all rows of `first` with all of `second`, with up to `most` tiles beyond the copies; items are `[first][second]`.
    pub(super) fn merged(merger: &Merger, first: &[Rows], second: &[Rows], most: usize) -> Grouped {
        let mut known: HashMap<Rows, usize> = HashMap::new();
        let mut of_pairs = Vec::with_capacity(first.len() * second.len());
        for (one, other) in first.iter().flat_map(|one| second.iter().map(move |other| (one, other))) {
            let next = known.len();
            of_pairs.push(*known.entry(one.merge(other, merger, most)).or_insert(next));
        }
        let mut rows: Vec<(Rows, usize)> = known.into_iter().collect();
        rows.sort_unstable();
        let mut in_order = vec![0; rows.len()];
        rows.iter().zip((0..=u16::MAX).cycle()).for_each(|(&(_, found), number)| in_order[found] = number);
        Grouped {
            of: of_pairs.into_iter().map(|found| in_order[found]).collect(),
            rows: rows.into_iter().map(|(rows, _)| rows).collect(),
        }
    }
}

/// Those that differ, in increasing order.
pub(super) fn in_order<'a>(rows: impl IntoIterator<Item = &'a Rows>) -> Vec<Rows> {
    let rows: BTreeSet<&Rows> = rows.into_iter().collect();
    rows.into_iter().cloned().collect()
}

/// The number of each of some rows among all that there are.
pub(super) fn numbered(rows: &[Rows], all: &[Rows]) -> Vec<u16> {
    let numbers: HashMap<&Rows, u16> = all.iter().zip((0..=u16::MAX).cycle()).collect();
    rows.iter().map(|rows| numbers[rows]).collect()
}
