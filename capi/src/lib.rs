//! The library for C and C++: what `capi/include/paili.h` declares. `capi/build` makes it.
//!
//! [`border`] has the functions that C calls, and all that is unsafe; what they do is safe, in [`Rules`].

pub mod border;
mod failure;
mod rules;

pub use failure::{LastError, Status};
pub use rules::{Analysis, Discard, RegularCounts, Rules};
