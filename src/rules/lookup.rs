//! What is looked up in the tables of a rule set.

use std::sync::Arc;

use paili_tables::cost::LOST;
use paili_tables::counts::{BASE, SUIT_KINDS};

use super::compile::{Compiler, PartTable, VOID, check_census};
use super::{RuleHand, RuleSet, VoidSuit};
use crate::analysis::Useful;
use crate::distance::Distance;
use crate::hand::Counts;
use crate::tile::Suit;
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
    /// By the number of exposed melds.
    ways: Vec<Vec<Way>>,
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
        let Compiler { merges, lacking, ways, .. } = compiler;
        RuleTables { rules: rules.clone(), parts, merges, lacking, ways }
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
        after_wildcards(hand, self.lacking(hand))
    }

    /// The distance, and the useful tiles (ukeire, 進張): the kinds of which one more lowers it. A wildcard more always does,
    /// unless the hand wins.
    #[doc(alias = "ukeire")]
    #[must_use]
    pub fn distance_and_useful(&self, hand: &RuleHand) -> (Option<Distance>, TileSet) {
        let lacking = self.lacking(hand);
        let distance = after_wildcards(hand, lacking);
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
        let ways = self.ways(hand.exposed());
        let all = Reading::of(hand);
        match self.rules.void() {
            VoidSuit::NotAsked => self.nearest(ways, all),
            VoidSuit::Asked => hand.voids().fold(LOST, |least, suit| least.min(self.nearest(ways, all.without(suit)))),
        }
    }

    #[inline]
    fn nearest(&self, ways: &[Way], reading: Reading) -> u8 {
        let classes = self.classes(reading);
        ways.iter().fold(LOST, |least, way| least.min(way.lacking(self, classes)))
    }

    /// The kinds that lower what the natural tiles lack, which is known.
    fn lowering(&self, hand: &RuleHand, lacking: u8) -> TileSet {
        let mut useful = TileSet::EMPTY;
        for reading in self.readings(hand) {
            let classes = self.classes(reading);
            for way in self.ways(hand.exposed()).iter().filter(|way| way.lacking(self, classes) == lacking) {
                useful |= self.lowering_by(way, hand, reading, lacking);
            }
        }
        useful
    }

    /// The kinds of which one tile more leaves less lacking than `lacking` by one way.
    fn lowering_by(&self, way: &Way, hand: &RuleHand, Reading { vectors, kinds }: Reading, lacking: u8) -> TileSet {
        let [characters, dots, bamboos, honors] = way.classes(self.classes(Reading { vectors, kinds }));
        let (two_suits, suit_honors) = (way.two_suits(self, characters, dots), way.suit_honors(self, bamboos, honors));
        let addable = kinds & self.rules.addable(hand.counts());
        let mut useful = TileSet::EMPTY;
        for part in Part::ALL {
            let (table, sheet) = (&self.parts[part.index()], way.sheets[part.index()]);
            let first = part.index() * Suit::RANKS;
            for tile in (part.kinds() & addable).iter() {
                let class = table.of(vectors[part.index()] + POWERS[tile.index() - first])[sheet];
                let less = match part {
                    Part::Characters => way.of_halves(self, way.two_suits(self, class, dots), suit_honors),
                    Part::Dots => way.of_halves(self, way.two_suits(self, characters, class), suit_honors),
                    Part::Bamboos => way.of_halves(self, two_suits, way.suit_honors(self, class, honors)),
                    Part::Honors => way.of_halves(self, two_suits, way.suit_honors(self, bamboos, class)),
                };
                if less < lacking {
                    useful.insert(tile);
                }
            }
        }
        useful
    }

    /// The ways to win beside a number of exposed melds.
    #[inline]
    pub(super) fn ways(&self, exposed: usize) -> &[Way] {
        self.ways.get(exposed).map_or(&[], |ways| ways)
    }

    /// The classes of each part, one for each sheet.
    #[inline]
    fn classes(&self, reading: Reading) -> [&[u16]; Part::ALL.len()] {
        [0, 1, 2, 3].map(|part| self.parts[part].of(reading.vectors[part]))
    }

    /// The class of a part by its vector's code, for a way.
    pub(super) fn class(&self, way: &Way, part: Part, vector: usize) -> u16 {
        self.parts[part.index()].of(vector)[way.sheets[part.index()]]
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

/// What is lacking when wildcards stand for some of it.
#[inline]
fn after_wildcards(hand: &RuleHand, lacking: u8) -> Option<Distance> {
    (lacking < LOST).then(|| Distance::known(lacking.saturating_sub(hand.wildcards())))
}

impl Reading {
    #[inline]
    fn of(hand: &RuleHand) -> Reading {
        let codes = hand.counts().codes();
        Reading { vectors: Part::ALL.map(|part| codes.of(part).digits()), kinds: TileSet::REGULAR }
    }

    #[inline]
    fn without(mut self, suit: Suit) -> Reading {
        self.vectors[suit as usize] = VOID;
        Reading { kinds: self.kinds & !TileSet::of_suit(suit), ..self }
    }
}

impl Way {
    #[inline]
    fn classes(&self, classes: [&[u16]; Part::ALL.len()]) -> [u16; Part::ALL.len()] {
        [0, 1, 2, 3].map(|part| classes[part][self.sheets[part]])
    }

    #[inline]
    fn lacking(&self, tables: &RuleTables, classes: [&[u16]; Part::ALL.len()]) -> u8 {
        let [characters, dots, bamboos, honors] = self.classes(classes);
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
