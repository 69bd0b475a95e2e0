//! Answers about a hand. They keep what the library says, and make Python's values of it when these are looked at.

use std::hash::{Hash, Hasher};

use paili::analysis::{self, Unseen};
use paili::rules::RuleSet;
use paili::{Distance, Notation, Tile, TileSet};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple, PyType};

use crate::errors::bad_argument;
use crate::names::{Five, name, read_name};

/// The useful tiles of a hand (ukeire), and how many copies are left of them.
///
/// Which tiles are useful does not depend on what is visible, so a useful tile can have no copy left.
///
/// Parameters
/// ----------
/// tiles : sequence of str
///     The tiles.
/// copies : mapping of str to int
///     How many copies of each are left.
/// acceptance : int
///     How many copies are left in all.
///
/// Examples
/// --------
/// >>> import paili
/// >>> paili.Hand("1133m456789p123s").useful()
/// Useful(tiles=['1m', '3m'], copies={'1m': 2, '3m': 2}, acceptance=4)
#[pyclass(frozen, eq, hash, module = "paili")]
#[derive(Debug, Clone, Copy)]
pub struct Useful {
    notation: Notation,
    kinds: TileSet,
    /// Of them, those with at least one copy left, two, three and four.
    left: [TileSet; 4],
    /// How many wildcards are left, which are useful, too.
    wildcards: u8,
}

impl Useful {
    pub fn new(notation: Notation, useful: &analysis::Useful, unseen: &Unseen) -> Useful {
        let wildcards = useful.acceptance.saturating_sub(unseen.total(useful.kinds)) as u8;
        Useful { notation, kinds: useful.kinds, left: unseen.at_least().map(|kinds| kinds & useful.kinds), wildcards }
    }

    fn copies_of(&self, tile: Tile) -> usize {
        self.left.iter().filter(|kinds| kinds.contains(tile)).count()
    }
}

#[pymethods]
impl Useful {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str) {
        ("tiles", "copies", "acceptance")
    }

    #[new]
    #[allow(clippy::needless_pass_by_value, reason = "Python's values come as new ones")]
    fn read(py: Python<'_>, tiles: Vec<String>, copies: &Bound<'_, PyDict>, acceptance: usize) -> PyResult<Useful> {
        let mut useful =
            Useful { notation: Notation::Judge, kinds: TileSet::EMPTY, left: [TileSet::EMPTY; 4], wildcards: 0 };
        let fits = |notation: &Notation| tiles.iter().all(|tile| is_regular(*notation, tile));
        useful.notation = Notation::ALL.into_iter().find(fits).ok_or_else(|| {
            bad_argument(py, "tiles", format!("{}: expected regular tiles in one notation", tiles.join(" ")))
        })?;
        for text in &tiles {
            let left: usize = match copies.get_item(text)? {
                Some(left) => left.extract()?,
                None => return Err(bad_argument(py, "copies", format!("none for {text}: expected a number"))),
            };
            if left > useful.left.len() {
                return Err(bad_argument(py, "copies", format!("{left} of {text}: expected none to four")));
            }
            let is_it = |tile: &Tile| useful.notation.name_of(*tile) == text;
            let tile = TileSet::only(Tile::regular().find(is_it).unwrap_or(Tile::EAST));
            useful.kinds |= tile;
            useful.left[..left].iter_mut().for_each(|kinds| *kinds |= tile);
        }
        let others = copies.len() != useful.kinds.len();
        if others || tiles.len() != useful.kinds.len() {
            return Err(bad_argument(py, "copies", "expected a number for each of the tiles, and for no other"));
        }
        // What is more are wildcards.
        let wildcards = acceptance.checked_sub(useful.acceptance()).and_then(|more| u8::try_from(more).ok());
        let Some(wildcards @ ..=RuleSet::MOST_WILDCARDS) = wildcards else {
            let reason = format!("{acceptance}: expected {}, the copies in all", useful.acceptance());
            return Err(bad_argument(py, "acceptance", reason));
        };
        useful.wildcards = wildcards;
        Ok(useful)
    }

    /// The tiles, in tile order. A new list.
    #[getter]
    fn tiles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.kinds.iter().map(|tile| name(py, self.notation, tile)).collect::<Vec<_>>())
    }

    /// How many copies of each are left: neither in the hand nor visible elsewhere. A new dictionary.
    #[getter]
    fn copies<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let copies = PyDict::new(py);
        for tile in self.kinds.iter() {
            copies.set_item(name(py, self.notation, tile), self.copies_of(tile))?;
        }
        Ok(copies)
    }

    /// How many copies are left in all (ukeire), and of wildcards.
    #[getter]
    fn acceptance(&self) -> usize {
        self.left.iter().map(|kinds| kinds.len()).sum::<usize>() + usize::from(self.wildcards)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (tiles, copies) = (self.tiles(py)?.repr()?, self.copies(py)?.repr()?);
        Ok(format!("Useful(tiles={tiles}, copies={copies}, acceptance={})", self.acceptance()))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        let (py, useful) = (slf.py(), slf.get());
        Ok((slf.get_type(), (useful.tiles(py)?, useful.copies(py)?, useful.acceptance()).into_pyobject(py)?))
    }
}

fn is_regular(notation: Notation, name: &str) -> bool {
    Tile::regular().any(|tile| notation.name_of(tile) == name)
}

impl PartialEq for Useful {
    /// What they tell is equal.
    fn eq(&self, other: &Useful) -> bool {
        let name_alike = |tile| self.notation.name_of(tile) == other.notation.name_of(tile);
        (self.kinds, self.left, self.wildcards) == (other.kinds, other.left, other.wildcards)
            && self.kinds.iter().all(name_alike)
    }
}

impl Hash for Useful {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.kinds, self.left).hash(state);
    }
}

/// A tile to discard, and what it leaves.
///
/// Parameters
/// ----------
/// tile : str
///     The tile.
/// distance : int
///     The distance after it.
/// useful : Useful
///     The useful tiles after it.
///
/// Examples
/// --------
/// >>> import paili
/// >>> paili.Hand("34m99p1z").discards()[0]
/// Discard(tile='1z', distance=1, useful=Useful(tiles=['2m', '5m'], copies={'2m': 4, '5m': 4}, acceptance=8))
#[pyclass(frozen, eq, hash, module = "paili")]
#[derive(Debug, Clone, Copy)]
pub struct Discard {
    notation: Notation,
    tile: Tile,
    five: Five,
    distance: u8,
    useful: Useful,
}

impl Discard {
    pub fn new(notation: Notation, discard: &analysis::Discard, five: Five, unseen: &Unseen) -> Discard {
        let useful = Useful::new(notation, &discard.useful, unseen);
        Discard { notation, tile: discard.tile, five, distance: discard.distance.get(), useful }
    }

    /// What it tells.
    fn told(&self) -> (&'static str, Five, u8, Useful) {
        (self.notation.name_of(self.tile), self.five, self.distance, self.useful)
    }
}

#[pymethods]
impl Discard {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str) {
        ("tile", "distance", "useful")
    }

    #[new]
    fn read(py: Python<'_>, tile: &str, distance: u8, useful: &Bound<'_, Useful>) -> PyResult<Discard> {
        match read_name(tile) {
            Some((notation, tile, five)) => Ok(Discard { notation, tile, five, distance, useful: *useful.get() }),
            None => Err(bad_argument(py, "tile", format!("{tile:?} is not a tile: expected one such as 1m"))),
        }
    }

    /// The tile.
    #[getter]
    fn tile<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        match self.five {
            Five::Red => PyString::new(py, &self.notation.red_name(self.tile)),
            Five::Plain => name(py, self.notation, self.tile).clone(),
        }
    }

    /// The distance after it.
    #[getter]
    fn distance(&self) -> u8 {
        self.distance
    }

    /// The useful tiles after it; the tile itself counts as seen.
    #[getter]
    fn useful(&self) -> Useful {
        self.useful
    }

    /// The discard as ``Hand.to_dict()["discards"]`` has it: a new dictionary.
    ///
    /// >>> import paili
    /// >>> paili.Hand("34m99p1z").discards()[0].to_dict()
    /// {'tile': '1z', 'distance': 1, 'acceptance': 8, 'useful': [{'tile': '2m', 'copies': 4}, {'tile': '5m', 'copies': 4}]}
    #[allow(clippy::wrong_self_convention, reason = "Python's methods borrow")]
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let told = PyDict::new(py);
        told.set_item("tile", self.tile(py))?;
        told.set_item("distance", (self.distance != Distance::NEVER.get()).then_some(self.distance))?;
        told.set_item("acceptance", self.useful.acceptance())?;
        let copies = self.useful.kinds.iter().map(|tile| {
            let useful = PyDict::new(py);
            useful.set_item("tile", name(py, self.notation, tile))?;
            useful.set_item("copies", self.useful.copies_of(tile))?;
            Ok(useful)
        });
        told.set_item("useful", copies.collect::<PyResult<Vec<_>>>()?)?;
        Ok(told)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let useful = self.useful.__repr__(py)?;
        Ok(format!("Discard(tile={}, distance={}, useful={useful})", self.tile(py).repr()?, self.distance))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        let (py, discard) = (slf.py(), slf.get());
        Ok((slf.get_type(), (discard.tile(py), discard.distance, discard.useful).into_pyobject(py)?))
    }
}

impl PartialEq for Discard {
    fn eq(&self, other: &Discard) -> bool {
        self.told() == other.told()
    }
}

impl Hash for Discard {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.told().hash(state);
    }
}

/// One way to split a hand for its distance, which shows why it is that.
///
/// Parameters
/// ----------
/// groups : sequence of sequences of str
///     The groups.
/// missing, surplus : sequence of str
///     The tiles that must be added, and those that must leave.
///
/// Examples
/// --------
/// >>> import paili
/// >>> paili.Hand("34m99p1z").plan()
/// Plan(groups=[['2m', '3m', '4m'], ['9p', '9p']], missing=['2m'], surplus=['1z'])
#[pyclass(frozen, eq, hash, get_all, module = "paili")]
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Plan {
    /// The groups that the concealed tiles are to become: melds in tile order, then the pair; or seven pairs; or the
    /// thirteen orphans and the one that makes a pair. A new list.
    groups: Vec<Vec<String>>,
    /// The tiles that must be added; their number is the distance. A new list.
    missing: Vec<String>,
    /// The tiles that must leave. A new list.
    surplus: Vec<String>,
    /// The tiles that wildcards stand for. A new list.
    wildcards: Vec<String>,
}

impl Plan {
    pub fn new(notation: Notation, plan: &analysis::Plan, reds: &[Tile]) -> Plan {
        // What has no place in the groups is given up.
        let mut name_next = notation.namer(reds);
        let mut names = |tiles: &Vec<Tile>| tiles.iter().map(|&tile| name_next(tile).into_owned()).collect();
        let (groups, surplus) = (plan.groups.iter().map(&mut names).collect(), names(&plan.surplus));
        Plan { groups, missing: names(&plan.missing), surplus, wildcards: names(&plan.wildcards) }
    }
}

#[pymethods]
impl Plan {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str, &'static str) {
        ("groups", "missing", "surplus", "wildcards")
    }

    #[new]
    #[pyo3(signature = (groups, missing, surplus, wildcards=Vec::new()), text_signature = "(groups, missing, surplus, wildcards=())")]
    fn read(groups: Vec<Vec<String>>, missing: Vec<String>, surplus: Vec<String>, wildcards: Vec<String>) -> Plan {
        Plan { groups, missing, surplus, wildcards }
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let field = |name: &str| slf.getattr(name)?.repr();
        let (groups, missing, surplus) = (field("groups")?, field("missing")?, field("surplus")?);
        let wildcards = match &slf.get().wildcards[..] {
            [] => String::new(),
            _ => format!(", wildcards={}", field("wildcards")?),
        };
        Ok(format!("Plan(groups={groups}, missing={missing}, surplus={surplus}{wildcards})"))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        let plan = slf.get();
        Ok((slf.get_type(), (&plan.groups, &plan.missing, &plan.surplus, &plan.wildcards).into_pyobject(slf.py())?))
    }
}
