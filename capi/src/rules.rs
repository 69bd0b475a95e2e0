//! A rule set, and what is asked about its hands.

use std::mem::MaybeUninit;

use paili::analysis::{Unseen, Useful, discards};
use paili::batch::{self, BadHandError, Batch};
use paili::rules::{ReadyMade, RuleSet, RuleSetDescription, RulesModel};
use paili::{Counts, Distance, Hand, Model, Tile};

use crate::failure::{Failure, Status};

/// Counts of the regular kinds, in tile order.
pub type RegularCounts = [u8; Tile::REGULAR_COUNT];

/// `paili_rules`: a rule set with the tables that answer about its hands.
#[derive(Debug)]
pub struct Rules {
    set: RuleSet,
    batch: Batch,
    model: RulesModel,
}

/// `paili_analysis`: how far a hand is, and what helps it.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Analysis {
    /// The useful tiles: bit n stands for the kind numbered n.
    pub useful: u64,
    /// How many copies of them are unseen.
    pub acceptance: u32,
    /// The distance.
    pub distance: u8,
}

/// `paili_discard`: a discard, and what it leaves.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Discard {
    /// The hand after it.
    pub after: Analysis,
    /// The kind that is discarded.
    pub kind: u8,
}

/// Hands that are analysed before their answers are handed over.
const BLOCK: usize = 256;

impl Rules {
    /// The most discards of a hand: one of five melds holds at most seventeen kinds.
    pub const MOST_DISCARDS: usize = 17;

    fn new(set: RuleSet) -> Rules {
        let batch = Batch::of(&set);
        Rules { model: batch.model(), batch, set }
    }

    pub(crate) fn named(name: &str) -> Result<Rules, Failure> {
        let name: ReadyMade = name.parse().map_err(|error| Failure::of_rules(&error))?;
        Ok(Rules::new(name.rules()))
    }

    pub(crate) fn described(json: &str) -> Result<Rules, Failure> {
        let description: RuleSetDescription = serde_json::from_str(json).map_err(|error| Failure::of_rules(&error))?;
        let rules = RuleSet::try_from(description).map_err(|error| Failure::of_rules(&error))?;
        Ok(Rules::new(rules))
    }

    pub(crate) fn read_hand(&self, text: &str) -> Result<RegularCounts, Failure> {
        let hand = self.set.read_hand(text)?;
        if hand.wildcards() > 0 || hand.counts().kinds().iter().any(Tile::is_special) {
            let reason = "the hand has wildcards or special tiles: expected regular kinds, which alone have counts";
            return Err(Failure::new(Status::BadTiles, reason.to_owned()));
        }
        Ok(hand.counts().regular())
    }

    pub(crate) fn distance(&self, counts: &RegularCounts) -> Result<Distance, Failure> {
        Ok(self.model.distance(&self.hand(counts)?))
    }

    pub(crate) fn analyse(&self, counts: &RegularCounts, visible: Option<&RegularCounts>) -> Result<Analysis, Failure> {
        let (hand, unseen) = self.hand_beside(counts, visible)?;
        let (distance, kinds) = self.model.distance_and_useful(&hand);
        Ok(Analysis::new(distance, Useful::at(distance, kinds, &unseen)))
    }

    /// Writes the discards of a hand, the best first, and tells how many there are.
    pub(crate) fn discards(
        &self,
        counts: &RegularCounts,
        visible: Option<&RegularCounts>,
        out: &mut [MaybeUninit<Discard>],
    ) -> Result<usize, Failure> {
        let (hand, unseen) = self.hand_beside(counts, visible)?;
        let ranked = discards(self.model, &hand, &unseen);
        for (out, discard) in out.iter_mut().zip(&*ranked) {
            let after = Analysis::new(discard.distance, discard.useful);
            out.write(Discard { after, kind: discard.tile.index() as u8 });
        }
        Ok(ranked.len())
    }

    #[inline]
    fn hand(&self, counts: &RegularCounts) -> Result<Hand, Failure> {
        // Sooner than below, which tells what is wrong.
        if matches!(self.model, RulesModel::Embedded(_))
            && let Ok(hand) = Hand::try_from(*counts)
        {
            return Ok(hand);
        }
        Ok(self.set.hand_of_counts(counts)?)
    }

    /// A hand, and what its owner has not seen.
    fn hand_beside(&self, counts: &RegularCounts, visible: Option<&RegularCounts>) -> Result<(Hand, Unseen), Failure> {
        let hand = self.hand(counts)?;
        let visible = visible.map_or(Ok(Counts::EMPTY), |&visible| Counts::try_from(visible))?;
        for tile in visible.kinds().iter() {
            let (held, seen, copies) = (hand.counts().get(tile), visible.get(tile), self.set.copies(tile));
            if held + seen > copies {
                let reason = format!("visible: {seen} of {tile} beside {held} in the hand: there are {copies}");
                return Err(Failure::of_kind(tile, reason));
            }
        }
        Ok((hand, Unseen::of(&self.set, &hand, &visible)))
    }

    pub(crate) fn distances(&self, hands: &[RegularCounts], out: &mut [Distance]) -> Result<(), Failure> {
        Ok(self.batch.distances(hands, out)?)
    }

    pub(crate) fn analyses(&self, hands: &[RegularCounts], out: &mut [MaybeUninit<Analysis>]) -> Result<(), Failure> {
        for (number, (hands, out)) in hands.chunks(BLOCK).zip(out.chunks_mut(BLOCK)).enumerate() {
            let answers = &mut [batch::Analysis::WON; BLOCK][..hands.len()];
            let answered = self.batch.analyses(hands, answers);
            let good = answered.as_ref().map_or_else(|bad| bad.row, |()| hands.len());
            for (out, answer) in out.iter_mut().zip(&answers[..good]) {
                out.write(Analysis::new(answer.distance, answer.useful));
            }
            answered.map_err(|bad| BadHandError { row: number * BLOCK + bad.row, ..bad })?;
        }
        Ok(())
    }
}

impl Analysis {
    fn new(distance: Distance, useful: Useful) -> Analysis {
        Analysis { useful: useful.kinds.bits(), acceptance: useful.acceptance, distance: distance.get() }
    }
}
