//! Classes: items with equal cost rows are one.

use std::collections::BTreeMap;

use crate::cost::CostRow;

/// Items grouped by their cost row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Classes {
    /// The class of each item; 0 for an item without a row.
    pub of: Vec<u8>,
    /// The row of each class, in increasing order.
    pub rows: Vec<CostRow>,
    /// How many items have a row.
    pub members: usize,
}

impl Classes {
    /// Groups items, numbering the classes by their rows in increasing order.
    ///
    /// Numbers above 255 wrap; the census, which knows the right number of classes, catches that.
    #[must_use]
    pub fn group(items: &[Option<CostRow>]) -> Self {
        let mut numbers: BTreeMap<CostRow, u8> = items.iter().flatten().map(|&row| (row, 0)).collect();
        for (number, class) in numbers.values_mut().enumerate() {
            *class = number as u8;
        }
        let of = items.iter().map(|row| row.map_or(0, |row| numbers[&row])).collect();
        Classes { of, rows: numbers.into_keys().collect(), members: items.iter().flatten().count() }
    }
}
