//! What a batch can be made of.

use std::convert::Infallible;
use std::error::Error;
use std::fmt::Debug;

use super::encode::{Exposed, RegularCounts, each_block};
use super::{BadHand, Batch, CountsFault, Outlook, PackedHand, look_up};
use crate::analysis::{Unseen, Useful};
use crate::distance::{Distance, Forms, Model, TableModel, WithForms};
use crate::hand::{Counts, Hand, MeldCount};
use crate::tile::Tile;

/// A hand as a batch takes it: counts of the 34 regular kinds in tile order, a [`PackedHand`] or a [`Hand`].
///
/// Nothing else can be one.
pub trait BatchHand: sealed::Batched {}

impl BatchHand for [u8; Tile::REGULAR_COUNT] {}
impl BatchHand for PackedHand {}
impl BatchHand for Hand {}

pub(super) mod sealed {
    use super::{BadHand, Batch, Debug, Distance, Error, Outlook};

    /// How hands of a kind are analysed.
    pub trait Batched: Copy + Debug + Send + Sync {
        /// What can be wrong with one.
        type Fault: Error + Send;

        /// [`Batch::distances`], of as many answers as hands.
        fn distances(batch: Batch, hands: &[Self], answers: &mut [Distance]) -> Result<(), BadHand<Self::Fault>>;

        /// [`Batch::outlooks`], of as many answers as hands.
        fn outlooks(batch: Batch, hands: &[Self], answers: &mut [Outlook]) -> Result<(), BadHand<Self::Fault>>;
    }
}

impl sealed::Batched for PackedHand {
    type Fault = Infallible;

    fn distances(batch: Batch, hands: &[Self], answers: &mut [Distance]) -> Result<(), BadHand<Infallible>> {
        if batch.forms == Forms::default() {
            look_up::packed(hands, answers);
        } else {
            look_up::with_forms(batch.forms, hands.iter().map(|hand| (hand.codes(), hand.melds())), answers);
        }
        Ok(())
    }

    fn outlooks(batch: Batch, hands: &[Self], answers: &mut [Outlook]) -> Result<(), BadHand<Infallible>> {
        let model = batch.model();
        for (hand, answer) in hands.iter().zip(answers) {
            *answer = outlook(model, &hand.counts(), hand.melds());
        }
        Ok(())
    }
}

impl sealed::Batched for Hand {
    type Fault = Infallible;

    fn distances(batch: Batch, hands: &[Self], answers: &mut [Distance]) -> Result<(), BadHand<Infallible>> {
        let each = hands.iter().map(|hand| (*hand.counts().codes(), hand.melds()));
        if batch.forms == Forms::default() {
            look_up::each(each, answers);
        } else {
            look_up::with_forms(batch.forms, each, answers);
        }
        Ok(())
    }

    fn outlooks(batch: Batch, hands: &[Self], answers: &mut [Outlook]) -> Result<(), BadHand<Infallible>> {
        let model = batch.model();
        for (hand, answer) in hands.iter().zip(answers) {
            *answer = outlook(model, hand.counts(), hand.melds());
        }
        Ok(())
    }
}

impl sealed::Batched for RegularCounts {
    type Fault = CountsFault;

    fn distances(batch: Batch, hands: &[Self], answers: &mut [Distance]) -> Result<(), BadHand<CountsFault>> {
        each_block(batch.path, hands, answers, |block, answers| {
            let each = (0..block.hands.len()).map(|place| (block.codes[place], block.melds(place)));
            match block.exposed {
                _ if batch.forms != Forms::default() => look_up::with_forms(batch.forms, each, answers),
                Exposed::Alike(melds) => look_up::alike(block.codes, melds, block.next, answers),
                Exposed::Each(_) => look_up::each(each, answers),
            }
        })
    }

    fn outlooks(batch: Batch, hands: &[Self], answers: &mut [Outlook]) -> Result<(), BadHand<CountsFault>> {
        let model = batch.model();
        each_block(batch.path, hands, answers, |block, answers| {
            for (place, answer) in answers.iter_mut().enumerate() {
                let counts = Counts::of_regular(&block.hands[place], block.codes[place], block.totals[place] as u8);
                *answer = outlook(model, &counts, block.melds(place));
            }
        })
    }
}

#[inline]
fn outlook(model: WithForms<TableModel>, concealed: &Counts, exposed: MeldCount) -> Outlook {
    let (distance, kinds) = if model.forms() == Forms::default() {
        model.standard().lacking_and_useful(concealed, exposed)
    } else {
        model.lacking_and_useful(concealed, exposed)
    };
    Outlook { distance, useful: Useful { kinds, acceptance: Unseen::of(concealed).total(kinds) } }
}
