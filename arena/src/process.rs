//! A program that runs, and the lines to and from it.

use std::io::{self, PipeWriter, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::ioctl_fionbio;

use super::PROTOCOL;
use super::entrant::Program;
use super::gone::{CLOSED_OUTPUT, Gone, StartError};
use super::guard::{GUARD, NONE, NOT_STARTED, PROBE};
use super::terms::Terms;
use paili::excerpt;

/// A program that was started and has said its name.
#[derive(Debug)]
pub(super) struct Process {
    /// Below a guard, which is our child.
    guard: Child,
    /// While it lasts, so does the program.
    run: Option<PipeWriter>,
    input: Option<ChildStdin>,
    output: ChildStdout,
    unsent: Vec<u8>,
    /// What was read after the last whole line.
    rest: Vec<u8>,
    /// How many bytes were read since it was last [heeded](Process::heed).
    unheeded: usize,
    name: String,
}

/// Longer than any answer and any name.
const MOST_LINE_BYTES: usize = 1024;

/// The longest name that is shown whole, in characters.
const MOST_NAME_CHARS: usize = 40;

/// How long it may take to start, beside the time for a move.
const TO_START: Duration = Duration::from_secs(20);

/// How long it may take to end by itself.
const TO_END: Duration = Duration::from_millis(500);

/// Where the seed of a run may stand.
const SEED: &str = "PAILI_SEED";

/// How much is read at a time.
const BLOCK_BYTES: usize = 64 * 1024;

/// How much may be read between two answers. All answers that a program can owe fit in, many times over.
const MOST_UNHEEDED_BYTES: usize = 1 << 20;

impl Process {
    /// Starts a program and asks for its name.
    pub fn start(program: &Program, terms: &Terms) -> Result<Process, StartError> {
        let mut process = Process::launch(program, terms).map_err(|error| StartError::System(error.to_string()))?;
        process.send(format!("PAILI {PROTOCOL}\n").as_bytes());
        let patience = TO_START + terms.move_time;
        let deadline = Instant::now() + patience;
        let mut greeting = None;
        while greeting.is_none() {
            if wait(&mut [&mut process], Some(deadline)).is_err() || Instant::now() >= deadline {
                return Err(StartError::Silent(patience));
            }
            let read = process.receive(|line| {
                greeting.get_or_insert_with(|| line.to_owned());
            });
            match read {
                Ok(()) => {}
                Err(Gone::LongLine(line)) => return Err(StartError::Greeting(line)),
                Err(Gone::Flood) => return Err(StartError::Flood),
                Err(Gone::Ended) => return Err(StartError::Ended(process.how_it_ended(CLOSED_OUTPUT))),
            }
        }
        let greeting = greeting.unwrap_or_default();
        process.name = read_greeting(&greeting).ok_or_else(|| StartError::Greeting(excerpt(greeting.as_bytes())))?;
        Ok(process)
    }

    fn launch(program: &Program, terms: &Terms) -> io::Result<Process> {
        let (at_guard, run) = io::pipe()?;
        let (attendant, first) =
            terms.attendant.split_first().ok_or_else(|| io::Error::other("no attendant is named for programs"))?;
        let mut command = Command::new(attendant);
        command.args(first).arg(GUARD);
        command.arg(terms.sandbox.name());
        match &terms.errors {
            Some(file) => command.arg(file),
            None => command.arg(NONE),
        };
        command.arg(program.to_string());
        command.arg(terms.memory.map_or(NONE.to_owned(), |bytes| bytes.to_string()));
        command.arg(terms.unreadable().count().to_string()).args(terms.unreadable());
        command.arg(program.path()).args(program.arguments());
        // Who knows the seed knows the walls.
        command.env_remove(SEED);
        // A group of its own: Ctrl-C is for the run, which then ends its programs.
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(at_guard).process_group(0);
        let mut guard = command.spawn()?;
        // Both are pipes.
        let (Some(input), Some(output)) = (guard.stdin.take(), guard.stdout.take()) else {
            return Err(io::Error::other("no pipes to the program"));
        };
        ioctl_fionbio(&input, true)?;
        ioctl_fionbio(&output, true)?;
        let (run, input) = (Some(run), Some(input));
        Ok(Process {
            guard,
            run,
            input,
            output,
            unsent: Vec::new(),
            rest: Vec::new(),
            unheeded: 0,
            name: String::new(),
        })
    }

    /// The name that it goes by.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Sends a text as soon as the program takes it.
    pub fn send(&mut self, text: &[u8]) {
        self.unsent.extend_from_slice(text);
    }

    /// Writes what the program takes. One that takes nothing any more is found out by its silence.
    fn write(&mut self) {
        let Some(input) = &mut self.input else { return };
        let mut written = 0;
        while written < self.unsent.len() {
            match input.write(&self.unsent[written..]) {
                Ok(bytes) => written += bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                Err(_) => {
                    self.input = None;
                    self.unsent.clear();
                    return;
                }
            }
        }
        self.unsent.drain(..written);
    }

    /// Whether it can't be told anything any more.
    pub fn is_deaf(&self) -> bool {
        self.input.is_none()
    }

    /// It has answered: what it writes from now on is counted anew.
    pub fn heed(&mut self) {
        self.unheeded = 0;
    }

    /// Hands over some of the lines that are there, without their ends: those of one block at most, so that nobody who writes
    /// faster than we read keeps us.
    pub fn receive(&mut self, mut take: impl FnMut(&str)) -> Result<(), Gone> {
        let had = self.rest.len();
        self.rest.resize(had + BLOCK_BYTES, 0);
        let read = self.output.read(&mut self.rest[had..]);
        let bytes = *read.as_ref().unwrap_or(&0);
        self.rest.truncate(had + bytes);
        self.unheeded += bytes;
        let end = match read {
            Ok(bytes) => bytes == 0,
            Err(error) => !matches!(error.kind(), io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock),
        };
        let whole = self.rest.iter().rposition(|&byte| byte == b'\n').map_or(0, |place| place + 1);
        for line in self.rest[..whole].split(|&byte| byte == b'\n') {
            if line.len() > MOST_LINE_BYTES {
                return Err(Gone::LongLine(excerpt(line)));
            }
            let text = String::from_utf8_lossy(line);
            let text = text.trim();
            if !text.is_empty() {
                take(text);
            }
        }
        self.rest.drain(..whole);
        if self.rest.len() > MOST_LINE_BYTES {
            Err(Gone::LongLine(excerpt(&self.rest)))
        } else if end {
            Err(Gone::Ended)
        } else if self.unheeded > MOST_UNHEEDED_BYTES {
            Err(Gone::Flood)
        } else {
            Ok(())
        }
    }

    /// Ends it, if it does not end by itself, and says how that went, or what it did instead: `closed its output`.
    pub fn how_it_ended(&mut self, instead: &str) -> String {
        let deadline = Instant::now() + TO_END;
        loop {
            match self.guard.try_wait() {
                Ok(Some(status)) => return say_status(status),
                Ok(None) if Instant::now() < deadline => std::thread::sleep(Duration::from_millis(1)),
                Ok(None) | Err(_) => {
                    self.kill();
                    return instead.to_owned();
                }
            }
        }
    }

    /// Kills it, and all that it started.
    pub fn kill(&mut self) {
        self.run = None;
        self.input = None;
        let deadline = Instant::now() + TO_END;
        while matches!(self.guard.try_wait(), Ok(None)) {
            if Instant::now() >= deadline {
                // A guard that somebody stopped does not hear; what it guards dies with it.
                let _ = self.guard.kill();
                let _ = self.guard.wait();
                return;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Asks it to end.
    pub fn ask_to_end(&mut self) {
        self.send(b"END\n");
        self.write();
        self.input = None;
    }
}

/// A program is asked to end, waited for, and then made to.
impl Drop for Process {
    fn drop(&mut self) {
        self.ask_to_end();
        let deadline = Instant::now() + TO_END;
        while Instant::now() < deadline && matches!(self.guard.try_wait(), Ok(None)) {
            // What it still says nobody reads; it should not wait for that.
            self.rest.clear();
            let _ = self.receive(|_| {});
            std::thread::sleep(Duration::from_millis(1));
        }
        self.kill();
    }
}

/// What of a sandbox this system does not have, in words.
pub(super) fn lacks(terms: &Terms) -> io::Result<Vec<String>> {
    let Some((attendant, first)) = terms.attendant.split_first() else { return Ok(Vec::new()) };
    let told = Command::new(attendant).args(first).arg(PROBE).args(terms.unreadable()).stdin(Stdio::null()).output()?;
    Ok(String::from_utf8_lossy(&told.stdout).lines().map(str::to_owned).collect())
}

/// Writes what the programs take, and waits until one of them has said something, until a moment.
pub(super) fn wait(processes: &mut [&mut Process], until: Option<Instant>) -> io::Result<()> {
    for process in processes.iter_mut() {
        process.write();
    }
    let mut watched = Vec::with_capacity(2 * processes.len());
    for process in processes.iter() {
        watched.push(PollFd::new(&process.output, PollFlags::IN));
        if let Some(input) = &process.input {
            // Without anything to send it only tells that nobody listens any more.
            let wanted = if process.unsent.is_empty() { PollFlags::empty() } else { PollFlags::OUT };
            watched.push(PollFd::new(input, wanted));
        }
    }
    let left = until.map(|until| until.saturating_duration_since(Instant::now()));
    let left = left.map(|left| Timespec { tv_sec: left.as_secs().cast_signed(), tv_nsec: left.subsec_nanos().into() });
    match poll(&mut watched, left.as_ref()) {
        Ok(_) | Err(rustix::io::Errno::INTR) => {}
        Err(error) => return Err(error.into()),
    }
    let mut told = watched.iter().map(PollFd::revents).collect::<Vec<_>>().into_iter();
    for process in processes.iter_mut() {
        let _output = told.next();
        if process.input.is_some() && told.next().is_some_and(|told| told.contains(PollFlags::ERR)) {
            process.input = None;
        }
    }
    Ok(())
}

/// The name in a greeting, if it is one of this version.
fn read_greeting(line: &str) -> Option<String> {
    let rest = line.strip_prefix("PAILI ")?;
    let (version, name) = rest.split_once(' ')?;
    let name = name.trim();
    let shown: String = name.chars().filter(|char| !char.is_control()).take(MOST_NAME_CHARS).collect();
    (version == PROTOCOL.to_string() && !shown.is_empty()).then_some(shown)
}

fn say_status(status: ExitStatus) -> String {
    match (status.code().unwrap_or(1), status.signal()) {
        (code, None) if code == i32::from(NOT_STARTED) => "could not be started".to_owned(),
        (code @ 129..=192, None) => format!("was killed by signal {}", code - 128),
        (code, None) => format!("ended with exit status {code}"),
        (_, Some(_)) => "lost its guard".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greetings_have_a_version_and_a_name() {
        assert_eq!(read_greeting("PAILI 1 my bot 2.0 "), Some("my bot 2.0".to_owned()));
        assert_eq!(read_greeting("PAILI 1 a\u{7}b").unwrap(), "ab");
        assert_eq!(read_greeting(&format!("PAILI 1 {}", "x".repeat(1000))).unwrap().len(), MOST_NAME_CHARS);
        for wrong in ["", "PAILI", "PAILI 1", "PAILI 1 ", "PAILI 2 bot", "paili 1 bot", "HELLO"] {
            assert_eq!(read_greeting(wrong), None, "{wrong}");
        }
    }
}
