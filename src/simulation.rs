//! Many games: their walls from a seed, their players, and what becomes of them.

mod detail;
mod histogram;
mod proportion;
mod run;
mod shuffle;
mod tally;

pub use detail::{Detail, UsefulTiles};
pub use histogram::{Histogram, Moments};
pub use proportion::{Interval, Proportion};
pub use run::{play, tally};
pub use shuffle::Seed;
pub use tally::{Counter, Statistics, Tally};
