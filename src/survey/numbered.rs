//! The hands of one way to win, numbered by what they lack.
//!
//! [`exact`](super::exact) counts hands half by half. Kept apart, the same counts tell which hand has a number: the pair of
//! halves that it falls on, in each half the pair of parts, and in each part the set of tiles.

use std::collections::BTreeMap;
use std::ops::{Add, Sub};

use paili_tables::counts::BASE;

use super::exact::{Left, each_set};
use crate::distance::Distance;
use crate::forms::Forms;
use crate::hand::{Counts, Hand, MeldCount};
use crate::rules::{Halves, Lane, RuleTables};
use crate::set_count::Count;
use crate::tile::Tile;
use crate::tile_set::Part;

/// All hands of one size, in the order of what they lack in a lane, each as often as there are ways to draw it.
#[derive(Debug, Clone)]
pub(crate) struct NumberedHands {
    tables: &'static RuleTables,
    lane: Lane,
    melds: MeldCount,
    /// The ways to draw each number of wildcards.
    wildcards: Vec<u64>,
    /// The sets of each part by class and number of tiles, as codes.
    parts: [Vec<Numbered<u64, u32>>; Part::ALL.len()],
    /// The places of two suits' sets in `parts`, and those of the third suit and the honors.
    halves: [Vec<Numbered<u64, [u32; 2]>>; 2],
    /// What hands lack, from the least on: wildcards, and the places of their halves.
    lacking: BTreeMap<Distance, Numbered<u128, (u8, [u32; 2])>>,
}

/// Things that stand for some hands each.
#[derive(Debug, Clone, Default)]
struct Numbered<N, T> {
    /// With each, how many hands it and those before it stand for.
    things: Vec<(N, T)>,
}

impl<N: Copy + Default + Ord + Add<Output = N> + Sub<Output = N>, T: Copy> Numbered<N, T> {
    fn total(&self) -> N {
        self.things.last().map_or(N::default(), |&(end, _)| end)
    }

    fn push(&mut self, hands: N, thing: T) {
        self.things.push((self.total() + hands, thing));
    }

    /// The thing on which a number falls, and the number among its own.
    fn at(&self, number: N) -> (T, N) {
        let place = self.things.partition_point(|&(end, _)| end <= number);
        let before = place.checked_sub(1).map_or(N::default(), |before| self.things[before].0);
        (self.things[place].1, number - before)
    }
}

/// Sets of tiles of some classes: the class and the number of tiles of each entry.
type Keys = Vec<(usize, usize)>;

impl NumberedHands {
    /// Those of each lane: a hand's distance is the least that it lacks in one of them.
    pub(crate) fn of_lanes(
        tables: &'static RuleTables,
        left: &Left,
        tiles: usize,
        melds: MeldCount,
    ) -> Vec<NumberedHands> {
        let nothing = Hand::of_any_size(Counts::EMPTY, tables.rules().wildcards(), melds);
        let all = Halves::new(tables.model(), &nothing, |_, _| Some(0));
        all.lanes.iter().map(|lane| NumberedHands::new(tables, lane.clone(), left, tiles, melds)).collect()
    }

    fn new(tables: &'static RuleTables, lane: Lane, left: &Left, tiles: usize, melds: MeldCount) -> NumberedHands {
        let classes = Halves::of_lane(tables, lane.clone());
        let [characters, dots, bamboos, honors] = Part::ALL.map(|part| {
            let mut sets: BTreeMap<(usize, usize), Numbered<u64, u32>> = BTreeMap::new();
            each_set(part, left, Forms::NONE, tiles, |code, held, count| {
                let class = classes.of_part(part, code) as usize;
                sets.entry((class, held.tiles())).or_default().push(count.weighted, code as u32);
            });
            sets.into_iter().unzip()
        });
        let two_suits = pairs(&characters, &dots, tiles, |one, other| classes.two_suits(one, other));
        let suit_honors = pairs(&bamboos, &honors, tiles, |one, other| classes.suit_and_honors(one, other));
        let all_wildcards = tables.rules().wildcards();
        let wildcards: Vec<u64> =
            (0..=all_wildcards).map(|held| Count::of_kind(all_wildcards, held).weighted).collect();
        let mut lacking: BTreeMap<Distance, Numbered<u128, (u8, [u32; 2])>> = BTreeMap::new();
        for (place, (&(class, held), suits)) in two_suits.0.iter().zip(&two_suits.1).enumerate() {
            for (beside, (&(other, more), honors)) in suit_honors.0.iter().zip(&suit_honors.1).enumerate() {
                let Some(rest) = tiles.checked_sub(held + more).filter(|&rest| rest < wildcards.len()) else {
                    continue;
                };
                let distance = classes.lacking(class as u32, other as u32, rest as u8, |_| 0);
                let hands = u128::from(suits.total()) * u128::from(honors.total()) * u128::from(wildcards[rest]);
                lacking.entry(distance).or_default().push(hands, (rest as u8, [place as u32, beside as u32]));
            }
        }
        let parts = [characters.1, dots.1, bamboos.1, honors.1];
        NumberedHands { tables, lane, melds, wildcards, parts, halves: [two_suits.1, suit_honors.1], lacking }
    }

    /// How many lack so much, each counted in all ways to draw it.
    pub(crate) fn number_at(&self, distance: Distance) -> u128 {
        self.lacking.get(&distance).map_or(0, Numbered::total)
    }

    /// How many lack at least so much.
    pub(crate) fn number_from(&self, distance: Distance) -> u128 {
        self.lacking.range(distance..).map(|(_, hands)| hands.total()).sum()
    }

    /// The hand of a number among those that lack at least so much.
    pub(crate) fn hand_from(&self, distance: Distance, mut number: u128) -> Option<Hand> {
        for hands in self.lacking.range(distance..).map(|(_, hands)| hands) {
            if let Some(behind) = number.checked_sub(hands.total()) {
                number = behind;
                continue;
            }
            let ((wildcards, [suits, honors]), number) = hands.at(number);
            let number = number / u128::from(self.wildcards[usize::from(wildcards)]);
            let all_honors = u128::from(self.halves[1][honors as usize].total());
            let mut regular = [0; Tile::REGULAR_COUNT];
            for (half, (place, number)) in
                [(suits, number / all_honors), (honors, number % all_honors)].iter().enumerate()
            {
                let (parts, number) = self.halves[half][*place as usize].at(*number as u64);
                let beside = self.parts[2 * half + 1][parts[1] as usize].total();
                for (part, number) in [number / beside, number % beside].into_iter().enumerate() {
                    let (code, _) = self.parts[2 * half + part][parts[part] as usize].at(number);
                    write(Part::ALL[2 * half + part], code, &mut regular);
                }
            }
            return Counts::try_from(regular).ok().map(|counts| Hand::of_any_size(counts, wildcards, self.melds));
        }
        None
    }

    /// What a hand lacks.
    pub(crate) fn lacking(&self, hand: &Hand) -> Distance {
        self.lane.lacking(self.tables, hand)
    }
}

/// The sets of two parts side by side, of at most so many tiles.
fn pairs(
    one: &(Keys, Vec<Numbered<u64, u32>>),
    other: &(Keys, Vec<Numbered<u64, u32>>),
    most: usize,
    merged: impl Fn(u32, u32) -> u32,
) -> (Keys, Vec<Numbered<u64, [u32; 2]>>) {
    let mut both: BTreeMap<(usize, usize), Numbered<u64, [u32; 2]>> = BTreeMap::new();
    for (place, (&(class, tiles), sets)) in one.0.iter().zip(&one.1).enumerate() {
        for (beside, (&(second, more), others)) in other.0.iter().zip(&other.1).enumerate() {
            if tiles + more <= most {
                let class = merged(class as u32, second as u32) as usize;
                let numbered = both.entry((class, tiles + more)).or_default();
                numbered.push(sets.total() * others.total(), [place as u32, beside as u32]);
            }
        }
    }
    both.into_iter().unzip()
}

/// Writes the digits of a part's code where its kinds are counted.
fn write(part: Part, mut code: u32, regular: &mut [u8; Tile::REGULAR_COUNT]) {
    for tile in part.kinds().iter() {
        regular[tile.index()] = (code % BASE as u32) as u8;
        code /= BASE as u32;
    }
}
