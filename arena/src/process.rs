//! A program that runs, and the lines to and from it.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, ExitStatus, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use paili::excerpt;
use thiserror::Error;

use super::PROTOCOL;
use super::entrant::Program;
use super::host::Host;
use super::sandbox::Sandbox;
use super::system::{self, Group};
use super::terms::ErrorsFile;

/// A program that was started and has said its name.
#[derive(Debug)]
pub(super) struct Process {
    /// The program, or bubblewrap, which ends with it and it with that.
    child: Child,
    sandbox: Sandbox,
    /// Its group, until it is killed.
    group: Option<Group>,
    input: Option<ChildStdin>,
    output: ChildStdout,
    /// Who keeps its standard error.
    errors: Option<JoinHandle<()>>,
    unsent: Vec<u8>,
    follows: Follows,
    /// What was read after the last whole line.
    rest: Vec<u8>,
    /// How many bytes were read since it was last [heeded](Process::heed).
    unheeded: usize,
    /// Until when it may take to end, once it was asked to.
    end_by: Option<Instant>,
    name: String,
}

/// What follows what was sent to a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Follows {
    /// Something, when there is something to say.
    Later,
    /// More, as soon as it is taken.
    More,
    /// Nothing: its input ends.
    Nothing,
}

/// Why a program does not go on.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(super) enum Gone {
    /// A line was longer than any answer.
    #[error("wrote a line longer than any answer, {0}")]
    LongLine(String),
    /// It has written more than all answers that are due can be.
    #[error("{FLOODED}")]
    Flood,
    /// It has closed its output, or ended.
    #[error("{CLOSED_OUTPUT}")]
    Ended,
}

/// What is said of a program that writes without end.
const FLOODED: &str = "wrote more than a megabyte without an answer";

/// What is said of a program that goes on, but says nothing any more.
pub(super) const CLOSED_OUTPUT: &str = "closed its output";

/// Longer than any answer and any name.
const MOST_LINE_BYTES: usize = 1024;

/// The longest name that is shown whole, in characters.
const MOST_NAME_CHARS: usize = 40;

/// How long it takes at most until it is seen that somebody wants a run to end.
pub(super) const TO_SEE: Duration = Duration::from_millis(100);

/// How long games may go on, and programs may take to greet, when somebody wants the run to end.
pub(super) const TO_FINISH: Duration = Duration::from_secs(2);

/// How long it may take to end by itself.
const TO_END: Duration = Duration::from_millis(500);

/// Where the seed of a run may stand.
const SEED: &str = "PAILI_SEED";

/// How much of its standard error is kept.
const MOST_ERROR_BYTES: u64 = 1 << 20;

/// How much is read at a time.
const BLOCK_BYTES: usize = 64 * 1024;

/// How much may be read between two answers. All answers that a program can owe fit in, many times over.
const MOST_UNHEEDED_BYTES: usize = 1 << 20;

impl Process {
    /// Starts a program and asks for its name.
    pub fn start(program: &Program, host: &Host) -> Result<Process, StartError> {
        let mut process = Process::launch(program, host).map_err(|error| {
            let kind = if system::is_short(&error) { StartError::Machine } else { StartError::System };
            kind(error.to_string())
        })?;
        process.send(format!("PAILI {PROTOCOL}\n").as_bytes());
        let patience = host.terms.start_time + host.terms.move_time;
        let (mut deadline, mut is_to_end) = (Instant::now() + patience, false);
        let mut lines: Vec<String> = Vec::new();
        while lines.is_empty() {
            if !is_to_end && (host.terms.interrupted)() {
                (deadline, is_to_end) = (deadline.min(Instant::now() + TO_FINISH), true);
            }
            let until = deadline.min(Instant::now() + TO_SEE);
            if wait(&mut [&mut process], until).is_err() || Instant::now() >= deadline {
                return Err(if is_to_end { StartError::Interrupted } else { StartError::Silent(patience) });
            }
            let read = process.receive(|line| lines.push(line.to_owned()));
            match read {
                Ok(()) => {}
                Err(Gone::LongLine(line)) => return Err(StartError::Greeting(line)),
                Err(Gone::Flood) => return Err(StartError::Flood),
                Err(Gone::Ended) => {
                    let (how, hint) = (process.how_it_ended(CLOSED_OUTPUT), host.terms.hint(program));
                    return Err(StartError::Ended { how, hint });
                }
            }
        }
        let greeting = lines.remove(0);
        process.name = read_greeting(&greeting).ok_or_else(|| StartError::Greeting(excerpt(greeting.as_bytes())))?;
        // What it said at once is heard when it is asked, as what it says a moment later is.
        let said: Vec<u8> = lines.iter().flat_map(|line| [line.as_bytes(), b"\n"]).flatten().copied().collect();
        process.rest.splice(..0, said);
        Ok(process)
    }

    /// Starts a program without a word.
    pub fn launch(program: &Program, host: &Host) -> io::Result<Process> {
        let terms = &host.terms;
        let mut command = Sandbox::command(program, terms);
        let errors = terms.errors.as_ref().map(ErrorsFile::again).transpose()?;
        // Who knows the seed knows the walls.
        command.env_remove(SEED).stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(if errors.is_some() { Stdio::piped() } else { Stdio::null() });
        let group = Group::lead()?;
        group.prepare(&mut command, terms);
        let mut child = host.spawn(command)?;
        // Both are pipes.
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("no pipes to the program"));
        };
        system::never_wait(&input, &output)?;
        let errors = child.stderr.take().zip(errors).map(|(from, to)| {
            let name = program.to_string();
            thread::spawn(move || relay(from, to, &name))
        });
        Ok(Process {
            child,
            sandbox: terms.sandbox,
            group: Some(group),
            input: Some(input),
            output,
            errors,
            unsent: Vec::new(),
            follows: Follows::Later,
            rest: Vec::new(),
            unheeded: 0,
            end_by: None,
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

    /// The same of what is written at the end of what it has not taken yet.
    pub fn send_with(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        write(&mut self.unsent);
    }

    /// How much it has not taken yet.
    pub fn unsent(&self) -> usize {
        self.unsent.len()
    }

    /// Says what follows what was sent.
    pub fn then(&mut self, follows: Follows) {
        self.follows = follows;
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
        if self.follows == Follows::Nothing && self.unsent.is_empty() {
            self.input = None;
        }
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
        self.receive_all(|line| {
            if !line.is_empty() {
                take(line);
            }
        })
    }

    /// The same with lines that say nothing.
    pub fn receive_all(&mut self, mut take: impl FnMut(&str)) -> Result<(), Gone> {
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
        for line in self.rest[..whole].split_inclusive(|&byte| byte == b'\n') {
            if line.len() - 1 > MOST_LINE_BYTES {
                return Err(Gone::LongLine(excerpt(line)));
            }
            let text = String::from_utf8_lossy(line);
            take(text.trim());
        }
        self.rest.drain(..whole);
        if self.rest.len() > MOST_LINE_BYTES {
            Err(Gone::LongLine(excerpt(&self.rest)))
        } else if end {
            // The last line may end with the output.
            let last = std::mem::take(&mut self.rest);
            if !last.is_empty() {
                take(String::from_utf8_lossy(&last).trim());
            }
            Err(Gone::Ended)
        } else if self.unheeded > MOST_UNHEEDED_BYTES {
            Err(Gone::Flood)
        } else {
            Ok(())
        }
    }

    /// Ends it, if it does not end by itself, and says how that went, or what it did instead: `closed its output`.
    pub fn how_it_ended(&mut self, instead: &str) -> String {
        self.status().map_or_else(|| instead.to_owned(), |status| self.say(status))
    }

    /// How it ended, in words. Bubblewrap tells of a signal as a shell does.
    pub fn say(&self, status: ExitStatus) -> String {
        match (status.code(), system::signal(status)) {
            (Some(code @ 129..=192), _) if self.sandbox == Sandbox::Bwrap => {
                format!("was killed by signal {}", code - 128)
            }
            (Some(code), _) => format!("ended with exit status {code}"),
            (None, signal) => format!("was killed by signal {}", signal.unwrap_or_default()),
        }
    }

    /// Its exit status, if it ends soon; if not, it is killed.
    pub fn status(&mut self) -> Option<ExitStatus> {
        let deadline = Instant::now() + TO_END;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => std::thread::sleep(Duration::from_millis(1)),
                Ok(None) | Err(_) => {
                    self.kill();
                    return None;
                }
            }
        }
    }

    /// Kills it, and in the sandbox all that it started; elsewhere what is left of its group.
    pub fn kill(&mut self) {
        self.input = None;
        if self.group.take().is_none() {
            return;
        }
        // It may have left its group.
        let _ = self.child.kill();
        let _ = self.child.wait();
        // Somebody that escaped may hold the pipe for ever.
        let deadline = Instant::now() + TO_END;
        self.wait_for(deadline, |process| process.errors.as_ref().is_none_or(JoinHandle::is_finished));
    }

    /// Waits until something is so, until a moment.
    fn wait_for(&mut self, deadline: Instant, mut is_so: impl FnMut(&mut Process) -> bool) {
        while !is_so(self) && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Asks it to end, unless it was asked, and tells until when it may take.
    pub fn ask_to_end(&mut self) -> Instant {
        if let Some(end_by) = self.end_by {
            return end_by;
        }
        self.send(b"END\n");
        self.write();
        self.input = None;
        let end_by = Instant::now() + TO_END;
        self.end_by = Some(end_by);
        end_by
    }
}

/// A program is asked to end, waited for, and then made to.
impl Drop for Process {
    fn drop(&mut self) {
        let deadline = self.ask_to_end();
        self.wait_for(deadline, |process| {
            // What it still says nobody reads; it should not wait for that.
            process.rest.clear();
            let _ = process.receive(|_| {});
            !matches!(process.child.try_wait(), Ok(None))
        });
        self.kill();
    }
}

/// Writes what the programs take, and waits until one of them has said something, until a moment.
pub(super) fn wait(processes: &mut [&mut Process], until: Instant) -> io::Result<()> {
    for process in processes.iter_mut() {
        process.write();
    }
    // Without anything to send an input only tells that nobody listens any more.
    let pipes = processes.iter().map(|process| {
        let is_wanted = !process.unsent.is_empty() || process.follows == Follows::More;
        let input = process.input.as_ref().map(|input| (input, is_wanted));
        (&process.output, input)
    });
    let pipes: Vec<_> = pipes.collect();
    let deaf = system::wait(&pipes, until.saturating_duration_since(Instant::now()))?;
    for (process, _) in processes.iter_mut().zip(deaf).filter(|(_, is_deaf)| *is_deaf) {
        process.input = None;
    }
    Ok(())
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

/// The name in a greeting, if it is one of this version.
fn read_greeting(line: &str) -> Option<String> {
    let rest = line.strip_prefix("PAILI ")?;
    let (version, name) = rest.split_once(' ')?;
    // Commas stand between names, such as in the headings of transcripts.
    let shown: String = name.chars().filter(|&char| is_seen(char) && char != ',').take(MOST_NAME_CHARS).collect();
    let shown = shown.trim();
    (version == PROTOCOL.to_string() && !shown.is_empty()).then(|| shown.to_owned())
}

/// Whether a character of a name is to be seen, and does nothing to those beside it, such as to turn their order round.
fn is_seen(char: char) -> bool {
    let is_format = matches!(char, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    !char.is_control() && !is_format
}

/// What a program is to say first.
fn greeting() -> String {
    format!("\"PAILI {PROTOCOL}\" and a name")
}

/// Why a program can't play. Its message goes on where the program's name ends.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StartError {
    /// The system does not start it; why, in its words.
    #[error("cannot be started: {0}")]
    System(String),
    /// The machine has no more files, processes or memory for it; what, in the system's words.
    #[error("cannot be started: {0}")]
    Machine(String),
    /// Somebody wanted the run to end before it greeted.
    #[error("was not waited for, since the run is to end")]
    Interrupted,
    /// It did not greet in this time.
    #[error("did not say {} within {:.0} s, or did not flush its output", greeting(), .0.as_secs_f64())]
    Silent(Duration),
    /// It said something else first: this.
    #[error("said {}, not {}", .0, greeting())]
    Greeting(String),
    /// It wrote without end.
    #[error("{}, not {}", FLOODED, greeting())]
    Flood,
    /// It ended, or closed its output.
    #[error("{how} before it said {}{hint}", greeting())]
    Ended {
        /// How, in words.
        how: String,
        /// What may help it.
        hint: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greetings_have_a_version_and_a_name() {
        assert_eq!(read_greeting("PAILI 1 my bot 2.0 "), Some("my bot 2.0".to_owned()));
        assert_eq!(read_greeting("PAILI 1 A, B rule").as_deref(), Some("A B rule"));
        for name in ["ab\u{7}", "a\u{7}b", "ab \u{7}", "\u{202e}ab\u{200b}", "\u{200b} ab"] {
            assert_eq!(read_greeting(&format!("PAILI 1 {name}")).unwrap(), "ab");
        }
        assert_eq!(read_greeting(&format!("PAILI 1 {}", "x".repeat(1000))).unwrap().len(), MOST_NAME_CHARS);
        for wrong in ["", "PAILI", "PAILI 1", "PAILI 1 ", "PAILI 1 \u{200b}", "PAILI 2 bot", "paili 1 bot", "HELLO"] {
            assert_eq!(read_greeting(wrong), None, "{wrong}");
        }
    }
}
