//! What players are told of a game: the lines of its transcript, without the tiles that others draw.

use paili::distance::Model;
use paili::game::{Event, Observer, Outcome, PLAYERS, Position, Seat, Transcript};

/// What was told to a program's player in a seat of a game.
#[derive(Debug, Clone)]
pub(super) struct Told {
    /// The number by which the program knows this seat of this game.
    pub number: u64,
    /// What comes before each line about it: the number and a blank.
    pub prefix: Vec<u8>,
    /// All lines, so that a program that died can be told again.
    lines: Vec<u8>,
    /// How much of them was sent.
    sent: usize,
}

impl Told {
    pub fn new(number: u64, seat: Seat) -> Self {
        let prefix = format!("{number} ").into_bytes();
        let mut lines = Vec::with_capacity(4096);
        lines.extend_from_slice(&prefix);
        lines.extend_from_slice(b"GAME ");
        lines.extend_from_slice(seat.token().as_bytes());
        lines.push(b'\n');
        Told { number, prefix, lines, sent: 0 }
    }

    /// What was not sent yet.
    pub fn take_unsent(&mut self) -> &[u8] {
        let unsent = &self.lines[self.sent..];
        self.sent = self.lines.len();
        unsent
    }

    /// Everything has to be told again.
    pub fn forget_sent(&mut self) {
        self.sent = 0;
    }

    /// Adds a line of the transcript, as [`line_for`] its seat has it.
    fn add(&mut self, line: &[u8]) {
        self.lines.extend_from_slice(&self.prefix);
        self.lines.extend_from_slice(line);
        self.lines.push(b'\n');
    }
}

/// What a seat is told of a line of a transcript, without its end: who draws a tile, but not which if it is another's.
fn line_for(seat: Seat, line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let is_draw = line.get(1..HIDDEN) == Some(b" IN");
    if is_draw && !line.starts_with(seat.token().as_bytes()) { &line[..HIDDEN] } else { line }
}

/// Watches a game and writes down what the programs in its seats may see.
#[derive(Debug, Clone)]
pub(super) struct Telling {
    /// Of each seat that a program has.
    pub told: [Option<Told>; PLAYERS],
    /// Lines of the game's transcript.
    pub lines: usize,
    /// The lines of one event.
    event: Transcript,
}

impl Telling {
    pub fn new(told: [Option<Told>; PLAYERS]) -> Self {
        Telling { told, lines: 0, event: Transcript::new() }
    }

    /// Takes up what a transcript goes on with.
    pub fn read(&mut self, lines: &[u8]) {
        for line in lines.split_inclusive(|&byte| byte == b'\n') {
            self.lines += 1;
            for (seat, told) in Seat::ALL.into_iter().zip(&mut self.told) {
                if let Some(told) = told {
                    told.add(line_for(seat, line));
                }
            }
        }
    }
}

impl Observer for Telling {
    fn observe<M: Model>(&mut self, event: Event, position: &Position<M>) {
        if self.told.iter().all(Option::is_none) {
            return;
        }
        let mut lines = std::mem::take(&mut self.event);
        lines.clear();
        lines.observe(event, position);
        self.read(lines.as_bytes());
        self.event = lines;
        debug_assert!(!matches!(event, Event::End(Outcome::Ron { .. })) || self.event.as_bytes().ends_with(b" WIN\n"));
    }
}

/// How much of a drawn tile's line others see: `x IN`.
const HIDDEN: usize = 4;
