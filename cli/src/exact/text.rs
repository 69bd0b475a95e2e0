//! The distribution for people.

use paili::answers::ExactAnswer;
use paili::answers::page::{self, Column, Page, grouped, plural, right};

/// The distribution on a page.
pub fn render(answer: &ExactAnswer) -> String {
    let all = &answer.distribution;
    let mut rows =
        vec![["Distance", "ways to draw", "probability", "different hands", "acceptance"].map(str::to_owned)];
    rows.extend(all.distances().iter().map(|at| {
        let (ways, different) = (grouped(at.weighted), grouped(at.distinct));
        [at.distance.to_string(), ways, percent(all.probability(at)), different, copies(at.acceptance())]
    }));
    let (ways, different) = (grouped(all.weighted()), grouped(all.distinct()));
    rows.push(["all".to_owned(), ways, percent(1.0), different, copies(all.acceptance())]);

    let shown = if answer.acceptance { 5 } else { 4 };
    let widest = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default();
    let columns: Vec<Column> =
        (0..shown).map(|column| right(widest(column)).after(if column == 0 { 0 } else { 3 })).collect();
    let mut page = Page::default();
    page.line(&heading(answer));
    page.line("");
    for row in &rows {
        page.row(&columns, &row.each_ref().map(String::as_str));
    }
    let can_win = all.distances().iter().all(|at| at.distance.tiles().is_some());
    let of = if can_win { "" } else { " of hands that tiles can complete" };
    page.line(&format!("\nMean distance{of} {:.6}", all.mean()));
    page.into_text()
}

fn heading(answer: &ExactAnswer) -> String {
    let all = &answer.distribution;
    let tiles = plural(all.tiles() as u64, "tile");
    let melds = match all.melds() {
        0 => String::new(),
        melds => format!(" beside {}", plural(melds as u64, "exposed meld")),
    };
    let visible = match &answer.visible {
        Some(visible) if visible.total() > 0 => format!(" less {visible}"),
        _ => String::new(),
    };
    let forms = all.forms();
    let noun = if forms.len() == 1 { "form" } else { "forms" };
    let rules = page::rules(all.rules(), all.aim()).map(|rules| format!("{rules}, ")).unwrap_or_default();
    format!("All hands of {tiles}{melds} ({rules}deck of {}{visible}; {noun} {})", answer.deck, forms.join(", "))
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
