//! How many hands are nearer by a form of several ways than by all other forms.
//!
//! The six ways of knitted tiles look at three sets of kinds in each suit, so too many combinations of classes occur to count all
//! hands by them. But few combinations matter to one question: which hands of t tiles lack fewer than d tiles by one of
//! the ways, and no fewer by any other form?
//!
//! - To lack fewer than d of the T tiles that a form takes, a hand *wastes* at most t − T + d − 1 of its own. A part wastes at
//!   least what it wastes where the other parts are empty, and the waste of parts adds up. So most sets of a part
//!   are too wasteful for most ways.
//! - A part that lacks fewer than d by some other form is out.
//! - Classes that lack fewer than d beside the same classes are alike.
//!
//! Waste leaves little where d is small, other forms where it is large. The sets of two suits are then put together pair by pair, and
//! which sets of the third suit and the honors lack fewer beside them is a set of bits for each class.

mod context;
mod question;

use std::collections::{BTreeSet, HashMap};

use paili_tables::cost::LOST;

use self::question::Question;
use super::lookup::Lookup;
use super::{RuleTables, VoidSuit};
use crate::set_count::{Count, Wide};
use crate::tile_set::Part;

/// The most sheets of a part: four forms of one way, and three variants of two others.
const SHEETS: usize = 10;

/// The most ways: four forms of one, and two of six.
const WAYS: usize = 16;

/// What has classes: the four parts, then their two halves.
const PLACES: usize = 6;
const TWO_SUITS: usize = 4;
const SUIT_HONORS: usize = 5;

/// Stands for the class of a set that is too wasteful.
const WASTED: u16 = u16::MAX;

/// A class for each sheet; zeros behind them.
type Classes = [u16; SHEETS];

/// How many sets there are, by their number of tiles and their classes.
type Sets = HashMap<(usize, Classes), Wide>;

/// All sets of tiles that the parts of a deck allow, and the ways to win with them.
pub(crate) struct KnittedCount<'a> {
    tables: &'a RuleTables,
    forms: Vec<FormOf<'a>>,
    ways: Vec<WayOf<'a>>,
    /// The sheets of each part, and the form of each.
    sheets: [Vec<(usize, usize)>; Part::ALL.len()],
    parts: [Vec<((usize, Classes), Wide)>; Part::ALL.len()],
}

/// What the ways of a form have in common.
struct FormOf<'a> {
    way: &'a Lookup,
    ways: Ways,
    /// How many tiles it takes.
    tiles: usize,
    /// What each class lacks at least, by whichever way, where all other parts are empty.
    alone: [Vec<u8>; PLACES],
}

/// How many ways a form has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ways {
    One,
    Several,
}

/// A way to win, and at which of its sheets each part has its class.
struct WayOf<'a> {
    way: &'a Lookup,
    form: usize,
    sheets: [usize; Part::ALL.len()],
}

impl<'a> KnittedCount<'a> {
    /// Of the sets that `each_set` visits of each part, with their code and their number of tiles. `None` if no form that can be won
    /// with has several ways: with a void suit none has, since they take tiles of each suit.
    pub(crate) fn new(
        tables: &'a RuleTables,
        (exposed, wildcards): (usize, u8),
        each_set: impl Fn(Part, &mut dyn FnMut(usize, usize, Count)),
    ) -> Option<KnittedCount<'a>> {
        if tables.rules().void() == VoidSuit::Asked {
            return None;
        }
        let (mut forms, mut ways) = (Vec::new(), Vec::new());
        let mut sheets: [Vec<(usize, usize)>; Part::ALL.len()] = Default::default();
        for of_form in tables.ways(exposed, wildcards) {
            let Some(form) = FormOf::new(tables, &of_form.ways) else { continue };
            for (part, sheets) in sheets.iter_mut().enumerate() {
                // In increasing order, so that suits of which the deck has the same have the same classes.
                let of_part: BTreeSet<usize> = of_form.ways.iter().map(|way| way.sheets[part]).collect();
                sheets.extend(of_part.into_iter().map(|sheet| (forms.len(), sheet)));
            }
            for way in &of_form.ways {
                let sheets = [0, 1, 2, 3].map(|part| place_of(&mut sheets[part], (forms.len(), way.sheets[part])));
                ways.push(WayOf { way, form: forms.len(), sheets });
            }
            forms.push(form);
        }
        if !forms.iter().any(|form| form.ways == Ways::Several) {
            return None;
        }
        let parts = Part::ALL.map(|part| {
            let table = tables.part(part);
            let of_row = |((tiles, number), count)| {
                let mut classes = [0; SHEETS];
                let sheets = &sheets[part.index()];
                classes.iter_mut().zip(sheets).for_each(|(class, &(_, sheet))| *class = table.class(number, sheet));
                ((tiles, classes), count)
            };
            let mut sets: HashMap<(usize, usize), Wide> = HashMap::new();
            each_set(part, &mut |code, tiles, count| {
                sets.entry((tiles, table.number(code))).or_default().add(count.into());
            });
            let mut sets: Vec<_> = sets.into_iter().map(of_row).collect();
            sets.sort_unstable_by_key(|&(set, _)| set);
            sets
        });
        Some(KnittedCount { tables, forms, ways, sheets, parts })
    }

    /// How many hands of `tiles` tiles lack fewer than `lacking` by a form that has several ways, and by no other.
    pub(crate) fn hands(&self, tiles: usize, lacking: u8) -> Wide {
        let alike = self.forms.iter().map(|form| alike(self.tables, form, lacking)).collect();
        Question { all: self, tiles, lacking, alike }.hands()
    }

    /// Whether for each way there is the one that has the first two suits exchanged.
    fn can_exchange_suits(&self) -> bool {
        self.ways.iter().all(|way| {
            let [one, other, third, honors] = way.sheets;
            self.ways.iter().any(|of| of.form == way.form && of.sheets == [other, one, third, honors])
        })
    }
}

/// Where something stands, at the end if it is new.
fn place_of<T: PartialEq>(all: &mut Vec<T>, one: T) -> usize {
    all.iter().position(|known| *known == one).unwrap_or_else(|| {
        all.push(one);
        all.len() - 1
    })
}

impl<'a> FormOf<'a> {
    /// `None` if nothing completes an empty hand.
    fn new(tables: &RuleTables, ways: &'a [Lookup]) -> Option<FormOf<'a>> {
        let way = ways.first()?;
        let all = || ways.iter().map(|way| alone(tables, way));
        let least =
            |one: Vec<u8>, other: Vec<u8>| one.into_iter().zip(other).map(|(one, other)| one.min(other)).collect();
        let alone = [0, 1, 2, 3, TWO_SUITS, SUIT_HONORS]
            .map(|place| all().map(|alone| alone[place].clone()).reduce(least).unwrap_or_default());
        let tiles =
            ways.iter().map(|way| way.lacking(tables, Part::ALL.map(|part| tables.part(part).number(0)))).min()?;
        let ways = if ways.len() > 1 { Ways::Several } else { Ways::One };
        (tiles < LOST).then_some(FormOf { way, ways, tiles: tiles.into(), alone })
    }
}

/// What each class of each place lacks by a way where all other parts are empty.
fn alone(tables: &RuleTables, way: &Lookup) -> [Vec<u8>; PLACES] {
    let [characters, dots, bamboos, honors] = Part::ALL.map(|part| tables.class(way, part, 0));
    let two_suits = way.two_suits(tables, characters, dots);
    let suit_honors = way.suit_honors(tables, bamboos, honors);
    let classes = way.classes(tables);
    let of_place = |place: usize, lacks: &dyn Fn(u16) -> u8| (0..classes[place]).map(lacks).collect();
    let of_two_suits = |class| way.of_halves(tables, class, suit_honors);
    let of_suit_honors = |class| way.of_halves(tables, two_suits, class);
    [
        of_place(0, &|class| of_two_suits(way.two_suits(tables, class, dots))),
        of_place(1, &|class| of_two_suits(way.two_suits(tables, characters, class))),
        of_place(2, &|class| of_suit_honors(way.suit_honors(tables, class, honors))),
        of_place(3, &|class| of_suit_honors(way.suit_honors(tables, bamboos, class))),
        of_place(TWO_SUITS, &of_two_suits),
        of_place(SUIT_HONORS, &of_suit_honors),
    ]
}

/// For each class of each place one that lacks fewer than `lacking` beside the same classes as it: of all these the one that lacks most
/// alone, which tells best what is wasted.
fn alike(tables: &RuleTables, form: &FormOf, lacking: u8) -> [Vec<u16>; PLACES] {
    let way = form.way;
    let classes = way.classes(tables);
    let of_place = |place: usize, beside: usize, class: &dyn Fn(u16, u16) -> u16| -> Vec<u16> {
        let rows: Vec<Vec<u16>> =
            (0..classes[place]).map(|one| (0..classes[beside]).map(|other| class(one, other)).collect()).collect();
        let mut most = HashMap::new();
        for (class, row) in (0..).zip(&rows) {
            let known = most.entry(row).or_insert(class);
            if form.alone[place][usize::from(class)] > form.alone[place][usize::from(*known)] {
                *known = class;
            }
        }
        rows.iter().map(|row| most[row]).collect()
    };
    let fewer = |two_suits, suit_honors| u16::from(way.of_halves(tables, two_suits, suit_honors) < lacking);
    let two_suits = of_place(TWO_SUITS, SUIT_HONORS, &fewer);
    let suit_honors = of_place(SUIT_HONORS, TWO_SUITS, &|one, other| fewer(other, one));
    let two = |one, other| two_suits[usize::from(way.two_suits(tables, one, other))];
    let half = |suit, honors| suit_honors[usize::from(way.suit_honors(tables, suit, honors))];
    let characters = of_place(0, 1, &two);
    let dots = of_place(1, 0, &|one, other| two(other, one));
    let bamboos = of_place(2, 3, &half);
    let honors = of_place(3, 2, &|one, other| half(other, one));
    [characters, dots, bamboos, honors, two_suits, suit_honors]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::ReadyMade;

    /// Else it would take twice as long.
    #[test]
    fn suits_of_which_the_deck_has_the_same_are_exchanged() {
        let nearer = KnittedCount::new(ReadyMade::Guobiao.rules().tables(), (0, 0), |_, _| ());
        assert!(nearer.is_some_and(|nearer| nearer.can_exchange_suits()));
    }
}
