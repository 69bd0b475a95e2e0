//! Rows with hands of another rule set than the usual one.

use paili::analysis::{Unseen, Useful};
use paili::batch::Analysis;
use paili::rules::Compiled;
use paili::simulation::RandomHands;
use paili::{Counts, Distance, Hand, Model, Notation};
use rayon::prelude::*;

use super::analysis::{AT_A_TIME, BlockAnalysis, NEVER, Place, RegularCounts, win};
use super::options::Wanted;
use crate::failure::Failure;
use crate::problem::Problem;

/// Hands that are read and not analysed yet, with their rows' texts.
#[derive(Default)]
pub(super) struct WaitingHands {
    hands: Vec<Hand>,
    rows: Vec<(String, Notation, Place)>,
}

impl BlockAnalysis<'_> {
    /// Takes a row with a hand in some notation.
    pub(super) fn text_of_rules(&mut self, model: Compiled<'static>, text: &str, place: Place) -> Result<(), Failure> {
        match model.rules().read_hand_as(text, self.options.notation) {
            Ok((notation, hand)) => {
                self.waiting_of_rules.hands.push(hand);
                self.waiting_of_rules.rows.push((text.to_owned(), notation, place));
                if self.waiting_of_rules.hands.len() == AT_A_TIME { self.analyse_waiting() } else { Ok(()) }
            }
            Err(error) => self.refuse(place, text, || Problem::new(&error, text, error.at()).to_string()),
        }
    }

    /// Analyses the hands that wait.
    pub(super) fn analyse_waiting_of_rules(&mut self, model: Compiled<'static>) -> Result<(), Failure> {
        let WaitingHands { hands, rows } = std::mem::take(&mut self.waiting_of_rules);
        let mut distances = [Distance::NEVER; AT_A_TIME];
        model.distances_of_hands(&hands, &mut distances[..hands.len()]);
        let answers = self.answers(model, &hands, &distances[..hands.len()]);
        for ((hand, (text, notation, place)), answer) in hands.iter().zip(rows).zip(answers) {
            match answer.0.distance {
                Distance::NEVER => self.refuse(place, &text, || Problem::new(&NEVER, &text, None).to_string())?,
                _ => self.add(&text, hand.tiles(), answer, notation),
            }
        }
        Ok(())
    }

    /// Takes rows with counts, which know no wildcards.
    pub(super) fn counts_of_rules(
        &mut self,
        model: Compiled<'static>,
        hands: &[RegularCounts],
        place: impl Fn(usize) -> Place,
    ) -> Result<(), Failure> {
        self.analyse_waiting()?;
        let mut begin = 0;
        while begin < hands.len() {
            let some = &hands[begin..hands.len().min(begin + AT_A_TIME)];
            let mut distances = [Distance::NEVER; AT_A_TIME];
            let bad = model.distances(some, &[], &mut distances[..some.len()]).err();
            let good = bad.as_ref().map_or(some.len(), |bad| bad.row);
            let hand = |counts: &RegularCounts| {
                let counts = Counts::try_from(*counts).unwrap_or(Counts::EMPTY);
                model.rules().hand(counts, 0).expect("a hand, since it has a distance")
            };
            let good: Vec<Hand> = some[..good].iter().map(hand).collect();
            let answers = self.answers(model, &good, &distances[..good.len()]);
            for (row, (hand, answer)) in good.iter().zip(answers).enumerate() {
                if answer.0.distance == Distance::NEVER {
                    self.refuse(place(begin + row), "", || NEVER.to_owned())?;
                    continue;
                }
                let text = if self.writes() { hand.to_string() } else { String::new() };
                self.add(&text, hand.tiles(), answer, Notation::Mpsz);
            }
            let good = good.len();
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
        model: Compiled<'static>,
        random: &RandomHands,
        first: u64,
        hands: usize,
    ) -> Result<(), Failure> {
        let mut dealt = vec![random.hand(first); AT_A_TIME.min(hands)];
        let mut distances = [Distance::NEVER; AT_A_TIME];
        for begin in (0..hands).step_by(AT_A_TIME) {
            let begins = first + begin as u64;
            let some = &mut dealt[..AT_A_TIME.min(hands - begin)];
            random.deal(begins, some);
            model.distances_of_hands(some, &mut distances[..some.len()]);
            let answers = self.answers(model, some, &distances[..some.len()]);
            for ((number, hand), answer) in (begins + 1..).zip(&*some).zip(answers) {
                let text = if self.writes() { hand.to_string() } else { String::new() };
                match answer.0.distance {
                    Distance::NEVER => self.refuse(Place::Row(number), &text, || NEVER.to_owned())?,
                    _ => self.add(&text, hand.tiles(), answer, Notation::Mpsz),
                }
            }
        }
        Ok(())
    }

    /// What is wanted of hands with these distances, and how likely they win, if odds are asked for.
    fn answers(
        &self,
        model: Compiled<'static>,
        hands: &[Hand],
        distances: &[Distance],
    ) -> Vec<(Analysis, Option<f64>)> {
        let answer = |(hand, &distance): (&Hand, &Distance)| {
            let analysis = match self.options.wanted {
                Wanted::Distances => Analysis { distance, ..Analysis::WON },
                Wanted::Analyses => {
                    let unseen = Unseen::of(model.rules(), hand, &Counts::EMPTY);
                    Analysis { distance, useful: Useful::of(model, hand, &unseen) }
                }
            };
            (
                analysis,
                self.options.draws.filter(|_| self.writes()).and_then(|draws| {
                    let unseen = Unseen::of(model.rules(), hand, &Counts::EMPTY);
                    win(model, draws, hand, &unseen)
                }),
            )
        };
        if self.options.draws.is_some() {
            hands.par_iter().zip(distances).map(answer).collect()
        } else {
            hands.iter().zip(distances).map(answer).collect()
        }
    }

    /// Counts a hand and writes its row.
    pub(super) fn add(
        &mut self,
        text: &str,
        tiles: usize,
        (analysis, win): (Analysis, Option<f64>),
        notation: Notation,
    ) {
        self.tally.add_size(tiles, 1);
        match self.options.wanted {
            Wanted::Distances => self.tally.add_distances(&[analysis.distance]),
            Wanted::Analyses => self.tally.add(analysis),
        }
        self.write(text.trim(), Some((analysis, notation)), win);
    }
}
