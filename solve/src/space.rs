//! Whether a machine has the memory and the disk that a solve takes, as far as its system tells.

use std::fs;
use std::path::Path;

use super::{SolveError, SolveSize};

impl SolveSize {
    /// Looks whether so much memory is available, and whether a container's limit leaves it.
    ///
    /// # Errors
    ///
    /// [`SolveError::Memory`] if not. Where the system does not tell, as on macOS and Windows, there is enough.
    pub fn fits_in_memory(&self) -> Result<(), SolveError> {
        match memory() {
            Some(available) if available < self.bytes => {
                Err(SolveError::Memory { bytes: self.bytes, available: Some(available) })
            }
            _ => Ok(()),
        }
    }
}

/// Looks whether so many bytes are free on the disk of a folder, such as those of [`SolvedWriter::bytes`].
///
/// # Errors
///
/// [`SolveError::Disk`] if not. Where the system does not tell, as on Windows, there are enough.
///
/// [`SolvedWriter::bytes`]: super::SolvedWriter::bytes
pub fn fits_on_disk(bytes: u64, folder: &Path) -> Result<(), SolveError> {
    match free(folder) {
        Some(free) if free < bytes => Err(SolveError::Disk { bytes, free }),
        _ => Ok(()),
    }
}

/// How much memory there is to have.
fn memory() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let available = line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10;
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    Some(left_to(&groups, Path::new("/sys/fs/cgroup")).into_iter().fold(available, u64::min))
}

/// What a control group's files are called: its limit, what it uses, and the cache in that, which makes way.
struct Names {
    limit: &'static str,
    used: &'static str,
    cache: &'static str,
}

/// What the limits of a process's control groups and of those above them leave, given what `/proc/self/cgroup` says.
fn left_to(groups: &str, root: &Path) -> Vec<u64> {
    let mut left = Vec::new();
    for line in groups.lines() {
        let Some((_, (controllers, path))) =
            line.split_once(':').and_then(|(id, rest)| Some((id, rest.split_once(':')?)))
        else {
            continue;
        };
        let (root, names) = if controllers.is_empty() {
            (root.to_owned(), Names { limit: "memory.max", used: "memory.current", cache: "inactive_file" })
        } else if controllers.split(',').any(|controller| controller == "memory") {
            let used = "memory.usage_in_bytes";
            (root.join("memory"), Names { limit: "memory.limit_in_bytes", used, cache: "total_inactive_file" })
        } else {
            continue;
        };
        // A container may see its own group as the root, whatever the path says.
        let folders = Path::new(path.trim_start_matches('/')).ancestors().map(|group| root.join(group));
        left.extend(folders.filter_map(|folder| left_in(&folder, &names)));
    }
    left
}

/// What the limit of a group leaves, if it has one.
fn left_in(folder: &Path, names: &Names) -> Option<u64> {
    let read = |name: &str| fs::read_to_string(folder.join(name)).ok();
    let number = |name: &str| read(name)?.trim().parse::<u64>().ok();
    let limit = number(names.limit)?;
    let stat = read("memory.stat").unwrap_or_default();
    let cache = stat.lines().find_map(|line| line.strip_prefix(names.cache)?.trim().parse().ok()).unwrap_or(0);
    Some(limit.saturating_sub(number(names.used).unwrap_or(0).saturating_sub(cache)))
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
        fits_on_disk(1, Path::new("")).unwrap();
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
            let said = fits_on_disk(u64::MAX, Path::new("/")).unwrap_err().to_string();
            assert!(said.starts_with("it takes 16.0 EiB of the disk, and ") && said.ends_with(" are free"), "{said}");
        }
    }

    #[test]
    fn limits_of_groups_are_found_in_both_versions() {
        let root = tempfile::tempdir().unwrap();
        let write = |folder: &str, files: &[(&str, &str)]| {
            let folder = root.path().join(folder);
            fs::create_dir_all(&folder).unwrap();
            for (name, text) in files {
                fs::write(folder.join(name), text).unwrap();
            }
        };
        write("", &[("memory.max", "1000\n")]);
        write(
            "a",
            &[("memory.max", "900\n"), ("memory.current", "500\n"), ("memory.stat", "anon 300\ninactive_file 200\n")],
        );
        write("a/b", &[("memory.max", "max\n"), ("memory.current", "500\n")]);
        write("memory", &[("memory.limit_in_bytes", "9223372036854771712\n"), ("memory.usage_in_bytes", "0\n")]);
        write("memory/c", &[("memory.limit_in_bytes", "700\n"), ("memory.usage_in_bytes", "800\n")]);
        let left = |groups: &str| left_to(groups, root.path());
        assert_eq!(left("0::/a/b\n"), [600, 1000]);
        assert_eq!(left("0::/\n"), [1000]);
        assert_eq!(left("0::/not/seen/here\n"), [1000]);
        assert_eq!(left("4:memory:/c\n3:cpu:/a\n"), [0, 9_223_372_036_854_771_712]);
        assert_eq!(left("none\n"), [0; 0]);
    }
}
