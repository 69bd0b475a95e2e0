//! What a batch can be made of.

use std::convert::Infallible;
use std::fmt::Debug;

use super::encode::{Exposed, RegularCounts, each_block};
use super::{Analysis, BadHandError, Batch, PackedHand, look_up};
use crate::analysis::{Unseen, Useful};
use crate::distance::{Distance, Forms, Model, TableModel, WithForms};
use crate::hand::{Counts, Hand, HandError, MeldCount};
use crate::tile::Tile;

/// A hand as a batch takes it: counts of the 34 regular kinds in tile order, a [`PackedHand`] or a [`Hand`].
///
/// Nothing else can be one.
pub trait BatchHand: sealed::Batched {}

impl BatchHand for [u8; Tile::REGULAR_COUNT] {}
impl BatchHand for PackedHand {}
impl BatchHand for Hand {}

pub(super) mod sealed {
    use super::{Analysis, BadHandError, Batch, Debug, Distance};

    /// How hands of a kind are analysed.
    pub trait Batched: Copy + Debug + Send + Sync {
        /// What can be wrong with one.
        type Error: std::error::Error + Send;

        /// [`Batch::distances`], of as many answers as hands.
        fn distances(batch: Batch, hands: &[Self], answers: &mut [Distance]) -> Result<(), BadHandError<Self::Error>>;

        /// [`Batch::analyses`], of as many answers as hands.
        fn analyses(batch: Batch, hands: &[Self], answers: &mut [Analysis]) -> Result<(), BadHandError<Self::Error>>;
    }
}

impl sealed::Batched for PackedHand {
    type Error = Infallible;

    fn distances(batch: Batch, hands: &[Self], answers: &mut [Distance]) -> Result<(), BadHandError<Infallible>> {
        if batch.forms == Forms::default() {
            look_up::packed(hands, answers);
        } else {
            look_up::with_forms(batch.forms, hands.iter().map(|hand| (hand.codes(), hand.melds())), answers);
        }
        Ok(())
    }

    fn analyses(batch: Batch, hands: &[Self], answers: &mut [Analysis]) -> Result<(), BadHandError<Infallible>> {
        let model = batch.model();
        for (hand, answer) in hands.iter().zip(answers) {
            *answer = analysis(model, &hand.counts(), hand.melds());
        }
        Ok(())
    }
}

impl sealed::Batched for Hand {
    type Error = Infallible;

    fn distances(batch: Batch, hands: &[Self], answers: &mut [Distance]) -> Result<(), BadHandError<Infallible>> {
        let each = hands.iter().map(|hand| (*hand.counts().codes(), hand.melds()));
        if batch.forms == Forms::default() {
            look_up::each(each, answers);
        } else {
            look_up::with_forms(batch.forms, each, answers);
        }
        Ok(())
    }

    fn analyses(batch: Batch, hands: &[Self], answers: &mut [Analysis]) -> Result<(), BadHandError<Infallible>> {
        let model = batch.model();
        for (hand, answer) in hands.iter().zip(answers) {
            *answer = analysis(model, hand.counts(), hand.melds());
        }
        Ok(())
    }
}

impl sealed::Batched for RegularCounts {
    type Error = HandError;

    fn distances(batch: Batch, hands: &[Self], answers: &mut [Distance]) -> Result<(), BadHandError<HandError>> {
        each_block(batch.path, hands, answers, |block, answers| {
            let each = (0..block.hands.len()).map(|place| (block.codes[place], block.melds(place)));
            match block.exposed {
                _ if batch.forms != Forms::default() => look_up::with_forms(batch.forms, each, answers),
                Exposed::Alike(melds) => look_up::alike(block.codes, melds, block.next, answers),
                Exposed::Each(_) => look_up::each(each, answers),
            }
        })
    }

    fn analyses(batch: Batch, hands: &[Self], answers: &mut [Analysis]) -> Result<(), BadHandError<HandError>> {
        let model = batch.model();
        each_block(batch.path, hands, answers, |block, answers| {
            for (place, answer) in answers.iter_mut().enumerate() {
                let counts = Counts::of_regular(&block.hands[place], block.codes[place], block.totals[place] as u8);
                *answer = analysis(model, &counts, block.melds(place));
            }
        })
    }
}

#[inline]
fn analysis(model: WithForms<TableModel>, concealed: &Counts, exposed: MeldCount) -> Analysis {
    let (distance, kinds) = if model.forms() == Forms::default() {
        model.standard().lacking_and_useful(concealed, exposed)
    } else {
        model.lacking_and_useful(concealed, exposed)
    };
    Analysis { distance, useful: Useful { kinds, acceptance: Unseen::of(concealed).total(kinds) } }
}
