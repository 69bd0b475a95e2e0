//! Answers for other programs, with the keys of the program's JSON in their published order.
//!
//! - [`HandAnswer`] is everything about one hand; [`HandAnswer::write_json`] is what `paili hand --format json` prints.
//! - [`ExactAnswer`] is the distribution of all hands; serde serialises it as `paili exact --format json` prints it.
//! - [`GameAnswer`] is a game step by step, with the rule's reasons.
//! - With the feature `simulation`, serde serialises [`OddsAnswer`] and [`OfferedAnswer`] as `paili odds --format json` prints it.
//! - With the feature `simulation`, serde serialises `simulation::Tally` as `paili simulate --format json`
//!   prints it, and so the rates, histograms and moments in it; and `simulation::Comparison` as `paili compare` does.

/// Serialises something as an object of these keys and values, which come in their published order.
#[cfg(feature = "simulation")]
macro_rules! serialize {
    ($Type:ty, |$it:ident| $($key:ident: $value:expr,)+) => {
        impl serde::Serialize for $Type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use serde::ser::SerializeStruct;
                let $it = self;
                let mut object = serializer.serialize_struct(stringify!($Type), [$(stringify!($key)),+].len())?;
                $(object.serialize_field(stringify!($key), &$value)?;)+
                object.end()
            }
        }
    };
}

#[cfg(feature = "simulation")]
mod comparison;
mod exact;
mod game;
mod hand;
#[cfg(feature = "simulation")]
mod numbers;
#[cfg(feature = "simulation")]
mod odds;
#[cfg(feature = "simulation")]
mod offered;
#[cfg(feature = "simulation")]
pub mod page;
#[cfg(feature = "simulation")]
mod tally;
#[cfg(feature = "simulation")]
mod tally_page;

pub use exact::ExactAnswer;
pub use game::GameAnswer;
pub use hand::{HandAnswer, Planned};
#[cfg(feature = "simulation")]
pub use odds::{OddsAnswer, OddsAnswerError, OddsWay};
#[cfg(feature = "simulation")]
pub use offered::{OfferedAnswer, OfferedCall};
