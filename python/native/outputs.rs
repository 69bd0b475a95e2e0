//! The files that a league writes, and what they may not be.

use std::fs;
use std::path::{Path, PathBuf};

use pyo3::prelude::*;

use crate::errors::bad_argument;

/// Sees to it that each output, by its argument, is none of the files that programs are made of and no other output.
pub fn check_outputs(
    py: Python<'_>,
    files: impl Iterator<Item = PathBuf>,
    outputs: &[(&str, Option<&Path>)],
) -> PyResult<()> {
    let mut taken: Vec<(Identity, String)> = Vec::new();
    for path in files {
        taken.extend(Identity::of(&path).map(|identity| (identity, "a player".to_owned())));
    }
    for (argument, path) in outputs.iter().filter_map(|&(argument, path)| Some((argument, path?))) {
        let Some(identity) = Identity::of(path) else { continue };
        if let Some((_, other)) = taken.iter().find(|(other, _)| *other == identity) {
            let reason = format!("{}: is {other} too: expected a file of its own", path.display());
            return Err(bad_argument(py, argument, reason));
        }
        taken.push((identity, argument.to_owned()));
    }
    Ok(())
}

/// What makes two paths the same file.
#[derive(PartialEq, Eq)]
enum Identity {
    /// Where there is a file: its device's number and its own.
    #[cfg(unix)]
    There(u64, u64),
    /// Where there is none, or numbers are not told.
    Path(PathBuf),
}

impl Identity {
    /// None for a device, which can take anything from anybody, and for a path that leads nowhere, which is told of when it
    /// is opened.
    fn of(path: &Path) -> Option<Identity> {
        match fs::metadata(path) {
            #[cfg(unix)]
            Ok(there) => {
                use std::os::unix::fs::MetadataExt;
                there.is_file().then(|| Identity::There(there.dev(), there.ino()))
            }
            #[cfg(not(unix))]
            Ok(_) => fs::canonicalize(path).ok().map(Identity::Path),
            Err(_) => {
                let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
                Some(Identity::Path(fs::canonicalize(folder).ok()?.join(path.file_name()?)))
            }
        }
    }
}
