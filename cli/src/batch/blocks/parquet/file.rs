//! A file that is read in pieces, none of them larger than a page may be.

use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use parquet::errors::{ParquetError, Result};
use parquet::file::reader::{ChunkReader, Length};

/// How large a page may be, before and after it is decompressed.
#[derive(Debug, Clone, Copy)]
pub struct PageLimit {
    pub mebibytes: u32,
}

impl PageLimit {
    pub fn bytes(self) -> usize {
        (self.mebibytes as usize) << 20
    }
}

impl fmt::Display for PageLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} MiB (--page-limit)", self.mebibytes)
    }
}

/// Why a file is not read on, although it may be whole.
#[derive(Debug)]
pub enum Cause {
    Io(io::Error),
    /// Something is too large.
    Refused(String),
}

/// A file that only one thread reads.
#[derive(Clone)]
pub struct PageFile {
    file: Arc<File>,
    bytes: u64,
    pub limit: PageLimit,
    /// The crate's errors lose their causes on the way, so they are kept here.
    cause: Arc<Mutex<Option<Cause>>>,
}

/// The head of a page, which is read together with it at times, may be as long.
const LONGEST_HEAD: usize = 1 << 16;

impl PageFile {
    pub fn open(path: &Path, limit: PageLimit) -> io::Result<Self> {
        let file = File::open(path)?;
        let bytes = file.metadata()?.len();
        Ok(PageFile { file: Arc::new(file), bytes, limit, cause: Arc::default() })
    }

    /// Whether the file is long enough for a number of bytes from a place on.
    pub fn has(&self, begin: u64, length: usize) -> bool {
        begin.checked_add(length as u64).is_some_and(|end| end <= self.bytes)
    }

    /// Why the file could not be read on, unless it is damaged.
    pub fn take_cause(&self) -> Option<Cause> {
        self.cause.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Keeps a cause, and makes an error of it.
    fn fail(&self, cause: Cause) -> ParquetError {
        let error = match &cause {
            Cause::Io(error) => ParquetError::General(error.to_string()),
            Cause::Refused(why) => ParquetError::General(why.clone()),
        };
        *self.cause.lock().unwrap_or_else(PoisonError::into_inner) = Some(cause);
        error
    }

    /// The error for something that is too large.
    pub fn refuse(&self, why: String) -> ParquetError {
        self.fail(Cause::Refused(why))
    }

    /// The error for a page that is too large.
    pub fn refuse_page(&self) -> ParquetError {
        self.refuse(format!("a page of more than {}", self.limit))
    }
}

impl Length for PageFile {
    fn len(&self) -> u64 {
        self.bytes
    }
}

impl ChunkReader for PageFile {
    type T = BufReader<Piece>;

    fn get_read(&self, start: u64) -> Result<Self::T> {
        Ok(BufReader::new(Piece { file: self.clone(), at: start }))
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        if length > self.limit.bytes() + LONGEST_HEAD {
            return Err(self.refuse_page());
        }
        if !self.has(start, length) {
            return Err(ParquetError::EOF(format!(
                "the file ends before byte {}",
                start.saturating_add(length as u64)
            )));
        }
        let mut bytes = vec![0; length];
        let mut piece = Piece { file: self.clone(), at: start };
        piece.read_exact(&mut bytes).map_err(|error| ParquetError::EOF(error.to_string()))?;
        Ok(bytes.into())
    }
}

/// A file from a place on. It goes back to its place for each read, so that no other has to be opened.
pub struct Piece {
    file: PageFile,
    at: u64,
}

impl Read for Piece {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let mut file = &*self.file.file;
        let read = file.seek(SeekFrom::Start(self.at)).and_then(|_| file.read(room));
        match read {
            Ok(read) => {
                self.at += read as u64;
                Ok(read)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Err(error) => {
                let kind = error.kind();
                self.file.fail(Cause::Io(error));
                Err(kind.into())
            }
        }
    }
}
