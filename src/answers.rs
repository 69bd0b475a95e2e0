//! Answers for other programs, with the keys of the program's JSON in their published order.
//!
//! - [`HandAnswer`] is everything about one hand; [`HandAnswer::write_json`] is what `paili hand --format json` prints.
//! - [`ExactAnswer`] is the distribution of all hands; serde serialises it as `paili exact --format json` prints it.
//! - [`GameAnswer`] is a game step by step, with the rule's reasons.
//! - With the feature `simulation`, serde serialises [`OddsAnswer`] and [`OfferedAnswer`] as `paili odds --format json` prints it.
//! - With the feature `simulation`, serde serialises `simulation::Tally` as `paili simulate --format json`
//!   prints it, and so the rates, histograms and moments in it; and `simulation::Comparison` as `paili compare` does.

/// Serialises something as an object of these keys and values, which come in their published order. Of a value behind `=`, an
/// [`Option`], the key is left out if there is none.
///
/// ```
/// struct Pair(u8, Option<u8>);
///
/// paili::serialize! { Pair, |it|
///     first: it.0,
///     second = it.1,
/// }
///
/// assert_eq!(serde_json::to_string(&[Pair(1, Some(2)), Pair(3, None)])?, r#"[{"first":1,"second":2},{"first":3}]"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[macro_export]
macro_rules! serialize {
    (@field $object:ident $key:ident : $value:expr) => {
        $object.serialize_field(stringify!($key), &$value)?
    };
    (@field $object:ident $key:ident = $value:expr) => {
        if let Some(value) = &$value {
            $object.serialize_field(stringify!($key), value)?;
        }
    };
    ($Type:ty, |$it:ident| $($key:ident $kind:tt $value:expr,)+) => {
        impl serde::Serialize for $Type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use serde::ser::SerializeStruct;
                let $it = self;
                let mut object = serializer.serialize_struct(stringify!($Type), [$(stringify!($key)),+].len())?;
                $($crate::serialize!(@field object $key $kind $value);)+
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
pub use hand::{HandAnswer, NextDraw, Planned};
#[cfg(feature = "simulation")]
pub use odds::{OddsAnswer, OddsAnswerError, OddsWay};
#[cfg(feature = "simulation")]
pub use offered::{OfferedAnswer, OfferedCall};
