//! On what terms games are played, and what is told of them.

use std::fs::File;
use std::io;
use std::ops::AddAssign;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

use super::entrant::Program;
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
    pub errors: Option<ErrorsFile>,
    /// Files that no program may read in the sandbox, such as one with the seed; nor may any read `errors`.
    pub hidden: Vec<PathBuf>,
    /// Whether somebody wants the run to end: games that are played then have two more seconds.
    pub interrupted: fn() -> bool,
}

impl Terms {
    /// Enough to load what a learned player needs.
    pub const START_TIME: Duration = Duration::from_secs(20);

    /// What may help a program that ends on them, to be said behind how it ended.
    pub fn hint(&self, program: &Program) -> String {
        let lost = program.missing_script().map(|file| format!("there is no file {file}"));
        let sandboxed = "in the sandbox it sees /usr and its own folder: --allow shows it others";
        let sandboxed = (self.sandbox == Sandbox::Bwrap && lost.is_none()).then(|| sandboxed.to_owned());
        let limited =
            self.memory.map(|bytes| format!("each of its processes may map {bytes} bytes: --memory gives more"));
        let unkept = self.errors.is_none().then(|| "--player-errors keeps what it says".to_owned());
        let hints: Vec<String> = lost.into_iter().chain(sandboxed).chain(unkept).chain(limited).collect();
        if hints.is_empty() { String::new() } else { format!(" ({})", hints.join("; ")) }
    }
}

/// The file that keeps what programs say on standard error, open as long as the terms hold: whoever reads a pipe does not see its
/// end between two programs.
#[derive(Debug, Clone)]
pub struct ErrorsFile {
    file: Arc<File>,
    /// None of a pipe that has no name.
    path: Option<PathBuf>,
}

impl ErrorsFile {
    /// Opens a file, or makes it. What is there stays.
    ///
    /// # Errors
    ///
    /// When it can't be written to.
    pub fn open(path: &Path) -> io::Result<ErrorsFile> {
        let file = File::options().append(true).create(true).open(path)?;
        Ok(ErrorsFile { file: Arc::new(file), path: path.canonicalize().ok() })
    }

    /// Where it is, if it has a name.
    pub(super) fn path(&self) -> Option<&PathBuf> {
        self.path.as_ref()
    }

    /// The file once more.
    pub(super) fn again(&self) -> io::Result<File> {
        self.file.try_clone()
    }
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
