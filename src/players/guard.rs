//! No process is left behind.
//!
//! Every program runs below a guard: a process of ours that holds one end of a pipe whose other end the run holds. When the
//! run ends, by whatever means, the pipe ends, and the guard kills everything that descends from it. On Linux it adopts
//! orphans, so that no forking and no new session gets away. Between guard and program stands a launcher, which dies with the
//! guard, limits its memory, and becomes the program.

use std::ffi::OsString;

/// Attends to a program, in a process of its own: whoever starts [`Players`](super::Players) names a
/// [command](super::Terms::attendant) that comes here with the arguments that it is given. Returns the exit status.
///
/// `command` is that command again, since a guard starts a launcher.
#[must_use]
pub fn attend(command: &[OsString], arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    match arguments.split_first() {
        Some((role, rest)) if role == GUARD => sys::guard(command, rest),
        Some((role, rest)) if role == LAUNCH => sys::launch(rest),
        _ => {
            eprintln!("error: this is how paili starts players; there is nothing here for people");
            2
        }
    }
}

/// What the two roles are called.
pub(super) const GUARD: &str = "guard";
const LAUNCH: &str = "launch";

/// What stands for a limit or a file that is not there.
#[cfg(unix)]
pub(super) const NONE: &str = "-";

/// The exit status of a launcher that can't become the program.
pub(super) const NOT_STARTED: u8 = 127;

#[cfg(unix)]
mod sys {
    use std::ffi::OsString;
    use std::fs::{File, OpenOptions};
    use std::io::{self, BufRead, BufReader, Read, Write};
    use std::os::unix::process::{CommandExt, ExitStatusExt};
    use std::process::{Command, Stdio, exit};
    use std::thread;

    use rustix::process::{Resource, Rlimit, setrlimit};

    use super::{LAUNCH, NONE, NOT_STARTED};

    /// How much of a program's standard error is kept, each time it is started.
    const MOST_ERROR_BYTES: u64 = 1 << 20;

    /// Arguments: the file for standard error, the program's name there, the memory limit, the program, its arguments.
    pub fn guard(command: &[OsString], arguments: &[OsString]) -> u8 {
        let [errors, name, launch @ ..] = arguments else { return NOT_STARTED };
        take_own_name();
        adopt_orphans();
        let errors = (errors != NONE).then(|| OpenOptions::new().append(true).create(true).open(errors)).transpose();
        let errors = errors.ok().flatten();
        let stderr = if errors.is_some() { Stdio::piped() } else { Stdio::null() };
        let Some((attendant, first)) = command.split_first() else { return NOT_STARTED };
        let started = Command::new(attendant).args(first).arg(LAUNCH).args(launch).stderr(stderr).spawn();
        let Ok(mut program) = started else { return NOT_STARTED };
        // The program alone holds its end of the pipes: when it closes one, the run has to see it.
        if let Ok(null) = File::options().read(true).write(true).open("/dev/null") {
            let _ = rustix::stdio::dup2_stdin(&null);
            let _ = rustix::stdio::dup2_stdout(&null);
        }
        thread::spawn(|| {
            // Standard error is the pipe to the run. Nothing ever comes; it ends.
            let _ = io::copy(&mut run_pipe(), &mut io::sink());
            kill_descendants();
            exit(1);
        });
        let name = name.to_string_lossy().into_owned();
        let relaying = program.stderr.take().zip(errors);
        let relaying = relaying.map(|(from, to)| thread::spawn(move || relay(from, to, &name)));
        let status = program.wait();
        kill_descendants();
        if let Some(relaying) = relaying {
            let _ = relaying.join();
        }
        let status = status.ok().and_then(|status| status.code().or(status.signal().map(|signal| 128 + signal)));
        status.and_then(|status| u8::try_from(status).ok()).unwrap_or(1)
    }

    /// The guard's end of the pipe that lasts as long as the run.
    fn run_pipe() -> impl Read {
        struct RunPipe;
        impl Read for RunPipe {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                Ok(rustix::io::read(io::stderr(), buffer)?)
            }
        }
        RunPipe
    }

    /// Arguments: the memory limit in bytes, the program, its arguments.
    pub fn launch(arguments: &[OsString]) -> u8 {
        let [memory, program, arguments @ ..] = arguments else { return NOT_STARTED };
        die_with_the_guard();
        let limit = memory.to_str().and_then(|memory| memory.parse().ok());
        let limited = limit
            .map_or(Ok(()), |bytes| setrlimit(Resource::Data, Rlimit { current: Some(bytes), maximum: Some(bytes) }));
        let error = match limited {
            Ok(()) => Command::new(program).args(arguments).exec(),
            Err(error) => error.into(),
        };
        eprintln!("cannot start {}: {error}", program.display());
        NOT_STARTED
    }

    /// Copies a program's standard error line by line, each behind its name, until there is enough of it.
    fn relay(from: impl Read, mut to: File, name: &str) {
        let mut from = BufReader::new(from);
        let mut limited = (&mut from).take(MOST_ERROR_BYTES);
        let mut line = Vec::new();
        while limited.read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
            if line.last() != Some(&b'\n') {
                line.push(b'\n');
            }
            let _ = to.write_all(&[name.as_bytes(), b": ", &line].concat());
            line.clear();
        }
        if limited.limit() == 0 {
            let _ = writeln!(to, "{name}: … and more, which is not kept");
        }
        // It is read all the same, so that the program does not wait for ever.
        let _ = io::copy(&mut from, &mut io::sink());
    }

    /// Not called paili: whoever kills all of those means the run, and then this one has work to do.
    #[cfg(target_os = "linux")]
    fn take_own_name() {
        let _ = rustix::thread::set_name(c"player-guard");
    }

    #[cfg(target_os = "linux")]
    fn adopt_orphans() {
        let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
    }

    #[cfg(target_os = "linux")]
    fn die_with_the_guard() {
        let _ = rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL));
    }

    /// Kills all that descends from this process: each round the children, and then those that become children.
    #[cfg(target_os = "linux")]
    fn kill_descendants() {
        while let children = children()
            && !children.is_empty()
        {
            for child in children {
                let _ = rustix::process::kill_process(child, rustix::process::Signal::KILL);
                let _ = rustix::process::waitpid(Some(child), rustix::process::WaitOptions::empty());
            }
        }
    }

    /// The processes whose parent is this one.
    #[cfg(target_os = "linux")]
    fn children() -> Vec<rustix::process::Pid> {
        let own = rustix::process::getpid().as_raw_nonzero().to_string();
        let Ok(processes) = std::fs::read_dir("/proc") else { return Vec::new() };
        let children = processes.flatten().filter_map(|process| {
            let pid: i32 = process.file_name().to_str()?.parse().ok()?;
            let stat = std::fs::read_to_string(process.path().join("stat")).ok()?;
            // `pid (name) state parent`; the name may hold anything.
            let (_, rest) = stat.rsplit_once(')')?;
            let mut words = rest.split_ascii_whitespace();
            let (_state, parent) = (words.next()?, words.next()?);
            (parent == own).then(|| rustix::process::Pid::from_raw(pid))?
        });
        children.collect()
    }

    #[cfg(not(target_os = "linux"))]
    fn take_own_name() {}

    /// Elsewhere a process group has to do: the guard leads one.
    #[cfg(not(target_os = "linux"))]
    fn adopt_orphans() {}

    #[cfg(not(target_os = "linux"))]
    fn die_with_the_guard() {}

    #[cfg(not(target_os = "linux"))]
    fn kill_descendants() {
        use rustix::process::{Signal, getpid, kill_process_group};
        // This process, too: nothing is left to do.
        let _ = kill_process_group(getpid(), Signal::KILL);
    }
}

#[cfg(not(unix))]
mod sys {
    use std::ffi::OsString;

    pub fn guard(_: &[OsString], _: &[OsString]) -> u8 {
        super::NOT_STARTED
    }

    pub fn launch(_: &[OsString]) -> u8 {
        super::NOT_STARTED
    }
}
