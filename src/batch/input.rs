//! What a batch can be made of.

use std::convert::Infallible;
use std::fmt::Debug;

use super::analysis::Analysis;
use super::encode::{Exposed, RegularCounts, each_block};
use super::error::BadHandError;
use super::forms::FormsByCode;
use super::look_up::{self, LookUp, Standard};
use super::packed::PackedHand;
use super::path::SimdPath;
use super::settings::{Batch, Tables};
use crate::analysis::{Unseen, Useful};
use crate::counts::regular;
use crate::distance::{Distance, Model, TableModel, lookup};
use crate::forms::{Forms, HeldKinds, WithForms};
use crate::hand::{Counts, Hand, MeldCount};
use crate::rules::{BLOCK, Compiled, RuleHandError, RuleSet};
use crate::tile_set::TileSet;

/// That every hand has its answer, or which is the first that is no hand.
pub(super) type Answered<H> = Result<(), BadHandError<<H as sealed::Batched>::Error>>;

/// A hand as a batch takes it: counts of the 34 regular kinds in tile order, a [`PackedHand`] or a [`Hand`].
///
/// Nothing else can be one.
pub trait BatchHand: sealed::Batched {
    /// How many tiles it has.
    fn tiles(&self) -> usize;

    /// As a hand of a rule set.
    ///
    /// # Errors
    ///
    /// When counts are none. A hand is taken as it is.
    fn hand(&self, rules: &RuleSet) -> Result<Hand, Self::Error>;
}

impl BatchHand for RegularCounts {
    fn tiles(&self) -> usize {
        self.iter().map(|&copies| usize::from(copies)).sum()
    }

    fn hand(&self, rules: &RuleSet) -> Result<Hand, RuleHandError> {
        rules.hand_of_counts(self)
    }
}

impl BatchHand for PackedHand {
    fn tiles(&self) -> usize {
        self.counts().total()
    }

    fn hand(&self, _: &RuleSet) -> Result<Hand, Infallible> {
        Ok(Hand::of_any_size(self.counts(), 0, self.melds()))
    }
}

impl BatchHand for Hand {
    fn tiles(&self) -> usize {
        Hand::tiles(self)
    }

    fn hand(&self, _: &RuleSet) -> Result<Hand, Infallible> {
        Ok(*self)
    }
}

pub(super) mod sealed {
    use super::{Analysis, Answered, Compiled, Debug, Distance, Forms, LookUp, SimdPath};

    /// How hands of a kind are analysed.
    pub trait Batched: Copy + Debug + Send + Sync {
        /// What can be wrong with one.
        type Error: std::error::Error + Send;

        /// Finds the distance of each hand by the embedded tables.
        fn distances(path: SimdPath, hands: &[Self], answers: &mut [Distance], look_up: impl LookUp) -> Answered<Self>;

        /// Finds the distance and the useful tiles of each hand by the embedded tables.
        fn analyses(path: SimdPath, forms: Forms, hands: &[Self], answers: &mut [Analysis]) -> Answered<Self>;

        /// Finds the distance of each hand by compiled tables.
        fn distances_by(
            model: Compiled<'_>,
            path: SimdPath,
            hands: &[Self],
            answers: &mut [Distance],
        ) -> Answered<Self>;
    }
}

/// Finds the distance of each hand.
pub(super) fn distances<H: BatchHand>(batch: Batch, hands: &[H], answers: &mut [Distance]) -> Answered<H> {
    match batch.tables() {
        Tables::Embedded(forms) if forms == Forms::default() => H::distances(batch.path(), hands, answers, Standard),
        Tables::Embedded(forms) => H::distances(batch.path(), hands, answers, FormsByCode::new(forms)),
        Tables::Compiled(model) => H::distances_by(model, batch.path(), hands, answers),
    }
}

/// Finds the distance and the useful tiles of each hand.
pub(super) fn analyses<H: BatchHand>(batch: Batch, hands: &[H], answers: &mut [Analysis]) -> Answered<H> {
    let model = match batch.tables() {
        Tables::Embedded(forms) => return H::analyses(batch.path(), forms, hands, answers),
        Tables::Compiled(model) => model,
    };
    for (row, (hand, answer)) in hands.iter().zip(answers).enumerate() {
        let hand = hand.hand(model.rules()).map_err(|fault| BadHandError { row, fault })?;
        let (distance, kinds) = model.distance_and_useful(&hand);
        let unseen = Unseen::of(model.rules(), &hand, &Counts::EMPTY);
        *answer = Analysis { distance, useful: Useful::at(distance, kinds, &unseen) };
    }
    Ok(())
}

impl sealed::Batched for PackedHand {
    type Error = Infallible;

    fn distances(_: SimdPath, hands: &[Self], answers: &mut [Distance], look_up: impl LookUp) -> Answered<Self> {
        look_up::packed(hands, answers, look_up);
        Ok(())
    }

    fn analyses(_: SimdPath, forms: Forms, hands: &[Self], answers: &mut [Analysis]) -> Answered<Self> {
        analyse(forms, hands.iter().map(|hand| (hand.counts(), hand.melds())), answers);
        Ok(())
    }

    fn distances_by(model: Compiled<'_>, _: SimdPath, hands: &[Self], answers: &mut [Distance]) -> Answered<Self> {
        for (hands, answers) in hands.chunks(BLOCK).zip(answers.chunks_mut(BLOCK)) {
            let hands: Vec<Hand> = hands.iter().map(|hand| Hand::of_any_size(hand.counts(), 0, hand.melds())).collect();
            model.distances_of_hands(&hands, answers);
        }
        Ok(())
    }
}

impl sealed::Batched for Hand {
    type Error = Infallible;

    fn distances(_: SimdPath, hands: &[Self], answers: &mut [Distance], look_up: impl LookUp) -> Answered<Self> {
        look_up::each(hands.iter().map(|hand| (*hand.counts().codes(), hand.melds())), answers, look_up);
        Ok(())
    }

    fn analyses(_: SimdPath, forms: Forms, hands: &[Self], answers: &mut [Analysis]) -> Answered<Self> {
        analyse(forms, hands.iter().map(|hand| (*hand.counts(), hand.melds())), answers);
        Ok(())
    }

    fn distances_by(model: Compiled<'_>, _: SimdPath, hands: &[Self], answers: &mut [Distance]) -> Answered<Self> {
        model.distances_of_hands(hands, answers);
        Ok(())
    }
}

impl sealed::Batched for RegularCounts {
    type Error = RuleHandError;

    fn distances(path: SimdPath, hands: &[Self], answers: &mut [Distance], look_up: impl LookUp) -> Answered<Self> {
        each_block(path, RuleSet::standard(), hands, answers, |block, answers| match block.exposed {
            Exposed::Alike(melds) => look_up::alike(block.codes, melds, block.next, answers, look_up),
            Exposed::Each(melds) => {
                look_up::each(block.codes.iter().copied().zip(melds.iter().copied()), answers, look_up);
            }
        })
    }

    fn analyses(path: SimdPath, forms: Forms, hands: &[Self], answers: &mut [Analysis]) -> Answered<Self> {
        let by_code = (forms != Forms::default()).then(|| FormsByCode::new(forms));
        each_block(path, RuleSet::standard(), hands, answers, |block, answers| {
            for (place, answer) in answers.iter_mut().enumerate() {
                let (hand, melds) = (&block.hands[place], block.melds(place));
                let codes = &block.codes[place];
                let standard = lookup::distance_and_useful(codes, melds);
                // Other forms are seldom near, which a look-up tells sooner than their kinds.
                let (distance, kinds) = if by_code.is_none_or(|forms| forms.are_standard(codes, melds, standard.0)) {
                    standard
                } else {
                    nearest(forms.beside(melds), standard, hand)
                };
                *answer = Analysis { distance, useful: Useful { kinds, acceptance: regular::lacking(hand, kinds) } };
            }
        })
    }

    fn distances_by(model: Compiled<'_>, path: SimdPath, hands: &[Self], answers: &mut [Distance]) -> Answered<Self> {
        model.distances_on(path, hands, answers)
    }
}

/// The distance and the useful kinds over some forms. Apart, so that the loop over hands of the standard form is better off.
#[inline(never)]
fn nearest(forms: Forms, standard: (Distance, TileSet), hand: &RegularCounts) -> (Distance, TileSet) {
    forms.nearest(standard, HeldKinds::new(regular::singles_and_pairs(hand)))
}

/// Analyses concealed tiles beside melds, hand by hand.
#[inline]
fn analyse(forms: Forms, hands: impl Iterator<Item = (Counts, MeldCount)>, answers: &mut [Analysis]) {
    let model = WithForms::new(TableModel, forms);
    for ((concealed, exposed), answer) in hands.zip(answers) {
        let (distance, kinds) = if forms == Forms::default() {
            TableModel.lacking_and_useful(&concealed, exposed)
        } else {
            model.lacking_and_useful(&concealed, exposed)
        };
        let acceptance = Unseen::but(concealed.copies()).total(kinds);
        *answer = Analysis { distance, useful: Useful { kinds, acceptance } };
    }
}
