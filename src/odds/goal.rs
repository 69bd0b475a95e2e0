//! What a hand has to reach, and what of some of its tiles matters for that.

mod compiled;
mod embedded;

pub(super) use compiled::CompiledGoal;
pub(super) use embedded::EmbeddedGoal;

use super::{Changes, OddsError};
use crate::codes::Code;
use crate::distance::Distance;
use crate::forms::{Form, Forms};
use crate::tile::Suit;
use crate::tile_set::Part;

/// What matters of some of a hand's tiles for how far the hand is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Features {
    /// How many tiles there are that the first hand had not, and how many of that hand's are gone.
    pub new: u8,
    pub gone: u8,
    /// Its class, of a part or of a half: what it is for the [goal](Goal).
    pub class: u32,
}

impl Features {
    /// All of them in a number, to sort by.
    pub fn key(self) -> u64 {
        let ([low, high, held, more], none) = (self.class.to_le_bytes(), 0);
        u64::from_le_bytes([low, high, self.gone, self.new, held, more, none, none])
    }

    /// The features of these tiles and others, whose class together is this.
    pub fn beside(self, others: Features, class: u32) -> Features {
        Features { new: self.new + others.new, gone: self.gone + others.gone, class }
    }
}

/// What hands have to reach: one of the forms in reach, within its [limit](Limits).
pub(super) trait Goal {
    /// The limits.
    fn limits(&self) -> &Limits;

    /// The most tiles that a hand has of a part.
    fn most_tiles(&self) -> u8;

    /// The class of a part by how many of each kind it holds, and its code.
    fn class_of(&self, part: Part, counts: &[u8; Suit::RANKS], code: Code) -> u32;

    /// The class of honors, `wildcards` of which are held beside them.
    fn with_wildcards(&self, honors: u32, wildcards: u8) -> u32;

    /// The class of two suits together.
    fn two_suits(&self, one: u32, other: u32) -> u32;

    /// The class of a suit and the honors together.
    fn suit_and_honors(&self, suit: u32, honors: u32) -> u32;

    /// How many tiles two halves of these classes lack.
    fn lacking(&self, two_suits: u32, suit_and_honors: u32) -> Distance;

    /// The fewest draws that two halves need which lack so many tiles: as many, unless a wildcard can be worth several.
    #[inline]
    fn draws_needed(&self, lacking: Distance, _two_suits: u32, _suit_and_honors: u32) -> Distance {
        lacking
    }

    /// The same, in each form as many more as [the first hand was ahead](Limits) in it: what the limit is for.
    fn draws_to_limit(&self, two_suits: u32, suit_and_honors: u32) -> Distance;

    /// Whether a draw can be worth more than a tile, or forms have limits that differ: then a ready hand may draw what does not
    /// complete it.
    fn has_slack(&self) -> bool;

    /// Whether a hand of these halves, or what is left of one with more tiles, is within the limit of a form.
    #[inline]
    fn allows(&self, two_suits: Features, suit_and_honors: Features) -> bool {
        let draws = self.draws_to_limit(two_suits.class, suit_and_honors.class);
        two_suits.new + suit_and_honors.new + draws.get() <= self.limits().limit
    }
}

/// How far hands may be: within the first hand's distance from each form in reach, and the changes.
///
/// Each form has a limit of its own. With one limit for all, that of the nearest form, a form that is farther by one could
/// not be aimed at, and adding a form could make winning less likely.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// The forms in reach.
    pub forms: Forms,
    /// What a hand's new tiles and its distance from the form that is farthest at first may come to. No hand has more new
    /// tiles.
    pub limit: u8,
    /// By how much nearer than to that form the first hand is to each form, so that all have one limit.
    pub ahead: [u8; Form::ALL.len()],
}

impl Limits {
    /// How much farther than from the nearest form a hand may be from another one that is still in reach.
    pub const FARTHEST_BEHIND: u8 = 2;

    /// Those of a hand that is so far from these forms: of the forms that are farther than the nearest by no more than
    /// `behind`.
    ///
    /// # Errors
    ///
    /// When no tiles can complete the hand.
    pub fn of(forms: Forms, behind: u8, changes: Changes, far: impl Fn(Form) -> Distance) -> Result<Limits, OddsError> {
        let nearest = forms.iter().map(&far).min().filter(|&nearest| nearest < Distance::NEVER);
        let nearest = nearest.ok_or(OddsError::Never)?.get();
        let far = |form| far(form).get();
        let forms = forms.iter().filter(|&form| far(form) - nearest <= behind).fold(Forms::NONE, Forms::and);
        let farthest = forms.iter().map(far).max().unwrap_or(nearest);
        let ahead = Form::ALL.map(|form| if forms.contains(form) { farthest - far(form) } else { 0 });
        Ok(Limits { forms, limit: farthest + changes.get(), ahead })
    }

    /// The same with one limit for all forms, that of the nearest, as other programs have it.
    ///
    /// # Errors
    ///
    /// As [`Limits::of`].
    pub fn of_nearest(forms: Forms, changes: Changes, far: impl Fn(Form) -> Distance) -> Result<Limits, OddsError> {
        // No hand that follows from one that is farther in some form comes within the limit in it.
        let near = Limits::of(forms, changes.get(), Changes::None, &far)?;
        let nearest = forms.iter().map(far).min().map_or(0, Distance::get);
        Ok(Limits { limit: nearest + changes.get(), ahead: [0; Form::ALL.len()], ..near })
    }
}
