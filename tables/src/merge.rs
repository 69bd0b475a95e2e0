//! Merging: the cost row of two parts side by side.

use crate::class::Classes;
use crate::cost::{CostRow, MAX_MELDS, TARGETS, target};

/// The row of two parts side by side: the cheapest way to share out the melds and the pair.
///
/// `r[p][m] = min over q, k of a[q][k] + b[p − q][m − k]`, a min-plus convolution, which is associative and
/// commutative.
#[must_use]
pub fn merge(a: CostRow, b: CostRow) -> CostRow {
    let mut merged = [u8::MAX; TARGETS];
    for pairs in 0..=1 {
        for melds in 0..=MAX_MELDS {
            for q in 0..=pairs {
                for k in 0..=melds {
                    let cost = a.get(q, k) + b.get(pairs - q, melds - k);
                    let best = &mut merged[target(pairs, melds)];
                    *best = (*best).min(cost);
                }
            }
        }
    }
    CostRow(merged)
}

/// Merges every row of `first` with every row of `second`; items are `[first][second]`.
#[must_use]
pub fn merge_all(first: &[CostRow], second: &[CostRow]) -> Classes {
    let merged: Vec<Option<CostRow>> =
        first.iter().flat_map(|&a| second.iter().map(move |&b| Some(merge(a, b)))).collect();
    Classes::group(&merged)
}

/// The class of every row of `first` merged with every row of `second`, `[first][second]`, among classes that have it.
///
/// # Panics
///
/// When they don't.
#[must_use]
pub fn merge_within(first: &[CostRow], second: &[CostRow], classes: &Classes) -> Vec<u8> {
    let class =
        |row: CostRow| classes.rows.binary_search(&row).expect("three parts cost what some two suits cost") as u8;
    first.iter().flat_map(|&a| second.iter().map(move |&b| class(merge(a, b)))).collect()
}

/// The win distance of every two halves of a hand, `[exposed melds][first][second]`: the cost of the other melds and one
/// pair.
#[must_use]
pub fn distances(first: &[CostRow], second: &[CostRow]) -> Vec<u8> {
    let mut distances = Vec::with_capacity((MAX_MELDS + 1) * first.len() * second.len());
    for exposed in 0..=MAX_MELDS {
        for &a in first {
            distances.extend(second.iter().map(|&b| merge(a, b).get(1, MAX_MELDS - exposed)));
        }
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::*;

    const EMPTY: CostRow = CostRow([0, 3, 6, 9, 12, 2, 5, 8, 11, 14]);
    /// 1 2 3 of a suit.
    const CHOW: CostRow = CostRow([0, 0, 3, 6, 9, 1, 2, 5, 8, 11]);

    #[test]
    fn an_empty_part_changes_nothing() {
        assert_eq!(merge(CHOW, EMPTY), CHOW);
        assert_eq!(merge(EMPTY, CHOW), CHOW);
    }

    #[test]
    fn melds_add_up() {
        let two = merge(CHOW, CHOW);
        assert_eq!((two.get(0, 2), two.get(0, 3), two.get(1, 1), two.get(1, 2)), (0, 3, 1, 2));
    }
}
