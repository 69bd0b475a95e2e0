//! Everything about one hand.

use std::fmt::Write;
use std::sync::LazyLock;

use crate::analysis::{self, Discard, Plan, Unseen, Useful, rule_discard};
use crate::distance::{Distance, Form, Forms, Model, WithForms};
use crate::hand::Hand;
use crate::notation::Notation;
use crate::odds::{Changes, Graph, Law, OddsError};
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
/// assert_eq!(
///     answer.to_json(),
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
    /// The tiles that its owner has not seen.
    pub unseen: Unseen,
    /// How many tiles it lacks to win.
    pub distance: Distance,
    /// The forms that reach the distance.
    pub forms: Forms,
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

impl HandAnswer {
    /// Answers everything about a hand, given the tiles that its owner has not seen.
    pub fn new<M: Model>(model: &WithForms<M>, notation: Notation, hand: Hand, unseen: Unseen) -> HandAnswer {
        let (distance, forms) = model.reached(&hand);
        let form = forms.iter().next().unwrap_or(Form::Standard);
        HandAnswer {
            notation,
            hand,
            unseen,
            distance,
            forms,
            useful: (!hand.must_discard()).then(|| Useful::of(*model, &hand, &unseen)),
            discards: analysis::discards(*model, &hand, &unseen).to_vec(),
            rule_discard: rule_discard(model.standard(), &hand),
            plan: Plan::of(model.standard(), &hand, form),
            wins: None,
        }
    }

    /// Adds how likely the hand wins in so many draws, played alone.
    ///
    /// # Errors
    ///
    /// As [`Graph::of`] and [`Graph::wins`].
    pub fn add_wins<M: Model>(&mut self, model: &WithForms<M>, draws: u32) -> Result<(), OddsError> {
        let graph = Graph::of(&self.hand, &self.unseen, model.forms(), Changes::None)?;
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

    /// The concealed tiles in the answer's notation, or in the judge's if only that one can write them.
    #[must_use]
    pub fn tiles(&self) -> String {
        let tiles = self.hand.counts().tiles();
        self.notation.write(tiles).unwrap_or_else(|_| self.hand.counts().to_string())
    }

    /// The answer as a JSON object, with the keys of `paili hand --format json`. Written by hand, since this takes half as
    /// long: no name of a tile or a form has characters that JSON escapes.
    #[must_use]
    pub fn to_json(&self) -> String {
        let (counts, melds) = (self.hand.counts(), self.hand.melds().get());
        let mut json = String::with_capacity(8 * 1024);
        // Writing to a string can't fail, here and below.
        let _ = write!(json, r#"{{"hand":"{}","tiles":{},"melds":{melds}"#, self.tiles(), counts.total());
        let _ = write!(json, r#","distance":{},"shanten":{},"forms":"#, self.distance, self.distance.shanten());
        array(&mut json, self.forms.iter(), |json, form| string(json, form.name()));
        if let Some(useful) = &self.useful {
            json.push_str(r#","useful":"#);
            self.add_copies(&mut json, useful);
            let _ = write!(json, r#","acceptance":{}"#, useful.acceptance);
            self.add_win(&mut json, None);
            if self.is_ready() {
                json.push_str(r#","waits":"#);
                self.add_names(&mut json, useful.kinds.iter());
            }
        } else {
            json.push_str(r#","discards":"#);
            array(&mut json, &self.discards, |json, Discard { tile: discard, distance, useful }| {
                let (tile, acceptance) = (self.name(*discard), useful.acceptance);
                let _ = write!(json, r#"{{"tile":"{tile}","distance":{distance},"acceptance":{acceptance}"#);
                self.add_win(json, Some(*discard));
                json.push_str(r#","useful":"#);
                self.add_copies(json, useful);
                json.push('}');
            });
        }
        if let Some(tile) = self.rule_discard {
            json.push_str(r#","rule_discard":"#);
            string(&mut json, self.name(tile));
        }
        json.push_str(r#","plan":{"groups":"#);
        array(&mut json, &self.plan.groups, |json, group| self.add_names(json, group.iter().copied()));
        for (key, tiles) in [(r#","missing":"#, &self.plan.missing), (r#","surplus":"#, &self.plan.surplus)] {
            json.push_str(key);
            self.add_names(&mut json, tiles.iter().copied());
        }
        json.push_str("}}");
        json
    }

    /// Adds how likely the hand wins with a discard: null if that is not in the graph.
    fn add_win(&self, json: &mut String, discard: Option<Tile>) {
        if self.wins.is_some() {
            let _ = match self.win(discard) {
                Some(win) => write!(json, r#","win":{win}"#),
                None => write!(json, r#","win":null"#),
            };
        }
    }

    fn add_names(&self, json: &mut String, tiles: impl Iterator<Item = Tile>) {
        array(json, tiles, |json, tile| string(json, self.name(tile)));
    }

    /// Adds the copies left of useful tiles: most of an answer is these, so each is there to be copied.
    fn add_copies(&self, json: &mut String, useful: &Useful) {
        type Copies = [String; Tile::COPIES as usize + 1];
        static COPIES: LazyLock<[Vec<Copies>; 4]> = LazyLock::new(|| {
            let copies = |name: &str| std::array::from_fn(|copies| format!(r#"{{"tile":"{name}","copies":{copies}}}"#));
            Notation::ALL.map(|notation| Tile::ALL.into_iter().map(|tile| copies(notation.name_of(tile))).collect())
        });
        let written = &COPIES[self.notation as usize];
        array(json, useful.copies(&self.unseen), |json, (tile, copies)| {
            json.push_str(&written[tile.index()][usize::from(copies)]);
        });
    }
}

fn array<T>(json: &mut String, items: impl IntoIterator<Item = T>, add: impl Fn(&mut String, T)) {
    json.push('[');
    for (place, item) in items.into_iter().enumerate() {
        if place > 0 {
            json.push(',');
        }
        add(json, item);
    }
    json.push(']');
}

fn string(json: &mut String, text: &str) {
    json.push('"');
    json.push_str(text);
    json.push('"');
}
