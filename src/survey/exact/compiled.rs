//! The classes of compiled tables, which tell of all forms.

use std::ops::RangeInclusive;

#[cfg(feature = "parallel")]
use rayon::prelude::*;

use super::Fillers;
use super::hands::{AtLeast, Classes, Hands, Left, NEVER};
use super::part_sets::each_set;
use crate::forms::{Form, Forms};
use crate::hand::{Counts, Hand, MeldCount};
use crate::rules::{Halves, KnittedCount, RuleTables};
use crate::set_count::Wide;
use crate::tile_set::Part;

impl RuleTables {
    /// How many sets of regular tiles lack how much beside each number of wildcards, or one for all numbers where they lack the
    /// same beside any.
    pub(super) fn at_least(&self, tiles: usize, left: &Left, melds: MeldCount, fillers: &Fillers) -> Vec<AtLeast> {
        let nothing = Hand::of_any_size(Counts::EMPTY, self.rules().wildcards(), melds);
        let is_of_one_way = |form| !matches!(form, Form::Knitted | Form::KnittedStraight);
        let halves = Halves::new(self.model(), &nothing, |form, _| is_of_one_way(form).then_some(0));
        let hands = Hands::new(&halves, Forms::NONE, left, tiles + 1);
        let at_least = |wildcards, sizes| {
            let mut at_least = hands.at_least(&sizes, wildcards);
            let nearer = KnittedCount::new(self, (melds.get(), wildcards), |part, visit| {
                each_set(part, left, Forms::NONE, tiles + 1, |code, held, count| visit(code, held.tiles(), count));
            });
            if let Some(nearer) = nearer {
                take_nearer(&mut at_least, &nearer, sizes);
            }
            at_least
        };
        // Wildcards that stand for tiles beyond the copies change what a hand lacks without them.
        if self.tells_wildcards_apart() {
            let beside = |held: usize| at_least(held as u8, tiles - held..=tiles - held + 1);
            (0..fillers.sets.len()).map(beside).collect()
        } else {
            vec![at_least(0, fillers.sizes_beside(tiles))]
        }
    }
}

/// Takes away those that a form of several ways is nearer to than all others.
fn take_nearer(at_least: &mut AtLeast, nearer: &KnittedCount, sizes: RangeInclusive<usize>) {
    let questions: Vec<(usize, usize)> =
        sizes.flat_map(|tiles| (1..=NEVER).map(move |lacking| (tiles, lacking))).collect();
    let hands = |&(tiles, lacking): &(usize, usize)| match at_least[tiles][lacking] {
        none if none == Wide::default() => none,
        _ => nearer.hands(tiles, lacking as u8),
    };
    #[cfg(feature = "parallel")]
    let found: Vec<Wide> = questions.par_iter().map(hands).collect();
    #[cfg(not(feature = "parallel"))]
    let found: Vec<Wide> = questions.iter().map(hands).collect();
    for ((tiles, lacking), hands) in questions.into_iter().zip(found) {
        at_least[tiles][lacking].subtract(hands);
    }
}

impl Classes for Halves<'_> {
    #[inline]
    fn of_part(&self, part: Part, code: usize, _tiles: usize) -> usize {
        self.of_part(part, code) as usize
    }

    fn two_suits(&self, one: usize, other: usize) -> usize {
        self.two_suits(one as u32, other as u32) as usize
    }

    fn suit_and_honors(&self, suit: usize, honors: usize) -> usize {
        self.suit_and_honors(suit as u32, honors as u32) as usize
    }

    fn lacking(&self, two_suits: usize, suit_and_honors: usize, wildcards: u8) -> usize {
        let lacking = self.lacking(two_suits as u32, suit_and_honors as u32, wildcards, |_| 0);
        // That of hands that have more wildcards than they lack tiles comes to the same.
        lacking.tiles().map_or(NEVER, |lacking| usize::from(lacking + wildcards))
    }

    fn are_suits_alike(&self) -> bool {
        // With a void suit they are not, and else it would save little.
        false
    }
}
