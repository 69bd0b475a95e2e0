//! Files that appear whole or not at all.

use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::failure::{Failure, file_name};

/// A file that is being written: beside its final place, where it is put when it is complete.
#[derive(Debug)]
pub struct NewFile {
    path: PathBuf,
    sink: Sink,
}

#[derive(Debug)]
enum Sink {
    Beside(NamedTempFile),
    /// A device or a pipe can't be replaced by a file.
    InPlace(File),
}

impl NewFile {
    /// Begins a file. That it can't be written is said now, before there is anything to write.
    pub fn create(path: &Path) -> Result<NewFile, Failure> {
        NewFile::open(path).map_err(|error| Failure::BadInput(format!("{}: {error}", file_name(path))))
    }

    fn open(path: &Path) -> io::Result<NewFile> {
        // A link stays a link to the new file.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        match fs::metadata(&path) {
            // Opening a folder says what is wrong with it.
            Ok(there) if !there.is_file() => {
                let sink = Sink::InPlace(File::options().write(true).open(&path)?);
                return Ok(NewFile { path, sink });
            }
            // A file that must not be changed is not replaced either.
            Ok(_) => drop(File::options().append(true).open(&path)?),
            Err(_) => {}
        }
        let folder = match path.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        fs::metadata(folder)?;
        // Its own error names the file beside, of which nobody has heard.
        let sink = Sink::Beside(beside().tempfile_in(folder).map_err(|error| error.kind())?);
        Ok(NewFile { path, sink })
    }

    /// Its name, fit for a message.
    pub fn name(&self) -> String {
        file_name(&self.path)
    }

    /// What failing to write it means.
    pub fn failed(&self, error: &io::Error) -> Failure {
        Failure::Broken(format!("{}: {error}", self.name()))
    }

    /// Puts the complete file in its place.
    pub fn finish(self) -> Result<(), Failure> {
        let NewFile { path, sink } = self;
        let placed = match sink {
            Sink::Beside(file) => {
                file.as_file().sync_all().and_then(|()| file.persist(&path).map(drop).map_err(|error| error.error))
            }
            Sink::InPlace(mut file) => file.flush(),
        };
        placed.map_err(|error| Failure::Broken(format!("{}: {error}", file_name(&path))))
    }
}

/// A file as any program makes one; without this, only its owner could read it.
#[cfg(unix)]
fn beside() -> tempfile::Builder<'static, 'static> {
    use std::os::unix::fs::PermissionsExt;
    let mut builder = tempfile::Builder::new();
    builder.prefix(".paili-").permissions(Permissions::from_mode(0o666));
    builder
}

#[cfg(not(unix))]
fn beside() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".paili-");
    builder
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.sink {
            Sink::Beside(file) => file.write(bytes),
            Sink::InPlace(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.sink {
            Sink::Beside(file) => file.flush(),
            Sink::InPlace(file) => file.flush(),
        }
    }
}
