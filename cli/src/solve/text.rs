//! A solved game for people.

use paili::answers::page::{Page, bound, grouped, right};

use super::Answer;

/// The game on a page. Some layers may have been made by an earlier run.
pub fn render(answer: &Answer, already: u32) -> String {
    let mut page = Page::default();
    page.line(&format!("Alone: {}", answer.game));
    let [before, after] = [answer.classes, answer.classes_after_draw].map(grouped);
    page.line(&format!("{before} classes of hands before a draw, {after} after it"));
    let columns = [right(13), right(20)];
    page.heading(&columns, &["draws to come", "mean bound"]);
    if already > 0 {
        page.line(&format!("(the first {already} by an earlier run)"));
    }
    for layer in &answer.layers {
        page.row(&columns, &[&layer.draws.to_string(), &bound(layer.mean, 4)]);
    }
    page.line("\nThe mean is over all deals: no way to play wins more often.");
    page.into_text()
}
