//! What a seat sees of a game, as bytes. docs/env.md has them all in a table; a change there is a new version.

use super::features::HAND_FEATURES;
use super::observed::{ACCEPTANCE, CLAIMS, COPIES, COUNTED, DISTANCES, FACTS, Observed};
use super::scaled::{MORE_AN_EVENT, MORE_FACTS, scale};
use crate::game::PLAYERS;
use crate::tile::Tile;

/// How observations are laid out. Seats are always told by how many places they are further on than the one that looks, so
/// that all seats see alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Observation {
    /// Counts of kinds.
    Compact,
    /// Planes of 34 kinds, for convolutions: plane k of a count tells whether it is more than k.
    Planes,
    /// The hand and the last events as small integers, for sequence models.
    History {
        /// How many events.
        events: u8,
    },
}

/// Whether what the tables know of the hand is told as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Features {
    /// No.
    Without,
    /// Yes: what [`hand_features`](super::hand_features) writes, and the distances after each claim.
    With,
}

/// What is written of each game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// What is seen.
    pub observation: Observation,
    /// And what the tables know of it.
    pub features: Features,
}

const KINDS: usize = Tile::REGULAR_COUNT;

const SPECIALS: usize = Tile::COUNT - KINDS;
pub(super) const COMPACT: usize = KINDS * COUNTED + SPECIALS * (PLAYERS + 1) + FACTS;
pub(super) const HISTORY: usize = KINDS + SPECIALS + FACTS;

/// The counts' planes, and those of the offered tile by who discarded it, of the wall, the direction and the specials.
const PLANES: usize = COPIES * COUNTED + (PLAYERS - 1) + 3;

/// Distances after discards, acceptance, useful tiles, the hand's distance and claims.
const FEATURE_PLANES: usize = DISTANCES as usize + ACCEPTANCE.len() + COPIES + 2;

const MOST_PLANES: usize = PLANES + FEATURE_PLANES;

impl Layout {
    /// Changes whenever a byte of any layout does.
    pub const VERSION: u32 = 1;

    /// Numbers an observation has.
    pub const fn len(self) -> usize {
        let (planes, features) = match self.features {
            Features::Without => (PLANES, 0),
            Features::With => (MOST_PLANES, HAND_FEATURES + CLAIMS),
        };
        match self.observation {
            Observation::Compact => COMPACT + features,
            Observation::Planes => planes * KINDS,
            Observation::History { events } => HISTORY + events as usize + features,
        }
    }

    /// Numbers an observation has that is scaled to 0 to 1.
    pub const fn scaled_len(self) -> usize {
        match self.observation {
            Observation::Planes => self.len(),
            Observation::Compact => self.len() + MORE_FACTS,
            Observation::History { events } => self.len() + MORE_FACTS + events as usize * MORE_AN_EVENT,
        }
    }

    /// Whether it has no numbers: never.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Writes what is seen of a game by whose turn it is, or was last, as floats.
    pub(super) fn write_floats(self, seen: &Observed, room: &mut [f32]) {
        self.write_by(seen, |bytes| room.iter_mut().zip(bytes).for_each(|(room, &byte)| *room = f32::from(byte)));
    }

    /// The same for networks, scaled to 0 to 1.
    pub(super) fn write_scaled(self, seen: &Observed, room: &mut [f32]) {
        self.write_by(seen, |bytes| scale(self, bytes, room));
    }

    fn write_by(self, seen: &Observed, write: impl FnOnce(&[u8])) {
        // The longest layout is that of all planes.
        let mut bytes = [0; MOST_PLANES * KINDS];
        let bytes = &mut bytes[..self.len()];
        self.write(seen, bytes);
        write(bytes);
    }

    /// The same as bytes.
    pub(super) fn write(self, seen: &Observed, room: &mut [u8]) {
        match self.observation {
            Observation::Compact => {
                let (room, features) = room.split_at_mut(COMPACT);
                seen.compact(room);
                seen.features(self.features, features);
            }
            Observation::History { events } => {
                let (room, features) = room.split_at_mut(HISTORY + usize::from(events));
                seen.history(room);
                seen.features(self.features, features);
            }
            Observation::Planes => {
                let (planes, features) = room.as_chunks_mut().0.split_at_mut(PLANES);
                seen.planes(planes);
                if self.features == Features::With {
                    seen.feature_planes(features);
                }
            }
        }
    }
}
