//! One of many games that go on side by side.

use super::open::Open;
use super::seating::Seating;
use super::seen::Seen;
use super::{Ended, Turn};
use crate::distance::TableModel;
use crate::game::{Action, ActionSet, Decision, Game, PLAYERS, Seat, Step};
use crate::simulation::named_policy::Player;
use crate::simulation::{Seed, Shuffle};

/// A game that waits for a decision, or is over.
#[derive(Debug, Clone)]
pub(super) struct Slot {
    pub(super) game: Game<TableModel, Shuffle>,
    pub(super) open: Open,
    pub(super) decision: Option<Decision>,
    /// Who decides, or decided last.
    pub(super) seat: Seat,
    players: [Option<Player>; PLAYERS],
}

impl Slot {
    /// Deals a game and plays it to the first decision that is waited for. None if it ends before that.
    pub(super) fn deal(seed: Seed, number: u64, seating: Seating) -> Option<(Slot, Turn)> {
        let mut slot = Slot {
            game: Game::deal(seed.shuffle(number), TableModel),
            open: Open::NOTHING,
            decision: None,
            seat: Seat::A,
            players: seating.players(seed, number),
        };
        let mut turn = Turn { game: number, seat: None, actions: ActionSet::EMPTY, ended: None };
        slot.go_on(&mut turn);
        turn.seat.is_some().then_some((slot, turn))
    }

    /// What is seen by whose turn it is, or was last.
    pub(super) fn seen(&mut self) -> Seen<'_> {
        self.seen_by(self.seat)
    }

    /// What a seat sees.
    pub(super) fn seen_by(&mut self, seat: Seat) -> Seen<'_> {
        let decision = self.decision.filter(|decision| decision.seat() == seat);
        Seen { position: self.game.position(), open: &self.open, decision, seat }
    }

    /// Who has to decide gives the game up.
    pub(super) fn forfeit(&mut self, turn: &mut Turn) {
        self.game.forfeit(self.seat);
        self.go_on(turn);
    }

    /// Does what was decided, which is allowed.
    pub(super) fn act(&mut self, action: Action, turn: &mut Turn) {
        self.game.act_checked(action);
        self.go_on(turn);
    }

    fn go_on(&mut self, turn: &mut Turn) {
        match self.game.advance_beside(&mut self.players, &mut self.open) {
            Step::Decision(decision) => {
                self.decision = Some(decision);
                self.seat = decision.seat();
                (turn.seat, turn.actions) = (Some(self.seat), decision.codes());
            }
            Step::End(outcome) => {
                self.decision = None;
                (turn.seat, turn.actions) = (None, ActionSet::EMPTY);
                let tiles_left = self.game.position().tiles_left() as u8;
                turn.ended = Some(Ended { game: turn.game, outcome, tiles_left });
            }
            Step::Event(_) => unreachable!("events are told to what lies open"),
        }
    }
}
