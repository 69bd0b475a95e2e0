//! What a seat sees, written down. Whoever adds anything here: it must not tell what lies hidden.

use super::features::{HAND_FEATURES, HandFeatures, NONE, hand_features, spread};
use super::layout::Features;
use super::public_state::{EVENTS_A_SEAT, Kinds, PublicState};
use crate::distance::{Distance, Model, TableModel};
use crate::game::{Action, ActionCode, Decision, Direction, PLAYERS, Position, Seat};
use crate::meld::Meld;
use crate::tile::Tile;

/// What is no count of kinds: see [`Observed::facts`].
pub(super) const FACTS: usize = 5;

/// What has counts by kind: own tiles, everybody's melds and discards.
pub(super) const COUNTED: usize = 1 + 2 * PLAYERS;

/// What each claim leaves: a pong, and three chows.
pub(super) const CLAIMS: usize = 4;

pub(super) const COPIES: usize = Tile::COPIES as usize;

/// From how many tiles on acceptance has a plane.
pub(super) const ACCEPTANCE: [u8; 6] = [1, 5, 9, 17, 25, 33];

/// The distances after discards that have a plane.
pub(super) const DISTANCES: u8 = 6;

/// What is to be decided by a seat that has nothing to decide.
const NOTHING: u8 = 3;

/// A game as one seat sees it.
pub(super) struct Observed<'a> {
    pub(super) position: &'a Position<TableModel>,
    pub(super) open: &'a PublicState,
    pub(super) decision: Option<Decision>,
    pub(super) seat: Seat,
}

impl Observed<'_> {
    /// The seat itself and those that come after it.
    fn seats(&self) -> [usize; PLAYERS] {
        std::array::from_fn(|steps| (self.seat.index() + steps) % PLAYERS)
    }

    /// How many places further on a seat is.
    fn steps_to(&self, seat: Seat) -> u8 {
        ((seat.index() + PLAYERS - self.seat.index()) % PLAYERS) as u8
    }

    /// How many copies the seat holds of each kind.
    fn own(&self) -> Kinds {
        let mut own = [0; Tile::REGULAR_COUNT];
        spread(self.position.hand(self.seat).counts().copies().at_least(), &mut own);
        own
    }

    /// The special tiles that the seat holds.
    fn own_specials(&self) -> [u8; 3] {
        let counts = self.position.hand(self.seat).counts();
        [Tile::PASS, Tile::REVERSE, Tile::DOUBLE].map(|special| counts.get(special))
    }

    /// What is to be decided (0 a discard, 1 a pong, 2 a chow, 3 nothing), the kind that was discarded last
    /// (34 if none was) and by whom, the tiles left, and the direction (0 forward, 1 backward).
    fn facts(&self) -> [u8; FACTS] {
        let decision = match self.decision {
            Some(Decision::Discard { .. }) => 0,
            Some(Decision::Pong { .. }) => 1,
            Some(Decision::Chow { .. }) => 2,
            None => NOTHING,
        };
        let (from, kind) = match self.open.last {
            Some((from, tile)) => (self.steps_to(from), tile.index() as u8),
            None => (0, Tile::REGULAR_COUNT as u8),
        };
        let backward = u8::from(self.position.direction() == Direction::Backward);
        [decision, kind, from, self.position.tiles_left() as u8, backward]
    }

    pub(super) fn compact(&self, room: &mut [u8]) {
        let (kinds, rest) = room.split_at_mut(COUNTED * Tile::REGULAR_COUNT);
        let [own, kinds @ ..] = kinds.as_chunks_mut().0 else { return };
        *own = self.own();
        let (melds, discards) = kinds.split_at_mut(PLAYERS);
        let (specials, facts) = rest.split_at_mut(3 * (PLAYERS + 1));
        let (specials, _) = specials.as_chunks_mut();
        specials[PLAYERS] = self.own_specials();
        facts.copy_from_slice(&self.facts());
        for (place, seat) in self.seats().into_iter().enumerate() {
            (melds[place], discards[place]) = (self.open.melds[seat], self.open.discards[seat]);
            specials[place] = self.open.specials[seat];
        }
    }

    /// The hand, and the last events, the last of them last, after noughts where there are not enough.
    pub(super) fn history(&self, room: &mut [u8]) {
        let (own, rest) = room.split_at_mut(Tile::REGULAR_COUNT);
        own.copy_from_slice(&self.own());
        let (specials, rest) = rest.split_at_mut(3);
        specials.copy_from_slice(&self.own_specials());
        let (facts, room) = rest.split_at_mut(FACTS);
        facts.copy_from_slice(&self.facts());
        let events = self.open.events();
        let events = &events[events.len().saturating_sub(room.len())..];
        let (before, room) = room.split_at_mut(room.len() - events.len());
        before.fill(0);
        // All seats' events are turned by as much.
        let (all, turned) = (EVENTS_A_SEAT * PLAYERS as u8, EVENTS_A_SEAT * self.seat as u8);
        for (room, &event) in room.iter_mut().zip(events) {
            *room = 1 + if event >= turned { event - turned } else { event + (all - turned) };
        }
    }

    pub(super) fn planes(&self, planes: &mut [Kinds]) {
        let (counted, rest) = planes.split_at_mut(COUNTED * COPIES);
        let (counted, _) = counted.as_chunks_mut::<COPIES>();
        thermometer(&self.own(), &mut counted[0]);
        for (place, seat) in self.seats().into_iter().enumerate() {
            thermometer(&self.open.melds[seat], &mut counted[1 + place]);
            thermometer(&self.open.discards[seat], &mut counted[1 + PLAYERS + place]);
        }
        let [_, _, _, tiles_left, backward] = self.facts();
        rest.fill([0; Tile::REGULAR_COUNT]);
        let (offered, rest) = rest.split_at_mut(PLAYERS - 1);
        if let (Some(tile), Some((from, _))) = (self.decision.and_then(|decision| decision.offered()), self.open.last) {
            offered[usize::from(self.steps_to(from)) - 1][tile.index()] = 1;
        }
        let [wall, direction, specials] = rest else { return };
        // Three tiles a column: 96 are drawn from.
        wall[..usize::from(tiles_left.div_ceil(3))].fill(1);
        direction.fill(backward);
        let played = |special: usize| self.open.specials.iter().map(|seat| seat[special]).sum();
        let counts: [[u8; 3]; 2] = [[0, 1, 2].map(played), self.own_specials()];
        for (&count, columns) in counts.as_flattened().iter().zip(specials.chunks_mut(COPIES)) {
            columns[..usize::from(count)].fill(1);
        }
    }

    /// What the tables know of the hand.
    fn hand(&self, room: &mut [u8; HAND_FEATURES]) {
        hand_features(self.position.hand(self.seat), &self.position.unseen(self.seat), room);
    }

    /// The distance after a pong, and after each chow; 255 for those that are not offered.
    fn claims(&self) -> [u8; CLAIMS] {
        let Some(decision) = self.decision else { return [NONE; CLAIMS] };
        let Some(offered) = decision.offered() else { return [NONE; CLAIMS] };
        let (hand, codes) = (self.position.hand(self.seat), decision.codes());
        std::array::from_fn(|place| {
            let code = ActionCode::new(ActionCode::PONG.get() + place as u8).filter(|&code| codes.contains(code));
            let meld = match code.and_then(|code| code.action(Some(offered))) {
                Some(Action::Pong) => Meld::Pong(offered),
                Some(Action::Chow(chow)) => Meld::Chow(chow),
                _ => return NONE,
            };
            TableModel.distance_claiming(hand, meld, offered).map_or(NONE, Distance::get)
        })
    }

    pub(super) fn features(&self, features: Features, room: &mut [u8]) {
        let Some((of_hand, rest)) = room.split_first_chunk_mut() else { return };
        if features == Features::Without {
            return;
        }
        self.hand(of_hand);
        rest.copy_from_slice(&self.claims());
    }

    /// Planes of the same: from each distance down, from so much acceptance up, from so many copies of useful kinds up; then
    /// how far the hand is, a column for each tile that it lacks, and which claims bring it nearer.
    pub(super) fn feature_planes(&self, planes: &mut [Kinds]) {
        let mut bytes = [0; HAND_FEATURES];
        self.hand(&mut bytes);
        let features = HandFeatures::of(&mut bytes);
        let (distances, rest) = planes.split_at_mut(DISTANCES.into());
        for (most, plane) in (1..=DISTANCES).zip(distances) {
            // Farther than that, and then the other way round.
            at_least(most + 1, features.distances, plane);
            for place in plane {
                *place ^= 1;
            }
        }
        let (acceptance, rest) = rest.split_at_mut(ACCEPTANCE.len());
        for (least, plane) in ACCEPTANCE.into_iter().zip(acceptance) {
            at_least(least, features.acceptance, plane);
        }
        let Some((useful, [distance, claims])) = rest.split_first_chunk_mut::<COPIES>() else { return };
        thermometer(features.useful, useful);
        distance.fill(0);
        distance[..usize::from(*features.distance)].fill(1);
        claims.fill(0);
        for (column, after) in claims.iter_mut().zip(self.claims()) {
            *column = u8::from(after < *features.distance);
        }
    }
}

/// Plane k of a count tells where it is more than k.
#[inline]
fn thermometer(counts: &Kinds, planes: &mut [Kinds; COPIES]) {
    for (least, plane) in (1..).zip(planes) {
        at_least(least, counts, plane);
    }
}

/// Where a number is at least so much.
//
// A plain loop: `map` of an array is not vectorised.
#[inline]
fn at_least(least: u8, numbers: &Kinds, plane: &mut Kinds) {
    for (place, &number) in plane.iter_mut().zip(numbers) {
        *place = u8::from(number >= least);
    }
}

#[cfg(test)]
mod tests;
