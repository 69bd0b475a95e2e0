//! Rows with hands whose exposed melds stand in brackets. Each has tiles of its own that are not left to draw, so it is asked
//! about alone.

use paili::analysis::{Asked, Question, Useful};
use paili::batch::Analysis;
use paili::{Distance, Model};

use super::analysis::{Answered, BlockAnalysis, NEVER, Place, win};
use super::options::Wanted;
use crate::failure::Failure;
use crate::problem::Problem;

impl BlockAnalysis<'_> {
    /// Takes a row with such a hand.
    pub(super) fn text_with_melds(&mut self, text: &str, place: Place) -> Result<(), Failure> {
        self.analyse_waiting()?;
        let question = Question::alone(self.options.rules).in_notation(self.options.notation);
        let asked = match question.ask(text) {
            Ok(asked) => asked,
            Err(error) => return self.refuse(place, text, || Problem::from(&error).to_string()),
        };
        let Asked { question, notation, hand, unseen } = &asked;
        let model = question.model();
        let distance = model.distance(hand);
        if distance == Distance::NEVER {
            return self.refuse(place, text, || Problem::new(&NEVER, text, None).to_string());
        }
        let useful = match self.options.wanted {
            Wanted::Distances => Analysis::WON.useful,
            Wanted::Analyses => Useful::of(model, hand, unseen),
        };
        let odds = self.options.odds.filter(|_| self.writes());
        let win = odds.and_then(|terms| win(model, terms, hand, unseen));
        let more = self.more_of(&asked);
        self.add(text, hand, Answered { analysis: Analysis { distance, useful }, notation: *notation, more, win });
        Ok(())
    }
}
