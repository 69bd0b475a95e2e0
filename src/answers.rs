//! Answers for other programs, with the keys of the program's JSON in their published order.
//!
//! - [`HandAnswer`] is everything about one hand; [`HandAnswer::write_json`] is what `paili hand --format json` prints.
//! - [`ExactAnswer`] is the distribution of all hands; serde serialises it as `paili exact --format json` prints it.
//! - [`GameAnswer`] is a game step by step, with the rule's reasons.
//! - With the feature `simulation`, serde serialises [`OddsAnswer`] and [`OfferedAnswer`] as `paili odds --format json` prints it.
//! - With the feature `simulation`, serde serialises `simulation::Tally` as `paili simulate --format json`
//!   prints it, and so the rates, histograms and moments in it; and `simulation::Comparison` as `paili compare` does.

/// Serialises something as an object of these keys and values, which come in their published order. Of a value behind `=`, an
/// [`Option`], the key is left out if there is none. A value behind `..`, which is serialised so too, gives its own keys.
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
///
/// struct Named(Pair, &'static str);
///
/// paili::serialize! { Named, |it|
///     name: it.1,
///     pair .. it.0,
/// }
///
/// assert_eq!(serde_json::to_string(&Named(Pair(1, None), "one"))?, r#"{"name":"one","first":1}"#);
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
    (@field $object:ident $key:ident .. $value:expr) => {
        $value.serialize_fields($object)?
    };
    ($Type:ty, |$it:ident| $($key:ident $kind:tt $value:expr,)+) => {
        impl $Type {
            #[doc(hidden)]
            pub fn serialize_fields<O: serde::ser::SerializeStruct>(&self, object: &mut O) -> Result<(), O::Error> {
                let $it = self;
                $($crate::serialize!(@field object $key $kind $value);)+
                Ok(())
            }
        }

        impl serde::Serialize for $Type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let keys = [$(stringify!($key)),+].len();
                let mut object = serializer.serialize_struct(stringify!($Type), keys)?;
                self.serialize_fields(&mut object)?;
                serde::ser::SerializeStruct::end(object)
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
