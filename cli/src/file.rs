//! Inputs that are opened by their names, and files that appear whole or not at all.

mod target;
mod unfinished;

use std::fs::{self, File};
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use self::target::Target;
pub use self::target::each_its_own;
pub use self::target::folder_of;
use self::unfinished::{create, placing, second_name};
pub use self::unfinished::{is_unfinished, remove_unfinished, sweep};
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
        Err(error) => Err(Failure::of_opening(&name, &error)),
    }
}

/// Whether a path still leads to a file that was opened by it.
#[cfg(unix)]
pub fn is_still(path: &Path, file: &File) -> bool {
    use std::os::unix::fs::MetadataExt;
    let same = |a: fs::Metadata, b: fs::Metadata| (a.dev(), a.ino()) == (b.dev(), b.ino());
    fs::metadata(path).ok().zip(file.metadata().ok()).is_some_and(|(there, here)| same(there, here))
}

#[cfg(not(unix))]
pub fn is_still(_: &Path, _: &File) -> bool {
    true
}

/// A file's extension in small letters.
pub fn extension(path: &Path) -> Option<String> {
    path.extension().and_then(|extension| extension.to_str()).map(str::to_ascii_lowercase)
}

/// An output that is being written.
#[derive(Debug)]
pub struct NewFile {
    /// As it was named, fit for a message.
    name: String,
    output: Output,
}

#[derive(Debug)]
enum Output {
    /// A pipe or a device, which is written where it is.
    There(File),
    /// A file beside its final place, where it is put when it is complete.
    Beside(NamedTempFile, PathBuf),
}

impl NewFile {
    /// Begins a file. That it can't be written is said now, before there is anything to write.
    pub fn create(path: &Path) -> Result<NewFile, Failure> {
        let name = file_name(path);
        match Output::begin(path) {
            Ok(output) => Ok(NewFile { name, output }),
            Err(error) => Err(Failure::of_opening(&name, &error)),
        }
    }

    /// The folder that it will be in; none for a pipe or a device.
    pub fn folder(&self) -> Option<&Path> {
        match &self.output {
            Output::There(_) => None,
            Output::Beside(_, path) => Some(folder_of(path)),
        }
    }

    /// Its name, fit for a message.
    pub fn name(&self) -> String {
        self.name.clone()
    }

    /// Writes on.
    pub fn append(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.write_all(bytes).map_err(|error| Failure::of_writing(&self.name, &error))
    }

    /// Puts the complete file in its place, and tells it.
    pub fn finish(self) -> Result<File, Failure> {
        let placed = self.sync().and_then(|()| match self.output {
            Output::There(file) => Ok(file),
            Output::Beside(file, path) => Ok(file.persist(path)?),
        });
        placed.map_err(|error| Failure::of_writing(&self.name, &error))
    }

    /// Puts the complete file in its place unless there is a file now, and tells it.
    pub fn finish_first(self) -> io::Result<File> {
        self.sync()?;
        match self.output {
            Output::There(file) => Ok(file),
            Output::Beside(file, path) => Ok(file.persist_noclobber(path)?),
        }
    }

    /// Sees to it that all is on the disk, where there is one.
    fn sync(&self) -> io::Result<()> {
        match &self.output {
            Output::There(_) => Ok(()),
            Output::Beside(file, _) => file.as_file().sync_all(),
        }
    }
}

impl Output {
    fn file(&mut self) -> &mut File {
        match self {
            Output::There(file) => file,
            Output::Beside(file, _) => file.as_file_mut(),
        }
    }

    fn begin(named: &Path) -> io::Result<Output> {
        let path = match Target::of(named)? {
            // Opening a folder says what is wrong with it.
            Target::InPlace(path) => return Ok(Output::There(File::options().append(true).open(path)?)),
            Target::File(path) => path,
        };
        if path.exists() {
            // A file that must not be changed is not replaced either.
            File::options().append(true).open(&path)?;
        }
        Ok(Output::Beside(create(folder_of(&path))?, path))
    }
}

/// Gives a complete file another place, whatever was there.
pub fn put(from: &Path, to: &Path) -> Result<(), Failure> {
    let failed = |path: &Path, error: io::Error| Failure::of_writing(&file_name(path), &error);
    if let Target::File(place) = Target::of(to).map_err(|error| failed(to, error))?
        && fs::rename(from, &place).is_ok()
    {
        return Ok(());
    }
    // It is on another disk, or no file.
    let mut new = NewFile::create(to).map_err(Failure::into_broken)?;
    let copied = File::open(from).and_then(|mut file| io::copy(&mut file, &mut new));
    copied.map_err(|error| failed(to, error))?;
    new.finish()?;
    fs::remove_file(from).map_err(|error| failed(from, error))
}

/// Puts complete files in their places: all of them, or none.
pub fn finish_all(files: impl IntoIterator<Item = NewFile>) -> Result<(), Failure> {
    let files: Vec<NewFile> = files.into_iter().collect();
    for file in &files {
        file.sync().map_err(|error| Failure::of_writing(&file.name, &error))?;
    }
    let _placing = placing();
    let mut placed = Vec::new();
    let mut files = files.into_iter().peekable();
    while let Some(NewFile { name, output }) = files.next() {
        let Output::Beside(file, path) = output else { continue };
        // Nothing goes wrong behind the last.
        let before = if files.peek().is_some() { second_name(&path) } else { Ok(None) };
        let replaced = before.and_then(|before| {
            file.persist(&path)?;
            Ok(before)
        });
        let before = match replaced {
            Ok(before) => before,
            Err(error) => {
                // If even putting back what was there fails, the failure that led here is the one to tell.
                for (path, before) in placed.into_iter().rev() {
                    let _ = match before {
                        Some(before) => NamedTempFile::persist(before, path).map(drop).map_err(io::Error::from),
                        None => fs::remove_file(path),
                    };
                }
                return Err(Failure::of_writing(&name, &error));
            }
        };
        placed.push((path, before));
    }
    Ok(())
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.output.file().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.file().flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(path: &Path, text: &str) -> NewFile {
        let mut file = NewFile::create(path).unwrap();
        file.append(text.as_bytes()).unwrap();
        file
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn all_files_are_placed_or_none() {
        let folder = tempfile::tempdir().unwrap();
        let [new, old, lost] = ["new", "old", "lost"].map(|name| folder.path().join(name));
        fs::write(&old, "before").unwrap();
        let files = [written(&new, "1"), written(&old, "2"), written(&lost, "3")];
        // A folder took the place meanwhile, and can't be replaced by a file.
        fs::create_dir(&lost).unwrap();
        assert!(matches!(finish_all(files), Err(Failure::Broken(message)) if message.contains("lost")));
        assert_eq!(names(folder.path()), ["lost", "old"]);
        assert_eq!(fs::read_to_string(&old).unwrap(), "before");

        fs::remove_dir(&lost).unwrap();
        finish_all([written(&new, "1"), written(&old, "2"), written(&lost, "3")]).unwrap();
        assert_eq!(names(folder.path()), ["lost", "new", "old"]);
        assert_eq!(fs::read_to_string(&old).unwrap(), "2");
    }

    #[test]
    fn the_first_file_of_a_name_does_not_replace_another() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("first");
        let [one, other] = ["1", "2"].map(|text| written(&path, text));
        one.finish_first().unwrap();
        assert_eq!(other.finish_first().unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(
            (names(folder.path()), fs::read_to_string(&path).unwrap()),
            (vec!["first".to_owned()], "1".to_owned())
        );
    }
}
