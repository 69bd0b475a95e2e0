//! What a hand could become: how far it is from the hands that players aim at.

use super::discards::best_discard;
use super::{Asked, Discard, Useful};
use crate::distance::{Distance, Model};
use crate::rules::Aim;
use crate::tile::Tile;

/// How far a hand is from one that players aim at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prospect {
    /// What it would be, by one of the [usual names](Aim::usual).
    pub name: String,
    /// The same as an aim.
    pub aim: Aim,
    /// The best discard for it, where one is due and the hand does not win.
    pub discard: Option<Tile>,
    /// The distance after it.
    pub distance: Distance,
    /// The useful tiles and the acceptance after it.
    pub useful: Useful,
}

impl Asked<'_> {
    /// How far the hand is from each that players aim at, nearest first and of equals the one that accepts most; whatever it can't
    /// become is left out. There are none where the rule set itself [aims at](crate::rules::RuleSet::aim) something.
    ///
    /// ```
    /// use paili::analysis::Question;
    /// use paili::rules::RuleSet;
    ///
    /// let question = Question::new(RuleSet::standard(), &[""; 0], "")?;
    /// let prospects = question.ask("2345m456p67s99p77z")?.prospects();
    /// let told: Vec<String> = prospects.iter().map(|of| format!("{} {}", of.name, of.distance)).collect();
    /// assert_eq!(told[..3], ["plain 2", "pong 7z 2", "pong 1z 4"]);
    /// # Ok::<(), paili::analysis::QuestionError>(())
    /// ```
    pub fn prospects(&self) -> Vec<Prospect> {
        let mut all: Vec<Prospect> =
            Aim::usual(self.question.rules()).into_iter().filter_map(|(name, aim)| self.prospect(name, aim)).collect();
        all.sort_by_key(|of| (of.distance, std::cmp::Reverse(of.useful.acceptance)));
        all
    }

    /// By definition: to compile the tables of all aims would take seconds, and each is asked once.
    fn prospect(&self, name: String, aim: Aim) -> Option<Prospect> {
        let rules = self.question.rules().clone().aiming_at(aim.clone()).ok()?;
        let model = self.question.plain_model(&rules);
        let distance = model.distance(&self.hand);
        if distance == Distance::NEVER {
            return None;
        }
        let best = best_discard(model, &self.hand, &self.unseen).filter(|_| distance != Distance::WON);
        let (discard, useful) = match best {
            Some(Discard { tile, useful, .. }) => (Some(tile), useful),
            None => (None, Useful::of(model, &self.hand, &self.unseen)),
        };
        Some(Prospect { name, aim, discard, distance, useful })
    }
}
