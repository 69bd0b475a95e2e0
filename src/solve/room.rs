//! Whether a machine has the room that a solve takes, as far as its system tells.

use std::fs;
use std::path::Path;

use super::{SolveError, SolveSize};

impl SolveSize {
    /// Looks whether so much memory is available, and whether a container's limit allows it.
    ///
    /// # Errors
    ///
    /// [`SolveError::Memory`] if not. Where the system does not tell, as on macOS and Windows, there is room.
    pub fn fits_in_memory(&self) -> Result<(), SolveError> {
        match memory() {
            Some(available) if available < self.bytes => {
                Err(SolveError::Memory { bytes: self.bytes, available: Some(available) })
            }
            _ => Ok(()),
        }
    }

    /// Looks whether so many bytes are free on the disk of a folder, for a file of [`SolvedWriter::bytes`].
    ///
    /// # Errors
    ///
    /// [`SolveError::Disk`] if not. Where the system does not tell, as on Windows, there is room.
    ///
    /// [`SolvedWriter::bytes`]: super::SolvedWriter::bytes
    pub fn fits_on_disk(bytes: u64, folder: &Path) -> Result<(), SolveError> {
        match free(folder) {
            Some(free) if free < bytes => Err(SolveError::Disk { bytes, free }),
            _ => Ok(()),
        }
    }
}

/// How much memory there is to have.
fn memory() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let available = line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10;
    Some(limits().fold(available, u64::min))
}

/// The limits of the groups that this process is in.
fn limits() -> impl Iterator<Item = u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let files = groups.lines().filter_map(|line| {
        let (_, group) = line.split_once(':')?;
        let (controllers, path) = group.split_once(':')?;
        let (root, file) = match controllers {
            "" => ("/sys/fs/cgroup", "memory.max"),
            _ if controllers.split(',').any(|controller| controller == "memory") => {
                ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
            }
            _ => return None,
        };
        // A container sees its own group as the root.
        let groups = Path::new(path.trim_start_matches('/')).ancestors().map(|group| Path::new(root).join(group));
        Some(groups.map(|group| group.join(file)).collect::<Vec<_>>())
    });
    let files: Vec<_> = files.flatten().collect();
    files.into_iter().filter_map(|file| fs::read_to_string(file).ok()?.trim().parse().ok())
}

#[cfg(unix)]
fn free(folder: &Path) -> Option<u64> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let disk = rustix::fs::statvfs(folder).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

#[cfg(not(unix))]
fn free(_: &Path) -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(bytes: u64) -> SolveSize {
        SolveSize { before: 0, after: 0, places: 0, bytes, saved: 0 }
    }

    #[test]
    fn what_fits_nowhere_is_refused_with_what_there_is() {
        size(1).fits_in_memory().unwrap();
        SolveSize::fits_on_disk(1, Path::new("")).unwrap();
        if cfg!(target_os = "linux") {
            let error = size(u64::MAX).fits_in_memory().unwrap_err();
            assert!(matches!(error, SolveError::Memory { available: Some(1..), .. }), "{error}");
            let said = error.to_string();
            assert!(
                said.starts_with("it takes 16.0 EiB of memory, and ") && said.ends_with("iB are available"),
                "{said}"
            );
        }
        if cfg!(unix) {
            let said = SolveSize::fits_on_disk(u64::MAX, Path::new("/")).unwrap_err().to_string();
            assert!(said.starts_with("it takes 16.0 EiB of the disk, and ") && said.ends_with(" are free"), "{said}");
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_group_has_no_more_than_its_limit() {
        let tells = memory().unwrap();
        assert!(limits().all(|limit| tells <= limit), "{tells}");
    }
}
