//! Classes: items with equal cost rows are one.

use std::collections::{BTreeSet, HashMap};

use crate::cost::CostRow;

/// Items grouped by their cost row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Classes {
    /// The class of each item; 0 for an item without a row.
    pub of: Vec<u16>,
    /// The row of each class, in increasing order.
    pub rows: Vec<CostRow>,
    /// How many items have a row.
    pub members: usize,
}

impl Classes {
    /// Groups items, numbering the classes by their rows in increasing order.
    ///
    /// Numbers above 65,535 wrap; whoever groups knows how many classes there can be, and checks.
    pub fn group(items: &[Option<CostRow>]) -> Self {
        // Neighbours are often equal.
        let mut last = None;
        let rows: BTreeSet<CostRow> =
            items.iter().flatten().filter(|&&row| last.replace(row) != Some(row)).copied().collect();
        let numbers: HashMap<CostRow, u16> = rows.iter().copied().zip((0..=u16::MAX).cycle()).collect();
        let mut last = (None, 0);
        let mut number = |row: CostRow| {
            if last.0 != Some(row) {
                last = (Some(row), numbers[&row]);
            }
            last.1
        };
        let of = items.iter().map(|row| row.map_or(0, &mut number)).collect();
        Classes { of, rows: rows.into_iter().collect(), members: items.iter().flatten().count() }
    }
}
