//! All answers about a hand as one dictionary: that of the program's JSON.

use std::borrow::Cow;

use paili::analysis::{Discard, Useful};
use paili::answers::HandAnswer;
use paili::{Form, Tile};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

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
    if let Some((form, distance)) = answer.nearer {
        let nearer = PyDict::new(py);
        nearer.set_item(intern!(py, "form"), form.name())?;
        nearer.set_item(intern!(py, "distance"), distance.get())?;
        told.set_item(intern!(py, "nearer"), nearer)?;
    }
    if let Some(useful) = &answer.useful {
        told.set_item(intern!(py, "useful"), teller.copies(useful)?)?;
        told.set_item(intern!(py, "acceptance"), useful.acceptance)?;
        if answer.is_ready() {
            told.set_item(intern!(py, "waits"), teller.names(useful.kinds.iter())?)?;
        }
    } else {
        let discards = answer.discards.iter().map(|discard| teller.discard(discard));
        told.set_item(intern!(py, "discards"), discards.collect::<PyResult<Vec<_>>>()?)?;
    }
    if let Some(tile) = answer.rule_discard {
        told.set_item(intern!(py, "rule_discard"), teller.discard_name(tile))?;
    }
    let plan = PyDict::new(py);
    // What has no place in the groups is given up.
    let mut name_next = answer.notation.namer(&answer.reds);
    let mut list = |tiles: &Vec<Tile>| {
        let all = tiles.iter().map(|&tile| teller.red_or_not(tile, name_next(tile)));
        all.collect::<Vec<_>>()
    };
    plan.set_item(intern!(py, "groups"), answer.plan.groups.iter().map(&mut list).collect::<Vec<_>>())?;
    plan.set_item(intern!(py, "missing"), teller.names(answer.plan.missing.iter().copied())?)?;
    plan.set_item(intern!(py, "surplus"), list(&answer.plan.surplus))?;
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
        told.set_item(intern!(py, "tile"), self.discard_name(discard.tile))?;
        told.set_item(intern!(py, "distance"), discard.distance.get())?;
        told.set_item(intern!(py, "acceptance"), discard.useful.acceptance)?;
        told.set_item(intern!(py, "useful"), self.copies(&discard.useful)?)?;
        Ok(told)
    }

    fn discard_name(&self, tile: Tile) -> Bound<'py, PyString> {
        self.red_or_not(tile, self.answer.discard_name(tile))
    }

    /// A tile by a name, which is made anew only for red fives.
    fn red_or_not(&self, tile: Tile, its_name: Cow<'static, str>) -> Bound<'py, PyString> {
        match its_name {
            Cow::Borrowed(_) => name(self.py, self.answer.notation, tile).clone(),
            Cow::Owned(red) => PyString::new(self.py, &red),
        }
    }

    fn copies(&mut self, useful: &Useful) -> PyResult<Bound<'py, PyList>> {
        let mut told = Vec::with_capacity(useful.kinds.len());
        for (tile, copies) in useful.copies(&self.answer.unseen) {
            told.push(self.copies_of(tile, copies)?);
        }
        PyList::new(self.py, told)
    }

    fn copies_of(&mut self, tile: Tile, copies: u8) -> PyResult<Bound<'py, PyDict>> {
        let py = self.py;
        if let Some(told) = &self.copies[tile.index()] {
            return told.copy();
        }
        let told = PyDict::new(py);
        told.set_item(intern!(py, "tile"), name(py, self.answer.notation, tile))?;
        told.set_item(intern!(py, "copies"), copies)?;
        self.copies[tile.index()].insert(told).copy()
    }

    fn names(&self, tiles: impl IntoIterator<Item = Tile>) -> PyResult<Bound<'py, PyList>> {
        let names: Vec<_> = tiles.into_iter().map(|tile| name(self.py, self.answer.notation, tile)).collect();
        PyList::new(self.py, names)
    }
}
