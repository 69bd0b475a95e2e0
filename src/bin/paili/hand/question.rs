//! What is asked about every hand of a run, and reading the hands.

use std::num::NonZeroUsize;

use paili::analysis::{Plan, Unseen, Useful, discards, rule_discard};
use paili::distance::{Distance, Form, Forms, TableModel, WithForms};
use paili::hand::{Counts, Hand, MeldCount};
use paili::meld::Meld;
use paili::notation::{self, HandTextError, Notation, Placed};
use paili::tile::Tile;

use super::Args;
use super::answer::{Advice, Answer};
use crate::forms::{PAIRS_AND_ORPHANS, forms};
use crate::problem::Problem;

/// The options of a run, checked.
pub struct Question {
    model: WithForms<TableModel>,
    forms: Forms,
    /// How many melds are exposed, if they are given.
    exposed: Option<MeldCount>,
    /// The tiles of the exposed melds and those visible elsewhere.
    elsewhere: Counts,
    notation: Option<Notation>,
    output_notation: Option<Notation>,
    limit: usize,
}

impl Question {
    /// Checks the options; an error comes with the name of the one that is wrong.
    pub fn new(args: &Args) -> Result<Self, (&'static str, Problem)> {
        let mut elsewhere = Counts::EMPTY;
        let mut melds = 0;
        for text in &args.melds {
            let meld = read_meld(text).map_err(|problem| ("--melds", problem))?;
            for tile in meld.tiles() {
                elsewhere.insert(tile).map_err(|fifth| ("--melds", whole(&args.melds.join(","), &fifth)))?;
            }
            melds += 1;
        }
        let too_many = || ("--melds", whole(&args.melds.join(","), &format!("{melds} melds: expected at most four")));
        let exposed = MeldCount::new(melds).ok_or_else(too_many)?;
        let forms = forms(&args.forms);
        if melds > 0 && forms != Forms::default() {
            return Err(("--forms", whole("", &format!("{PAIRS_AND_ORPHANS}, so not with --melds"))));
        }
        if let Some(text) = &args.visible {
            let (notation, tiles) =
                notation::read(text).map_err(|error| ("--visible", problem(text, &error.into())))?;
            for Placed { tile, at } in tiles {
                elsewhere.insert(tile).map_err(|_| {
                    let message =
                        format!("a fifth {}, --melds included: there are four of each kind", notation.name_of(tile));
                    ("--visible", Problem { message, text: text.clone(), at: Some(at) })
                })?;
            }
        }
        Ok(Question {
            model: WithForms::new(TableModel::new(), forms),
            forms,
            exposed: (melds > 0).then_some(exposed),
            elsewhere,
            notation: args.notation,
            output_notation: args.output_notation,
            limit: args.limit.map_or(usize::MAX, NonZeroUsize::get),
        })
    }

    /// Reads a hand and answers.
    pub fn ask(&self, text: &str) -> Result<Answer, Problem> {
        let (notation, tiles, hand) = self.read(text).map_err(|error| problem(text, &error))?;
        let unseen = Unseen::beside(&hand, &self.elsewhere)
            .map_err(|fifth| self.fifth_copy(notation, text, &tiles, fifth.tile))?;
        if self.forms.beside(hand.melds()) != self.forms {
            let melds = hand.melds().get();
            return Err(whole(text, &format!("{PAIRS_AND_ORPHANS}; this hand has {melds}")));
        }
        let (distance, reached) = self.model.reached(&hand);
        let advice = if hand.must_discard() {
            let ranked = discards(self.model, &hand, &unseen);
            let shown = ranked.len().min(self.limit);
            Advice::Discard { ranked: ranked[..shown].to_vec(), rule: rule_discard(self.model.standard(), &hand) }
        } else {
            Advice::Wait { useful: Useful::of(self.model, &hand, &unseen), ready: distance == Distance::READY }
        };
        let form = reached.iter().next().unwrap_or(Form::Standard);
        let plan = Plan::of(self.model.standard(), &hand, form);
        let notation = self.output_notation.unwrap_or(notation);
        Answer::new(notation, hand, unseen, distance, reached, advice, plan).map_err(|error| whole(text, &error))
    }

    /// A kind of which the hand, the exposed melds and the visible tiles hold five in all.
    fn fifth_copy(&self, notation: Notation, text: &str, tiles: &[Placed], fifth: Tile) -> Problem {
        let mut held = tiles.iter().filter(|placed| placed.tile == fifth);
        let message = format!(
            "a fifth {}: {} in the hand, {} in --melds and --visible, but there are four of each kind",
            notation.name_of(fifth),
            held.clone().count(),
            self.elsewhere.get(fifth)
        );
        Problem { message, text: text.to_owned(), at: held.next_back().map(|placed| placed.at) }
    }

    fn read(&self, text: &str) -> Result<(Notation, Vec<Placed>, Hand), HandTextError> {
        let (notation, tiles) = match self.notation {
            Some(notation) => (notation, notation.read(text)?),
            None => notation::read(text)?,
        };
        let counts = notation::counts_of(notation, text, &tiles)?;
        let hand = match self.exposed {
            Some(exposed) => Hand::new(counts, exposed).map_err(HandTextError::Hand)?,
            None => Hand::of_size(counts).map_err(|tiles| HandTextError::Size { tiles })?,
        };
        Ok((notation, tiles, hand))
    }
}

fn read_meld(text: &str) -> Result<Meld, Problem> {
    notation::read_meld(text).map_err(|error| Problem {
        message: error.to_string(),
        text: text.to_owned(),
        at: error.at(),
    })
}

fn problem(text: &str, error: &HandTextError) -> Problem {
    Problem { message: error.to_string(), text: text.to_owned(), at: error.at() }
}

/// A problem of a text as a whole.
fn whole(text: &str, message: &impl ToString) -> Problem {
    Problem { message: message.to_string(), text: text.to_owned(), at: None }
}
