//! Rule sets as values: the usual game, and other people's.
//!
//! A [`RuleSet`] says which kinds there are and how many copies of each, which suits form chows, how many melds a hand
//! has, what it can be won with, how many wildcards are in the deck and whether a suit has to be void. Six come
//! [ready-made](ReadyMade), the usual game among them; others are made by [`RuleSet::new`] and what follows it. The
//! [model](RuleSet::model) of a rule set answers about its hands, whatever it is.
//!
//! Those of the usual game are looked up in tables that are part of the program. The tables of any other are compiled when it is
//! first asked about a hand, in half a second, and kept for the process: some tens of megabytes each. The method is that of the [standard form](crate::distance): each part of a hand has a cost row, equal rows
//! are one class, and classes are merged by look-up. A form other than the standard one only has other targets.
//!
//! ```
//! use paili::Model;
//! use paili::rules::ReadyMade;
//!
//! // Three players have no 2m–8m, so that these characters can't become chows.
//! let sanma = ReadyMade::Sanma.rules();
//! let hand = sanma.read_hand("1111m111122233z")?;
//! assert_eq!(sanma.model().distance(&hand).shanten(), 2);
//! assert_eq!(sanma.read_hand("5m").unwrap_err().to_string(), "sanma has no 5m");
//! # Ok::<(), paili::rules::RuleHandError>(())
//! ```

mod aim;
mod block;
mod compile;
mod deals;
#[cfg(feature = "serde")]
mod description;
mod form;
mod halves;
mod hand;
mod knitted_count;
mod lookup;
mod model;
mod packed_rows;
mod part_table;
mod plain;
mod ready_made;
mod rows;
mod rule_set;
mod rule_tables;
mod sums;
mod tabulate;
mod threads;
mod unneeded;
mod useful;
mod useful_tables;

pub use aim::{Aim, AimError, MeldsWanted};
pub(crate) use block::{BLOCK, Scratch, after_wildcards};
#[cfg(feature = "serde")]
pub use description::{RuleSetDescription, RuleSetDescriptionError};
pub(crate) use form::{KNITTED_WAYS, knitted};
pub(crate) use halves::Halves;
#[cfg(feature = "simulation")]
pub(crate) use halves::Lane;
pub use hand::{RuleHandError, RuleHandErrorKind};
pub(crate) use hand::{Voids, WILDCARD};
pub(crate) use knitted_count::KnittedCount;
pub use model::{Compiled, EmbeddedModel, RulesModel};
pub(crate) use plain::Discarded;
pub use plain::PlainRules;
pub use ready_made::ReadyMade;
pub use rule_set::{ChowClaims, RuleSet, RuleSetError, VoidSuit, WildcardCopies};
pub use rule_tables::RuleTables;
