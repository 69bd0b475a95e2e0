//! Rows with hands of another rule set than the usual one.

use paili::batch::Analysis;
use paili::rules::{RuleHand, RuleSet, RuleTables};
use paili::simulation::RandomRuleHands;
use paili::{Counts, Distance, Notation};

use super::analysis::{AT_A_TIME, BlockAnalysis, Place, RegularCounts, tiles, total};
use super::options::Wanted;
use crate::failure::Failure;
use crate::problem::Problem;

/// Why a hand has no distance.
const NEVER: &str = "no tiles can complete the hand";

/// Hands that are read and not analysed yet, with their rows' texts.
#[derive(Default)]
pub(super) struct WaitingHands {
    hands: Vec<RuleHand>,
    rows: Vec<(String, Notation, Place)>,
}

impl BlockAnalysis<'_> {
    /// Takes a row with a hand in some notation.
    pub(super) fn text_of_rules(&mut self, tables: &RuleTables, text: &str, place: Place) -> Result<(), Failure> {
        match tables.rules().read_hand_as(text, self.options.notation) {
            Ok((notation, hand)) => {
                self.waiting_of_rules.hands.push(hand);
                self.waiting_of_rules.rows.push((text.to_owned(), notation, place));
                if self.waiting_of_rules.hands.len() == AT_A_TIME { self.analyse_waiting() } else { Ok(()) }
            }
            Err(error) => self.refuse(place, text, || Problem::new(&error, text, error.at()).to_string()),
        }
    }

    /// Analyses the hands that wait.
    pub(super) fn analyse_waiting_of_rules(&mut self, tables: &RuleTables) -> Result<(), Failure> {
        let WaitingHands { hands, rows } = std::mem::take(&mut self.waiting_of_rules);
        let mut distances = [None; AT_A_TIME];
        tables.distances_of_hands(&hands, &mut distances[..hands.len()]);
        for ((hand, (text, notation, place)), distance) in hands.iter().zip(rows).zip(distances) {
            match self.analysis(tables, distance, || *hand) {
                Some(analysis) => self.add(&text, hand.tiles(), analysis, notation),
                None => self.refuse(place, &text, || Problem::new(&NEVER, &text, None).to_string())?,
            }
        }
        Ok(())
    }

    /// Takes rows with counts, which know no wildcards.
    pub(super) fn counts_of_rules(
        &mut self,
        tables: &RuleTables,
        hands: &[RegularCounts],
        place: impl Fn(usize) -> Place,
    ) -> Result<(), Failure> {
        self.analyse_waiting()?;
        let mut begin = 0;
        while begin < hands.len() {
            let some = &hands[begin..hands.len().min(begin + AT_A_TIME)];
            let mut distances = [None; AT_A_TIME];
            let bad = tables.distances(some, &[], &mut distances[..some.len()]).err();
            let good = bad.as_ref().map_or(some.len(), |bad| bad.row);
            for (row, counts) in some[..good].iter().enumerate() {
                let hand = || {
                    let counts = Counts::try_from(*counts).unwrap_or(Counts::EMPTY);
                    tables.rules().hand(counts, 0).expect("a hand, since it has a distance")
                };
                match self.analysis(tables, distances[row], hand) {
                    Some(analysis) => {
                        let text = self.writes().then(|| Notation::Mpsz.write(tiles(counts)).unwrap_or_default());
                        self.add(&text.unwrap_or_default(), total(counts), analysis, Notation::Mpsz);
                    }
                    None => self.refuse(place(begin + row), "", || NEVER.to_owned())?,
                }
            }
            begin += good;
            if let Some(bad) = bad {
                self.refuse(place(begin), "", || bad.fault.to_string())?;
                begin += 1;
            }
        }
        Ok(())
    }

    /// Takes random hands from one on.
    pub(super) fn random_of_rules(
        &mut self,
        random: &RandomRuleHands,
        first: u64,
        hands: usize,
    ) -> Result<(), Failure> {
        let Some(tables) = self.options.rules else { return Ok(()) };
        let mut dealt = vec![random.hand(first); AT_A_TIME.min(hands)];
        let mut distances = [None; AT_A_TIME];
        for begin in (0..hands).step_by(AT_A_TIME) {
            let begins = first + begin as u64;
            let some = &mut dealt[..AT_A_TIME.min(hands - begin)];
            random.deal(begins, some);
            tables.distances_of_hands(some, &mut distances[..some.len()]);
            for ((number, hand), &distance) in (begins + 1..).zip(&*some).zip(&distances) {
                let text = if self.writes() { written(hand) } else { String::new() };
                match self.analysis(tables, distance, || *hand) {
                    Some(analysis) => self.add(&text, hand.tiles(), analysis, Notation::Mpsz),
                    None => self.refuse(Place::Row(number), &text, || NEVER.to_owned())?,
                }
            }
        }
        Ok(())
    }

    /// What is wanted of a hand with a distance, if tiles can complete it.
    fn analysis(
        &self,
        tables: &RuleTables,
        distance: Option<Distance>,
        hand: impl FnOnce() -> RuleHand,
    ) -> Option<Analysis> {
        let distance = distance?;
        Some(match self.options.wanted {
            Wanted::Distances => Analysis { distance, ..Analysis::WON },
            Wanted::Analyses => Analysis { distance, useful: tables.useful(&hand(), &Counts::EMPTY).1 },
        })
    }

    fn add(&mut self, text: &str, tiles: usize, analysis: Analysis, notation: Notation) {
        self.tally.add_size(tiles, 1);
        match self.options.wanted {
            Wanted::Distances => self.tally.add_distances(&[analysis.distance]),
            Wanted::Analyses => self.tally.add(analysis),
        }
        self.write(text.trim(), Some((analysis, notation)), None);
    }
}

/// A hand's natural tiles and then its wildcards.
fn written(hand: &RuleHand) -> String {
    let mut text = Notation::Mpsz.write(hand.counts().tiles()).unwrap_or_default();
    text.extend(std::iter::repeat_n(RuleSet::WILDCARD, hand.wildcards().into()));
    text
}
