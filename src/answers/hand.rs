//! Everything about one hand.

mod json;
mod next;

use next::Next;
pub use next::NextDraw;

use std::borrow::Cow;

use crate::analysis::{
    self, Asked, Available, Discard, Kan, Offer, Plan, Prospect, Question, QuestionError, Unseen, Useful, rule_discard,
};
use crate::distance::{Distance, Model};
use crate::forms::{Form, Forms};
use crate::hand::Hand;
use crate::notation::{HandText, Notation};
use crate::odds::{Graph, OddsError, OddsTerms};
use crate::rules::{RuleSet, RulesModel};
use crate::tile::{Suit, Tile};
use crate::tile_set::TileSet;

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
///         + r#""unneeded":[],"plan":{"groups":[["2m","3m","4m"],["9p","9p"]],"missing":["2m"],"surplus":[]}}"#
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
    /// The kinds that it does not need.
    pub unneeded: TileSet,
    /// The kans of its own tiles that it can expose.
    pub kans: Vec<Kan>,
    /// The THUPC rule's discard; of a hand of its game that has one due and does not win in the standard form.
    pub rule_discard: Option<Tile>,
    /// One way to split the hand for its distance, if tiles can complete it.
    pub plan: Option<Plan>,
    /// How likely it wins, with each discard that is worth something or without one; if it was asked for.
    pub wins: Option<Vec<(Option<Tile>, f64)>>,
    next: Next,
    /// What it can do about a tile that is offered, the best first; if one is.
    pub offers: Option<Vec<Offer>>,
    /// What it could become, nearest first; if it was asked for.
    pub prospects: Option<Vec<Prospect>>,
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
    /// Answers everything about a hand that was read.
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

    fn by(model: impl Model, asked: Asked<'_>) -> HandAnswer<'_> {
        let kans = asked.kans();
        let Asked { question, notation, hand, unseen } = asked;
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
            unneeded: model.unneeded(&hand),
            kans,
            rule_discard: None,
            plan: form.and_then(|form| Plan::of(model, &hand, form)),
            wins: None,
            next: Next::default(),
            offers: None,
            prospects: None,
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

    /// Adds how likely the hand wins by these terms, played alone.
    ///
    /// # Errors
    ///
    /// As [`Graph::asked`] and [`Graph::wins`]; a hand that no tiles can complete has none.
    pub fn add_wins(&mut self, terms: OddsTerms) -> Result<(), OddsError> {
        self.wins = Some(if self.distance == Distance::NEVER {
            Vec::new()
        } else {
            let graph = Graph::asked(self.question.whole_deck_model(), &self.hand, &self.unseen, terms)?;
            graph.wins(terms.draws, terms.law)?
        });
        Ok(())
    }

    /// The rule set.
    pub fn rules(&self) -> &RuleSet {
        self.question.rules()
    }

    /// Which tiles its distances may ask for.
    pub fn available(&self) -> Available {
        self.question.available()
    }

    /// The letter of the suit that is void.
    pub fn void_letter(&self) -> Option<char> {
        Some(self.void?.letter())
    }

    /// How many wildcards are left, each of which is useful where the distance is this, after a discard or before; none of a
    /// hand that wins.
    pub fn wildcards_left(&self, distance: Distance) -> u8 {
        match distance {
            Distance::NEVER | Distance::WON => 0,
            _ => self.unseen.wildcards(),
        }
    }

    /// How likely the hand wins with a discard, or without one, if it was asked for and is known.
    pub fn win(&self, discard: Option<Tile>) -> Option<f64> {
        self.wins.as_ref()?.iter().find(|&&(other, _)| other == discard).map(|&(_, win)| win)
    }

    /// Whether the hand is ready: its useful tiles are its waits.
    pub fn is_ready(&self) -> bool {
        self.useful.is_some() && self.distance == Distance::READY
    }

    /// Whether no tiles can complete the hand, but maybe wildcards that are yet to be drawn.
    pub fn may_need_wildcards(&self) -> bool {
        self.distance == Distance::NEVER && self.question.model().rules().has_wildcards_beyond(self.hand.wildcards())
    }

    /// A tile in the answer's notation.
    pub fn name(&self, tile: Tile) -> &'static str {
        self.notation.name_of(tile)
    }

    /// The concealed tiles in the answer's notation, red fives as such and wildcards last, or in the judge's if only that one
    /// can write them.
    pub fn tiles(&self) -> String {
        self.notation.write_hand(&self.hand, &self.reds)
    }

    /// A discard in the answer's notation: a red five only goes where no other five is held.
    pub fn discard_name(&self, tile: Tile) -> Cow<'static, str> {
        self.notation.name_of_discard(tile, self.hand.counts(), &self.reds)
    }

    /// A plan's groups: each tile in the answer's notation, and where it comes from. Of equal ones the first are held, and red
    /// fives before others.
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
    pub fn reds_given_up(&self, plan: &Plan) -> Vec<Tile> {
        without_room(&self.reds, &plan.groups)
    }
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
