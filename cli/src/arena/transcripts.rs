//! A league's transcripts in a file.

use std::path::Path;

use paili::game::Seat;
use paili::players::{LeagueGame, TableGames};

use crate::failure::Failure;
use crate::file::NewFile;

/// A file of transcripts, each behind a line of its own: `# game 0, wall 0: A rule, B acceptance, C rule, D acceptance`.
pub struct TranscriptFile {
    file: NewFile,
    begun: Begun,
}

/// Whether anything was written.
#[derive(PartialEq, Eq)]
enum Begun {
    Yes,
    No,
}

impl TranscriptFile {
    /// Begins the file.
    pub fn create(path: &Path) -> Result<TranscriptFile, Failure> {
        Ok(TranscriptFile { file: NewFile::create(path)?, begun: Begun::No })
    }

    /// Writes the games of a table.
    pub fn append(&mut self, games: &TableGames, names: &[String]) -> Result<(), Failure> {
        let mut text = Vec::new();
        for (LeagueGame { number, seats, .. }, transcript) in games.games.iter().zip(&games.transcripts) {
            if self.begun == Begun::Yes || !text.is_empty() {
                text.push(b'\n');
            }
            let players = Seat::ALL.map(|seat| format!("{seat} {}", names[seats[seat.index()]]));
            text.extend_from_slice(
                format!("# game {number}, wall {}: {}\n", games.wall, players.join(", ")).as_bytes(),
            );
            text.extend_from_slice(transcript.as_bytes());
        }
        self.begun = Begun::Yes;
        self.file.append(&text)
    }

    /// The complete file, to be put in its place.
    pub fn end(self) -> NewFile {
        self.file
    }
}
