//! Everything about one hand.

use std::borrow::Cow;
use std::io::Write;
use std::sync::LazyLock;

use crate::analysis::{self, Asked, Available, Discard, Plan, Question, QuestionError, Unseen, Useful, rule_discard};
use crate::distance::{Distance, Model};
use crate::forms::{Form, Forms};
use crate::hand::Hand;
use crate::notation::{HandText, Notation};
use crate::odds::{Graph, Law, OddsError};
use crate::rules::{RuleSet, RulesModel};
use crate::tile::{Suit, Tile};

/// Everything about one hand of any rule set. Tiles are written in its notation; specials, which not every notation has, as the
/// judge writes them.
///
/// ```
/// use paili::answers::HandAnswer;
/// use paili::analysis::Question;
/// use paili::rules::RuleSet;
///
/// let question = Question::new(RuleSet::standard(), &[""; 0], "")?;
/// let answer = HandAnswer::read(&question, "34m99p")?;
/// assert_eq!(answer.distance.get(), 1);
/// let mut json = Vec::new();
/// answer.write_json(&mut json);
/// assert_eq!(
///     String::from_utf8(json)?,
///     r#"{"hand":"34m99p","rules":"standard","tiles":4,"melds":3,"distance":1,"shanten":0,"forms":["standard"],"#.to_owned()
///         + r#""useful":[{"tile":"2m","copies":4},{"tile":"5m","copies":4}],"acceptance":8,"waits":["2m","5m"],"#
///         + r#""plan":{"groups":[["2m","3m","4m"],["9p","9p"]],"missing":["2m"],"surplus":[]}}"#
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct HandAnswer<'a> {
    question: Cow<'a, Question>,
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
    /// The forms that reach the distance; none if no tiles can complete it.
    pub forms: Forms,
    /// The form that was not asked for and is nearer, and its distance.
    pub nearer: Option<(Form, Distance)>,
    /// The suit that is void then, where one has to be.
    pub void: Option<Suit>,
    /// The useful tiles; of a hand that has no discard due.
    pub useful: Option<Useful>,
    /// Every discard, best first; of a hand that has one due.
    pub discards: Vec<Discard>,
    /// The THUPC rule's discard; of a hand of its game that has one due and does not win in the standard form.
    pub rule_discard: Option<Tile>,
    /// One way to split the hand for its distance, if tiles can complete it.
    pub plan: Option<Plan>,
    /// How likely it wins, with each discard that is worth something or without one; if it was asked for.
    pub wins: Option<Vec<(Option<Tile>, f64)>>,
}

/// Where a tile of a plan comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Planned {
    /// The hand holds it.
    Held,
    /// It has to be drawn.
    Missing,
    /// A wildcard stands for it.
    Wildcard,
}

impl HandAnswer<'_> {
    /// Answers everything about a hand, given the tiles that its owner has not seen.
    #[must_use]
    pub fn new(question: &Question, notation: Notation, hand: Hand, unseen: Unseen) -> HandAnswer<'_> {
        HandAnswer::of(Asked { question: Cow::Borrowed(question), notation, hand, unseen })
    }

    /// Answers everything about a hand that was read.
    #[must_use]
    pub fn of(asked: Asked<'_>) -> HandAnswer<'_> {
        // Matched once, and not at each of the many questions about the hand.
        match asked.question.model() {
            RulesModel::Embedded(model) => {
                let rule_discard = rule_discard(model.standard(), &asked.hand);
                HandAnswer { rule_discard, ..HandAnswer::by(model, asked) }
            }
            RulesModel::Compiled(model) => HandAnswer::by(model, asked),
            RulesModel::Plain(model) => HandAnswer::by(model, asked),
        }
    }

    fn by(model: impl Model, Asked { question, notation, hand, unseen }: Asked<'_>) -> HandAnswer<'_> {
        let (distance, forms) = model.reached(&hand);
        let form = forms.iter().next();
        HandAnswer {
            nearer: question.model().nearer(question.rules(), &hand),
            question,
            notation,
            hand,
            reds: Vec::new(),
            unseen,
            distance,
            forms,
            void: form.and_then(|form| model.void(form, &hand)),
            useful: (!hand.must_discard()).then(|| Useful::of(model, &hand, &unseen)),
            discards: analysis::discards(model, &hand, &unseen).to_vec(),
            rule_discard: None,
            plan: form.and_then(|form| Plan::of(model, &hand, form)),
            wins: None,
        }
    }

    /// Reads a hand, with its red fives, and answers everything about it.
    ///
    /// # Errors
    ///
    /// As [`Question::read`].
    pub fn read<'a>(question: &'a Question, text: &str) -> Result<HandAnswer<'a>, QuestionError> {
        let asked = question.ask(text)?;
        Ok(HandAnswer { reds: reds(asked.notation, text), ..HandAnswer::of(asked) })
    }

    /// Adds how likely the hand wins in `draws` draws, played alone: with one change where that is
    /// [quick](Graph::refined).
    ///
    /// # Errors
    ///
    /// As [`Graph::refined`] and [`Graph::wins`]; a hand that no tiles can complete has none.
    pub fn add_wins(&mut self, draws: u32) -> Result<(), OddsError> {
        self.wins = Some(if self.distance == Distance::NEVER {
            Vec::new()
        } else {
            let graph = Graph::refined(self.question.whole_deck_model(), &self.hand, &self.unseen)?;
            graph.wins(draws, Law::Remembering)?
        });
        Ok(())
    }

    /// The rule set.
    #[must_use]
    pub fn rules(&self) -> &RuleSet {
        self.question.rules()
    }

    /// Which tiles its distances may ask for.
    #[must_use]
    pub fn available(&self) -> Available {
        self.question.available()
    }

    /// The letter of the suit that is void.
    #[must_use]
    pub fn void_letter(&self) -> Option<char> {
        Some(self.void?.letter())
    }

    /// How many wildcards are left, each of which is useful where the distance is this, after a discard or before; none of a
    /// hand that wins.
    #[must_use]
    pub fn wildcards_left(&self, distance: Distance) -> u8 {
        match distance {
            Distance::NEVER | Distance::WON => 0,
            _ => self.unseen.wildcards(),
        }
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

    /// The concealed tiles in the answer's notation, red fives as such and wildcards last, or in the judge's if only that one
    /// can write them.
    #[must_use]
    pub fn tiles(&self) -> String {
        self.notation.write_hand(&self.hand, &self.reds)
    }

    /// A discard in the answer's notation: a red five only goes where no other five is held.
    #[must_use]
    pub fn discard_name(&self, tile: Tile) -> Cow<'static, str> {
        self.notation.name_of_discard(tile, self.hand.counts(), &self.reds)
    }

    /// A plan's groups: each tile in the answer's notation, and where it comes from. Of equal ones the first are held, and red
    /// fives before others.
    #[must_use]
    pub fn groups(&self, plan: &Plan) -> Vec<Vec<(Cow<'static, str>, Planned)>> {
        let (mut used, mut namer) = ([0; Tile::COUNT], self.notation.namer(&self.reds));
        let mut missing = plan.missing.clone();
        let mut name = |&tile: &Tile| {
            used[tile.index()] += 1;
            let planned = if used[tile.index()] <= self.hand.counts().get(tile) {
                Planned::Held
            } else if let Some(place) = missing.iter().position(|&one| one == tile) {
                missing.remove(place);
                Planned::Missing
            } else {
                Planned::Wildcard
            };
            (namer(tile), planned)
        };
        plan.groups.iter().map(|group| group.iter().map(&mut name).collect()).collect()
    }

    /// The red fives that a plan gives up, since its groups have no room for them.
    #[must_use]
    pub fn reds_given_up(&self, plan: &Plan) -> Vec<Tile> {
        without_room(&self.reds, &plan.groups)
    }

    /// Appends the answer as a JSON object, with the keys of `paili hand --format json`. Written by hand, since this takes a
    /// fraction of the time: no name of a tile or a form has characters that JSON escapes.
    pub fn write_json(&self, json: &mut Vec<u8>) {
        let melds = self.hand.melds().get();
        let mut buffer = [0; size_of::<Buffer>()];
        add(json, r#"{"hand":""#);
        add(json, &self.tiles());
        add(json, r#"","rules":"#);
        add_text(json, self.rules().name());
        add_number(json, r#","tiles":"#, self.hand.tiles());
        add_number(json, r#","melds":"#, melds);
        if self.rules().wildcards() > 0 {
            add_number(json, r#","wildcards":"#, self.hand.wildcards());
        }
        if self.available() != Available::Any {
            add(json, r#","available":"#);
            add_text(json, self.available().name());
        }
        add_distance(json, r#","distance":"#, self.distance, Distance::get);
        add_distance(json, r#","shanten":"#, self.distance, Distance::shanten);
        add(json, r#","forms":"#);
        add_array(json, self.forms.iter(), |json, form| add_text(json, form.name()));
        if let Some((form, distance)) = self.nearer {
            add(json, r#","nearer":{"form":"#);
            add_text(json, form.name());
            add_number(json, r#","distance":"#, distance.get());
            json.push(b'}');
        }
        if let Some(void) = self.void_letter() {
            add(json, r#","void":"#);
            add_text(json, void.encode_utf8(&mut [0; 4]));
        }
        if let Some(useful) = &self.useful {
            add(json, r#","useful":"#);
            self.add_copies(json, useful, &mut buffer);
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
                add_distance(json, r#","distance":"#, *distance, Distance::get);
                add_number(json, r#","acceptance":"#, useful.acceptance);
                self.add_win(json, Some(*discard));
                add(json, r#","useful":"#);
                self.add_copies(json, useful, &mut buffer);
                json.push(b'}');
            });
        }
        if let Some(tile) = self.rule_discard {
            add(json, r#","rule_discard":"#);
            add_text(json, &self.discard_name(tile));
        }
        if let Some(plan) = &self.plan {
            self.add_plan(json, plan);
        }
        json.push(b'}');
    }

    fn add_plan(&self, json: &mut Vec<u8>, plan: &Plan) {
        add(json, r#","plan":{"groups":"#);
        // What has no place in the groups is given up.
        let mut name = self.notation.namer(&self.reds);
        let mut add_named = |json: &mut Vec<u8>, tiles: &[Tile]| {
            add_array(json, tiles, |json, &tile| add_text(json, &name(tile)));
        };
        add_array(json, &plan.groups, |json, group| add_named(json, group));
        add(json, r#","missing":"#);
        self.add_names(json, plan.missing.iter().copied());
        add(json, r#","surplus":"#);
        add_named(json, &plan.surplus);
        if self.rules().wildcards() > 0 {
            add(json, r#","wildcards":"#);
            self.add_names(json, plan.wildcards.iter().copied());
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

    fn add_names(&self, json: &mut Vec<u8>, tiles: impl Iterator<Item = Tile>) {
        add_array(json, tiles, |json, tile| add_text(json, self.name(tile)));
    }

    /// Adds the copies left of useful tiles. Most of an answer is these, so each is there to be copied in one piece of a known
    /// size, of which the next overwrites what is too much.
    fn add_copies(&self, json: &mut Vec<u8>, useful: &Useful, buffer: &mut Buffer) {
        let written = &COPIES[self.notation as usize];
        let mut end = 0;
        for (tile, copies) in useful.copies(&self.unseen) {
            let (text, length) = &written[tile.index()][usize::from(copies)];
            buffer[end..end + text.len()].copy_from_slice(text);
            end += length;
        }
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

/// Which concealed fives of a hand's text are red. Most texts have none.
pub(super) fn reds(notation: Notation, text: &str) -> Vec<Tile> {
    if !text.contains(['0', 'r', '０']) {
        return Vec::new();
    }
    HandText::read_in(notation, &RuleSet::without_wildcards(text)).map_or_else(|_| Vec::new(), |text| text.reds)
}

/// The red fives for which groups have no room.
fn without_room(reds: &[Tile], groups: &[Vec<Tile>]) -> Vec<Tile> {
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
