//! The answer as JSON.

use std::io::Write;
use std::sync::LazyLock;

use super::HandAnswer;
use crate::analysis::{Available, Discard, GoodWaits, Kan, Offer, Plan, Prospect, Useful};
use crate::distance::Distance;
use crate::notation::Notation;
use crate::tile::Tile;

impl HandAnswer<'_> {
    /// Appends the answer as a JSON object, with the keys of `paili hand --format json`. Written by hand, since this takes a
    /// fraction of the time: no name of a tile or a form has characters that JSON escapes.
    pub fn write_json(&self, json: &mut Vec<u8>) {
        let melds = self.hand.melds().get();
        let mut buffer = [0; size_of::<Buffer>()];
        add_text(json, r#"{"hand":"#, &self.tiles());
        add_text(json, r#","rules":"#, self.rules().name());
        add_number(json, r#","tiles":"#, self.hand.tiles());
        add_number(json, r#","melds":"#, melds);
        if self.rules().wildcards() > 0 {
            add_number(json, r#","wildcards":"#, self.hand.wildcards());
        }
        if self.available() != Available::Any {
            add_text(json, r#","available":"#, self.available().name());
        }
        if let Some(aim) = self.rules().aim().told() {
            add_text(json, r#","aim":"#, &aim);
        }
        add_distance(json, r#","distance":"#, self.distance, Distance::get);
        add_distance(json, r#","shanten":"#, self.distance, Distance::shanten);
        add_array(json, r#","forms":"#, self.forms.iter(), |json, form| add_text(json, "", form.name()));
        if let Some((form, distance)) = self.nearer {
            add_text(json, r#","nearer":{"form":"#, form.name());
            add_number(json, r#","distance":"#, distance.get());
            json.push(b'}');
        }
        if let Some(void) = self.void_letter() {
            add_text(json, r#","void":"#, void.encode_utf8(&mut [0; 4]));
        }
        if let Some(useful) = &self.useful {
            self.add_copies(json, r#","useful":"#, useful, &mut buffer);
            add_number(json, r#","acceptance":"#, useful.acceptance);
            self.write_next(json, None);
            self.add_win(json, None);
            if self.is_ready() {
                self.add_names(json, r#","waits":"#, useful.kinds.iter());
            }
        } else {
            add_array(json, r#","discards":"#, &self.discards, |json, Discard { tile: discard, distance, useful }| {
                add_text(json, r#"{"tile":"#, &self.discard_name(*discard));
                add_distance(json, r#","distance":"#, *distance, Distance::get);
                add_number(json, r#","acceptance":"#, useful.acceptance);
                self.write_next(json, Some(*discard));
                self.add_win(json, Some(*discard));
                self.add_copies(json, r#","useful":"#, useful, &mut buffer);
                json.push(b'}');
            });
        }
        self.add_names(json, r#","unneeded":"#, self.unneeded.iter());
        if !self.kans.is_empty() {
            add_array(json, r#","kans":"#, &self.kans, |json, kan| self.add_kan(json, kan));
        }
        if let Some(offers) = &self.offers {
            add_array(json, r#","offers":"#, offers, |json, offer| self.add_offer(json, offer));
        }
        if let Some(prospects) = &self.prospects {
            add_array(json, r#","towards":"#, prospects, |json, of| self.add_prospect(json, of));
        }
        if let Some(tile) = self.rule_discard {
            add_text(json, r#","rule_discard":"#, &self.discard_name(tile));
        }
        if let Some(plan) = &self.plan {
            self.add_plan(json, plan);
        }
        json.push(b'}');
    }

    fn add_plan(&self, json: &mut Vec<u8>, plan: &Plan) {
        // What has no place in the groups is given up.
        let mut name = self.notation.namer(&self.reds);
        let mut add_named = |json: &mut Vec<u8>, key: &str, tiles: &[Tile]| {
            add_array(json, key, tiles, |json, &tile| add_text(json, "", &name(tile)));
        };
        add_array(json, r#","plan":{"groups":"#, &plan.groups, |json, group| add_named(json, "", group));
        self.add_names(json, r#","missing":"#, plan.missing.iter().copied());
        add_named(json, r#","surplus":"#, &plan.surplus);
        if self.rules().wildcards() > 0 {
            self.add_names(json, r#","wildcards":"#, plan.wildcards.iter().copied());
        }
        json.push(b'}');
    }

    fn add_prospect(&self, json: &mut Vec<u8>, of: &Prospect) {
        add_text(json, r#"{"name":"#, &of.name);
        if let Some(discard) = of.discard {
            add_text(json, r#","discard":"#, &self.discard_name(discard));
        }
        add_distance(json, r#","distance":"#, of.distance, Distance::get);
        add_number(json, r#","acceptance":"#, of.useful.acceptance);
        json.push(b'}');
    }

    fn add_kan(&self, json: &mut Vec<u8>, kan: &Kan) {
        add_text(json, r#"{"tile":"#, self.name(kan.tile));
        add_distance(json, r#","distance":"#, kan.distance, Distance::get);
        add_number(json, r#","acceptance":"#, kan.useful.acceptance);
        if let Some(good) = self.good_after(&kan.after, None) {
            add_good(json, good);
        }
        json.push(b'}');
    }

    fn add_offer(&self, json: &mut Vec<u8>, offer: &Offer) {
        add_text(json, r#"{"call":"#, offer.call.name());
        let meld = offer.meld();
        if !meld.is_empty() {
            self.add_names(json, r#","meld":"#, meld.into_iter());
        }
        if let Some(discard) = offer.discard {
            let name = self.notation.name_of_discard(discard, offer.after.hand.counts(), &self.reds);
            add_text(json, r#","discard":"#, &name);
        }
        add_distance(json, r#","distance":"#, offer.distance, Distance::get);
        add_number(json, r#","acceptance":"#, offer.useful.acceptance);
        if let Some(good) = self.good_after(&offer.after, offer.discard) {
            add_good(json, good);
        }
        json.push(b'}');
    }

    /// Adds how likely the hand wins with a discard: null if that is not in the graph.
    fn add_win(&self, json: &mut Vec<u8>, discard: Option<Tile>) {
        if self.wins.is_some() {
            // Writing to a vector can't fail.
            let _ = match self.win(discard) {
                Some(win) => write!(json, r#","win":{win}"#),
                None => write!(json, r#","win":null"#),
            };
        }
    }

    fn add_names(&self, json: &mut Vec<u8>, key: &str, tiles: impl Iterator<Item = Tile>) {
        add_array(json, key, tiles, |json, tile| add_text(json, "", self.name(tile)));
    }

    /// Adds the copies left of useful tiles. Most of an answer is these, so each is there to be copied in one piece of a known
    /// size, of which the next overwrites what is too much.
    fn add_copies(&self, json: &mut Vec<u8>, key: &str, useful: &Useful, buffer: &mut Buffer) {
        let written = &COPIES[self.notation as usize];
        let mut end = 0;
        for (tile, copies) in useful.copies(&self.unseen) {
            let (text, length) = &written[tile.index()][usize::from(copies)];
            buffer[end..end + text.len()].copy_from_slice(text);
            end += length;
        }
        add(json, key);
        json.push(b'[');
        // Without the last comma.
        json.extend_from_slice(&buffer[..end.saturating_sub(1)]);
        json.push(b']');
    }
}

/// Of each notation and tile, `{"tile":"1m","copies":0},` and so on up to four copies.
static COPIES: LazyLock<[Vec<[Written; Tile::COPIES as usize + 1]>; Notation::ALL.len()]> = LazyLock::new(|| {
    let written = |name: &str, copies: usize| {
        let text = format!(r#"{{"tile":"{name}","copies":{copies}}},"#);
        let mut filled = [b' '; 32];
        filled[..text.len()].copy_from_slice(text.as_bytes());
        (filled, text.len())
    };
    let of = |name| std::array::from_fn(|copies| written(name, copies));
    Notation::ALL.map(|notation| Tile::ALL.into_iter().map(|tile| of(notation.name_of(tile))).collect())
});

/// A text, filled up to one size, and how long it is.
type Written = ([u8; 32], usize);

/// Where the copies of all tiles have room.
type Buffer = [u8; Tile::COUNT * size_of::<[u8; 32]>()];

pub(super) fn add(json: &mut Vec<u8>, text: &str) {
    json.extend_from_slice(text.as_bytes());
}

/// Adds a key and a text that needs no escapes.
pub(super) fn add_text(json: &mut Vec<u8>, key: &str, text: &str) {
    add(json, key);
    json.push(b'"');
    add(json, text);
    json.push(b'"');
}

/// Adds a key and its number.
pub(super) fn add_number(json: &mut Vec<u8>, key: &str, number: impl itoa::Integer) {
    add(json, key);
    add(json, itoa::Buffer::new().format(number));
}

/// Adds a key and what tells a distance, or null where no tiles can complete the hand.
fn add_distance<N: itoa::Integer>(json: &mut Vec<u8>, key: &str, distance: Distance, number: impl Fn(Distance) -> N) {
    match distance {
        Distance::NEVER => {
            add(json, key);
            add(json, "null");
        }
        distance => add_number(json, key, number(distance)),
    }
}

pub(super) fn add_good(json: &mut Vec<u8>, good: GoodWaits) {
    add_number(json, r#","good":{"copies":"#, good.copies);
    // Writing to a vector can't fail.
    let _ = write!(json, r#","share":{:?}}}"#, good.share());
}

/// Adds a key and an array.
pub(super) fn add_array<T>(
    json: &mut Vec<u8>,
    key: &str,
    items: impl IntoIterator<Item = T>,
    mut add_item: impl FnMut(&mut Vec<u8>, T),
) {
    add(json, key);
    json.push(b'[');
    for (place, item) in items.into_iter().enumerate() {
        if place > 0 {
            json.push(b',');
        }
        add_item(json, item);
    }
    json.push(b']');
}
