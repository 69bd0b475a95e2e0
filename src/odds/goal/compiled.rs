//! The goal of hands of any rule set, by its compiled tables.

use super::{Goal, Limits};
use crate::codes::Code;
use crate::distance::{Distance, Model};
use crate::hand::Hand;
use crate::rules::{Compiled, Halves};
use crate::tile::Suit;
use crate::tile_set::Part;

/// What hands have to reach by compiled tables.
///
/// A class is the number that the [halves](Halves) have given it, and behind it how many wildcards are held.
#[derive(Debug)]
pub(crate) struct CompiledGoal<'a> {
    limits: Limits,
    halves: Halves<'a>,
    most_tiles: u8,
    /// The most wildcards that a hand may come to hold, if each of them may be worth several tiles.
    most_wildcards: Option<u8>,
}

/// Bits for the number of wildcards.
const WILDCARDS: u32 = 4;

fn number(class: u32) -> u32 {
    class >> WILDCARDS
}

fn wildcards(class: u32) -> u8 {
    class as u8 % (1 << WILDCARDS)
}

impl<'a> CompiledGoal<'a> {
    /// The goal of hands that follow from one that may draw so many wildcards.
    pub fn new(model: Compiled<'a>, hand: &Hand, drawn_wildcards: u8, limits: Limits) -> CompiledGoal<'a> {
        let is_worth_several = model.tables().tells_wildcards_apart();
        let most_wildcards = is_worth_several.then_some(hand.wildcards() + drawn_wildcards);
        let standing_in = most_wildcards.unwrap_or(hand.wildcards());
        CompiledGoal {
            limits,
            halves: Halves::new(model, hand, |form, lacking| {
                let ahead = limits.forms.contains(form).then_some(limits.ahead[form as usize])?;
                // What is beyond the limit stays there, whatever is drawn.
                (lacking.saturating_sub(standing_in) + ahead <= limits.limit).then_some(ahead)
            }),
            most_tiles: model.rules().most_tiles() as u8,
            most_wildcards,
        }
    }
}

impl CompiledGoal<'_> {
    /// The fewest draws that two halves need, in each lane as many more as `more` makes of how far the first hand was ahead.
    fn draws(&self, two_suits: u32, suit_and_honors: u32, more: impl Fn(u8) -> u8) -> Distance {
        let held = wildcards(suit_and_honors);
        let (one, other) = (number(two_suits), number(suit_and_honors));
        let with = |wildcards: u8| self.halves.lacking(one, other, wildcards, &more).and(wildcards - held);
        let most = self.most_wildcards.unwrap_or(held);
        (held + 1..=most).map(with).fold(with(held), Distance::min)
    }
}

impl Goal for CompiledGoal<'_> {
    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn most_tiles(&self) -> u8 {
        self.most_tiles
    }

    fn class_of(&self, part: Part, _counts: &[u8; Suit::RANKS], code: Code) -> u32 {
        self.halves.of_part(part, code.digits()) << WILDCARDS
    }

    fn with_wildcards(&self, honors: u32, wildcards: u8) -> u32 {
        honors | u32::from(wildcards)
    }

    fn two_suits(&self, one: u32, other: u32) -> u32 {
        self.halves.two_suits(number(one), number(other)) << WILDCARDS
    }

    fn suit_and_honors(&self, suit: u32, honors: u32) -> u32 {
        self.halves.suit_and_honors(number(suit), number(honors)) << WILDCARDS | u32::from(wildcards(honors))
    }

    fn lacking(&self, two_suits: u32, suit_and_honors: u32) -> Distance {
        let wildcards = wildcards(suit_and_honors);
        self.halves.lacking(number(two_suits), number(suit_and_honors), wildcards, |_| 0)
    }

    fn draws_needed(&self, lacking: Distance, two_suits: u32, suit_and_honors: u32) -> Distance {
        if self.most_wildcards.is_none() { lacking } else { self.draws(two_suits, suit_and_honors, |_| 0) }
    }

    fn draws_to_limit(&self, two_suits: u32, suit_and_honors: u32) -> Distance {
        self.draws(two_suits, suit_and_honors, |ahead| ahead)
    }

    fn has_slack(&self) -> bool {
        self.limits.forms.iter().count() > 1 || self.most_wildcards.is_some()
    }
}
