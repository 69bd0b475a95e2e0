//! The options of a run that are the same for every hand.

use paili::batch::Batch;
use paili::odds::OddsTerms;
use paili::rules::{Aim, RuleSet, RulesModel};
use paili::{Deck, Forms, Notation};
use rayon::prelude::*;

use super::args::{Args, OnError};
use crate::failure::Failure;
use crate::rows::{Column, Layout, Type};
use crate::rules::{Towards, deck_of};

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
    /// What random hands are drawn from.
    pub deck: Deck,
    pub wanted: Wanted,
    /// Whether unneeded tiles are written.
    pub unneeded: bool,
    /// What hands could become: the column, the aim and what answers where no melds are known, if that is asked for.
    pub towards: &'static [(&'static str, Aim, RulesModel)],
    /// Which odds of hands are asked for, if they are.
    pub odds: Option<OddsTerms>,
    pub on_error: OnError,
    pub notation: Option<Notation>,
    /// What the rows of hands look like, if they are written; else the answers are only counted.
    pub layout: Option<Layout>,
}

impl Options {
    pub fn new(args: &Args) -> Result<Options, Failure> {
        let rules = args.rules.get()?;
        let deck = deck_of(&rules, args.deck)?;
        if args.towards.is_some() {
            Towards::check(&rules)?;
        }
        let odds = args.odds.then(|| args.terms.terms_of(&rules)).transpose()?;
        Ok(Options {
            batch: Batch::of(&rules),
            forms: rules.forms(),
            rules: rules.kept(),
            deck,
            wanted: if args.useful { Wanted::Analyses } else { Wanted::Distances },
            unneeded: args.unneeded,
            towards: if args.towards.is_some() { towards(&rules) } else { &[] },
            odds,
            on_error: args.on_error,
            notation: args.notation,
            layout: None,
        })
    }

    /// The columns of a file of answers. A run writes one file, so they are kept until it ends.
    pub fn columns(&self) -> &'static [Column] {
        let mut columns = vec![
            Column::new("index", Type::Index),
            Column::new("hand", Type::Text),
            Column::or_null("distance", Type::Count),
        ];
        if self.wanted == Wanted::Analyses {
            columns.extend([Column::or_null("acceptance", Type::Count), Column::or_null("useful", Type::Text)]);
        }
        if self.unneeded {
            columns.push(Column::or_null("unneeded", Type::Text));
        }
        columns.extend(self.towards.iter().map(|(column, ..)| Column::or_null(column, Type::Count)));
        if self.odds.is_some() {
            columns.push(Column::or_null("win", Type::F64));
        }
        columns.leak()
    }
}

/// What hands of a rule set could become. It is kept for the process, as the columns are.
fn towards(rules: &RuleSet) -> &'static [(&'static str, Aim, RulesModel)] {
    let model = |(name, aim): (String, Aim)| {
        // What the deck has no tiles for has no column.
        let model = rules.clone().aiming_at(aim.clone()).ok()?.model();
        let column: &str = name.replace(' ', "_").leak();
        Some((column, aim, model))
    };
    let all: Vec<_> = Aim::usual(rules).into_par_iter().filter_map(model).collect();
    all.leak()
}
