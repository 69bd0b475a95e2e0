//! Rows as the readers of all formats give them.

use std::io::Read;

use crate::batch::analysis::BlockAnalysis;
use crate::failure::Failure;

/// Rows that were read and not looked at.
pub trait Rows: Send {
    /// How many there are.
    fn count(&self) -> u64;

    /// Hands all of them to an analysis, unless it fails. Fails when the input is broken.
    fn analyse(&self, analysis: &mut BlockAnalysis<'_>) -> Result<(), Failure>;
}

/// How large blocks are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockSize {
    /// For answers that are kept until they are written.
    Small,
    /// For answers that are only counted.
    Large,
}

/// Some rows, and how many bytes of their input they took.
pub type RowsRead = Result<(Box<dyn Rows>, u64), Failure>;

pub type Reader = Box<dyn Iterator<Item = RowsRead> + Send>;

pub type Source = Box<dyn Read + Send>;

/// About how many bytes of text a block has, and the longest line that is not cut.
pub const LONGEST_LINE: usize = 1 << 18;
