//! Useful tiles by a rule set.

use paili_tables::counts::{BASE, SUIT_KINDS};

use super::block::after_wildcards;
use super::compile::VOID;
use super::lookup::vectors;
use super::way::{FormWays, Way};
use super::{RuleHand, RuleTables, VoidSuit};
use crate::analysis::Useful;
use crate::distance::Distance;
use crate::hand::Counts;
use crate::tile::{Suit, Tile};
use crate::tile_set::{Part, TileSet};

/// What counts of a hand: the digits of its parts' codes, and the kinds of which tiles count.
#[derive(Clone, Copy)]
struct Reading {
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
        if hand.must_discard(self.rules()) {
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
            u32::from(self.rules().copies(tile).saturating_sub(seen))
        };
        let wildcards = match distance {
            None | Some(Distance::WON) => 0,
            Some(_) => self.rules().wildcards().saturating_sub(hand.wildcards()).into(),
        };
        Useful { kinds, acceptance: kinds.iter().map(left).sum::<u32>() + wildcards }
    }

    /// The kinds that lower what the natural tiles lack, which is known.
    fn lowering(&self, hand: &RuleHand, lacking: u8) -> TileSet {
        let mut useful = TileSet::EMPTY;
        for reading in self.readings(hand) {
            let numbers = self.numbers(reading.vectors);
            let can_be = |form: &&FormWays| form.bound.is_none_or(|bound| bound.lacking(self, numbers) <= lacking);
            let ways = self.ways(hand.exposed(), hand.wildcards()).iter().filter(can_be).flat_map(|form| &form.ways);
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
        useful & kinds & self.rules().addable(hand.counts())
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
        let lowers = |kind: usize| u64::from(lacks(table.number_or_other(vector + POWERS[kind])) < lacking) << kind;
        let kinds = if part == Part::Honors { Tile::REGULAR_COUNT - Tile::SUITED_COUNT } else { Suit::RANKS };
        TileSet::from_bits((0..kinds).fold(0, |useful, kind| useful | lowers(kind)) << (part.index() * Suit::RANKS))
    }

    /// A hand as it stands, or where a suit has to be void, without each that can be.
    fn readings(&self, hand: &RuleHand) -> Vec<Reading> {
        let all = Reading::of(hand);
        match self.rules().void() {
            VoidSuit::NotAsked => vec![all],
            VoidSuit::Asked => hand.voids().map(|suit| all.without(suit)).collect(),
        }
    }
}

impl Reading {
    #[inline]
    fn of(hand: &RuleHand) -> Reading {
        Reading { vectors: vectors(hand), kinds: TileSet::REGULAR }
    }

    #[inline]
    fn without(mut self, suit: Suit) -> Reading {
        self.vectors[suit as usize] = VOID;
        Reading { kinds: self.kinds & !TileSet::of_suit(suit), ..self }
    }
}
