//! The options of a run that are the same for every hand.

use paili::batch::Batch;
use paili::rules::RuleSet;
use paili::{Forms, Notation};

use super::args::{Args, OnError};
use crate::failure::Failure;
use crate::rows::{Column, Layout, Type};
use crate::rules::not_beside_rules;

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
    pub rules: &'static RuleSet,
    pub wanted: Wanted,
    /// How many draws are to come, if the odds of hands are asked for.
    pub draws: Option<u32>,
    pub on_error: OnError,
    pub notation: Option<Notation>,
    /// What the rows of hands look like, if they are written; else the answers are only counted.
    pub layout: Option<Layout>,
}

impl Options {
    pub fn new(args: &Args) -> Result<Options, Failure> {
        let rules = args.rules.get(&args.forms)?;
        if rules.embedded().is_none() && args.deck.is_some() {
            return Err(not_beside_rules("--deck"));
        }
        Ok(Options {
            batch: Batch::of(&rules),
            forms: rules.forms(),
            rules: rules.kept(),
            wanted: if args.useful { Wanted::Analyses } else { Wanted::Distances },
            draws: args.odds.then_some(args.draws),
            on_error: args.on_error,
            notation: args.notation,
            layout: None,
        })
    }

    /// The columns of a file of answers.
    pub fn columns(&self) -> &'static [Column] {
        const INDEX: Column = Column::new("index", Type::Index);
        const HAND: Column = Column::new("hand", Type::Text);
        const DISTANCE: Column = Column::or_null("distance", Type::U8);
        const ACCEPTANCE: Column = Column::or_null("acceptance", Type::U32);
        const USEFUL: Column = Column::or_null("useful", Type::Text);
        const WIN: Column = Column::or_null("win", Type::F64);
        match (self.wanted, self.draws) {
            (Wanted::Distances, None) => &[INDEX, HAND, DISTANCE],
            (Wanted::Distances, Some(_)) => &[INDEX, HAND, DISTANCE, WIN],
            (Wanted::Analyses, None) => &[INDEX, HAND, DISTANCE, ACCEPTANCE, USEFUL],
            (Wanted::Analyses, Some(_)) => &[INDEX, HAND, DISTANCE, ACCEPTANCE, USEFUL, WIN],
        }
    }
}
