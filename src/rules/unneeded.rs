//! Unneeded tiles by a rule set.

use paili_tables::cost::LOST;

use super::block::after_wildcards;
use super::useful::Reading;
use super::{RuleTables, VoidSuit, Voids};
use crate::codes::Code;
use crate::hand::Hand;
use crate::tile::Tile;
use crate::tile_set::{Part, TileSet};

impl RuleTables {
    /// The kinds that a hand holds and of which one fewer leaves it as far.
    pub(super) fn unneeded(&self, hand: &Hand, voids: Voids) -> TileSet {
        let lacking = self.lacking(hand, voids);
        if after_wildcards(lacking, hand.wildcards()).tiles().is_none() {
            return hand.counts().kinds();
        }
        // Where wildcards are more than what is lacking, as many tiles may go.
        let most = lacking.max(hand.wildcards()).min(LOST - 1);
        match self.rules().void() {
            VoidSuit::NotAsked => self.kept(hand, self.reading(hand), most),
            VoidSuit::Asked => {
                let without = |suit| self.kept(hand, self.reading_without(suit, self.reading(hand)), most);
                voids.iter().map(without).fold(TileSet::EMPTY, |all, some| all | some)
            }
        }
    }

    /// The kinds that a hand holds and of which one fewer leaves no more than so much lacking, as it is read. Without a tile no way
    /// lacks less, so only those count that lack no more with all.
    fn kept(&self, hand: &Hand, reading: Reading, most: u8) -> TileSet {
        let (exposed, numbers) = (hand.melds().get(), reading.numbers);
        let held = hand.counts().kinds();
        let among = |kinds: TileSet, lacking: &dyn Fn([usize; Part::ALL.len()]) -> u8| {
            let keeps = |&tile: &Tile| {
                let (part, code) = Code::of(tile);
                let (mut numbers, place) = (numbers, part.index());
                numbers[place] = self.parts[place].number(reading.vectors[place] - code.digits());
                lacking(numbers) <= most
            };
            // What does not count goes with any way.
            kinds.iter().filter(keeps).collect::<TileSet>() | held & !reading.kinds
        };
        let counted = held & reading.kinds;
        let mut kept = TileSet::EMPTY;
        if self.nearest_summed(exposed, numbers) <= most {
            kept |= among(counted, &|numbers| self.nearest_summed(exposed, numbers));
        }
        for form in self.ways(exposed, hand.wildcards()) {
            if form.is_summed || form.bound.is_some_and(|bound| bound.lacking(self, numbers) > most) {
                continue;
            }
            for way in form.ways.iter().filter(|way| way.lacking(self, numbers) <= most) {
                kept |= among(counted & !kept, &|numbers| way.lacking(self, numbers));
            }
        }
        kept
    }
}
