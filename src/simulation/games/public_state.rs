//! What lies open in a game, as bytes that are copied into observations.

use crate::distance::Model;
use crate::game::{Event, Observer, PLAYERS, Position, River, Seat};
use crate::hand::MeldCount;
use crate::meld::{Chow, Meld};
use crate::tile::Tile;

/// How many of each regular kind.
pub(super) type Kinds = [u8; Tile::REGULAR_COUNT];

/// More than a game has: each tile of the river, and each claim.
pub(super) const MOST_EVENTS: usize = River::MOST + PLAYERS * MeldCount::MOST.get();

/// What one seat may do for all to see: discard or play one of all kinds, claim a pong, claim a chow in three ways.
pub(super) const EVENTS_A_SEAT: u8 = Tile::COUNT as u8 + 4;
const PONG: u8 = Tile::COUNT as u8;
const LOW: u8 = PONG + 1;

/// What lies open, by seats.
#[derive(Debug, Clone)]
pub(super) struct PublicState {
    pub(super) melds: [Kinds; PLAYERS],
    /// Discards that were not claimed.
    pub(super) discards: [Kinds; PLAYERS],
    pub(super) specials: [[u8; 3]; PLAYERS],
    /// What was done: the seat in steps of [`EVENTS_A_SEAT`], and what.
    events: [u8; MOST_EVENTS],
    len: u8,
    /// Who discarded last, and what.
    pub(super) last: Option<(Seat, Tile)>,
}

impl PublicState {
    pub(super) const NOTHING: PublicState = PublicState {
        melds: [[0; Tile::REGULAR_COUNT]; PLAYERS],
        discards: [[0; Tile::REGULAR_COUNT]; PLAYERS],
        specials: [[0; 3]; PLAYERS],
        events: [0; MOST_EVENTS],
        len: 0,
        last: None,
    };

    pub(super) fn events(&self) -> &[u8] {
        &self.events[..self.len.into()]
    }

    #[inline]
    fn add(&mut self, seat: Seat, what: u8) {
        if let Some(place) = self.events.get_mut(usize::from(self.len)) {
            *place = seat as u8 * EVENTS_A_SEAT + what;
            self.len += 1;
        }
    }

    fn claim(&mut self, seat: Seat, from: Seat, meld: Meld) {
        let Some((_, claimed)) = self.last else { return };
        self.discards[from.index()][claimed.index()] -= 1;
        for tile in meld.tiles() {
            self.melds[seat.index()][tile.index()] += 1;
        }
        let what = match meld {
            Meld::Pong(_) => PONG,
            Meld::Chow(chow) => LOW + place_in(chow, claimed),
        };
        self.add(seat, what);
    }
}

fn place_in(chow: Chow, tile: Tile) -> u8 {
    let [first, ..] = chow.tiles();
    (tile.index() - first.index()) as u8
}

impl Observer for PublicState {
    #[inline]
    fn observe<M: Model>(&mut self, event: Event, _: &Position<M>) {
        match event {
            Event::Discard { seat, tile } => {
                self.discards[seat.index()][tile.index()] += 1;
                self.last = Some((seat, tile));
                self.add(seat, tile.index() as u8);
            }
            Event::Special { seat, special, .. } => {
                self.specials[seat.index()][special.index() - Tile::PASS.index()] += 1;
                self.add(seat, special.index() as u8);
            }
            Event::Chow { seat, from, chow } => self.claim(seat, from, Meld::Chow(chow)),
            Event::Pong { seat, from, tile } => self.claim(seat, from, Meld::Pong(tile)),
            Event::Draw { .. } | Event::Dealt | Event::End(_) => {}
        }
    }
}
