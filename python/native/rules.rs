//! Hands of other rule sets.

use paili::answers::{ExactAnswer, RulesAnswer};
use paili::rules::{Asked, RuleHand, RuleSet, RuleSetDescription, RuleTables, RulesQuestion};
use paili::{Distance, Suit, Tile};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rayon::prelude::*;

use crate::errors::{bad_argument, bad_row};

/// A rule set, whose tables are compiled when they are first asked for. The package makes its `RuleSet` of it.
#[pyclass(frozen, module = "paili._native")]
pub struct Rules(RuleSet);

#[pymethods]
#[allow(clippy::needless_pass_by_value, reason = "lists of Python's come as values")]
impl Rules {
    /// Reads a description, which is JSON.
    #[new]
    fn new(py: Python<'_>, description: &str) -> PyResult<Rules> {
        let description: RuleSetDescription =
            serde_json::from_str(description).map_err(|error| bad_argument(py, "rules", error))?;
        let rules = RuleSet::try_from(description).map_err(|error| bad_argument(py, "rules", error))?;
        Ok(Rules(rules))
    }

    /// Its name, the tiles of its deck and of a winning hand, its forms and its wildcards.
    fn facts(&self) -> (&str, usize, usize, Vec<&'static str>, u8) {
        let rules = &self.0;
        let forms = rules.forms().iter().map(|form| form.name()).collect();
        (rules.name(), rules.tiles(), rules.most_tiles(), forms, rules.wildcards())
    }

    /// Everything about a hand: the JSON of `paili hand --rules … --format json`.
    fn hand(
        &self,
        py: Python<'_>,
        hand: &str,
        melds: Vec<String>,
        visible: &str,
        void: Option<&str>,
        available: &str,
    ) -> PyResult<String> {
        let void = void.map(|letter| self.read_void(py, letter)).transpose()?;
        let asked = match available {
            "melds" => Asked::BesideMelds,
            "visible" => Asked::Available,
            _ => Asked::Any,
        };
        py.detach(|| self.0.tables());
        let question = RulesQuestion::new(&self.0, &melds, visible, void, asked)
            .map_err(|error| bad_argument(py, &error.argument().to_string(), error.reason("")))?;
        let answer = RulesAnswer::read(&question, hand).map_err(|error| bad_argument(py, "hand", error))?;
        // Writing to memory fails only for maps with keys that are no strings, and there are none.
        Ok(serde_json::to_string(&answer).unwrap_or_default())
    }

    /// The distances of hands, a byte each.
    fn distances<'py>(&self, py: Python<'py>, hands: Vec<String>) -> PyResult<Bound<'py, PyBytes>> {
        let read = |text: &String| self.0.read_hand(text).map_err(|error| error.to_string());
        let found = |hands: &[String]| {
            let read: Vec<Result<RuleHand, String>> = hands.iter().map(read).collect();
            let good: Vec<RuleHand> = read.iter().map_while(|hand| hand.as_ref().ok()).copied().collect();
            let mut found = vec![None; good.len()];
            self.0.tables().distances_of_hands(&good, &mut found);
            (found, read.into_iter().find_map(Result::err))
        };
        bytes_of(py, &hands, found)
    }

    /// The same of counts, 34 bytes a hand.
    fn distances_of_counts<'py>(&self, py: Python<'py>, counts: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
        let (hands, _) = counts.as_chunks::<{ Tile::REGULAR_COUNT }>();
        let found = |hands: &[[u8; Tile::REGULAR_COUNT]]| {
            let mut found = vec![None; hands.len()];
            let bad = self.0.tables().distances(hands, &[], &mut found).err();
            found.truncate(bad.as_ref().map_or(hands.len(), |bad| bad.row));
            (found, bad.map(|bad| bad.fault.to_string()))
        };
        bytes_of(py, hands, found)
    }

    /// All hands by distance: the JSON of `paili exact --rules … --acceptance --format json`.
    fn exact(&self, py: Python<'_>, tiles: usize, visible: &str) -> PyResult<String> {
        let taken = self.0.visible(visible).map_err(|error| bad_argument(py, "visible", error))?;
        let distribution = py.detach(|| self.0.tables().distribution(tiles, &taken));
        let distribution = distribution.map_err(|error| bad_argument(py, "tiles", error))?;
        let visible = (taken.total() > 0).then_some(taken);
        let answer = ExactAnswer { distribution, deck: self.0.tiles(), visible, acceptance: true };
        Ok(serde_json::to_string(&answer).unwrap_or_default())
    }
}

impl Rules {
    /// Its tables, which may have to be compiled. Other threads of Python's run meanwhile.
    pub fn tables(&self, py: Python<'_>) -> &'static RuleTables {
        py.detach(|| self.0.tables())
    }

    fn read_void(&self, py: Python<'_>, letter: &str) -> PyResult<Suit> {
        if !self.0.asks_void() {
            return Err(bad_argument(py, "void", format!("{} asks for no void suit", self.0.name())));
        }
        match letter {
            "m" => Ok(Suit::Characters),
            "p" => Ok(Suit::Dots),
            "s" => Ok(Suit::Bamboos),
            _ => Err(bad_argument(py, "void", format!("{letter:?}: expected m, p or s"))),
        }
    }
}

/// Hands that a thread takes at a time.
const AT_A_TIME: usize = 1 << 13;

/// Distances on all threads, or the first row that has none. Of some hands are found the distances up to the first that is none, and
/// what is wrong with it.
fn bytes_of<'py, H: Sync>(
    py: Python<'py>,
    hands: &[H],
    found: impl Fn(&[H]) -> (Vec<Option<Distance>>, Option<String>) + Send + Sync,
) -> PyResult<Bound<'py, PyBytes>> {
    let some: Vec<(Vec<Option<Distance>>, Option<String>)> =
        py.detach(|| hands.par_chunks(AT_A_TIME).map(found).collect());
    let mut bytes = Vec::with_capacity(hands.len());
    for (distances, bad) in some {
        for distance in distances {
            let never = || bad_row(py, "hands", bytes.len(), "no tiles can complete the hand");
            bytes.push(distance.ok_or_else(never)?.get());
        }
        if let Some(fault) = bad {
            return Err(bad_row(py, "hands", bytes.len(), &fault));
        }
    }
    Ok(PyBytes::new(py, &bytes))
}
