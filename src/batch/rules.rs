//! Many hands of a rule set.

use super::encode::{Exposed, RegularCounts, each_block};
use super::input::Answered;
use super::path::SimdPath;
use crate::distance::{Distance, Model};
use crate::hand::Hand;
use crate::rules::{BLOCK, Compiled, Scratch, after_wildcards};

impl Compiled<'_> {
    /// The [distance](Model::distance) of each of many hands, from the counts of their tiles, none of which is a wildcard.
    ///
    /// # Errors
    ///
    /// At the first that is no hand of the rule set; those before it have their answers.
    ///
    /// # Panics
    ///
    /// When hands and answers differ in number.
    pub fn distances(&self, hands: &[RegularCounts], answers: &mut [Distance]) -> Answered<RegularCounts> {
        self.distances_on(SimdPath::fastest(), hands, answers)
    }

    /// The same on a path.
    pub(super) fn distances_on(
        &self,
        path: SimdPath,
        hands: &[RegularCounts],
        answers: &mut [Distance],
    ) -> Answered<RegularCounts> {
        assert_eq!(hands.len(), answers.len(), "an answer for every hand");
        let (rules, mut room) = (self.tables().rules(), Scratch::new());
        each_block(path, rules, hands, answers, |block, answers| match block.exposed {
            Exposed::Alike(melds) => {
                let exposed = (melds.get(), 0);
                let lacking = self.tables().lacking_of_each(block.codes.iter(), exposed, self.voids, &mut room);
                answers.iter_mut().zip(lacking).for_each(|(answer, &lacking)| *answer = after_wildcards(lacking, 0));
            }
            Exposed::Each(_) => {
                for (hand, answer) in block.hands.iter().map_while(|hand| rules.hand_of_counts(hand).ok()).zip(answers)
                {
                    *answer = self.distance(&hand);
                }
            }
        })
    }

    /// The [distance](Model::distance) of each of many hands.
    ///
    /// # Panics
    ///
    /// When hands and answers differ in number.
    pub fn distances_of_hands(&self, hands: &[Hand], answers: &mut [Distance]) {
        assert_eq!(hands.len(), answers.len(), "an answer for every hand");
        let (mut room, mut answers) = (Scratch::new(), answers);
        let are_alike = |one: &Hand, other: &Hand| {
            one.melds() == other.melds()
                && (!self.tables().tells_wildcards_apart() || one.wildcards() == other.wildcards())
        };
        for hands in hands.chunk_by(are_alike).flat_map(|alike| alike.chunks(BLOCK)) {
            let codes = hands.iter().map(|hand| hand.counts().codes());
            let first = &hands[0];
            let lacking =
                self.tables().lacking_of_each(codes, (first.melds().get(), first.wildcards()), self.voids, &mut room);
            let (here, rest) = answers.split_at_mut(hands.len());
            for ((hand, lacking), answer) in hands.iter().zip(lacking).zip(here) {
                *answer = after_wildcards(*lacking, hand.wildcards());
            }
            answers = rest;
        }
    }
}
