//! One pass over games side by side: each goes on, and what is seen in it is written while its memory is at hand.

use std::mem;
use std::sync::{Mutex, PoisonError};

use rayon::Scope;

use super::features::spread_bits;
use super::layout::Layout;
use super::observed::Observed;
use super::slot::Slot;
use super::terms::Terms;
use super::{Threads, Turn};
use crate::game::ActionCode;
use crate::prefetch::prefetch;

/// Where observations are written, one game after the other: [`Layout::len`] numbers for each, or [`Layout::scaled_len`].
#[derive(Debug, Default)]
pub enum ObservationBuffer<'a> {
    /// Nowhere.
    #[default]
    Nowhere,
    /// There, as bytes.
    Bytes(Layout, &'a mut [u8]),
    /// There, in single precision.
    Floats(Layout, &'a mut [f32]),
    /// There, for networks: from 0 to 1, without numbers that stand for nothing.
    Scaled(Layout, &'a mut [f32]),
}

/// Some of the games, and what is done in each.
pub(super) struct Pass<'a, A> {
    pub(super) slots: &'a mut [Slot],
    pub(super) turns: &'a mut [Turn],
    /// What is decided; nothing where all stand still.
    pub(super) actions: Option<&'a [A]>,
    pub(super) observations: ObservationBuffer<'a>,
    /// Where it is written which actions games then take.
    pub(super) mask: Option<&'a mut [u8]>,
}

/// Games that a thread takes at a time: some ten microseconds a step.
const BLOCK: usize = 128;

/// How many games ahead memory is fetched: 20,000 of them take 25 MB, and each is used once a pass.
const AHEAD: usize = 2;

impl<A: Copy + Into<i64> + Sync> Pass<'_, A> {
    /// Does it in all of them.
    ///
    /// # Panics
    ///
    /// Before anything is done, when there is not exactly the room for every game.
    pub(super) fn run(self, terms: &Terms, threads: &Threads) {
        let games = self.slots.len();
        assert!(self.observations.is_for(games), "room for every game");
        assert!(self.mask.as_ref().is_none_or(|mask| mask.len() == games * ActionCode::COUNT), "room for every game");
        // To wake other threads takes longer than so few games.
        if games <= BLOCK {
            return self.go(terms);
        }
        match threads {
            Threads::One => self.go(terms),
            Threads::Pool => {
                let all = Share::of(self, rayon::current_num_threads());
                rayon::in_place_scope(|scope| all.go(terms, scope));
            }
            Threads::Beside(pool) => {
                let all = Share::of(self, pool.current_num_threads());
                pool.in_place_scope(|scope| all.go(terms, scope));
            }
        }
    }

    fn split_at(self, games: usize) -> (Self, Self) {
        let (slots, other_slots) = self.slots.split_at_mut(games);
        let (turns, other_turns) = self.turns.split_at_mut(games);
        let (actions, other_actions) = self.actions.map(|actions| actions.split_at(games)).unzip();
        let (observations, other_observations) = self.observations.split_at(games);
        let (mask, other_mask) = self.mask.map(|mask| mask.split_at_mut(games * ActionCode::COUNT)).unzip();
        let others = Pass {
            slots: other_slots,
            turns: other_turns,
            actions: other_actions,
            observations: other_observations,
            mask: other_mask,
        };
        (Pass { slots, turns, actions, observations, mask }, others)
    }

    fn go(mut self, terms: &Terms) {
        let mut masks = self.mask.map(|mask| mask.as_chunks_mut().0);
        for place in 0..self.slots.len() {
            prefetch(self.slots, place + AHEAD, 1);
            let (slot, turn) = (&mut self.slots[place], &mut self.turns[place]);
            if let Some(actions) = self.actions {
                terms.step(slot, turn, actions[place].into());
            }
            self.observations.write(place, &slot.seen());
            if let Some(masks) = &mut masks {
                spread_bits(turn.actions.bits(), &mut masks[place]);
            }
        }
    }
}

/// A pass that several threads share, that which asks among them: it begins at once, and the others take part as they wake. If they
/// wake late, it has done what was theirs.
struct Share<'a, A> {
    left: Mutex<Option<Pass<'a, A>>>,
    /// How many others there are.
    others: usize,
}

/// At which end of the games a thread takes its own. Two threads so have much of what they had in the last pass,
/// which their caches still hold.
#[derive(Debug, Clone, Copy)]
enum End {
    Front,
    Back,
}

impl<'a, A: Copy + Into<i64> + Sync> Share<'a, A> {
    fn of(pass: Pass<'a, A>, threads: usize) -> Self {
        let others = threads.min(pass.slots.len().div_ceil(BLOCK)).saturating_sub(1);
        Share { left: Mutex::new(Some(pass)), others }
    }

    fn go<'s>(&'s self, terms: &'s Terms, scope: &Scope<'s>) {
        for _ in 0..self.others {
            scope.spawn(|_| self.work(terms, End::Back));
        }
        self.work(terms, End::Front);
    }

    fn work(&self, terms: &Terms, end: End) {
        while let Some(block) = self.take(end) {
            block.go(terms);
        }
    }

    /// The next block, until there is none.
    fn take(&self, end: End) -> Option<Pass<'a, A>> {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let all = left.take()?;
        let games = all.slots.len();
        if games <= BLOCK {
            return Some(all);
        }
        let at = if matches!(end, End::Front) { BLOCK } else { games - BLOCK };
        let (mut block, mut others) = all.split_at(at);
        if matches!(end, End::Back) {
            mem::swap(&mut block, &mut others);
        }
        *left = Some(others);
        Some(block)
    }
}

impl ObservationBuffer<'_> {
    pub(super) fn is_for(&self, games: usize) -> bool {
        match self {
            ObservationBuffer::Nowhere => true,
            ObservationBuffer::Bytes(layout, room) => room.len() == games * layout.len(),
            ObservationBuffer::Floats(layout, room) => room.len() == games * layout.len(),
            ObservationBuffer::Scaled(layout, room) => room.len() == games * layout.scaled_len(),
        }
    }

    fn split_at(self, games: usize) -> (Self, Self) {
        match self {
            ObservationBuffer::Nowhere => (ObservationBuffer::Nowhere, ObservationBuffer::Nowhere),
            ObservationBuffer::Bytes(layout, room) => {
                let (room, others) = room.split_at_mut(games * layout.len());
                (ObservationBuffer::Bytes(layout, room), ObservationBuffer::Bytes(layout, others))
            }
            ObservationBuffer::Floats(layout, room) => {
                let (room, others) = room.split_at_mut(games * layout.len());
                (ObservationBuffer::Floats(layout, room), ObservationBuffer::Floats(layout, others))
            }
            ObservationBuffer::Scaled(layout, room) => {
                let (room, others) = room.split_at_mut(games * layout.scaled_len());
                (ObservationBuffer::Scaled(layout, room), ObservationBuffer::Scaled(layout, others))
            }
        }
    }

    /// Writes what is seen at a place. Where the next is written is fetched as well.
    #[inline]
    pub(super) fn write(&mut self, place: usize, seen: &Observed) {
        match self {
            ObservationBuffer::Nowhere => {}
            ObservationBuffer::Bytes(layout, room) => layout.write(seen, own(room, place, layout.len())),
            ObservationBuffer::Floats(layout, room) => layout.write_floats(seen, own(room, place, layout.len())),
            ObservationBuffer::Scaled(layout, room) => layout.write_scaled(seen, own(room, place, layout.scaled_len())),
        }
    }
}

/// The part of a room that a place has.
#[inline]
fn own<T>(room: &mut [T], place: usize, len: usize) -> &mut [T] {
    prefetch(room, (place + 1) * len, len);
    &mut room[place * len..][..len]
}
