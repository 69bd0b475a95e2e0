//! What was played, game by game, in files.

use std::io::Write;
use std::ops::Range;
use std::path::Path;

use paili::distance::Model;
use paili::game::{Game, Transcript, Wall};
use paili::simulation::{Counter, Seed, Statistics, Strategy, Tally};
use rayon::prelude::*;

use super::rows::{COLUMNS, RowMaker};
use crate::failure::Failure;
use crate::file::NewFile;
use crate::rows::{RowBlock, RowFile, Table};

/// The files that were asked for, and what is still to be written to them.
pub struct Records {
    walls: Option<NewFile>,
    transcripts: Option<NewFile>,
    rows: Option<RowFile>,
    pending: Vec<Recorded>,
}

/// What is recorded of a game.
#[derive(Clone, Copy)]
struct Wanted {
    walls: bool,
    transcripts: bool,
    rows: Option<Table>,
}

/// Some games in a row, played on one thread.
struct Block {
    counter: Counter,
    walls: Option<Vec<u8>>,
    transcripts: Option<Transcript>,
    rows: Option<RowMaker>,
}

/// Games in a [`Block`].
const BLOCK: usize = 128;

/// What is written of a [`Block`].
struct Recorded {
    walls: Option<Vec<u8>>,
    transcripts: Option<Transcript>,
    rows: Option<RowBlock>,
}

impl Records {
    /// Begins the files.
    pub fn create(walls: Option<&Path>, transcripts: Option<&Path>, rows: Option<&Path>) -> Result<Records, Failure> {
        let walls = walls.map(NewFile::create).transpose()?;
        let transcripts = transcripts.map(NewFile::create).transpose()?;
        let rows = rows.map(|path| RowFile::create(path, COLUMNS)).transpose()?;
        Ok(Records { walls, transcripts, rows, pending: Vec::new() })
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.walls.is_none() && self.transcripts.is_none() && self.rows.is_none()
    }

    /// Plays some games, and meanwhile writes those played before.
    pub fn play(
        &mut self,
        seed: Seed,
        games: Range<u64>,
        model: impl Model,
        policies: [Strategy; 4],
        statistics: Statistics,
    ) -> Result<Tally, Failure> {
        let wanted = Wanted {
            walls: self.walls.is_some(),
            transcripts: self.transcripts.is_some(),
            rows: self.rows.as_ref().map(RowFile::table),
        };
        let play = |start: u64| {
            let mut block = Block::new(wanted, start, statistics);
            for game in start..games.end.min(start + BLOCK as u64) {
                block.play(seed, game, model, policies);
            }
            block.end(wanted.rows)
        };
        let starts: Vec<u64> = games.clone().step_by(BLOCK).collect();
        let (written, played) =
            rayon::join(|| self.write(), || starts.into_par_iter().map(play).collect::<Vec<(Counter, Recorded)>>());
        written?;
        let mut sum = Tally::new(statistics);
        for (counter, recorded) in played {
            sum += counter.tally();
            self.pending.push(recorded);
        }
        Ok(sum)
    }

    /// Writes what is pending.
    fn write(&mut self) -> Result<(), Failure> {
        for block in self.pending.drain(..) {
            append(&mut self.walls, block.walls.as_deref())?;
            append(&mut self.transcripts, block.transcripts.as_ref().map(Transcript::as_bytes))?;
            if let (Some(file), Some(rows)) = (&mut self.rows, block.rows) {
                file.append(rows)?;
            }
        }
        Ok(())
    }

    /// Writes the rest and puts the files in their places.
    pub fn finish(&mut self) -> Result<(), Failure> {
        self.write()?;
        let rows = self.rows.take().map(RowFile::end).transpose()?;
        [self.walls.take(), self.transcripts.take(), rows].into_iter().flatten().try_for_each(NewFile::finish)
    }
}

fn append(file: &mut Option<NewFile>, bytes: Option<&[u8]>) -> Result<(), Failure> {
    match (file, bytes) {
        (Some(file), Some(bytes)) => file.write_all(bytes).map_err(|error| file.failed(&error)),
        _ => Ok(()),
    }
}

impl Block {
    fn new(wanted: Wanted, first: u64, statistics: Statistics) -> Self {
        Block {
            counter: Counter::new(statistics),
            walls: wanted.walls.then(Vec::new),
            transcripts: wanted.transcripts.then(Transcript::new),
            rows: wanted.rows.map(|_| RowMaker::new(first)),
        }
    }

    fn play(&mut self, seed: Seed, game: u64, model: impl Model, policies: [Strategy; 4]) {
        let wall = seed.wall(game);
        if let Some(walls) = &mut self.walls {
            write_wall(walls, &wall);
        }
        if let Some(transcripts) = &mut self.transcripts
            && game > 0
        {
            transcripts.blank_line();
        }
        let mut players = Strategy::players(policies, seed, game);
        Game::play(&wall, model, &mut players, &mut (&mut self.counter, (&mut self.transcripts, &mut self.rows)));
    }

    /// What was counted, and what is to be written.
    fn end(self, rows: Option<Table>) -> (Counter, Recorded) {
        let Block { counter, walls, transcripts, rows: maker } = self;
        let rows = rows.zip(maker).map(|(table, maker)| {
            let mut block = table.block();
            for row in maker.rows() {
                block.push(&row.cells());
            }
            block
        });
        (counter, Recorded { walls, transcripts, rows })
    }
}

/// A wall on a line of its own.
fn write_wall(text: &mut Vec<u8>, wall: &Wall) {
    for tile in wall.tiles() {
        text.extend_from_slice(tile.token().as_bytes());
        text.push(b' ');
    }
    if let Some(end) = text.last_mut() {
        *end = b'\n';
    }
}
