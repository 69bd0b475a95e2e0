//! Many hands: what is true of all of them.
//!
//! [`Distribution`] counts all hands there are by distance, without looking at each; [`exact`] tells how.

pub mod exact;
#[cfg(feature = "simulation")]
mod numbered;

pub use exact::{AtDistance, Distribution};
#[cfg(feature = "simulation")]
pub(crate) use numbered::NumberedHands;
