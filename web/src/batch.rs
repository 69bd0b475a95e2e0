//! Many hands at once: counts in, bytes out.

use paili::batch::{Analysis, BadHandError, Batch};
use paili::rules::{RuleHandError, RuleSet};
use paili::{Distance, Model, Tile};

use crate::failure::Failure;
use crate::rules::AskedRules;

/// How many are looked up together.
const AT_A_TIME: usize = 512;

/// Hands of a rule set, each the counts of the 34 regular kinds in tile order, one behind the other.
pub struct Hands {
    rules: RuleSet,
    batch: Batch,
}

impl Default for Hands {
    fn default() -> Self {
        Hands { rules: RuleSet::standard().clone(), batch: Batch::new() }
    }
}

impl Hands {
    /// Those of the rule set that a request names.
    pub fn read(request: &[u8]) -> Result<Hands, Failure> {
        let asked: AskedRules = serde_json::from_slice(request).map_err(|error| Failure::of_request(&error))?;
        let rules = asked.rule_set()?;
        Ok(Hands { batch: Batch::of(&rules), rules })
    }

    /// Appends the distance of each hand.
    pub fn distances(&self, counts: &[u8], answer: &mut Vec<u8>) -> Result<(), Failure> {
        let (hands, _) = counts.as_chunks();
        // One alone, of which players in games ask, is found sooner without the room for many.
        if let [hand] = hands {
            let hand = self.rules.hand_of_counts(hand).map_err(|fault| of_row(0, BadHandError { row: 0, fault }))?;
            answer.push(possible(self.batch.model().distance(&hand), 0)?);
            return Ok(());
        }
        let mut distances = [Distance::WON; AT_A_TIME];
        for hands in hands.chunks(AT_A_TIME) {
            let (distances, first) = (&mut distances[..hands.len()], answer.len());
            self.batch.distances(hands, distances).map_err(|error| of_row(first, error))?;
            for (row, &distance) in distances.iter().enumerate() {
                answer.push(possible(distance, first + row)?);
            }
        }
        Ok(())
    }

    /// Appends the distance of each hand, then of each hand how many copies are left of each kind that is useful, then the
    /// acceptance of each.
    pub fn useful(&self, counts: &[u8], answer: &mut Vec<u8>) -> Result<(), Failure> {
        let mut analyses = [Analysis::WON; AT_A_TIME];
        let (hands, _) = counts.as_chunks::<{ Tile::REGULAR_COUNT }>();
        answer.resize(hands.len() * (Tile::REGULAR_COUNT + 2), 0);
        let (distances, copies) = answer.split_at_mut(hands.len());
        let (copies, acceptances) = copies.split_at_mut(counts.len());
        let (copies, _) = copies.as_chunks_mut::<{ Tile::REGULAR_COUNT }>();
        for (number, hands) in hands.chunks(AT_A_TIME).enumerate() {
            let (analyses, first) = (&mut analyses[..hands.len()], number * AT_A_TIME);
            self.batch.analyses(hands, analyses).map_err(|error| of_row(first, error))?;
            for ((row, held), Analysis { distance, useful }) in (first..).zip(hands).zip(analyses) {
                distances[row] = possible(*distance, row)?;
                for kind in useful.kinds.iter() {
                    copies[row][kind.index()] = self.rules.copies(kind) - held[kind.index()];
                }
                // No more than the deck has, which is 144 with wildcards.
                acceptances[row] = useful.acceptance as u8;
            }
        }
        Ok(())
    }
}

/// The distance as a byte, of a hand that some tiles complete.
fn possible(distance: Distance, row: usize) -> Result<u8, Failure> {
    match distance {
        Distance::NEVER => Err(Failure::never(row)),
        distance => Ok(distance.get()),
    }
}

fn of_row(first: usize, error: BadHandError<RuleHandError>) -> Failure {
    Failure::of_row(&BadHandError { row: first + error.row, ..error })
}
