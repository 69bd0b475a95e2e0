//! What is asked of one program, and what it answers.

use std::collections::VecDeque;
use std::io;
use std::time::{Duration, Instant};

use super::entrant::Program;
use super::fault::FaultKind;
use super::host::Host;
use super::process::{CLOSED_OUTPUT, Gone, Process, StartError, TO_SEE, wait};
use super::question;
use super::telling::Told;
use super::terms::{PlayersError, Thinking};
use paili::excerpt;
use paili::game::{Action, Decision};

/// The dialogue with one process of a program's.
#[derive(Debug)]
pub(super) struct Dialogue {
    pub program: Program,
    /// The process, or why none can be started.
    pub process: Result<Process, StartError>,
    /// The process has ended, or is not to be asked any more.
    is_over: bool,
    /// Questions without an answer, the oldest first.
    pub open: VecDeque<Question>,
    /// When it was asked, or gave its last answer.
    pub since: Instant,
    /// It was asked, but what is to be sent has to wait: its time begins then.
    is_unsent: bool,
    thinking: Thinking,
}

/// A question without an answer.
#[derive(Debug)]
pub(super) struct Question {
    /// The number by which the program knows the seat and the game.
    pub number: u64,
    /// Which of the games that are played.
    pub game: usize,
    pub decision: Decision,
}

/// What a program has said.
#[derive(Debug, Default)]
pub(super) struct Heard {
    /// Answers: what to do, or why that is none.
    pub answers: Vec<(Question, Result<Action, String>)>,
    /// What else it did, if that was wrong.
    pub wrong: Option<(FaultKind, String)>,
}

/// Waits until one that is asked has said something, or its time is over; no longer than until an interrupt is to be seen.
pub(super) fn wait_for_answers<'a>(
    dialogues: impl IntoIterator<Item = &'a mut Dialogue>,
    move_time: Duration,
) -> Result<(), PlayersError> {
    let (mut processes, mut until) = (Vec::new(), Instant::now() + TO_SEE);
    for dialogue in dialogues.into_iter().filter(|dialogue| !dialogue.open.is_empty()) {
        if std::mem::take(&mut dialogue.is_unsent) {
            dialogue.since = Instant::now();
        }
        until = until.min(dialogue.since + move_time);
        processes.extend(&mut dialogue.process);
    }
    Ok(wait(&mut processes, until)?)
}

impl Dialogue {
    /// Starts a process of a program.
    pub fn start(program: &Program, host: &Host) -> Dialogue {
        Dialogue {
            process: Process::start(program, host),
            program: program.clone(),
            is_over: false,
            open: VecDeque::new(),
            since: Instant::now(),
            is_unsent: false,
            thinking: Thinking::default(),
        }
    }

    /// Starts another process, unless that has failed before.
    pub fn start_again(&mut self, host: &Host) -> Result<(), StartError> {
        if let Ok(process) = &mut self.process {
            process.kill();
            self.process = Process::start(&self.program, host);
            self.is_over = false;
        }
        self.process.as_ref().map_or_else(|why| Err(why.clone()), |_| Ok(()))
    }

    /// Refuses a program that could not be started.
    pub fn check(&self) -> Result<(), PlayersError> {
        self.process.as_ref().map(|_| ()).map_err(|why| self.refusal(why.clone()))
    }

    /// Why nothing is played, if that is no fault of the program's, or it is to be refused for it.
    pub fn refusal(&self, why: StartError) -> PlayersError {
        match why {
            StartError::Machine(why) => PlayersError::Machine(io::Error::other(why)),
            StartError::Interrupted => PlayersError::Interrupted,
            why => PlayersError::Start { program: self.program.to_string(), why },
        }
    }

    /// Whether there is nobody to ask.
    pub fn is_over(&self) -> bool {
        self.is_over || self.process.is_err()
    }

    /// The process is not to be asked any more.
    pub fn end(&mut self) {
        self.is_over = true;
        if let Ok(process) = &mut self.process {
            process.kill();
        }
    }

    /// How long the program thought since this was last asked.
    pub fn take_thinking(&mut self) -> Thinking {
        std::mem::take(&mut self.thinking)
    }

    /// Tells the program what happened.
    pub fn tell(&mut self, lines: &[u8]) {
        if let Ok(process) = &mut self.process {
            process.send(lines);
        }
    }

    /// Tells the program what happened, and asks.
    pub fn ask(&mut self, question: Question, told: &mut Told) {
        if let Ok(process) = &mut self.process {
            process.send(told.take_unsent());
            let mut line = told.prefix.clone();
            question::write(&question.decision, &mut line);
            process.send(&line);
        }
        self.is_unsent |= self.open.is_empty();
        self.open.push_back(question);
    }

    /// Reads what the program has said. It has `move_time` for an answer.
    pub fn hear(&mut self, move_time: Duration) -> Heard {
        let mut heard = Heard::default();
        let Ok(process) = &mut self.process else { return heard };
        let mut lines: Vec<String> = Vec::new();
        let received = process.receive(|line| lines.push(line.to_owned()));
        if !lines.is_empty() {
            let now = Instant::now();
            self.thinking.waited += now - self.since;
            self.since = now;
        }
        for line in lines {
            let (number, answer) = line.split_once(' ').unwrap_or((&line, ""));
            let place =
                number.parse().ok().and_then(|number: u64| self.open.iter().position(|open| open.number == number));
            let Some(question) = place.and_then(|place| self.open.remove(place)) else {
                let line = excerpt(line.as_bytes());
                return self.spoilt(heard, FaultKind::Rubbish, format!("wrote {line}, which answers no question"));
            };
            self.thinking.answers += 1;
            process.heed();
            let answer = question.decision.read(answer).ok_or_else(|| {
                let expected = question::expected(&question.decision);
                format!("answered {}, when {expected} was expected", excerpt(answer.as_bytes()))
            });
            heard.answers.push((question, answer));
        }
        let is_late = self.since.elapsed() >= move_time;
        heard.wrong = match received {
            Err(Gone::Ended) => {
                self.is_over = true;
                let how = process.how_it_ended(CLOSED_OUTPUT);
                return self.spoilt(heard, FaultKind::Ended, how);
            }
            Err(gone) => return self.spoilt(heard, FaultKind::Rubbish, gone.to_string()),
            Ok(()) if self.open.is_empty() => None,
            // One that ends closes its input a moment before its output.
            Ok(()) if process.is_deaf() => Some((FaultKind::Ended, process.how_it_ended("closed its input"))),
            Ok(()) if is_late => {
                Some((FaultKind::Late, format!("did not answer within {} s", move_time.as_secs_f64())))
            }
            Ok(()) => None,
        };
        heard
    }

    /// What was heard, and what was wrong after it. Where no question is left open that it could spoil, it spoils the last answer,
    /// so that it does not depend on the other games what it costs.
    fn spoilt(&mut self, mut heard: Heard, kind: FaultKind, what: String) -> Heard {
        if self.open.is_empty() {
            self.open.extend(heard.answers.pop().map(|(question, _)| question));
        }
        heard.wrong = Some((kind, what));
        heard
    }
}
