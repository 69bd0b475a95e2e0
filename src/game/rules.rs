//! The rules: one game, step by step.
#![allow(clippy::inline_always, reason = "a driver's answers are known where it runs: inlined, most of this vanishes")]

use std::convert::Infallible;
use std::ops::ControlFlow;

use super::position::Position;
use super::{
    Action, ActionError, Decision, Direction, Event, Observer, Outcome, PLAYERS, Policy, Seat, TileSource, View, Wall,
};
use crate::distance::Model;
use crate::meld::{Chow, Meld};
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// A game that goes on step by step: it says what has happened or who has to decide, is told what was decided, and goes on.
///
/// A game is a value. It can be cloned and left alone for a while, many can go on side by side, and it is
/// [saved](super::Setup) and made from the middle of another. [`Game::play`] plays one from the deal to its end.
///
/// ```
/// use paili::TableModel;
/// use paili::game::{Action, Decision, Game, Step, Wall};
///
/// let wall = Wall::new(std::array::from_fn(|place| paili::Tile::ALL[place % 37]))?;
/// let mut game = Game::deal(&wall, TableModel);
/// let outcome = loop {
///     match game.step() {
///         Step::Event(_) => {}
///         // Discards the first tile, and claims whatever it can.
///         Step::Decision(decision) => game.act(decision.actions().next().expect("an action"))?,
///         Step::End(outcome) => break outcome,
///     }
/// };
/// assert!(game.act(Action::Pass).is_err(), "it is over: {outcome:?}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Game<M: Model, W> {
    pub(super) position: Position<M>,
    pub(super) wall: W,
    pub(super) due: Due,
    /// What was decided, until it is done.
    pub(super) action: Option<Action>,
}

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

/// What a game is about to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Due {
    /// To tell the deal, from this tile of the wall on.
    Deal(u8),
    /// A player draws, if there is a tile left.
    Draw(Seat),
    /// A player wins with the tile that it has drawn, if it has drawn any, or plays a tile.
    Play {
        /// The player.
        seat: Seat,
        /// What it drew; nothing when it has claimed.
        drawn: Option<Tile>,
    },
    /// Others win with a discard, or may claim it.
    Claims {
        /// Who discarded it.
        from: Seat,
        /// The tile.
        tile: Tile,
    },
    /// Nobody claims the discard for a pong; the next player may claim it for a chow.
    Chow {
        /// Who discarded it.
        from: Seat,
        /// The tile.
        tile: Tile,
    },
    /// Nothing: the game is over.
    Over(Outcome),
}

/// Who is told what happens in a game, and decides. Where nobody decides, or `tell` asks for it, the game waits.
trait Driver<M: Model> {
    /// Breaks with what is due if the game is to stop here.
    fn tell(&mut self, event: Event, position: &Position<M>, due: Due) -> ControlFlow<Due>;
    /// What is decided, if anything is.
    fn decide(&mut self, view: &View<'_, M>, decision: &Decision) -> Option<Action>;
}

impl<M: Model, W: TileSource> Game<M, W> {
    /// Deals a wall (a [`Wall`] or a `&Wall`), one tile to each player in turn, thirteen times.
    #[inline]
    pub fn deal(mut wall: W, model: M) -> Self {
        let position = Position::dealt(&wall.deal(), model);
        Game { position, wall, due: Due::Deal(0), action: None }
    }

    /// Deals a wall and plays the game to its end: policies decide, and an observer is told what happens.
    ///
    /// # Panics
    ///
    /// When a policy does what its decision does not allow, such as discarding a tile that it does not hold.
    pub fn play<P: Policy<M>, O: Observer>(wall: W, model: M, policies: &mut [P; 4], observer: &mut O) -> Outcome {
        Game::deal(wall, model).play_on(policies, observer)
    }

    /// Plays the game to its end from where it stands.
    ///
    /// # Panics
    ///
    /// As [`play`](Game::play).
    pub fn play_on<P: Policy<M>, O: Observer>(mut self, policies: &mut [P; 4], observer: &mut O) -> Outcome {
        let outcome = self.play_turns(policies, observer);
        observer.observe(Event::End(outcome), &self.position);
        outcome
    }

    fn play_turns<P: Policy<M>, O: Observer>(&mut self, policies: &mut [P; 4], observer: &mut O) -> Outcome {
        if self.due == Due::Deal(0) {
            let mut driver = Playing { policies, observer };
            let _ = self.tell_deal(0, &mut driver);
            self.due = Due::Draw(Seat::A);
        }
        // To the next draw by steps, so that the loop of turns is compiled for nothing else.
        loop {
            if let Due::Draw(seat) = self.due {
                let ControlFlow::Break(due) = self.turns(Next::Draw(seat), &mut Playing { policies, observer });
                self.due = due;
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
        let ControlFlow::Break(due) = self.go_on(&mut driver);
        self.due = due;
        match (driver.step, self.due) {
            (Some(step), _) => step,
            (None, Due::Over(outcome)) => Step::End(outcome),
            (None, _) => unreachable!("a game stops to tell or to ask"),
        }
    }

    /// Goes on until somebody has to decide or the game is over, and tells an observer what happens.
    pub fn advance<O: Observer>(&mut self, observer: &mut O) -> Step {
        loop {
            match self.step() {
                Step::Event(event) => observer.observe(event, &self.position),
                step => return step,
            }
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

    /// Ends the game: a player gives it up, so nobody wins.
    pub fn forfeit(&mut self, by: Seat) {
        (self.due, self.action) = (Due::Over(Outcome::Forfeited { by }), None);
    }

    /// Who has to decide before the game goes on, and what.
    #[must_use]
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
    #[must_use]
    pub fn position(&self) -> &Position<M> {
        &self.position
    }

    /// What a player sees.
    #[must_use]
    pub fn view(&self, seat: Seat) -> View<'_, M> {
        View::new(&self.position, seat)
    }

    /// What the game is about to do.
    #[must_use]
    pub fn due(&self) -> Due {
        self.due
    }

    /// Goes on from where the game stands. Breaks with what is due where the driver wants to stop or the game is over.
    fn go_on<D: Driver<M>>(&mut self, driver: &mut D) -> ControlFlow<Due, Infallible> {
        let next = match self.due {
            Due::Deal(place) => {
                self.tell_deal(place, driver)?;
                Next::Draw(Seat::A)
            }
            Due::Draw(seat) => Next::Draw(seat),
            Due::Play { seat, drawn } => self.play_tile(seat, drawn, driver)?,
            Due::Claims { from, tile } => self.claims(from, tile, driver)?,
            Due::Chow { from, tile } => self.claims_chow(from, tile, driver)?,
            Due::Over(_) => return ControlFlow::Break(self.due),
        };
        self.turns(next, driver)
    }

    /// The rules: turn after turn.
    #[inline(always)]
    fn turns<D: Driver<M>>(&mut self, mut next: Next, driver: &mut D) -> ControlFlow<Due, Infallible> {
        loop {
            let (seat, drawn) = match next {
                Next::Draw(seat) => (seat, Some(self.draw(seat, driver)?)),
                Next::Play(seat) => (seat, None),
            };
            next = self.play_tile(seat, drawn, driver)?;
        }
    }

    fn tell_deal<D: Driver<M>>(&mut self, first: u8, driver: &mut D) -> ControlFlow<Due> {
        for place in first..Wall::DEALT as u8 {
            let (seat, tile) = (Seat::ALL[usize::from(place) % PLAYERS], self.wall.tile(place.into()));
            driver.tell(Event::Draw { seat, tile }, &self.position, Due::Deal(place + 1))?;
        }
        driver.tell(Event::Dealt, &self.position, Due::Draw(Seat::A))
    }

    #[inline(always)]
    fn draw<D: Driver<M>>(&mut self, seat: Seat, driver: &mut D) -> ControlFlow<Due, Tile> {
        if self.position.tiles_left() == 0 {
            return ControlFlow::Break(Due::Over(Outcome::WallExhausted));
        }
        let tile = self.wall.tile(self.position.drawn.into());
        self.position.draw(seat, tile);
        driver.tell(Event::Draw { seat, tile }, &self.position, Due::Play { seat, drawn: Some(tile) })?;
        ControlFlow::Continue(tile)
    }

    #[inline(always)]
    fn play_tile<D: Driver<M>>(&mut self, seat: Seat, drawn: Option<Tile>, driver: &mut D) -> ControlFlow<Due, Next> {
        let position = &mut self.position;
        if wins(position, seat, drawn) {
            return ControlFlow::Break(Due::Over(Outcome::SelfDrawn { winner: seat }));
        }
        if let Some(special) = special_of(position, seat) {
            return self.play_special(seat, special, drawn, driver);
        }
        let view = View::new(position, seat);
        let decision = Decision::Discard { seat, tiles: view.hand().counts().kinds() };
        let tile = match driver.decide(&view, &decision) {
            Some(Action::Discard(tile)) if decision.allows(Action::Discard(tile)) => tile,
            Some(action) => refuse(action, decision),
            None => return ControlFlow::Break(Due::Play { seat, drawn }),
        };
        let found = view.found();
        position.leave(seat, tile, drawn, found);
        driver.tell(Event::Discard { seat, tile }, &self.position, Due::Claims { from: seat, tile })?;
        self.claims(seat, tile, driver)
    }

    fn play_special<D: Driver<M>>(
        &mut self,
        seat: Seat,
        special: Tile,
        drawn: Option<Tile>,
        driver: &mut D,
    ) -> ControlFlow<Due, Next> {
        let position = &mut self.position;
        position.leave(seat, special, drawn, None);
        let skipped = (special == Tile::PASS).then(|| seat.next(position.direction));
        // Looked up, since which of the three it is can't be predicted.
        let (direction, drawing) =
            AFTER_SPECIAL[special.index() - Tile::PASS.index()][position.direction as usize][seat.index()];
        position.direction = direction;
        driver.tell(Event::Special { seat, special, skipped }, position, Due::Draw(drawing))?;
        ControlFlow::Continue(Next::Draw(drawing))
    }

    #[inline(always)]
    fn claims<D: Driver<M>>(&mut self, from: Seat, tile: Tile, driver: &mut D) -> ControlFlow<Due, Next> {
        let position = &self.position;
        let others = from.others(position.direction);
        // Mostly nobody waits for it and nobody holds two: one question tells.
        let [first, second, third] = others.map(|other| position.waits(other) | position.hand(other).counts().pairs());
        if (first | second | third).contains(tile)
            && let Some(claimer) = self.win_or_pong(from, tile, driver)?
        {
            return ControlFlow::Continue(Next::Play(claimer));
        }
        self.claims_chow(from, tile, driver)
    }

    /// Somebody waits for a discard, or holds two of it. Continues with who claims it for a pong, if anybody does.
    #[inline(never)]
    fn win_or_pong<D: Driver<M>>(&mut self, from: Seat, tile: Tile, driver: &mut D) -> ControlFlow<Due, Option<Seat>> {
        let position = &mut self.position;
        if let Some(winner) = winner(position, from, tile) {
            return ControlFlow::Break(Due::Over(Outcome::Ron { winner, from, tile }));
        }
        let Some(seat) = pong_holder(position, from, tile) else { return ControlFlow::Continue(None) };
        let decision = Decision::Pong { seat, from, tile };
        match driver.decide(&View::new(position, seat), &decision) {
            Some(Action::Pass) => ControlFlow::Continue(None),
            Some(Action::Pong) => {
                position.expose(seat, tile, Meld::Pong(tile));
                driver.tell(Event::Pong { seat, from, tile }, position, Due::Play { seat, drawn: None })?;
                ControlFlow::Continue(Some(seat))
            }
            Some(action) => refuse(action, decision),
            None => ControlFlow::Break(Due::Claims { from, tile }),
        }
    }

    #[inline(always)]
    fn claims_chow<D: Driver<M>>(&mut self, from: Seat, tile: Tile, driver: &mut D) -> ControlFlow<Due, Next> {
        let position = &mut self.position;
        let seat = from.next(position.direction);
        if Chow::any_formed(tile, position.hand(seat).counts().kinds()) {
            let decision = Decision::Chow { seat, from, tile, chows: position.chows(seat, tile) };
            match driver.decide(&View::new(position, seat), &decision) {
                Some(Action::Pass) => {}
                Some(Action::Chow(chow)) if decision.allows(Action::Chow(chow)) => {
                    position.expose(seat, tile, Meld::Chow(chow));
                    driver.tell(Event::Chow { seat, from, chow }, position, Due::Play { seat, drawn: None })?;
                    return ControlFlow::Continue(Next::Play(seat));
                }
                Some(action) => refuse(action, decision),
                None => return ControlFlow::Break(Due::Chow { from, tile }),
            }
        }
        ControlFlow::Continue(Next::Draw(seat))
    }
}

/// Who has the next turn.
enum Next {
    /// The player draws.
    Draw(Seat),
    /// The player has claimed, and plays a tile.
    Play(Seat),
}

/// Whether a player wins with the tile that it has drawn.
#[inline]
fn wins<M: Model>(position: &Position<M>, seat: Seat, drawn: Option<Tile>) -> bool {
    drawn.is_some_and(|tile| position.waits(seat).contains(tile))
}

/// The special that a player plays: they are numbered in the order in which they are played.
#[inline]
fn special_of<M: Model>(position: &Position<M>, seat: Seat) -> Option<Tile> {
    (position.hand(seat).counts().kinds() & TileSet::SPECIAL).first()
}

/// Who wins with a discard, if anybody does.
#[inline]
fn winner<M: Model>(position: &Position<M>, from: Seat, tile: Tile) -> Option<Seat> {
    first_with(tile, from.others(position.direction), |other| position.waits(other))
}

/// Who can claim a discard for a pong, if anybody can: at most one of them holds two.
#[inline]
fn pong_holder<M: Model>(position: &Position<M>, from: Seat, tile: Tile) -> Option<Seat> {
    first_with(tile, from.others(position.direction), |other| position.hand(other).counts().pairs())
}

fn chow_decision<M: Model>(position: &Position<M>, from: Seat, tile: Tile) -> Option<Decision> {
    let seat = from.next(position.direction);
    let chows = position.chows(seat, tile);
    chows.iter().any(Option::is_some).then_some(Decision::Chow { seat, from, tile, chows })
}

/// Policies decide, and an observer is told.
struct Playing<'a, P, O> {
    policies: &'a mut [P; 4],
    observer: &'a mut O,
}

impl<M: Model, P: Policy<M>, O: Observer> Driver<M> for Playing<'_, P, O> {
    #[inline(always)]
    fn tell(&mut self, event: Event, position: &Position<M>, _: Due) -> ControlFlow<Due> {
        self.observer.observe(event, position);
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn decide(&mut self, view: &View<'_, M>, decision: &Decision) -> Option<Action> {
        Some(self.policies[view.seat().index()].decide(view, decision))
    }
}

/// A policy did what it may not do.
#[cold]
fn refuse(action: Action, decision: Decision) -> ! {
    panic!("{}", ActionError::NotAllowed { action, decision })
}

/// Stops at everything; an action that was told is the answer to the first question.
struct Stepping {
    action: Option<Action>,
    step: Option<Step>,
}

impl<M: Model> Driver<M> for Stepping {
    fn tell(&mut self, event: Event, _: &Position<M>, due: Due) -> ControlFlow<Due> {
        self.step = Some(Step::Event(event));
        ControlFlow::Break(due)
    }

    fn decide(&mut self, _: &View<'_, M>, decision: &Decision) -> Option<Action> {
        let action = self.action.take();
        if action.is_none() {
            self.step = Some(Step::Decision(*decision));
        }
        action
    }
}

/// Which way turns go round after a special, and who draws next: `[special][direction before][who played it]`.
static AFTER_SPECIAL: [[[(Direction, Seat); 4]; 2]; 3] = {
    let mut after = [[[(Direction::Forward, Seat::A); 4]; 2]; 3];
    let mut place = 0;
    while place < 8 {
        let direction = if place < 4 { Direction::Forward } else { Direction::Backward };
        let seat = Seat::ALL[place % 4];
        let pass = (direction, seat.next(direction).next(direction));
        let reverse = (direction.reversed(), seat.next(direction.reversed()));
        let double = (direction, seat);
        [after[0][place / 4][place % 4], after[1][place / 4][place % 4], after[2][place / 4][place % 4]] =
            [pass, reverse, double];
        place += 1;
    }
    after
};

/// The first of three places that is taken, by a number whose bits say which are.
const PLACES: [Option<usize>; 8] = [None, Some(0), Some(1), Some(0), Some(2), Some(0), Some(1), Some(0)];

/// The first seat whose set has a tile.
#[inline]
fn first_with(tile: Tile, seats: [Seat; 3], set_of: impl Fn(Seat) -> TileSet) -> Option<Seat> {
    let [first, second, third] = seats.map(set_of).map(|set| set.contains(tile));
    // Who of them has it can't be predicted, so it is looked up.
    PLACES[usize::from(first) | usize::from(second) << 1 | usize::from(third) << 2].map(|place| seats[place])
}
