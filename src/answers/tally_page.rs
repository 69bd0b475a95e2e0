//! A tally for people.

use super::page::{Column, Page, grouped, left, number, percent, right};
use crate::game::Seat;
use crate::simulation::{Histogram, Tally};
use crate::tile::Tile;

const COUNTED: [Column; 3] = [left(26), right(10), left(0).after(3)];
const SEATS: [Column; 5] = [left(15), left(27), left(27), left(27), left(0)];
/// Headings end two blanks before the numbers below them.
const MOMENTS: [Column; 5] = [left(26), right(7), right(8), right(10), right(8)];
/// Headings end a blank before the numbers below them. The last four are for detail.
const TURNS: [Column; 9] =
    [left(23), right(9), right(7), right(8), right(13), right(15), right(7), right(13), right(7)];

impl Tally {
    /// The tally as `paili simulate` prints it, under a title: how games end, what the player in each seat does, what happens
    /// in a game, and how distances fall. The names are those of the players in the four seats, which may be empty.
    pub fn page(&self, title: &str, names: &[String; 4]) -> String {
        let mut page = Page::default();
        page.line(title);
        self.add_endings(&mut page);
        self.add_seats(&mut page, names);
        self.add_games(&mut page);
        self.add_turns(&mut page);
        if let Some(detail) = self.detail() {
            page.heading(&MOMENTS, &["When first ready", "mean  ", "sd  ", "median  ", "most  "]);
            add_moments(&mut page, "own turn", &detail.first_ready);
            add_moments(&mut page, "kinds waited for", &detail.wait_kinds);
            add_moments(&mut page, "copies unseen of them", &detail.wait_copies);
        }
        page.into_text()
    }

    fn add_endings(&self, page: &mut Page) {
        page.heading(&COUNTED, &["How games end", "games", "rate (95 % interval)"]);
        for (name, share) in [
            ("self-draw", self.all_self_drawn()),
            ("ron", self.all_rons()),
            ("  that overrode another", self.head_bumps()),
            ("wall exhausted", self.exhausted()),
        ] {
            page.row(&COUNTED, &[&format!("  {name}"), &grouped(share.hits), &percent(share)]);
        }
        // Only programs that fail give games up.
        let forfeited = self.forfeited();
        if forfeited.hits > 0 {
            page.row(&COUNTED, &["  forfeited", &grouped(forfeited.hits), &percent(forfeited)]);
        }
    }

    fn add_seats(&self, page: &mut Page, names: &[String; 4]) {
        let longest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        // Two blanks and the seat stand before it, two blanks behind it.
        let mut columns = SEATS;
        columns[0] = left((2 + 2 + longest + 2).max(15));
        page.heading(&columns, &["Seat", "wins", "by self-draw", "by ron", "deals in"]);
        for seat in Seat::ALL {
            let name = format!("  {seat} {}", names[seat.index()]);
            let rates = [self.wins(seat), self.self_drawn(seat), self.rons(seat), self.dealt_in(seat)];
            let [wins, self_drawn, rons, dealt_in] = rates.map(percent);
            page.row(&columns, &[&name, &wins, &self_drawn, &rons, &dealt_in]);
        }
    }

    fn add_games(&self, page: &mut Page) {
        page.heading(&MOMENTS, &["In a game", "mean  ", "sd  ", "median  ", "most  "]);
        add_moments(page, "turns", self.turns());
        add_moments(page, "tiles left at the end", self.tiles_left());
        add_moments(page, "chows", self.chows_in_all());
        add_moments(page, "pongs", self.pongs_in_all());
        for seat in Seat::ALL {
            add_moments(page, &format!("chows of {seat}"), self.chows(seat));
            add_moments(page, &format!("pongs of {seat}"), self.pongs(seat));
        }
        for special in [Tile::PASS, Tile::REVERSE, Tile::DOUBLE] {
            add_moments(page, &format!("{special} played"), self.specials(special));
        }
        add_moments(page, "winner's exposed melds", self.winner_melds());
        add_moments(page, "ready at exhaustion", self.ready_when_exhausted());
    }

    fn add_turns(&self, page: &mut Page) {
        let (dealt, detail) = (self.dealt(), self.detail());
        let columns = if detail.is_some() { &TURNS } else { &TURNS[..5] };
        let distance = ["Distance after own turn", "mean ", "sd ", "ready ", "of players "];
        page.heading(columns, &[&distance[..], &["useful kinds ", "sd ", "acceptance ", "sd "]].concat());
        // The last turns are those of a few freak games.
        let common = |distances: &&Histogram| 100 * distances.total() >= dealt.total();
        let turns = std::iter::once(dealt).chain(self.after_turn()).take_while(common);
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
