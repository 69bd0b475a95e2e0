//! What a subject means by its answers.

use std::cell::RefCell;
use std::fmt;

use paili::analysis::Available;
use paili::answers::page::plural;
use paili::rules::{Aim, PlainRules, RuleSet, RulesModel};
use paili::{Form, Forms, Hand, Model, Specials, Suit, Tile, TileSet, names};

use crate::answer::{Answer, Ask};
use crate::beside::HandBeside;
use crate::unbounded::Unbounded;

names! {
    /// By what number a distance is told.
    pub enum Scale: "is no scale" {
        /// How many tiles are lacking: 0 when a hand wins.
        Distance = "distance",
        /// One less: −1 when a hand wins.
        Shanten = "shanten",
    }
}

names! {
    /// Whether a hand may wait for the fifth copy of a kind.
    pub enum FifthCopy: "is no answer to whether a fifth copy may be waited for" {
        /// It may not: there are four.
        Never = "never",
        /// It may: copies are not looked at.
        Waited = "waited",
        /// A hand that is not ready may ask for one; a hand that waits for nothing else is not ready.
        Far = "far",
    }
}

names! {
    /// What four alike are where pairs are counted.
    pub enum FourAlike: "is no way to count four alike" {
        /// One pair: the pairs of a hand are of seven kinds.
        OnePair = "one",
        /// Two.
        TwoPairs = "two",
    }
}

/// What a subject means: the rule set, the scale, and what is a matter of taste.
#[derive(Debug, Clone)]
pub struct Convention {
    rules: RuleSet,
    model: RulesModel,
    /// By what number it tells distances.
    pub scale: Scale,
    /// Whether it asks for fifth copies.
    pub fifth: FifthCopy,
    /// How it counts four alike.
    pub four: FourAlike,
    /// Whether exposed melds use up copies, where that was found out.
    pub available: Option<Available>,
    unbounded: RefCell<Unbounded>,
}

impl Convention {
    fn new(rules: RuleSet, scale: Scale, fifth: FifthCopy, four: FourAlike) -> Convention {
        let model = rules.model();
        Convention { rules, model, scale, fifth, four, available: None, unbounded: RefCell::default() }
    }

    /// Ours by a rule set, on a scale.
    pub fn ours(rules: &RuleSet, scale: Scale) -> Convention {
        Convention::new(rules.clone(), scale, FifthCopy::Never, FourAlike::OnePair)
    }

    /// All that may fit, ours first: those of a rule set, or where none is given those of the usual game by any choice of its forms.
    pub fn all(rules: Option<&RuleSet>) -> Vec<Convention> {
        let forms = [
            Forms::default(),
            Forms::default().and(Form::Pairs),
            Forms::default().and(Form::Pairs).and(Form::Orphans),
            Forms::default().and(Form::Orphans),
        ];
        let sets: Vec<RuleSet> = match rules {
            Some(rules) => vec![rules.clone()],
            None => forms.iter().filter_map(|forms| RuleSet::standard().clone().choosing(*forms).ok()).collect(),
        };
        let mut all = Vec::new();
        for fifth in FifthCopy::ALL {
            for four in FourAlike::ALL {
                for rules in &sets {
                    let is_usual = rules.embedded().is_some();
                    if (fifth == FifthCopy::Never || has_whole_deck(rules))
                        && (four == FourAlike::OnePair || is_usual && rules.forms().contains(Form::Pairs))
                    {
                        all.extend(Scale::ALL.map(|scale| Convention::new(rules.clone(), scale, fifth, four)));
                    }
                }
            }
        }
        all
    }

    /// The rule set.
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// What four alike are, which some rule sets say by their forms.
    pub(crate) fn four_alike(&self) -> FourAlike {
        if self.rules.forms().contains(Form::RepeatedPairs) { FourAlike::TwoPairs } else { self.four }
    }

    /// Its model, which knows copies and pairs as we do.
    pub fn model(&self) -> RulesModel {
        self.model
    }

    /// Whether it is ours, but for the scale.
    pub fn is_ours(&self) -> bool {
        self.fifth == FifthCopy::Never && self.four == FourAlike::OnePair
    }

    /// How many tiles a hand lacks by it; 127 if none complete it.
    pub fn distance(&self, hand: &Hand) -> u8 {
        if self.is_ours() {
            return self.model.distance(hand).get();
        }
        self.distance_by(hand, &self.model)
    }

    /// The same by a model of the copies that there are.
    fn distance_by(&self, hand: &Hand, model: &impl Model) -> u8 {
        let of_form = |form| match form {
            Form::Standard => self.standard(hand, model),
            Form::Pairs if self.four == FourAlike::TwoPairs && hand.melds().get() == 0 => {
                let pairs: u8 = hand.counts().regular().iter().map(|copies| copies / 2).sum();
                7_u8.saturating_sub(pairs)
            }
            form => model.distance_by(form, hand).get(),
        };
        self.rules.forms().beside(hand.melds()).iter().map(of_form).min().unwrap_or(i8::MAX.cast_unsigned())
    }

    /// How many tiles melds and a pair lack by such a model.
    fn standard(&self, hand: &Hand, model: &impl Model) -> u8 {
        let unbounded = || self.unbounded.borrow_mut().lacking(hand, self.rules.melds());
        let bounded = || model.distance_by(Form::Standard, hand).get();
        match self.fifth {
            FifthCopy::Never => bounded(),
            FifthCopy::Waited => unbounded(),
            FifthCopy::Far => match unbounded() {
                1 => bounded().min(2),
                lacking => lacking,
            },
        }
    }

    /// The distance that it answers of a hand beside melds that it is shown.
    pub(crate) fn answer_beside(&self, it: &HandBeside) -> Answer {
        let distance = match self.available {
            Some(Available::Melds) => self.distance_by(it.hand(), &PlainRules::without(&self.rules, it.melded())),
            _ => self.distance(it.hand()),
        };
        self.number(distance)
    }

    /// A distance by its scale.
    fn number(&self, distance: u8) -> Answer {
        Answer::Number(i64::from(distance) - i64::from(self.scale == Scale::Shanten))
    }

    /// What it answers.
    pub fn answer(&self, ask: Ask, hand: &Hand) -> Answer {
        match ask {
            Ask::Distance => self.number(self.distance(hand)),
            Ask::Useful => Answer::Tiles(self.useful(hand)),
            Ask::Waits if self.distance(hand) == 1 && !hand.must_discard() => Answer::Tiles(self.useful(hand)),
            Ask::Waits => Answer::Tiles(TileSet::EMPTY),
            Ask::Discards => Answer::Tiles(self.unneeded(hand)),
        }
    }

    /// The kinds that bring a hand nearer. Nobody can hold a fifth copy, so it brings nothing.
    fn useful(&self, hand: &Hand) -> TileSet {
        // Before a discard that is due, few programs say any, and those mean what we do.
        if self.is_ours() || hand.must_discard() {
            return self.model.useful(hand);
        }
        let distance = self.distance(hand);
        let nearer = |tile: &Tile| hand.with(*tile).is_ok_and(|hand| self.distance(&hand) < distance);
        Tile::regular().filter(nearer).collect()
    }

    /// The kinds whose discard keeps the distance.
    fn unneeded(&self, hand: &Hand) -> TileSet {
        // Nor where none is due.
        if self.is_ours() || !hand.must_discard() {
            return self.model.unneeded(hand);
        }
        let distance = self.distance(hand);
        let keeps = |tile: &Tile| hand.without(*tile).is_ok_and(|hand| self.distance(&hand) == distance);
        hand.counts().kinds().iter().filter(keeps).collect()
    }
}

/// Whether melds are found without a look at the rule set, where copies are not looked at.
pub(crate) fn has_whole_deck(rules: &RuleSet) -> bool {
    rules.tiles() == Specials::Without.tiles()
        && rules.wildcards() == 0
        && !rules.asks_void()
        && *rules.aim() == Aim::ANY
        && Suit::ALL.into_iter().all(|suit| rules.has_chows(suit))
}

impl fmt::Display for Convention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let forms: Vec<&str> = self.rules.forms().iter().map(Form::name).collect();
        write!(f, "{} ({})", self.rules.name(), forms.join(", "))?;
        if let Some(aim) = self.rules.aim().told() {
            write!(f, ", {aim}")?;
        }
        if self.rules.wildcards() > 0 {
            write!(f, ", {}", plural(self.rules.wildcards().into(), "wildcard"))?;
        }
        f.write_str(match self.fifth {
            FifthCopy::Never => "",
            FifthCopy::Waited => ", a fifth copy may be waited for",
            FifthCopy::Far => ", a fifth copy counts until a hand is ready",
        })?;
        if self.four == FourAlike::TwoPairs {
            f.write_str(", four alike are two pairs")?;
        }
        f.write_str(match self.available {
            None => "",
            Some(Available::Any) => ", exposed melds use up no copies",
            Some(_) => ", exposed melds use up copies",
        })
    }
}
