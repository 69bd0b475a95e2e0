//! The report of a run: to people on a page, to programs as a JSON object.

use std::time::Duration;

use paili::Tile;
use paili::game::Seat;
use paili::simulation::{Histogram, Tally};
use serde::Serialize;

use super::Parameters;
use crate::arguments::say_seating;
use crate::numbers::{grouped, number, percent, speed, took};
use crate::output::json_line;
use crate::page::{Column, Page, left, right};

/// A run and its tally.
pub struct Report<'a> {
    pub parameters: &'a Parameters,
    pub tally: &'a Tally,
    /// Games that this process played; a checkpoint may have brought others.
    pub played_now: u64,
    pub took: Duration,
}

/// The tally's keys, then the run's in their published order. Keys that differ from run to run come last.
#[derive(Serialize)]
struct Object<'a> {
    #[serde(flatten)]
    tally: &'a Tally,
    games_asked: u64,
    complete: bool,
    seed: u64,
    policies: [String; 4],
    model: &'static str,
    seconds: f64,
    games_per_second: f64,
}

const COUNTED: [Column; 3] = [left(26), right(10), left(0).after(3)];
const SEATS: [Column; 5] = [left(15), left(27), left(27), left(27), left(0)];
/// Headings end two blanks before the numbers below them.
const MOMENTS: [Column; 5] = [left(26), right(7), right(8), right(10), right(8)];
/// Headings end a blank before the numbers below them. The last four are for detail.
const TURNS: [Column; 9] =
    [left(23), right(9), right(7), right(8), right(13), right(15), right(7), right(13), right(7)];

impl Report<'_> {
    /// The run as JSON on a line.
    pub fn json(&self) -> String {
        let Parameters { seed, games, seating, model, .. } = self.parameters;
        json_line(&Object {
            tally: self.tally,
            games_asked: *games,
            complete: self.is_complete(),
            seed: seed.0,
            policies: seating.each_ref().map(ToString::to_string),
            model: model.name(),
            seconds: self.took.as_secs_f64(),
            games_per_second: speed(self.played_now, self.took),
        })
    }

    /// The run on a page.
    pub fn page(&self) -> String {
        let Parameters { seed, games, seating, .. } = self.parameters;
        let of = if self.is_complete() { String::new() } else { format!(" of {}, not all played", grouped(*games)) };
        let mut page = Page::default();
        let (played, policies) = (grouped(self.tally.games()), say_seating(seating));
        page.line(&format!("{played} games{of} (seed {}, policy {policies})", seed.0));
        self.add_endings(&mut page);
        self.add_seats(&mut page);
        self.add_games(&mut page);
        self.add_turns(&mut page);
        if let Some(detail) = self.tally.detail() {
            page.heading(&MOMENTS, &["When first ready", "mean  ", "sd  ", "median  ", "most  "]);
            add_moments(&mut page, "own turn", &detail.first_ready);
            add_moments(&mut page, "kinds waited for", &detail.wait_kinds);
            add_moments(&mut page, "copies unseen of them", &detail.wait_copies);
        }
        page.line(&format!("\n{} games {}", grouped(self.played_now), took(self.played_now, "games", self.took)));
        page.into_text()
    }

    pub fn is_complete(&self) -> bool {
        self.tally.games() == self.parameters.games
    }

    fn add_endings(&self, page: &mut Page) {
        page.heading(&COUNTED, &["How games end", "games", "rate (95 % interval)"]);
        for (name, share) in [
            ("self-draw", self.tally.all_self_drawn()),
            ("ron", self.tally.all_rons()),
            ("  that overrode another", self.tally.head_bumps()),
            ("wall exhausted", self.tally.exhausted()),
        ] {
            page.row(&COUNTED, &[&format!("  {name}"), &grouped(share.hits), &percent(share)]);
        }
        // Only programs that fail give games up.
        let forfeited = self.tally.forfeited();
        if forfeited.hits > 0 {
            page.row(&COUNTED, &["  forfeited", &grouped(forfeited.hits), &percent(forfeited)]);
        }
    }

    fn add_seats(&self, page: &mut Page) {
        let tally = self.tally;
        page.heading(&SEATS, &["Seat", "wins", "by self-draw", "by ron", "deals in"]);
        for seat in Seat::ALL {
            let name = format!("  {seat} {}", self.parameters.names[seat.index()]);
            let rates = [tally.wins(seat), tally.self_drawn(seat), tally.rons(seat), tally.dealt_in(seat)];
            let [wins, self_drawn, rons, dealt_in] = rates.map(percent);
            page.row(&SEATS, &[&name, &wins, &self_drawn, &rons, &dealt_in]);
        }
    }

    fn add_games(&self, page: &mut Page) {
        let tally = self.tally;
        page.heading(&MOMENTS, &["In a game", "mean  ", "sd  ", "median  ", "most  "]);
        add_moments(page, "turns", tally.turns());
        add_moments(page, "tiles left at the end", tally.tiles_left());
        add_moments(page, "chows", tally.chows_in_all());
        add_moments(page, "pongs", tally.pongs_in_all());
        for seat in Seat::ALL {
            add_moments(page, &format!("chows of {seat}"), tally.chows(seat));
            add_moments(page, &format!("pongs of {seat}"), tally.pongs(seat));
        }
        for special in [Tile::PASS, Tile::REVERSE, Tile::DOUBLE] {
            add_moments(page, &format!("{special} played"), tally.specials(special));
        }
        add_moments(page, "winner's exposed melds", tally.winner_melds());
        add_moments(page, "ready at exhaustion", tally.ready_when_exhausted());
    }

    fn add_turns(&self, page: &mut Page) {
        let (dealt, detail) = (self.tally.dealt(), self.tally.detail());
        let columns = if detail.is_some() { &TURNS } else { &TURNS[..5] };
        let distance = ["Distance after own turn", "mean ", "sd ", "ready ", "of players "];
        page.heading(columns, &[&distance[..], &["useful kinds ", "sd ", "acceptance ", "sd "]].concat());
        // The last turns are those of a few freak games.
        let common = |distances: &&Histogram| 100 * distances.total() >= dealt.total();
        let turns = std::iter::once(dealt).chain(self.tally.after_turn()).take_while(common);
        for (turn, distances) in turns.enumerate() {
            let name = if turn == 0 { "deal".to_owned() } else { turn.to_string() };
            let mut cells = vec![
                format!("{name:>6}"),
                number(distances.mean(), 3),
                number(distances.deviation(), 3),
                share(distances.counts()[..2].iter().sum(), distances.total()),
                share(distances.total(), dealt.total()),
            ];
            if let Some((kinds, acceptance)) = detail.and_then(|detail| detail.useful().get(turn)) {
                for moments in [kinds, acceptance] {
                    cells.extend([number(moments.mean(), 2), number(moments.deviation(), 2)]);
                }
            }
            page.row(columns, &cells.iter().map(String::as_str).collect::<Vec<_>>());
        }
    }
}

fn add_moments(page: &mut Page, name: &str, seen: &Histogram) {
    let [mean, deviation] = [seen.mean(), seen.deviation()].map(|value| number(value, 3));
    let [median, most] = [0.5, 1.0].map(|share| seen.quantile(share).map_or("–".to_owned(), |at| at.to_string()));
    page.row(&MOMENTS, &[&format!("  {name}"), &mean, &deviation, &median, &most]);
}

fn share(part: u64, whole: u64) -> String {
    if whole == 0 { "–".to_owned() } else { format!("{:.1} %", 100.0 * part as f64 / whole as f64) }
}
