//! The comparison for people.

use std::fmt::Write;

use paili::simulation::{Comparison, Side};

use super::{Report, Verdict, of};
use crate::rates::{grouped, percent, points};

/// The comparison on a few lines.
pub fn render(report: &Report) -> String {
    let mut text = String::new();
    // Writing to a string can't fail.
    let _ = write(report, &mut text);
    text
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a speed is a positive number of games")]
fn write(report: &Report, text: &mut String) -> std::fmt::Result {
    let comparison = &report.comparison;
    let [first, second] = [Side::A, Side::B].map(|side| of(report.policies, side));
    let (games, matches) = (grouped(comparison.games()), grouped(comparison.matches()));
    let of_all = if comparison.matches() == report.matches {
        String::new()
    } else {
        format!(" of {}, interrupted", grouped(report.matches))
    };
    writeln!(text, "{first} against {second}: {matches} matches{of_all}, {games} games (seed {})\n", report.seed.0)?;
    writeln!(text, "A player wins      games   rate (95 % interval)")?;
    for side in [Side::A, Side::B] {
        let wins = comparison.wins(side);
        let name = of(report.policies, side).name();
        writeln!(text, "  {name:<12}{:>10}   {}", grouped(wins.hits), percent(wins))?;
    }
    let exhausted = comparison.exhausted();
    writeln!(text, "  {:<12}{:>10}   {}\n", "nobody", grouped(exhausted.hits), percent(exhausted))?;
    if let (Some(difference), Some(interval), Some(p_value)) =
        (comparison.difference(), comparison.interval(), comparison.p_value())
    {
        writeln!(text, "Difference  {} percentage points, p {}", points(difference, interval), probability(p_value))?;
    }
    let verdict = match report.verdict() {
        Verdict::First => format!("{first} wins more often than {second}"),
        Verdict::Second => format!("{second} wins more often than {first}"),
        Verdict::Neither if comparison.matches() < Comparison::FEWEST => {
            format!("too few matches to tell the two apart: play at least {}", Comparison::FEWEST)
        }
        Verdict::Neither if comparison.interval().is_none() => {
            "all matches went alike, which leaves it open how sure that is: play more".to_owned()
        }
        Verdict::Neither => "this run cannot tell the two apart".to_owned(),
    };
    writeln!(text, "Verdict     {verdict}\n")?;
    let speed = grouped(report.speed().round() as u64);
    writeln!(text, "{games} games in {:.2} s: {speed} games a second", report.took.as_secs_f64())
}

/// A p-value as far as anybody cares.
fn probability(p_value: f64) -> String {
    if p_value < 1e-6 { "< 0.000001".to_owned() } else { format!("= {p_value:.6}") }
}
