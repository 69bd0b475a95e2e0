//! All sets of regular tiles, by how much they lack.

use std::ops::RangeInclusive;

use super::held::Held;
use super::part_sets::each_set;
use super::tally::{Gather, Tally};
use crate::distance::Distance;
use crate::forms::Forms;
use crate::set_count::{Count, Wide};
use crate::tile::Tile;
use crate::tile_set::Part;

/// What some tables know of parts and halves of hands: those of one class lack the same beside whatever others.
pub(super) trait Classes {
    /// The class of a part that holds so many tiles, by its code. One that holds more than a winning hand has nothing beside it.
    fn of_part(&self, part: Part, code: usize, tiles: usize) -> usize;

    /// The class of two suits together.
    fn two_suits(&self, one: usize, other: usize) -> usize;

    /// The class of a suit and the honors together.
    fn suit_and_honors(&self, suit: usize, honors: usize) -> usize;

    /// How many tiles both halves lack beside so many wildcards, which are not taken off; [`NEVER`] if nothing completes them.
    fn lacking(&self, two_suits: usize, suit_and_honors: usize, wildcards: u8) -> usize;

    /// Whether equal codes of suits are of one class.
    fn are_suits_alike(&self) -> bool;
}

/// Stands for what hands lack that nothing completes: more than any other.
pub(super) const NEVER: usize = Distance::MOST as usize + 1;

/// How many copies of each kind are left.
pub(in crate::survey) type Left = [u8; Tile::REGULAR_COUNT];

/// How many sets of regular tiles lack at least a number of tiles, `[size of the set][tiles lacking at least]`.
pub(super) type AtLeast = Vec<[Wide; NEVER + 1]>;

/// All sets of regular tiles that are left, half by half.
pub(super) struct Hands<'a, C> {
    classes: &'a C,
    /// Forms that no class tells.
    forms: Forms,
    two_suits: Tally,
    suit_honors: Tally,
}

impl<'a, C: Classes> Hands<'a, C> {
    /// Of at most `most` tiles. What they lack is the least over their classes and some forms that are told by kinds.
    pub(super) fn new(classes: &'a C, forms: Forms, left: &Left, most: usize) -> Hands<'a, C> {
        let of_part = |part| {
            let mut gather = Gather::default();
            each_set(part, left, forms, most, |code, holding, count| {
                gather.add(classes.of_part(part, code, holding.tiles()), holding, count);
            });
            gather.into_tally()
        };
        let left_of = |part: Part| part.kinds().iter().map(|kind| left[kind.index()]);
        let characters = of_part(Part::Characters);
        let of_suit = |suit| {
            let is_known = classes.are_suits_alike() && left_of(suit).eq(left_of(Part::Characters));
            if is_known { characters.clone() } else { of_part(suit) }
        };
        let [dots, bamboos] = [Part::Dots, Part::Bamboos].map(of_suit);
        let two_suits = Tally::merge(&characters, &dots, most, |one, other| classes.two_suits(one, other));
        let of_both = |suit, honors| classes.suit_and_honors(suit, honors);
        let suit_honors = Tally::merge(&bamboos, &of_part(Part::Honors), most, of_both);
        Hands { classes, forms, two_suits, suit_honors }
    }

    /// Counts those of some sizes by what they lack beside so many wildcards.
    pub(super) fn at_least(&self, sizes: &RangeInclusive<usize>, wildcards: u8) -> AtLeast {
        let mut all = vec![[Wide::default(); NEVER + 1]; sizes.end() + 1];
        for half in self.suit_honors.within(*sizes.end()) {
            // What all two suits of a holding lack at least, beside this class.
            let mut lacking = vec![[Count::default(); NEVER + 1]; self.two_suits.holdings.len()];
            for other in self.two_suits.within(sizes.end() - half.fewest) {
                let distance = self.classes.lacking(other.class, half.class, wildcards);
                for &(holding, count) in &other.holdings {
                    lacking[holding][distance].add(count);
                }
            }
            for counts in &mut lacking {
                for distance in (0..NEVER).rev() {
                    let farther = counts[distance + 1];
                    counts[distance].add(farther);
                }
            }
            for &(holding, count) in &half.holdings {
                let holding = self.suit_honors.holdings[holding];
                if holding.tiles() > *sizes.end() {
                    break;
                }
                let beside = self.beside(holding, &lacking, sizes);
                for (all, beside) in all[holding.tiles()..].iter_mut().zip(beside) {
                    for (all, beside) in all.iter_mut().zip(beside) {
                        all.add(Wide::from(count).times(beside.into()));
                    }
                }
            }
        }
        all
    }

    /// How many holdings of two suits lack at least a number of tiles beside a half, `[size][tiles lacking at least]`.
    fn beside(
        &self,
        half: Held,
        lacking: &[[Count; NEVER + 1]],
        sizes: &RangeInclusive<usize>,
    ) -> Vec<[Count; NEVER + 1]> {
        let holdings = &self.two_suits.holdings;
        let fewest = sizes.start().saturating_sub(half.tiles());
        let most = sizes.end() - half.tiles();
        let mut beside = vec![[Count::default(); NEVER + 1]; most + 1];
        let first = holdings.partition_point(|holding| holding.tiles() < fewest);
        for (&holding, lacking) in holdings.iter().zip(lacking).skip(first) {
            if holding.tiles() > most {
                break;
            }
            // A form that no class tells may be nearer.
            let nearest = half.plus(holding).lacking(self.forms);
            let beside = &mut beside[holding.tiles()][..=nearest];
            beside.iter_mut().zip(lacking).for_each(|(beside, &lacking)| beside.add(lacking));
        }
        beside
    }
}
