//! The game alone, solved: an upper bound of what any way to play can win, for every hand there is.
//!
//! One player draws, keeps or discards, and wins or not: thirteen tiles, eighteen draws. Suits may be exchanged, each suit
//! may be mirrored (1 becomes 9), honors may be exchanged, so the 98,521,596,000 hands of 13 tiles fall into 322,565,293
//! classes. With n draws to come and U tiles unseen before the next one, the bound of a hand h is
//!
//! ```text
//! B(0, h) = 0
//! B(n, h) = min(1, B(n−1, h) + Σ over kinds k of  (4 − h_k) / U · max(0, W(n−1, h + k) − B(n−1, h)))
//! ```
//!
//! where W(n−1, g) is 1 if the 14 tiles g win, else the largest B(n−1) that a discard leaves. In the true game a kind that was
//! discarded has fewer copies left than `4 − h_k`; more of them can only help, so B is never below what a player can reach.
//! `docs/solved.md` has the proof, the figures, and what they say about how to play.
//!
//! A [`Solver`] makes the layers, from the last draw to the first; a [`SolvedWriter`] keeps them in a file; [`Solved`] answers
//! from that file:
//!
//! ```
//! use paili::Hand;
//! use paili::rules::RuleSet;
//! use paili_solve::{AloneGame, DeckParts, Solver};
//!
//! // One suit, four tiles in hand: a meld and a pair win.
//! let game = AloneGame::new(RuleSet::standard(), 4)?.with_parts(DeckParts::M)?.with_draws(3)?;
//! let mut solver = Solver::new(&game)?;
//! while solver.draws() < game.draws() {
//!     solver.advance(|_| ());
//! }
//! let hand: Hand = "2345m".parse()?;
//! assert!((solver.bound(hand.counts())? - 0.476).abs() < 0.001);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod classes;
mod code;
mod error;
mod file;
mod game;
mod layer;
mod map;
mod mistakes;
mod parts;
mod rows;
mod shapes;
mod solo_games;
mod solved;
mod solver;
mod space;
mod strategy;

pub use self::answer::{SolvedAnswer, SolvedWay};
pub use self::error::{SolveError, SolvedError};
pub use self::file::SolvedWriter;
pub use self::game::{AloneGame, DeckParts};
pub use self::mistakes::{Blunder, Cost, MistakeKind, Mistakes};
pub use self::solo_games::{LoneTally, SoloGames};
pub use self::solved::{Solved, SolvedDiscard};
pub use self::solver::{SolveSize, Solver};
pub use self::space::fits_on_disk;
pub use self::strategy::{SolvedPolicy, Strategy};
