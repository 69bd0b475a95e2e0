//! On what terms games are played, and what is told of them.

use std::ops::AddAssign;
use std::path::PathBuf;
use std::time::Duration;

use thiserror::Error;

use super::fault::{Fault, OnFault};
use super::process::StartError;
use super::sandbox::Sandbox;

/// On what terms programs play.
#[derive(Debug, Clone)]
pub struct Terms {
    /// How long a program may take to greet, beside the time for a move.
    pub start_time: Duration,
    /// How long a program may take for an answer: from the question, or from its last answer if it was asked several.
    pub move_time: Duration,
    /// How many bytes each of its processes may map as memory; in the sandbox also how many may be in `/tmp`, and in `/dev/shm`.
    pub memory: Option<u64>,
    /// Whether it is kept to itself.
    pub sandbox: Sandbox,
    /// Files and folders that it reads in the sandbox beside `/usr` and its own: the folder of its file and those of files that are named
    /// in its arguments. A home, a folder for temporary files and whatever is above them is nobody's own: there it is the file alone.
    pub allowed: Vec<PathBuf>,
    /// What becomes of a game in which it does something wrong.
    pub on_fault: OnFault,
    /// Where its standard error goes, a megabyte of it each time it is started; nowhere otherwise.
    pub errors: Option<PathBuf>,
    /// Files that no program may read in the sandbox, such as one with the seed; nor may any read `errors`.
    pub hidden: Vec<PathBuf>,
    /// Whether somebody wants the run to end: games that are played then have two more seconds.
    pub interrupted: fn() -> bool,
}

impl Terms {
    /// Enough to load what a learned player needs.
    pub const START_TIME: Duration = Duration::from_secs(20);
}

/// How long programs took to decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Thinking {
    /// Answers that were waited for.
    pub answers: u64,
    /// How long the program had questions open.
    pub waited: Duration,
}

impl AddAssign for Thinking {
    fn add_assign(&mut self, more: Thinking) {
        self.answers += more.answers;
        self.waited += more.waited;
    }
}

impl Thinking {
    /// Seconds an answer.
    pub fn mean(self) -> Option<f64> {
        (self.answers > 0).then(|| self.waited.as_secs_f64() / self.answers as f64)
    }
}

/// Why games can't be played.
#[derive(Debug, Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the words on a variant name its fields")]
pub enum PlayersError {
    /// A program can't be started, or does not greet as it should.
    #[error("{program} {why}")]
    Start { program: String, why: StartError },
    /// A program did something wrong, and the terms say to stop.
    #[error("{program}: {fault}")]
    Fault { program: String, fault: Fault },
    /// Somebody wanted the run to end, and the games did not in time.
    #[error("interrupted")]
    Interrupted,
    /// The machine gives no memory, or no pipes.
    #[error("cannot play with programs: {0}")]
    Machine(#[from] std::io::Error),
}
