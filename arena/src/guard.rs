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
        Some((role, rest)) if role == PROBE => sys::probe(command, rest),
        Some((role, rest)) if role == PROBE_INSIDE => sys::probe_inside(rest),
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
    #[cfg(target_os = "linux")]
    use crate::below::kill_descendants;
    use crate::sandbox::{self, Sandbox};

    /// How much of a program's standard error is kept, each time it is started.
    const MOST_ERROR_BYTES: u64 = 1 << 20;

    /// What a guard is told by its arguments.
    struct Orders<'a> {
        /// Whether there is to be a sandbox.
        sandbox: &'a OsString,
        /// The file for standard error.
        errors: Option<&'a OsString>,
        /// The program's name there.
        name: &'a OsString,
        memory: &'a OsString,
        /// Files that the program is not to read.
        hidden: &'a [OsString],
        /// The program and its arguments.
        program: &'a [OsString],
    }

    impl Orders<'_> {
        /// Reads these and the number of hidden files, which stands before them.
        fn read(arguments: &[OsString]) -> Option<Orders<'_>> {
            let [sandbox, errors, name, memory, hidden, rest @ ..] = arguments else { return None };
            let (hidden, program) = rest.split_at_checked(hidden.to_str()?.parse().ok()?)?;
            let errors = Some(errors).filter(|errors| *errors != NONE);
            Some(Orders { sandbox, errors, name, memory, hidden, program })
        }

        fn open_errors(&self) -> Option<File> {
            OpenOptions::new().append(true).create(true).open(self.errors?).ok()
        }

        /// How many bytes of memory each process may have.
        fn memory(&self) -> Option<u64> {
            self.memory.to_str()?.parse().ok()
        }
    }

    pub fn guard(command: &[OsString], arguments: &[OsString]) -> u8 {
        take_own_name();
        let Some(orders) = Orders::read(arguments) else { return NOT_STARTED };
        if orders.sandbox == Sandbox::On.name() && sandbox::enter_namespaces().is_ok() {
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
        let errors = orders.open_errors();
        guard_program(command, &orders, errors, Place::Outside)
    }

    /// The same, as the first process of a namespace.
    pub fn guard_inside(command: &[OsString], arguments: &[OsString]) -> u8 {
        take_own_name();
        let Some(orders) = Orders::read(arguments) else { return NOT_STARTED };
        // Before it is hidden.
        let errors = orders.open_errors();
        let place = match sandbox::hide_the_outside(orders.memory()) {
            Ok(()) => Place::Inside,
            Err(_) => Place::Outside,
        };
        for file in orders.hidden {
            let _ = sandbox::hide(file);
        }
        guard_program(command, &orders, errors, place)
    }

    /// Whether a guard is in a sandbox.
    #[derive(Clone, Copy)]
    enum Place {
        Inside,
        Outside,
    }

    fn spawn(command: &[OsString], role: &str, arguments: &[OsString]) -> io::Result<Child> {
        let Some((attendant, first)) = command.split_first() else { return Err(io::ErrorKind::NotFound.into()) };
        Command::new(attendant).args(first).arg(role).args(arguments).spawn()
    }

    fn guard_program(command: &[OsString], orders: &Orders<'_>, errors: Option<File>, place: Place) -> u8 {
        let stderr = if errors.is_some() { Stdio::piped() } else { Stdio::null() };
        let Some((attendant, first)) = command.split_first() else { return NOT_STARTED };
        let mut program = Command::new(attendant);
        program.args(first).arg(LAUNCH).args([orders.sandbox, orders.memory]).args(orders.program).stderr(stderr);
        let Ok(mut program) = program.spawn() else { return NOT_STARTED };
        let_go_of_pipes();
        thread::spawn(|| {
            // Standard error is the pipe to the run. Nothing ever comes; it ends.
            let _ = io::copy(&mut run_pipe(), &mut io::sink());
            kill_descendants();
            exit(1);
        });
        if let Some(limit) = orders.memory() {
            thread::spawn(move || watch_memory(limit, place));
        }
        let name = orders.name.to_string_lossy().into_owned();
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
    ///
    /// Arguments: files that programs are not to read.
    pub fn probe(command: &[OsString], hidden: &[OsString]) -> u8 {
        match sandbox::enter_namespaces() {
            Ok(()) => {
                spawn(command, PROBE_INSIDE, hidden).map_or(NOT_STARTED, |mut inside| exit_status(inside.wait().ok()))
            }
            Err(error) => {
                println!("{}: {error}", sandbox::NAMESPACES);
                probe_inside(hidden)
            }
        }
    }

    pub fn probe_inside(hidden: &[OsString]) -> u8 {
        if std::process::id() == 1
            && let Err(error) = sandbox::hide_the_outside(None)
        {
            println!("{}: {error}", sandbox::OUTSIDE);
        }
        for file in hidden {
            if let Err(error) = sandbox::hide(file) {
                println!("programs may read {}: {error}", file.display());
            }
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
        if sandbox == Sandbox::On.name() {
            // What the system does not have was told before the first game.
            let _ = sandbox::limit_files();
        }
        let limit = memory.to_str().and_then(|memory| memory.parse().ok());
        let limited = limit
            .map_or(Ok(()), |bytes| setrlimit(Resource::Data, Rlimit { current: Some(bytes), maximum: Some(bytes) }));
        let mut program_itself = Command::new(program);
        #[cfg(target_os = "linux")]
        if sandbox == Sandbox::On.name() {
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

    #[cfg(target_os = "linux")]
    fn watch_memory(limit: u64, place: Place) {
        use crate::memory::{Shared, watch};
        watch(
            limit,
            match place {
                Place::Inside => Shared::Own,
                Place::Outside => Shared::Everybodys,
            },
        );
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
    fn watch_memory(_: u64, _: Place) {}

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

    pub fn probe(_: &[OsString], _: &[OsString]) -> u8 {
        super::NOT_STARTED
    }

    pub fn probe_inside(_: &[OsString]) -> u8 {
        super::NOT_STARTED
    }

    pub fn launch(_: &[OsString]) -> u8 {
        super::NOT_STARTED
    }
}
