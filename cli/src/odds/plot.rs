//! The picture: how likely the best discards win, draw by draw.

use paili::answers::OddsAnswer;

use crate::numbers::plural;
use crate::plot::{Axis, BLUE, Drawing, GREEN, GREY, INK, Key, Line, ORANGE, Panel, SKY, VERMILION};

/// As many curves can be told apart.
const COLOURS: [plotters::prelude::RGBColor; 7] = [BLUE, VERMILION, GREEN, ORANGE, SKY, INK, GREY];

pub fn drawing(answer: &OddsAnswer) -> Drawing {
    let panels =
        vec![panel(answer, "To win", |way| &way.win), panel(answer, "To be, or have been, ready", |way| &way.ready)];
    let (draws, unseen) = (plural(answer.draws.into(), "draw"), answer.graph.unseen_tiles());
    Drawing {
        size: (1200, 600),
        title: format!("{}: odds of {draws}", answer.tiles()),
        caption: format!(
            "one player alone, {unseen} unseen tiles  ·  {}  ·  law {}",
            plural(answer.graph.changes().get().into(), "change"),
            answer.law
        ),
        grid: (1, 2),
        panels,
    }
}

fn panel(answer: &OddsAnswer, title: &'static str, values: impl Fn(&paili::answers::OddsWay) -> &[f64]) -> Panel {
    let ways = answer.ways.iter().zip(COLOURS);
    let keys = ways.clone().map(|(way, colour)| {
        let name = way.discard.map_or("drawing first".to_owned(), |tile| format!("discarding {}", answer.name(tile)));
        Key::Line(colour, name)
    });
    let lines = ways.map(|(way, colour)| {
        let points = (0_u32..).map(f64::from).zip(values(way).iter().copied());
        // After the last draw there is none left.
        Line { points: points.collect(), colour, width: 2 }
    });
    let highest = answer.ways.iter().filter_map(|way| values(way).first().copied()).fold(0.0, f64::max);
    Panel {
        title,
        keys: keys.collect(),
        x: Axis::numbers("draws made", answer.draws.saturating_sub(1).max(1)),
        y: Axis::percent("probability (%)", if highest > 0.0 { (highest * 1.1).min(1.0) } else { 1.0 }),
        bars: Vec::new(),
        lines: lines.collect(),
    }
}
