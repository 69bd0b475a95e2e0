//! What a path stands for.

use std::fs;
#[cfg(unix)]
use std::fs::Metadata;
use std::io;
#[cfg(unix)]
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Where an output goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A file, there or not. A link stays a link to the new file.
    File(PathBuf),
    /// A pipe, a device or an open file of a process, which can't be replaced by a file; or a folder.
    InPlace(PathBuf),
}

/// Linux follows no more.
const MOST_LINKS: usize = 40;

impl Target {
    /// Follows all links.
    pub fn of(path: &Path) -> io::Result<Target> {
        if path.as_os_str().to_string_lossy().ends_with(std::path::is_separator)
            && path.file_name().is_some()
            && !path.is_dir()
        {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        let mut path = path.to_owned();
        for _ in 0..=MOST_LINKS {
            let folder = fs::canonicalize(folder_of(&path))?;
            let Some(name) = path.file_name() else {
                return Ok(Target::InPlace(fs::canonicalize(&path)?));
            };
            let here = folder.join(name);
            match fs::symlink_metadata(&here) {
                // Such a link is no path: what it names may have none.
                Ok(there) if there.is_symlink() && is_of_open_files(&folder) => return Ok(Target::InPlace(here)),
                Ok(there) if there.is_symlink() => path = folder.join(fs::read_link(&here)?),
                Ok(there) if there.is_file() => return Ok(Target::File(here)),
                Ok(_) => return Ok(Target::InPlace(here)),
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Target::File(here)),
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::other("the links go round in a circle"))
    }
}

/// Where a path's file is.
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Whether a folder is the one of a process's open files, such as /dev/fd.
fn is_of_open_files(folder: &Path) -> bool {
    folder.starts_with("/proc") && folder.ends_with("fd")
}

/// Sees to it that each output goes somewhere else: to no other output, to no input, which is still being read, and not to
/// standard output, which is taken. An input `-` is standard input.
pub fn each_its_own(inputs: &[PathBuf], outputs: &[&Option<PathBuf>]) -> Result<(), Failure> {
    let mut taken: Vec<(Identity, &str)> = Vec::new();
    taken.extend(standard_output().map(|identity| (identity, "an output, and is standard output")));
    for path in inputs {
        let identity = if path == Path::new("-") { standard_input() } else { Identity::of(path) };
        taken.extend(identity.map(|identity| (identity, "an input and an output")));
    }
    for path in outputs.iter().copied().flatten() {
        if path == Path::new("-") {
            return Err(Failure::of_file(
                path,
                "an output is a file (./- is one of that name); results go to standard output",
            ));
        }
        let Some(identity) = Identity::of(path) else { continue };
        if let Some((_, both)) = taken.iter().find(|(other, _)| *other == identity) {
            return Err(Failure::of_file(path, format_args!("named for {both}")));
        }
        if !identity.is_device() {
            taken.push((identity, "two outputs"));
        }
    }
    Ok(())
}

/// What makes two paths the same file.
#[derive(Debug, PartialEq, Eq)]
enum Identity {
    /// Where there is a file: its device's number and its own.
    #[cfg(unix)]
    There(u64, u64),
    /// The same of a terminal or a device, which can take anything from anybody.
    #[cfg(unix)]
    Device(u64, u64),
    /// Where there is none.
    Path(PathBuf),
}

impl Identity {
    /// None for a path that leads nowhere, which is told of when it is opened.
    fn of(path: &Path) -> Option<Identity> {
        #[cfg(unix)]
        if let Ok(there) = fs::metadata(path) {
            return Some(Identity::of_file(&there));
        }
        match Target::of(path).ok()? {
            Target::File(path) | Target::InPlace(path) => Some(Identity::Path(path)),
        }
    }

    /// Whether it is a device, where there are any.
    fn is_device(&self) -> bool {
        #[cfg(unix)]
        return matches!(self, Identity::Device(..));
        #[cfg(not(unix))]
        false
    }

    #[cfg(unix)]
    fn of_file(there: &Metadata) -> Identity {
        use std::os::unix::fs::{FileTypeExt, MetadataExt};
        if there.file_type().is_char_device() {
            Identity::Device(there.dev(), there.ino())
        } else {
            Identity::There(there.dev(), there.ino())
        }
    }
}

#[cfg(unix)]
fn standard_input() -> Option<Identity> {
    use std::os::fd::AsFd;
    let there = metadata_of(io::stdin().as_fd())?;
    Some(Identity::of_file(&there)).filter(|identity| !identity.is_device())
}

/// A device takes anything, but on a terminal nobody could tell the outputs apart.
#[cfg(unix)]
fn standard_output() -> Option<Identity> {
    use std::os::fd::AsFd;
    let there = metadata_of(io::stdout().as_fd())?;
    let identity = Identity::of_file(&there);
    (io::stdout().is_terminal() || !identity.is_device()).then_some(identity)
}

#[cfg(unix)]
fn metadata_of(descriptor: std::os::fd::BorrowedFd<'_>) -> Option<Metadata> {
    fs::File::from(descriptor.try_clone_to_owned().ok()?).metadata().ok()
}

#[cfg(not(unix))]
fn standard_input() -> Option<Identity> {
    None
}

#[cfg(not(unix))]
fn standard_output() -> Option<Identity> {
    None
}
