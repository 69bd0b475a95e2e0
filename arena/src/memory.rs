//! How much memory programs take that is not their data alone, which the kernel limits.
//!
//! Memory that processes share belongs to none of them. The kernel counts it for groups of processes (cgroups), which need rights that
//! not everybody has. So a guard looks now and then what its program has of it.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::thread::sleep;
use std::time::Duration;

use rustix::fs::statvfs;
use rustix::process::{Pid, Signal, kill_process};

use super::below::{descendants, text_of};
use super::sandbox::OWN_FILES;

/// Whose `/dev/shm` and System V segments the program sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shared {
    /// Its own, in a sandbox.
    Own,
    /// Everybody's.
    Everybodys,
}

/// How often it looks.
const EVERY: Duration = Duration::from_millis(50);

/// Kills every process below this one that takes more than `limit` bytes, together with what they all have in common.
pub(super) fn watch(limit: u64, shared: Shared) {
    loop {
        sleep(EVERY);
        let common = match shared {
            Shared::Own => files() + segments(),
            Shared::Everybodys => 0,
        };
        for id in descendants() {
            if memory_of(id, shared).is_some_and(|bytes| bytes.saturating_add(common) > limit)
                && let Some(process) = Pid::from_raw(id.cast_signed())
            {
                let _ = kill_process(process, Signal::KILL);
            }
        }
    }
}

/// The files in the program's own folder.
fn files() -> u64 {
    statvfs(OWN_FILES).map_or(0, |there| (there.f_blocks - there.f_bfree) * there.f_frsize)
}

/// System V segments, attached or not.
fn segments() -> u64 {
    /// Where a line has the memory and the swap that a segment takes.
    const TAKEN: std::ops::Range<usize> = 14..16;
    let lines = fs::read_to_string("/proc/sysvipc/shm").unwrap_or_default();
    let taken = lines.lines().skip(1).flat_map(|line| {
        let columns = line.split_ascii_whitespace().skip(TAKEN.start).take(TAKEN.len());
        columns.filter_map(|bytes| bytes.parse::<u64>().ok())
    });
    taken.sum()
}

/// How much memory that belongs to no file a process has, in bytes.
fn memory_of(id: u32, shared: Shared) -> Option<u64> {
    let status = text_of(id, "status").ok()?;
    let kilobytes = |name: &str| -> Option<u64> {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_ascii_whitespace().next()?.parse().ok()
    };
    let own = 1024 * (kilobytes("RssAnon:")? + kilobytes("VmSwap:").unwrap_or(0));
    let shared = match shared_by(id, shared) {
        Ok(bytes) => bytes,
        // Only a process that keeps others from looking; in a sandbox nobody needs that.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied && shared == Shared::Own => {
            return Some(u64::MAX);
        }
        Err(_) => 1024 * kilobytes("RssShmem:")?,
    };
    Some(own + shared)
}

/// How much memory without a name a process maps or holds open. Memory that it holds open counts as far as it is filled. Nobody
/// tells that of memory that it only maps, so the whole mapping counts: what was touched stays, though it is not resident.
fn shared_by(id: u32, shared: Shared) -> io::Result<u64> {
    let mut objects: BTreeMap<u64, u64> = BTreeMap::new();
    for line in text_of(id, "maps")?.lines() {
        let mut words = line.split_ascii_whitespace();
        let (Some(range), Some(number), Some(name)) = (words.next(), words.nth(3), words.next()) else { continue };
        let is_segment = name.starts_with("/SYSV") && shared == Shared::Everybodys;
        if name.starts_with(MEMFD) || name == "/dev/zero" || is_segment {
            *objects.entry(number.parse().unwrap_or(0)).or_default() += bytes_of(range).unwrap_or(0);
        }
    }
    for open in fs::read_dir(format!("/proc/{id}/fd"))?.flatten() {
        if fs::read_link(open.path())
            .is_ok_and(|name| name.as_os_str().as_encoded_bytes().starts_with(MEMFD.as_bytes()))
            && let Ok(there) = fs::metadata(open.path())
        {
            objects.insert(there.ino(), 512 * there.blocks());
        }
    }
    Ok(objects.values().sum())
}

/// What files that exist in memory alone are called.
const MEMFD: &str = "/memfd:";

/// The length of `7f0000000000-7f0000001000`.
fn bytes_of(range: &str) -> Option<u64> {
    let (start, end) = range.split_once('-')?;
    let [start, end] = [start, end].map(|place| u64::from_str_radix(place, 16));
    end.ok()?.checked_sub(start.ok()?)
}
