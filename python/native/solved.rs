//! The game alone, solved: files of bounds.

use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use paili::Form;
use paili::analysis::Question;
use paili_solve::{
    AloneGame, DeckParts, SolveError, Solved as Bounds, SolvedAnswer, SolvedError, SolvedWriter, Solver, fits_on_disk,
};
use pyo3::exceptions::{PyMemoryError, PyOSError};
use pyo3::prelude::*;

use crate::batch::numbers;
use crate::errors::{bad_argument, of_file};
use crate::rules::AskedRules;
use crate::threads::{pool, read_threads};

/// Solves a game and writes its bounds. The package puts the file in its place.
#[pyfunction]
#[allow(clippy::too_many_arguments, clippy::needless_pass_by_value, reason = "the parameters of Python's function")]
pub fn solve(
    py: Python<'_>,
    out: PathBuf,
    deck: &str,
    tiles: Option<usize>,
    draws: Option<u32>,
    unseen: Option<u32>,
    forms: Option<&Bound<'_, PyAny>>,
    rules: Option<&Bound<'_, PyAny>>,
    threads: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<f64>> {
    let deck: DeckParts = deck.parse().map_err(|error| bad_argument(py, "deck", error))?;
    let rules = AskedRules::read(rules, forms)?.rules;
    let bad = |error: SolveError| bad_argument(py, error.argument(), error);
    let game = AloneGame::new(rules, tiles.unwrap_or(rules.most_tiles() - 1)).map_err(bad)?;
    let game = game.with_parts(deck).and_then(|game| game.with_draws_and_unseen(draws, unseen)).map_err(bad)?;
    let size = Solver::size(&game).map_err(bad)?;
    let pool = pool(read_threads(threads)?)?;
    let failed = |error| of_file(py, &out, error);
    let folder = out.parent().unwrap_or(Path::new(""));
    let fits = || fits_on_disk(SolvedWriter::<File>::bytes(&size, game.draws()), folder);
    py.detach(fits).map_err(|error| PyOSError::new_err(error.to_string()))?;
    let mut solver = py.detach(|| Solver::new(&game)).map_err(|error| PyMemoryError::new_err(error.to_string()))?;
    let file = BufWriter::new(File::create(&out).map_err(failed)?);
    let mut writer = SolvedWriter::new(&solver, file).map_err(failed)?;
    while solver.draws() < game.draws() {
        let added = py.detach(|| {
            pool.install(|| {
                solver.advance(|_| ());
                writer.add(&solver)
            })
        });
        added.map_err(failed)?;
        py.check_signals()?;
    }
    let ended = writer.finish().and_then(|file| file.into_inner().map_err(std::io::IntoInnerError::into_error));
    ended.and_then(|file| file.sync_all()).map_err(failed)?;
    Ok(solver.means().to_vec())
}

/// A file of bounds. The package makes its `Solved` of it.
#[pyclass(frozen, module = "paili._native")]
pub struct Solved(Bounds);

#[pymethods]
#[allow(clippy::needless_pass_by_value, reason = "what Python passes comes as values")]
impl Solved {
    /// Opens a file.
    #[new]
    fn new(py: Python<'_>, path: PathBuf) -> PyResult<Solved> {
        py.detach(|| Bounds::open(&path)).map(Solved).map_err(|error| match error {
            SolvedError::Io(error) => of_file(py, &path, error),
            error => bad_argument(py, "path", format_args!("{}: {error}", path.display())),
        })
    }

    /// The deck, the tiles in hand, the draws, the tiles unseen, the forms, the layers' draws and means, and the rule set.
    #[allow(clippy::type_complexity, reason = "what the package unpacks at once")]
    fn facts(&self) -> (&'static str, usize, u32, u32, Vec<&'static str>, Vec<(u32, f64)>, &'static str) {
        let game = self.0.game();
        let forms = game.forms().iter().map(Form::name).collect();
        let rules = game.rules().name();
        (game.deck(), game.tiles(), game.draws(), game.unseen(), forms, self.0.layers().collect(), rules)
    }

    /// The bound of a hand: the JSON of `paili odds --solved … --format json`.
    fn odds(
        &self,
        py: Python<'_>,
        hand: &str,
        melds: Vec<String>,
        visible: &str,
        draws: Option<u32>,
    ) -> PyResult<String> {
        let rules = self.0.game().rules();
        let question = Question::new(rules, &melds, visible)
            .map_err(|error| bad_argument(py, &error.argument().to_string(), error.reason("")))?;
        let (notation, hand, unseen) =
            question.read(hand).map_err(|error| bad_argument(py, "hand", error.reason("")))?;
        let answer = SolvedAnswer::new(notation, (hand, unseen), rules, draws, &self.0);
        let answer = answer.map_err(|error| {
            let argument = if matches!(error, SolvedError::Draws { .. }) { "draws" } else { "hand" };
            bad_argument(py, argument, error)
        })?;
        // Writing to memory fails only for maps with keys that are no strings, and there are none.
        Ok(serde_json::to_string(&answer).unwrap_or_default())
    }

    /// The bounds of hands with so many draws to come.
    fn bulk<'py>(
        &self,
        hands: &Bound<'py, PyAny>,
        draws: u32,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        numbers(hands, threads, |hand| self.0.bound_after(hand, draws).map_err(|error| error.to_string()))
    }
}
