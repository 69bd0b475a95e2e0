//! One run of a program that reads lines and answers, until there are no more.

use std::time::{Duration, Instant};

use paili::excerpt;

use super::entrant::Program;
use super::host::Host;
use super::process::{CLOSED_OUTPUT, Follows, Gone, Process, wait};
use super::terms::{PlayersError, Terms};

/// Runs of a program that reads lines from its standard input and answers on its standard output. It may write when it likes, at the end
/// too: its input ends before it has to answer.
#[derive(Debug)]
pub struct Runs {
    program: Program,
    host: Host,
}

/// How many lines a program answers in a run. Lines without anything but blanks are answers, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// So many. When all have come it may end as it likes, and is ended soon if it does not.
    Exactly(usize),
    /// Not more than so many: it ends by itself, with exit status 0.
    AtMost(usize),
}

/// How a run went wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunFault {
    /// What sort of fault it is.
    pub kind: RunFaultKind,
    /// How many answers had come by then.
    pub answered: usize,
    /// What the program did, in words that go on where its name ends.
    pub what: String,
}

/// Sorts of faults of runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunFaultKind {
    /// The program could not be started, or ended too early.
    Ended,
    /// It said nothing for longer than its time.
    Silent,
    /// It said more, or longer lines, than it was asked for.
    Rubbish,
    /// Somebody wants all to end.
    Interrupted,
}

/// How long a program that has answered everything may go on.
const TO_END: Duration = Duration::from_millis(200);

/// How long nobody looks whether all is to end.
const BLINK: Duration = Duration::from_millis(200);

/// How much is on its way to a program.
const MOST_UNSENT: usize = 128 * 1024;

impl Runs {
    /// Of a program, on these terms: it has the time for a move to say something, and as long again.
    ///
    /// # Errors
    ///
    /// When the machine gives no thread.
    pub fn new(program: Program, terms: Terms) -> Result<Runs, PlayersError> {
        Ok(Runs { program, host: Host::new(terms)? })
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Runs it once: `write` adds some of the lines, or none when all are written; `take` has each line that it answers.
    ///
    /// # Errors
    ///
    /// When the program can't be started, dies, is silent for longer than its time, or answers more than is expected.
    pub fn run(
        &self,
        expected: Expected,
        mut write: impl FnMut(&mut Vec<u8>),
        mut take: impl FnMut(&str),
    ) -> Result<(), RunFault> {
        let patience = self.host.terms.move_time;
        let (Expected::Exactly(most) | Expected::AtMost(most)) = expected;
        let fault = |kind, answered, what: String| RunFault { kind, answered, what };
        let mut process = Process::launch(&self.program, &self.host)
            .map_err(|error| fault(RunFaultKind::Ended, 0, format!("cannot be started: {error}")))?;
        let (mut answered, mut is_written) = (0, false);
        let (mut first, mut beyond) = (String::new(), String::new());
        let mut deadline = Instant::now() + self.host.terms.start_time + patience;
        loop {
            while !is_written && process.unsent() < MOST_UNSENT {
                let before = process.unsent();
                process.send_with(&mut write);
                is_written = process.unsent() == before;
            }
            process.then(if is_written { Follows::Nothing } else { Follows::More });
            let until = deadline.min(Instant::now() + BLINK);
            if (self.host.terms.interrupted)() || wait(&mut [&mut process], until).is_err() {
                return Err(fault(RunFaultKind::Interrupted, answered, "was interrupted".to_owned()));
            }
            let before = answered;
            let received = process.receive_all(|line| {
                answered += 1;
                if answered == 1 {
                    first = excerpt(line.as_bytes());
                }
                if answered <= most {
                    take(line);
                } else if answered == most + 1 {
                    beyond = excerpt(line.as_bytes());
                }
            });
            process.heed();
            if answered > most {
                let what = match expected {
                    // Whoever greets first answers a line too many.
                    Expected::Exactly(_) => {
                        format!(
                            "answered more lines than the {most} that it was asked, the first {first}, the first too many {beyond}"
                        )
                    }
                    Expected::AtMost(_) => format!("wrote more than {most} lines"),
                };
                return Err(fault(RunFaultKind::Rubbish, most, what));
            }
            let is_all = expected == Expected::Exactly(answered);
            match received {
                Ok(()) if answered > before => deadline = Instant::now() + if is_all { TO_END } else { patience },
                Ok(()) if Instant::now() >= deadline && is_all => {
                    process.kill();
                    return Ok(());
                }
                Ok(()) if Instant::now() >= deadline => {
                    let starting = if answered == 0 { self.host.terms.start_time } else { Duration::ZERO };
                    let waited = (starting + patience).as_secs_f64();
                    return Err(fault(RunFaultKind::Silent, answered, format!("said nothing for {waited} s")));
                }
                Ok(()) => {}
                Err(Gone::Ended) if is_all => return Ok(()),
                Err(Gone::Ended) => {
                    return match (expected, process.status()) {
                        (Expected::AtMost(_), Some(status)) if status.success() => Ok(()),
                        (_, status) => {
                            let what = status.map_or_else(|| CLOSED_OUTPUT.to_owned(), |status| process.say(status));
                            Err(fault(RunFaultKind::Ended, answered, what))
                        }
                    };
                }
                Err(gone) => return Err(fault(RunFaultKind::Rubbish, answered, gone.to_string())),
            }
        }
    }
}
