//! Observations for networks: numbers from 0 to 1, none of which stands for something that is not there. docs/env.md has them
//! all in a table.

use super::features::NONE;
use super::layout::{COMPACT, HISTORY, Layout, Observation};
use super::observed::FACTS;
use super::public_state::EVENTS_A_SEAT;
use crate::distance::Distance;
use crate::game::{PLAYERS, Wall};
use crate::tile::Tile;

const KINDS: usize = Tile::REGULAR_COUNT;
const COPIES: usize = Tile::COPIES as usize;

/// A discard, a pong, a chow.
const DECISIONS: usize = 3;

/// How many tiles are drawn in a game.
const DRAWN: usize = Wall::LEN - Wall::DEALT;

/// What an observation has more than its bytes: each of the facts but the last two has a place for each that it can be.
pub(super) const MORE_FACTS: usize = DECISIONS + KINDS + PLAYERS - (FACTS - 2);

/// And an event: places for whose it is, and for what it is.
pub(super) const MORE_AN_EVENT: usize = PLAYERS + EVENTS_A_SEAT as usize - 1;

/// Writes what the bytes of a layout tell.
pub(super) fn scale(layout: Layout, bytes: &[u8], room: &mut [f32]) {
    let mut room = Room(room);
    let (counts, events) = match layout.observation {
        Observation::Planes => return room.shares(bytes, 1),
        Observation::Compact => (COMPACT - FACTS, 0),
        Observation::History { events } => (HISTORY - FACTS, usize::from(events)),
    };
    let (counts, rest) = bytes.split_at(counts);
    let (facts, rest) = rest.split_at(FACTS);
    let (events, features) = rest.split_at(events);
    room.shares(counts, COPIES);
    if let &[decision, kind, from, tiles_left, backward] = facts {
        room.place(decision, DECISIONS);
        room.place(kind, KINDS);
        // Where nothing was discarded, nobody did it.
        room.place(if usize::from(kind) < KINDS { from } else { NONE }, PLAYERS);
        room.shares(&[tiles_left], DRAWN);
        room.shares(&[backward], 1);
    }
    for event in events {
        // 0 is what there was before any.
        let event = event.checked_sub(1);
        room.place(event.map_or(NONE, |event| event / EVENTS_A_SEAT), PLAYERS);
        room.place(event.map_or(NONE, |event| event % EVENTS_A_SEAT), EVENTS_A_SEAT.into());
    }
    // By kind, and last the distances of the hand and after claims.
    for (part, features) in features.chunks(KINDS).enumerate() {
        match part {
            1 => room.shares(features, KINDS),
            2 => room.shares(features, KINDS * COPIES),
            3 => room.shares(features, COPIES),
            _ => room.nearness(features),
        }
    }
}

/// Room for numbers, which are written one after the other.
struct Room<'a>(&'a mut [f32]);

impl Room<'_> {
    fn next(&mut self, len: usize) -> &mut [f32] {
        self.0.split_off_mut(..len).unwrap_or_default()
    }

    /// Numbers as shares of the most that they can be.
    fn shares(&mut self, numbers: &[u8], most: usize) {
        for (room, &number) in self.next(numbers.len()).iter_mut().zip(numbers) {
            *room = f32::from(number) / most as f32;
        }
    }

    /// How near is what is so far: 1 what wins, 0 what can't be.
    fn nearness(&mut self, distances: &[u8]) {
        const BEYOND: u8 = Distance::FARTHEST.get() + 1;
        for (room, &distance) in self.next(distances.len()).iter_mut().zip(distances) {
            *room = f32::from(BEYOND.saturating_sub(distance)) / f32::from(BEYOND);
        }
    }

    /// 1 at one of so many places, or at none.
    fn place(&mut self, place: u8, places: usize) {
        let room = self.next(places);
        room.fill(0.0);
        if let Some(room) = room.get_mut(usize::from(place)) {
            *room = 1.0;
        }
    }
}
