//! What an audit of a simulator found, as text and as JSON.

use std::fmt::Write;

use paili::answers::page::grouped;
use paili::excerpt;
use paili::simulation::Proportion;
use serde::Serialize;

use crate::games::{Difference, GameVerdict};
use crate::report::Speed;
use crate::simulator::WallsTaken;

/// A verdict on a simulator as JSON has it, and as text.
#[derive(Debug, Serialize)]
pub struct GameReport {
    asked: &'static str,
    games: u64,
    wrong: u64,
    walls_a_run: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
    shuffled: WallsReport,
    skewed: WallsReport,
    shortest: Option<DifferenceReport>,
    #[serde(flatten)]
    speed: Option<Speed>,
}

#[derive(Debug, Serialize)]
struct WallsReport {
    games: u64,
    wrong: u64,
}

#[derive(Debug, Serialize)]
struct DifferenceReport {
    wall: String,
    tiles: usize,
    line: usize,
    expected: Option<String>,
    answered: Option<String>,
    why: Vec<String>,
}

impl GameReport {
    /// Of a verdict, with how many walls a run the simulator takes, what went wrong with it, and its speed.
    pub fn new(
        verdict: &GameVerdict,
        takes: Option<WallsTaken>,
        fault: Option<&str>,
        speed: Option<Speed>,
    ) -> GameReport {
        let walls = |group: Proportion| WallsReport { games: group.of, wrong: group.hits };
        let difference = |difference: &Difference| DifferenceReport {
            wall: difference.wall.tiles().map(paili::Tile::token).join(" "),
            tiles: difference.tiles,
            line: difference.line,
            expected: difference.expected.clone(),
            answered: difference.answered.clone(),
            why: difference.why(),
        };
        GameReport {
            asked: "game",
            games: verdict.all().of,
            wrong: verdict.all().hits,
            walls_a_run: takes.map(|takes| match takes {
                WallsTaken::One => "one",
                WallsTaken::Any => "any",
            }),
            fault: fault.map(str::to_owned),
            shuffled: walls(verdict.shuffled),
            skewed: walls(verdict.skewed),
            shortest: verdict.shortest.as_ref().map(difference),
            speed,
        }
    }

    /// For people, of a simulator by its name.
    pub fn text(&self, program: &str) -> String {
        let mut text = match self.wrong {
            0 => format!("{program} plays all {} games right\n", grouped(self.games)),
            wrong => format!("{program} plays {} of {} games wrong\n", grouped(wrong), grouped(self.games)),
        };
        if let Some(walls) = self.walls_a_run {
            let _ =
                writeln!(text, "  takes  {} a run", if walls == "one" { "one wall" } else { "any number of walls" });
        }
        if let Some(fault) = &self.fault {
            let _ = writeln!(text, "  once   {fault}");
        }
        for (name, WallsReport { games, wrong }) in [("shuffled walls", &self.shuffled), ("skewed walls", &self.skewed)]
        {
            let _ = writeln!(text, "  {name:14}  {:>10}  wrong {}", grouped(*games), grouped(*wrong));
        }
        if let Some(difference) = &self.shortest {
            difference.write(&mut text);
        }
        if let Some(speed) = self.speed {
            text += &speed.text("game");
        }
        text
    }
}

impl DifferenceReport {
    fn write(&self, text: &mut String) {
        let Self { wall, tiles, line, .. } = self;
        let _ = writeln!(text, "the shortest found goes wrong at line {line}, after {tiles} tiles of the wall");
        for why in &self.why {
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
        let _ = writeln!(text, "  wall   {wall}");
    }
}
