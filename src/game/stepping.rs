//! A game as a value: it says what happens or who has to decide, and waits.
#![allow(clippy::inline_always, reason = "a driver's answers are known where it runs: inlined, most of this vanishes")]

use std::ops::ControlFlow;

use super::rules::{Driver, Due, Game, chow_decision, pong_holder, refuse, special_of, winner, wins};
use super::{
    Action, ActionError, Decision, Event, Observer, Outcome, PLAYERS, Policy, Position, Rule, Seat, TileSource, View,
};
use crate::distance::Model;

/// What a game says when it is asked to go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Step {
    /// This has happened. The [position](Game::position) is that after it; during the deal, that after the deal.
    Event(Event),
    /// Somebody has to decide: the game goes on after [`Game::act`].
    Decision(Decision),
    /// The game is over.
    End(Outcome),
}

impl<M: Model, W: TileSource> Game<M, W> {
    /// Deals a wall (a [`Wall`](super::Wall) or a `&Wall`), one tile to each player in turn, thirteen times.
    #[inline]
    pub fn deal(wall: W, model: M) -> Self {
        // Dealt where it stays: what was just written tile by tile can't be copied in larger pieces without waiting.
        let mut game = Game { position: Position::new(model), wall, due: Due::Deal(0), action: None };
        game.position.deal(&game.wall.deal());
        game
    }

    /// Deals a wall and plays the game to its end: policies decide, and an observer is told what happens.
    ///
    /// # Panics
    ///
    /// When a policy does what its decision does not allow, such as discarding a tile that it does not hold.
    pub fn play<P: Policy<M>, O: Observer>(
        wall: W,
        model: M,
        policies: &mut [P; PLAYERS],
        observer: &mut O,
    ) -> Outcome {
        Game::deal(wall, model).play_on(policies, observer)
    }

    /// Plays the game to its end from where it stands.
    ///
    /// # Panics
    ///
    /// As [`play`](Game::play).
    pub fn play_on<P: Policy<M>, O: Observer>(mut self, policies: &mut [P; PLAYERS], observer: &mut O) -> Outcome {
        let outcome = self.play_turns(policies, observer);
        observer.observe(Event::End(outcome), &self.position);
        outcome
    }

    // By itself wherever it is called from, so that it has all registers there are.
    #[inline(never)]
    fn play_turns<P: Policy<M>, O: Observer>(&mut self, policies: &mut [P; PLAYERS], observer: &mut O) -> Outcome {
        if self.due == Due::Deal(0) {
            let mut driver = Playing { policies, observer };
            let _ = self.tell_deal(0, &mut driver);
            self.due = Due::Draw(Seat::A);
        }
        // To the next draw by steps, so that the loop of turns is compiled for nothing else.
        loop {
            if let Due::Draw(seat) = self.due {
                self.turns(seat, &mut Playing { policies, observer });
            }
            match self.step() {
                Step::Event(event) => observer.observe(event, &self.position),
                Step::Decision(decision) => {
                    let seat = decision.seat();
                    let action = policies[seat.index()].decide(&self.view(seat), &decision);
                    self.act(action).unwrap_or_else(|_| refuse(action, decision));
                }
                Step::End(outcome) => return outcome,
            }
        }
    }

    /// Goes on until something happens, somebody has to decide, or the game is over.
    pub fn step(&mut self) -> Step {
        let mut driver = Stepping { action: self.action.take(), step: None };
        self.go_on(&mut driver);
        match (driver.step, self.due) {
            (Some(step), _) => step,
            (None, Due::Over(outcome)) => Step::End(outcome),
            (None, _) => unreachable!("a game stops to tell or to ask"),
        }
    }

    /// Goes on until somebody has to decide or the game is over, and tells an observer what happens.
    pub fn advance<O: Observer>(&mut self, observer: &mut O) -> Step {
        self.advance_beside(&mut [const { None::<Rule> }; PLAYERS], observer)
    }

    /// Goes on until a seat without a policy has to decide or the game is over, and tells an observer what happens. Where a
    /// seat has a policy, that decides.
    ///
    /// # Panics
    ///
    /// As [`play`](Game::play).
    pub(crate) fn advance_beside<P: Policy<M>, O: Observer>(
        &mut self,
        policies: &mut [Option<P>; PLAYERS],
        observer: &mut O,
    ) -> Step {
        let mut driver = Beside { policies, observer, action: self.action.take(), decision: None };
        self.go_on(&mut driver);
        match (driver.decision, self.due) {
            (Some(decision), _) => Step::Decision(decision),
            (None, Due::Over(outcome)) => Step::End(outcome),
            (None, _) => unreachable!("a game stops to ask"),
        }
    }

    /// Decides. The game goes on with the next [`step`](Game::step).
    ///
    /// # Errors
    ///
    /// When nobody has to decide, or the action is not among those allowed. The game stays as it is.
    pub fn act(&mut self, action: Action) -> Result<(), ActionError> {
        let Some(decision) = self.decision() else { return Err(ActionError::NothingToDecide { action }) };
        if !decision.allows(action) {
            return Err(ActionError::NotAllowed { action, decision });
        }
        self.action = Some(action);
        Ok(())
    }

    /// Decides what is known to be allowed.
    #[cfg(feature = "simulation")]
    pub(crate) fn act_checked(&mut self, action: Action) {
        debug_assert!(self.decision().is_some_and(|decision| decision.allows(action)));
        self.action = Some(action);
    }

    /// Ends the game: a player gives it up, so nobody wins.
    pub fn forfeit(&mut self, by: Seat) {
        (self.due, self.action) = (Due::Over(Outcome::Forfeited { by }), None);
    }

    /// Who has to decide before the game goes on, and what.
    pub fn decision(&self) -> Option<Decision> {
        if self.action.is_some() {
            return None;
        }
        let position = &self.position;
        match self.due {
            Due::Play { seat, drawn } if !wins(position, seat, drawn) && special_of(position, seat).is_none() => {
                Some(Decision::Discard { seat, tiles: position.hand(seat).counts().kinds() })
            }
            Due::Claims { from, tile } if winner(position, from, tile).is_none() => pong_holder(position, from, tile)
                .map(|seat| Decision::Pong { seat, from, tile })
                .or_else(|| chow_decision(position, from, tile)),
            Due::Chow { from, tile } => chow_decision(position, from, tile),
            _ => None,
        }
    }

    /// How the game stands.
    pub fn position(&self) -> &Position<M> {
        &self.position
    }

    /// What a player sees.
    pub fn view(&self, seat: Seat) -> View<'_, M> {
        View::new(&self.position, seat)
    }

    /// What the game is about to do.
    pub fn due(&self) -> Due {
        self.due
    }
}

/// Policies decide, and an observer is told.
struct Playing<'a, P, O> {
    policies: &'a mut [P; PLAYERS],
    observer: &'a mut O,
}

impl<M: Model, P: Policy<M>, O: Observer> Driver<M> for Playing<'_, P, O> {
    #[inline(always)]
    fn tell(&mut self, event: Event, position: &Position<M>) -> ControlFlow<()> {
        self.observer.observe(event, position);
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn decide(&mut self, view: &View<'_, M>, decision: &Decision) -> Option<Action> {
        Some(self.policies[view.seat().index()].decide(view, decision))
    }
}

/// Policies decide in some seats, and an observer is told. An action that was told is the answer to the first question of
/// another.
struct Beside<'a, P, O> {
    policies: &'a mut [Option<P>; PLAYERS],
    observer: &'a mut O,
    action: Option<Action>,
    decision: Option<Decision>,
}

impl<M: Model, P: Policy<M>, O: Observer> Driver<M> for Beside<'_, P, O> {
    #[inline(always)]
    fn tell(&mut self, event: Event, position: &Position<M>) -> ControlFlow<()> {
        self.observer.observe(event, position);
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn decide(&mut self, view: &View<'_, M>, decision: &Decision) -> Option<Action> {
        // An action was told for the decision at which the game stands: it goes before any policy.
        if let Some(action) = self.action.take() {
            return Some(action);
        }
        let action = self.policies[view.seat().index()].as_mut().map(|policy| policy.decide(view, decision));
        if action.is_none() {
            self.decision = Some(*decision);
        }
        action
    }
}

/// Stops at everything; an action that was told is the answer to the first question.
struct Stepping {
    action: Option<Action>,
    step: Option<Step>,
}

impl<M: Model> Driver<M> for Stepping {
    fn tell(&mut self, event: Event, _: &Position<M>) -> ControlFlow<()> {
        self.step = Some(Step::Event(event));
        ControlFlow::Break(())
    }

    fn decide(&mut self, _: &View<'_, M>, decision: &Decision) -> Option<Action> {
        let action = self.action.take();
        if action.is_none() {
            self.step = Some(Step::Decision(*decision));
        }
        action
    }
}
