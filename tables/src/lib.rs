//! Builds the tables that [paili](https://docs.rs/paili) looks hands up in.
//!
//! The build script of paili calls this crate once; the library embeds the result. Read it in the order in which a
//! table comes to be:
//!
//! 1. [`counts`]: every count vector of a part of a hand (a suit's nine ranks, the honors' seven kinds) and its code;
//! 2. [`cost`]: the *cost row* of each, the fewest tiles it lacks for every number of melds and pairs, or whatever else a form
//!    asks for; [`targets`]: what it asks for, and how the rows follow from that; [`standard`] is four melds and a pair;
//! 3. [`class`]: equal rows become one class, which fits a byte;
//! 4. [`merge`]: the class of two parts side by side, and the win distance of four;
//! 5. [`useful`]: the kinds of each vector that lower a hand's distance, by what the rest of the hand makes of it;
//! 6. [`census`]: the published numbers of vectors and classes, checked before anything is written;
//! 7. [`blob`]: the one file that the library embeds, laid out as hands are looked up;
//! 8. [`packed`]: the same where the library has to be sent, to a browser.
//!
//! [`hash`] numbers what differs on the way.
//!
//! ```
//! let tables = paili_tables::Tables::build();
//! assert_eq!(tables.suits.members, 405_350);
//! assert_eq!(tables.suits.rows.len(), 126);
//! ```

pub mod blob;
pub mod census;
pub mod class;
pub mod cost;
pub mod counts;
pub mod hash;
pub mod merge;
pub mod packed;
pub mod standard;
mod tables;
pub mod targets;
pub mod useful;

use class::Classes;
use counts::MAX_TILES;
use standard::{GRID, honors, rows, suit};
pub use tables::Tables;
use useful::{Rests, Useful};

impl Tables {
    /// Builds the tables and checks their census. Takes a fifth of a second optimised, some six unoptimised.
    ///
    /// # Panics
    ///
    /// When a number of vectors or classes is not the published one: the tables would be wrong.
    pub fn build() -> Self {
        let [suit_rows, honor_rows] = [suit(), honors()].map(|part| rows(&part));
        let suits = Classes::group(&cost::up_to(MAX_TILES, &suit(), &suit_rows));
        let honors = Classes::group(&cost::up_to(MAX_TILES, &honors(), &honor_rows));
        let two_suits = merge::merge_all(GRID, &suits.rows, &suits.rows);
        let suit_honors = merge::merge_all(GRID, &suits.rows, &honors.rows);
        let of_melds = |exposed| merge::lacking(GRID, (1, GRID.melds() - exposed), &two_suits.rows, &suit_honors.rows);
        let distances = (0..=GRID.melds()).flat_map(of_melds).collect();
        let rests = Rests::new(&suits, &honors, &two_suits, &suit_honors);
        let useful = Useful::new([(&suits, &suit_rows), (&honors, &honor_rows)], &two_suits);
        let tables = Tables { suits, honors, two_suits, suit_honors, distances, rests, useful };
        census::check(&tables);
        tables
    }
}
