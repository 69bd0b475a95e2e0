//! Inputs that are opened by their names, and files that appear whole or not at all.

use std::fs::{self, File};
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use tempfile::TempPath;

use crate::failure::{Failure, file_name, say};

/// Opens a file, or standard input for `-`, and tells its name, fit for a message. The hint is for people who
/// sit at a terminal and may not know that they have to type.
pub fn open(path: &Path, hint: &str) -> Result<(Box<dyn Read + Send>, String), Failure> {
    if path == Path::new("-") {
        if io::stdin().is_terminal() {
            say(hint);
        }
        return Ok((Box::new(io::stdin()), "standard input".to_owned()));
    }
    let name = file_name(path);
    match File::open(path) {
        Ok(file) => Ok((Box::new(file), name)),
        Err(error) => Err(Failure::BadInput(format!("{name}: {error}"))),
    }
}

/// A file that is being written: beside its final place, where it is put when it is complete.
#[derive(Debug)]
pub struct NewFile {
    /// As it was named, fit for a message.
    name: String,
    path: PathBuf,
    file: File,
    /// Where the file is until then. None for a device or a pipe, which can't be replaced by a file.
    beside: Option<TempPath>,
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
                let file = File::options().write(true).open(&path)?;
                return Ok(NewFile { name, path, file, beside: None });
            }
            // A file that must not be changed is not replaced either.
            Ok(_) => drop(File::options().append(true).open(&path)?),
            Err(_) => {}
        }
        // The error itself names a file that nobody has heard of.
        let (file, beside) = beside().tempfile_in(folder_of(&path)).map_err(|error| error.kind())?.into_parts();
        if let Ok(mut unfinished) = UNFINISHED.lock() {
            unfinished.push(beside.to_path_buf());
        }
        Ok(NewFile { name, path, file, beside: Some(beside) })
    }

    /// Its name, fit for a message.
    pub fn name(&self) -> String {
        self.name.clone()
    }

    /// Writes on.
    pub fn append(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.file.write_all(bytes).map_err(|error| Failure::Broken(format!("{}: {error}", self.name)))
    }

    /// Puts the complete file in its place.
    pub fn finish(self) -> Result<(), Failure> {
        let NewFile { name, path, file, beside: Some(beside) } = self else { return Ok(()) };
        let placed = file.sync_all().and_then(|()| beside.persist(path).map_err(|error| error.error));
        placed.map_err(|error| Failure::Broken(format!("{name}: {error}")))
    }
}

/// The file that is meant by a path: a link stays a link to the new file, whether or not there is one.
fn target(path: &Path) -> io::Result<PathBuf> {
    if let Ok(there) = fs::canonicalize(path) {
        return Ok(there);
    }
    if let Ok(linked) = fs::read_link(path) {
        return target(&folder_of(path).join(linked));
    }
    let folder = fs::canonicalize(folder_of(path))?;
    Ok(path.file_name().map_or(folder.clone(), |name| folder.join(name)))
}

/// Each output goes to a file of its own, and none takes the place of an input, which is still being read.
pub fn no_two_alike(inputs: &[PathBuf], outputs: &[&Option<PathBuf>]) -> Result<(), Failure> {
    // A path that leads nowhere is told of when it is opened; a device can take anything.
    let file = |path: &Path| target(path).ok().filter(|target| target.is_file() || !target.exists());
    let inputs = inputs.iter().filter(|path| *path != Path::new("-")).filter_map(|path| file(path));
    let mut taken: Vec<(PathBuf, &str)> = inputs.map(|target| (target, "an input and an output")).collect();
    for path in outputs.iter().copied().flatten() {
        let Some(target) = file(path) else { continue };
        if let Some((_, both)) = taken.iter().find(|(other, _)| *other == target) {
            return Err(Failure::BadInput(format!("{}: named for {both}", file_name(path))));
        }
        taken.push((target, "two outputs"));
    }
    Ok(())
}

/// A file's extension in small letters.
pub fn extension(path: &Path) -> Option<String> {
    path.extension().and_then(|extension| extension.to_str()).map(str::to_ascii_lowercase)
}

/// Where a path's file is.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// The paths of all files that were begun.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Removes the files that were begun and not finished. It is for a program that ends at once.
pub fn remove_unfinished() {
    if let Ok(unfinished) = UNFINISHED.lock() {
        for path in unfinished.iter() {
            // Those that were finished have another name by now.
            let _ = fs::remove_file(path);
        }
    }
}

/// A file as any program makes one; without its permissions, only its owner could read it.
fn beside() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".paili-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
