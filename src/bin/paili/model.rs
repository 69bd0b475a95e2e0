//! Which distance model to run on.

use clap::ValueEnum;

/// A distance model by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ModelName {
    /// Look every suit up in the embedded tables
    Table,
    /// Run the textbook dynamic programme: the same answers, about a thousand times slower
    Plain,
}
