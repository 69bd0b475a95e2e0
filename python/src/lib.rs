//! The native half of the Python package `paili`: it takes Python's values at the door, asks the library, and gives
//! plain values back. What they look like in Python is said in the package itself, and in `_native.pyi`.
#![allow(
    clippy::doc_markdown,
    clippy::doc_link_with_quotes,
    reason = "Python's docstrings are written as Python's are"
)]

mod arrow;
mod batch;
mod counts;
mod errors;
mod exact;
mod forms;
mod hand;
mod memory;
mod numbers;
mod play;
mod policy;
mod random;
mod simulate;
mod tally;
mod texts;
mod threads;
mod view;
mod wall;

use pyo3::prelude::*;

/// What the package `paili` is made of. Nobody imports it but the package.
#[pymodule(name = "_native")]
mod native {
    #[pymodule_export]
    use super::arrow::ArrowArray;
    #[pymodule_export]
    use super::batch::{distances, useful};
    #[pymodule_export]
    use super::exact::exact;
    #[pymodule_export]
    use super::hand::Hand;
    #[pymodule_export]
    use super::play::play;
    #[pymodule_export]
    use super::random::random_hands;
    #[pymodule_export]
    use super::simulate::simulate;
    #[pymodule_export]
    use super::tally::Tally;
    #[pymodule_export]
    use super::threads::after_fork;
    #[pymodule_export]
    use super::view::View;
    #[pymodule_export]
    use super::wall::wall;

    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
