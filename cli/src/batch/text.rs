//! The report for people.

use paili::Form;
use paili::answers::page::{self, Column, Page, grouped, left, number, percent, plural, right, took};

use super::input::Sources;
use super::options::Wanted;
use super::report::Report;

const SIZES: [Column; 3] = [right(5), right(19), right(16)];
/// The last two are for the acceptance.
const DISTANCES: [Column; 5] = [left(8), right(16), left(28).after(3), right(10), right(7)];

/// The report on a page.
pub fn render(report: &Report) -> String {
    let mut page = Page::default();
    page.line(&title(report));
    for of in rules_and_forms(report) {
        page.line(&of);
    }
    let tally = report.tally;
    if tally.bad > 0 {
        let (bad, rows, done) = (grouped(tally.bad), grouped(tally.rows()), report.done_with_bad_rows());
        page.line(&format!("{bad} of {rows} rows are no hands and were {done}"));
    }
    add_sizes(&mut page, report);
    add_distances(&mut page, report);
    page.line(&format!("\n{} {}", plural(tally.hands(), "hand"), took(tally.hands(), "hands", report.took)));
    page.into_text()
}

/// How many hands of each size there are, if sizes differ.
fn add_sizes(page: &mut Page, report: &Report) {
    if report.sizes().count() < 2 {
        return;
    }
    page.heading(&SIZES, &["Tiles", "hands", "exposed melds"]);
    for (tiles, melds, hands) in report.sizes() {
        page.row(&SIZES, &[&tiles.to_string(), &grouped(hands), &melds.to_string()]);
    }
}

fn add_distances(page: &mut Page, report: &Report) {
    let tally = report.tally;
    let columns = if report.options.wanted == Wanted::Analyses { &DISTANCES[..] } else { &DISTANCES[..3] };
    let share = match report.sources {
        Sources::Random { .. } => "share (95 % interval)",
        Sources::Inputs(_) => "share",
    };
    page.heading(columns, &["Distance", "hands", share, "acceptance", "sd"]);
    for distance in report.distances() {
        let share = report.share(distance);
        let acceptance = &tally.acceptance[distance];
        let [mean, deviation] = [acceptance.mean(), acceptance.deviation()].map(|value| number(value, 2));
        page.row(columns, &[&format!("  {distance:>3}"), &grouped(share.hits), &percent(share), &mean, &deviation]);
    }
    let [mean, deviation] = [tally.distances.mean(), tally.distances.deviation()].map(|value| number(value, 4));
    page.line(&format!("\nDistance: mean {mean}, standard deviation {deviation}"));
    if report.options.wanted == Wanted::Analyses {
        let all = tally.acceptance_of_all();
        let [mean, deviation] = [all.mean(), all.deviation()].map(|value| number(value, 3));
        page.line(&format!("Acceptance: mean {mean}, standard deviation {deviation}"));
    }
}

/// The rule set, with what its hands are to be, and the forms, unless they are the usual.
pub fn rules_and_forms(report: &Report) -> impl Iterator<Item = String> {
    let rules = &report.options.rules;
    let told = page::rules(rules.name(), rules.aim().told().as_deref());
    let forms: Vec<&str> = report.options.forms.iter().map(Form::name).collect();
    let unusual = rules.embedded().is_some() && forms != [Form::Standard.name()];
    let forms = unusual.then(|| format!("Forms: {}", forms.join(", ")));
    told.map(|rules| format!("Rules: {rules}")).into_iter().chain(forms)
}

/// What the report is about, on a line.
pub fn title(report: &Report) -> String {
    let hands = report.tally.hands();
    let rest = if report.is_complete() { "" } else { ", not all of them" };
    match report.sources {
        Sources::Random { hands: asked, seed, random } => {
            let of = if report.is_complete() { String::new() } else { format!("{} of ", grouped(hands)) };
            let (asked, tiles) = (plural(*asked, "random hand"), plural(random.tiles() as u64, "tile"));
            format!("{of}{asked} of {tiles}{rest} (seed {seed}, deck of {})", random.deck().total())
        }
        Sources::Inputs(inputs) => match &inputs[..] {
            [one] => format!("{} of {}{rest}", plural(hands, "hand"), one.name),
            inputs => format!("{} of {} inputs{rest}", plural(hands, "hand"), inputs.len()),
        },
    }
}
