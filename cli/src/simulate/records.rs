//! What was played, game by game, in files.

use std::ops::Range;
use std::path::Path;

use paili::Model;
use paili::game::{Game, Transcript, Wall};
use paili::simulation::{Counter, GameRows, NamedPolicy, Seed, Statistics, Tally, tally_named};

use super::rows::{COLUMNS, cells};
use crate::failure::Failure;
use crate::file::NewFile;
use crate::rows::{RowBlock, RowFile, Table};

/// The files that were asked for.
pub struct Records {
    walls: Option<NewFile>,
    transcripts: Option<NewFile>,
    rows: Option<RowFile>,
}

/// Which files are written, and so what is recorded of each game.
#[derive(Debug, Clone, Copy)]
pub struct Recorded {
    walls: bool,
    transcripts: bool,
    rows: Option<Table>,
}

/// The records of a block of games.
#[derive(Default)]
pub struct RecordBlock {
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
        Ok(Records { walls, transcripts, rows })
    }

    /// Which records the games have to leave.
    pub fn recorded(&self) -> Recorded {
        let rows = self.rows.as_ref().map(RowFile::table);
        Recorded { walls: self.walls.is_some(), transcripts: self.transcripts.is_some(), rows }
    }

    /// Writes a block.
    pub fn append(&mut self, block: RecordBlock) -> Result<(), Failure> {
        if let (Some(file), Some(walls)) = (&mut self.walls, block.walls) {
            file.append(&walls)?;
        }
        if let (Some(file), Some(transcripts)) = (&mut self.transcripts, block.transcripts) {
            file.append(transcripts.as_bytes())?;
        }
        if let (Some(file), Some(rows)) = (&mut self.rows, block.rows) {
            file.append(rows)?;
        }
        Ok(())
    }

    /// The complete files, to be put in their places.
    pub fn end(self) -> Result<Vec<NewFile>, Failure> {
        let rows = self.rows.map(RowFile::end).transpose()?;
        Ok([self.walls, self.transcripts, rows].into_iter().flatten().collect())
    }
}

impl Recorded {
    fn is_nothing(self) -> bool {
        !self.walls && !self.transcripts && self.rows.is_none()
    }

    /// How many games are played at a time: some milliseconds, or up to a megabyte of records.
    pub fn games_at_a_time(self) -> u64 {
        if self.is_nothing() { 2048 } else { 256 }
    }

    /// Plays some games and records them.
    pub fn play(
        self,
        seed: Seed,
        games: Range<u64>,
        model: impl Model,
        policies: [NamedPolicy; 4],
        statistics: Statistics,
    ) -> (Tally, RecordBlock) {
        if self.is_nothing() {
            return (tally_named(seed, games, model, policies, statistics), RecordBlock::default());
        }
        let mut counter = Counter::new(statistics);
        let mut walls = self.walls.then(Vec::new);
        let mut transcripts = self.transcripts.then(Transcript::new);
        let mut maker = self.rows.map(|_| GameRows::new(games.start));
        for game in games {
            let wall = seed.wall(game);
            if let Some(walls) = &mut walls {
                write_wall(walls, &wall);
            }
            if let Some(transcripts) = &mut transcripts
                && game > 0
            {
                transcripts.blank_line();
            }
            let mut players = NamedPolicy::players(policies, seed, game);
            Game::play(&wall, model, &mut players, &mut (&mut counter, (&mut transcripts, &mut maker)));
        }
        let rows = self.rows.zip(maker).map(|(table, maker)| {
            let mut block = RowBlock::new(table);
            maker.into_rows().iter().for_each(|row| block.push(&cells(row)));
            block
        });
        (counter.into_tally(), RecordBlock { walls, transcripts, rows })
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
