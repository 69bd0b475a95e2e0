//! The ways to win with a form, and where their tables are.

use super::RuleTables;
use crate::forms::Form;
use crate::tile_set::Part;

/// The ways to win with a form.
#[derive(Debug, Clone)]
pub(super) struct FormLookups {
    pub form: Form,
    /// Whether what hands lack is [added up](super::sums), too.
    pub is_summed: bool,
    /// Whether its ways are among the first few of these.
    pub is_few: bool,
    /// Its number among the forms of the rule set, in their order.
    pub number: usize,
    /// If there are several: a way in which each suit counts as in the best of them, so that none lacks less.
    pub bound: Option<Lookup>,
    pub ways: Vec<Lookup>,
}

/// One way to win: which classes of the parts count, and where its tables are. Each begins somewhere, and has rows of some
/// length.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lookup {
    pub sheets: [usize; Part::ALL.len()],
    /// The class of two suits, `[one][other]`.
    pub two_suits: [usize; 2],
    /// The class of a suit and the honors, `[suit][honors]`.
    pub suit_honors: [usize; 2],
    /// What is lacking, `[two suits][suit and honors]`.
    pub lacking: [usize; 2],
}

/// The tables of a way, those of pairs with how long their rows are.
pub(super) struct LookupRows<'a> {
    classes: [&'a [u16]; Part::ALL.len()],
    two_suits: (&'a [u16], usize),
    suit_honors: (&'a [u16], usize),
    lacking: (&'a [u8], usize),
}

impl FormLookups {
    /// The only way, or the bound of several.
    pub(super) fn least(&self) -> &Lookup {
        self.bound.as_ref().unwrap_or(&self.ways[0])
    }
}

impl LookupRows<'_> {
    /// The class of the first two suits, whose rows have these numbers.
    #[inline]
    pub(super) fn two_suits(&self, characters: usize, dots: usize) -> u16 {
        let (table, row) = self.two_suits;
        table[self.class(0, characters) * row + self.class(1, dots)]
    }

    /// The class of the third suit and the honors.
    #[inline]
    pub(super) fn suit_honors(&self, bamboos: usize, honors: usize) -> u16 {
        let (table, row) = self.suit_honors;
        table[self.class(2, bamboos) * row + self.class(3, honors)]
    }

    /// What both halves lack.
    #[inline]
    pub(super) fn of_halves(&self, two_suits: u16, suit_honors: u16) -> u8 {
        let (table, row) = self.lacking;
        table[usize::from(two_suits) * row + usize::from(suit_honors)]
    }

    #[inline]
    fn class(&self, part: usize, number: usize) -> usize {
        self.classes[part][number].into()
    }
}

impl Lookup {
    /// Where the tables of pairs begin in which classes of each part are rows.
    pub(super) fn begins(&self) -> [usize; Part::ALL.len()] {
        [self.two_suits[0], 0, self.suit_honors[0], 0]
    }

    /// How far apart the classes of each part stand in the tables of pairs.
    pub(super) fn rows(&self) -> [usize; Part::ALL.len()] {
        [self.two_suits[1], 1, self.suit_honors[1], 1]
    }

    /// The classes of two suits and of the third one and the honors, whose rows have these numbers.
    #[inline]
    pub(super) fn halves(&self, tables: &RuleTables, numbers: [usize; Part::ALL.len()]) -> (u16, u16) {
        let [characters, dots, bamboos, honors] =
            Part::each(|part| tables.parts[part].class(numbers[part], self.sheets[part]));
        (self.two_suits(tables, characters, dots), self.suit_honors(tables, bamboos, honors))
    }

    /// What parts lack whose rows have these numbers.
    #[inline]
    pub(super) fn lacking(&self, tables: &RuleTables, numbers: [usize; Part::ALL.len()]) -> u8 {
        let (two_suits, suit_honors) = self.halves(tables, numbers);
        self.of_halves(tables, two_suits, suit_honors)
    }

    /// The class of two suits together.
    #[inline]
    pub(super) fn two_suits(&self, tables: &RuleTables, one: u16, other: u16) -> u16 {
        let [begin, row] = self.two_suits;
        tables.merges[begin + usize::from(one) * row + usize::from(other)]
    }

    /// The class of a suit and the honors together.
    #[inline]
    pub(super) fn suit_honors(&self, tables: &RuleTables, suit: u16, honors: u16) -> u16 {
        let [begin, row] = self.suit_honors;
        tables.merges[begin + usize::from(suit) * row + usize::from(honors)]
    }

    /// How many classes the parts have, two suits, and a suit and the honors.
    pub(super) fn classes(&self, tables: &RuleTables) -> [u16; Part::ALL.len() + 2] {
        let ([_, suits], [_, honors]) = (self.two_suits, self.suit_honors);
        let [begin, _] = self.two_suits;
        let merged = tables.merges[begin..begin + suits * suits].iter().max().map_or(0, |&class| class + 1);
        [suits, suits, suits, honors, merged.into(), self.lacking[1]].map(|classes| classes as u16)
    }

    /// What two halves lack.
    #[inline]
    pub(super) fn of_halves(&self, tables: &RuleTables, two_suits: u16, suit_honors: u16) -> u8 {
        let [begin, row] = self.lacking;
        tables.lacking[begin + usize::from(two_suits) * row + usize::from(suit_honors)]
    }
}

impl RuleTables {
    /// The tables of a way.
    #[inline]
    pub(super) fn rows_of(&self, way: &Lookup) -> LookupRows<'_> {
        let begin = |[begin, row]: [usize; 2]| (&self.merges[begin..], row);
        LookupRows {
            classes: Part::each(|part| self.parts[part].sheet(way.sheets[part])),
            two_suits: begin(way.two_suits),
            suit_honors: begin(way.suit_honors),
            lacking: (&self.lacking[way.lacking[0]..], way.lacking[1]),
        }
    }
}
