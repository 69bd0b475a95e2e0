//! All answers about a hand as one dictionary: that of the program's JSON.

use paili::analysis::{Discard, Useful};
use paili::answers::HandAnswer;
use paili::{Form, Tile};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::names::name;

/// The answers under the keys of `paili hand --format json`, in their order.
pub fn told<'py>(py: Python<'py>, answer: &HandAnswer) -> PyResult<Bound<'py, PyDict>> {
    let counts = answer.hand.counts();
    let mut teller = Teller { py, answer, copies: std::array::from_fn(|_| None) };
    let told = PyDict::new(py);
    told.set_item(intern!(py, "hand"), answer.tiles())?;
    told.set_item(intern!(py, "tiles"), counts.total())?;
    told.set_item(intern!(py, "melds"), answer.hand.melds().get())?;
    told.set_item(intern!(py, "distance"), answer.distance.get())?;
    told.set_item(intern!(py, "shanten"), answer.distance.shanten())?;
    told.set_item(intern!(py, "forms"), answer.forms.iter().map(Form::name).collect::<Vec<_>>())?;
    if let Some(useful) = &answer.useful {
        told.set_item(intern!(py, "useful"), teller.copies(useful)?)?;
        told.set_item(intern!(py, "acceptance"), useful.acceptance)?;
        if answer.is_ready() {
            told.set_item(intern!(py, "waits"), teller.names(useful.kinds.iter())?)?;
        }
    } else {
        let discards = PyList::empty(py);
        for discard in &answer.discards {
            discards.append(teller.discard(discard)?)?;
        }
        told.set_item(intern!(py, "discards"), discards)?;
    }
    if let Some(tile) = answer.rule_discard {
        told.set_item(intern!(py, "rule_discard"), name(py, answer.notation, tile))?;
    }
    let plan = PyDict::new(py);
    let groups = PyList::empty(py);
    for group in &answer.plan.groups {
        groups.append(teller.names(group.iter().copied())?)?;
    }
    plan.set_item(intern!(py, "groups"), groups)?;
    plan.set_item(intern!(py, "missing"), teller.names(answer.plan.missing.iter().copied())?)?;
    plan.set_item(intern!(py, "surplus"), teller.names(answer.plan.surplus.iter().copied())?)?;
    told.set_item(intern!(py, "plan"), plan)?;
    Ok(told)
}

struct Teller<'a, 'py> {
    py: Python<'py>,
    answer: &'a HandAnswer,
    /// What is told of each useful tile so far. Most of an answer is these, the same after many a discard, and to copy a
    /// dictionary takes half as long as to fill one.
    copies: [Option<Bound<'py, PyDict>>; Tile::COUNT],
}

impl<'py> Teller<'_, 'py> {
    fn discard(&mut self, discard: &Discard) -> PyResult<Bound<'py, PyDict>> {
        let py = self.py;
        let told = PyDict::new(py);
        told.set_item(intern!(py, "tile"), name(py, self.answer.notation, discard.tile))?;
        told.set_item(intern!(py, "distance"), discard.distance.get())?;
        told.set_item(intern!(py, "acceptance"), discard.useful.acceptance)?;
        told.set_item(intern!(py, "useful"), self.copies(&discard.useful)?)?;
        Ok(told)
    }

    fn copies(&mut self, useful: &Useful) -> PyResult<Bound<'py, PyList>> {
        let py = self.py;
        let list = PyList::empty(py);
        for (tile, copies) in useful.copies(&self.answer.unseen) {
            let place = &mut self.copies[tile.index()];
            if place.is_none() {
                let told = PyDict::new(py);
                told.set_item(intern!(py, "tile"), name(py, self.answer.notation, tile))?;
                told.set_item(intern!(py, "copies"), copies)?;
                *place = Some(told);
            }
            if let Some(told) = place {
                list.append(told.copy()?)?;
            }
        }
        Ok(list)
    }

    fn names(&self, tiles: impl Iterator<Item = Tile>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(self.py);
        for tile in tiles {
            list.append(name(self.py, self.answer.notation, tile))?;
        }
        Ok(list)
    }
}
