//! Win probabilities: how likely a hand wins within the next draws, and with which discard.
//!
//! One player draws alone: each of the next N tiles is any of the unseen ones with the same probability, whoever holds
//! them; after a draw the hand wins if it is complete, and otherwise a tile is discarded for good. Nobody claims, and
//! nobody else wins.
//!
//! ```
//! use paili::analysis::Unseen;
//! use paili::odds::{Changes, Graph, Law};
//! use paili::rules::ReadyMade;
//!
//! let riichi = ReadyMade::Riichi.rules();
//! let hand = riichi.read_hand("234578m1689p357s1z")?;
//! let graph = Graph::of(riichi.model(), &hand, &Unseen::by(&hand), Changes::None)?;
//! let odds = graph.odds(17, Law::Remembering)?;
//! let best = &odds.discards[0];
//! assert_eq!((best.tile.to_string(), format!("{:.4}", best.win[0])), ("E".to_owned(), "0.1543".to_owned()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The graph
//!
//! Of all hands that draws and discards lead to, a [`Graph`] has those that are worth something: a hand belongs to it
//! while the tiles that the first hand had not, and the tiles that it still lacks, come to no more than the first hand's
//! distance and the [changes](Changes) allowed.
//!
//! Its hands are never listed. What they hold of two suits, and what they hold of the third and the honors, is: such
//! holdings fall into groups of the same class, every hand made of two groups is in the graph or none is, and so a hand's
//! number follows from the places of its two holdings. What a tile more or less makes of a hand is found likewise, by
//! what it makes of one holding. Whatever the rule set is, its tables tell the class of a holding: in each way to win, with each
//! suit that can be void. Wildcards are a part beside the honors.
//!
//! # The laws
//!
//! A [`Law`] says how likely a kind is drawn. With V the probability to win from a hand after j of N draws, and U − j tiles
//! left, both laws go from the last draw back to the first:
//!
//! ```text
//! V(N, hand) = 0        V(j, hand) = V(j+1, hand) + Σ over kinds  p(j, kind) · gain(j+1, kind)
//! ```
//!
//! where a gain is what the best discard after the draw has over V(j+1, hand), and a hand with a tile more is worth what
//! its best discard leaves. They differ in p and in the gains; see [`Law`].

mod competition;
mod error;
mod goal;
mod graph;
mod holdings;
mod law;
mod levels;
mod part;
mod refined;
mod solution;
mod turns;
mod values;

#[cfg(feature = "simulation")]
pub(crate) use competition::{Claim, Competition};
pub use error::OddsError;
pub use graph::Graph;
pub use solution::{DiscardOdds, Odds};
#[cfg(feature = "simulation")]
pub(crate) use solution::{Drawn, Play, Start, State};

use crate::names;
use crate::tile::Tile;

/// How many kinds are drawn: wildcards come behind all others.
const KINDS: usize = Tile::REGULAR_COUNT + 1;

/// How far hands may stray from the shortest ways to win.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Changes {
    /// Only draws that lower the distance are kept, and only discards that keep it are made.
    #[default]
    None,
    /// The hand may once be improved without getting nearer, or step back.
    One,
    /// It may so twice.
    Two,
}

impl Changes {
    /// All of them, fewest first.
    pub const ALL: [Changes; 3] = [Changes::None, Changes::One, Changes::Two];

    /// How many changes.
    pub const fn get(self) -> u8 {
        self as u8
    }

    /// This many changes, if there may be.
    pub fn new(changes: u8) -> Option<Changes> {
        Changes::ALL.get(usize::from(changes)).copied()
    }
}

/// In how many draws a hand is to win, how far it may stray, and by which law.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OddsTerms {
    /// How many draws are to come.
    pub draws: u32,
    /// How far it may stray; unless it is told, once where that is [quick](Graph::refined), and not at all by the published law.
    pub changes: Option<Changes>,
    /// The law.
    pub law: Law,
}

impl OddsTerms {
    /// The draws, unless they are told: those of a player whose game is drawn, less the first.
    pub const DRAWS: u32 = 17;
}

names! {
    /// How likely a kind is drawn, and what is kept.
    #[derive(Default)]
    pub enum Law: "is not a law" {
        /// Ours. A draw is kept only if that is worth more than discarding it at once.
        ///
        /// A kind has the copies left that were unseen at first, less those kept since: what was discarded is gone. With
        /// changes, a kind that is useful now may have been drawn and discarded before it was. Kinds worth keeping from
        /// the start have lost nothing. The others have lost the same part each: of all their tiles, the part that was
        /// discarded until the last tile was kept. If a of j draws were kept, the last one kept was on average draw
        /// number a·(j+1)/(a+1).
        ///
        /// Never above 1. Without changes never less with more draws; with them that was seen to fail by some millionths
        /// beyond ninety draws.
        #[default]
        Remembering = "remembering",
        /// The law of other programs: every draw that stays in the graph is kept, and a kind has all the copies left that
        /// are neither held nor visible, also those that were drawn and discarded. So the probabilities of all kinds may
        /// come to more than 1, and so may that of winning.
        Published = "published",
    }
}
