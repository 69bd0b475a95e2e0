//! The rule set that a request names.

use std::fmt::Display;

use paili::Forms;
use paili::rules::{Aim, MeldsWanted, ReadyMade, RuleSet, RuleSetDescription, WildcardCopies};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::failure::Failure;

/// A rule set, and what of it is otherwise.
#[derive(Debug, Default, Deserialize)]
pub struct AskedRules {
    /// Its name, or one's own as a file of rules has it; the usual one unless it is told.
    rules: Option<Value>,
    /// The names of the forms that count; none means those of the rule set.
    #[serde(default)]
    forms: Vec<String>,
    /// How many wildcards are in the deck, if that is told.
    wildcards: Option<u8>,
    /// Whether these stand for more copies of a kind than the deck has, too.
    #[serde(default)]
    wildcards_beyond_copies: Option<bool>,
    /// The kinds that a winning hand may hold.
    only: Option<String>,
    /// Melds that it has to hold.
    #[serde(default)]
    with: Vec<String>,
    /// Whether it has no melds but pongs.
    #[serde(default)]
    only_pongs: bool,
}

/// What is true of a rule set.
#[derive(Serialize)]
pub struct Facts {
    name: String,
    tiles: usize,
    most_tiles: usize,
    forms: Vec<&'static str>,
    wildcards: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    aim: Option<String>,
}

impl AskedRules {
    /// The rule set.
    pub fn rule_set(&self) -> Result<RuleSet, Failure> {
        let mut rules = self.named()?;
        if let Some(wildcards) = self.wildcards {
            rules =
                rules.with_wildcards(wildcards).map_err(|error| Failure::whole("wildcards", "wildcards", &error))?;
        }
        if let Some(beyond) = self.wildcards_beyond_copies {
            if beyond && rules.wildcards() == 0 {
                return Err(Failure::whole("rules", "wildcards_beyond_copies", &"the deck has no wildcards"));
            }
            rules = rules.with_wildcard_copies(if beyond { WildcardCopies::Beyond } else { WildcardCopies::Within });
        }
        let of_forms = |error: &dyn Display| Failure::whole("forms", "forms", &error);
        if let Some(forms) = Forms::read(self.forms.iter().map(String::as_str)).map_err(|error| of_forms(&error))? {
            rules = rules.choosing(forms).map_err(|error| of_forms(&error))?;
        }
        let melds = if self.only_pongs { MeldsWanted::Pongs } else { MeldsWanted::All };
        let aim = Aim::read(self.only.as_deref(), &self.with, melds);
        let aiming = aim.and_then(|aim| if aim == Aim::ANY { Ok(rules) } else { rules.aiming_at(aim) });
        aiming.map_err(|error| Failure::whole("aim", error.argument(), &error))
    }

    /// What is true of it.
    pub fn facts(&self) -> Result<Facts, Failure> {
        let rules = self.rule_set()?;
        Ok(Facts {
            name: rules.name().to_owned(),
            tiles: rules.tiles(),
            most_tiles: rules.most_tiles(),
            forms: rules.forms().iter().map(paili::Form::name).collect(),
            wildcards: rules.wildcards(),
            aim: rules.aim().told(),
        })
    }

    fn named(&self) -> Result<RuleSet, Failure> {
        match &self.rules {
            None => Ok(ReadyMade::default().rules()),
            Some(Value::String(name)) => Ok(name.parse::<ReadyMade>().map_err(of_rules)?.rules()),
            Some(own) => RuleSet::try_from(RuleSetDescription::deserialize(own).map_err(of_rules)?).map_err(of_rules),
        }
    }
}

/// There is no such rule set.
fn of_rules(error: impl Display) -> Failure {
    Failure::whole("rules", "rules", &error)
}
