//! One run of a program that answers each line with a line, until there are no more.

use std::time::{Duration, Instant};

use super::entrant::Program;
use super::host::Host;
use super::process::{CLOSED_OUTPUT, FLOODED, Follows, Gone, Process, wait};
use super::terms::{PlayersError, Terms};

/// Runs of a program that reads lines from its standard input and answers each with one on its standard output, in order. It may
/// write when it likes, at the end too: its input ends before it has to answer.
#[derive(Debug)]
pub struct Runs {
    program: Program,
    host: Host,
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
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Runs it once: `write` adds some of the lines, or none when all are written; `take` has each answer. Lines without anything but
    /// blanks are answers, too.
    ///
    /// # Errors
    ///
    /// When the program can't be started, dies, is silent for longer than its time, or answers more than it was asked.
    pub fn run(
        &self,
        lines: usize,
        mut write: impl FnMut(&mut Vec<u8>),
        mut take: impl FnMut(&str),
    ) -> Result<(), RunFault> {
        let patience = self.host.terms.move_time;
        let fault = |kind, answered, what: String| RunFault { kind, answered, what };
        let mut process = Process::launch(&self.program, &self.host)
            .map_err(|error| fault(RunFaultKind::Ended, 0, format!("cannot be started: {error}")))?;
        let (mut answered, mut is_written) = (0, false);
        let mut deadline = Instant::now() + self.host.terms.start_time + patience;
        loop {
            while !is_written && process.unsent() < MOST_UNSENT {
                let before = process.unsent();
                process.send_with(&mut write);
                is_written = process.unsent() == before;
            }
            process.then(if is_written { Follows::Nothing } else { Follows::More });
            let until = deadline.min(Instant::now() + BLINK);
            if (self.host.terms.interrupted)() || wait(&mut [&mut process], Some(until)).is_err() {
                return Err(fault(RunFaultKind::Interrupted, answered, "was interrupted".to_owned()));
            }
            let before = answered;
            let received = process.receive_all(|line| {
                answered += 1;
                if answered <= lines {
                    take(line);
                }
            });
            process.heed();
            if answered > lines {
                return Err(fault(
                    RunFaultKind::Rubbish,
                    lines,
                    format!("answered more lines than the {lines} that it was asked"),
                ));
            }
            match received {
                Ok(()) if answered > before => deadline = Instant::now() + patience,
                Ok(()) if Instant::now() >= deadline => {
                    let waited = Duration::as_secs_f64(&patience);
                    return Err(fault(RunFaultKind::Silent, answered, format!("said nothing for {waited} s")));
                }
                Ok(()) => {}
                Err(Gone::Ended) if answered == lines => return Ok(()),
                Err(Gone::Ended) => {
                    return Err(fault(RunFaultKind::Ended, answered, process.how_it_ended(CLOSED_OUTPUT)));
                }
                Err(Gone::Flood) => return Err(fault(RunFaultKind::Rubbish, answered, FLOODED.to_owned())),
                Err(Gone::LongLine(line)) => {
                    return Err(fault(
                        RunFaultKind::Rubbish,
                        answered,
                        format!("wrote a line longer than any answer, {line}"),
                    ));
                }
            }
        }
    }
}
