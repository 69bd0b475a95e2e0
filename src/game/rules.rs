//! The rules: turn after turn, claims and specials, written once for whoever drives a game.
#![allow(clippy::inline_always, reason = "a driver's answers are known where it runs: inlined, most of this vanishes")]

use std::ops::ControlFlow;

use super::position::Position;
use super::{Action, ActionError, Decision, Direction, Event, Outcome, PLAYERS, Seat, TileSource, View, Wall};
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

/// What a game is about to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[allow(missing_docs, reason = "the words on a variant name its fields")]
pub enum Due {
    /// To tell the deal, from this tile of the wall on.
    Deal(u8),
    /// A player draws, if there is a tile left.
    Draw(Seat),
    /// `seat` wins with the tile that it has drawn, which is none when it has claimed, or plays a tile.
    Play { seat: Seat, drawn: Option<Tile> },
    /// Others win with what `from` has discarded, or may claim it.
    Claims { from: Seat, tile: Tile },
    /// Nobody claims for a pong what `from` has discarded; the next player may claim it for a chow.
    Chow { from: Seat, tile: Tile },
    /// Nothing: the game is over.
    Over(Outcome),
}

/// Who is told what happens in a game, and decides. Where nobody decides, or `tell` asks for it, the game waits.
pub(super) trait Driver<M: Model> {
    /// Breaks if the game is to stop here.
    fn tell(&mut self, event: Event, position: &Position<M>) -> ControlFlow<()>;
    /// What is decided, if anything is.
    fn decide(&mut self, view: &View<'_, M>, decision: &Decision) -> Option<Action>;
}

// Each rule tells who draws next; nobody where the game stops, and then what is due is noted.
impl<M: Model, W: TileSource> Game<M, W> {
    /// Goes on from where the game stands until the driver wants to stop or the game is over.
    pub(super) fn go_on<D: Driver<M>>(&mut self, driver: &mut D) {
        let seat = match self.due {
            Due::Deal(place) => self.tell_deal(place, driver),
            Due::Draw(seat) => Some(seat),
            Due::Play { seat, drawn } => self.play_tile(seat, drawn, driver),
            Due::Claims { from, tile } => self.claims(from, tile, driver),
            Due::Chow { from, tile } => self.claims_chow(from, tile, driver),
            Due::Over(_) => None,
        };
        if let Some(seat) = seat {
            self.turns(seat, driver);
        }
    }

    /// The rules: turn after turn, from a draw on. Claims and specials are apart from this loop, which then has all
    /// registers for what nearly every turn does.
    #[inline(always)]
    pub(super) fn turns<D: Driver<M>>(&mut self, mut seat: Seat, driver: &mut D) {
        while let Some(tile) = self.draw(seat, driver)
            && let Some(next) = self.play_tile(seat, Some(tile), driver)
        {
            seat = next;
        }
    }

    #[inline(always)]
    fn stop<T>(&mut self, due: Due) -> Option<T> {
        self.due = due;
        None
    }

    #[inline(always)]
    fn tell<D: Driver<M>>(&mut self, event: Event, due: Due, driver: &mut D) -> Option<()> {
        if driver.tell(event, &self.position).is_break() { self.stop(due) } else { Some(()) }
    }

    pub(super) fn tell_deal<D: Driver<M>>(&mut self, first: u8, driver: &mut D) -> Option<Seat> {
        for place in first..Wall::DEALT as u8 {
            let (seat, tile) = (Seat::ALL[usize::from(place) % PLAYERS], self.wall.tile(place.into()));
            self.tell(Event::Draw { seat, tile }, Due::Deal(place + 1), driver)?;
        }
        self.tell(Event::Dealt, Due::Draw(Seat::A), driver)?;
        Some(Seat::A)
    }

    #[inline(always)]
    fn draw<D: Driver<M>>(&mut self, seat: Seat, driver: &mut D) -> Option<Tile> {
        if self.position.tiles_left() == 0 {
            return self.stop(Due::Over(Outcome::WallExhausted));
        }
        let tile = self.wall.tile(self.position.drawn.into());
        self.position.draw(seat, tile);
        self.tell(Event::Draw { seat, tile }, Due::Play { seat, drawn: Some(tile) }, driver)?;
        Some(tile)
    }

    #[inline(always)]
    fn play_tile<D: Driver<M>>(&mut self, seat: Seat, drawn: Option<Tile>, driver: &mut D) -> Option<Seat> {
        let position = &mut self.position;
        if wins(position, seat, drawn) {
            return self.stop(Due::Over(Outcome::SelfDrawn { winner: seat }));
        }
        if let Some(special) = special_of(position, seat) {
            return self.play_special(seat, special, drawn, driver);
        }
        let view = View::new(position, seat);
        let decision = Decision::Discard { seat, tiles: view.hand().counts().kinds() };
        let tile = match driver.decide(&view, &decision) {
            Some(Action::Discard(tile)) if decision.allows(Action::Discard(tile)) => tile,
            Some(action) => refuse(action, decision),
            None => return self.stop(Due::Play { seat, drawn }),
        };
        let found = view.found();
        position.leave(seat, tile, drawn, found);
        self.tell(Event::Discard { seat, tile }, Due::Claims { from: seat, tile }, driver)?;
        self.claims(seat, tile, driver)
    }

    #[inline(never)]
    fn play_special<D: Driver<M>>(
        &mut self,
        seat: Seat,
        special: Tile,
        drawn: Option<Tile>,
        driver: &mut D,
    ) -> Option<Seat> {
        let position = &mut self.position;
        position.leave(seat, special, drawn, None);
        let skipped = (special == Tile::PASS).then(|| seat.next(position.direction));
        // Looked up, since which of the three it is can't be predicted.
        let (direction, drawing) =
            AFTER_SPECIAL[special.index() - Tile::PASS.index()][position.direction as usize][seat.index()];
        position.direction = direction;
        self.tell(Event::Special { seat, special, skipped }, Due::Draw(drawing), driver)?;
        Some(drawing)
    }

    #[inline(always)]
    fn claims<D: Driver<M>>(&mut self, from: Seat, tile: Tile, driver: &mut D) -> Option<Seat> {
        // Mostly nobody waits for it and nobody holds two: one question tells.
        if self.position.wanted_beside(from).contains(tile) {
            return self.win_or_pong(from, tile, driver);
        }
        self.claims_chow(from, tile, driver)
    }

    /// Somebody waits for a discard, or holds two of it.
    #[inline(never)]
    fn win_or_pong<D: Driver<M>>(&mut self, from: Seat, tile: Tile, driver: &mut D) -> Option<Seat> {
        let position = &mut self.position;
        if let Some(winner) = winner(position, from, tile) {
            return self.stop(Due::Over(Outcome::Ron { winner, from, tile }));
        }
        if let Some(seat) = pong_holder(position, from, tile) {
            let decision = Decision::Pong { seat, from, tile };
            match driver.decide(&View::new(position, seat), &decision) {
                Some(Action::Pass) => {}
                Some(Action::Pong) => {
                    position.expose(seat, tile, Meld::Pong(tile));
                    self.tell(Event::Pong { seat, from, tile }, Due::Play { seat, drawn: None }, driver)?;
                    return self.play_claimed(seat, driver);
                }
                Some(action) => refuse(action, decision),
                None => return self.stop(Due::Claims { from, tile }),
            }
        }
        self.claims_chow(from, tile, driver)
    }

    #[inline(always)]
    fn claims_chow<D: Driver<M>>(&mut self, from: Seat, tile: Tile, driver: &mut D) -> Option<Seat> {
        let seat = from.next(self.position.direction);
        if Chow::any_formed(tile, self.position.hand(seat).counts().kinds()) {
            return self.chow(seat, from, tile, driver);
        }
        Some(seat)
    }

    /// The next player can form a chow with a discard.
    #[inline(never)]
    fn chow<D: Driver<M>>(&mut self, seat: Seat, from: Seat, tile: Tile, driver: &mut D) -> Option<Seat> {
        let position = &mut self.position;
        let decision = Decision::Chow { seat, from, tile, chows: position.chows(seat, tile) };
        match driver.decide(&View::new(position, seat), &decision) {
            Some(Action::Pass) => Some(seat),
            Some(Action::Chow(chow)) if decision.allows(Action::Chow(chow)) => {
                position.expose(seat, tile, Meld::Chow(chow));
                self.tell(Event::Chow { seat, from, chow }, Due::Play { seat, drawn: None }, driver)?;
                self.play_claimed(seat, driver)
            }
            Some(action) => refuse(action, decision),
            None => self.stop(Due::Chow { from, tile }),
        }
    }

    /// A player has claimed a discard.
    #[inline(never)]
    fn play_claimed<D: Driver<M>>(&mut self, seat: Seat, driver: &mut D) -> Option<Seat> {
        self.play_tile(seat, None, driver)
    }
}

/// Whether a player wins with the tile that it has drawn.
#[inline]
pub(super) fn wins<M: Model>(position: &Position<M>, seat: Seat, drawn: Option<Tile>) -> bool {
    drawn.is_some_and(|tile| position.waits(seat).contains(tile))
}

/// The special that a player plays: they are numbered in the order in which they are played.
#[inline]
pub(super) fn special_of<M: Model>(position: &Position<M>, seat: Seat) -> Option<Tile> {
    (position.hand(seat).counts().kinds() & TileSet::SPECIAL).first()
}

/// Who wins with a discard, if anybody does.
#[inline]
pub(super) fn winner<M: Model>(position: &Position<M>, from: Seat, tile: Tile) -> Option<Seat> {
    first_with(tile, from.others(position.direction), |other| position.waits(other))
}

/// Who can claim a discard for a pong, if anybody can: at most one of them holds two.
#[inline]
pub(super) fn pong_holder<M: Model>(position: &Position<M>, from: Seat, tile: Tile) -> Option<Seat> {
    first_with(tile, from.others(position.direction), |other| position.hand(other).counts().pairs())
}

pub(super) fn chow_decision<M: Model>(position: &Position<M>, from: Seat, tile: Tile) -> Option<Decision> {
    let seat = from.next(position.direction);
    let chows = position.chows(seat, tile);
    chows.iter().any(Option::is_some).then_some(Decision::Chow { seat, from, tile, chows })
}

/// A policy did what it may not do.
#[cold]
pub(super) fn refuse(action: Action, decision: Decision) -> ! {
    panic!("{}", ActionError::NotAllowed { action, decision })
}

/// Which way turns go round after a special, and who draws next: `[special][direction before][who played it]`.
static AFTER_SPECIAL: [[[(Direction, Seat); PLAYERS]; 2]; 3] = {
    let mut after = [[[(Direction::Forward, Seat::A); PLAYERS]; 2]; 3];
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
