//! What all places of many games have in common, and how a game goes on at one of them.

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
    /// The game of this number, or of those that come after it at its place the first in which anybody is waited for.
    pub(super) fn deal(&self, game: u64) -> (Slot, Turn) {
        let numbers = (0..).map(|round: u64| game.wrapping_add(round.wrapping_mul(self.places)));
        let transcript = || (self.record == Record::Transcripts).then(Transcript::new);
        let mut dealt = numbers.filter_map(|number| Slot::deal(self.seed, number, self.seating, transcript()));
        dealt.next().unwrap_or_else(|| unreachable!("somebody is waited for"))
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
            self.next(slot, turn);
            turn.ended = ended;
        }
    }

    /// The next game of a place.
    pub(super) fn next(&self, slot: &mut Slot, turn: &mut Turn) {
        let before = slot.take_transcript().map(|transcript| Box::new((turn.game, transcript)));
        (*slot, *turn) = self.deal(turn.game.wrapping_add(self.places));
        slot.before = before;
    }
}
