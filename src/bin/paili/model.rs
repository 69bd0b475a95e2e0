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

impl ModelName {
    /// The name as it is given.
    pub const fn name(self) -> &'static str {
        match self {
            ModelName::Table => "table",
            ModelName::Plain => "plain",
        }
    }
}
