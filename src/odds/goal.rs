//! What a hand has to reach, and what of some of its tiles matters for that.

use super::Changes;
use crate::distance::{Distance, Model, TableModel, lookup};
use crate::forms::{Form, Forms, HeldNumbers, WithForms};
use crate::hand::{Hand, MeldCount};

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
        let [held, more, still_more, most] = self.held.word().to_le_bytes();
        u64::from_le_bytes([low, high, self.gone, self.new, held, more, still_more, most])
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

/// What a hand has to reach: one of the forms in reach, within the first hand's distance from that form and the changes.
///
/// Each form has a limit of its own. With one limit for all, that of the nearest form, a form that is farther by one could
/// not be aimed at, and adding a form could make winning less likely.
#[derive(Debug, Clone, Copy)]
pub(super) struct Goal {
    pub melds: MeldCount,
    /// The forms in reach.
    pub forms: Forms,
    /// What a hand's new tiles and its distance from the form that is farthest at first may come to. No hand has more new
    /// tiles.
    pub limit: u8,
    /// By how much nearer than to that form the first hand is to each form, so that all have one limit.
    ahead: [u8; Form::EMBEDDED],
}

impl Goal {
    /// How much farther than from the nearest form a hand may be from another one that is still in reach.
    pub const FARTHEST_BEHIND: u8 = 2;

    /// Of a hand beside which these forms can be: those that are farther than the nearest by no more than `behind`.
    pub fn of(hand: &Hand, forms: Forms, behind: u8, changes: Changes) -> Goal {
        let far = |form| WithForms::new(TableModel, Forms::only(form)).distance(hand).get();
        let nearest = forms.iter().map(far).min().unwrap_or_default();
        let reached: Vec<Form> = forms.iter().filter(|&form| far(form) - nearest <= behind).collect();
        let forms = Forms::of(&reached).unwrap_or(forms);
        let farthest = forms.iter().map(far).max().unwrap_or_default();
        let ahead = std::array::from_fn(|place| {
            let form = Form::ALL[place];
            if forms.contains(form) { farthest - far(form) } else { 0 }
        });
        Goal { melds: hand.melds(), forms, limit: farthest + changes.get(), ahead }
    }

    /// The same with one limit for all forms, that of the nearest, as other programs have it.
    pub fn of_nearest(hand: &Hand, forms: Forms, changes: Changes) -> Goal {
        let far = |form| WithForms::new(TableModel, Forms::only(form)).distance(hand).get();
        let limit = forms.iter().map(far).min().unwrap_or_default() + changes.get();
        // No hand that follows from one that is farther in some form comes within the limit in it.
        let near: Vec<Form> = forms.iter().filter(|&form| far(form) <= limit).collect();
        let forms = Forms::of(&near).unwrap_or(forms);
        Goal { melds: hand.melds(), forms, limit, ahead: [0; Form::EMBEDDED] }
    }

    /// How many tiles two halves lack together.
    #[inline]
    pub fn lacking(self, two_suits: Features, suit_and_honors: Features) -> Distance {
        self.nearest([0; Form::EMBEDDED], two_suits, suit_and_honors)
    }

    /// Whether a hand of these halves, or what is left of one with more tiles, is within the limit of a form.
    #[inline]
    pub fn allows(self, two_suits: Features, suit_and_honors: Features) -> bool {
        let lacking = self.nearest(self.ahead, two_suits, suit_and_honors);
        two_suits.new + suit_and_honors.new + lacking.get() <= self.limit
    }

    /// The least that two halves lack together for one of the forms, more for each as it is ahead.
    #[inline]
    fn nearest(self, ahead: [u8; Form::EMBEDDED], two_suits: Features, suit_and_honors: Features) -> Distance {
        let (one, other) = (two_suits, suit_and_honors);
        let standard = || lookup::distance_of_halves(one.class, other.class as u8, self.melds);
        if self.forms == Forms::default() {
            return standard();
        }
        let others = one.held.plus_capped(other.held).nearest(self.forms, ahead);
        if !self.forms.contains(Form::Standard) {
            return others;
        }
        others.min(standard().and(ahead[Form::Standard as usize]))
    }
}
