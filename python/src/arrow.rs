//! Columns of hands and of answers by way of Arrow.

mod capsule;
mod column;
mod lists;

pub use capsule::{ArrowArray, take};
pub use column::rows_of;
