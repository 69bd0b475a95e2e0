//! What a batch can be made of.

use std::convert::Infallible;
use std::fmt::Debug;

use super::encode::{Exposed, RegularCounts, each_block};
use super::{BadHand, Batch, CountsFault, Outlook, PackedHand, forms};
use crate::analysis::{Unseen, Useful};
use crate::codes::Codes;
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
    use super::{BadHand, Batch, Debug, Distance, Outlook};

    /// How hands of a kind are analysed.
    pub trait Batched: Copy + Debug + Send + Sync {
        /// What can be wrong with one.
        type Fault: Debug + Send;

        /// [`Batch::distances`], of as many answers as hands.
        fn distances(batch: Batch, hands: &[Self], answers: &mut [Distance]) -> Result<(), BadHand<Self::Fault>>;

        /// [`Batch::outlooks`], of as many answers as hands.
        fn outlooks(batch: Batch, hands: &[Self], answers: &mut [Outlook]) -> Result<(), BadHand<Self::Fault>>;
    }
}

impl sealed::Batched for PackedHand {
    type Fault = Infallible;

    fn distances(batch: Batch, hands: &[Self], answers: &mut [Distance]) -> Result<(), BadHand<Infallible>> {
        let each = hands.iter().map(|hand| (hand.codes(), hand.melds()));
        distances_of(batch, each, answers);
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
        distances_of(batch, each, answers);
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
            let codes = block.codes.iter().copied();
            match block.exposed {
                Exposed::Alike(melds) => distances_of(batch, codes.map(|codes| (codes, melds)), answers),
                Exposed::Each(melds) => distances_of(batch, codes.zip(melds.iter().copied()), answers),
            }
        })
    }

    fn outlooks(batch: Batch, hands: &[Self], answers: &mut [Outlook]) -> Result<(), BadHand<CountsFault>> {
        let model = batch.model();
        each_block(batch.path, hands, answers, |block, answers| {
            for (place, answer) in answers.iter_mut().enumerate() {
                let counts = Counts::of_regular(&block.hands[place], block.codes[place], block.totals[place]);
                *answer = outlook(model, &counts, block.melds(place));
            }
        })
    }
}

/// Finds the distances of hands, given by their codes and their exposed melds.
#[inline]
fn distances_of(batch: Batch, hands: impl Iterator<Item = (Codes, MeldCount)>, answers: &mut [Distance]) {
    let tables = TableModel::new().tables();
    if batch.forms == Forms::default() {
        for ((codes, exposed), answer) in hands.zip(answers) {
            *answer = tables.distance_of(&codes, exposed);
        }
    } else {
        for ((codes, exposed), answer) in hands.zip(answers) {
            *answer = forms::lacking(batch.forms, tables, &codes, exposed);
        }
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
