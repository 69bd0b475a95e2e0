//! The models of rule sets: what answers about their hands.

use std::sync::{Mutex, PoisonError};

use super::{Aim, PlainRules, RuleSet, RuleTables, Voids};
use crate::distance::{Distance, Model, TableModel};
use crate::forms::{Form, Forms, WithForms};
use crate::hand::{Counts, Hand, MeldCount};
use crate::tile::{Suit, Tile};
use crate::tile_set::TileSet;

/// The compiled tables of a rule set as a model, and the suits that can be void where one has to be.
///
/// A distance is four look-ups, two merges and one last look-up for each way to win: one of the standard form, six of a
/// knitted one. With a void suit it is the least over the suits that can be void.
#[derive(Debug, Clone, Copy)]
#[must_use]
pub struct Compiled<'a> {
    tables: &'a RuleTables,
    pub(crate) voids: Voids,
}

impl RuleTables {
    /// The model that looks up in these tables, while there are these.
    ///
    /// ```
    /// use paili::Model;
    /// use paili::rules::{RuleSet, RuleTables};
    ///
    /// let tables = RuleTables::compile(&RuleSet::new("two melds", 2)?);
    /// let hand = tables.rules().read_hand("123m45p11z")?;
    /// assert_eq!(tables.model().waits(&hand).to_string(), "3P 6P");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn model(&self) -> Compiled<'_> {
        Compiled { tables: self, voids: Voids::ANY }
    }
}

impl<'a> Compiled<'a> {
    /// The tables.
    pub fn tables(&self) -> &'a RuleTables {
        self.tables
    }

    /// The same with a suit declared void: none of its tiles counts. It says nothing where no suit has to be void.
    pub fn with_void(self, void: Suit) -> Compiled<'a> {
        self.with_voids(Voids::only(void))
    }

    pub(crate) fn with_voids(self, voids: Voids) -> Compiled<'a> {
        Compiled { voids, ..self }
    }
}

impl Model for Compiled<'_> {
    fn rules(&self) -> &RuleSet {
        self.tables.rules()
    }

    #[inline]
    fn lacking(&self, concealed: &Counts, exposed: MeldCount) -> Distance {
        self.distance(&Hand::of_any_size(*concealed, 0, exposed))
    }

    #[inline]
    fn distance(&self, hand: &Hand) -> Distance {
        if hand.counts().total() > self.rules().most_tiles() + 1 {
            return PlainRules::new(self.rules()).with_voids(self.voids).distance(hand);
        }
        self.tables.distance(hand, self.voids)
    }

    fn distance_by(&self, form: Form, hand: &Hand) -> Distance {
        self.tables.distance_by(form, hand, self.voids)
    }

    fn void(&self, form: Form, hand: &Hand) -> Option<Suit> {
        self.voids.nearest(self.rules(), |void| self.with_void(void).distance_by(form, hand))
    }

    #[inline]
    fn distance_and_useful(&self, hand: &Hand) -> (Distance, TileSet) {
        self.tables.distance_and_useful(hand, self.voids)
    }

    #[inline]
    fn unneeded(&self, hand: &Hand) -> TileSet {
        self.tables.unneeded(hand, self.voids)
    }

    #[inline]
    fn lacking_and_useful(&self, concealed: &Counts, exposed: MeldCount) -> (Distance, TileSet) {
        self.distance_and_useful(&Hand::of_any_size(*concealed, 0, exposed))
    }
}

/// The model of any rule set: the tables that are part of the program where they are for it, and else those that are
/// compiled. Whoever asks about many hands takes it apart once.
#[derive(Debug, Clone, Copy)]
pub enum RulesModel {
    /// The tables that are part of the program.
    Embedded(EmbeddedModel),
    /// Compiled tables.
    Compiled(Compiled<'static>),
    /// The definition, which knows which tiles are gone.
    Plain(PlainRules<'static>),
}

/// The model of `standard` and `riichi`, and of what is chosen among their forms.
pub type EmbeddedModel = WithForms<TableModel>;

impl RuleSet {
    /// The model that answers about its hands. Tables may have to be [compiled](RuleSet::tables) first.
    ///
    /// ```
    /// use paili::Model;
    /// use paili::rules::ReadyMade;
    ///
    /// for (name, distance) in [(ReadyMade::Standard, 4), (ReadyMade::Riichi, 0)] {
    ///     let rules = name.rules();
    ///     assert_eq!(rules.model().distance(&rules.read_hand("1133557799m1122p")?).get(), distance);
    /// }
    /// # Ok::<(), paili::rules::RuleHandError>(())
    /// ```
    pub fn model(&self) -> RulesModel {
        match self.embedded() {
            Some(model) => RulesModel::Embedded(model),
            None => RulesModel::Compiled(self.compiled()),
        }
    }

    /// The model of the tables that are part of the program, if they are for this rule set.
    #[inline]
    pub fn embedded(&self) -> Option<EmbeddedModel> {
        let is_embedded = self.has_usual_deck()
            && Suit::ALL.into_iter().all(|suit| self.has_chows(suit))
            && !self.asks_void()
            && *self.aim() == Aim::ANY
            && self.forms().without(Forms::EMBEDDED).is_empty();
        is_embedded.then(|| WithForms::new(TableModel, self.forms()))
    }

    /// Whether hands are as large as in the usual game, and of its deck, without wildcards.
    #[inline]
    pub(crate) fn has_usual_deck(&self) -> bool {
        self.melds() == MeldCount::MOST.get()
            && self.at_least() == [TileSet::REGULAR; Tile::COPIES as usize]
            && self.wildcards() == 0
    }

    /// The same rule set, kept until the process ends: few differ in one process.
    pub fn kept(&self) -> &'static RuleSet {
        static KEPT: Mutex<Vec<&RuleSet>> = Mutex::new(Vec::new());
        // Nobody fails while holding it.
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kept.iter().find(|known| **known == self) {
            return known;
        }
        let rules = Box::leak(Box::new(self.clone()));
        kept.push(rules);
        rules
    }

    /// The model of its compiled tables, whatever the rule set is.
    pub fn compiled(&self) -> Compiled<'static> {
        self.tables().model()
    }
}

impl RulesModel {
    /// The same without what is known to be gone.
    pub(crate) fn of_whole_deck(self) -> RulesModel {
        match self {
            RulesModel::Plain(plain) => RulesModel::Compiled(plain.compiled()),
            tables => tables,
        }
    }

    /// The form that the rule set, whose model this is, has and that was not chosen, if it is nearer than all that were, and its
    /// distance; of several the nearest.
    ///
    /// ```
    /// use paili::rules::RuleSet;
    /// use paili::{Form, Hand};
    ///
    /// let thirteen_sided: Hand = "19m19p19s1234567z".parse()?;
    /// let rules = RuleSet::standard();
    /// let (form, distance) = rules.model().nearer(rules, &thirteen_sided).unwrap();
    /// assert_eq!((form, distance.get()), (Form::Orphans, 1));
    /// # Ok::<(), paili::notation::NotationError>(())
    /// ```
    pub fn nearer(&self, rules: &RuleSet, hand: &Hand) -> Option<(Form, Distance)> {
        let others = rules.all_forms().without(rules.forms()).beside(hand.melds());
        let distance = (!others.is_empty()).then(|| self.distance(hand))?;
        let far = |form| match self {
            // Its tables know only the forms that were chosen.
            RulesModel::Compiled(model) => PlainRules::new(rules).with_voids(model.voids).distance_by(form, hand),
            // Nor do the embedded ones know others than these.
            RulesModel::Embedded(_) if !Forms::EMBEDDED.contains(form) => {
                PlainRules::new(rules).distance_by(form, hand)
            }
            model => model.distance_by(form, hand),
        };
        let told = others.iter().map(|form| (form, far(form)));
        told.filter(|&(_, other)| other < distance).min_by_key(|&(_, other)| other)
    }

    /// The same where one of these suits has to be void, if one has to be.
    pub(crate) fn with_voids(self, voids: Voids) -> RulesModel {
        match self {
            RulesModel::Embedded(model) => RulesModel::Embedded(model),
            RulesModel::Compiled(model) => RulesModel::Compiled(model.with_voids(voids)),
            RulesModel::Plain(model) => RulesModel::Plain(model.with_voids(voids)),
        }
    }
}

impl From<TableModel> for RulesModel {
    fn from(model: TableModel) -> RulesModel {
        RulesModel::Embedded(WithForms::new(model, Forms::default()))
    }
}

impl From<EmbeddedModel> for RulesModel {
    fn from(model: EmbeddedModel) -> RulesModel {
        RulesModel::Embedded(model)
    }
}

impl From<Compiled<'static>> for RulesModel {
    fn from(model: Compiled<'static>) -> RulesModel {
        RulesModel::Compiled(model)
    }
}

/// Methods that ask whichever it is.
macro_rules! ask {
    ($(fn $name:ident($($argument:ident: $Type:ty),*) -> $Answer:ty;)+) => {
        $(#[inline]
        fn $name(&self, $($argument: $Type),*) -> $Answer {
            match self {
                RulesModel::Embedded(model) => model.$name($($argument),*),
                RulesModel::Compiled(model) => model.$name($($argument),*),
                RulesModel::Plain(model) => model.$name($($argument),*),
            }
        })+
    };
}

impl Model for RulesModel {
    ask! {
        fn rules() -> &RuleSet;
        fn lacking(concealed: &Counts, exposed: MeldCount) -> Distance;
        fn distance(hand: &Hand) -> Distance;
        fn distance_by(form: Form, hand: &Hand) -> Distance;
        fn most_copies(tile: Tile) -> u8;
        fn void(form: Form, hand: &Hand) -> Option<Suit>;
        fn distance_and_useful(hand: &Hand) -> (Distance, TileSet);
        fn lacking_and_useful(concealed: &Counts, exposed: MeldCount) -> (Distance, TileSet);
        fn unneeded(hand: &Hand) -> TileSet;
        fn waits(hand: &Hand) -> TileSet;
        fn each_discard(hand: &Hand, tell: impl FnMut(Tile, Distance, TileSet)) -> ();
    }
}
