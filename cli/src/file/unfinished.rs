//! Files that have no name of their own yet.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::NamedTempFile;

use super::folder_of;

/// What the files are called until they are in their places: a random text is between them.
const PREFIX: &str = ".paili-";
const SUFFIX: &str = ".unfinished";

/// The paths of all that were begun.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Begins a file in the folder of its final place, and removes those that killed runs left there. It is locked as long as it is
/// open, by which other runs know that it is somebody's.
pub fn create(folder: &Path) -> io::Result<NamedTempFile> {
    sweep(folder);
    // As any program makes one, so that not only its owner can read it, and the error is that of the system.
    let begin = |path: &Path| File::options().read(true).write(true).create_new(true).open(path);
    loop {
        let file = make(folder, begin)?;
        // Another run may have taken it for a left one before it was locked. Where files can't be locked, none is taken.
        let is_taken = matches!(file.as_file().try_lock(), Err(TryLockError::WouldBlock)) || !file.path().exists();
        if !is_taken {
            return Ok(file);
        }
    }
}

/// Another name for a file if it is there, or a copy where it can have none, by which it can be put back.
pub fn second_name(path: &Path) -> io::Result<Option<NamedTempFile>> {
    let file = match File::options().append(true).open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        file => file?,
    };
    let _ = file.try_lock();
    let folder = folder_of(path);
    let linked = make(folder, |second| fs::hard_link(path, second).and_then(|()| file.try_clone()));
    // Where a lock keeps everybody else from reading.
    drop(file);
    let copied = linked.or_else(|_| {
        let copy = create(folder)?;
        fs::copy(path, copy.path())?;
        Ok::<_, io::Error>(copy)
    });
    copied.map(Some)
}

fn make(folder: &Path, begin: impl FnMut(&Path) -> io::Result<File>) -> io::Result<NamedTempFile> {
    let file = tempfile::Builder::new().prefix(PREFIX).suffix(SUFFIX).make_in(folder, begin)?;
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).push(file.path().to_owned());
    Ok(file)
}

/// Removes what killed runs left in a folder. Whatever can't be removed stays.
pub fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if is_unfinished(&entry)
            && let Ok(file) = File::open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether a file is none that anybody else made.
pub fn is_unfinished(entry: &fs::DirEntry) -> bool {
    let name = entry.file_name();
    name.to_str().is_some_and(|name| name.starts_with(PREFIX) && name.ends_with(SUFFIX))
        && entry.file_type().is_ok_and(|kind| kind.is_file())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_killed_runs_left_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let files = |wanted: &str| {
            let names =
                fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
            names.filter(|name| name.contains(wanted)).count()
        };
        let busy = create(folder.path()).unwrap();
        File::create(folder.path().join(format!("{PREFIX}left{SUFFIX}"))).unwrap();
        fs::write(folder.path().join(".paili-notes"), "somebody's own").unwrap();
        let another = create(folder.path()).unwrap();
        assert_eq!([files("left"), files("notes"), files(SUFFIX)], [0, 1, 2]);
        drop((busy, another));
        assert_eq!(files(SUFFIX), 0);
    }

    /// Many runs begin files in one folder, and none takes another's for a left one.
    #[test]
    fn what_is_begun_stays() {
        let folder = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..200 {
                        let file = create(folder.path()).unwrap();
                        assert!(file.path().exists());
                        let place = file.path().with_extension("done");
                        file.persist(&place).unwrap();
                        fs::remove_file(place).unwrap();
                    }
                });
            }
        });
    }
}
