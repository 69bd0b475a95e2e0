//! What all places of many games have in common, and how a game goes on at one of them.

use std::iter;

use super::slot::Slot;
use super::{AfterEnd, Ended, NONE, Seating, Turn};
use crate::game::{ActionCode, Transcript};
use crate::simulation::Seed;

/// What all places have in common.
#[derive(Debug, Clone, Copy)]
pub(super) struct Terms {
    pub(super) seed: Seed,
    pub(super) seating: Seating,
    pub(super) after_end: AfterEnd,
    pub(super) places: u64,
    pub(super) record: Record,
}

/// Whether games are written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Record {
    Nothing,
    Transcripts,
}

impl Terms {
    /// The game of this number, or of those that come after it at its place the first in which anybody is waited for. None where
    /// numbers come to an end before that.
    pub(super) fn deal(&self, game: u64) -> Option<(Slot, Turn)> {
        let mut numbers = iter::successors(Some(game), |&number| self.after(number));
        let transcript = || (self.record == Record::Transcripts).then(Transcript::new);
        numbers.find_map(|number| Slot::deal(self.seed, number, self.seating, transcript()))
    }

    /// The number after another at its place, if there is one: after the last there is no first again.
    fn after(&self, number: u64) -> Option<u64> {
        number.checked_add(self.places)
    }

    /// The next step of a place: what a number says, which is known to be allowed. What ended before it is not told any more.
    #[inline]
    pub(super) fn step(&self, slot: &mut Slot, turn: &mut Turn, action: i64) {
        turn.ended = None;
        if action != NONE {
            slot.stepped = slot.seat;
        }
        self.act(slot, turn, action);
    }

    /// Does what a number says, which is known to be allowed.
    #[inline]
    pub(super) fn act(&self, slot: &mut Slot, turn: &mut Turn, action: i64) {
        let Some(code) = u8::try_from(action).ok().and_then(ActionCode::new) else { return };
        let Some(action) = slot.decision.and_then(|decision| code.action(decision.offered())) else { return };
        let before = turn.ended;
        slot.act(action, turn);
        self.end(slot, turn, before);
    }

    pub(super) fn forfeit(&self, slot: &mut Slot, turn: &mut Turn) {
        slot.forfeit(turn);
        self.end(slot, turn, None);
    }

    /// After an action: what ended `before` in the same step is told, and the next game begins if this one is over.
    #[inline]
    fn end(&self, slot: &mut Slot, turn: &mut Turn, before: Option<Ended>) {
        turn.ended = before.or(turn.ended);
        if turn.seat.is_none() && self.after_end == AfterEnd::Restart {
            let ended = turn.ended;
            // Without a next game, this one stays ended.
            self.next(slot, turn);
            turn.ended = ended;
        }
    }

    /// The next game of a place. Where there is none, nothing is done, and the answer is no.
    pub(super) fn next(&self, slot: &mut Slot, turn: &mut Turn) -> bool {
        let Some((next, next_turn)) = self.after(turn.game).and_then(|number| self.deal(number)) else { return false };
        let before = slot.take_transcript().map(|transcript| Box::new((turn.game, transcript)));
        (*slot, *turn) = (next, next_turn);
        slot.before = before;
        true
    }
}
