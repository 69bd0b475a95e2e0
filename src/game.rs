//! The game of the THUPC 2021 "Mahjong simulator", exactly.
//!
//! A [`Wall`] is dealt and [played](Game::play) to its [`Outcome`] by a [`Game`]: a deterministic state machine
//! over a distance [`Model`](crate::distance::Model). A [`Policy`] for each seat decides; an [`Observer`] is told every
//! [`Event`]. The engine neither prints nor allocates.
//!
//! ```
//! use paili::TableModel;
//! use paili::game::{Game, Rule, Transcript, Wall};
//!
//! let kinds = paili::Tile::ALL;
//! let wall = Wall::new(std::array::from_fn(|place| kinds[place % 37]))?;
//! let mut transcript = Transcript::new();
//! let outcome = Game::play(&wall, TableModel, &mut [Rule; 4], &mut transcript);
//! assert!(transcript.as_bytes().starts_with(b"A IN 1M\nB IN 2M\n"));
//! assert_eq!(outcome.winner().is_some(), transcript.as_bytes().ends_with(b" WIN\n"));
//! # Ok::<(), paili::game::WallError>(())
//! ```

mod code;
mod decision;
mod event;
mod policy;
mod position;
mod river;
mod rule;
mod rules;
mod seat;
mod setup;
mod stepping;
mod tokens;
mod transcript;
mod wall;
mod wall_reader;

pub use code::{ActionCode, ActionSet};
pub use decision::{Action, ActionError, Decision};
pub use event::{Event, Observer, Outcome};
pub use policy::{Policy, View};
pub use position::Position;
pub use river::{Discarded, River};
pub use rule::Rule;
pub use rules::{Due, Game};
pub use seat::{Direction, Seat};
pub use setup::{Setup, SetupError};
pub use stepping::Step;
pub use transcript::Transcript;
#[cfg(feature = "simulation")]
pub(crate) use wall::sealed::Sealed;
pub use wall::{RestOfWall, TileSource, Wall, WallError, WallErrorKind};
pub use wall_reader::WallReader;

/// How many play.
pub const PLAYERS: usize = 4;
