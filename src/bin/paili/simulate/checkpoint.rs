//! The tally of a long run, saved so that it can go on after a crash.

use std::fs::{self, File, Metadata};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use paili::simulation::{Seed, Statistics, Strategy, Tally};
use paili_tables::blob::checksum;

use super::policies::say_policies;
use crate::failure::{Failure, file_name};
use crate::file::NewFile;
use crate::model::ModelName;

/// What a run is of. A tally goes on only with the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameters {
    pub seed: Seed,
    pub games: u64,
    pub policies: [Strategy; 4],
    pub statistics: Statistics,
    pub model: ModelName,
}

/// Where a run's tally is saved, and what was found there.
pub struct Checkpoint {
    path: PathBuf,
    parameters: Parameters,
    found: Option<Tally>,
}

/// What a file of ours begins with, the last byte being the version of what follows.
const LABEL: &[u8; 8] = b"pailick\x01";

/// The parameters as they are saved, then the tally. A checksum follows.
type Saved = (String, Tally);

/// Small numbers in a byte: a tally is a few kilobytes.
const CONFIG: bincode::config::Configuration = bincode::config::standard();

impl Checkpoint {
    /// Looks for a tally to go on from. One of other parameters or a damaged one is left as it is.
    pub fn open(path: &Path, parameters: Parameters) -> Result<Checkpoint, Failure> {
        let found = match fs::metadata(path).and_then(|there| read_file(path, &there)) {
            Ok(bytes) => Some(read(&bytes, parameters).map_err(|why| refused(path, &why))?),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(Failure::BadInput(format!("{}: {error}", file_name(path)))),
        };
        // Better to hear now that it can't be written.
        drop(NewFile::create(path)?);
        Ok(Checkpoint { path: path.to_owned(), parameters, found })
    }

    /// The tally to go on from.
    pub fn take(&mut self) -> Option<Tally> {
        self.found.take()
    }

    /// Saves a tally in place of the one that was there.
    pub fn save(&self, tally: &Tally) -> Result<(), Failure> {
        let mut bytes = LABEL.to_vec();
        let saved: Saved = (describe(self.parameters), tally.clone());
        bincode::encode_into_std_write(saved, &mut bytes, CONFIG)
            .map_err(|error| Failure::Broken(format!("{}: {error}", file_name(&self.path))))?;
        let sum = checksum(&bytes);
        bytes.extend_from_slice(&sum.to_le_bytes());
        // It could be written when the run began.
        let mut file = NewFile::create(&self.path).map_err(Failure::into_broken)?;
        file.write_all(&bytes).map_err(|error| file.failed(&error))?;
        file.finish()
    }
}

/// What is in a file, or as much of it as no checkpoint has.
fn read_file(path: &Path, there: &Metadata) -> io::Result<Vec<u8>> {
    // A folder says what is wrong with it when it is opened; a pipe or a device might never end.
    if !there.is_file() && !there.is_dir() {
        return Err(io::Error::other("a checkpoint has to be a file"));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(MOST_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Far more than a checkpoint has.
const MOST_BYTES: u64 = 1 << 24;

/// The parameters in words: what differs can then be read.
fn describe(parameters: Parameters) -> String {
    let Parameters { seed, games, policies, statistics, model } = parameters;
    let detail = if statistics == Statistics::Detailed { " --detail" } else { "" };
    let policies = say_policies(policies);
    format!("--games {games} --seed {} --policy {policies} --model {}{detail}", seed.0, model.name())
}

fn read(bytes: &[u8], parameters: Parameters) -> Result<Tally, String> {
    let foreign = || "this is no checkpoint of paili, or of another version".to_owned();
    let damaged = || "the checkpoint is damaged".to_owned();
    let body = bytes.strip_prefix(LABEL).ok_or_else(foreign)?;
    let (body, sum) = body.split_last_chunk().ok_or_else(damaged)?;
    if u64::from_le_bytes(*sum) != checksum(&bytes[..bytes.len() - sum.len()]) {
        return Err(damaged());
    }
    let ((saved, tally), used): (Saved, usize) = bincode::decode_from_slice(body, CONFIG).map_err(|_| damaged())?;
    if used != body.len() {
        return Err(damaged());
    }
    let asked = describe(parameters);
    if saved != asked {
        return Err(format!("the checkpoint is of another run, `{saved}`; this one is `{asked}`"));
    }
    if tally.games() > parameters.games {
        return Err(damaged());
    }
    Ok(tally)
}

fn refused(path: &Path, why: &str) -> Failure {
    Failure::BadInput(format!(
        "{}: {why}; it is left as it is: name another file, or remove it to start anew",
        file_name(path)
    ))
}
