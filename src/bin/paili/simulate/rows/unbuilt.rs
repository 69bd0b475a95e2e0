//! What stands for the writer in a program that was built without it.

use std::convert::Infallible;
use std::io::{self, Write};
use std::marker::PhantomData;

use super::format::UNBUILT;
use super::{Row, RowFormat};

/// A writer that there is none of.
pub struct RowWriter<W> {
    none: Infallible,
    sink: PhantomData<W>,
}

impl<W: Write + Send> RowWriter<W> {
    /// Fails and says how to build it.
    pub fn new(_: RowFormat, _: W) -> io::Result<Self> {
        Err(io::Error::new(io::ErrorKind::Unsupported, UNBUILT))
    }

    pub fn write(&mut self, _: &[Row]) -> io::Result<()> {
        match self.none {}
    }

    pub fn finish(self) -> io::Result<W> {
        match self.none {}
    }
}

#[cfg(test)]
mod tests {
    use super::super::{RowFormat, RowWriter};
    use super::UNBUILT;

    #[test]
    fn who_asks_for_it_is_told_how_to_build_it() {
        let written = RowWriter::new(RowFormat::Csv, Vec::new()).and_then(|mut writer| {
            writer.write(&[])?;
            writer.finish()
        });
        let error = written.expect_err("there is no writer");
        assert_eq!(error.to_string(), UNBUILT);
    }
}
