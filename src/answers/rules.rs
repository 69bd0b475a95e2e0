//! Everything about one hand of a rule set.

use std::borrow::Cow;

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use super::hand::without_room;
use crate::analysis::Useful;
use crate::distance::Distance;
use crate::notation::Notation;
use crate::rules::{Asked, RuleDiscard, RuleHand, RuleHandError, RulePlan, RuleSet, RulesQuestion};
use crate::tile::{Suit, Tile};

/// Everything about one hand of a rule set, with the keys of [`HandAnswer`](super::HandAnswer) where they say the same.
///
/// ```
/// use paili::answers::RulesAnswer;
/// use paili::rules::{Asked, ReadyMade, RulesQuestion};
///
/// let question = RulesQuestion::new(&ReadyMade::Sanma.rules(), &[""; 0], "", None, Asked::Any)?;
/// let answer = RulesAnswer::read(&question, "19m99p")?;
/// assert_eq!(
///     serde_json::to_string(&answer)?,
///     r#"{"hand":"19m99p","rules":"sanma","tiles":4,"melds":3,"distance":2,"shanten":1,"#.to_owned()
///         + r#""useful":[{"tile":"1m","copies":3},{"tile":"9m","copies":3},{"tile":"9p","copies":2}],"acceptance":8,"#
///         + r#""plan":{"groups":[["1m","1m","1m"],["9p","9p"]],"missing":["1m","1m"],"surplus":["9m"]}}"#
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct RulesAnswer<'a> {
    question: &'a RulesQuestion,
    /// The notation of the answer.
    pub notation: Notation,
    /// The hand.
    pub hand: RuleHand,
    /// Which of its fives are red, as it was written: none, unless somebody says so.
    pub reds: Vec<Tile>,
    /// How many tiles it lacks; `None` if no tiles can complete it.
    pub distance: Option<Distance>,
    /// The suit that is void then, where one has to be.
    pub void: Option<Suit>,
    /// Its useful tiles; of a hand that has no discard due.
    pub useful: Option<Useful>,
    /// Every discard, best first; of a hand that has one due.
    pub discards: Vec<RuleDiscard>,
    /// A shortest way to win; `None` if no tiles can complete it.
    pub plan: Option<RulePlan>,
}

impl RulesAnswer<'_> {
    /// Answers everything about a hand.
    #[must_use]
    pub fn new(question: &RulesQuestion, notation: Notation, hand: RuleHand) -> RulesAnswer<'_> {
        let (distance, useful) = question.useful(&hand);
        let useful = (!hand.must_discard(question.tables().rules())).then_some(useful);
        let (void, discards, plan) = (question.void(&hand), question.discards(&hand), question.plan(&hand));
        RulesAnswer { question, notation, hand, reds: Vec::new(), distance, void, useful, discards, plan }
    }

    /// Reads a hand and answers everything about it.
    ///
    /// # Errors
    ///
    /// When the text is no such hand.
    pub fn read<'a>(question: &'a RulesQuestion, text: &str) -> Result<RulesAnswer<'a>, RuleHandError> {
        let (notation, hand) = question.read(text)?;
        // Most texts have none.
        let may_have = text.contains(['0', 'r', '０']);
        let reds = may_have.then(|| notation.reds(&RuleSet::without_wildcards(text)).unwrap_or_default());
        Ok(RulesAnswer { reds: reds.unwrap_or_default(), ..RulesAnswer::new(question, notation, hand) })
    }

    /// Which tiles its distances may ask for.
    #[must_use]
    pub fn asked(&self) -> Asked {
        self.question.asked()
    }

    /// The letter of the suit that is void.
    #[must_use]
    pub fn void_letter(&self) -> Option<char> {
        Some(['m', 'p', 's'][self.void? as usize])
    }

    /// A discard in the answer's notation: a red five only goes where no other five is held.
    #[must_use]
    pub fn discard_name(&self, tile: Tile) -> Cow<'static, str> {
        self.notation.name_of_discard(tile, self.hand.counts(), &self.reds)
    }

    /// The rule set.
    #[must_use]
    pub fn rules(&self) -> &RuleSet {
        self.question.tables().rules()
    }

    /// Whether the hand is ready: its useful tiles are its waits.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.useful.is_some() && self.distance == Some(Distance::READY)
    }

    /// The concealed tiles in the answer's notation, wildcards last, or in the judge's if only that one can write them.
    #[must_use]
    pub fn tiles(&self) -> String {
        let mut tiles = self.notation.write_counts(self.hand.counts(), &self.reds);
        tiles.extend(std::iter::repeat_n(RuleSet::WILDCARD, self.hand.wildcards().into()));
        tiles
    }

    /// How many wildcards are left, each of which is useful where the distance is this, after a discard or before; none of a
    /// hand that wins.
    #[must_use]
    pub fn wildcards_left(&self, distance: Option<Distance>) -> u8 {
        match distance {
            None | Some(Distance::WON) => 0,
            Some(_) => self.rules().wildcards().saturating_sub(self.hand.wildcards()),
        }
    }

    /// The plan's groups: each tile in the answer's notation, and where it comes from. Of equal ones the first are held, and red
    /// fives before others.
    #[must_use]
    pub fn groups(&self, plan: &RulePlan) -> Vec<Vec<(Cow<'static, str>, Planned)>> {
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
    pub fn reds_given_up(&self, plan: &RulePlan) -> Vec<Tile> {
        without_room(&self.reds, &plan.groups)
    }

    /// Useful tiles in the answer's notation, each with the copies left. What is discarded is seen as before.
    pub fn copies(&self, useful: &Useful) -> impl Iterator<Item = (&'static str, u8)> {
        useful.kinds.iter().map(|tile| (self.notation.name_of(tile), self.question.left(&self.hand, tile)))
    }
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

/// A plan, whose fives are red first where they are held.
struct PlanOf<'a>(&'a RulesAnswer<'a>, &'a RulePlan);

impl Serialize for PlanOf<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let PlanOf(answer, plan) = self;
        let mut name = answer.notation.namer(&answer.reds);
        let groups: Vec<Vec<_>> =
            plan.groups.iter().map(|group| group.iter().map(|&tile| name(tile)).collect()).collect();
        let names = |tiles: &[Tile]| tiles.iter().map(|&tile| answer.notation.name_of(tile)).collect::<Vec<_>>();
        let mut object = serializer.serialize_struct("RulePlan", 4)?;
        object.serialize_field("groups", &groups)?;
        object.serialize_field("missing", &names(&plan.missing))?;
        // What has no place in the groups is given up.
        object.serialize_field("surplus", &plan.surplus.iter().map(|&tile| name(tile)).collect::<Vec<_>>())?;
        if answer.rules().wildcards() > 0 {
            object.serialize_field("wildcards", &names(&plan.wildcards))?;
        }
        object.end()
    }
}

/// A tile and its copies left.
#[derive(Serialize)]
struct Copies {
    tile: &'static str,
    copies: u8,
}

/// Useful tiles.
struct UsefulOf<'a>(&'a RulesAnswer<'a>, &'a Useful);

impl Serialize for UsefulOf<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let UsefulOf(answer, useful) = self;
        serializer.collect_seq(answer.copies(useful).map(|(tile, copies)| Copies { tile, copies }))
    }
}

/// A discard.
struct DiscardOf<'a>(&'a RulesAnswer<'a>, &'a RuleDiscard);

impl Serialize for DiscardOf<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let DiscardOf(answer, RuleDiscard { tile, distance, useful }) = self;
        let mut object = serializer.serialize_struct("RuleDiscard", 4)?;
        object.serialize_field("tile", &answer.discard_name(*tile))?;
        object.serialize_field("distance", &distance.map(Distance::get))?;
        object.serialize_field("acceptance", &useful.acceptance)?;
        object.serialize_field("useful", &UsefulOf(answer, useful))?;
        object.end()
    }
}

impl Serialize for RulesAnswer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("RulesAnswer", 13)?;
        object.serialize_field("hand", &self.tiles())?;
        object.serialize_field("rules", self.rules().name())?;
        object.serialize_field("tiles", &self.hand.tiles())?;
        object.serialize_field("melds", &self.hand.exposed())?;
        if self.rules().wildcards() > 0 {
            object.serialize_field("wildcards", &self.hand.wildcards())?;
        }
        if let Some(available) = self.asked().name() {
            object.serialize_field("available", available)?;
        }
        object.serialize_field("distance", &self.distance.map(Distance::get))?;
        object.serialize_field("shanten", &self.distance.map(Distance::shanten))?;
        if let Some(void) = self.void_letter() {
            object.serialize_field("void", &void)?;
        }
        if let Some(useful) = &self.useful {
            object.serialize_field("useful", &UsefulOf(self, useful))?;
            object.serialize_field("acceptance", &useful.acceptance)?;
            if self.is_ready() {
                let waits: Vec<&str> = useful.kinds.iter().map(|tile| self.notation.name_of(tile)).collect();
                object.serialize_field("waits", &waits)?;
            }
        } else {
            let discards: Vec<DiscardOf> = self.discards.iter().map(|discard| DiscardOf(self, discard)).collect();
            object.serialize_field("discards", &discards)?;
        }
        if let Some(plan) = &self.plan {
            object.serialize_field("plan", &PlanOf(self, plan))?;
        }
        object.end()
    }
}
