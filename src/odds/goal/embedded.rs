//! The goal of hands that the embedded tables answer for.

use super::{Goal, Limits};
use crate::codes::Code;
use crate::distance::{Distance, lookup};
use crate::forms::{Form, Forms, HeldNumbers};
use crate::hand::{Hand, MeldCount};
use crate::tile::{Suit, Tile};
use crate::tile_set::Part;

/// No copy of a kind to all of them.
const COPIES_END: usize = Tile::COPIES as usize + 1;

/// What hands have to reach by the embedded tables.
///
/// A class has that of the standard form in its lower half, 0 when that is out of reach, and what the other forms in reach
/// ask in its upper half.
#[derive(Debug)]
pub(crate) struct EmbeddedGoal {
    melds: MeldCount,
    limits: Limits,
    /// What the forms have of each number of copies of each kind.
    worth: [[HeldNumbers; COPIES_END]; Tile::REGULAR_COUNT],
    /// By how much nearer than to the farthest form the first hand is to each form.
    ahead: [u8; Form::EMBEDDED],
}

/// Where what the other forms ask begins in a class.
const HELD: u32 = u16::BITS;

fn held(class: u32) -> HeldNumbers {
    HeldNumbers::from_word((class >> HELD) as usize)
}

fn class(standard: u16, held: HeldNumbers) -> u32 {
    u32::from(standard) | held.word() << HELD
}

impl EmbeddedGoal {
    /// The goal of hands beside these melds.
    pub fn new(melds: MeldCount, limits: Limits) -> EmbeddedGoal {
        let worth = std::array::from_fn(|kind| {
            std::array::from_fn(|copies| HeldNumbers::of(Tile::ALL[kind], copies as u8, limits.forms))
        });
        let ahead = std::array::from_fn(|form| limits.ahead[form]);
        EmbeddedGoal { melds, limits, worth, ahead }
    }

    /// The least that two halves lack for one of the forms, more for each as it is ahead.
    #[inline]
    fn nearest(&self, ahead: [u8; Form::EMBEDDED], one: u32, other: u32) -> Distance {
        let standard = || lookup::distance_of_halves(one as u16, other as u8, self.melds);
        let forms = self.limits.forms;
        if forms == Forms::default() {
            return standard();
        }
        let others = held(one).plus_capped(held(other)).nearest(forms, ahead);
        if !forms.contains(Form::Standard) {
            return others;
        }
        others.min(standard().and(ahead[Form::Standard as usize]))
    }
}

impl Goal for EmbeddedGoal {
    #[inline]
    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn most_tiles(&self) -> u8 {
        Hand::MOST_TILES as u8
    }

    fn class_of(&self, part: Part, counts: &[u8; Suit::RANKS], code: Code) -> u32 {
        let forms = self.limits.forms;
        let standard = if forms.contains(Form::Standard) { u16::from(lookup::class(code)) } else { 0 };
        if forms == Forms::default() {
            return standard.into();
        }
        let worth = &self.worth[part.index() * Suit::RANKS..];
        let held = worth.iter().zip(counts).map(|(worth, &count)| worth[usize::from(count)]);
        class(standard, held.fold(HeldNumbers::default(), HeldNumbers::plus).capped())
    }

    fn with_wildcards(&self, honors: u32, _wildcards: u8) -> u32 {
        honors
    }

    #[inline]
    fn two_suits(&self, one: u32, other: u32) -> u32 {
        class(lookup::two_suits(one as u8, other as u8), held(one).plus_capped(held(other)))
    }

    #[inline]
    fn suit_and_honors(&self, suit: u32, honors: u32) -> u32 {
        let standard = lookup::suit_and_honors(suit as u8, honors as u8);
        class(standard.into(), held(suit).plus_capped(held(honors)))
    }

    #[inline]
    fn lacking(&self, two_suits: u32, suit_and_honors: u32) -> Distance {
        self.nearest([0; Form::EMBEDDED], two_suits, suit_and_honors)
    }

    #[inline]
    fn draws_to_limit(&self, two_suits: u32, suit_and_honors: u32) -> Distance {
        self.nearest(self.ahead, two_suits, suit_and_honors)
    }

    fn has_slack(&self) -> bool {
        self.limits.forms.iter().count() > 1
    }
}
