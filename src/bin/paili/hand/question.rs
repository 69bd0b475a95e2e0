//! What is asked about every hand of a run, and the answers.

use std::num::NonZeroUsize;

use paili::analysis::{Plan, Useful, discards, rule_discard};
use paili::distance::{Distance, Form};
use paili::notation::Notation;
use paili::question::{self, Argument, Asked, QuestionError};

use super::Args;
use super::answer::{Advice, Answer};
use crate::forms::forms;
use crate::problem::Problem;

/// The options of a run, checked.
pub struct Question {
    known: question::Question,
    output_notation: Option<Notation>,
    limit: usize,
}

impl Question {
    /// Checks the options; an error comes with the name of the one that is wrong.
    pub fn new(args: &Args) -> Result<Self, (&'static str, Problem)> {
        let visible = args.visible.as_deref().unwrap_or_default();
        let question = question::Question::new(&args.melds, visible, forms(&args.forms), args.notation);
        Ok(Question {
            known: question.map_err(|error| (name(error.argument()), problem(&error)))?,
            output_notation: args.output_notation,
            limit: args.limit.map_or(usize::MAX, NonZeroUsize::get),
        })
    }

    /// Reads a hand and answers.
    pub fn ask(&self, text: &str) -> Result<Answer, Problem> {
        let Asked { notation, hand, unseen } = self.known.read(text).map_err(|error| problem(&error))?;
        let model = self.known.model();
        let (distance, reached) = model.reached(&hand);
        let advice = if hand.must_discard() {
            let ranked = discards(model, &hand, &unseen);
            let shown = ranked.len().min(self.limit);
            Advice::Discard { ranked: ranked[..shown].to_vec(), rule: rule_discard(model.standard(), &hand) }
        } else {
            Advice::Wait { useful: Useful::of(model, &hand, &unseen), ready: distance == Distance::READY }
        };
        let form = reached.iter().next().unwrap_or(Form::Standard);
        let plan = Plan::of(model.standard(), &hand, form);
        let notation = self.output_notation.unwrap_or(notation);
        let answer = Answer::new(notation, hand, unseen, distance, reached, advice, plan);
        answer.map_err(|error| Problem { message: error.to_string(), text: text.to_owned(), at: None })
    }
}

/// What the command line calls an argument.
fn name(argument: Argument) -> &'static str {
    match argument {
        Argument::Hand => "HAND",
        Argument::Melds => "--melds",
        Argument::Visible => "--visible",
        Argument::Forms => "--forms",
    }
}

fn problem(error: &QuestionError) -> Problem {
    Problem { message: error.reason("--").to_string(), text: error.text().to_owned(), at: error.at() }
}
