//! How players come nearer to winning, turn by turn.

use paili::simulation::{Histogram, Proportion, Tally};
use plotters::coord::Shift;
use plotters::prelude::{DrawResult, DrawingArea, DrawingBackend, RGBColor, WHITE};

use crate::plot::{Axis, INK, Key, Mark, Panel};

/// The distances 1, 2 and so on, the last with all that are larger, dark to light along viridis: the order shows in grey
/// and to colour-blind people too.
const NEAR_TO_FAR: [(&str, RGBColor); 6] = [
    ("1 (ready)", RGBColor(68, 1, 84)),
    ("2", RGBColor(65, 68, 135)),
    ("3", RGBColor(42, 120, 142)),
    ("4", RGBColor(34, 168, 132)),
    ("5", RGBColor(122, 209, 81)),
    ("6 or more", RGBColor(253, 231, 37)),
];

/// Turns that fewer players than one in so many reach say little and are left out.
const ONE_IN: u64 = 100;

pub fn draw<DB: DrawingBackend>(tally: &Tally, area: &DrawingArea<DB, Shift>) -> DrawResult<(), DB> {
    let players = tally.dealt().total();
    let reached = |distances: &&Histogram<15>| distances.total() > 0 && distances.total() * ONE_IN >= players;
    let turns: Vec<_> = [tally.dealt()].into_iter().chain(tally.after_turn()).take_while(reached).collect();

    let mut keys: Vec<Key> =
        NEAR_TO_FAR.iter().map(|&(text, colour)| Key { mark: Mark::Area(colour), text: text.to_owned() }).collect();
    keys.push(Key { mark: Mark::Line(INK), text: "players that got this far".to_owned() });
    let last = (turns.len() as u32).saturating_sub(1).max(3);
    let panel = Panel {
        title: "Distance from winning, turn by turn",
        keys,
        x: Axis::numbers("player's own turns (0: as dealt)", last),
        y: Axis::percent("share of players (%)", 1.0),
    };
    let chart = panel.open(area)?;
    let mut had = Vec::new();
    for (turn, distances) in (0_u32..).map(f64::from).zip(turns) {
        let mut bottom = 0.0;
        for ((_, colour), top) in NEAR_TO_FAR.into_iter().zip(heights(distances)) {
            chart.fill([(turn - 0.5, bottom), (turn + 0.5, top)], colour)?;
            bottom = top;
        }
        had.push((turn, rate(distances.total(), players)));
    }
    // White below black is seen on light and dark.
    chart.line(had.clone(), WHITE, 5)?;
    chart.line(had, INK, 2)
}

/// The shares of players that are no farther away than 1, 2 and so on, and of all.
fn heights(distances: &Histogram<15>) -> [f64; NEAR_TO_FAR.len()] {
    let within = |distance: usize| distances.counts()[..=distance].iter().sum();
    std::array::from_fn(|index| {
        let last = index + 1 == NEAR_TO_FAR.len();
        rate(if last { distances.total() } else { within(index + 1) }, distances.total())
    })
}

fn rate(hits: u64, of: u64) -> f64 {
    Proportion { hits, of }.rate().unwrap_or_default()
}
