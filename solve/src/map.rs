//! A file as memory.

#![allow(unsafe_code, reason = "a look-up in mapped memory takes 13 ns, a read of two bytes 600 ns")]

use std::fs::File;
use std::io;

use memmap2::Mmap;

/// Maps a whole file into memory.
pub(super) fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: the bytes are read as numbers of which any is valid, behind checksums, and never as references to anything
    // else. Whoever changes the file meanwhile changes answers, and whoever cuts it short ends this program, as the docs of
    // `Solved` say.
    unsafe { Mmap::map(file) }
}
