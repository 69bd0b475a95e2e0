//! Files that have no name of their own yet.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A file in the folder of its final place. It is removed unless it gets there.
#[derive(Debug)]
pub struct Unfinished {
    path: PathBuf,
}

/// What the files are called until then: a random text is between them.
const PREFIX: &str = ".paili-";
const SUFFIX: &str = ".unfinished";

/// A file that nobody has written to for so long, and nobody holds, is of a run that was killed. Whoever begins one holds it
/// much sooner.
const ABANDONED: Duration = Duration::from_secs(60);

/// The paths of all that there are.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

impl Unfinished {
    /// Begins a file in a folder, and removes those that runs left there that were killed.
    pub fn create(folder: &Path) -> io::Result<(File, Unfinished)> {
        sweep(folder);
        // As any program makes one, so that not only its owner can read it, and the error is that of the system.
        let begin = |path: &Path| File::options().read(true).write(true).create_new(true).open(path);
        let file = tempfile::Builder::new().prefix(PREFIX).suffix(SUFFIX).make_in(folder, begin)?;
        let (file, path) = file.keep().map_err(|error| error.error)?;
        let unfinished = Unfinished::known(path);
        // Where files can't be locked, none is swept either.
        let _ = file.try_lock();
        Ok((file, unfinished))
    }

    /// Another name for a file that is there, by which it can be put back. None if there is none, or no way to name it.
    pub fn link_to(path: &Path) -> Option<Unfinished> {
        let (_, other) = Unfinished::create(path.parent()?).ok()?;
        fs::remove_file(&other.path).ok()?;
        fs::hard_link(path, &other.path).ok()?;
        Some(other)
    }

    /// Gives it its name, whatever had that.
    pub fn rename(self, path: &Path) -> io::Result<()> {
        fs::rename(&self.path, path)
    }

    /// Gives it its name, if nothing has that.
    pub fn rename_to_new(self, path: &Path) -> io::Result<()> {
        match fs::hard_link(&self.path, path) {
            // On some file systems a file has one name; then nobody can be kept from being faster.
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists && !path.exists() => self.rename(path),
            linked => linked,
        }
    }

    fn known(path: PathBuf) -> Unfinished {
        UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).push(path.clone());
        Unfinished { path }
    }
}

impl Drop for Unfinished {
    /// If it has another name by now, there is nothing to remove.
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
        UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).retain(|path| *path != self.path);
    }
}

/// Held while several files are put in their places.
static PLACING: Mutex<()> = Mutex::new(());

/// Until the guard is dropped, the program doesn't end at once: files that belong together are placed all or none.
pub fn placing() -> MutexGuard<'static, ()> {
    PLACING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes the files that were begun and not finished. It is for a program that ends at once.
pub fn remove_unfinished() {
    let _placing = placing();
    for path in UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).iter() {
        let _ = fs::remove_file(path);
    }
}

/// Removes what killed runs left in a folder. Whatever can't be removed stays.
fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let Some(name) = name.to_str() else { continue };
        if name.starts_with(PREFIX) && name.ends_with(SUFFIX) && is_abandoned(&entry) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn is_abandoned(entry: &fs::DirEntry) -> bool {
    let old = |modified: std::time::SystemTime| modified.elapsed().is_ok_and(|age| age > ABANDONED);
    let there = entry.metadata().ok().filter(fs::Metadata::is_file);
    there.and_then(|there| there.modified().ok()).is_some_and(old)
        && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok())
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;

    #[test]
    fn what_killed_runs_left_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let files = |wanted: &str| {
            let names =
                fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
            names.filter(|name| name.contains(wanted)).count()
        };
        let earlier = SystemTime::now() - 2 * ABANDONED;
        let (held, busy) = Unfinished::create(folder.path()).unwrap();
        held.set_modified(earlier).unwrap();
        for (name, modified) in [("old", earlier), ("new", SystemTime::now())] {
            let file = File::create(folder.path().join(format!("{PREFIX}{name}{SUFFIX}"))).unwrap();
            file.set_modified(modified).unwrap();
        }
        fs::write(folder.path().join(".paili-notes"), "somebody's own").unwrap();
        let (_, another) = Unfinished::create(folder.path()).unwrap();
        assert_eq!([files("old"), files("new"), files("notes"), files(SUFFIX)], [0, 1, 1, 3]);
        drop((busy, another));
        assert_eq!(files(SUFFIX), 1);
        assert!(UNFINISHED.lock().unwrap().iter().all(|path| !path.starts_with(folder.path())));
    }
}
