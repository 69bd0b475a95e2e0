//! Answers as Python has them.

use paili::analysis;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};

use super::Hand;

/// `paili.answers.Useful`.
pub fn useful<'py>(py: Python<'py>, hand: &Hand, useful: &analysis::Useful) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let copies = PyDict::new(py);
    for (tile, left) in useful.copies(&hand.asked.unseen) {
        copies.set_item(hand.name(tile), left)?;
    }
    CLASS.import(py, "paili.answers", "Useful")?.call1((copies.keys(), copies, useful.acceptance))
}

/// `paili.answers.Discard`.
pub fn discard<'py>(py: Python<'py>, hand: &Hand, discard: &analysis::Discard) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let useful = useful(py, hand, &discard.useful)?;
    CLASS.import(py, "paili.answers", "Discard")?.call1((hand.name(discard.tile), discard.distance.get(), useful))
}

/// `paili.answers.Plan`.
pub fn plan<'py>(py: Python<'py>, hand: &Hand, plan: &analysis::Plan) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let groups: Vec<Vec<String>> = plan.groups.iter().map(|group| hand.names(group.iter().copied())).collect();
    let (missing, surplus) = (hand.names(plan.missing.clone()), hand.names(plan.surplus.clone()));
    CLASS.import(py, "paili.answers", "Plan")?.call1((groups, missing, surplus))
}

/// All answers, under the keys of the program's JSON and in their order.
pub fn all<'py>(py: Python<'py>, hand: &Hand) -> PyResult<Bound<'py, PyDict>> {
    let all = PyDict::new(py);
    all.set_item("hand", hand.__str__())?;
    all.set_item("tiles", hand.asked.hand.counts().total())?;
    all.set_item("melds", hand.exposed())?;
    all.set_item("distance", hand.distance())?;
    all.set_item("shanten", hand.shanten())?;
    all.set_item("forms", hand.reached())?;
    if hand.asked.hand.must_discard() {
        let discards: PyResult<Vec<_>> = hand.ranked().iter().map(|ranked| discard_dict(py, hand, ranked)).collect();
        all.set_item("discards", discards?)?;
        if let Some(rule) = hand.rule_discard() {
            all.set_item("rule_discard", rule)?;
        }
    } else {
        let useful = hand.useful_tiles();
        all.set_item("useful", copies(py, hand, &useful)?)?;
        all.set_item("acceptance", useful.acceptance)?;
        if hand.is_ready() {
            all.set_item("waits", hand.waits())?;
        }
    }
    let split = hand.split();
    let plan = PyDict::new(py);
    let groups: Vec<Vec<String>> = split.groups.into_iter().map(|group| hand.names(group)).collect();
    plan.set_item("groups", groups)?;
    plan.set_item("missing", hand.names(split.missing))?;
    plan.set_item("surplus", hand.names(split.surplus))?;
    all.set_item("plan", plan)?;
    Ok(all)
}

fn discard_dict<'py>(py: Python<'py>, hand: &Hand, discard: &analysis::Discard) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("tile", hand.name(discard.tile))?;
    dict.set_item("distance", discard.distance.get())?;
    dict.set_item("acceptance", discard.useful.acceptance)?;
    dict.set_item("useful", copies(py, hand, &discard.useful)?)?;
    Ok(dict)
}

fn copies<'py>(py: Python<'py>, hand: &Hand, useful: &analysis::Useful) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let copies = useful.copies(&hand.asked.unseen).map(|(tile, copies)| {
        let dict = PyDict::new(py);
        dict.set_item("tile", hand.name(tile))?;
        dict.set_item("copies", copies)?;
        Ok(dict)
    });
    copies.collect()
}
