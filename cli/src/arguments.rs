//! How the command line names forms, notations, models and policies.

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use paili::odds::{Changes, Law};
use paili::simulation::NamedPolicy;
use paili::{Form, Notation, Specials};

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
