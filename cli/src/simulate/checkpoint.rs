//! The tally of a long run, saved so that it can go on after a crash.

use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use paili::simulation::{NamedPolicy, Seed, Statistics, Tally, TallyBytesError};

use crate::arguments::{ModelName, say_policies};
use crate::failure::{Failure, file_name};
use crate::file::NewFile;

/// What a run is of. A tally goes on only with the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameters {
    pub seed: Seed,
    pub games: u64,
    pub policies: [NamedPolicy; 4],
    pub statistics: Statistics,
    pub model: ModelName,
}

/// Where a run's tally is saved.
pub struct Checkpoint {
    path: PathBuf,
    parameters: Parameters,
}

impl Checkpoint {
    /// Looks for a tally to go on from. One of other parameters or a damaged one is left as it is.
    pub fn open(path: &Path, parameters: Parameters) -> Result<(Checkpoint, Option<Tally>), Failure> {
        let found = match fs::metadata(path).and_then(|there| read_file(path, &there)) {
            Ok(bytes) => Some(read(&bytes, parameters).map_err(|why| refused(path, &why))?),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(Failure::BadInput(format!("{}: {error}", file_name(path)))),
        };
        // Better to hear now that it can't be written.
        drop(NewFile::create(path)?);
        Ok((Checkpoint { path: path.to_owned(), parameters }, found))
    }

    /// Saves a tally in place of the one that was there.
    pub fn save(&self, tally: &Tally) -> Result<(), Failure> {
        let bytes = tally.to_bytes_of(&describe(self.parameters));
        // It could be written when the run began.
        let mut file = NewFile::create(&self.path).map_err(Failure::into_broken)?;
        file.append(&bytes)?;
        file.finish()
    }
}

/// Reads a file, up to a length that no checkpoint has.
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
    let damaged = || "the checkpoint is damaged".to_owned();
    let (saved, tally) = Tally::from_bytes_of(bytes).map_err(|error| match error {
        TallyBytesError::Foreign => "this is no checkpoint of paili, or of another version".to_owned(),
        TallyBytesError::Damaged => damaged(),
    })?;
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
