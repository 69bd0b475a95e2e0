//! Transcripts: a game as the judge prints it.

use super::{Event, Game, Observer, Outcome, Seat};
use crate::distance::Model;
use crate::tile::Tile;

/// Writes down a game, one line an event, as the published judge prints it.
///
/// Many games can go into one transcript; taking them out with [`clear`](Transcript::clear) keeps the memory for the
/// next.
///
/// | line | when |
/// |---|---|
/// | `x IN t` | player x draws t, the deal included |
/// | `x OUT t` | x plays t; for `PASS`: `x OUT PASS y`, y the skipped player |
/// | `x CHOW t1 t2 t3` | x claims a chow |
/// | `x PONG t t t` | x claims a pong |
/// | `x RON` or `x SELFDRAWN`, then `x WIN` | x wins |
/// | `DRAW` | the wall ran out |
#[derive(Debug, Clone, Default)]
pub struct Transcript {
    text: Vec<u8>,
}

impl Transcript {
    /// An empty transcript.
    #[must_use]
    pub fn new() -> Self {
        Transcript::default()
    }

    /// What was written so far: ASCII, every line ended.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.text
    }

    /// Adds an empty line.
    pub fn blank_line(&mut self) {
        self.text.push(b'\n');
    }

    /// Forgets what was written.
    pub fn clear(&mut self) {
        self.text.clear();
    }

    fn line(&mut self, seat: Seat, words: &[&str]) {
        self.text.push(b'A' + seat as u8);
        for word in words {
            self.text.push(b' ');
            self.text.extend_from_slice(word.as_bytes());
        }
        self.text.push(b'\n');
    }

    fn tiles(&mut self, seat: Seat, verb: &str, tiles: [Tile; 3]) {
        let [first, second, third] = tiles.map(Tile::token);
        self.line(seat, &[verb, first, second, third]);
    }
}

impl Observer for Transcript {
    fn observe<M: Model>(&mut self, event: Event, _: &Game<'_, M>) {
        match event {
            Event::Draw { seat, tile } => self.line(seat, &["IN", tile.token()]),
            Event::Discard { seat, tile } => self.line(seat, &["OUT", tile.token()]),
            Event::Pass { seat, skipped } => self.line(seat, &["OUT", "PASS", ["A", "B", "C", "D"][skipped.index()]]),
            Event::Reverse { seat } => self.line(seat, &["OUT", "REVERSE"]),
            Event::Double { seat } => self.line(seat, &["OUT", "DOUBLE"]),
            Event::Chow { seat, chow, .. } => self.tiles(seat, "CHOW", chow.tiles()),
            Event::Pong { seat, tile, .. } => self.tiles(seat, "PONG", [tile; 3]),
            Event::End(Outcome::Ron { winner, .. }) => {
                self.line(winner, &["RON"]);
                self.line(winner, &["WIN"]);
            }
            Event::End(Outcome::SelfDrawn { winner }) => {
                self.line(winner, &["SELFDRAWN"]);
                self.line(winner, &["WIN"]);
            }
            Event::End(Outcome::WallExhausted) => self.text.extend_from_slice(b"DRAW\n"),
        }
    }
}
