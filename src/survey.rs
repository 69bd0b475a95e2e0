//! Many hands: what is true of all of them.
//!
//! [`Distribution`] counts all hands there are by distance, without looking at each; [`exact`] tells how.

pub mod exact;

pub use exact::{AtDistance, Distribution};
