//! For people: what comes of the next draw, of kans, and of a tile that is offered.

use std::fmt::Write;

use paili::analysis::{Call, Discarder, GoodWaits, Improvements, Kan, Offer, Prospect};
use paili::{Distance, Tile};

use super::text::Page;

impl Page<'_> {
    /// What a hand of 13−3n tiles does not need, and what its next draw makes of it where that was asked for.
    pub fn next_draw(&mut self) {
        let answer = self.answer;
        if let Some(good) = answer.good(None) {
            let GoodWaits { copies, accepted } = good;
            self.line("good", &format!("{copies} of {} copies lead to a good wait ({})", accepted, share(good)));
        }
        if !answer.unneeded.is_empty() && answer.distance != Distance::NEVER {
            let names: Vec<&str> = answer.unneeded.iter().map(|tile| answer.name(tile)).collect();
            self.line("unneeded", &names.join(" "));
        }
        let Some(improvements) = answer.improvements(None) else { return };
        let label = self.palette.label;
        if improvements.all.is_empty() {
            self.line("improve", "nothing");
        } else {
            self.line("improve", &format!("{label}copies  discard  acceptance{label:#}"));
        }
        for one in &improvements.all {
            let (tile, discard) = (answer.name(one.tile), answer.name(one.discard));
            let _ = writeln!(self.text, "  {tile:<8}{:>6}  {discard:<7}  {:>10}", one.copies, one.acceptance);
        }
        let Improvements { mean_acceptance, next_acceptance, .. } = improvements;
        let next = next_acceptance.map(|next| format!(", {next:.2} after one that lowers it")).unwrap_or_default();
        self.line("average", &format!("accepts {mean_acceptance:.2} after a draw that keeps the distance{next}"));
    }

    /// The headings of what was asked of the next draw after each discard.
    pub fn next_headings(&self) -> String {
        let mut headings = String::new();
        if self.shows_good() {
            headings += "     good";
        }
        if self.shows_improvements() {
            headings += "  improved   next";
        }
        headings
    }

    /// The cells below them.
    pub fn next_cells(&self, discard: Tile) -> String {
        let mut cells = String::new();
        if self.shows_good() {
            let _ = write!(cells, "  {:>7}", self.answer.good(Some(discard)).map_or("–".to_owned(), share));
        }
        if self.shows_improvements() {
            let improvements = self.answer.improvements(Some(discard));
            let number = |number: Option<f64>| number.map_or("–".to_owned(), |number| format!("{number:.2}"));
            let improved = number(improvements.map(|of| of.mean_acceptance));
            let next = number(improvements.and_then(|of| of.next_acceptance));
            let _ = write!(cells, "  {improved:>8}  {next:>5}");
        }
        cells
    }

    fn shows_good(&self) -> bool {
        self.answer.discards.iter().any(|discard| self.answer.good(Some(discard.tile)).is_some())
    }

    fn shows_improvements(&self) -> bool {
        self.answer.discards.iter().any(|discard| self.answer.improvements(Some(discard.tile)).is_some())
    }

    /// The kans of the hand's own tiles.
    pub fn kans(&mut self) {
        let label = self.palette.label;
        if self.answer.kans.is_empty() {
            return;
        }
        self.line("kan", &format!("{label}distance  acceptance  useful, before the draw{label:#}"));
        for Kan { tile, distance, useful, .. } in &self.answer.kans {
            let (name, copies) = (self.answer.name(*tile), self.copies(useful, *distance, &self.answer.unseen));
            let _ = writeln!(self.text, "  {name:<8}{distance:>8}  {:>10}  {copies}", useful.acceptance);
        }
    }

    /// What the hand could become.
    pub fn prospects(&mut self) {
        let (label, best) = (self.palette.label, self.palette.best);
        let Some(prospects) = &self.answer.prospects else { return };
        let is_due = prospects.iter().any(|of| of.discard.is_some());
        let heading = if is_due { "  discard" } else { "" };
        self.line("towards", &format!("{label}        distance{heading}  acceptance  useful{label:#}"));
        let nearest = prospects.first().map(|of| of.distance);
        for Prospect { name, discard, distance, useful, .. } in prospects {
            let style = if Some(*distance) == nearest { best } else { label };
            let discard = discard.map_or("–".into(), |tile| self.answer.discard_name(tile));
            let discard = if is_due { format!("  {discard:<7}") } else { String::new() };
            let copies = self.copies(useful, *distance, &self.answer.unseen);
            let acceptance = useful.acceptance;
            let _ =
                writeln!(self.text, "{style}  {name:<16}{distance:>8}{discard}  {acceptance:>10}  {copies}{style:#}");
        }
    }

    /// What can be done about a tile that is offered.
    pub fn offers(&mut self, tile: &str, from: Discarder) {
        let (label, best) = (self.palette.label, self.palette.best);
        let Some(offers) = &self.answer.offers else { return };
        let good = |offer: &Offer| self.answer.good_after(&offer.after, offer.discard);
        let good: Vec<Option<GoodWaits>> = offers.iter().map(good).collect();
        let shows_good = good.iter().any(Option::is_some);
        let from = match from {
            Discarder::Left => "from the left",
            Discarder::Across => "from across",
            Discarder::Right => "from the right",
        };
        self.line("offered", &format!("{} {from}", tile.trim()));
        let heading = if shows_good { "     good" } else { "" };
        self.line("call", &format!("{label}      discard  distance  acceptance{heading}  useful{label:#}"));
        for (place, (offer, good)) in offers.iter().zip(good).enumerate() {
            let style = if place == 0 { best } else { label };
            let meld = self.answer.notation.write(offer.meld()).unwrap_or_default();
            let call = format!("{} {meld}", offer.call);
            let discard = offer.discard.map_or("–", |tile| self.answer.name(tile));
            let good = good.map_or("–".to_owned(), share);
            let good = if shows_good { format!("  {good:>7}") } else { String::new() };
            let (distance, acceptance) = (offer.distance, offer.useful.acceptance);
            let copies = match offer.call {
                Call::Win => "wins".to_owned(),
                _ => self.copies(&offer.useful, distance, &offer.after.unseen),
            };
            let _ = writeln!(
                self.text,
                "{style}  {call:<14}{discard:<7}{distance:>10}  {acceptance:>10}{good}  {copies}{style:#}"
            );
        }
    }
}

/// The share of copies that lead to a good wait.
fn share(good: GoodWaits) -> String {
    format!("{:.1} %", 100.0 * good.share())
}
