//! Rows with hands of another rule set than the usual one.

use paili::batch::Analysis;
use paili::rules::{RuleHand, RuleTables};
use paili::{Counts, Notation};

use super::analysis::{BlockAnalysis, Place, RegularCounts};
use super::options::Wanted;
use crate::failure::Failure;
use crate::problem::Problem;

/// Why a hand has no distance.
const NEVER: &str = "no tiles can complete the hand";

impl BlockAnalysis<'_> {
    /// Takes a row with a hand in some notation.
    pub(super) fn text_of_rules(&mut self, tables: &RuleTables, text: &str, place: Place) -> Result<(), Failure> {
        match tables.rules().read_hand_and_notation(text) {
            Ok((notation, hand)) => match analyse(tables, &hand, self.options.wanted) {
                Some(analysis) => self.add(text.trim(), &hand, analysis, notation),
                None => return self.refuse(place, text, || Problem::new(&NEVER, text, None).to_string()),
            },
            Err(error) => return self.refuse(place, text, || Problem::new(&error, text, error.at()).to_string()),
        }
        Ok(())
    }

    /// Takes a row with counts, which know no wildcards.
    pub(super) fn counts_of_rules(
        &mut self,
        tables: &RuleTables,
        counts: RegularCounts,
        place: Place,
    ) -> Result<(), Failure> {
        let hand = Counts::try_from(counts).map_err(|error| error.to_string());
        let hand = hand.and_then(|counts| tables.rules().hand(counts, 0).map_err(|error| error.to_string()));
        let analysed = hand.and_then(|hand| {
            let analysis = analyse(tables, &hand, self.options.wanted);
            analysis.map(|analysis| (hand, analysis)).ok_or_else(|| NEVER.to_owned())
        });
        match analysed {
            Ok((hand, analysis)) => {
                let text = Notation::Mpsz.write(hand.counts().tiles()).unwrap_or_default();
                self.add(&text, &hand, analysis, Notation::Mpsz);
                Ok(())
            }
            Err(fault) => self.refuse(place, "", || fault),
        }
    }

    fn add(&mut self, text: &str, hand: &RuleHand, analysis: Analysis, notation: Notation) {
        self.tally.add_size(hand.tiles(), 1);
        match self.options.wanted {
            Wanted::Distances => self.tally.add_distances(&[analysis.distance]),
            Wanted::Analyses => self.tally.add(analysis),
        }
        self.write(text, Some((analysis, notation)), None);
    }
}

/// What is wanted of a hand, if tiles can complete it.
fn analyse(tables: &RuleTables, hand: &RuleHand, wanted: Wanted) -> Option<Analysis> {
    match wanted {
        Wanted::Distances => Some(Analysis { distance: tables.distance(hand)?, ..Analysis::WON }),
        Wanted::Analyses => {
            let (distance, useful) = tables.useful(hand, &Counts::EMPTY);
            Some(Analysis { distance: distance?, useful })
        }
    }
}
