//! What an audit of a simulator found, as text and as JSON.

use std::fmt::Write;

use paili::answers::page::grouped;
use paili::simulation::Proportion;
use paili::{Tile, excerpt, serialize};

use crate::games::{Difference, GameVerdict};
use crate::report::Speed;
use crate::simulator::WallsTaken;

/// A verdict on a simulator as JSON has it, and as text.
#[derive(Debug)]
pub struct GameReport<'a> {
    /// What was found out.
    pub verdict: &'a GameVerdict,
    /// How many walls a run the simulator takes, if it was found out.
    pub takes: Option<WallsTaken>,
    /// What went wrong with it, if anything did.
    pub fault: Option<&'a str>,
    /// How fast it is, if that was measured.
    pub speed: Option<Speed>,
}

serialize! { GameReport<'_>, |it|
    asked: "game",
    games: it.verdict.all().of,
    wrong: it.verdict.all().hits,
    walls_a_run: it.takes.map(|takes| match takes {
        WallsTaken::One => "one",
        WallsTaken::Any => "any",
    }),
    fault = it.fault,
    shuffled: OnWalls(it.verdict.shuffled),
    skewed: OnWalls(it.verdict.skewed),
    shortest: it.verdict.shortest,
    nanoseconds = it.speed.map(|speed| speed.program),
    paili_nanoseconds = it.speed.map(|speed| speed.paili),
    door_nanoseconds = it.speed.and_then(|speed| speed.door),
}

struct OnWalls(Proportion);

serialize! { OnWalls, |it|
    games: it.0.of,
    wrong: it.0.hits,
}

serialize! { Difference, |it|
    wall: it.wall_text(),
    tiles: it.tiles,
    line: it.line,
    expected: it.expected,
    answered: it.answered,
    why: it.why(),
}

impl GameReport<'_> {
    /// For people, of a simulator by its name.
    pub fn text(&self, program: &str) -> String {
        let mut text = match self.verdict.all() {
            Proportion { hits: 0, of } => format!("{program} plays all {} games right\n", grouped(of)),
            Proportion { hits, of } => format!("{program} plays {} of {} games wrong\n", grouped(hits), grouped(of)),
        };
        if let Some(takes) = self.takes {
            let walls = match takes {
                WallsTaken::One => "one wall",
                WallsTaken::Any => "any number of walls",
            };
            let _ = writeln!(text, "  takes  {walls} a run");
        }
        if let Some(fault) = self.fault {
            let _ = writeln!(text, "  once   {fault}");
        }
        for (name, games) in [("shuffled walls", self.verdict.shuffled), ("skewed walls", self.verdict.skewed)] {
            let _ = writeln!(text, "  {name:14}  {:>10}  wrong {}", grouped(games.of), grouped(games.hits));
        }
        if let Some(difference) = &self.verdict.shortest {
            difference.write(&mut text);
        }
        if let Some(speed) = self.speed {
            text += &speed.text("game");
        }
        text
    }
}

impl Difference {
    fn wall_text(&self) -> String {
        self.wall.tiles().map(Tile::token).join(" ")
    }

    fn write(&self, text: &mut String) {
        let Self { tiles, line, .. } = self;
        let _ = writeln!(text, "the shortest found goes wrong at line {line}, after {tiles} tiles of the wall");
        for why in self.why() {
            let _ = writeln!(text, "  {why}");
        }
        let said = |line: &Option<String>| match line {
            // What is no text is none for a terminal.
            Some(line) if line.contains(char::is_control) => excerpt(line.as_bytes()),
            Some(line) => line.clone(),
            None => "nothing".to_owned(),
        };
        let _ = writeln!(text, "  right  {}", said(&self.expected));
        let _ = writeln!(text, "  it     {}", said(&self.answered));
        let _ = writeln!(text, "  wall   {}", self.wall_text());
    }
}
