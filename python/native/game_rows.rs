//! A row a game, and its wall and transcript where they are asked for.

use std::ops::Range;

use paili::TableModel;
use paili::game::{Game, PLAYERS, Transcript, Wall};
use paili::simulation::{GameRow, GameRows, NamedPolicy, Seed};
use paili_arena::Deal;
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict};
use rayon::prelude::*;

use crate::players::Who;
use crate::rounds::{FEW, in_rounds};
use crate::threads::{pool, read_threads};
use crate::wall::tiles;

/// What is recorded of each game beside its row.
#[derive(Debug, Clone, Copy)]
struct Also {
    walls: bool,
    transcripts: bool,
}

/// What became of some games.
#[derive(Debug, Default)]
struct Records {
    rows: Vec<GameRow>,
    walls: Vec<String>,
    transcripts: Vec<String>,
}

impl Records {
    /// Records of no game yet, with memory for the rows of some.
    fn with_room(games: u64) -> PyResult<Records> {
        let mut records = Records::default();
        let reserved = usize::try_from(games).ok().and_then(|games| records.rows.try_reserve_exact(games).ok());
        let none = || PyMemoryError::new_err(format!("there is no memory for the rows of {games} games"));
        reserved.map(|()| records).ok_or_else(none)
    }

    /// Records some games of a seed, one after the other, each of which `play` shows to the observers.
    fn of(
        seed: Seed,
        games: Range<u64>,
        also: Also,
        mut play: impl FnMut(u64, &Wall, &mut (&mut GameRows, &mut Option<Transcript>)),
    ) -> Records {
        let mut records = Records::default();
        let mut rows = GameRows::new(games.start);
        for game in games {
            let wall = seed.wall(game);
            let mut transcript = also.transcripts.then(Transcript::new);
            play(game, &wall, &mut (&mut rows, &mut transcript));
            if also.walls {
                records.walls.push(tiles(&wall).join(" "));
            }
            let transcript = transcript.map(|text| String::from_utf8_lossy(text.as_bytes()).into_owned());
            records.transcripts.extend(transcript);
        }
        records.rows = rows.into_rows();
        records
    }

    /// Plays some games of a seed by policies with a name.
    fn play(seed: Seed, games: Range<u64>, also: Also, named: [NamedPolicy; PLAYERS]) -> Records {
        Records::of(seed, games, also, |game, wall, observer| {
            Game::play(wall, TableModel, &mut NamedPolicy::players(named, seed, game), observer);
        })
    }

    fn append(&mut self, mut more: Records) {
        self.rows.append(&mut more.rows);
        self.walls.append(&mut more.walls);
        self.transcripts.append(&mut more.transcripts);
    }

    /// By the names of the program's columns: lists of texts, and bytes of numbers: of eight each for the games, of two each
    /// for all else.
    fn columns<'py>(&self, py: Python<'py>, also: Also) -> PyResult<Bound<'py, PyDict>> {
        let columns = PyDict::new(py);
        let games: Vec<u8> = self.rows.iter().flat_map(|row| row.game.to_ne_bytes()).collect();
        columns.set_item("game", PyByteArray::new(py, &games))?;
        for (place, name) in GameRow::WORDS.into_iter().enumerate() {
            columns.set_item(name, self.rows.iter().map(|row| row.words()[place]).collect::<Vec<_>>())?;
        }
        for (place, name) in GameRow::COUNTS.into_iter().enumerate() {
            let counts: Vec<u8> =
                self.rows.iter().flat_map(|row| i16::from(row.counts()[place]).to_ne_bytes()).collect();
            columns.set_item(name, PyByteArray::new(py, &counts))?;
        }
        if also.walls {
            columns.set_item("wall", &self.walls)?;
        }
        if also.transcripts {
            columns.set_item("transcript", &self.transcripts)?;
        }
        Ok(columns)
    }
}

/// Games that stay together on one thread: some milliseconds at most.
const BLOCK: u64 = 64;

/// Plays games `first` to `end` of a seed by policies, each a name or an object, and gives the columns of their rows.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "the package calls it, and names them all")]
#[pyo3(signature = (first, end, seed, policies, walls, transcripts, threads=None, progress=None))]
pub fn game_rows<'py>(
    py: Python<'py>,
    first: u64,
    end: u64,
    seed: u64,
    policies: [Bound<'py, PyAny>; 4],
    walls: bool,
    transcripts: bool,
    threads: Option<&Bound<'_, PyAny>>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let (seed, also) = (Seed(seed), Also { walls, transcripts });
    let threads = read_threads(threads)?;
    let mut records = Records::with_room(end - first)?;
    match Who::seat(py, policies, None, threads)? {
        Who::Named(named) => {
            let pool = pool(threads)?;
            in_rounds(py, first..end, FEW, progress, |games| {
                let blocks = (games.end - games.start).div_ceil(BLOCK);
                let block = |block: u64| {
                    let begin = games.start + block * BLOCK;
                    Records::play(seed, begin..games.end.min(begin.saturating_add(BLOCK)), also, named)
                };
                let played: Vec<Records> =
                    py.detach(|| pool.install(|| (0..blocks).into_par_iter().map(block).collect()));
                for more in played {
                    records.append(more);
                }
                Ok(())
            })?;
        }
        Who::Company(mut company) => in_rounds(py, first..end, company.few(), progress, |games| {
            let mut played =
                company.play(py, games.clone().map(|game| Deal::of_game(seed, game)).collect())?.into_iter();
            records.append(Records::of(seed, games, also, |_, wall, observer| {
                if let Some(played) = played.next() {
                    played.play_again(wall, TableModel, observer);
                }
            }));
            Ok(())
        })?,
    }
    records.columns(py, also)
}
