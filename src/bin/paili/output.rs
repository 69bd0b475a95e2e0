//! Results on standard output.

use std::io::{self, Write};

use crate::failure::Failure;

/// Prints, and sees to it that it is out.
pub fn print(bytes: &[u8]) -> Result<(), Failure> {
    let mut output = io::stdout().lock();
    output.write_all(bytes).and_then(|()| output.flush()).map_err(|error| Failure::of_output(&error))
}
