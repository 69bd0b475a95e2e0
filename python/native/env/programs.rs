//! Programs in the seats of many games.

use std::sync::{Mutex, MutexGuard, PoisonError};

use paili::game::{Action, PLAYERS};
use paili::simulation::{Games, Seed};
use paili_arena::{Due, PlayersError, Program, Seated};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use super::ANEW;
use crate::errors::bad_argument;
use crate::interrupts::asking_python;
use crate::outputs::check_outputs;
use crate::players::{ProgramTerms, start_seated, to_python};

/// The programs of some games, and where they sit in game 0.
pub struct Programs {
    /// None once they are ended.
    seated: Mutex<Option<Seated>>,
    seats: [Option<usize>; PLAYERS],
}

impl Programs {
    /// What their commands begin with.
    pub const PREFIX: &'static str = "exec:";

    /// Starts the programs whose commands these are; one in several seats is one.
    pub fn start(
        py: Python<'_>,
        commands: [Option<&str>; PLAYERS],
        terms: ProgramTerms,
        seed: Seed,
        places: usize,
    ) -> PyResult<Option<Programs>> {
        let (mut programs, mut seats): (Vec<Program>, _) = (Vec::new(), [None; PLAYERS]);
        for (seat, command) in seats.iter_mut().zip(commands) {
            let Some(command) = command else { continue };
            let program: Program = command.parse().map_err(|error| bad_argument(py, "policies", error))?;
            let there = programs.iter().position(|other| *other == program);
            *seat = Some(there.unwrap_or(programs.len()));
            if there.is_none() {
                programs.push(program);
            }
        }
        if programs.is_empty() {
            return Ok(None);
        }
        check_outputs(py, programs.iter().flat_map(Program::files), &[("player_errors", terms.errors.as_deref())])?;
        let seated = start_seated(py, &programs, terms, seed, places)?;
        Ok(Some(Programs { seated: Mutex::new(Some(seated)), seats }))
    }

    /// Asks all programs that have to decide at some places: where, and what they answer. Those of games that are over are told
    /// how these ended.
    pub fn ask<'a>(
        &self,
        py: Python<'_>,
        places: &[usize],
        games: impl FnOnce() -> MutexGuard<'a, Games> + Send,
        turned: impl Fn(u64) -> usize + Sync,
    ) -> PyResult<Vec<(usize, Action)>> {
        let (answers, interrupt) = py.detach(|| {
            let seated = &mut self.lock();
            let Some(seated) = &mut **seated else { return (Ok(None), None) };
            {
                // Not held while programs think: whoever waits for it may have Python's lock, which interrupts need.
                let games = games();
                for &place in places {
                    if let Err(error) = self.put(seated, &games, place, &turned) {
                        return (Err(error), None);
                    }
                }
            }
            let (answers, interrupt) = asking_python(|| seated.answers());
            (answers.map(Some), interrupt)
        });
        interrupt.map_or(Ok(()), Err)?;
        let answers = answers.map_err(|error| to_python(&error))?;
        answers.ok_or_else(|| PyRuntimeError::new_err(format!("the games are closed: their programs have ended{ANEW}")))
    }

    /// Ends the programs.
    pub fn end(&self, py: Python<'_>) {
        py.detach(|| drop(self.lock().take()));
    }

    fn lock(&self) -> MutexGuard<'_, Option<Seated>> {
        self.seated.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks for the decision that is due at a place, if a program owes it.
    fn put(
        &self,
        seated: &mut Seated,
        games: &Games,
        place: usize,
        turned: impl Fn(u64) -> usize,
    ) -> Result<(), PlayersError> {
        if let Some((game, transcript)) = games.transcript_before(place) {
            seated.end(place, game, transcript);
        }
        let (game, transcript) = (games.turns()[place].game, games.transcript(place));
        let Some(decision) = games.decision(place) else {
            seated.end(place, game, transcript);
            return Ok(());
        };
        let mut seats = self.seats;
        seats.rotate_right(turned(game));
        seated.ask(Due { place, game, seats, decision }, transcript)
    }
}
