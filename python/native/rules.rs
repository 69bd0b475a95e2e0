//! Rule sets as Python passes them.

use std::sync::{Arc, Mutex};

use paili::analysis::Available;
use paili::rules::{ReadyMade, RuleSet, RuleSetDescription, RuleSetDescriptionError, RulesModel};
use paili::{Form, Hand, Notation, Suit};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyString, PyType};

use crate::arguments::{read_forms, read_text, shown};
use crate::errors::bad_argument;

/// A rule set. The package makes its `RuleSet` of it.
#[pyclass(frozen, module = "paili._native")]
pub struct Rules(RuleSet);

#[pymethods]
impl Rules {
    /// Reads a description, which is JSON.
    #[new]
    fn new(py: Python<'_>, description: &str) -> PyResult<Rules> {
        let description: RuleSetDescription = serde_json::from_str(description).map_err(|error| {
            // Nobody who wrote a dict knows of lines and columns.
            let reason = error.to_string();
            let reason = reason.rsplit_once(" at line ").map_or(&reason[..], |(reason, _)| reason);
            bad_argument(py, "rules", reason)
        })?;
        // A name alone is made a rule set that is like itself.
        let is_name = description.like.as_ref() == Some(&description.name);
        let rules = RuleSet::try_from(description).map_err(|error| match error {
            RuleSetDescriptionError::Like(error) if is_name => bad_argument(py, "rules", error),
            error => bad_argument(py, "rules", error),
        })?;
        Ok(Rules(rules))
    }

    /// Its name, the tiles of its deck and of a winning hand, its forms, its wildcards and what its hands are to be.
    fn facts(&self) -> (&str, usize, usize, Vec<&'static str>, u8, Option<String>) {
        let rules = &self.0;
        let forms = rules.forms().iter().map(Form::name).collect();
        (rules.name(), rules.tiles(), rules.most_tiles(), forms, rules.wildcards(), rules.aim().told())
    }
}

fn choosing(py: Python<'_>, rules: RuleSet, forms: Option<&Bound<'_, PyAny>>) -> PyResult<RuleSet> {
    let Some(forms) = forms.filter(|forms| !forms.is_none()) else { return Ok(rules) };
    rules.choosing(read_forms(forms)?).map_err(|error| bad_argument(py, "forms", error))
}

/// What was passed as `rules` and `forms`.
type Passed = [Option<Py<PyAny>>; 2];

/// The rule set that was asked for, and the model that answers.
#[derive(Debug, Clone)]
pub struct AskedRules {
    pub rules: &'static RuleSet,
    pub model: RulesModel,
    /// What was passed, if it was.
    pub given: Option<Arc<Py<PyAny>>>,
    /// Whether forms were named.
    pub chosen: bool,
}

impl AskedRules {
    /// Reads the arguments `rules`, a `paili.RuleSet` or what one is made of, and `forms`. Who asks about many hands passes the
    /// same each time, so that what was read last is kept.
    pub fn read(rules: Option<&Bound<'_, PyAny>>, forms: Option<&Bound<'_, PyAny>>) -> PyResult<AskedRules> {
        static LAST: Mutex<Option<(Passed, AskedRules)>> = Mutex::new(None);
        let (rules, forms) = (rules.filter(|rules| !rules.is_none()), forms.filter(|forms| !forms.is_none()));
        let Some(py) = rules.or(forms).map(Bound::py) else {
            let rules = RuleSet::standard();
            return Ok(AskedRules { rules, model: rules.model(), given: None, chosen: false });
        };
        let is_same = |last: &Option<Py<PyAny>>, now: Option<&Bound<'_, PyAny>>| match (last, now) {
            (None, None) => true,
            (Some(last), Some(now)) => last.is(now) && now.is_instance_of::<PyString>(),
            _ => false,
        };
        if let Ok(last) = LAST.try_lock()
            && let Some(([last_rules, last_forms], asked)) = &*last
            && is_same(last_rules, rules)
            && is_same(last_forms, forms)
        {
            return Ok(asked.clone());
        }
        let made = rules.map_or_else(|| Ok(RuleSet::standard().clone()), read_rules)?;
        let made = choosing(py, made, forms)?.kept();
        let model = py.detach(|| made.model());
        let given = rules.map(|rules| Arc::new(rules.clone().unbind()));
        let asked = AskedRules { rules: made, model, given, chosen: forms.is_some() };
        if let Ok(mut last) = LAST.try_lock() {
            *last = Some(([rules, forms].map(|given| given.map(|given| given.clone().unbind())), asked.clone()));
        }
        Ok(asked)
    }

    /// The ready-made rule set of that name, if it is this one but for the forms.
    pub fn ready_made(&self) -> Option<ReadyMade> {
        let name: ReadyMade = self.rules.name().parse().ok()?;
        let rules = name.rules().choosing(self.rules.forms()).ok()?;
        (rules == *self.rules).then_some(name)
    }

    /// The hand of a text beside which nothing is known, if it is one.
    pub fn read_alone(&self, text: &str) -> Option<(Notation, Hand)> {
        self.rules.read_hand_as(text, None).ok()
    }
}

/// Reads a `paili.RuleSet`, or what one is made of.
fn read_rules(rules: &Bound<'_, PyAny>) -> PyResult<RuleSet> {
    static RULE_SET: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let kind = RULE_SET.import(rules.py(), "paili.hands.rules", "RuleSet")?;
    let made = if rules.is_instance(kind)? { rules.clone() } else { kind.call1((rules,))? };
    Ok(made.getattr("_rules")?.cast::<Rules>()?.get().0.clone())
}

/// Reads the argument `void`: the letter of a suit.
pub fn read_void(void: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Suit>> {
    let Some(void) = void.filter(|void| !void.is_none()) else { return Ok(None) };
    let text = read_text("void", void)?;
    let mut letters = text.chars();
    match (letters.next().and_then(Suit::of_letter), letters.next()) {
        (Some(suit), None) => Ok(Some(suit)),
        _ => Err(bad_argument(void.py(), "void", format!("{}: expected m, p or s", shown(void)))),
    }
}

/// Reads the argument `available`.
pub fn read_available(available: Option<&Bound<'_, PyAny>>) -> PyResult<Available> {
    let Some(available) = available.filter(|available| !available.is_none()) else { return Ok(Available::Any) };
    if let Ok(all) = available.cast::<PyBool>() {
        return Ok(if all.is_true() { Available::Visible } else { Available::Any });
    }
    let text = available.cast::<PyString>().ok().map(|text| text.to_string_lossy().into_owned());
    text.and_then(|text| text.parse().ok()).ok_or_else(|| {
        let reason = format!("{}: expected True, False, 'melds' or 'visible'", shown(available));
        bad_argument(available.py(), "available", reason)
    })
}
