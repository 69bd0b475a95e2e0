//! Merging: the cost row of two parts side by side.

use crate::class::Classes;
use crate::cost::{CostRow, Grid, LOST, PLACES};

/// The row of two parts side by side: the cheapest way to share out the melds and the pairs.
///
/// `r[p][m] = min over q, k of a[q][k] + b[p − q][m − k]`, a min-plus convolution, which is associative and
/// commutative.
#[must_use]
pub fn merge(grid: Grid, CostRow(a): CostRow, CostRow(b): CostRow) -> CostRow {
    let mut merged = CostRow([0; PLACES]);
    for (pairs, melds) in grid.all() {
        let mut best = LOST;
        for q in 0..=pairs {
            for k in 0..=melds {
                best = best.min(a[grid.place(q, k)] + b[grid.place(pairs - q, melds - k)]);
            }
        }
        merged.0[grid.place(pairs, melds)] = best;
    }
    merged
}

/// Merges every row of `first` with every row of `second`; items are `[first][second]`.
#[must_use]
pub fn merge_all(grid: Grid, first: &[CostRow], second: &[CostRow]) -> Classes {
    let merged: Vec<Option<CostRow>> =
        first.iter().flat_map(|&a| second.iter().map(move |&b| Some(merge(grid, a, b)))).collect();
    Classes::group(&merged)
}

/// The class of every row of `first` merged with every row of `second`, `[first][second]`, among classes that have it.
///
/// # Panics
///
/// When they don't.
#[must_use]
pub fn merge_within(grid: Grid, first: &[CostRow], second: &[CostRow], classes: &Classes) -> Vec<u8> {
    let class =
        |row: CostRow| classes.rows.binary_search(&row).expect("three parts cost what some two suits cost") as u8;
    first.iter().flat_map(|&a| second.iter().map(move |&b| class(merge(grid, a, b)))).collect()
}

/// What two halves of a hand lack for one place of the grid.
#[must_use]
pub fn lacks(grid: Grid, (pairs, melds): (usize, usize), CostRow(a): CostRow, CostRow(b): CostRow) -> u8 {
    let ways = (0..=pairs).flat_map(|q| (0..=melds).map(move |k| (q, k)));
    let cost = |(q, k)| a[grid.place(q, k)] + b[grid.place(pairs - q, melds - k)];
    ways.map(cost).min().unwrap_or(LOST).min(LOST)
}

/// What every two halves of a hand lack for one place of the grid, `[first][second]`.
#[must_use]
pub fn lacking(grid: Grid, goal: (usize, usize), first: &[CostRow], second: &[CostRow]) -> Vec<u8> {
    first.iter().flat_map(|&a| second.iter().map(move |&b| lacks(grid, goal, a, b))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::standard::GRID;

    const EMPTY: CostRow = CostRow([0, 3, 6, 9, 12, 2, 5, 8, 11, 14, 0, 0, 0, 0, 0, 0]);
    /// 1 2 3 of a suit.
    const CHOW: CostRow = CostRow([0, 0, 3, 6, 9, 1, 2, 5, 8, 11, 0, 0, 0, 0, 0, 0]);

    #[test]
    fn an_empty_part_changes_nothing() {
        assert_eq!(merge(GRID, CHOW, EMPTY), CHOW);
        assert_eq!(merge(GRID, EMPTY, CHOW), CHOW);
    }

    #[test]
    fn melds_add_up() {
        let two = merge(GRID, CHOW, CHOW).0;
        let costs = [(0, 2), (0, 3), (1, 1), (1, 2)].map(|(pairs, melds)| two[GRID.place(pairs, melds)]);
        assert_eq!(costs, [0, 3, 1, 2]);
    }

    #[test]
    fn what_a_half_lacks_for_a_place_is_what_both_merged_cost_there() {
        for (pairs, melds) in GRID.all() {
            let merged = merge(GRID, CHOW, EMPTY).0[GRID.place(pairs, melds)];
            assert_eq!(lacking(GRID, (pairs, melds), &[CHOW], &[EMPTY]), [merged]);
        }
    }
}
