//! The report for people.

use std::fmt::Write;

use paili::distance::Form;
use paili::simulation::Moments;

use super::input::Sources;
use super::question::Wanted;
use super::report::Report;
use crate::rates::{grouped, percent};

/// The report on a page.
pub fn render(report: &Report) -> String {
    let mut page = Page { report, text: String::new() };
    page.heading();
    page.sizes();
    page.distances();
    page.speed();
    page.text
}

struct Page<'a> {
    report: &'a Report<'a>,
    text: String,
}

impl Page<'_> {
    fn line(&mut self, line: &str) {
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }

    fn heading(&mut self) {
        let title = title(self.report);
        self.line(&title);
        let forms: Vec<&str> = self.report.forms.iter().map(Form::name).collect();
        if forms != [Form::Standard.name()] {
            self.line(&format!("Forms: {}", forms.join(", ")));
        }
        let bad = self.report.tally.bad;
        if bad > 0 {
            let (rows, done) = (grouped(self.report.tally.rows()), self.report.done_with_bad_rows());
            self.line(&format!("{} of {rows} rows are no hands and were {done}", grouped(bad)));
        }
    }

    /// What sizes there are, if they differ.
    fn sizes(&mut self) {
        let sizes: Vec<(usize, u64)> = self.report.tally.sizes().collect();
        if sizes.len() < 2 {
            return;
        }
        self.line("\nTiles              hands   exposed melds");
        for (tiles, hands) in sizes {
            self.line(&format!("  {tiles:>3}   {:>16}   {:>13}", grouped(hands), (14 - tiles) / 3));
        }
    }

    fn distances(&mut self) {
        let (tally, useful) = (self.report.tally, self.report.wanted == Wanted::Outlooks);
        let share = match self.report.sources {
            Sources::Random { .. } => "share (95 % interval)",
            Sources::Inputs(_) => "share",
        };
        let more = if useful { "acceptance     sd" } else { "" };
        self.line(&format!("\nDistance           hands   {share:<28}{more}"));
        for distance in self.report.distances() {
            let hands = grouped(tally.distances.counts()[distance]);
            let share = percent(self.report.share(distance));
            let acceptance = if useful { spread(&tally.acceptance[distance]) } else { String::new() };
            self.line(&format!("  {distance:>3}   {hands:>16}   {share:<28}{acceptance}"));
        }
        let [mean, deviation] = [tally.distances.mean(), tally.distances.deviation()].map(|value| number(value, 4));
        self.line(&format!("\nDistance: mean {mean}, standard deviation {deviation}"));
        if useful {
            let all = tally.acceptance_of_all();
            let [mean, deviation] = [all.mean(), all.deviation()].map(|value| number(value, 3));
            self.line(&format!("Acceptance: mean {mean}, standard deviation {deviation}"));
        }
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a speed is a positive number of hands")]
    fn speed(&mut self) {
        let seconds = self.report.took.as_secs_f64();
        let hands = counted(self.report.tally.hands());
        let speed = grouped(self.report.speed().round() as u64);
        // Writing to a string can't fail.
        let _ = writeln!(self.text, "\n{hands} in {seconds:.2} s: {speed} hands a second");
    }
}

/// What the report is about, on a line.
pub fn title(report: &Report) -> String {
    let hands = report.tally.hands();
    match report.sources {
        Sources::Random { hands: asked, seed, random } => {
            let hands = grouped(hands);
            let of = if report.is_complete() { String::new() } else { format!(" of {}", grouped(*asked)) };
            let noun = if *asked == 1 { "hand" } else { "hands" };
            let plural = if random.tiles() == 1 { "" } else { "s" };
            let rest = if report.is_complete() { "" } else { ", not all of them" };
            let (tiles, deck) = (random.tiles(), random.deck().tiles());
            format!("{hands}{of} random {noun} of {tiles} tile{plural}{rest} (seed {seed}, deck of {deck})")
        }
        Sources::Inputs(inputs) => {
            let rest = if report.is_complete() { "" } else { ", not all of them" };
            match &inputs[..] {
                [one] => format!("{} of {}{rest}", counted(hands), one.name),
                inputs => format!("{} of {} inputs{rest}", counted(hands), inputs.len()),
            }
        }
    }
}

/// So many hands.
fn counted(hands: u64) -> String {
    if hands == 1 { "1 hand".to_owned() } else { format!("{} hands", grouped(hands)) }
}

fn spread(moments: &Moments) -> String {
    format!("{:>10} {:>6}", number(moments.mean(), 2), number(moments.deviation(), 2))
}

fn number(value: Option<f64>, digits: usize) -> String {
    value.map_or("–".to_owned(), |value| format!("{value:.digits$}"))
}
