//! What a batch can be made of.

use std::convert::Infallible;
use std::fmt::Debug;

use super::analysis::Analysis;
use super::encode::{Exposed, RegularCounts, each_block};
use super::error::BadHandError;
use super::forms::FormsByCode;
use super::look_up::{self, LookUp, Standard};
use super::packed::PackedHand;
use super::settings::Batch;
use crate::analysis::{Unseen, Useful};
use crate::counts::regular;
use crate::distance::{Distance, Model, TableModel, lookup};
use crate::forms::{Forms, HeldKinds, WithForms};
use crate::hand::{Counts, Hand, HandError, MeldCount};
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// A hand as a batch takes it: counts of the 34 regular kinds in tile order, a [`PackedHand`] or a [`Hand`].
///
/// Nothing else can be one.
pub trait BatchHand: sealed::Batched {}

impl BatchHand for [u8; Tile::REGULAR_COUNT] {}
impl BatchHand for PackedHand {}
impl BatchHand for Hand {}

pub(super) mod sealed {
    use super::{Analysis, BadHandError, Batch, Debug, Distance, LookUp};

    /// How hands of a kind are analysed.
    pub trait Batched: Copy + Debug + Send + Sync {
        /// What can be wrong with one.
        type Error: std::error::Error + Send;

        /// Finds the distance of each hand.
        fn distances(
            batch: Batch,
            hands: &[Self],
            answers: &mut [Distance],
            look_up: impl LookUp,
        ) -> Result<(), BadHandError<Self::Error>>;

        /// [`Batch::analyses`], with an answer for each hand.
        fn analyses(batch: Batch, hands: &[Self], answers: &mut [Analysis]) -> Result<(), BadHandError<Self::Error>>;
    }
}

/// Finds the distance of each hand.
pub(super) fn distances<H: BatchHand>(
    batch: Batch,
    hands: &[H],
    answers: &mut [Distance],
) -> Result<(), BadHandError<H::Error>> {
    if batch.forms() == Forms::default() {
        H::distances(batch, hands, answers, Standard)
    } else {
        H::distances(batch, hands, answers, FormsByCode::new(batch.forms()))
    }
}

impl sealed::Batched for PackedHand {
    type Error = Infallible;

    fn distances(
        _: Batch,
        hands: &[Self],
        answers: &mut [Distance],
        look_up: impl LookUp,
    ) -> Result<(), BadHandError<Infallible>> {
        look_up::packed(hands, answers, look_up);
        Ok(())
    }

    fn analyses(batch: Batch, hands: &[Self], answers: &mut [Analysis]) -> Result<(), BadHandError<Infallible>> {
        analyses(batch, hands.iter().map(|hand| (hand.counts(), hand.melds())), answers);
        Ok(())
    }
}

impl sealed::Batched for Hand {
    type Error = Infallible;

    fn distances(
        _: Batch,
        hands: &[Self],
        answers: &mut [Distance],
        look_up: impl LookUp,
    ) -> Result<(), BadHandError<Infallible>> {
        look_up::each(hands.iter().map(|hand| (*hand.counts().codes(), hand.melds())), answers, look_up);
        Ok(())
    }

    fn analyses(batch: Batch, hands: &[Self], answers: &mut [Analysis]) -> Result<(), BadHandError<Infallible>> {
        analyses(batch, hands.iter().map(|hand| (*hand.counts(), hand.melds())), answers);
        Ok(())
    }
}

impl sealed::Batched for RegularCounts {
    type Error = HandError;

    fn distances(
        batch: Batch,
        hands: &[Self],
        answers: &mut [Distance],
        look_up: impl LookUp,
    ) -> Result<(), BadHandError<HandError>> {
        each_block(batch.path(), hands, answers, |block, answers| match block.exposed {
            Exposed::Alike(melds) => look_up::alike(block.codes, melds, block.next, answers, look_up),
            Exposed::Each(melds) => {
                look_up::each(block.codes.iter().copied().zip(melds.iter().copied()), answers, look_up);
            }
        })
    }

    fn analyses(batch: Batch, hands: &[Self], answers: &mut [Analysis]) -> Result<(), BadHandError<HandError>> {
        let forms = (batch.forms() != Forms::default()).then(|| FormsByCode::new(batch.forms()));
        each_block(batch.path(), hands, answers, |block, answers| {
            for (place, answer) in answers.iter_mut().enumerate() {
                let (hand, melds) = (&block.hands[place], block.melds(place));
                let codes = &block.codes[place];
                let standard = lookup::distance_and_useful(codes, melds);
                // Other forms are seldom near, which a look-up tells sooner than their kinds.
                let (distance, kinds) = if forms.is_none_or(|forms| forms.are_standard(codes, melds, standard.0)) {
                    standard
                } else {
                    nearest(batch.forms().beside(melds), standard, hand)
                };
                *answer = Analysis { distance, useful: Useful { kinds, acceptance: regular::lacking(hand, kinds) } };
            }
        })
    }
}

/// The distance and the useful kinds over some forms. Apart, so that the loop over hands of the standard form is better off.
#[inline(never)]
fn nearest(forms: Forms, standard: (Distance, TileSet), hand: &RegularCounts) -> (Distance, TileSet) {
    forms.nearest(standard, HeldKinds::new(regular::singles_and_pairs(hand)))
}

/// Analyses concealed tiles beside melds, hand by hand.
#[inline]
fn analyses(batch: Batch, hands: impl Iterator<Item = (Counts, MeldCount)>, answers: &mut [Analysis]) {
    let model = WithForms::new(TableModel, batch.forms());
    for ((concealed, exposed), answer) in hands.zip(answers) {
        let (distance, kinds) = if batch.forms() == Forms::default() {
            TableModel.lacking_and_useful(&concealed, exposed)
        } else {
            model.lacking_and_useful(&concealed, exposed)
        };
        let acceptance = Unseen::but(concealed.copies()).total(kinds);
        *answer = Analysis { distance, useful: Useful { kinds, acceptance } };
    }
}
