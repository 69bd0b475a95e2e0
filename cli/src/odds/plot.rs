//! The picture: how likely the best discards win, draw by draw.

use paili::answers::page::{self, plural};
use paili::answers::{OddsAnswer, OddsWay};
use paili::{Distance, Notation};

use super::text::changes;
use crate::plot::{Axis, Drawing, Panel};

pub fn drawing(answer: &OddsAnswer) -> Drawing {
    let mut answer = answer.clone();
    // The built-in font has no letters for these.
    if matches!(answer.notation, Notation::Unicode | Notation::Chinese) {
        answer.notation = Notation::Mpsz;
    }
    let answer = &answer;
    let (draws, unseen) = (plural(answer.draws.into(), "draw"), answer.unseen.tiles());
    let changes = changes(answer.changes);
    let of = match answer.distance {
        Distance::WON => "the hand wins as it is",
        Distance::NEVER => "no tiles can complete the hand",
        _ if answer.hand.must_discard() => "the best discards, played alone",
        _ => "the hand, played alone",
    };
    let rules = page::rules(answer.rules().name(), answer.rules().aim().told().as_deref());
    let rules = rules.map(|rules| format!("{rules}  ·  ")).unwrap_or_default();
    Drawing {
        size: (1200, 600),
        title: format!("{}: odds of {draws}", answer.tiles()),
        caption: format!("{rules}{of}  ·  {unseen} unseen tiles  ·  {changes}  ·  law {}", answer.law),
        grid: (1, 2),
        panels: vec![
            panel(answer, "To win", |way| &way.win),
            panel(answer, "To be, or have been, ready at the end", |way| &way.ready),
        ],
    }
}

fn panel(answer: &OddsAnswer, title: &'static str, values: impl Fn(&OddsWay) -> &[f64]) -> Panel {
    let highest = answer.ways.iter().filter_map(|way| values(way).first().copied()).fold(0.0, f64::max);
    let curves = answer.ways.iter().map(|way| {
        let name = way.discard.map_or(String::new(), |tile| answer.name(tile).to_owned());
        (name, values(way))
    });
    let x = Axis::numbers("draws made", answer.draws.saturating_sub(1));
    let y = Axis::percent("probability (%)", if highest > 0.0 { (highest * 1.1).min(1.0) } else { 1.0 });
    Panel::curves(title, (x, 0), y, curves)
}
