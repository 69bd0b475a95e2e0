//! What a hand has to reach, and what of some of its tiles matters for that.

use crate::distance::{Distance, lookup};
use crate::forms::{Form, Forms, HeldNumbers};
use crate::hand::MeldCount;

/// What matters of some of a hand's tiles for how far the hand is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Features {
    /// How many tiles there are that the first hand had not, and how many of that hand's are gone.
    pub new: u8,
    pub gone: u8,
    /// The class, of a part or of a half; 0 when the standard form is out of reach.
    pub class: u16,
    /// What the other forms in reach ask.
    pub held: HeldNumbers,
}

impl Features {
    /// All of them in a number, to sort by.
    pub fn key(self) -> u64 {
        let [low, high] = self.class.to_le_bytes();
        let [held, more_held] = self.held.get().to_le_bytes();
        u64::from_le_bytes([low, high, self.gone, self.new, held, more_held, 0, 0])
    }

    /// The features of these tiles and others, whose class together is this.
    fn beside(self, others: Features, class: u16) -> Features {
        Features {
            new: self.new + others.new,
            gone: self.gone + others.gone,
            class,
            held: self.held.plus_capped(others.held),
        }
    }
}

/// The features of two suits together.
#[inline]
pub(super) fn two_suits(one: Features, other: Features) -> Features {
    one.beside(other, lookup::two_suits(one.class as u8, other.class as u8))
}

/// The features of a suit and the honors together.
#[inline]
pub(super) fn suit_and_honors(suit: Features, honors: Features) -> Features {
    suit.beside(honors, u16::from(lookup::suit_and_honors(suit.class as u8, honors.class as u8)))
}

/// What a hand has to reach.
#[derive(Debug, Clone, Copy)]
pub(super) struct Goal {
    pub melds: MeldCount,
    /// The forms in reach.
    pub forms: Forms,
    /// What a hand's new tiles and its distance may come to.
    pub limit: u8,
}

impl Goal {
    /// How many tiles two halves lack together.
    #[inline]
    pub fn lacking(self, two_suits: Features, suit_and_honors: Features) -> Distance {
        let (one, other) = (two_suits, suit_and_honors);
        let standard = || lookup::distance_of_halves(one.class, other.class as u8, self.melds);
        if self.forms == Forms::default() {
            return standard();
        }
        let others = one.held.plus_capped(other.held).nearest(self.forms);
        if self.forms.contains(Form::Standard) { others.min(standard()) } else { others }
    }

    /// Whether a hand of these halves, or what is left of one with more tiles, is within the limit.
    #[inline]
    pub fn allows(self, two_suits: Features, suit_and_honors: Features) -> bool {
        two_suits.new + suit_and_honors.new + self.lacking(two_suits, suit_and_honors).get() <= self.limit
    }
}
