//! What is looked up in the tables of a rule set.

use std::sync::Arc;

use paili_tables::cost::LOST;
use paili_tables::counts::{BASE, SUIT_KINDS};

use super::block::after_wildcards;
use super::compile::{Compiler, PartTable, SumsOfParts, VOID, check_census};
use super::{RuleHand, RuleSet, VoidSuit};
use crate::analysis::Useful;
use crate::distance::Distance;
use crate::hand::Counts;
use crate::tile::{Suit, Tile};
use crate::tile_set::{Part, TileSet};

/// The tables of a rule set.
///
/// A distance is four look-ups, two merges and one last look-up for each way to win: one of the standard form, six of a
/// knitted one. With a void suit it is the least over the suits that can be void.
#[derive(Debug)]
pub struct RuleTables {
    rules: RuleSet,
    parts: [Arc<PartTable>; Part::ALL.len()],
    merges: Vec<u16>,
    lacking: Vec<u8>,
    /// Of each form, by the number of exposed melds.
    ways: Vec<Vec<FormWays>>,
    sums: Option<SumsOfParts>,
}

/// The ways to win with a form.
#[derive(Debug, Clone)]
pub(super) struct FormWays {
    /// Whether what hands lack is [added up](super::sums), too.
    pub is_summed: bool,
    /// If there are several: a way in which each suit counts as in the best of them, so that none lacks less.
    pub bound: Option<Way>,
    pub ways: Vec<Way>,
}

/// One way to win: which classes of the parts count, and where its tables are. Each begins somewhere, and has rows of some
/// length.
#[derive(Debug, Clone, Copy)]
pub(super) struct Way {
    pub sheets: [usize; Part::ALL.len()],
    /// The class of two suits, `[one][other]`.
    pub two_suits: [usize; 2],
    /// The class of a suit and the honors, `[suit][honors]`.
    pub suit_honors: [usize; 2],
    /// What is lacking, `[two suits][suit and honors]`.
    pub lacking: [usize; 2],
}

/// The tables of a way, those of pairs with how long their rows are.
pub(super) struct WayRows<'a> {
    /// Each begins at the way's class of the first row.
    classes: [&'a [u16]; Part::ALL.len()],
    sheets: usize,
    two_suits: (&'a [u16], usize),
    suit_honors: (&'a [u16], usize),
    lacking: (&'a [u8], usize),
}

impl WayRows<'_> {
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
        self.classes[part][number * self.sheets].into()
    }
}

/// What counts of a hand: the digits of its parts' codes, and the kinds of which tiles count.
#[derive(Clone, Copy)]
pub(super) struct Reading {
    vectors: [usize; Part::ALL.len()],
    kinds: TileSet,
}

/// What a tile more of each kind of a part adds to its vector's code.
const POWERS: [usize; SUIT_KINDS] = {
    let mut powers = [1; SUIT_KINDS];
    let mut kind = 1;
    while kind < powers.len() {
        powers[kind] = powers[kind - 1] * BASE;
        kind += 1;
    }
    powers
};

impl RuleTables {
    /// Compiles the tables of a rule set.
    ///
    /// # Panics
    ///
    /// As [`RuleSet::tables`].
    #[must_use]
    pub fn compile(rules: &RuleSet) -> RuleTables {
        let compiler = Compiler::new(rules);
        check_census(rules, &compiler.census);
        let parts = compiler.parts();
        let sums = compiler.sums(&parts);
        let Compiler { merges, lacking, ways, .. } = compiler;
        RuleTables { rules: rules.clone(), parts, merges, lacking, ways, sums }
    }

    /// The rule set.
    #[must_use]
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// How many tiles a hand lacks: shanten (向聴数) + 1. `None` if no tiles can complete it.
    #[doc(alias = "shanten")]
    #[must_use]
    #[inline]
    pub fn distance(&self, hand: &RuleHand) -> Option<Distance> {
        after_wildcards(self.lacking(hand), hand.wildcards())
    }

    /// The distance, and the useful tiles (ukeire, 進張): the kinds of which one more lowers it. A wildcard more always does,
    /// unless the hand wins.
    #[doc(alias = "ukeire")]
    #[must_use]
    pub fn distance_and_useful(&self, hand: &RuleHand) -> (Option<Distance>, TileSet) {
        let lacking = self.lacking(hand);
        let distance = after_wildcards(lacking, hand.wildcards());
        match distance {
            None | Some(Distance::WON) => (distance, TileSet::EMPTY),
            Some(_) => (distance, self.lowering(hand, lacking)),
        }
    }

    /// The waits of a ready (tenpai) hand that has no discard due: the kinds that complete it.
    #[must_use]
    pub fn waits(&self, hand: &RuleHand) -> TileSet {
        if hand.must_discard(&self.rules) {
            return TileSet::EMPTY;
        }
        match self.distance_and_useful(hand) {
            (Some(Distance::READY), useful) => useful,
            _ => TileSet::EMPTY,
        }
    }

    /// The useful tiles with the acceptance: how many copies of them are left, and of wildcards, beside the hand and the tiles
    /// seen elsewhere.
    #[must_use]
    pub fn useful(&self, hand: &RuleHand, elsewhere: &Counts) -> (Option<Distance>, Useful) {
        let (distance, kinds) = self.distance_and_useful(hand);
        (distance, self.accepted(hand, elsewhere, distance, kinds))
    }

    /// The acceptance of some useful tiles.
    pub(super) fn accepted(
        &self,
        hand: &RuleHand,
        elsewhere: &Counts,
        distance: Option<Distance>,
        kinds: TileSet,
    ) -> Useful {
        let left = |tile| {
            let seen = hand.counts().get(tile) + elsewhere.get(tile);
            u32::from(self.rules.copies(tile).saturating_sub(seen))
        };
        let wildcards = match distance {
            None | Some(Distance::WON) => 0,
            Some(_) => self.rules.wildcards().saturating_sub(hand.wildcards()).into(),
        };
        Useful { kinds, acceptance: kinds.iter().map(left).sum::<u32>() + wildcards }
    }

    /// How many tiles the natural tiles of a hand lack by the nearest way.
    #[inline]
    fn lacking(&self, hand: &RuleHand) -> u8 {
        let numbers = self.numbers(Reading::of(hand).vectors);
        match self.rules.void() {
            VoidSuit::NotAsked => self.nearest(hand.exposed(), numbers),
            VoidSuit::Asked => self.nearest_without(hand, numbers),
        }
    }

    /// The same where one suit is void, way by way, since of its two halves only one differs from those of another void suit.
    fn nearest_without(&self, hand: &RuleHand, numbers: [usize; Part::ALL.len()]) -> u8 {
        let [characters, dots, bamboos, honors] = numbers;
        let void = [0, 1, 2].map(|part| self.parts[part].number(VOID));
        let mut least = LOST;
        if let Some((sums, shares)) = self.sums(hand.exposed()) {
            let own = [0, 1, 2, 3].map(|part| shares[part][numbers[part]]);
            let [no_characters, no_dots, no_bamboos] = [0, 1, 2].map(|part| shares[part][void[part]]);
            let halves = [own[0].plus(own[1]), own[2].plus(own[3])];
            for suit in hand.voids() {
                least = least.min(sums.lacking(match suit {
                    Suit::Characters => no_characters.plus(own[1]).plus(halves[1]),
                    Suit::Dots => own[0].plus(no_dots).plus(halves[1]),
                    Suit::Bamboos => halves[0].plus(no_bamboos.plus(own[3])),
                }));
            }
        }
        let forms = self.ways(hand.exposed()).iter().filter(|form| !form.is_summed);
        for way in forms.flat_map(|form| &form.ways).map(|way| self.rows_of(way)) {
            let (two_suits, suit_honors) = (way.two_suits(characters, dots), way.suit_honors(bamboos, honors));
            for suit in hand.voids() {
                least = least.min(match suit {
                    Suit::Characters => way.of_halves(way.two_suits(void[0], dots), suit_honors),
                    Suit::Dots => way.of_halves(way.two_suits(characters, void[1]), suit_honors),
                    Suit::Bamboos => way.of_halves(two_suits, way.suit_honors(void[2], honors)),
                });
            }
        }
        least
    }

    #[inline]
    fn nearest(&self, exposed: usize, numbers: [usize; Part::ALL.len()]) -> u8 {
        let summed = self.sums(exposed).map_or(LOST, |(sums, shares)| {
            let [characters, dots, bamboos, honors] = [0, 1, 2, 3].map(|part| shares[part][numbers[part]]);
            sums.lacking(characters.plus(dots).plus(bamboos.plus(honors)))
        });
        let mut least = summed;
        for form in self.ways(exposed) {
            if form.is_summed || form.bound.is_some_and(|bound| bound.lacking(self, numbers) >= least) {
                continue;
            }
            for way in &form.ways {
                least = least.min(way.lacking(self, numbers));
            }
        }
        least
    }

    /// The forms that are added up, if hands with so many exposed melds can have them.
    #[inline]
    pub(super) fn sums(&self, exposed: usize) -> Option<&SumsOfParts> {
        self.sums.as_ref().filter(|_| exposed == 0)
    }

    /// The tables of a way.
    #[inline]
    pub(super) fn rows_of(&self, way: &Way) -> WayRows<'_> {
        let begin = |[begin, row]: [usize; 2]| (&self.merges[begin..], row);
        WayRows {
            classes: [0, 1, 2, 3].map(|part| self.parts[part].sheet(way.sheets[part])),
            sheets: self.parts[0].sheets(),
            two_suits: begin(way.two_suits),
            suit_honors: begin(way.suit_honors),
            lacking: (&self.lacking[way.lacking[0]..], way.lacking[1]),
        }
    }

    /// The kinds that lower what the natural tiles lack, which is known.
    fn lowering(&self, hand: &RuleHand, lacking: u8) -> TileSet {
        let mut useful = TileSet::EMPTY;
        for reading in self.readings(hand) {
            let numbers = self.numbers(reading.vectors);
            let can_be = |form: &&FormWays| form.bound.is_none_or(|bound| bound.lacking(self, numbers) <= lacking);
            let ways = self.ways(hand.exposed()).iter().filter(can_be).flat_map(|form| &form.ways);
            for way in ways.filter(|way| way.lacking(self, numbers) == lacking) {
                useful |= self.lowering_by(way, hand, reading, lacking);
            }
        }
        useful
    }

    /// The kinds of which one tile more leaves less lacking than `lacking` by one way.
    fn lowering_by(&self, way: &Way, hand: &RuleHand, Reading { vectors, kinds }: Reading, lacking: u8) -> TileSet {
        let [characters, dots, bamboos, honors] = self.numbers(vectors);
        let way = self.rows_of(way);
        let (two_suits, suit_honors) = (way.two_suits(characters, dots), way.suit_honors(bamboos, honors));
        let useful = [
            self.tried(Part::Characters, vectors, lacking, |number| {
                way.of_halves(way.two_suits(number, dots), suit_honors)
            }),
            self.tried(Part::Dots, vectors, lacking, |number| {
                way.of_halves(way.two_suits(characters, number), suit_honors)
            }),
            self.tried(Part::Bamboos, vectors, lacking, |number| {
                way.of_halves(two_suits, way.suit_honors(number, honors))
            }),
            self.tried(Part::Honors, vectors, lacking, |number| {
                way.of_halves(two_suits, way.suit_honors(bamboos, number))
            }),
        ];
        let useful = useful.into_iter().fold(TileSet::EMPTY, |all, some| all | some);
        useful & kinds & self.rules.addable(hand.counts())
    }

    /// The kinds of a part with which less is lacking than there was. Every kind is tried, even where the deck has no more, since that
    /// takes less time than to tell.
    #[inline]
    fn tried(
        &self,
        part: Part,
        vectors: [usize; Part::ALL.len()],
        lacking: u8,
        lacks: impl Fn(usize) -> u8,
    ) -> TileSet {
        let (table, vector) = (&self.parts[part.index()], vectors[part.index()]);
        let lowers = |kind: usize| u64::from(lacks(table.number(vector + POWERS[kind])) < lacking) << kind;
        let kinds = if part == Part::Honors { Tile::REGULAR_COUNT - Tile::SUITED_COUNT } else { Suit::RANKS };
        TileSet::from_bits((0..kinds).fold(0, |useful, kind| useful | lowers(kind)) << (part.index() * Suit::RANKS))
    }

    /// The ways to win beside a number of exposed melds, form by form.
    #[inline]
    pub(super) fn ways(&self, exposed: usize) -> &[FormWays] {
        self.ways.get(exposed).map_or(&[], |ways| ways)
    }

    /// The number of each part's row of classes.
    #[inline]
    fn numbers(&self, vectors: [usize; Part::ALL.len()]) -> [usize; Part::ALL.len()] {
        [0, 1, 2, 3].map(|part| self.parts[part].number(vectors[part]))
    }

    /// The classes of the vectors of a part.
    #[inline]
    pub(super) fn part(&self, part: Part) -> &PartTable {
        &self.parts[part.index()]
    }

    /// The class of a part by its vector's code, for a way.
    pub(super) fn class(&self, way: &Way, part: Part, vector: usize) -> u16 {
        let table = self.part(part);
        table.class(table.number(vector), way.sheets[part.index()])
    }

    /// A hand as it stands, or where a suit has to be void, without each that can be.
    fn readings(&self, hand: &RuleHand) -> Vec<Reading> {
        let all = Reading::of(hand);
        match self.rules.void() {
            VoidSuit::NotAsked => vec![all],
            VoidSuit::Asked => hand.voids().map(|suit| all.without(suit)).collect(),
        }
    }
}

impl Reading {
    #[inline]
    fn of(hand: &RuleHand) -> Reading {
        let codes = hand.counts().codes();
        Reading { vectors: Part::ALL.map(|part| codes.digits(part)), kinds: TileSet::REGULAR }
    }

    #[inline]
    fn without(mut self, suit: Suit) -> Reading {
        self.vectors[suit as usize] = VOID;
        Reading { kinds: self.kinds & !TileSet::of_suit(suit), ..self }
    }
}

impl Way {
    #[inline]
    fn classes(&self, tables: &RuleTables, numbers: [usize; Part::ALL.len()]) -> [u16; Part::ALL.len()] {
        [0, 1, 2, 3].map(|part| tables.parts[part].class(numbers[part], self.sheets[part]))
    }

    /// What parts lack whose rows have these numbers.
    #[inline]
    pub(super) fn lacking(&self, tables: &RuleTables, numbers: [usize; Part::ALL.len()]) -> u8 {
        let [characters, dots, bamboos, honors] = self.classes(tables, numbers);
        let suit_honors = self.suit_honors(tables, bamboos, honors);
        self.of_halves(tables, self.two_suits(tables, characters, dots), suit_honors)
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

    /// What two halves lack.
    #[inline]
    pub(super) fn of_halves(&self, tables: &RuleTables, two_suits: u16, suit_honors: u16) -> u8 {
        let [begin, row] = self.lacking;
        tables.lacking[begin + usize::from(two_suits) * row + usize::from(suit_honors)]
    }
}
