//! The options of a run that are the same for every hand.

use clap::ValueEnum;
use paili::batch::Batch;
use paili::{Forms, Notation};

use super::Args;
use crate::rows::{Column, Table, Type};

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

/// How much is found out about a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    Distances,
    Analyses,
}

/// The options of a run that are the same for every hand.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    pub batch: Batch,
    pub forms: Forms,
    pub wanted: Wanted,
    pub on_error: OnError,
    pub notation: Option<Notation>,
    /// The table that has a row a hand; without it the answers are only counted.
    pub table: Option<Table>,
}

impl Options {
    pub fn new(args: &Args) -> Options {
        let forms = Forms::of(&args.forms).unwrap_or_default();
        Options {
            batch: Batch::new().with_forms(forms),
            forms,
            wanted: if args.useful { Wanted::Analyses } else { Wanted::Distances },
            on_error: args.on_error,
            notation: args.notation,
            table: None,
        }
    }

    /// The columns of a file of answers.
    pub fn columns(&self) -> &'static [Column] {
        static COLUMNS: [Column; 5] = [
            Column::new("index", Type::Index),
            Column::new("hand", Type::Text),
            Column::or_null("distance", Type::U8),
            Column::or_null("acceptance", Type::U32),
            Column::or_null("useful", Type::Text),
        ];
        match self.wanted {
            Wanted::Distances => &COLUMNS[..3],
            Wanted::Analyses => &COLUMNS,
        }
    }
}
