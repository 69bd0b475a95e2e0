//! The answer for people.

use paili::Distance;
use paili::answers::page::{self, Column, Page, grouped, left, percent, plural, right};
use paili::answers::{OddsAnswer, OddsWay};
use paili::odds::Changes;
use paili::simulation::{AloneResult, Proportion};

/// The answer on a page.
pub fn render(answer: &OddsAnswer) -> String {
    let mut page = Page::default();
    head(&mut page, answer);
    if answer.ways.is_empty() {
        if answer.distance == Distance::WON {
            page.line("It wins as it is.");
        }
        return page.into_text();
    }
    ways(&mut page, answer);
    kans(&mut page, answer);
    simulated(&mut page, NAME, answer.ways.iter().filter_map(|way| Some((name(answer, way), way.simulated?))));
    table(&mut page, answer);
    page.into_text()
}

fn head(page: &mut Page, answer: &OddsAnswer) {
    let size = plural(answer.hand.tiles() as u64, "tile");
    let rules = page::rules(answer.rules().name(), answer.rules().aim().told().as_deref());
    let rules = rules.map(|rules| format!("; {rules}")).unwrap_or_default();
    page.line(&format!("hand      {}  ({size}{rules})", answer.tiles()));
    let void = answer.question().void().map(|suit| format!(", {} void", suit.letter())).unwrap_or_default();
    page.line(&(distance(answer.distance) + &void));
    if let Some((form, nearer)) = answer.nearer {
        page.line(&format!("          by {form} {nearer} (--forms {form} or all)"));
    }
    if answer.distance == Distance::NEVER {
        return;
    }
    let (draws, unseen) = (plural(answer.draws.into(), "draw"), answer.unseen.tiles());
    let changes = changes(answer.changes);
    let hands = if answer.hands == 0 { String::new() } else { format!(" ({})", plural(answer.hands as u64, "hand")) };
    page.line(&format!("odds      of {draws} from {unseen} unseen tiles; {changes}{hands}, law {}", answer.law));
}

/// How many changes count.
pub fn changes(changes: Changes) -> String {
    match changes {
        Changes::None => "no changes".to_owned(),
        changes => plural(changes.get().into(), "change"),
    }
}

/// The line of a distance.
pub fn distance(distance: Distance) -> String {
    let state = match distance {
        Distance::WON => ": wins".to_owned(),
        Distance::NEVER => ": no tiles can complete the hand".to_owned(),
        _ => format!(" (shanten {})", distance.shanten()),
    };
    format!("distance  {distance}{state}")
}

/// What stands at the head of a row.
fn name(answer: &OddsAnswer, way: &OddsWay) -> String {
    way.discard.map_or("–", |tile| answer.name(tile)).to_owned()
}

const NAME: Column = left(8);

/// The ways, and how likely they are to win later.
fn ways(page: &mut Page, answer: &OddsAnswer) {
    page.heading(&COLUMNS, &["discard", "distance", "acceptance", "P(ready)", "P(win)"]);
    for way in &answer.ways {
        row(page, &name(answer, way), way);
    }
    later(page, answer);
}

const COLUMNS: [Column; 5] = [NAME, right(8), right(10).after(2), right(9), right(9)];

fn row(page: &mut Page, name: &str, way: &OddsWay) {
    let [ready, win] = [way.ready[0], way.win[0]].map(share);
    let (distance, acceptance) = (way.distance.to_string(), way.acceptance.to_string());
    page.row(&COLUMNS, &[name, &distance, &acceptance, &ready, &win]);
}

/// What comes of kans of the hand's own tiles.
fn kans(page: &mut Page, answer: &OddsAnswer) {
    if answer.kans.is_empty() {
        return;
    }
    page.line("\nA kan instead, after which one of the draws comes at once");
    page.row(&COLUMNS, &["", "distance", "acceptance", "P(ready)", "P(win)"]);
    for (tile, way) in &answer.kans {
        row(page, answer.name(*tile), way);
    }
}

/// How the probabilities fall with draws made, in no more columns than a page has.
fn later(page: &mut Page, answer: &OddsAnswer) {
    const MOST_COLUMNS: usize = 9;
    let draws = answer.draws as usize;
    let step = draws.div_ceil(MOST_COLUMNS);
    let made: Vec<usize> = (0..draws).step_by(step).skip(1).collect();
    if made.is_empty() {
        return;
    }
    let columns: Vec<Column> = [NAME].into_iter().chain(made.iter().map(|_| right(8))).collect();
    page.line("\nP(win) if it is still this hand after so many draws");
    let heads: Vec<String> = made.iter().map(ToString::to_string).collect();
    let heads: Vec<&str> = [""].into_iter().chain(heads.iter().map(String::as_str)).collect();
    page.row(&columns, &heads);
    for way in &answer.ways {
        let cells = made.iter().map(|&made| share(way.win[made]));
        let cells: Vec<String> = [name(answer, way)].into_iter().chain(cells).collect();
        page.row(&columns, &cells.iter().map(String::as_str).collect::<Vec<_>>());
    }
}

/// What happened when the hand was played alone, if it was: in rows of these names, in such a column.
pub fn simulated(page: &mut Page, names: Column, played: impl Iterator<Item = (String, AloneResult)>) {
    let mut played = played.peekable();
    let Some((_, alone)) = played.peek() else { return };
    page.line(&format!("\nPlayed {} alone: what happened (95 % interval)", times(alone.win.of)));
    let columns = [names, left(28), left(0).after(2)];
    page.row(&columns, &["", "ready", "won"]);
    for (name, alone) in played {
        page.row(&columns, &[&name, &percent(alone.ready), &percent(alone.win)]);
    }
}

fn table(page: &mut Page, answer: &OddsAnswer) {
    let Some(games) = answer.ways.iter().find_map(|way| way.table).map(|table| table.games) else { return };
    page.line(&format!("\nPlayed {} at a table: how it ended (95 % interval)", times(games)));
    let columns = [NAME, left(26), left(26), left(26), left(26), left(0)];
    page.row(&columns, &["", "won by draw", "won by ron", "dealt in", "lost otherwise", "exhausted"]);
    for way in &answer.ways {
        let Some(of) = way.table else { continue };
        let of = [of.self_drawn, of.ron, of.dealt_in, of.lost, of.exhausted]
            .map(|hits| percent(Proportion { hits, of: of.games }));
        let [self_drawn, ron, dealt_in, lost, exhausted] = &of;
        page.row(&columns, &[&name(answer, way), self_drawn, ron, dealt_in, lost, exhausted]);
    }
}

fn times(runs: u64) -> String {
    if runs == 1 { "once".to_owned() } else { format!("{} times", grouped(runs)) }
}

pub fn share(probability: f64) -> String {
    format!("{:.2} %", 100.0 * probability)
}
