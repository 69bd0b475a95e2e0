//! How the command line names rule sets.

use std::io::Read;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use paili::analysis::Available;
use paili::rules::{Aim, MeldsWanted, ReadyMade, RuleSet, RuleSetDescription, WildcardCopies};
use paili::{Deck, Forms, ParseNameError, Specials, Suit};

use crate::arguments::{all_named, forms_parser};
use crate::failure::{Failure, file_name, printable};
use crate::file::open;
use crate::problem::Problem;

/// The rule set that hands are of, and the forms that count.
#[derive(clap::Args)]
pub struct RulesArguments {
    /// Win forms, separated by commas, of those that the rule set has: seven pairs (chiitoitsu, 七对), thirteen orphans (kokushi,
    /// 十三幺) and so on, or all [default: those of the rule set, standard unless --rules says otherwise]
    #[arg(long, value_name = "FORMS", value_delimiter = ',', value_parser = forms_parser(Forms::ALL))]
    forms: Vec<Forms>,

    /// The rule set: four melds and a pair as THUPC and UVa have it; the same with pairs and orphans (riichi); three players
    /// (三麻), Taiwan's sixteen tiles, Guobiao (MCR) or Sichuan. --forms chooses among its forms [default: standard]
    ///
    /// Only forms count, no points: neither Guobiao's eight fans nor a yaku is asked for.
    #[arg(long, value_name = "RULES", value_parser = rules_parser())]
    rules: Option<ReadyMade>,

    /// A rule set of your own, from a TOML file with the keys name, melds, forms, chows, copies, wildcards,
    /// wildcards-beyond-copies, void, claimed-chows, only, with, only-pongs and like (docs/rules.md has an example)
    #[arg(long, value_name = "FILE", conflicts_with = "rules")]
    rules_file: Option<PathBuf>,

    /// How many wildcards (癞子) are in the deck, up to 8; each is written * in a hand, in quotes because of the shell, and stands
    /// for any kind
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(..=i64::from(RuleSet::MOST_WILDCARDS)))]
    wildcards: Option<u8>,

    /// Wildcards may stand for more copies of a kind than the deck has, such as a fifth; without it they may not
    #[arg(long)]
    wildcards_beyond_copies: bool,

    #[command(flatten)]
    aim: AimArguments,
}

/// What a winning hand is to be, exposed melds among it.
#[derive(clap::Args)]
struct AimArguments {
    /// The kinds that the finished hand may hold: ranks before letters of suits, such as 2-8mps for tanyao (断幺九), pz for a half
    /// flush of dots (混一色), or s; the hand itself may hold anything
    #[arg(long, value_name = "KINDS")]
    only: Option<String>,

    /// Melds that the finished hand has to hold, separated by commas, such as 777z or 234m
    #[arg(long, value_name = "MELDS", value_delimiter = ',')]
    with: Vec<String>,

    /// The finished hand has pongs and a pair, no chows (対々和, 碰碰和)
    #[arg(long)]
    only_pongs: bool,
}

/// What hands could become.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Towards {
    /// Whatever players aim at
    All,
}

impl Towards {
    /// What hands of a rule set could become can be asked unless that says what they are to be.
    pub fn check(rules: &RuleSet) -> Result<(), Failure> {
        let refused = |aim| format!("--towards: {} is for hands of one aim: {aim}", rules.name());
        rules.aim().told().map_or(Ok(()), |aim| Err(Failure::BadInput(refused(aim))))
    }
}

impl AimArguments {
    fn of(&self, rules: RuleSet) -> Result<RuleSet, Failure> {
        let melds = if self.only_pongs { MeldsWanted::Pongs } else { MeldsWanted::All };
        let aim = Aim::read(self.only.as_deref(), &self.with, melds)
            .and_then(|aim| if aim == Aim::ANY { Ok(rules) } else { rules.aiming_at(aim) });
        aim.map_err(|error| Failure::BadInput(format!("--{}: {error}", error.argument())))
    }
}

impl RulesArguments {
    /// Whether a rule set is named, be it the usual one.
    pub fn is_named(&self) -> bool {
        self.rules.is_some() || self.rules_file.is_some()
    }

    /// Refuses a file that can't be read by its name once more, or whose name is no text.
    pub fn check_file_is_read_again(&self) -> Result<(), Failure> {
        let Some(file) = self.rules_file.as_deref().filter(|file| file.to_str().is_none() || !file.is_file()) else {
            return Ok(());
        };
        let name = if file == Path::new("-") { "standard input".to_owned() } else { file_name(file) };
        Err(Failure::BadInput(format!(
            "--bench reads --rules-file twice: expected a file with a name in UTF-8, not {name}"
        )))
    }

    /// The forms that are named, if any are.
    pub fn named_forms(&self) -> Option<Forms> {
        all_named(&self.forms)
    }

    /// The file that describes the rule set, which is no output.
    pub fn inputs(&self) -> Vec<PathBuf> {
        self.rules_file.iter().cloned().collect()
    }

    /// The option that names the rule set.
    pub fn option(&self) -> &'static str {
        if self.rules_file.is_some() { "--rules-file" } else { "--rules" }
    }

    /// The option that says what hands are to be.
    pub fn aim_option(&self) -> &'static str {
        match &self.aim {
            AimArguments { only: Some(_), .. } => "--only",
            AimArguments { with, .. } if !with.is_empty() => "--with",
            AimArguments { only_pongs: true, .. } => "--only-pongs",
            AimArguments { .. } => self.option(),
        }
    }

    /// The option that makes the rule set another than its name says, or that which names it.
    pub fn differing_option(&self) -> &'static str {
        match self {
            RulesArguments { forms, .. } if !forms.is_empty() => "--forms",
            RulesArguments { wildcards: Some(_), .. } => "--wildcards",
            _ => self.aim_option(),
        }
    }

    /// The rule set that was asked for, won with these forms if some are named, for hands that are to be what was asked for.
    pub fn get(&self) -> Result<RuleSet, Failure> {
        let bad = |option: &'static str| move |error| Failure::BadInput(format!("{option}: {error}"));
        let mut rules = match &self.rules_file {
            None => self.rules.unwrap_or_default().rules(),
            Some(path) => read(path)?,
        };
        if let Some(wildcards) = self.wildcards {
            rules = rules.with_wildcards(wildcards).map_err(bad("--wildcards"))?;
        }
        if self.wildcards_beyond_copies {
            if rules.wildcards() == 0 {
                let name = rules.name();
                return Err(Failure::BadInput(format!(
                    "--wildcards-beyond-copies: {name} has no wildcards: --wildcards N adds some"
                )));
            }
            rules = rules.with_wildcard_copies(WildcardCopies::Beyond);
        }
        let rules =
            self.named_forms().map_or(Ok(rules.clone()), |forms| rules.choosing(forms)).map_err(bad("--forms"))?;
        self.aim.of(rules)
    }
}

/// The deck of a rule set, with or without the specials, as `--deck` says: only that of the usual game can have them.
pub fn deck_of(rules: &RuleSet, specials: Option<Specials>) -> Result<Deck, Failure> {
    let deck = Deck::of(rules).with(specials.unwrap_or_default());
    let deck = deck.filter(|_| specials.is_none() || rules.embedded().is_some());
    deck.ok_or_else(|| Failure::BadInput("--deck: not with other rule sets, wildcards or aims".to_owned()))
}

/// The largest file that is read: far more than a rule set takes.
const LONGEST_FILE: u64 = 1 << 16;

/// The most characters of what TOML's reader says: some of its messages quote the file.
const LONGEST_MESSAGE: usize = 300;

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
    let description: RuleSetDescription = toml::from_str(&text).map_err(|error| bad(&problem(&text, &error)))?;
    RuleSet::try_from(description).map_err(|error| bad(&error))
}

/// What is wrong with a file that is no TOML, or has other keys and values than those of rule sets. A file may hold anything, so
/// the line is cut, and so is what the message quotes; nothing but what can be printed is shown.
fn problem(text: &str, error: &toml::de::Error) -> Problem {
    let mut message = printable(&error.message().replace('\n', ", "));
    if let Some((end, _)) = message.char_indices().nth(LONGEST_MESSAGE) {
        message.replace_range(end.., "…");
    }
    let Some(place) = error.span() else { return Problem::new(&message, "", None) };
    let at = (0..=place.start).rev().find(|&at| text.is_char_boundary(at)).unwrap_or_default();
    let begins = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let line = text[begins..].lines().next().unwrap_or_default();
    let number = text[..begins].matches('\n').count() + 1;
    let (before, after) = line.split_at((at - begins).min(line.len()));
    let before = printable(before);
    Problem::new(&format!("line {number}: {message}"), &(before.clone() + &printable(after)), Some(before.len()))
}

/// Reads names of rule sets, and lists them to help texts and shells.
fn rules_parser() -> impl TypedValueParser<Value = ReadyMade> {
    let names = ReadyMade::ALL.map(|name| PossibleValue::new(name.name()).aliases(name.aliases()));
    PossibleValuesParser::new(names).try_map(|name| name.parse())
}

/// Reads letters of suits.
pub fn suit_parser() -> impl TypedValueParser<Value = Suit> {
    let letters = Suit::ALL.map(|suit| PossibleValue::new(suit.letter().to_string()));
    let suit = |letter: String| letter.chars().next().and_then(Suit::of_letter).ok_or("no suit");
    PossibleValuesParser::new(letters).try_map(suit)
}

/// Reads what uses up copies.
pub fn available_parser() -> impl TypedValueParser<Value = Available> {
    let help = [
        (Available::Melds, "The exposed melds of the hand's owner"),
        (Available::Visible, "All that is visible: these melds, and --visible"),
    ];
    let names = help.map(|(available, help)| PossibleValue::new(available.name()).help(help));
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Available>() as Result<_, ParseNameError>)
}
