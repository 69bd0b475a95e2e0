//! No process is left behind.
//!
//! Every program runs below a guard: a process of ours that holds one end of a pipe whose other end the run holds. When the
//! run ends, by whatever means, the pipe ends, and the guard kills everything that descends from it.
//!
//! In a [sandbox](super::Sandbox) the guard is the first process of a PID namespace, so that the kernel ends all others with
//! it, and nobody among them can stop or even see a process outside. Elsewhere on Linux it adopts orphans; on other Unix systems it leads
//! a process group. Between guard and program stands a launcher, which dies with the guard, limits what the program may touch, and
//! becomes the program.

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
        Some((role, rest)) if role == GUARD_INSIDE => sys::guard_inside(command, rest),
        Some((role, rest)) if role == LAUNCH => sys::launch(rest),
        Some((role, _)) if role == PROBE => sys::probe(command),
        Some((role, _)) if role == PROBE_INSIDE => sys::probe_inside(),
        _ => {
            eprintln!("error: this is how paili starts players; there is nothing here for people");
            2
        }
    }
}

/// What the roles are called.
pub(super) const GUARD: &str = "guard";
const GUARD_INSIDE: &str = "guard-inside";
const LAUNCH: &str = "launch";
pub(super) const PROBE: &str = "probe";
const PROBE_INSIDE: &str = "probe-inside";

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
    use std::process::{Child, Command, ExitStatus, Stdio, exit};
    use std::thread;

    use rustix::process::{Resource, Rlimit, setrlimit};

    use super::{GUARD_INSIDE, LAUNCH, NONE, NOT_STARTED, PROBE_INSIDE};
    use crate::players::sandbox;

    /// How much of a program's standard error is kept, each time it is started.
    const MOST_ERROR_BYTES: u64 = 1 << 20;

    /// Arguments: whether there is to be a sandbox, the file for standard error, the program's name there, the memory limit, the
    /// program, its arguments.
    pub fn guard(command: &[OsString], arguments: &[OsString]) -> u8 {
        take_own_name();
        if arguments.first().is_some_and(|wanted| wanted == sandbox::ON) && sandbox::enter_namespaces().is_ok() {
            // The first process that starts now is the first of the namespace.
            return match spawn(command, GUARD_INSIDE, arguments) {
                Ok(mut inside) => {
                    let_go_of_pipes();
                    exit_status(inside.wait().ok())
                }
                Err(_) => NOT_STARTED,
            };
        }
        adopt_orphans();
        guard_program(command, arguments)
    }

    /// The same, as the first process of a namespace.
    pub fn guard_inside(command: &[OsString], arguments: &[OsString]) -> u8 {
        take_own_name();
        let _ = sandbox::hide_the_outside();
        guard_program(command, arguments)
    }

    fn spawn(command: &[OsString], role: &str, arguments: &[OsString]) -> io::Result<Child> {
        let Some((attendant, first)) = command.split_first() else { return Err(io::ErrorKind::NotFound.into()) };
        Command::new(attendant).args(first).arg(role).args(arguments).spawn()
    }

    fn guard_program(command: &[OsString], arguments: &[OsString]) -> u8 {
        let [sandbox, errors, name, launch @ ..] = arguments else { return NOT_STARTED };
        let errors = (errors != NONE).then(|| OpenOptions::new().append(true).create(true).open(errors)).transpose();
        let errors = errors.ok().flatten();
        let stderr = if errors.is_some() { Stdio::piped() } else { Stdio::null() };
        let Some((attendant, first)) = command.split_first() else { return NOT_STARTED };
        let mut program = Command::new(attendant);
        program.args(first).arg(LAUNCH).arg(sandbox).args(launch).stderr(stderr);
        let Ok(mut program) = program.spawn() else { return NOT_STARTED };
        let_go_of_pipes();
        thread::spawn(|| {
            // Standard error is the pipe to the run. Nothing ever comes; it ends.
            let _ = io::copy(&mut run_pipe(), &mut io::sink());
            kill_descendants();
            exit(1);
        });
        if let Some(limit) = launch.first().and_then(|memory| memory.to_str()?.parse().ok()) {
            thread::spawn(move || watch_memory(limit));
        }
        let name = name.to_string_lossy().into_owned();
        let relaying = program.stderr.take().zip(errors);
        let relaying = relaying.map(|(from, to)| thread::spawn(move || relay(from, to, &name)));
        let status = wait_for(&mut program);
        kill_descendants();
        if let Some(relaying) = relaying {
            let _ = relaying.join();
        }
        exit_status(status)
    }

    /// The program alone holds its end of the pipes: when it closes one, the run has to see it.
    fn let_go_of_pipes() {
        if let Ok(null) = File::options().read(true).write(true).open("/dev/null") {
            let _ = rustix::stdio::dup2_stdin(&null);
            let _ = rustix::stdio::dup2_stdout(&null);
        }
    }

    /// As a shell tells it.
    fn exit_status(status: Option<ExitStatus>) -> u8 {
        let status = status.and_then(|status| status.code().or(status.signal().map(|signal| 128 + signal)));
        status.and_then(|status| u8::try_from(status).ok()).unwrap_or(1)
    }

    /// What of a sandbox this system has not, a line each.
    pub fn probe(command: &[OsString]) -> u8 {
        match sandbox::enter_namespaces() {
            Ok(()) => {
                spawn(command, PROBE_INSIDE, &[]).map_or(NOT_STARTED, |mut inside| exit_status(inside.wait().ok()))
            }
            Err(error) => {
                println!("{}: {error}", sandbox::NAMESPACES);
                probe_inside()
            }
        }
    }

    pub fn probe_inside() -> u8 {
        if std::process::id() == 1
            && let Err(error) = sandbox::hide_the_outside()
        {
            println!("{}: {error}", sandbox::OUTSIDE);
        }
        if let Err(error) = sandbox::limit_files() {
            println!("{}: {error}", sandbox::FILES);
        }
        0
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

    /// Arguments: whether there is to be a sandbox, the memory limit in bytes, the program, its arguments.
    pub fn launch(arguments: &[OsString]) -> u8 {
        let [sandbox, memory, program, arguments @ ..] = arguments else { return NOT_STARTED };
        die_with_the_guard();
        if sandbox == sandbox::ON {
            // What the system does not have was told before the first game.
            let _ = sandbox::limit_files();
        }
        let limit = memory.to_str().and_then(|memory| memory.parse().ok());
        let limited = limit
            .map_or(Ok(()), |bytes| setrlimit(Resource::Data, Rlimit { current: Some(bytes), maximum: Some(bytes) }));
        let mut program_itself = Command::new(program);
        #[cfg(target_os = "linux")]
        if sandbox == sandbox::ON {
            program_itself.env("TMPDIR", sandbox::OWN_FILES);
        }
        let error = match limited {
            Ok(()) => program_itself.args(arguments).exec(),
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
        use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};
        loop {
            let own = std::process::id();
            let all = processes();
            let mut children = all.iter().filter(|process| process.parent == own).peekable();
            if children.peek().is_none() {
                return;
            }
            for child in children.filter_map(|child| Pid::from_raw(child.id.cast_signed())) {
                let _ = kill_process(child, Signal::KILL);
                let _ = waitpid(Some(child), WaitOptions::empty());
            }
        }
    }

    /// Waits for the program, and meanwhile for whatever else ends below this process.
    #[cfg(target_os = "linux")]
    fn wait_for(program: &mut Child) -> Option<ExitStatus> {
        use rustix::process::{WaitOptions, wait};
        loop {
            match wait(WaitOptions::empty()) {
                Ok(Some((ended, status))) if ended.as_raw_nonzero().get().cast_unsigned() == program.id() => {
                    return Some(ExitStatus::from_raw(status.as_raw()));
                }
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(_) => return None,
            }
        }
    }

    /// Kills every process below this one that takes more memory of its own, shared or not, than `limit` bytes.
    #[cfg(target_os = "linux")]
    fn watch_memory(limit: u64) {
        use rustix::process::{Pid, Signal, kill_process};
        loop {
            thread::sleep(std::time::Duration::from_millis(50));
            let all = processes();
            let mut below = vec![std::process::id()];
            let mut place = 0;
            while let Some(&parent) = below.get(place) {
                below.extend(all.iter().filter(|process| process.parent == parent).map(|process| process.id));
                place += 1;
            }
            for &id in &below[1..] {
                if memory_of(id).is_some_and(|bytes| bytes > limit)
                    && let Some(process) = Pid::from_raw(id.cast_signed())
                {
                    let _ = kill_process(process, Signal::KILL);
                }
            }
        }
    }

    /// How much memory that belongs to no file a process has, in bytes.
    #[cfg(target_os = "linux")]
    fn memory_of(id: u32) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
        let kilobytes = |name: &str| -> Option<u64> {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.split_ascii_whitespace().next()?.parse().ok()
        };
        Some(1024 * (kilobytes("RssAnon:")? + kilobytes("RssShmem:")?))
    }

    /// A process, and whose child it is.
    #[cfg(target_os = "linux")]
    struct ProcessOf {
        id: u32,
        parent: u32,
    }

    #[cfg(target_os = "linux")]
    fn processes() -> Vec<ProcessOf> {
        let Ok(processes) = std::fs::read_dir("/proc") else { return Vec::new() };
        let processes = processes.flatten().filter_map(|process| {
            let id = process.file_name().to_str()?.parse().ok()?;
            let stat = std::fs::read_to_string(process.path().join("stat")).ok()?;
            // `pid (name) state parent`; the name may hold anything.
            let (_, rest) = stat.rsplit_once(')')?;
            let parent = rest.split_ascii_whitespace().nth(1)?.parse().ok()?;
            Some(ProcessOf { id, parent })
        });
        processes.collect()
    }

    #[cfg(not(target_os = "linux"))]
    fn take_own_name() {}

    /// Elsewhere a process group has to do: the guard leads one.
    #[cfg(not(target_os = "linux"))]
    fn adopt_orphans() {}

    #[cfg(not(target_os = "linux"))]
    fn die_with_the_guard() {}

    #[cfg(not(target_os = "linux"))]
    fn wait_for(program: &mut Child) -> Option<ExitStatus> {
        program.wait().ok()
    }

    /// Elsewhere the limit of a process's data has to do.
    #[cfg(not(target_os = "linux"))]
    fn watch_memory(_: u64) {}

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

    pub fn guard_inside(_: &[OsString], _: &[OsString]) -> u8 {
        super::NOT_STARTED
    }

    pub fn probe(_: &[OsString]) -> u8 {
        super::NOT_STARTED
    }

    pub fn probe_inside() -> u8 {
        super::NOT_STARTED
    }

    pub fn launch(_: &[OsString]) -> u8 {
        super::NOT_STARTED
    }
}
