//! One of many games that go on side by side.

use super::observed::Observed;
use super::public_state::PublicState;
use super::seating::Seating;
use super::{Ended, Turn};
use crate::distance::TableModel;
use crate::game::{Action, ActionSet, Decision, Event, Game, Observer, Outcome, PLAYERS, Seat, Step, Transcript, Wall};
use crate::simulation::Seed;
use crate::simulation::named_policy::Player;

/// A game that waits for a decision, or is over.
#[derive(Debug, Clone)]
pub(super) struct Slot {
    pub(super) game: Game<TableModel, Wall>,
    pub(super) open: PublicState,
    pub(super) decision: Option<Decision>,
    /// Who decides, or decided last.
    pub(super) seat: Seat,
    /// Who decided last, but for those who only [answered](super::Games::answer).
    pub(super) stepped: Seat,
    players: [Option<Player>; PLAYERS],
    /// What has happened, if that is written down.
    pub(super) transcript: Option<Transcript>,
    /// The number and transcript of the game before at the same place.
    pub(super) before: Option<Box<(u64, Transcript)>>,
}

/// Thousands of games are slow once they are more than the caches hold. So the whole wall is kept, and not what would shuffle the
/// rest of it, which takes 428 bytes more.
const _: () = assert!(size_of::<Slot>() <= 1280);

impl Slot {
    /// Deals a game and plays it to the first decision that is waited for. None if it ends before that.
    pub(super) fn deal(
        seed: Seed,
        number: u64,
        seating: Seating,
        transcript: Option<Transcript>,
    ) -> Option<(Slot, Turn)> {
        let mut slot = Slot {
            game: Game::deal(seed.wall(number), TableModel),
            open: PublicState::NOTHING,
            decision: None,
            seat: Seat::A,
            stepped: Seat::A,
            players: seating.players(seed, number),
            transcript,
            before: None,
        };
        let mut turn = Turn { game: number, seat: None, actions: ActionSet::EMPTY, ended: None };
        slot.go_on(&mut turn);
        turn.seat.is_some().then_some((slot, turn))
    }

    /// What is seen by whose turn it is; of a game that has ended, by who decided last, so that others' hands stay hidden.
    pub(super) fn seen(&mut self) -> Observed<'_> {
        self.seen_by(if self.decision.is_some() { self.seat } else { self.stepped })
    }

    /// What a seat sees.
    pub(super) fn seen_by(&mut self, seat: Seat) -> Observed<'_> {
        let decision = self.decision.filter(|decision| decision.seat() == seat);
        Observed { position: self.game.position(), open: &self.open, decision, seat }
    }

    /// Who has to decide gives the game up.
    pub(super) fn forfeit(&mut self, turn: &mut Turn) {
        self.stepped = self.seat;
        self.game.forfeit(self.seat);
        self.go_on(turn);
    }

    /// Its transcript, to its end: who has to decide gives up a game that still goes on.
    pub(super) fn take_transcript(&mut self) -> Option<Transcript> {
        let given_up = Event::End(Outcome::Forfeited { by: self.seat });
        let mut transcript = self.transcript.take()?;
        if self.decision.is_some() {
            transcript.observe(given_up, self.game.position());
        }
        Some(transcript)
    }

    /// Does what was decided, which is allowed.
    pub(super) fn act(&mut self, action: Action, turn: &mut Turn) {
        self.game.act_checked(action);
        self.go_on(turn);
    }

    fn go_on(&mut self, turn: &mut Turn) {
        match self.game.advance_beside(&mut self.players, &mut (&mut self.open, &mut self.transcript)) {
            Step::Decision(decision) => {
                self.decision = Some(decision);
                self.seat = decision.seat();
                (turn.seat, turn.actions) = (Some(self.seat), decision.codes());
            }
            Step::End(outcome) => {
                self.decision = None;
                self.transcript.observe(Event::End(outcome), self.game.position());
                (turn.seat, turn.actions) = (None, ActionSet::EMPTY);
                let tiles_left = self.game.position().tiles_left() as u8;
                turn.ended = Some(Ended { game: turn.game, outcome, tiles_left });
            }
            Step::Event(_) => unreachable!("events are told to what lies open"),
        }
    }
}
