//! What programs need of the system, which is not the same everywhere. Where there is no Unix none is ever
//! [named](super::EntrantError), let alone started.

#![allow(unsafe_code, reason = "what a process is to be limited by it has to be told between fork and exec")]

use std::io;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus};
use std::time::Duration;

use super::terms::Terms;

#[cfg(unix)]
mod unix {
    use std::os::unix::process::{CommandExt, ExitStatusExt};
    use std::process::Stdio;

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::io::{Errno, ioctl_fionbio};
    use rustix::process::{Pid, Resource, Rlimit, Signal, kill_process_group, setrlimit};

    use super::{Child, ChildStdin, ChildStdout, Command, Duration, ExitStatus, Terms, io};
    use crate::sandbox::Sandbox;

    /// Starts the first process of a group: a shell that kills the group when the run ends, by whatever means. The kernel ends
    /// bubblewrap with the run, but nobody ends what bubblewrap has just started and not bound to itself yet.
    pub fn lead_group() -> io::Result<Child> {
        let mut leader = Command::new("/bin/sh");
        leader.args(["-c", "read -r _; kill -KILL 0"]).env_clear().process_group(0);
        leader.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()
    }

    /// Puts a process into such a group (Ctrl-C is for the run, which then ends its programs) and gives it no more than this address
    /// space. On Linux it ends with the thread that starts it, and in the sandbox has nothing of the run but its pipes.
    pub fn prepare(command: &mut Command, leader: &Child, terms: &Terms) {
        let (run, memory, sandbox) = (std::process::id(), terms.memory, terms.sandbox);
        let prepare = move || {
            end_with(run)?;
            if sandbox == Sandbox::Bwrap {
                leave_the_run();
            }
            let limit = |bytes| Rlimit { current: Some(bytes), maximum: Some(bytes) };
            Ok(memory.map_or(Ok(()), |bytes| setrlimit(Resource::As, limit(bytes)))?)
        };
        command.process_group(leader.id().cast_signed());
        // SAFETY: between fork and exec it only calls the system: no memory is taken, and no lock.
        unsafe { command.pre_exec(prepare) };
    }

    #[cfg(target_os = "linux")]
    fn end_with(run: u32) -> io::Result<()> {
        rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
        let parent = rustix::process::getppid().map(|parent| parent.as_raw_nonzero().get().cast_unsigned());
        // The run may have ended before the kernel was told.
        if parent == Some(run) { Ok(()) } else { Err(Errno::SRCH.into()) }
    }

    /// Leaves what processes could talk by: the keyring of the session, for a new one, and all that the run has open. Where the system
    /// forbids keys, nobody has any.
    #[cfg(target_os = "linux")]
    fn leave_the_run() {
        const JOIN_SESSION_KEYRING: libc::c_long = 1;
        // SAFETY: a null pointer stands for a keyring without a name; descriptors are closed by exec, not before.
        unsafe {
            libc::syscall(libc::SYS_keyctl, JOIN_SESSION_KEYRING, std::ptr::null::<libc::c_char>());
            libc::syscall(libc::SYS_close_range, 3, libc::c_uint::MAX, libc::CLOSE_RANGE_CLOEXEC);
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn leave_the_run() {}

    #[cfg(not(target_os = "linux"))]
    fn end_with(_: u32) -> io::Result<()> {
        Ok(())
    }

    /// Kills a group.
    pub fn kill_group(leader: &Child) {
        if let Some(group) = Pid::from_raw(leader.id().cast_signed()) {
            let _ = kill_process_group(group, Signal::KILL);
        }
    }

    pub fn signal(status: ExitStatus) -> Option<i32> {
        status.signal()
    }

    /// Whether the machine is short of files, processes or memory, which is no fault of the program's that is to start.
    pub fn is_short(error: &io::Error) -> bool {
        let short = [Errno::MFILE, Errno::NFILE, Errno::AGAIN, Errno::NOMEM];
        short.iter().any(|short| error.raw_os_error() == Some(short.raw_os_error()))
    }

    pub fn never_wait(input: &ChildStdin, output: &ChildStdout) -> io::Result<()> {
        ioctl_fionbio(input, true)?;
        Ok(ioctl_fionbio(output, true)?)
    }

    /// Waits until one of these has something to read or is ready to be written to, if that is wanted, or nobody listens there any more.
    /// Tells of which input that is so.
    pub fn wait(pipes: &[(&ChildStdout, Option<(&ChildStdin, bool)>)], most: Duration) -> io::Result<Vec<bool>> {
        let mut watched = Vec::with_capacity(2 * pipes.len());
        for (output, input) in pipes {
            watched.push(PollFd::new(*output, PollFlags::IN));
            if let Some((input, is_wanted)) = input {
                watched.push(PollFd::new(*input, if *is_wanted { PollFlags::OUT } else { PollFlags::empty() }));
            }
        }
        let most = Timespec { tv_sec: most.as_secs().cast_signed(), tv_nsec: most.subsec_nanos().into() };
        match poll(&mut watched, Some(&most)) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        let mut told = watched.iter().map(PollFd::revents);
        let mut is_deaf = |input: &Option<_>| {
            let _output = told.next();
            input.is_some() && told.next().is_some_and(|told| told.contains(PollFlags::ERR))
        };
        Ok(pipes.iter().map(|(_, input)| is_deaf(input)).collect())
    }
}

#[cfg(unix)]
pub(super) use unix::{is_short, never_wait, signal, wait};
#[cfg(unix)]
use unix::{kill_group, lead_group, prepare};

#[cfg(not(unix))]
mod other {
    use super::{Child, ChildStdin, ChildStdout, Command, Duration, ExitStatus, Terms, io};

    pub fn lead_group() -> io::Result<Child> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub fn prepare(_: &mut Command, _: &Child, _: &Terms) {}

    pub fn kill_group(_: &Child) {}

    pub fn signal(_: ExitStatus) -> Option<i32> {
        None
    }

    pub fn is_short(_: &io::Error) -> bool {
        false
    }

    pub fn never_wait(_: &ChildStdin, _: &ChildStdout) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub fn wait(_: &[(&ChildStdout, Option<(&ChildStdin, bool)>)], _: Duration) -> io::Result<Vec<bool>> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

#[cfg(not(unix))]
pub(super) use other::{is_short, never_wait, signal, wait};
#[cfg(not(unix))]
use other::{kill_group, lead_group, prepare};

/// A group of processes, by its first, which is there for nothing else. It is killed when nobody has it any more.
#[derive(Debug)]
pub(super) struct Group(Child);

impl Group {
    pub fn lead() -> io::Result<Group> {
        lead_group().map(Group)
    }

    /// Starts a command in it, on these terms.
    pub fn prepare(&self, command: &mut Command, terms: &Terms) {
        prepare(command, &self.0, terms);
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        kill_group(&self.0);
        let _ = self.0.wait();
    }
}
