//! What keeps programs to themselves.

use paili::names;

names! {
    /// Whether programs are kept to themselves, as far as the system lets us.
    ///
    /// On Linux each program then has namespaces of its own: it sees no other process, no network and no shared memory, can signal
    /// nobody outside, and ends with the first process of its PID namespace. Of the files it reads all that it may, but those that are
    /// [hidden](super::Terms::hidden), and writes only beneath `/dev/shm`, which is its own and empty, and to which `TMPDIR` points. So
    /// two programs, or two processes of one, have no way to tell each other anything but the lines that paili passes on, unless they mean
    /// to: docs/protocol.md says what remains.
    #[derive(Default)]
    pub enum Sandbox: "is neither on nor off" {
        /// They are.
        #[default]
        On = "on",
        /// They are not: a program may do what whoever started it may.
        Off = "off",
    }
}

/// What a system may lack, in words.
#[cfg(unix)]
pub(super) const NAMESPACES: &str =
    "programs see all processes with their command lines, the network and shared memory";
#[cfg(unix)]
pub(super) const OUTSIDE: &str = "programs see all processes' command lines and shared memory";
#[cfg(unix)]
pub(super) const FILES: &str = "programs may write files";

#[cfg(target_os = "linux")]
pub(super) use self::linux::{enter_namespaces, hide, hide_the_outside, limit_files};
#[cfg(all(unix, not(target_os = "linux")))]
pub(super) use self::other::{enter_namespaces, hide, hide_the_outside, limit_files};

/// Where a program's own temporary files are.
#[cfg(target_os = "linux")]
pub(super) const OWN_FILES: &str = "/dev/shm";

#[cfg(target_os = "linux")]
mod linux {
    use std::ffi::{CString, OsString};
    use std::fs;
    use std::io;

    use landlock::{
        ABI, AccessFs, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr, RulesetCreatedAttr,
        RulesetStatus, Scope,
    };
    use rustix::mount::{MountFlags, MountPropagationFlags, mount, mount_bind, mount_change};
    use rustix::process::{getgid, getuid};
    use rustix::thread::{
        CapabilitySet, CapabilitySets, UnshareFlags, capabilities, clear_ambient_capability_set,
        configure_capability_in_ambient_set, set_capabilities, set_no_new_privs,
    };

    use super::OWN_FILES;

    /// Leaves the namespaces of the run for new ones, with the same user and group. The next process to be started is the first of
    /// the PID namespace.
    pub fn enter_namespaces() -> io::Result<()> {
        let (user, group) = (getuid().as_raw(), getgid().as_raw());
        let all = UnshareFlags::NEWUSER
            | UnshareFlags::NEWPID
            | UnshareFlags::NEWNS
            | UnshareFlags::NEWNET
            | UnshareFlags::NEWIPC;
        // Deprecated because threads could lose each other's files by FILES, which is not among these.
        #[allow(deprecated, reason = "safe with these flags")]
        rustix::thread::unshare(all)?;
        fs::write("/proc/self/setgroups", "deny")?;
        fs::write("/proc/self/uid_map", format!("{user} {user} 1"))?;
        fs::write("/proc/self/gid_map", format!("{group} {group} 1"))?;
        // What the first process needs to mount what is its own. Only root would keep it otherwise.
        let mut sets = capabilities(None)?;
        sets.inheritable |= CapabilitySet::SYS_ADMIN;
        set_capabilities(None, sets)?;
        Ok(configure_capability_in_ambient_set(CapabilitySet::SYS_ADMIN, true)?)
    }

    /// Shows this process and those that it starts nothing of the processes and the shared memory outside. Their own shared files
    /// take no more than these bytes.
    pub fn hide_the_outside(memory: Option<u64>) -> io::Result<()> {
        let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
        mount_change("/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC)?;
        mount("proc", "/proc", "proc", flags, None)?;
        // The number of files, too: an empty one takes a kilobyte.
        let size = memory.map(|bytes| CString::new(format!("size={bytes},nr_inodes={}", bytes / 1024))).transpose()?;
        Ok(mount("tmpfs", OWN_FILES, "tmpfs", flags, size.as_deref())?)
    }

    /// Shows this process and those that it starts an empty file instead of this one.
    pub fn hide(file: &OsString) -> io::Result<()> {
        match mount_bind("/dev/null", file) {
            Err(error) if error != rustix::io::Errno::NOENT => Err(error.into()),
            // What is not there, or is where other things are mounted by now, can't be read.
            _ => Ok(()),
        }
    }

    /// Lets this process, and what it becomes and starts, write nothing but files of its own, and keep no rights that it has
    /// from the namespaces, with which it could undo them. Even root does not get them back.
    pub fn limit_files() -> io::Result<()> {
        let none = CapabilitySets {
            effective: CapabilitySet::empty(),
            permitted: CapabilitySet::empty(),
            inheritable: CapabilitySet::empty(),
        };
        let _ = clear_ambient_capability_set();
        let _ = set_no_new_privs(true);
        let _ = set_capabilities(None, none);
        let written = AccessFs::from_write(ABI::V5);
        let limit = || {
            let mut rules = Ruleset::default()
                .set_compatibility(CompatLevel::BestEffort)
                .handle_access(written)?
                .scope(Scope::AbstractUnixSocket | Scope::Signal)?
                .create()?;
            for path in [OWN_FILES, "/dev/null", "/dev/zero", "/dev/full", "/dev/tty"] {
                if let Ok(path) = PathFd::new(path) {
                    rules = rules.add_rule(PathBeneath::new(path, written))?;
                }
            }
            rules.restrict_self()
        };
        match limit() {
            Ok(status) if status.ruleset == RulesetStatus::NotEnforced => Err(io::ErrorKind::Unsupported.into()),
            Ok(_) => Ok(()),
            Err(error) => Err(io::Error::other(error)),
        }
    }
}

#[cfg(all(unix, not(target_os = "linux")))]
mod other {
    use std::io;

    pub fn enter_namespaces() -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub fn hide_the_outside(_: Option<u64>) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub fn hide(_: &std::ffi::OsString) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub fn limit_files() -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}
