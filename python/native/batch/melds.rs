//! Hands whose texts have melds in brackets. Few have any, and of those more is known than a hand is: they are answered one by one,
//! and all others as if there were none.

use paili::analysis::{Asked, Question, Unseen, Useful};
use paili::batch::Analysis;
use paili::rules::{RuleSet, RulesModel};
use paili::{Counts, Distance, Hand, Model};

use super::rows::Unread;

/// A hand beside the melds of its text.
#[derive(Debug, Clone)]
pub struct Beside {
    pub hand: Hand,
    /// The tiles of its melds, four of a kan.
    pub melded: Counts,
    /// Which answers: a void suit is none of a meld.
    pub model: RulesModel,
    /// What its owner has not seen.
    unseen: Unseen,
}

/// The hand of a text with brackets, or what is wrong with it.
#[cold]
pub fn beside(rules: &RuleSet, text: &str) -> Unread {
    match Question::alone(rules).ask(text) {
        Ok(Asked { question, hand, unseen, .. }) => {
            Unread::Beside(Box::new(Beside { hand, melded: melded(&question), model: question.model(), unseen }))
        }
        Err(error) => Unread::Fault(error.reason("").to_string()),
    }
}

fn melded(question: &Question) -> Counts {
    let mut counts = Counts::EMPTY;
    let in_melds = question.melds().iter().flat_map(|meld| meld.tiles());
    for tile in in_melds.chain(question.kans().iter()) {
        // There is no fifth copy of any.
        let _ = counts.insert(tile);
    }
    counts
}

impl Beside {
    pub fn distance(&self) -> Distance {
        self.model.distance(&self.hand)
    }

    pub fn analysis(&self) -> Analysis {
        let (distance, kinds) = self.model.distance_and_useful(&self.hand);
        Analysis { distance, useful: Useful::at(distance, kinds, &self.unseen) }
    }
}
