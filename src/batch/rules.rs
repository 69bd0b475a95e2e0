//! Many hands of a rule set.

use super::encode::{self, Copies, RegularCounts};
use super::error::BadHandError;
use super::path::SimdPath;
use crate::distance::{Distance, Model};
use crate::hand::Hand;
use crate::rules::{BLOCK, Compiled, RuleHandError, RuleSet, Scratch, after_wildcards};
use crate::tile::Tile;

/// Answers for hands that lack so many tiles without their wildcards.
#[inline]
fn fill(answers: &mut [Distance], lacking: &[u8], wildcards: &[u8]) {
    let each = answers.iter_mut().zip(lacking);
    if wildcards.is_empty() {
        each.for_each(|(answer, &lacking)| *answer = after_wildcards(lacking, 0));
    } else {
        each.zip(wildcards).for_each(|((answer, &lacking), &held)| *answer = after_wildcards(lacking, held));
    }
}

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
    /// The [distance](Model::distance) of each of many hands, from the counts of their natural tiles. `wildcards` are those
    /// of each hand beside these, or none at all where no hand has any.
    ///
    /// # Errors
    ///
    /// At the first that is no hand of the rule set; those before it have their answers.
    ///
    /// # Panics
    ///
    /// When hands, answers and wildcards, if there are any, differ in number.
    pub fn distances(
        &self,
        hands: &[RegularCounts],
        wildcards: &[u8],
        answers: &mut [Distance],
    ) -> Result<(), BadHandError<RuleHandError>> {
        self.distances_on(SimdPath::fastest(), hands, wildcards, answers)
    }

    /// The same on a path.
    pub(super) fn distances_on(
        &self,
        path: SimdPath,
        hands: &[RegularCounts],
        wildcards: &[u8],
        answers: &mut [Distance],
    ) -> Result<(), BadHandError<RuleHandError>> {
        assert_eq!(hands.len(), answers.len(), "an answer for every hand");
        assert!(wildcards.is_empty() || wildcards.len() == hands.len(), "no wildcards, or those of every hand");
        let (mut encoded, mut room) = (encode::Buffer::new(), Scratch::new());
        for (number, (hands, answers)) in hands.chunks(BLOCK).zip(answers.chunks_mut(BLOCK)).enumerate() {
            let begin = number * BLOCK;
            let wildcards = wildcards.get(begin..begin + hands.len()).unwrap_or_default();
            let copies = encode::encode(path, hands, &mut encoded);
            if let Some(exposed) = self.exposed_alike(copies, hands, encoded.totals(hands.len()), wildcards) {
                let codes = encoded.codes(hands.len()).iter();
                let held = wildcards.first().copied().unwrap_or(0);
                let lacking = self.tables().lacking_of_each(codes, (exposed, held), self.voids(), &mut room);
                fill(answers, lacking, wildcards);
                continue;
            }
            for (row, (counts, answer)) in hands.iter().zip(answers).enumerate() {
                let held = wildcards.get(row).copied().unwrap_or(0);
                let hand = self.tables().rules().hand_of_counts(counts, held);
                *answer = self.distance(&hand.map_err(|fault| BadHandError { row: begin + row, fault })?);
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

    /// How many melds hands expose, if all are hands and expose as many, and hold as many wildcards if these matter.
    #[inline]
    fn exposed_alike(
        &self,
        copies: Copies,
        hands: &[RegularCounts],
        totals: &[u16],
        wildcards: &[u8],
    ) -> Option<usize> {
        let rules = self.tables().rules();
        if copies == Copies::TooMany || !allows_each(rules, hands) {
            return None;
        }
        if self.tables().tells_wildcards_apart() && wildcards.iter().any(|held| *held != wildcards[0]) {
            return None;
        }
        let tiles = totals[0] + u16::from(wildcards.first().copied().unwrap_or(0));
        let differences = if wildcards.is_empty() {
            totals.iter().fold(0, |differences, total| differences | (total ^ tiles))
        } else {
            let too_many = |&held: &u8| u16::from(held > rules.wildcards());
            let each = totals.iter().zip(wildcards);
            each.fold(0, |bad, (total, held)| bad | ((total + u16::from(*held)) ^ tiles) | too_many(held))
        };
        if differences != 0 { None } else { rules.exposed_beside(tiles.into()) }
    }
}
