//! Games alone for people.

use paili::Notation;
use paili::answers::page::{Page, bound, exact, grouped, left, percent, right};
use paili::simulation::Proportion;
use paili_solve::MistakeKind;

use super::{Answer, Judged, Played};

/// The games on a page.
pub fn render(answer: &Answer) -> String {
    let mut page = Page::default();
    page.line(&format!("Alone: {}", answer.game));
    let fewer = answer.ways.last().filter(|last| last.games < answer.games);
    let fewer = fewer.map_or_else(String::new, |last| format!(", {} only {}", last.way, grouped(last.games)));
    page.line(&format!("{} games each{fewer}, seed {}", grouped(answer.games), answer.seed));
    let columns = [left(12), left(24), left(12)];
    page.heading(&columns, &["way", "won", "ready or won"]);
    for played in &answer.ways {
        let of = |hits| Proportion { hits, of: played.games };
        page.row(&columns, &[&played.way, &percent(of(played.won)), &percent(exact(of(played.ready)))]);
    }
    if let Some(mean) = answer.bound {
        page.row(&columns, &["bound", &bound(mean, 3)]);
    }
    let judged: Vec<(&Played, &Judged)> =
        answer.ways.iter().filter_map(|played| Some((played, played.mistakes.as_ref()?))).collect();
    if !judged.is_empty() {
        mistakes(&mut page, &judged);
    }
    page.into_text()
}

fn mistakes(page: &mut Page, judged: &[(&Played, &Judged)]) {
    page.line("\nWhat discards cost a game, in percentage points, by how they differ from the best one");
    let columns: Vec<_> = [left(12), right(9)].into_iter().chain(MistakeKind::ALL.map(|_| right(11))).collect();
    let heads: Vec<&str> = ["way", "all"].into_iter().chain(MistakeKind::ALL.map(MistakeKind::name)).collect();
    page.heading(&columns, &heads);
    for (played, judged) in judged {
        let costs = judged.by_kind.iter().map(|of| format!("{:.3}", 100.0 * of.lost));
        let cells: Vec<String> =
            [played.way.clone(), format!("{:.3}", 100.0 * judged.lost)].into_iter().chain(costs).collect();
        page.row(&columns, &cells.iter().map(String::as_str).collect::<Vec<_>>());
    }
    for (played, judged) in judged.iter().filter(|(_, judged)| !judged.worst.is_empty()) {
        page.line(&format!("\nThe dearest discards of {}", played.way));
        let columns = [left(24), right(10), right(12), right(9), right(9), right(9)];
        page.heading(&columns, &["hand", "draws left", "discard", "bound", "best", "bound"]);
        for worst in &judged.worst {
            let [then, best] = [worst.bound, worst.best_bound].map(|most| bound(most, 2));
            let hand = Notation::Mpsz.write(worst.hand.counts().tiles()).unwrap_or_default();
            let [discard, right] = [worst.discard, worst.best].map(|tile| Notation::Mpsz.name_of(tile));
            page.row(&columns, &[&hand, &worst.draws.to_string(), discard, &then, right, &best]);
        }
    }
}
