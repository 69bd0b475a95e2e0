//! Cost rows where wildcards may stand for more copies of a kind than the deck has.
//!
//! A target may then have some tiles beyond the deck's copies, each of which takes one of the wildcards that a hand holds. So a
//! part has a row for each number of them, and two parts merge by sharing it out. Few rows differ by it, since a tile
//! beyond the copies always lacks: hands of four melds have 133 classes of a suit instead of 126, with one wildcard or eight.

use std::borrow::Borrow;
use std::collections::{BTreeSet, HashMap};

use paili_tables::class::Classes;
use paili_tables::cost::{CostRow, LOST, Part as Deal};
use paili_tables::counts::{totals, written};
use paili_tables::hash::{Numbering, QuickMap};
use paili_tables::merge::{Merger, Moved, TurnedRows};

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

    /// What every two parts lack for a place of the grid, with up to so many tiles beyond the copies; items are
    /// `[first][second]`.
    pub(super) fn lacking(
        merger: &Merger,
        goal: (usize, usize),
        beyond: usize,
        first: &[Rows],
        second: &[Rows],
    ) -> Vec<u8> {
        let turned = |own| TurnedRows::new(merger, goal, second.iter().map(|rows| rows.at(own)));
        let turned: Vec<TurnedRows> = (0..=beyond).map(turned).collect();
        let mut lacking = vec![LOST; first.len() * second.len()];
        for (rows, lacking) in first.iter().zip(lacking.chunks_exact_mut(second.len())) {
            // They share out the tiles beyond the copies.
            for (&row, turned) in rows.0.iter().zip(turned.iter().rev()) {
                turned.lower(row, lacking);
            }
        }
        lacking
    }

    /// The rows of two parts side by side, with up to so many tiles beyond the copies.
    fn merge(&self, other: &[Moved], merger: &Merger, most: usize, both: &mut Vec<CostRow>) {
        let others = other.len() - 1;
        both.clear();
        // What neither has a use for changes nothing.
        for beyond in 0..=most.min(self.most() + others) {
            let shared = 0..=beyond.min(self.most());
            let ways = shared.map(|own| merger.merge_moved(self.0[own], &other[others.min(beyond - own)]));
            both.extend(ways.reduce(CostRow::least));
        }
        while both.len() > 1 && both[both.len() - 1] == both[both.len() - 2] {
            both.pop();
        }
    }

    /// How many tiles beyond the copies make a difference.
    pub(super) fn most(&self) -> usize {
        self.0.len() - 1
    }

    fn at(&self, beyond: usize) -> CostRow {
        self.0[beyond.min(self.most())]
    }
}

impl Borrow<[CostRow]> for Rows {
    fn borrow(&self) -> &[CostRow] {
        &self.0
    }
}

impl Grouped {
    /// Groups the vectors of a part by their classes with each number of tiles beyond the copies: those that the deck has, and
    /// behind them a void suit, if there is one. A hand of at most `most` tiles holds a wildcard for each tile beyond the
    /// copies, so that vectors that leave no room for wildcards need no other row.
    pub(super) fn new(deal: &Deal, most: usize, mut classes: Vec<Classes>) -> Grouped {
        let (all, mut of_deck) = (totals(deal.kinds()), deal.totals());
        let vectors = of_deck.len();
        if classes.len() == 1 && all.len() == vectors {
            let Classes { of, rows, .. } = classes.swap_remove(0);
            return Grouped { of, rows: rows.into_iter().map(|row| Rows(vec![row])).collect() };
        }
        // A void suit has no tiles.
        of_deck.resize(classes[0].of.len(), 0);
        // Behind them stands one for all vectors of each number of tiles that the deck lacks.
        let absent = absent_totals(&all, &of_deck[..vectors]);
        let begin = of_deck.len();
        of_deck.extend(&absent);
        let mut numbers = written(of_deck.len(), 0);
        let mut found: Vec<Vec<CostRow>> = vec![Vec::new()];
        for (beyond, classes) in classes.iter().enumerate() {
            let (mut longer, begin) = (Numbering::default(), found.len() as u32);
            let of = classes.of.iter().chain(std::iter::repeat(&0));
            for ((number, &total), &class) in numbers.iter_mut().zip(&of_deck).zip(of) {
                if beyond == 0 || usize::from(total) + beyond <= most {
                    *number = begin + longer.number((*number, class));
                }
            }
            for &(number, class) in longer.keys() {
                let row = classes.rows.get(usize::from(class)).copied();
                found.push(found[number as usize].iter().copied().chain(row).collect());
            }
        }
        // Of those that others are longer than, some are of no vector.
        let mut last = Numbering::default();
        for number in &mut numbers {
            *number = last.number(*number);
        }
        let found: Vec<Rows> =
            last.keys().iter().map(|&number| Rows::new(std::mem::take(&mut found[number as usize]))).collect();
        let rows = in_order(&found);
        let of_found = numbered(&found, &rows);
        let classes: Vec<u16> = numbers.into_iter().map(|number| of_found[number as usize]).collect();
        let of = if absent.is_empty() {
            classes
        } else {
            let mut of_absent = vec![0; absent.last().map_or(0, |&total| usize::from(total) + 1)];
            absent.iter().zip(&classes[begin..]).for_each(|(&total, &class)| of_absent[usize::from(total)] = class);
            let mut of: Vec<u16> =
                all.iter().map(|&total| of_absent.get(usize::from(total)).copied().unwrap_or(0)).collect();
            deal.codes().into_iter().zip(&classes).for_each(|(code, &class)| of[code as usize] = class);
            of.extend(&classes[vectors..begin]);
            of
        };
        Grouped { of, rows }
    }

    /// Merges all rows of `first` with all of `second`, with up to `most` tiles beyond the copies; items are `[first][second]`.
    pub(super) fn merged(merger: &Merger, first: &[Rows], second: &[Rows], most: usize) -> Grouped {
        let moved: Vec<Vec<Moved>> =
            second.iter().map(|rows| rows.0.iter().map(|&row| merger.moved(row)).collect()).collect();
        let mut known: QuickMap<Rows, usize> = QuickMap::default();
        let mut of_pairs = Vec::with_capacity(first.len() * second.len());
        let mut both = Vec::new();
        for one in first {
            for moved in &moved {
                one.merge(moved, merger, most, &mut both);
                of_pairs.push(known.get(&both[..]).copied().unwrap_or_else(|| {
                    let next = known.len();
                    known.insert(Rows(both.clone()), next);
                    next
                }));
            }
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

/// The numbers of tiles of which there are vectors that the deck lacks, in increasing order.
fn absent_totals(all: &[u8], of_deck: &[u8]) -> Vec<u8> {
    let vectors = |of: &[u8]| {
        let mut vectors = [0_u32; u8::MAX as usize + 1];
        for &total in of {
            vectors[usize::from(total)] += 1;
        }
        vectors
    };
    let (all, of_deck) = (vectors(all), vectors(of_deck));
    (0..=u8::MAX).filter(|&total| all[usize::from(total)] > of_deck[usize::from(total)]).collect()
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
