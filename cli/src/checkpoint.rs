//! The counts of a long run, saved so that it can go on after a crash.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use paili::simulation::{Comparison, SavedBytesError, Tally};
use paili_arena::Standing;

use crate::failure::{Failure, file_name};
use crate::file::{NewFile, is_still};

/// Counts of a run. Unless they say otherwise, they are not saved.
pub trait Counts: Sized {
    /// How many games, matches or rows are counted.
    fn done(&self) -> u64;

    /// How many bytes were read for that.
    fn bytes(&self) -> u64 {
        0
    }

    /// The bytes of the counts, and of a text that says of which run they are.
    fn to_bytes_of(&self, _run: &str) -> Vec<u8> {
        Vec::new()
    }

    /// Reads both back, of a run that counts the same things as this.
    fn read_bytes(&self, _bytes: &[u8]) -> Result<(String, Self), SavedBytesError> {
        Err(SavedBytesError::Foreign)
    }
}

macro_rules! counts {
    ($($Type:ident: $done:ident, |$none:ident, $bytes:ident| $read:expr;)+) => {$(
        impl Counts for $Type {
            fn to_bytes_of(&self, run: &str) -> Vec<u8> {
                $Type::to_bytes_of(self, run)
            }

            fn read_bytes(&self, $bytes: &[u8]) -> Result<(String, Self), SavedBytesError> {
                let $none = self;
                $read
            }

            fn done(&self) -> u64 {
                self.$done()
            }
        }
    )+};
}

counts! {
    Tally: games, |_none, bytes| Tally::from_bytes_of(bytes);
    Comparison: matches, |_none, bytes| Comparison::from_bytes_of(bytes);
    Standing: walls, |none, bytes| none.read_bytes_of(bytes);
}

/// Where a run's counts are saved. As long as there is one, no other run can have it.
pub struct Checkpoint {
    path: PathBuf,
    /// The run in words: what differs can then be read.
    run: String,
    /// The file as it was saved last, locked.
    held: File,
    saved: Option<Instant>,
}

/// How often counts are saved.
const SAVE_EVERY: Duration = Duration::from_secs(5);

/// Far more than a checkpoint has.
const MOST_BYTES: u64 = 1 << 24;

impl Checkpoint {
    /// Looks for counts to go on from, or begins with these. A file of another run, with more games or matches than this one
    /// has in all, or a damaged one is left as it is.
    pub fn open<C: Counts>(path: &Path, run: String, all: u64, none: &C) -> Result<(Checkpoint, C), Failure> {
        let (held, bytes) = hold(path, &none.to_bytes_of(&run))?;
        let counts = read(&bytes, &run, all, none).map_err(|why| refused(path, &why))?;
        // Better to hear now that it can't be written.
        drop(NewFile::create(path)?);
        Ok((Checkpoint { path: path.to_owned(), run, held, saved: None }, counts))
    }

    /// Saves counts if that was not done of late.
    pub fn save_now_and_then(&mut self, counts: &impl Counts) -> Result<(), Failure> {
        if self.saved.is_none_or(|saved| saved.elapsed() > SAVE_EVERY) { self.save(counts) } else { Ok(()) }
    }

    /// Saves counts in place of those that were there.
    pub fn save(&mut self, counts: &impl Counts) -> Result<(), Failure> {
        // It could be written when the run began. Every unfinished file is locked, so that this one is when it gets its place.
        let mut file = NewFile::create(&self.path).map_err(Failure::into_broken)?;
        file.append(&counts.to_bytes_of(&self.run))?;
        self.held = file.finish()?;
        self.saved = Some(Instant::now());
        Ok(())
    }
}

/// Locks a checkpoint and reads it. If there is none, it begins with these bytes.
fn hold(path: &Path, first: &[u8]) -> Result<(File, Vec<u8>), Failure> {
    let bad = |error: &io::Error| Failure::of_opening(&file_name(path), error);
    loop {
        let mut file = match open_file(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let mut file = NewFile::create(path)?;
                file.append(first)?;
                match file.finish_first() {
                    Ok(held) => return Ok((held, first.to_vec())),
                    Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                    Err(error) => return Err(bad(&error)),
                }
            }
            Err(error) => return Err(bad(&error)),
        };
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                let why = "another run goes on from this checkpoint: wait for its end, or name another file";
                return Err(Failure::of_file(path, why));
            }
            // There are file systems without locks.
            Err(TryLockError::Error(_)) | Ok(()) => {}
        }
        // The other run may have saved between the two steps, and ended.
        if is_still(path, &file) {
            let mut bytes = Vec::new();
            (&mut file).take(MOST_BYTES).read_to_end(&mut bytes).map_err(|error| bad(&error))?;
            return Ok((file, bytes));
        }
    }
}

fn open_file(path: &Path) -> io::Result<File> {
    // A folder says what is wrong with it when it is read; a pipe or a device might never end.
    let there = fs::metadata(path)?;
    if !there.is_file() && !there.is_dir() {
        return Err(io::Error::other("a checkpoint has to be a file"));
    }
    File::open(path)
}

fn read<C: Counts>(bytes: &[u8], run: &str, all: u64, none: &C) -> Result<C, String> {
    let damaged = || "the checkpoint is damaged".to_owned();
    let (saved, counts) = none.read_bytes(bytes).map_err(|error| match error {
        SavedBytesError::Foreign => "this is no checkpoint of such a run by this version of paili".to_owned(),
        SavedBytesError::OtherLeague => "the checkpoint is of another run, of other players or tables".to_owned(),
        _ => damaged(),
    })?;
    if saved != run {
        return Err(format!("the checkpoint is of another run, `{saved}`; this one is `{run}`"));
    }
    if counts.done() > all { Err(damaged()) } else { Ok(counts) }
}

fn refused(path: &Path, why: &str) -> Failure {
    let hint = "it is left as it is: name another file, or remove it to start anew";
    Failure::of_file(path, format_args!("{why}; {hint}"))
}
