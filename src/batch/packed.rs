//! Hands as small as the tables need them.

use std::fmt;

use crate::codes::Codes;
use crate::hand::{Counts, Hand, MeldCount};
use crate::tile_set::Part;

/// A hand in sixteen bytes: the four numbers that a [`Hand`] is looked up by, and how many melds it exposed.
///
/// Specials, which count for nothing in a distance, are left out.
///
/// ```
/// use paili::batch::{Batch, PackedHand};
/// use paili::{Distance, Notation};
///
/// let hands = ["1133m456789p123s", "23m99p123456s"].map(|text| Notation::Mpsz.hand(text).map(PackedHand::from));
/// let hands: Vec<PackedHand> = hands.into_iter().collect::<Result<_, _>>()?;
/// assert_eq!(hands[1].melds().get(), 1);
///
/// let mut distances = [Distance::WON; 2];
/// let Ok(()) = Batch::new().distances(&hands, &mut distances);
/// assert_eq!(distances.map(Distance::get), [1, 1]);
/// # Ok::<(), paili::notation::NotationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub struct PackedHand {
    /// The codes of the suits, and that of the honors with the number of exposed melds above it.
    codes: Codes,
}

impl PackedHand {
    /// The hand with these codes and exposed melds.
    #[inline]
    pub(crate) fn new(codes: Codes, melds: MeldCount) -> Self {
        PackedHand { codes: codes.with_upper(melds.get() as u8) }
    }

    /// The codes of its parts.
    #[inline]
    pub(crate) fn codes(&self) -> Codes {
        self.codes.without_upper()
    }

    /// Whether no hand of these exposes melds.
    #[inline]
    pub(super) fn none_exposes(hands: &[PackedHand; 4]) -> bool {
        hands.iter().fold(Codes::NOTHING, |all, hand| all.or(hand.codes)).upper() == 0
    }

    /// The codes of a hand that exposes no melds.
    #[inline]
    pub(super) fn bare_codes(&self) -> &Codes {
        debug_assert_eq!(self.melds(), MeldCount::default());
        &self.codes
    }

    /// How many melds are exposed.
    #[inline]
    pub fn melds(&self) -> MeldCount {
        MeldCount::unpacked(self.codes.upper())
    }

    /// Its concealed tiles, less the specials.
    pub fn counts(&self) -> Counts {
        let codes = self.codes();
        let mut counts = Counts::EMPTY;
        for part in Part::ALL {
            let mut digits = codes.of(part).digits();
            for tile in part.kinds().iter() {
                (0..digits % 5).for_each(|_| counts.add(tile));
                digits /= 5;
            }
        }
        counts
    }
}

impl From<&Hand> for PackedHand {
    #[inline]
    fn from(hand: &Hand) -> Self {
        PackedHand::new(*hand.counts().codes(), hand.melds())
    }
}

impl From<Hand> for PackedHand {
    #[inline]
    fn from(hand: Hand) -> Self {
        PackedHand::from(&hand)
    }
}

impl fmt::Debug for PackedHand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}] beside {}", self.counts(), self.melds().get())
    }
}
