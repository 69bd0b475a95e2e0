//! Win distances.
//!
//! The *win distance* of a hand is the fewest tiles that must be added, while others leave, until the concealed tiles
//! form their melds and a pair with no kind used more than four times. It is shanten + 1.
//!
//! [`TableModel`] looks it up, [`PlainModel`] computes it the textbook way; both are a [`Model`], which everything else
//! runs on.
//!
//! ```
//! use paili::{Counts, Distance, Hand, MeldCount, Model, TableModel};
//!
//! let tokens = "1M 2M 3M 4P 5P 6P 7S 8S 9S E E Z Z";
//! let counts = Counts::of(tokens.split(' ').flat_map(|token| token.parse()))?;
//! let hand = Hand::new(counts, MeldCount::default())?;
//! let model = TableModel;
//! assert_eq!(model.distance(&hand), Distance::READY);
//! assert_eq!(model.waits(&hand).to_string(), "E Z");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub(crate) mod lookup;
mod model;
mod plain;
mod table;
mod value;

pub use model::Model;
pub(crate) use plain::{LOST, Limits, fewest_lacking};
pub use plain::{PlainModel, cost_row};
pub use table::TableModel;
pub use value::Distance;

use crate::hand::Hand;

impl Hand {
    /// How many tiles the hand lacks to win in the standard form, by [`TableModel`].
    ///
    /// ```
    /// # use paili::{Distance, Hand};
    /// assert_eq!("34m99p".parse::<Hand>()?.distance(), Distance::READY);
    /// # Ok::<(), paili::notation::NotationError>(())
    /// ```
    #[inline]
    pub fn distance(&self) -> Distance {
        TableModel.distance(self)
    }
}
