//! The rule of win forms: whoever asks for forms that a hand can't have is told so, hand by hand, as `paili.Hand`,
//! `paili.exact` and the program do. Beside exposed melds there is only the standard form.

use paili::batch::BatchHand;
use paili::distance::PAIRS_AND_ORPHANS;
use paili::{Forms, Hand, MeldCount, Tile};

use crate::counts::Counts;

/// Why a hand with so many exposed melds can't have all of these forms.
pub fn refusal(forms: Forms, melds: MeldCount) -> Option<String> {
    (forms.beside(melds) != forms).then(|| format!("{PAIRS_AND_ORPHANS}; this hand has {}", melds.get()))
}

/// The first of some hands that can't have all of these forms, and why.
pub fn misfit<H: Exposing>(forms: Forms, hands: &[H]) -> Option<(usize, String)> {
    if forms == Forms::default() {
        return None;
    }
    let row = hands.iter().position(Exposing::exposes)?;
    refusal(forms, hands[row].exposed()?).map(|reason| (row, reason))
}

/// What has exposed melds, which its size tells.
pub trait Exposing: BatchHand {
    /// How many, unless it is no hand.
    fn exposed(&self) -> Option<MeldCount>;

    /// Whether it has any.
    fn exposes(&self) -> bool {
        self.exposed().is_some_and(|melds| melds.get() > 0)
    }
}

impl Exposing for Hand {
    fn exposed(&self) -> Option<MeldCount> {
        Some(self.melds())
    }
}

impl Exposing for Counts {
    fn exposed(&self) -> Option<MeldCount> {
        if self.iter().any(|&copies| copies > Tile::COPIES) {
            return None;
        }
        MeldCount::beside(self.iter().map(|&copies| usize::from(copies)).sum())
    }

    // Eight kinds are added up at once, as this is asked of every hand. The sums of what is no hand may
    // overflow; it is looked at again, here or by whoever answers it.
    fn exposes(&self) -> bool {
        let (eights, others) = self.as_chunks();
        let sums = eights.iter().fold(0, |sums: u64, eight| sums.wrapping_add(u64::from_le_bytes(*eight)));
        let sum = (sums.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u8;
        let tiles = others.iter().fold(sum, |tiles, &copies| tiles.wrapping_add(copies));
        tiles < 13 && self.exposed().is_some_and(|melds| melds.get() > 0)
    }
}
