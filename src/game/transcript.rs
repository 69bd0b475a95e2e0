//! Transcripts: a game as the judge prints it.

use super::{Event, Observer, Outcome, PLAYERS, Position, Seat};
use crate::distance::Model;
use crate::meld::Meld;
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
/// | `x FORFEIT` | x gave the game up, which only programs that fail do: the judge knows no such line |
#[derive(Debug, Clone, Default)]
pub struct Transcript {
    text: Vec<u8>,
}

impl Transcript {
    /// An empty transcript.
    pub fn new() -> Self {
        Transcript::default()
    }

    /// What was written so far: ASCII, every line ended.
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

    /// A line about one tile.
    #[inline]
    fn tile_line(&mut self, lines: &[[Line; Tile::COUNT]; PLAYERS], seat: Seat, tile: Tile) {
        let Line { bytes, len } = &lines[seat.index()][tile.index()];
        let end = self.text.len() + usize::from(*len);
        // A copy of constant length is a store; one of the line's own length would be a call.
        self.text.extend_from_slice(bytes);
        self.text.truncate(end);
    }

    fn line(&mut self, seat: Seat, words: &[&str]) {
        self.text.extend_from_slice(seat.token().as_bytes());
        for word in words {
            self.text.push(b' ');
            self.text.extend_from_slice(word.as_bytes());
        }
        self.text.push(b'\n');
    }

    fn meld(&mut self, seat: Seat, verb: &str, meld: Meld) {
        let [first, second, third] = meld.tiles().map(Tile::token);
        self.line(seat, &[verb, first, second, third]);
    }
}

/// A ready-made line and its length.
#[derive(Clone, Copy)]
struct Line {
    bytes: [u8; 16],
    len: u8,
}

/// The lines `x IN t` and `x OUT t`, by seat and tile: nearly all of a transcript.
static IN: [[Line; Tile::COUNT]; PLAYERS] = lines(b" IN ");
static OUT: [[Line; Tile::COUNT]; PLAYERS] = lines(b" OUT ");

const fn lines(verb: &[u8]) -> [[Line; Tile::COUNT]; PLAYERS] {
    let mut lines = [[Line { bytes: [0; 16], len: 0 }; Tile::COUNT]; PLAYERS];
    let mut seat = 0;
    while seat < 4 {
        let mut index = 0;
        while index < Tile::COUNT {
            let line = &mut lines[seat][index];
            line.append(Seat::ALL[seat].token().as_bytes());
            line.append(verb);
            line.append(Tile::ALL[index].token().as_bytes());
            line.append(b"\n");
            index += 1;
        }
        seat += 1;
    }
    lines
}

impl Line {
    const fn append(&mut self, bytes: &[u8]) {
        let mut index = 0;
        while index < bytes.len() {
            self.bytes[self.len as usize] = bytes[index];
            self.len += 1;
            index += 1;
        }
    }
}

impl Observer for Transcript {
    fn observe<M: Model>(&mut self, event: Event, _: &Position<M>) {
        match event {
            Event::Draw { seat, tile } => self.tile_line(&IN, seat, tile),
            Event::Discard { seat, tile } => self.tile_line(&OUT, seat, tile),
            Event::Special { seat, special, skipped: Some(skipped) } => {
                self.line(seat, &["OUT", special.token(), skipped.token()]);
            }
            Event::Special { seat, special, skipped: None } => self.tile_line(&OUT, seat, special),
            Event::Chow { seat, chow, .. } => self.meld(seat, "CHOW", Meld::Chow(chow)),
            Event::Pong { seat, tile, .. } => self.meld(seat, "PONG", Meld::Pong(tile)),
            Event::Dealt => {}
            Event::End(Outcome::Ron { winner, .. }) => {
                self.line(winner, &["RON"]);
                self.line(winner, &["WIN"]);
            }
            Event::End(Outcome::SelfDrawn { winner }) => {
                self.line(winner, &["SELFDRAWN"]);
                self.line(winner, &["WIN"]);
            }
            Event::End(Outcome::WallExhausted) => self.text.extend_from_slice(b"DRAW\n"),
            Event::End(Outcome::Forfeited { by }) => self.line(by, &["FORFEIT"]),
        }
    }
}
