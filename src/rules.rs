//! Rule sets as values: other people's mahjong.
//!
//! A [`RuleSet`] says which kinds there are and how many copies of each, which suits form chows, how many melds a hand
//! has, what it can be won with, how many wildcards are in the deck and whether a suit has to be void. Five come
//! [ready-made](ReadyMade); others are made by [`RuleSet::new`] and what follows it.
//!
//! The tables of a rule set are compiled when it is first asked about a hand, in half a second, and kept for the process:
//! some tens of megabytes each. The method is that of the [standard form](crate::distance): each part of a hand has a cost row, equal rows
//! are one class, and classes are merged by look-up. A form other than the standard one only has other targets.
//!
//! ```
//! use paili::rules::ReadyMade;
//!
//! // Three players have no 2m–8m, so that these characters can't become chows.
//! let sanma = ReadyMade::Sanma.rules();
//! let hand = sanma.read_hand("1111m111122233z")?;
//! assert_eq!(sanma.tables().distance(&hand).map(|distance| distance.shanten()), Some(2));
//! assert_eq!(sanma.read_hand("5m").unwrap_err().to_string(), "sanma has no 5M");
//! # Ok::<(), paili::rules::RuleHandError>(())
//! ```

mod available;
mod block;
mod compile;
#[cfg(feature = "serde")]
mod description;
mod exact;
mod form;
mod hand;
mod joint;
mod lookup;
mod lowered;
mod nearer;
mod plain;
mod plan;
mod question;
mod ready_made;
mod rows;
mod rule_set;
mod sums;
mod useful;
mod way;

pub(crate) use block::{BLOCK, Room, after_wildcards};
#[cfg(feature = "serde")]
pub use description::{RuleSetDescription, RuleSetDescriptionError};
pub use form::WinForm;
pub(crate) use hand::WILDCARD;
pub use hand::{RuleHand, RuleHandError, RuleHandErrorKind};
pub use lookup::RuleTables;
pub use plain::PlainRules;
pub use plan::RulePlan;
pub use question::{Asked, RuleDiscard, RulesQuestion};
pub use ready_made::ReadyMade;
pub use rule_set::{RuleSet, RuleSetError, VoidSuit, WildcardCopies};
