//! The comparison for people.

use paili::answers::page::{Column, Page, grouped, left, percent, points, right, took};
use paili::simulation::{Comparison, Side};

use super::report::Report;

const COUNTED: [Column; 3] = [left(14), right(10), left(0).after(3)];

/// The comparison on a few lines.
pub fn render(report: &Report<'_>) -> String {
    let comparison = &report.comparison;
    let [first, second] = report.names.each_ref();
    let (games, matches) = (grouped(comparison.games()), grouped(comparison.matches()));
    let of_all = if comparison.matches() == report.matches {
        String::new()
    } else if report.verdict.is_some() {
        format!(" of at most {}", grouped(report.matches))
    } else {
        format!(" of {}, interrupted", grouped(report.matches))
    };
    let mut page = Page::default();
    page.line(&format!("{first} against {second}: {matches} matches{of_all}, {games} games (seed {})", report.seed.0));
    page.heading(&COUNTED, &["A player wins", "games", "rate (95 % interval)"]);
    for (name, rate) in [
        (first, comparison.wins(Side::A)),
        (second, comparison.wins(Side::B)),
        (&"nobody".to_owned(), comparison.exhausted()),
    ] {
        page.row(&COUNTED, &[&format!("  {name}"), &grouped(rate.hits), &percent(rate)]);
    }
    page.line("");
    let tested = report.until.test().is_some();
    if let (Some(difference), Some(interval), Some(p_value)) =
        (comparison.difference(), comparison.interval(), comparison.p_value())
    {
        let difference = points(difference, interval);
        // The p-value is that of a run of fixed length: it means nothing of one that stopped when it looked good.
        let p_value = if tested { String::new() } else { format!(", p {}", probability(p_value)) };
        page.line(&format!("Difference  {difference} percentage points{p_value}"));
    }
    let verdict = match comparison.better() {
        _ if tested => report.until.say(report.verdict, [first, second]),
        Some(Side::A) => format!("{first} wins more often than {second}"),
        Some(Side::B) => format!("{second} wins more often than {first}"),
        None if comparison.matches() < Comparison::FEWEST => {
            format!("too few matches to tell the two apart: play at least {}", Comparison::FEWEST)
        }
        None if comparison.interval().is_none() => {
            "all matches went alike, which leaves it open how sure that is: play more".to_owned()
        }
        None => "this run cannot tell the two apart".to_owned(),
    };
    page.line(&format!("Verdict     {verdict}"));
    let played_now = report.played_now;
    page.line(&format!("\n{} games {}", grouped(played_now), took(played_now, "games", report.took)));
    page.into_text()
}

/// A p-value as far as anybody cares.
fn probability(p_value: f64) -> String {
    if p_value < 1e-6 { "< 0.000001".to_owned() } else { format!("= {p_value:.6}") }
}
