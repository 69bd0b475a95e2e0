//! Many games: their walls from a seed, their players, and what becomes of them; and many hands from a seed
//! ([`RandomHands`]).

mod detail;
mod duplicate;
mod hands;
mod histogram;
mod proportion;
mod random;
mod run;
mod saved;
#[cfg(feature = "serde")]
mod serialize;
mod shuffle;
mod steps;
mod strategy;
mod tally;

pub use detail::{Detail, UsefulTiles};
pub use duplicate::{Comparison, MatchRate, SEATINGS, Side, compare};
pub use hands::{FullDeck, RandomHands, RandomHandsError};
pub use histogram::{Histogram, Moments};
pub use proportion::{Interval, Proportion};
pub use random::Random;
pub use run::{play, tally};
pub use saved::TallyBytesError;
pub use shuffle::Seed;
pub use strategy::{ParseStrategyError, Player, Strategy, tally_strategies};
pub use tally::{Counter, Statistics, Tally};
