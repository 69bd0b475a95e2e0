//! Classes: items with equal cost rows are one.

use crate::cost::{CostRow, CostRows};

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
    pub fn group(items: &CostRows) -> Self {
        let mut rows: Vec<(CostRow, usize)> = items.different().iter().copied().zip(1..).collect();
        rows.sort_unstable();
        let mut classes = vec![0; rows.len() + 1];
        rows.iter().zip((0..=u16::MAX).cycle()).for_each(|(&(_, number), class)| classes[number] = class);
        let numbers = items.numbers();
        Classes {
            of: numbers.iter().map(|&number| classes[number as usize]).collect(),
            rows: rows.into_iter().map(|(row, _)| row).collect(),
            members: numbers.iter().filter(|&&number| number != 0).count(),
        }
    }
}
