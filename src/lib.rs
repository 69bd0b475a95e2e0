//! Mahjong by table look-up.
//!
//! A tile becomes an answer in this order, and so do the modules: each hands something to the next and knows nothing of
//! it.
//!
//! ```text
//! wall ─► tile ─► suit counts ─► class ─► merged class ─► distance ─► analysis ─► decision ─► game ─► tally
//! (game)  (tile)  (hand)         (paili-tables)           (distance)  (analysis)  (game)              (simulation)
//! ```
//!
//! Three stand beside this line: [`batch`] asks for the distances and useful tiles of many hands at once, [`survey`] goes
//! from classes to the distances of all hands there are, and [`question`] reads a hand and what is known beside it from
//! texts.
//!
//! `simulation` comes with the feature of that name, and batches on many threads with the feature `parallel`; everything else
//! is always there.

pub mod analysis;
pub mod batch;
mod codes;
mod counts;
pub mod distance;
mod excerpt;
pub mod game;
pub mod hand;
pub mod meld;
pub mod notation;
pub mod question;
#[cfg(feature = "simulation")]
pub mod simulation;
pub mod survey;
pub mod tile;
mod tile_set;

pub use excerpt::Excerpt;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
