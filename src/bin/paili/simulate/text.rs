//! The report for people.

use std::fmt::Write;

use paili::game::Seat;
use paili::simulation::{Histogram, Moments, Tally};
use paili::tile::Tile;

use super::policies::say_policies;
use super::report::Report;
use crate::rates::{grouped, percent};

/// The report on a page.
pub fn render(report: &Report) -> String {
    let mut page = Page { report, tally: report.tally, text: String::new() };
    page.heading();
    page.endings();
    page.seats();
    page.games();
    page.distances();
    page.detail();
    page.speed();
    page.text
}

struct Page<'a> {
    report: &'a Report<'a>,
    tally: &'a Tally,
    text: String,
}

impl Page<'_> {
    fn line(&mut self, line: &str) {
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }

    fn heading(&mut self) {
        let parameters = self.report.parameters;
        let games = grouped(self.tally.games());
        let of = if self.report.is_complete() {
            String::new()
        } else {
            format!(" of {}, not all played", grouped(parameters.games))
        };
        let policies = say_policies(parameters.policies);
        self.line(&format!("{games} games{of} (seed {}, policy {policies})", parameters.seed.0));
    }

    fn endings(&mut self) {
        let tally = self.tally;
        self.line("\nHow games end                  games   rate (95 % interval)");
        for (name, proportion) in [
            ("self-draw", tally.all_self_drawn()),
            ("ron", tally.all_rons()),
            ("  that overrode another", tally.head_bumps()),
            ("wall exhausted", tally.exhausted()),
        ] {
            self.line(&format!("  {name:<24}{:>10}   {}", grouped(proportion.hits), percent(proportion)));
        }
    }

    fn seats(&mut self) {
        self.line("\nSeat           wins                       by self-draw               by ron                     deals in");
        for seat in Seat::ALL {
            let policy = self.report.parameters.policies[seat.index()].name();
            let tally = self.tally;
            let rates = [tally.wins(seat), tally.self_drawn(seat), tally.rons(seat), tally.dealt_in(seat)];
            let [wins, self_drawn, rons, dealt_in] = rates.map(percent);
            self.line(&format!("  {seat} {policy:<11}{wins:<27}{self_drawn:<27}{rons:<27}{dealt_in}"));
        }
    }

    fn games(&mut self) {
        let tally = self.tally;
        self.line("\nIn a game                  mean      sd    median    most");
        self.distribution("turns", tally.turns());
        self.distribution("tiles left at the end", tally.tiles_left());
        self.distribution("chows", tally.chows_in_all());
        self.distribution("pongs", tally.pongs_in_all());
        for seat in Seat::ALL {
            self.distribution(&format!("chows of {seat}"), tally.chows(seat));
            self.distribution(&format!("pongs of {seat}"), tally.pongs(seat));
        }
        for special in [Tile::PASS, Tile::REVERSE, Tile::DOUBLE] {
            self.distribution(&format!("{special} played"), tally.specials(special));
        }
        self.distribution("winner's exposed melds", tally.winner_melds());
        self.distribution("ready at exhaustion", tally.ready_when_exhausted());
    }

    fn distribution<const N: usize>(&mut self, name: &str, seen: &Histogram<N>) {
        let [mean, deviation] = [seen.mean(), seen.deviation()].map(|value| number(value, 3));
        let [median, most] = [0.5, 1.0].map(|share| seen.quantile(share).map_or("–".to_owned(), |at| at.to_string()));
        self.line(&format!("  {name:<24}{mean:>7} {deviation:>7}    {median:>6}  {most:>6}"));
    }

    fn distances(&mut self) {
        let detail = self.tally.detail();
        let more = if detail.is_some() { "   useful kinds     sd   acceptance     sd" } else { "" };
        self.line(&format!("\nDistance after own turn    mean     sd   ready   of players{more}"));
        let dealt = self.tally.dealt();
        let all = std::iter::once(dealt).chain(self.tally.after_turn());
        // The last turns are those of a few freak games.
        let common = all.take_while(|distances| 100 * distances.total() >= dealt.total()).enumerate();
        for (turn, distances) in common.collect::<Vec<_>>() {
            let name = if turn == 0 { "deal".to_owned() } else { turn.to_string() };
            let [mean, deviation] = [distances.mean(), distances.deviation()].map(|value| number(value, 3));
            let ready = share(distances.counts()[..2].iter().sum(), distances.total());
            let players = share(distances.total(), dealt.total());
            let useful = detail.and_then(|detail| detail.useful().get(turn)).map_or(String::new(), |useful| {
                let spread = |moments: &Moments| (number(moments.mean(), 2), number(moments.deviation(), 2));
                let ((kinds, kinds_sd), (copies, copies_sd)) = (spread(&useful.kinds), spread(&useful.acceptance));
                format!("        {kinds:>7} {kinds_sd:>6}      {copies:>7} {copies_sd:>6}")
            });
            self.line(&format!(
                "  {name:>4}                   {mean:>7} {deviation:>6} {ready:>7}      {players:>7}{useful}"
            ));
        }
    }

    fn detail(&mut self) {
        let Some(detail) = self.tally.detail() else { return };
        self.line("\nWhen first ready           mean      sd    median    most");
        self.distribution("own turn", detail.first_ready());
        self.distribution("kinds waited for", detail.wait_kinds());
        self.distribution("copies unseen of them", detail.wait_copies());
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a speed is a positive number of games")]
    fn speed(&mut self) {
        let seconds = self.report.took.as_secs_f64();
        let played = grouped(self.report.played_now);
        let speed = grouped(self.report.speed().round() as u64);
        // Writing to a string can't fail.
        let _ = writeln!(self.text, "\n{played} games in {seconds:.2} s: {speed} games a second");
    }
}

fn number(value: Option<f64>, digits: usize) -> String {
    value.map_or("–".to_owned(), |value| format!("{value:.digits$}"))
}

fn share(part: u64, whole: u64) -> String {
    if whole == 0 { "–".to_owned() } else { format!("{:.1} %", 100.0 * part as f64 / whole as f64) }
}
