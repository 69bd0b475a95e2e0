//! How the command line names hands, forms, notations, laws, models and policies.

use std::path::PathBuf;
use std::str::FromStr;

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use paili::analysis::{Question, QuestionError};
use paili::game::PLAYERS;
use paili::odds::{Changes, Law, OddsError, OddsTerms};
use paili::rules::RuleSet;
use paili::{Form, Forms, ParseNameError, Suit};
use paili_arena::Entrant;

use crate::failure::Failure;
use crate::problem::Problem;
use crate::rules::{RulesArguments, suit_parser};

/// A hand, its rule set, and what is known beside it.
#[derive(clap::Args)]
pub struct HandArguments {
    /// The hand, in one argument or many; without it, or with `-`, one hand a line from standard input
    #[arg(value_name = "HAND")]
    hand: Vec<String>,

    /// Exposed melds, separated by commas, such as 123p,EEE; otherwise their number follows from the hand's size
    #[arg(long, value_name = "MELDS", value_delimiter = ',')]
    melds: Vec<String>,

    /// Tiles seen elsewhere, in any notation: no copies to wait for
    #[arg(long, value_name = "TILES")]
    visible: Option<String>,

    #[command(flatten)]
    rules: RulesArguments,

    /// The suit that is void (缺门), m, p or s, instead of the best one; for rule sets that ask for one, such as sichuan
    #[arg(long, value_name = "SUIT", value_parser = suit_parser())]
    void: Option<Suit>,
}

impl HandArguments {
    /// The hand's text, unless hands come from standard input.
    pub fn text(&self) -> Option<String> {
        (!self.hand.is_empty() && self.hand != ["-"]).then(|| self.hand.join(" "))
    }

    /// The files that it is read from.
    pub fn inputs(&self) -> Vec<PathBuf> {
        self.rules.inputs()
    }

    /// What is asked of the hand.
    pub fn question(&self) -> Result<Question, Failure> {
        let refuse =
            |error: QuestionError| Failure::BadInput(format!("--{}: {}", error.argument(), Problem::from(&error)));
        let visible = self.visible.as_deref().unwrap_or_default();
        let question = Question::new(&self.rules.get()?, &self.melds, visible).map_err(refuse)?;
        question.with_void(self.void).map_err(refuse)
    }
}

/// Reads names of these forms, and lists them to help texts and shells.
pub fn forms_parser(of: Forms) -> impl TypedValueParser<Value = Forms> {
    let forms = of.iter().map(|form| PossibleValue::new(form.name()).aliases(form.aliases()));
    let names = forms.chain([PossibleValue::new(Forms::EVERY)]);
    let read = |name: String| Forms::read([&name[..]]).map(Option::unwrap_or_default);
    PossibleValuesParser::new(names).try_map(read)
}

/// All forms that are named, if any are.
pub fn all_named(forms: &[Forms]) -> Option<Forms> {
    let named: Vec<Form> = forms.iter().flat_map(|forms| forms.iter()).collect();
    Forms::of(&named)
}

/// Reads these names, and lists them to help texts and shells.
pub fn named<T: FromStr<Err = ParseNameError> + Clone + Send + Sync + 'static>(
    names: impl IntoIterator<Item = &'static str>,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(names).try_map(|name| name.parse())
}

/// In how many draws hands are to win, how far they may stray, and by which law.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct OddsArguments {
    /// How many draws are to come [default: 17]
    #[arg(long, value_name = "N")]
    pub draws: Option<u32>,

    /// How often the hand may be improved without getting nearer, or step back. The first makes it some
    /// 300 times as long, the second another 25 times; auto is 1 where that takes less than about a second, else 0
    /// (by the published law always 0)
    #[arg(long, value_name = "N", default_value = "auto", value_parser = changes_parser())]
    changes: AskedChanges,

    /// How likely kinds are taken to be: remembering what was discarded, or as other programs publish
    #[arg(long, value_name = "LAW", default_value_t, value_parser = named::<Law>(Law::ALL.map(Law::name)))]
    law: Law,
}

impl OddsArguments {
    /// What is asked for of hands of a rule set, some of which have so many draws.
    pub fn terms_of(self, rules: &RuleSet) -> Result<OddsTerms, Failure> {
        let terms = self.terms();
        // No hand has fewer tiles than one.
        let (draws, unseen) = (terms.draws, rules.tiles().saturating_sub(1) as u32);
        if (1..=unseen).contains(&draws) {
            Ok(terms)
        } else {
            Err(Failure::BadInput(format!("--draws: {}", OddsError::Draws { draws, unseen })))
        }
    }

    /// What is asked for.
    pub fn terms(self) -> OddsTerms {
        let draws = self.draws.unwrap_or(OddsTerms::DRAWS);
        OddsTerms { draws, changes: self.changes.0, law: self.law }
    }
}

/// How many changes a hand may make; without a number, the most that are quick.
#[derive(Debug, Clone, Copy)]
struct AskedChanges(Option<Changes>);

/// Reads how many changes a hand may make.
fn changes_parser() -> impl TypedValueParser<Value = AskedChanges> {
    let changes = |number: String| match &number[..] {
        "auto" => Ok(AskedChanges(None)),
        number => number
            .parse()
            .ok()
            .and_then(Changes::new)
            .map(|changes| AskedChanges(Some(changes)))
            .ok_or("no number of changes"),
    };
    PossibleValuesParser::new(["auto", "0", "1", "2"]).try_map(changes)
}

paili::names! {
    /// A distance model by its name.
    #[derive(ValueEnum)]
    pub enum ModelName: "is no distance model" {
        /// Look every suit up in the embedded tables
        Table = "table",
        /// Run the textbook dynamic programme: the same answers, about a thousand times slower
        Plain = "plain",
    }
}

/// Who plays in the four seats.
pub type Seating = [Entrant; PLAYERS];

/// Reads one policy or program for all seats, or one for each.
pub fn parse_seating(text: &str) -> Result<Seating, String> {
    let entrants: Result<Vec<Entrant>, _> = split_entrants(text).into_iter().map(|name| name.trim().parse()).collect();
    let entrants = entrants.map_err(|error| error.to_string())?;
    match &entrants[..] {
        [all] => Ok([0; PLAYERS].map(|_| all.clone())),
        [_, _, _, _] => entrants.try_into().map_err(|_| String::new()),
        _ => Err(format!("{} policies for four seats: expected one for all or four", entrants.len())),
    }
}

/// Splits at commas that stand in no quotes, since commands may have commas.
fn split_entrants(text: &str) -> Vec<&str> {
    let mut open = None;
    text.split(move |char| {
        match (char, open) {
            ('"' | '\'', None) => open = Some(char),
            (_, Some(quote)) if char == quote => open = None,
            _ => {}
        }
        char == ',' && open.is_none()
    })
    .collect()
}

/// The seating as it is said: one name for four alike.
pub fn say_seating(seating: &Seating) -> String {
    let [first, rest @ ..] = seating;
    if rest.iter().all(|other| other == first) {
        first.to_string()
    } else {
        seating.each_ref().map(Entrant::to_string).join(",")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_may_have_commas_in_quotes() {
        assert_eq!(split_entrants("rule,exec:bot,odds"), ["rule", "exec:bot", "odds"]);
        assert_eq!(split_entrants("exec:bot 'a,b' \"c,'d\",rule"), ["exec:bot 'a,b' \"c,'d\"", "rule"]);
        assert_eq!(split_entrants(","), ["", ""]);
    }
}
