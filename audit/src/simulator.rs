//! A program as a simulator: walls in, transcripts out.

use std::time::{Duration, Instant};

use paili::game::Wall;
use paili_arena::{Expected, Runs};

use crate::games::{Played, Simulator};
use crate::patience::PatientRuns;

/// How many walls a program takes in a run: it is found out by the first two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WallsTaken {
    /// One, as the judge gives it.
    One,
    /// As many as there are.
    Any,
}

/// A program that plays the games of walls: it reads a wall's tokens, one a line, and writes the transcript.
#[derive(Debug)]
pub struct ProgramSimulator {
    runs: PatientRuns,
    takes: Option<WallsTaken>,
}

/// More lines than a game has.
const MOST_LINES: usize = 1000;

impl ProgramSimulator {
    /// Of the runs of a program.
    pub fn new(runs: Runs) -> ProgramSimulator {
        ProgramSimulator { runs: PatientRuns::new(runs), takes: None }
    }

    /// The program's runs, and what went wrong with them.
    pub fn runs(&self) -> &PatientRuns {
        &self.runs
    }

    /// How many walls it takes in a run, as far as that was found out.
    pub fn takes(&self) -> Option<WallsTaken> {
        self.takes
    }

    /// Gives it so many walls in a run, without finding out.
    pub fn give(&mut self, walls: WallsTaken) {
        self.takes = Some(walls);
    }

    /// How long it takes for the games of walls, its starts included.
    pub fn time(&mut self, walls: &[Wall]) -> Duration {
        let begun = Instant::now();
        self.play(walls);
        begun.elapsed()
    }

    /// Plays walls in one run: a transcript each, if there are as many.
    fn play_once(&mut self, walls: &[Wall]) -> Option<Vec<Played>> {
        let mut games = vec![Played::default()];
        let mut next = walls.iter();
        let write = |lines: &mut Vec<u8>| lines.extend(next.next().map(Wall::to_string).unwrap_or_default().bytes());
        let is_one = walls.len() == 1;
        let take = |line: &str| {
            let Some(game) = games.last_mut().filter(|_| !line.is_empty()) else { return };
            game.transcript += line;
            game.transcript.push('\n');
            // What one wall brings about is its game, however it ends.
            if !is_one && (line == "DRAW" || line.ends_with(" WIN")) {
                games.push(Played::default());
            }
        };
        let run = self.runs.run(Expected::AtMost(MOST_LINES * walls.len()), write, take);
        if self.runs.is_interrupted() {
            return None;
        }
        if is_one {
            games[0].fault = run.err().map(|fault| fault.what);
            return Some(games);
        }
        let is_whole = run.is_ok() && games.len() == walls.len() + 1 && games.last() == Some(&Played::default());
        games.truncate(walls.len());
        is_whole.then_some(games)
    }

    /// Plays walls, and adds what comes of them. Where something goes wrong, by halves.
    fn play_on(&mut self, walls: &[Wall], games: &mut Vec<Played>) {
        if walls.is_empty() || self.runs.is_interrupted() {
            return;
        }
        if self.runs.is_over() {
            let fault = self.runs.fault().map(str::to_owned);
            games.extend(walls.iter().map(|_| Played { fault: fault.clone(), ..Played::default() }));
            return;
        }
        if let Some(played) = self.play_once(walls) {
            return games.extend(played);
        }
        let (first, second) = walls.split_at(walls.len() / 2);
        self.play_on(first, games);
        self.play_on(second, games);
    }
}

impl Simulator for ProgramSimulator {
    fn play(&mut self, walls: &[Wall]) -> Vec<Played> {
        if self.takes.is_none() && walls.len() > 1 {
            let takes = if self.play_once(&walls[..2]).is_some() { WallsTaken::Any } else { WallsTaken::One };
            self.takes = Some(takes);
            // What it did with a wall too many is no fault.
            self.runs.forgive();
        }
        let mut games = Vec::with_capacity(walls.len());
        match self.takes {
            Some(WallsTaken::Any) => self.play_on(walls, &mut games),
            _ => walls.iter().for_each(|wall| self.play_on(std::slice::from_ref(wall), &mut games)),
        }
        games
    }

    fn is_over(&self) -> bool {
        self.runs.is_over()
    }
}
