//! `paili odds --offered`: what to do with a tile that another discards.

use paili::answers::page::{self, Column, Page, grouped, left, right};
use paili::answers::{OfferedAnswer, OfferedCall};

use super::text::{changes, share, simulated};
use crate::output::{FormatOrRows, json_line};

/// The answer in a format that is no table of rows.
pub fn render(format: FormatOrRows, answer: &OfferedAnswer) -> String {
    if format == FormatOrRows::Json { json_line(answer) } else { text(answer) }
}

const CALL: Column = left(14);

fn text(answer: &OfferedAnswer) -> String {
    let mut page = Page::default();
    let rules = page::rules(answer.rules().name(), answer.rules().aim().told().as_deref());
    let rules = rules.map(|rules| format!("  ({rules})")).unwrap_or_default();
    page.line(&format!("hand      {}{rules}", answer.tiles()));
    let tile = answer.notation.name_of(answer.tile);
    page.line(&format!("offered   {tile} from {}", answer.from));
    let changes = changes(answer.changes);
    page.line(&format!("odds      of {} draws; {changes}, law {}", grouped(answer.draws), answer.law));
    let columns = [CALL, left(8), right(8), right(10).after(2), right(9), right(9)];
    page.heading(&columns, &["call", "discard", "distance", "acceptance", "P(ready)", "P(win)"]);
    for call in &answer.calls {
        let cells = if let Some(way) = call.way() {
            let discard = way.discard.map_or("–", |tile| answer.notation.name_of(tile));
            let [ready, win] = [way.ready[0], way.win[0]].map(share);
            [discard.to_owned(), way.distance.to_string(), way.acceptance.to_string(), ready, win]
        } else {
            let (distance, win) = (call.offer.distance.to_string(), share(call.win()));
            ["–".to_owned(), distance, "–".to_owned(), "–".to_owned(), win]
        };
        let [discard, distance, acceptance, ready, win] = &cells;
        page.row(&columns, &[&name(answer, call), discard, distance, acceptance, ready, win]);
    }
    simulated(
        &mut page,
        CALL,
        answer.calls.iter().filter_map(|call| Some((name(answer, call), call.way()?.simulated?))),
    );
    page.into_text()
}

/// The call and its meld.
fn name(answer: &OfferedAnswer, call: &OfferedCall) -> String {
    let meld = answer.notation.write(call.offer.meld()).unwrap_or_default();
    format!("{} {meld}", call.offer.call)
}
