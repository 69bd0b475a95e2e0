//! Inputs that are opened by their names, and files that appear whole or not at all.

mod target;
mod unfinished;

use std::fs::{self, File};
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

use self::target::Target;
pub use self::target::each_its_own;
pub use self::target::folder_of;
pub use self::unfinished::remove_unfinished;
use self::unfinished::{Unfinished, placing};
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

/// A file's extension in small letters.
pub fn extension(path: &Path) -> Option<String> {
    path.extension().and_then(|extension| extension.to_str()).map(str::to_ascii_lowercase)
}

/// An output that is being written.
#[derive(Debug)]
pub struct NewFile {
    /// As it was named, fit for a message.
    name: String,
    file: File,
    /// None for a pipe or a device, which is written where it is.
    place: Option<Place>,
}

/// A file beside its final place, where it is put when it is complete.
#[derive(Debug)]
struct Place {
    path: PathBuf,
    beside: Unfinished,
}

impl NewFile {
    /// Begins a file. That it can't be written is said now, before there is anything to write.
    pub fn create(path: &Path) -> Result<NewFile, Failure> {
        let name = file_name(path);
        NewFile::begin(path).map_err(|error| Failure::of_opening(&name, &error))
    }

    /// The folder that it will be in; none for a pipe or a device.
    pub fn folder(&self) -> Option<&Path> {
        self.place.as_ref().map(|place| folder_of(&place.path))
    }

    fn begin(named: &Path) -> io::Result<NewFile> {
        let name = file_name(named);
        let path = match Target::of(named)? {
            // Opening a folder says what is wrong with it.
            Target::InPlace(path) => {
                return Ok(NewFile { name, file: File::options().append(true).open(path)?, place: None });
            }
            Target::File(path) => path,
        };
        if path.exists() {
            // A file that must not be changed is not replaced either.
            File::options().append(true).open(&path)?;
        }
        let (file, beside) = Unfinished::create(folder_of(&path))?;
        Ok(NewFile { name, file, place: Some(Place { path, beside }) })
    }

    /// Its name, fit for a message.
    pub fn name(&self) -> String {
        self.name.clone()
    }

    /// Writes on.
    pub fn append(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.file.write_all(bytes).map_err(|error| failed(&self.name, &error))
    }

    /// Puts the complete file in its place, and tells it.
    pub fn finish(self) -> Result<File, Failure> {
        self.sync()?;
        if let Some(Place { path, beside }) = self.place {
            beside.rename(&path).map_err(|error| failed(&self.name, &error))?;
        }
        Ok(self.file)
    }

    /// Puts the complete file in its place unless there is a file now, and tells it.
    pub fn finish_first(self) -> io::Result<File> {
        self.file.sync_all()?;
        if let Some(Place { path, beside }) = self.place {
            beside.rename_to_new(&path)?;
        }
        Ok(self.file)
    }

    /// Sees to it that all is on the disk, where there is one.
    fn sync(&self) -> Result<(), Failure> {
        match &self.place {
            Some(_) => self.file.sync_all().map_err(|error| failed(&self.name, &error)),
            None => Ok(()),
        }
    }
}

/// Gives a complete file another place, whatever was there.
pub fn put(from: &Path, to: &Path) -> Result<(), Failure> {
    let broken = |error: &io::Error| failed(&file_name(to), error);
    if let Target::File(place) = Target::of(to).map_err(|error| broken(&error))?
        && fs::rename(from, &place).is_ok()
    {
        return Ok(());
    }
    // It is on another disk, or no file.
    let mut new = NewFile::create(to).map_err(Failure::into_broken)?;
    let copied = File::open(from).and_then(|mut file| io::copy(&mut file, &mut new));
    copied.map_err(|error| broken(&error))?;
    new.finish()?;
    fs::remove_file(from).map_err(|error| failed(&file_name(from), &error))
}

/// Puts complete files in their places: all of them, or none.
pub fn finish_all(files: impl IntoIterator<Item = NewFile>) -> Result<(), Failure> {
    let files: Vec<NewFile> = files.into_iter().collect();
    files.iter().try_for_each(NewFile::sync)?;
    let _placing = placing();
    let mut placed = Vec::new();
    for NewFile { name, place, .. } in files {
        let Some(Place { path, beside }) = place else { continue };
        let before = Unfinished::link_to(&path);
        if let Err(error) = beside.rename(&path) {
            placed.into_iter().rev().for_each(Placed::take_back);
            return Err(failed(&name, &error));
        }
        placed.push(Placed { path, before });
    }
    Ok(())
}

/// A file in its place, and the one that was there before.
struct Placed {
    path: PathBuf,
    before: Option<Unfinished>,
}

impl Placed {
    /// Puts back what was there. If even that fails, the failure that led here is the one to tell.
    fn take_back(self) {
        let _ = match self.before {
            Some(before) => before.rename(&self.path),
            None => fs::remove_file(&self.path),
        };
    }
}

fn failed(name: &str, error: &io::Error) -> Failure {
    Failure::Broken(format!("{name}: {error}"))
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
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
