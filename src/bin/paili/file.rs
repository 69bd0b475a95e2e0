//! Files that appear whole or not at all.

use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use tempfile::NamedTempFile;

use crate::failure::{Failure, file_name};

/// A file that is being written: beside its final place, where it is put when it is complete.
#[derive(Debug)]
pub struct NewFile {
    /// As it was named, fit for a message.
    name: String,
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

    fn open(named: &Path) -> io::Result<NewFile> {
        let (name, path) = (file_name(named), target(named)?);
        match fs::metadata(&path) {
            // Opening a folder says what is wrong with it.
            Ok(there) if !there.is_file() => {
                let sink = Sink::InPlace(File::options().write(true).open(&path)?);
                return Ok(NewFile { name, path, sink });
            }
            // A file that must not be changed is not replaced either.
            Ok(_) => drop(File::options().append(true).open(&path)?),
            Err(_) => {}
        }
        // Its own error names the file beside, of which nobody has heard.
        let file = beside().tempfile_in(folder_of(&path)).map_err(|error| error.kind())?;
        if let Ok(mut unfinished) = UNFINISHED.lock() {
            unfinished.push(file.path().to_owned());
        }
        Ok(NewFile { name, path, sink: Sink::Beside(file) })
    }

    /// Its name, fit for a message.
    pub fn name(&self) -> String {
        self.name.clone()
    }

    /// What failing to write it means.
    pub fn failed(&self, error: &io::Error) -> Failure {
        Failure::Broken(format!("{}: {error}", self.name))
    }

    /// Puts the complete file in its place.
    pub fn finish(self) -> Result<(), Failure> {
        let NewFile { name, path, sink } = self;
        let placed = match sink {
            Sink::Beside(file) => {
                file.as_file().sync_all().and_then(|()| file.persist(&path).map(drop).map_err(|error| error.error))
            }
            Sink::InPlace(mut file) => file.flush(),
        };
        placed.map_err(|error| Failure::Broken(format!("{name}: {error}")))
    }
}

/// The file that is meant by a path: a link stays a link to the new file, whether or not there is one.
pub fn target(path: &Path) -> io::Result<PathBuf> {
    if let Ok(there) = fs::canonicalize(path) {
        return Ok(there);
    }
    if let Ok(linked) = fs::read_link(path) {
        return target(&folder_of(path).join(linked));
    }
    let folder = fs::canonicalize(folder_of(path))?;
    Ok(path.file_name().map_or(folder.clone(), |name| folder.join(name)))
}

/// Each output goes to a file of its own.
pub fn no_two_alike(paths: &[&Option<PathBuf>]) -> Result<(), Failure> {
    let mut taken = Vec::new();
    for path in paths.iter().copied().flatten() {
        // What can't be found is told when it is opened; a device can take anything.
        let Ok(target) = target(path) else { continue };
        if target.exists() && !target.is_file() {
            continue;
        }
        if taken.contains(&target) {
            return Err(Failure::BadInput(format!("{}: named for two outputs", file_name(path))));
        }
        taken.push(target);
    }
    Ok(())
}

/// Where a path's file is.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// The files beside that were begun.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Removes what was begun and not finished, for whoever ends the program at once.
pub fn remove_unfinished() {
    if let Ok(unfinished) = UNFINISHED.lock() {
        for path in unfinished.iter() {
            // Those that were finished have another name by now.
            let _ = fs::remove_file(path);
        }
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
