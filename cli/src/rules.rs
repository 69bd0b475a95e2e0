//! How the command line names rule sets.

use std::io::Read;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use paili::rules::{Asked, ReadyMade, RuleSet, RuleSetDescription, WildcardCopies};
use paili::{Forms, Suit};

use crate::failure::Failure;
use crate::file::open;

/// The rule set that hands are of.
#[derive(clap::Args)]
pub struct RulesArguments {
    /// The rule set: three players (三麻), Taiwan's sixteen tiles, Guobiao (MCR), Sichuan; or riichi, which --forms narrows
    #[arg(long, value_name = "RULES", default_value = ReadyMade::Riichi.name(), value_parser = rules_parser())]
    rules: ReadyMade,

    /// A rule set of your own, from a TOML file with the keys name, melds, forms, chows, copies, wildcards,
    /// wildcards-beyond-copies, void and like (docs/rules.md has an example)
    #[arg(long, value_name = "FILE", conflicts_with = "rules")]
    rules_file: Option<PathBuf>,

    /// How many wildcards (癞子) are in the deck, up to 8; each is written * in a hand, in quotes because of the shell, and stands
    /// for any kind
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(..=i64::from(RuleSet::MOST_WILDCARDS)))]
    wildcards: Option<u8>,

    /// Wildcards may stand for more copies of a kind than the deck has, such as a fifth; without it they may not
    #[arg(long)]
    wildcards_beyond_copies: bool,
}

/// What else is asked of hands of a rule set.
#[derive(clap::Args)]
pub struct AskedArguments {
    /// The suit that is void (缺门), m, p or s, instead of the best one; for rule sets that ask for one, such as sichuan
    #[arg(long, value_name = "SUIT", value_parser = suit_parser())]
    void: Option<Suit>,

    /// Count only tiles that can still come: those of --melds and --visible are gone, or with --available=melds only those of
    /// --melds, since a player's own melds are sure not to come apart
    #[arg(long, value_enum, value_name = "OF", num_args = 0..=1, require_equals = true, default_missing_value = "visible")]
    available: Option<Available>,
}

/// What uses up copies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Available {
    /// The exposed melds of the hand's owner
    Melds,
    /// All that is visible: these melds, and --visible
    Visible,
}

impl AskedArguments {
    /// The suit that is void.
    pub fn void(&self) -> Option<Suit> {
        self.void
    }

    /// Which tiles a distance may ask for.
    pub fn asked(&self) -> Asked {
        match self.available {
            None => Asked::Any,
            Some(Available::Melds) => Asked::BesideMelds,
            Some(Available::Visible) => Asked::Available,
        }
    }

    /// Whether only rule sets can answer it.
    fn is_plain(&self) -> bool {
        self.void.is_none() && self.available.is_none()
    }
}

impl RulesArguments {
    /// The rule set that was asked for; `None` is the usual game with these forms, for which there are other ways to be
    /// quick.
    pub fn get(&self, forms: Forms, asked: Option<&AskedArguments>) -> Result<Option<RuleSet>, Failure> {
        let is_plain =
            self.wildcards.is_none() && !self.wildcards_beyond_copies && asked.is_none_or(AskedArguments::is_plain);
        let rules = match &self.rules_file {
            None if self.rules == ReadyMade::Riichi && is_plain => return Ok(None),
            None if self.rules == ReadyMade::Riichi => {
                RuleSet::riichi(forms).map_err(|error| Failure::BadInput(format!("--forms: {error}")))?
            }
            None if forms == Forms::default() => self.rules.rules(),
            None => return Err(Failure::BadInput(format!("--forms: only for riichi: {} has its own", self.rules))),
            Some(_) if forms != Forms::default() => {
                return Err(Failure::BadInput("--forms: not with --rules-file, which has its own".to_owned()));
            }
            Some(path) => read(path)?,
        };
        let wildcards = self.wildcards.unwrap_or(rules.wildcards());
        let mut rules =
            rules.with_wildcards(wildcards).map_err(|error| Failure::BadInput(format!("--wildcards: {error}")))?;
        if self.wildcards_beyond_copies {
            if rules.wildcards() == 0 {
                let name = rules.name();
                return Err(Failure::BadInput(format!("--wildcards-beyond-copies: {name} has no wildcards")));
            }
            rules = rules.with_wildcard_copies(WildcardCopies::Beyond);
        }
        if asked.is_some_and(|asked| asked.void.is_some()) && !rules.asks_void() {
            return Err(Failure::BadInput(format!("--void: {} asks for no void suit", rules.name())));
        }
        Ok(Some(rules))
    }
}

/// The failure of an option that only the usual rules have.
pub fn not_beside_rules(option: &str) -> Failure {
    Failure::BadInput(format!("{option}: not with other rule sets, wildcards or --available"))
}

/// The largest file that is read: far more than a rule set takes.
const LONGEST_FILE: u64 = 1 << 16;

/// Reads a rule set from a file.
fn read(path: &Path) -> Result<RuleSet, Failure> {
    let (source, name) =
        open(path, "paili: reading a rule set from standard input (docs/rules.md tells what it says)")?;
    let mut text = String::new();
    let read = source.take(LONGEST_FILE + 1).read_to_string(&mut text);
    read.map_err(|error| match error.kind() {
        std::io::ErrorKind::InvalidData => Failure::BadInput(format!("{name}: not a text in UTF-8")),
        _ => Failure::of_input(&name, &error),
    })?;
    if text.len() as u64 > LONGEST_FILE {
        return Err(Failure::BadInput(format!("{name}: more than {LONGEST_FILE} bytes, which no rule set takes")));
    }
    let bad = |error: &dyn std::fmt::Display| Failure::BadInput(format!("{name}: {}", error.to_string().trim_end()));
    let description: RuleSetDescription = toml::from_str(&text).map_err(|error| bad(&error))?;
    RuleSet::try_from(description).map_err(|error| bad(&error))
}

/// Reads names of rule sets, and lists them to help texts and shells.
fn rules_parser() -> impl TypedValueParser<Value = ReadyMade> {
    let names = ReadyMade::ALL.map(|name| PossibleValue::new(name.name()).aliases(name.aliases()));
    PossibleValuesParser::new(names).try_map(|name| name.parse())
}

/// Reads letters of suits.
fn suit_parser() -> impl TypedValueParser<Value = Suit> {
    let suit = |letter: String| match &letter[..] {
        "m" => Ok(Suit::Characters),
        "p" => Ok(Suit::Dots),
        "s" => Ok(Suit::Bamboos),
        _ => Err("no suit"),
    };
    PossibleValuesParser::new(["m", "p", "s"]).try_map(suit)
}
