//! What halves of hands lack together, for whoever looks at many hands of which halves are the same.

use std::cell::RefCell;
use std::collections::HashMap;

use paili_tables::cost::LOST;

#[cfg(feature = "simulation")]
use super::block::after_wildcards;
use super::lookup::Lookup;
use super::part_table::VOID;
use super::rule_tables::vectors;
use super::{Compiled, RuleTables, VoidSuit};
use crate::distance::{Distance, Model};
use crate::forms::Form;
use crate::hand::Hand;
use crate::tile::Suit;
use crate::tile_set::Part;

/// Numbers for what parts and halves of hands are for a rule set: parts that no rest of a hand tells apart have the same.
///
/// Such a number stands for a class in every *lane*: in each way to win, with each suit that can be void. Only lanes in reach
/// are looked at.
#[derive(Debug)]
pub(crate) struct Halves<'a> {
    tables: &'a RuleTables,
    pub lanes: Vec<Lane>,
    known: RefCell<Known>,
}

/// A way to win, and the suit that is void in it.
#[derive(Debug, Clone)]
pub(crate) struct Lane {
    way: Lookup,
    void: Option<Suit>,
    /// By how much the first hand is ahead in its form.
    ahead: u8,
    /// Where the tables of what is lacking begin, by how many wildcards are held, if that makes a difference.
    lacking: Vec<usize>,
}

/// The classes that have a number.
#[derive(Debug, Default)]
struct Known {
    numbers: HashMap<Box<[u16]>, u32>,
    /// The classes of each number in every lane, one number after the other.
    classes: Vec<u16>,
    /// The numbers of each part, by those of its rows.
    of_rows: [Vec<Option<u32>>; Part::ALL.len()],
}

impl<'a> Halves<'a> {
    /// Those of hands that follow from one. `ahead` is told a form and the least that the hand's natural tiles lack for it in a
    /// lane, and tells by how much the hand is ahead in it, or nothing if it is out of reach.
    pub fn new(model: Compiled<'a>, hand: &Hand, ahead: impl Fn(Form, u8) -> Option<u8>) -> Halves<'a> {
        let (tables, exposed) = (model.tables(), hand.melds().get());
        let voids: Vec<Option<Suit>> = match model.rules().void() {
            VoidSuit::NotAsked => vec![None],
            VoidSuit::Asked => model.voids.iter().map(Some).collect(),
        };
        let most_beyond = model.rules().most_beyond_copies() as u8;
        let mut lanes = Vec::new();
        for (place, of_form) in tables.ways(exposed, most_beyond).iter().enumerate() {
            for (number, way) in of_form.ways.iter().enumerate() {
                for &void in &voids {
                    let parts = numbers(tables, hand, void);
                    // The same ways stand in the same places, however many wildcards are held.
                    let begin = |held| tables.ways(exposed, held)[place].ways[number].lacking[0];
                    lanes.extend(ahead(of_form.form, way.lacking(tables, parts)).map(|ahead| Lane {
                        way: *way,
                        void,
                        ahead,
                        lacking: (0..=most_beyond).map(begin).collect(),
                    }));
                }
            }
        }
        Halves { tables, lanes, known: RefCell::default() }
    }

    /// Those of one lane.
    #[cfg(feature = "simulation")]
    pub fn of_lane(tables: &'a RuleTables, lane: Lane) -> Halves<'a> {
        Halves { tables, lanes: vec![lane], known: RefCell::default() }
    }

    /// The number of a part with these digits.
    pub fn of_part(&self, part: Part, digits: usize) -> u32 {
        let table = self.tables.part(part);
        let (own, none) = (table.number_or_other(digits), part.index());
        if let Some(&Some(number)) = self.known.borrow().of_rows[none].get(own) {
            return number;
        }
        let number = self.number(self.lanes.iter().map(|lane| {
            let number = if lane.void.is_some_and(|void| void as usize == none) { table.number(VOID) } else { own };
            table.class(number, lane.way.sheets[part.index()])
        }));
        let of_rows = &mut self.known.borrow_mut().of_rows[none];
        of_rows.resize(of_rows.len().max(own + 1), None);
        of_rows[own] = Some(number);
        number
    }

    /// The number of two suits together.
    pub fn two_suits(&self, one: u32, other: u32) -> u32 {
        self.merged(one, other, |way, one, other| way.two_suits(self.tables, one, other))
    }

    /// The number of a suit and the honors together.
    pub fn suit_and_honors(&self, suit: u32, honors: u32) -> u32 {
        self.merged(suit, honors, |way, suit, honors| way.suit_honors(self.tables, suit, honors))
    }

    /// What two suits, and the third and the honors, lack with some wildcards, in each lane as many more as `more` makes of how
    /// far the first hand was ahead.
    pub fn lacking(&self, two_suits: u32, suit_and_honors: u32, wildcards: u8, more: impl Fn(u8) -> u8) -> Distance {
        let known = self.known.borrow();
        let [one, other] = [two_suits, suit_and_honors].map(|number| known.classes(number, self.lanes.len()));
        let lacking = self.lanes.iter().zip(one.iter().zip(other)).map(|(lane, (&one, &other))| {
            let begin = lane.lacking[usize::from(wildcards).min(lane.lacking.len() - 1)];
            let way = Lookup { lacking: [begin, lane.way.lacking[1]], ..lane.way };
            match way.of_halves(self.tables, one, other) {
                LOST.. => Distance::NEVER,
                lacking => Distance::known(lacking.saturating_sub(wildcards)).and(more(lane.ahead)),
            }
        });
        lacking.min().unwrap_or(Distance::NEVER)
    }

    fn merged(&self, one: u32, other: u32, merge: impl Fn(&Lookup, u16, u16) -> u16) -> u32 {
        let classes: Vec<u16> = {
            let known = self.known.borrow();
            let [one, other] = [one, other].map(|number| known.classes(number, self.lanes.len()));
            let both = self.lanes.iter().zip(one.iter().zip(other));
            both.map(|(lane, (&one, &other))| merge(&lane.way, one, other)).collect()
        };
        self.number(classes)
    }

    fn number(&self, classes: impl IntoIterator<Item = u16>) -> u32 {
        let classes: Box<[u16]> = classes.into_iter().collect();
        let Known { numbers, classes: all, .. } = &mut *self.known.borrow_mut();
        let next = numbers.len() as u32;
        *numbers.entry(classes).or_insert_with_key(|classes| {
            all.extend(classes);
            next
        })
    }
}

#[cfg(feature = "simulation")]
impl Lane {
    /// What a hand lacks in it.
    pub fn lacking(&self, tables: &RuleTables, hand: &Hand) -> Distance {
        let begin = self.lacking[usize::from(hand.wildcards()).min(self.lacking.len() - 1)];
        let way = Lookup { lacking: [begin, self.way.lacking[1]], ..self.way };
        after_wildcards(way.lacking(tables, numbers(tables, hand, self.void)), hand.wildcards())
    }
}

/// The numbers of a hand's rows, where a suit may be void.
fn numbers(tables: &RuleTables, hand: &Hand, void: Option<Suit>) -> [usize; Part::ALL.len()] {
    let numbers = tables.numbers(vectors(hand));
    void.map_or(numbers, |suit| tables.numbers_without(suit, numbers))
}

impl Known {
    fn classes(&self, number: u32, lanes: usize) -> &[u16] {
        &self.classes[number as usize * lanes..][..lanes]
    }
}
