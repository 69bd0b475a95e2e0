//! Mahjong by table look-up.
//!
//! How far is a hand from winning? The answer is four look-ups in tables that the build made:
//!
//! ```
//! use paili::{Distance, Hand};
//!
//! let hand: Hand = "123m456p789s1122z".parse()?;
//! assert_eq!(hand.distance(), Distance::READY);
//! # Ok::<(), paili::notation::NotationError>(())
//! ```
//!
//! [`analysis`] tells which tiles help it and which to discard, [`batch`] asks about many hands at once, and [`survey`]
//! counts all hands there are:
//!
//! ```
//! use paili::analysis::{Unseen, discards};
//! use paili::{Hand, TableModel, Tile};
//!
//! let hand: Hand = "1133m456789p1234s".parse()?;
//! let best = discards(TableModel, &hand, &Unseen::by(&hand))[0];
//! assert_eq!((best.tile, best.useful.acceptance), (Tile::S4, 4));
//! # Ok::<(), paili::notation::NotationError>(())
//! ```
//!
//! [`game`] plays whole games by the rules of the THUPC 2021 "Mahjong simulator", with policies and observers of your own;
//! `simulation` (a feature) plays millions of them:
//!
//! ```
//! use paili::TableModel;
//! use paili::game::{Game, Rule, Wall};
//!
//! let wall = Wall::new(std::array::from_fn(|place| paili::Tile::ALL[place % 37]))?;
//! let outcome = Game::play(&wall, TableModel, &mut [Rule; 4], &mut ());
//! println!("{outcome:?}");
//! # Ok::<(), paili::game::WallError>(())
//! ```
//!
//! Features, none of them on by default: `parallel` (batches on many threads), `serde` (answers as JSON has them) and
//! `simulation`. The crate `paili-arena` has programs in seats and leagues, `paili-solve` the game alone, solved, and
//! `paili-audit` whether other programs are right.

pub mod analysis;
#[cfg(feature = "serde")]
pub mod answers;
pub mod batch;
mod codes;
mod copies;
mod counts;
mod deck;
pub mod distance;
mod forms;
pub mod game;
mod hand;
#[cfg(test)]
#[path = "../tests/length.rs"]
mod length;
mod meld;
mod name;
pub mod notation;
pub mod odds;
mod prefetch;
pub mod rules;
mod set_count;
#[cfg(feature = "simulation")]
pub mod simulation;
#[cfg(target_arch = "x86_64")]
mod sse2;
pub mod survey;
mod tile;
mod tile_set;

pub use counts::{Counts, FifthCopyError};
pub use deck::{Deck, DeckError, Specials};
pub use distance::{Distance, Model, PlainModel, TableModel};
pub use forms::{Form, Forms, WithForms};
pub use hand::{Hand, HandError, MeldCount};
pub use meld::{Chow, Meld};
pub use name::{ParseNameError, excerpt, one_of};
pub use notation::Notation;
pub use tile::{Suit, Tile};
pub use tile_set::TileSet;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

#[cfg(doctest)]
#[doc = include_str!("../docs/guide.md")]
mod guide {}

#[cfg(doctest)]
#[doc = include_str!("../docs/rules.md")]
mod rules_guide {}

#[cfg(doctest)]
#[doc = include_str!("../docs/coming-from.md")]
mod coming_from {}
