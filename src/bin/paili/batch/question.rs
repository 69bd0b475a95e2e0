//! What is asked about every hand of a run.

use clap::ValueEnum;
use paili::batch::Batch;
use paili::distance::Forms;
use paili::notation::Notation;

use super::Args;
use crate::forms::forms;

/// What to do about a row that is no hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum OnError {
    /// Stop with exit status 2
    Stop,
    /// Leave it out, and count how many were at the end
    Skip,
    /// The same, but --out has a row for it, with empty answers
    Mark,
}

/// What is found out about a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    Distances,
    Outlooks,
}

/// What becomes of the answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answers {
    Tallied,
    /// Tallied, and kept for a file of rows.
    Kept,
}

/// The options of a run that every hand meets.
#[derive(Debug)]
pub struct Question {
    pub batch: Batch,
    pub forms: Forms,
    pub wanted: Wanted,
    pub answers: Answers,
    pub on_error: OnError,
    pub notation: Option<Notation>,
}

impl Args {
    /// What is to be found out.
    pub fn wanted(&self) -> Wanted {
        if self.useful { Wanted::Outlooks } else { Wanted::Distances }
    }

    /// The forms asked for.
    pub fn forms(&self) -> Forms {
        forms(&self.forms)
    }
}

impl Question {
    pub fn new(args: &Args, answers: Answers) -> Self {
        let forms = args.forms();
        Question {
            batch: Batch::new().with_forms(forms),
            forms,
            wanted: args.wanted(),
            answers,
            on_error: args.on_error,
            notation: args.notation,
        }
    }
}
