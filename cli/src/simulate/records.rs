//! What was played, game by game, in files.

use std::ops::Range;
use std::path::Path;

use paili::Model;
use paili::game::{Game, Transcript, Wall};
use paili::simulation::{Counter, GameRows, NamedPolicy, Seed, Statistics, Tally, tally_named};
use paili_arena::{Deal, Fault, PlayedGames};

use super::rows::{COLUMNS, cells};
use crate::failure::Failure;
use crate::file::NewFile;
use crate::players::Who;
use crate::rows::{Layout, RowBlock, RowFile};

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
    rows: Option<Layout>,
}

/// The records of a block of games.
#[derive(Default)]
pub struct RecordBlock {
    walls: Option<Vec<u8>>,
    transcripts: Option<Transcript>,
    rows: Option<RowBlock>,
    /// What programs did wrong, each with the number of the player.
    pub faults: Vec<(usize, Fault)>,
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
        let rows = self.rows.as_ref().map(|rows| rows.layout);
        Recorded { walls: self.walls.is_some(), transcripts: self.transcripts.is_some(), rows }
    }

    /// Writes a block.
    pub fn append(&mut self, block: RecordBlock) -> Result<(), Failure> {
        self.walls.iter_mut().zip(block.walls).try_for_each(|(file, walls)| file.append(&walls))?;
        self.transcripts
            .iter_mut()
            .zip(block.transcripts)
            .try_for_each(|(file, games)| file.append(games.as_bytes()))?;
        self.rows.iter_mut().zip(block.rows).try_for_each(|(file, rows)| file.append(rows))
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

    /// How many games are played at a time: some milliseconds, or up to a megabyte of records. Programs take far longer, and
    /// are asked about all of these games at once.
    pub fn games_at_a_time(self, who: &Who<4>) -> u64 {
        match who {
            Who::Company(_) => 32,
            Who::Policies(_) if self.is_nothing() => 2048,
            Who::Policies(_) => 256,
        }
    }

    /// Plays some games and records them.
    pub fn play(
        self,
        seed: Seed,
        games: Range<u64>,
        model: impl Model + 'static,
        who: &Who<4>,
        statistics: Statistics,
    ) -> Result<(Tally, RecordBlock), Failure> {
        match who {
            Who::Policies(policies) if self.is_nothing() => {
                Ok((tally_named(seed, games, model, *policies, statistics), RecordBlock::default()))
            }
            Who::Policies(policies) => Ok(self.record(seed, games, statistics, |game, wall, observer| {
                Game::play(wall, model, &mut NamedPolicy::players(*policies, seed, game), observer);
            })),
            Who::Company(company) => {
                let deals = games.clone().map(|game| Deal::of_game(seed, game)).collect();
                let PlayedGames { games: played, faults, .. } = company.play(deals, model)?;
                let mut played = played.iter();
                let (tally, block) = self.record(seed, games, statistics, |_, wall, observer| {
                    if let Some(played) = played.next() {
                        played.play_again(wall, model, observer);
                    }
                });
                Ok((tally, RecordBlock { faults, ..block }))
            }
        }
    }

    /// Records some games, each of which `play` shows to the observer.
    fn record(
        self,
        seed: Seed,
        games: Range<u64>,
        statistics: Statistics,
        mut play: impl FnMut(u64, &Wall, &mut Watching<'_>),
    ) -> (Tally, RecordBlock) {
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
            play(game, &wall, &mut (&mut counter, (&mut transcripts, &mut maker)));
        }
        let rows = self.rows.zip(maker).map(|(table, maker)| {
            let mut block = RowBlock::new(table);
            maker.into_rows().iter().for_each(|row| block.push(&cells(row)));
            block
        });
        (counter.into_tally(), RecordBlock { walls, transcripts, rows, faults: Vec::new() })
    }
}

/// Everything that watches a game that is recorded.
type Watching<'a> = (&'a mut Counter, (&'a mut Option<Transcript>, &'a mut Option<GameRows>));

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
