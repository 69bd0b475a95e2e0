//! Classes: vectors with equal cost rows are one.

use std::collections::BTreeMap;

use crate::cost::CostRow;

/// Items grouped by their cost row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Classes {
    /// The class of each item.
    pub of: Vec<u8>,
    /// The row of each class, in increasing order.
    pub rows: Vec<CostRow>,
}

impl Classes {
    /// Groups items, numbering the classes by their rows in increasing order.
    ///
    /// Numbers above 255 wrap; the census, which knows the right number of classes, catches that.
    #[must_use]
    pub fn group(items: &[CostRow]) -> Self {
        let mut numbers: BTreeMap<CostRow, u8> = items.iter().map(|&row| (row, 0)).collect();
        for (number, class) in numbers.values_mut().enumerate() {
            *class = number as u8;
        }
        let of = items.iter().map(|row| numbers[row]).collect();
        Classes { of, rows: numbers.into_keys().collect() }
    }
}
