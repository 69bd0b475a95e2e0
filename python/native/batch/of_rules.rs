//! Hands of other rule sets: the argument `rules`, and what is answered of each.

use paili::analysis::Useful;
use paili::batch::Analysis;
use paili::rules::{RuleHand, RuleTables, RulesQuestion};
use paili::{Distance, Forms};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

use super::columns::Answer;
use super::rows::Fault;
use crate::errors::bad_argument;
use crate::rules::Rules;

/// Reads the argument `rules`: a `paili.RuleSet`, or what one is made of. It has forms of its own.
pub fn read_rules(rules: Option<&Bound<'_, PyAny>>, forms: Forms) -> PyResult<Option<&'static RuleTables>> {
    static RULE_SET: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let Some(rules) = rules else { return Ok(None) };
    let py = rules.py();
    if forms != Forms::default() {
        return Err(bad_argument(py, "forms", "not with rules, which have forms of their own"));
    }
    let kind = RULE_SET.import(py, "paili.hands.rules", "RuleSet")?;
    let made = if rules.is_instance(kind)? { rules.clone() } else { kind.call1((rules,))? };
    Ok(Some(made.getattr("_rules")?.cast::<Rules>()?.get().tables(py)))
}

/// The answer of a hand that is so far, if tiles can complete it.
pub fn distance(distance: Option<Distance>) -> Result<Option<Answer>, Fault> {
    let distance = distance.ok_or_else(never)?;
    Ok(Some(Answer { analysis: Analysis { distance, useful: Useful::NONE }, discard: 0 }))
}

/// How far a hand is, and which tiles are useful.
pub fn useful(question: &RulesQuestion, hand: &RuleHand) -> Result<Option<Answer>, Fault> {
    let (distance, useful) = question.useful(hand);
    Ok(Some(Answer { analysis: Analysis { distance: distance.ok_or_else(never)?, useful }, discard: 0 }))
}

/// The best discard, of a hand that has one due.
pub fn discard(question: &RulesQuestion, hand: &RuleHand) -> Result<Option<Answer>, Fault> {
    let Some(&best) = question.discards(hand).first() else { return Ok(None) };
    let analysis = Analysis { distance: best.distance.ok_or_else(never)?, useful: best.useful };
    // There are 34 kinds.
    Ok(Some(Answer { analysis, discard: best.tile.index() as i8 }))
}

fn never() -> Fault {
    Fault::of_hand("no tiles can complete the hand".to_owned())
}
