//! Everything about one hand.

use std::borrow::Cow;
use std::io::Write;
use std::sync::LazyLock;

use crate::analysis::{self, Discard, Plan, Unseen, Useful, rule_discard};
use crate::distance::{Distance, Model};
use crate::forms::{Form, Forms, WithForms};
use crate::hand::Hand;
use crate::notation::Notation;
use crate::odds::{Graph, Law, OddsError};
use crate::tile::Tile;

/// Everything about one hand. Tiles are written in its notation; specials, which not every notation has, as the judge
/// writes them.
///
/// ```
/// use paili::answers::HandAnswer;
/// use paili::Forms;
/// use paili::analysis::Question;
///
/// let question = Question::new(&[""; 0], "", Forms::default(), None)?;
/// let (notation, hand, unseen) = question.read("34m99p")?;
/// let answer = HandAnswer::new(&question.model(), notation, hand, unseen);
/// assert_eq!(answer.distance.get(), 1);
/// let mut json = Vec::new();
/// answer.write_json(&mut json);
/// assert_eq!(
///     String::from_utf8(json)?,
///     r#"{"hand":"34m99p","tiles":4,"melds":3,"distance":1,"shanten":0,"forms":["standard"],"#.to_owned()
///         + r#""useful":[{"tile":"2m","copies":4},{"tile":"5m","copies":4}],"acceptance":8,"waits":["2m","5m"],"#
///         + r#""plan":{"groups":[["2m","3m","4m"],["9p","9p"]],"missing":["2m"],"surplus":[]}}"#
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct HandAnswer {
    /// The notation of the answer.
    pub notation: Notation,
    /// The hand.
    pub hand: Hand,
    /// Which of its fives are red, as it was written: none, unless somebody says so.
    pub reds: Vec<Tile>,
    /// The tiles that its owner has not seen.
    pub unseen: Unseen,
    /// How many tiles it lacks to win.
    pub distance: Distance,
    /// The forms that reach the distance.
    pub forms: Forms,
    /// The form that was not asked for and is nearer, and its distance.
    pub nearer: Option<(Form, Distance)>,
    /// The useful tiles; of a hand of 13−3n tiles.
    pub useful: Option<Useful>,
    /// Every discard, best first; of a hand of 14−3n tiles.
    pub discards: Vec<Discard>,
    /// The THUPC rule's discard; of a hand of 14−3n tiles that does not win in the standard form.
    pub rule_discard: Option<Tile>,
    /// One way to split the hand for its distance.
    pub plan: Plan,
    /// How likely it wins, with each discard that is worth something or without one; if it was asked for.
    pub wins: Option<Vec<(Option<Tile>, f64)>>,
}

/// Whether a tile of a plan is held, or lacking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Held {
    /// It is held.
    Yes,
    /// It is lacking.
    No,
}

impl HandAnswer {
    /// Answers everything about a hand, given the tiles that its owner has not seen.
    pub fn new<M: Model>(model: &WithForms<M>, notation: Notation, hand: Hand, unseen: Unseen) -> HandAnswer {
        let (distance, forms) = model.reached(&hand);
        let form = forms.iter().next().unwrap_or(Form::Standard);
        HandAnswer {
            notation,
            hand,
            reds: Vec::new(),
            unseen,
            distance,
            forms,
            nearer: model.nearer(&hand),
            useful: (!hand.must_discard()).then(|| Useful::of(*model, &hand, &unseen)),
            discards: analysis::discards(*model, &hand, &unseen).to_vec(),
            rule_discard: rule_discard(model.standard(), &hand),
            plan: Plan::of(model.standard(), &hand, form),
            wins: None,
        }
    }

    /// Adds how likely the hand wins in `draws` draws, played alone: with one change where that is
    /// [quick](Graph::refined).
    ///
    /// # Errors
    ///
    /// As [`Graph::refined`] and [`Graph::wins`].
    pub fn add_wins<M: Model>(&mut self, model: &WithForms<M>, draws: u32) -> Result<(), OddsError> {
        let graph = Graph::refined(&self.hand, &self.unseen, model.forms())?;
        self.wins = Some(graph.wins(draws, Law::Remembering)?);
        Ok(())
    }

    /// How likely the hand wins with a discard, or without one, if it was asked for and is known.
    #[must_use]
    pub fn win(&self, discard: Option<Tile>) -> Option<f64> {
        self.wins.as_ref()?.iter().find(|&&(other, _)| other == discard).map(|&(_, win)| win)
    }

    /// Whether the hand is ready: its useful tiles are its waits.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.useful.is_some() && self.distance == Distance::READY
    }

    /// A tile in the answer's notation.
    #[must_use]
    pub fn name(&self, tile: Tile) -> &'static str {
        self.notation.name_of(tile)
    }

    /// The concealed tiles in the answer's notation, red fives as such, or in the judge's if only that one can write them.
    #[must_use]
    pub fn tiles(&self) -> String {
        self.notation.write_counts(self.hand.counts(), &self.reds)
    }

    /// A discard in the answer's notation: a red five only goes where no other five is held.
    #[must_use]
    pub fn discard_name(&self, tile: Tile) -> Cow<'static, str> {
        self.notation.name_of_discard(tile, self.hand.counts(), &self.reds)
    }

    /// The plan's groups: each tile in the answer's notation, and whether it is held. Of equal ones the first are, and red
    /// fives before others.
    #[must_use]
    pub fn groups(&self) -> Vec<Vec<(Cow<'static, str>, Held)>> {
        let (mut used, mut namer) = ([0; Tile::COUNT], self.notation.namer(&self.reds));
        let mut name = |&tile: &Tile| {
            used[tile.index()] += 1;
            let held = if used[tile.index()] <= self.hand.counts().get(tile) { Held::Yes } else { Held::No };
            (namer(tile), held)
        };
        self.plan.groups.iter().map(|group| group.iter().map(&mut name).collect()).collect()
    }

    /// The red fives that the plan gives up, since its groups have no room for them.
    #[must_use]
    pub fn reds_given_up(&self) -> Vec<Tile> {
        without_room(&self.reds, &self.plan.groups)
    }

    /// Appends the answer as a JSON object, with the keys of `paili hand --format json`. Written by hand, since this takes a
    /// fraction of the time: no name of a tile or a form has characters that JSON escapes.
    pub fn write_json(&self, json: &mut Vec<u8>) {
        let melds = self.hand.melds().get();
        add(json, r#"{"hand":""#);
        add(json, &self.tiles());
        add_number(json, r#"","tiles":"#, self.hand.counts().total());
        add_number(json, r#","melds":"#, melds);
        add_number(json, r#","distance":"#, self.distance.get());
        add_number(json, r#","shanten":"#, self.distance.shanten());
        add(json, r#","forms":"#);
        add_array(json, self.forms.iter(), |json, form| add_text(json, form.name()));
        if let Some((form, distance)) = self.nearer {
            add(json, r#","nearer":{"form":"#);
            add_text(json, form.name());
            add_number(json, r#","distance":"#, distance.get());
            json.push(b'}');
        }
        if let Some(useful) = &self.useful {
            add(json, r#","useful":"#);
            self.add_copies(json, useful);
            add_number(json, r#","acceptance":"#, useful.acceptance);
            self.add_win(json, None);
            if self.is_ready() {
                add(json, r#","waits":"#);
                self.add_names(json, useful.kinds.iter());
            }
        } else {
            add(json, r#","discards":"#);
            add_array(json, &self.discards, |json, Discard { tile: discard, distance, useful }| {
                add(json, r#"{"tile":"#);
                add_text(json, &self.discard_name(*discard));
                add_number(json, r#","distance":"#, distance.get());
                add_number(json, r#","acceptance":"#, useful.acceptance);
                self.add_win(json, Some(*discard));
                add(json, r#","useful":"#);
                self.add_copies(json, useful);
                json.push(b'}');
            });
        }
        if let Some(tile) = self.rule_discard {
            add(json, r#","rule_discard":"#);
            add_text(json, &self.discard_name(tile));
        }
        add(json, r#","plan":{"groups":"#);
        // What has no place in the groups is given up.
        let mut name = self.notation.namer(&self.reds);
        let mut add_named = |json: &mut Vec<u8>, tiles: &[Tile]| {
            add_array(json, tiles, |json, &tile| add_text(json, &name(tile)));
        };
        add_array(json, &self.plan.groups, |json, group| add_named(json, group));
        add(json, r#","missing":"#);
        self.add_names(json, self.plan.missing.iter().copied());
        add(json, r#","surplus":"#);
        add_named(json, &self.plan.surplus);
        add(json, "}}");
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

    fn add_names(&self, json: &mut Vec<u8>, tiles: impl Iterator<Item = Tile>) {
        add_array(json, tiles, |json, tile| add_text(json, self.name(tile)));
    }

    /// Adds the copies left of useful tiles. Most of an answer is these, so each is there to be copied, in a room of one
    /// size: how much of it is meant is told afterwards.
    fn add_copies(&self, json: &mut Vec<u8>, useful: &Useful) {
        let written = &COPIES[self.notation as usize];
        json.push(b'[');
        for (tile, copies) in useful.copies(&self.unseen) {
            let (room, length) = &written[tile.index()][usize::from(copies)];
            json.extend_from_slice(room);
            json.truncate(json.len() - room.len() + length);
        }
        json.pop_if(|last| *last == b',');
        json.push(b']');
    }
}

/// Of each notation and tile, `{"tile":"1m","copies":0},` and so on up to four copies.
static COPIES: LazyLock<[Vec<[Written; Tile::COPIES as usize + 1]>; Notation::ALL.len()]> = LazyLock::new(|| {
    let written = |name: &str, copies: usize| {
        let text = format!(r#"{{"tile":"{name}","copies":{copies}}},"#);
        let mut room = [b' '; 32];
        room[..text.len()].copy_from_slice(text.as_bytes());
        (room, text.len())
    };
    let of = |name| std::array::from_fn(|copies| written(name, copies));
    Notation::ALL.map(|notation| Tile::ALL.into_iter().map(|tile| of(notation.name_of(tile))).collect())
});

/// A text in a room, and how long it is.
type Written = ([u8; 32], usize);

fn add(json: &mut Vec<u8>, text: &str) {
    json.extend_from_slice(text.as_bytes());
}

/// Adds a text that needs no escapes.
fn add_text(json: &mut Vec<u8>, text: &str) {
    json.push(b'"');
    add(json, text);
    json.push(b'"');
}

/// Adds a key and its number.
fn add_number(json: &mut Vec<u8>, key: &str, number: impl itoa::Integer) {
    add(json, key);
    add(json, itoa::Buffer::new().format(number));
}

fn add_array<T>(json: &mut Vec<u8>, items: impl IntoIterator<Item = T>, mut add_item: impl FnMut(&mut Vec<u8>, T)) {
    json.push(b'[');
    for (place, item) in items.into_iter().enumerate() {
        if place > 0 {
            json.push(b',');
        }
        add_item(json, item);
    }
    json.push(b']');
}

/// The red fives for which groups have no room.
pub(super) fn without_room(reds: &[Tile], groups: &[Vec<Tile>]) -> Vec<Tile> {
    let mut room: Vec<Tile> = groups.iter().flatten().copied().collect();
    let has_no_room = |red: &Tile| match room.iter().position(|tile| tile == red) {
        Some(place) => {
            room.swap_remove(place);
            false
        }
        None => true,
    };
    reds.iter().copied().filter(has_no_room).collect()
}
