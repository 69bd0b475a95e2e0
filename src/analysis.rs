//! What to do with a hand: which tiles help, how many of them are left, which tile should go, and why.
//!
//! - [`Useful`]: the useful tiles of a hand of 13−3n tiles with their copies left, and their sum, the acceptance;
//! - [`discards`]: every discard of a hand of 14−3n tiles, best first;
//! - [`Plan`]: one way to split a hand for its distance;
//! - [`Improvements`]: draws that do not lower the distance and yet widen the acceptance;
//! - [`GoodWaits`]: how often a hand gets a good wait;
//! - [`Prospect`]: what a hand could become;
//! - [`Offer`]: what to do with a tile that another discards; [`Kan`]: what a kan of the hand's own does.
//!
//! Everything runs on any [`Model`](crate::distance::Model), so also with other win forms
//! ([`WithForms`](crate::WithForms)) or on the plain programme.
//!
//! ```
//! use paili::analysis::{Unseen, discards};
//! use paili::{Notation, TableModel};
//!
//! let hand = Notation::Mpsz.hand("1133m456789p1234s")?;
//! let ranked = discards(TableModel, &hand, &Unseen::by(&hand));
//! let best = &ranked[0];
//! assert_eq!((best.tile.to_string(), best.distance.get()), ("4S".to_owned(), 1));
//! assert_eq!((best.useful.kinds.to_string(), best.useful.acceptance), ("1M 3M".to_owned(), 4));
//! # Ok::<(), paili::notation::NotationError>(())
//! ```

mod calls;
mod discards;
mod draw;
mod good_waits;
mod improvements;
mod plan;
mod prospects;
mod question;
mod unseen;
mod useful;

pub use calls::{AfterCall, Call, Kan, Offer};
pub use discards::{Discard, discards, rule_discard};
pub use good_waits::GoodWaits;
pub use improvements::{Improvement, Improvements};
pub use plan::Plan;
pub use prospects::Prospect;
pub use question::{
    Argument, Asked, Available, Discarder, NotInRules, OfferFault, Question, QuestionError, QuestionErrorKind,
};
pub use unseen::Unseen;
pub use useful::Useful;
