//! Many hands of a rule set.

use super::encode::{self, Copies, RegularCounts};
use super::error::BadHandError;
use super::input::Answered;
use super::path::SimdPath;
use crate::distance::{Distance, Model};
use crate::hand::{Hand, MeldCount};
use crate::rules::{BLOCK, Compiled, RuleSet, Scratch, after_wildcards};
use crate::tile::Tile;

/// Kinds that are looked at together.
const KINDS: usize = 16;

/// Whether the deck has as many of each kind as each hand holds, none of which holds more than four.
#[inline]
fn allows_each(rules: &RuleSet, hands: &[RegularCounts]) -> bool {
    // Of all hands at once, without a branch between them. Most decks have four copies of most kinds.
    [0, KINDS, Tile::REGULAR_COUNT - KINDS].into_iter().all(|begin| {
        let copies: [u8; KINDS] = std::array::from_fn(|kind| rules.copies(Tile::ALL[begin + kind]));
        let more =
            |most: [u8; KINDS], hand: &RegularCounts| std::array::from_fn(|kind| most[kind].max(hand[begin + kind]));
        copies == [Tile::COPIES; KINDS]
            || hands.iter().fold([0; KINDS], more).iter().zip(copies).all(|(&most, copies)| most <= copies)
    })
}

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
        let (mut encoded, mut room) = (encode::Buffer::new(), Scratch::new());
        for (number, (hands, answers)) in hands.chunks(BLOCK).zip(answers.chunks_mut(BLOCK)).enumerate() {
            let copies = encode::encode(path, hands, &mut encoded);
            if let Some(exposed) = self.exposed_alike(copies, hands, encoded.totals(hands.len())) {
                let codes = encoded.codes(hands.len()).iter();
                let lacking = self.tables().lacking_of_each(codes, (exposed, 0), self.voids(), &mut room);
                answers.iter_mut().zip(lacking).for_each(|(answer, &lacking)| *answer = after_wildcards(lacking, 0));
                continue;
            }
            for (row, (counts, answer)) in hands.iter().zip(answers).enumerate() {
                let hand = self.tables().rules().hand_of_counts(counts);
                *answer = self.distance(&hand.map_err(|fault| BadHandError { row: number * BLOCK + row, fault })?);
            }
        }
        Ok(())
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
                self.tables().lacking_of_each(codes, (first.melds().get(), first.wildcards()), self.voids(), &mut room);
            let (here, rest) = answers.split_at_mut(hands.len());
            for ((hand, lacking), answer) in hands.iter().zip(lacking).zip(here) {
                *answer = after_wildcards(*lacking, hand.wildcards());
            }
            answers = rest;
        }
    }

    /// How many melds hands expose, if all are hands and expose as many.
    #[inline]
    fn exposed_alike(&self, copies: Copies, hands: &[RegularCounts], totals: &[u16]) -> Option<usize> {
        let rules = self.tables().rules();
        if copies == Copies::TooMany || !allows_each(rules, hands) {
            return None;
        }
        let differences = totals.iter().fold(0, |differences, total| differences | (total ^ totals[0]));
        if differences != 0 { None } else { rules.exposed_beside(totals[0].into()).map(MeldCount::get) }
    }
}
