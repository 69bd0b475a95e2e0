//! Answers for other programs, with the keys of the program's JSON in their published order.
//!
//! - [`HandAnswer`] is everything about one hand; [`HandAnswer::write_json`] is what `paili hand --format json` prints.
//! - [`ExactAnswer`] is the distribution of all hands; serde serialises it as `paili exact --format json` prints it.
//! - [`GameAnswer`] is a game step by step, with the rule's reasons.
//! - With the feature `simulation`, serde serialises [`OddsAnswer`] as `paili odds --format json` prints it.
//! - With the feature `simulation`, serde serialises `simulation::Tally` as `paili simulate --format json`
//!   prints it, and so the rates, histograms and moments in it; and `simulation::Comparison` as `paili compare` does.
//! - With the feature `players`, serde serialises [`LeagueAnswer`] as `paili arena --format json` prints it.

#[cfg(feature = "simulation")]
mod comparison;
mod exact;
mod game;
mod hand;
#[cfg(feature = "players")]
mod league;
#[cfg(feature = "simulation")]
mod numbers;
#[cfg(feature = "simulation")]
mod odds;
#[cfg(feature = "simulation")]
mod tally;

pub use exact::ExactAnswer;
pub use game::{Claim, DiscardReason, GameAnswer, Step};
pub use hand::HandAnswer;
#[cfg(feature = "players")]
pub use league::LeagueAnswer;
#[cfg(feature = "simulation")]
pub use odds::{OddsAnswer, OddsWay};
