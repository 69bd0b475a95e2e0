//! The distribution for people.

use paili::distance::Form;
use paili::survey::AtDistance;
use unicode_width::UnicodeWidthStr;

use super::{Columns, Report};
use crate::rates::grouped;

/// The distribution on a page.
pub fn render(report: &Report) -> String {
    let all = &report.distribution;
    let mut rows =
        vec![["Distance", "ways to draw", "probability", "different hands", "acceptance"].map(str::to_owned)];
    rows.extend(all.distances().iter().map(|at| row(report, at)));
    let (weighted, distinct) = (grouped(all.weighted()), grouped(all.distinct()));
    rows.push(["all".to_owned(), weighted, percent(1.0), distinct, copies(all.acceptance())]);
    let shown = match report.columns {
        Columns::Counts => 4,
        Columns::CountsAndAcceptance => 5,
    };
    format!("{}\n\n{}\nMean distance {:.6}\n", heading(report), table(&rows, shown), all.mean())
}

fn heading(report: &Report) -> String {
    let all = &report.distribution;
    let tiles = plural(all.tiles(), "tile");
    let melds = match all.melds().get() {
        0 => String::new(),
        melds => format!(" beside {}", plural(melds, "exposed meld")),
    };
    let visible = match &report.visible {
        Some(visible) if visible.total() > 0 => format!(" less {visible}"),
        _ => String::new(),
    };
    let forms: Vec<&str> = all.forms().iter().map(Form::name).collect();
    let forms = match forms[..] {
        [form] => format!("form {form}"),
        _ => format!("forms {}", forms.join(", ")),
    };
    format!("All hands of {tiles}{melds} (deck of {}{visible}; {forms})", report.deck.tiles())
}

fn row(report: &Report, at: &AtDistance) -> [String; 5] {
    [
        at.distance().to_string(),
        grouped(at.weighted()),
        percent(report.distribution.probability(at)),
        grouped(at.distinct()),
        copies(at.acceptance()),
    ]
}

/// The first so many columns, each as wide as its widest cell, everything to the right.
fn table(rows: &[[String; 5]], shown: usize) -> String {
    let mut text = String::new();
    let width = |column: usize| rows.iter().map(|row| row[column].width()).max().unwrap_or_default();
    for row in rows {
        for (column, cell) in row.iter().enumerate().take(shown) {
            let gap = if column == 0 { 0 } else { 3 };
            text.push_str(&" ".repeat(gap + width(column) - cell.width()));
            text.push_str(cell);
        }
        text.push('\n');
    }
    text
}

/// A probability that may be tiny.
fn percent(probability: f64) -> String {
    let percent = 100.0 * probability;
    if percent == 0.0 || percent >= 1e-4 { format!("{percent:.6} %") } else { format!("{percent:.2e} %") }
}

/// A mean number of tiles.
fn copies(mean: f64) -> String {
    format!("{mean:.3}")
}

fn plural(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
