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
        x: below("player", report, order),
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
    let keys = [(0.65, "65 % and more"), (0.55, "55 %"), (0.5, "50 %"), (0.45, "45 %"), (0.35, "35 % and less")];
    Panel {
        title: "What the player on the left scores against the one below",
        keys: keys.map(|(score, text)| Key::Area(shade(score), text.to_owned())).into(),
        x: below("against", report, order),
        y: beside("player", report, order),
        bars,
        lines: Vec::new(),
    }
}

/// The most characters of a name.
const MOST_CHARS: usize = 13;

/// The players below their marks: by name, or by rank where names would have too few letters.
fn below(name: &'static str, report: &Report<'_>, order: &[usize]) -> Axis {
    /// So many characters fit below a panel, with some room between names.
    const FITTING: usize = 72;
    let most = (FITTING / order.len().max(1)).min(MOST_CHARS);
    let names: Option<Vec<String>> =
        order.iter().map(|&player| shortened(&report.league.names[player], most)).collect();
    match names {
        Some(names) => Axis::names(name, names.into_iter()),
        None => Axis::names("rank", (1..=order.len()).map(|rank| rank.to_string())),
    }
}

/// The players beside their rows, the first at the top.
fn beside(name: &'static str, report: &Report<'_>, order: &[usize]) -> Axis {
    let names = order.iter().rev().map(|&player| &report.league.names[player]);
    Axis::names(name, names.map(|name| shortened(name, MOST_CHARS).unwrap_or_else(|| name.clone())))
}

/// A name of at most so many characters, with the number that tells it from a name alike; none if too few letters would be left.
fn shortened(name: &str, most: usize) -> Option<String> {
    const FEWEST_LETTERS: usize = 3;
    if name.chars().count() <= most {
        return Some(name.to_owned());
    }
    let numbered = name.strip_suffix(')').and_then(|name| name.rsplit_once(" ("));
    let numbered = numbered.filter(|(_, number)| number.bytes().all(|byte| byte.is_ascii_digit()));
    let (letters, number) = name.split_at(numbered.map_or(name.len(), |(letters, _)| letters.len()));
    // The sign of a cut takes one.
    let left = most.checked_sub(number.len() + 1)?;
    (left >= FEWEST_LETTERS).then(|| letters.chars().take(left).chain(['…']).chain(number.chars()).collect())
}

/// Blue for many points, orange for few, and the paler the nearer to half.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 255")]
fn shade(score: f64) -> RGBColor {
    let strength = ((score - 0.5).abs() / 0.15).min(1.0);
    let RGBColor(r, g, b) = if score >= 0.5 { BLUE } else { ORANGE };
    let towards = |part: u8| (245.0 + (f64::from(part) - 245.0) * strength) as u8;
    RGBColor(towards(r), towards(g), towards(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cut_before_their_number() {
        for (name, most, cut) in [
            ("acceptance", 10, Some("acceptance")),
            ("acceptance", 9, Some("acceptan…")),
            ("acceptance (2)", 9, Some("acce… (2)")),
            ("acceptance (12)", 9, Some("acc… (12)")),
            ("acceptance (2)", 7, None),
            ("acceptance", 3, None),
            ("rule", 4, Some("rule")),
            ("bot (of ours)", 8, Some("bot (of…")),
            ("一二三四五六七", 5, Some("一二三四…")),
        ] {
            assert_eq!(shortened(name, most).as_deref(), cut, "{name} {most}");
        }
    }
}
