//! The census: how many vectors and classes there are.

use crate::tables::Tables;

/// The classes of a suit.
pub const SUITS: usize = 126;
/// The classes of the honors.
pub const HONORS: usize = 55;
/// The classes of two suits.
pub const TWO_SUITS: usize = 180;
/// The classes of a suit and the honors.
pub const SUIT_HONORS: usize = 165;

/// Compares tables with the published figures.
///
/// # Panics
///
/// When one differs.
pub(crate) fn check(tables: &Tables) {
    let figures = [
        ("count vectors of a suit", tables.suits.members, 405_350),
        ("count vectors of the honors", tables.honors.members, 43_130),
        ("classes of a suit", tables.suits.rows.len(), SUITS),
        ("classes of the honors", tables.honors.rows.len(), HONORS),
        ("classes of two suits", tables.two_suits.rows.len(), TWO_SUITS),
        ("classes of a suit and the honors", tables.suit_honors.rows.len(), SUIT_HONORS),
    ];
    for (what, found, expected) in figures {
        assert!(found == expected, "census of the tables: {found} {what}, expected {expected}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "census of the tables: 181 classes of two suits, expected 180")]
    fn a_wrong_figure_is_named() {
        let mut tables = Tables::build();
        tables.two_suits.rows.push(tables.two_suits.rows[0]);
        check(&tables);
    }
}
