//! How the command line names hands, forms, notations, laws, models and policies.

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use paili::analysis::Question;
use paili::odds::{Changes, Law};
use paili::simulation::NamedPolicy;
use paili::{Form, Forms, Notation, Specials};

use crate::failure::Failure;
use crate::problem::Problem;

/// A hand and what is known beside it.
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

    /// Win forms, separated by commas: pairs are seven pairs, orphans the thirteen orphans
    #[arg(long, value_name = "FORMS", value_delimiter = ',', default_value = "standard", value_parser = forms_parser())]
    forms: Vec<Form>,
}

impl HandArguments {
    /// The hand's text, unless hands come from standard input.
    pub fn text(&self) -> Option<String> {
        (!self.hand.is_empty() && self.hand != ["-"]).then(|| self.hand.join(" "))
    }

    /// What is asked of a hand, in this notation if it is not to be found out.
    pub fn question(&self, notation: Option<Notation>) -> Result<Question, Failure> {
        let visible = self.visible.as_deref().unwrap_or_default();
        let question = Question::new(&self.melds, visible, Forms::of(&self.forms).unwrap_or_default(), notation);
        question.map_err(|error| Failure::BadInput(format!("--{}: {}", error.argument(), Problem::from(&error))))
    }
}

/// Reads names of forms, and lists them to help texts and shells.
pub fn forms_parser() -> impl TypedValueParser<Value = Form> {
    PossibleValuesParser::new(Form::ALL.map(Form::name)).try_map(|name| name.parse())
}

/// Reads names of notations, and lists them to help texts and shells.
pub fn notation_parser() -> impl TypedValueParser<Value = Notation> {
    PossibleValuesParser::new(Notation::ALL.map(Notation::name)).try_map(|name| name.parse())
}

/// Reads names of laws, and lists them to help texts and shells.
pub fn law_parser() -> impl TypedValueParser<Value = Law> {
    PossibleValuesParser::new(Law::ALL.map(Law::name)).try_map(|name| name.parse())
}

/// Reads how many changes a hand may make.
pub fn changes_parser() -> impl TypedValueParser<Value = Changes> {
    let changes = |number: String| number.parse().ok().and_then(Changes::new).ok_or("no number of changes");
    PossibleValuesParser::new(["0", "1", "2"]).try_map(changes)
}

/// A deck by its number of tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DeckName {
    /// Without special tiles
    #[value(name = "136")]
    Regular,
    /// With special tiles, which fill places and help nobody
    #[value(name = "148")]
    Whole,
}

impl DeckName {
    pub const fn specials(self) -> Specials {
        match self {
            DeckName::Regular => Specials::Without,
            DeckName::Whole => Specials::With,
        }
    }
}

/// A distance model by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ModelName {
    /// Look every suit up in the embedded tables
    Table,
    /// Run the textbook dynamic programme: the same answers, about a thousand times slower
    Plain,
}

impl ModelName {
    /// The name as it is given.
    pub const fn name(self) -> &'static str {
        match self {
            ModelName::Table => "table",
            ModelName::Plain => "plain",
        }
    }
}

/// Reads one policy for all seats, or one for each.
pub fn parse_policies(text: &str) -> Result<[NamedPolicy; 4], String> {
    let policies: Result<Vec<NamedPolicy>, _> = text.split(',').map(|name| name.trim().parse()).collect();
    let policies = policies.map_err(|error| error.to_string())?;
    match policies[..] {
        [all] => Ok([all; 4]),
        [a, b, c, d] => Ok([a, b, c, d]),
        _ => Err(format!("{} policies for four seats: expected one for all or four", policies.len())),
    }
}

/// The policies as they are said: one name for four alike.
pub fn say_policies(policies: [NamedPolicy; 4]) -> String {
    let [first, rest @ ..] = policies;
    if rest == [first; 3] { first.name().to_owned() } else { policies.map(NamedPolicy::name).join(",") }
}
