//! The picture of a league.

use plotters::prelude::RGBColor;

use paili::answers::page::{grouped, plural};

use super::report::Report;
use crate::plot::{Axis, BLUE, Bar, Drawing, Key, Label, Line, ORANGE, Panel};

/// The ratings, and who beats whom.
pub fn drawing(report: &Report<'_>) -> Drawing {
    let (walls, games) = (plural(report.league.standing.walls(), "wall"), grouped(report.league.standing.games()));
    let order = report.league.ratings.order();
    let seed = report.args.running.seed();
    Drawing {
        size: (1600, 860),
        title: format!("League of {} players · seed {seed}", report.league.names.len()),
        caption: format!(
            "{walls}, {games} games  ·  whiskers: 95 % confidence intervals from the differences between walls"
        ),
        grid: (1, 2),
        panels: vec![ratings(report, &order), scores(report, &order)],
    }
}

/// Half the height of a mark, as a share of the axis.
const MARK: f64 = 0.006;

fn ratings(report: &Report<'_>, order: &[usize]) -> Panel {
    let intervals = order.iter().map(|&player| report.league.ratings.interval(player));
    let (low, high) =
        intervals.fold((0.0_f64, 0.0_f64), |(low, high), interval| (low.min(interval.low), high.max(interval.high)));
    let room = ((high - low) * 0.08).max(1.0);
    let range = low - room..high + room;
    let height = range.end - range.start;
    let (mut bars, mut lines) = (
        Vec::new(),
        vec![Line { points: vec![(-0.5, 0.0), (order.len() as f64 - 0.5, 0.0)], colour: ORANGE, width: 1 }],
    );
    for (x, &player) in (0_u32..).map(f64::from).zip(order) {
        let (elo, interval) = (report.league.ratings.elo(player), report.league.ratings.interval(player));
        lines.push(Line { points: vec![(x, interval.low), (x, interval.high)], colour: BLUE, width: 2 });
        for end in [interval.low, interval.high] {
            lines.push(Line { points: vec![(x - 0.08, end), (x + 0.08, end)], colour: BLUE, width: 2 });
        }
        bars.push(Bar {
            x: x - 0.16..x + 0.16,
            y: elo - MARK * height..elo + MARK * height,
            colour: BLUE,
            label: Label::Nothing,
        });
    }
    Panel {
        title: "Ratings",
        keys: vec![Key::Area(BLUE, "rating".to_owned()), Key::Line(ORANGE, "the mean of all players".to_owned())],
        x: Axis::names("player", names(report, order)),
        y: Axis::values("Elo", range),
        bars,
        lines,
    }
}

fn scores(report: &Report<'_>, order: &[usize]) -> Panel {
    let mut bars = Vec::new();
    let players = order.len();
    for (row, &player) in order.iter().enumerate() {
        for (column, &other) in order.iter().enumerate() {
            let Some(score) = report.league.standing.league().score(player, other) else { continue };
            let (x, y) = (column as f64, (players - 1 - row) as f64);
            bars.push(Bar {
                x: x - 0.48..x + 0.48,
                y: y - 0.48..y + 0.48,
                colour: shade(score),
                label: Label::Middle(format!("{:.1}", 100.0 * score)),
            });
        }
    }
    let backwards: Vec<usize> = order.iter().rev().copied().collect();
    let keys = [(0.65, "65 % and more"), (0.55, "55 %"), (0.5, "50 %"), (0.45, "45 %"), (0.35, "35 % and less")];
    Panel {
        title: "What the player on the left scores against the one below",
        keys: keys.map(|(score, text)| Key::Area(shade(score), text.to_owned())).into(),
        x: Axis::names("against", names(report, order)),
        y: Axis::names("player", names(report, &backwards)),
        bars,
        lines: Vec::new(),
    }
}

fn names<'a>(report: &'a Report<'_>, order: &'a [usize]) -> impl Iterator<Item = String> + use<'a> {
    /// As much as fits below a mark.
    const MOST_CHARS: usize = 12;
    order.iter().map(|&player| match report.league.names[player].char_indices().nth(MOST_CHARS) {
        Some((end, _)) => format!("{}…", &report.league.names[player][..end]),
        None => report.league.names[player].clone(),
    })
}

/// Blue for many points, orange for few, and the paler the nearer to half.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 255")]
fn shade(score: f64) -> RGBColor {
    let strength = ((score - 0.5).abs() / 0.15).min(1.0);
    let RGBColor(r, g, b) = if score >= 0.5 { BLUE } else { ORANGE };
    let towards = |part: u8| (245.0 + (f64::from(part) - 245.0) * strength) as u8;
    RGBColor(towards(r), towards(g), towards(b))
}
