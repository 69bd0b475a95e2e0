//! A game as it was decided.

use paili::distance::Model;
use paili::game::{Action, Event, Game, Observer, Outcome, Step, Wall};

/// A game that was played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    /// How it ended.
    pub outcome: Outcome,
    /// What was decided, first to last.
    pub actions: Vec<Action>,
}

impl Played {
    /// Plays the game once more by the same actions, for another observer. On another wall, whoever can't do what was done
    /// forfeits.
    pub fn play_again<M: Model, O: Observer>(&self, wall: &Wall, model: M, observer: &mut O) -> Outcome {
        let mut game = Game::deal(wall, model);
        let mut actions = self.actions.iter();
        let outcome = loop {
            match game.advance(observer) {
                Step::Decision(decision) => {
                    if actions.next().is_none_or(|&action| game.act(action).is_err()) {
                        game.forfeit(decision.seat());
                    }
                }
                Step::End(outcome) => break outcome,
                Step::Event(_) => {}
            }
        };
        observer.observe(Event::End(outcome), game.position());
        outcome
    }
}
