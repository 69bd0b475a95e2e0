//! Who may sit down.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use paili::rules::RuleSet;
use paili::simulation::NamedPolicy;
use paili::{ParseNameError, Tile};
use paili_solve::{AloneGame, Solved, SolvedPolicy};
use thiserror::Error;

/// A policy by its name, a program, a file of bounds or a guest.
///
/// ```
/// use paili_arena::Entrant;
/// use paili::simulation::NamedPolicy;
///
/// assert_eq!("rule".parse(), Ok(Entrant::Policy(NamedPolicy::Rule)));
/// assert_eq!(
///     "exec:./no-such-bot --fast".parse::<Entrant>().unwrap_err().to_string(),
///     "exec:./no-such-bot --fast: there is no program \"./no-such-bot\""
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entrant {
    /// A policy of ours.
    Policy(NamedPolicy),
    /// A program, written `exec:` and its command line.
    Program(Program),
    /// A file of bounds, written `solved:` and its path: whoever plays by it.
    Solved(SolvedEntrant),
    /// Somebody of the caller's own, by a name: [`Players::play_with`](super::Players::play_with) asks the caller.
    Guest(String),
}

/// A file of bounds that was opened and found whole.
#[derive(Debug, Clone)]
pub struct SolvedEntrant {
    text: String,
    solved: Arc<Solved>,
}

impl SolvedEntrant {
    /// Opens a file and checks all of it.
    ///
    /// # Errors
    ///
    /// When it can't be read, or is damaged.
    pub fn open(path: &str) -> Result<SolvedEntrant, EntrantError> {
        let text = format!("{SOLVED}{path}");
        let solved = Solved::open(path).and_then(|solved| solved.verify().map(|()| solved));
        match solved {
            Ok(solved) => Ok(SolvedEntrant { text, solved: Arc::new(solved) }),
            Err(error) => Err(EntrantError::Bounds { text, why: error.to_string() }),
        }
    }

    /// The policy that plays by it.
    pub fn policy(&self) -> SolvedPolicy {
        SolvedPolicy::new(Arc::clone(&self.solved))
    }

    /// The file's game, if that is not the one of a table's hands. Those without a bound are played for acceptance.
    pub fn other_game(&self) -> Option<&AloneGame> {
        Some(self.solved.game()).filter(|game| !is_tables(game))
    }

    /// The file's path.
    pub fn path(&self) -> &Path {
        Path::new(&self.text[SOLVED.len()..])
    }
}

/// Whether all concealed hands of a table are hands of a game.
fn is_tables(game: &AloneGame) -> bool {
    let rules = RuleSet::standard();
    let has_all = Tile::regular().all(|tile| game.copies(tile) == rules.copies(tile));
    game.check_rules(rules).is_ok() && game.tiles() + 1 == rules.most_tiles() && has_all
}

impl PartialEq for SolvedEntrant {
    fn eq(&self, other: &SolvedEntrant) -> bool {
        self.text == other.text
    }
}

impl Eq for SolvedEntrant {}

/// A program and its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    text: String,
    path: PathBuf,
    arguments: Vec<String>,
}

/// What programs are written with.
const EXEC: &str = "exec:";

/// What files of bounds are written with.
const SOLVED: &str = "solved:";

impl Entrant {
    /// The policy, if it is one.
    pub fn policy(&self) -> Option<NamedPolicy> {
        if let Entrant::Policy(policy) = self { Some(*policy) } else { None }
    }

    /// The files that it is made of, which no output may be.
    pub fn files(&self) -> Vec<PathBuf> {
        match self {
            Entrant::Program(program) => program.files().collect(),
            Entrant::Solved(solved) => vec![solved.path().to_owned()],
            Entrant::Policy(_) | Entrant::Guest(_) => Vec::new(),
        }
    }

    /// Whether it is a program.
    pub fn is_program(&self) -> bool {
        matches!(self, Entrant::Program(_))
    }
}

impl Program {
    /// A program by its command line, in the words that a shell would make of it; quotes keep blanks together. A name without a slash
    /// is looked for in `PATH`.
    ///
    /// # Errors
    ///
    /// When there is no such program, or it can't be run.
    pub fn new(command: &str) -> Result<Program, EntrantError> {
        let text = format!("{EXEC}{command}");
        if cfg!(not(unix)) {
            return Err(EntrantError::System { text });
        }
        let Ok(words) = shell_words::split(command) else { return Err(EntrantError::OpenQuote { text }) };
        let Some((name, arguments)) = words.split_first() else { return Err(EntrantError::NoCommand { text }) };
        let Ok(path) = which::which(name) else { return Err(why_not(text, name)) };
        Ok(Program { path, arguments: arguments.to_vec(), text })
    }

    /// The program's file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its arguments.
    pub fn arguments(&self) -> &[String] {
        &self.arguments
    }

    /// The files that it is made of, as far as its command line tells: the program, and those of its arguments that are files.
    pub fn files(&self) -> impl Iterator<Item = PathBuf> + '_ {
        let arguments = self.arguments.iter().map(PathBuf::from).filter(|path| path.is_file());
        std::iter::once(self.path.clone()).chain(arguments)
    }

    /// Its first argument where that is named as a script is and there is no such file: the name may be mistyped. Later ones may
    /// be anything, such as the name of a module behind `-m`.
    pub fn missing_script(&self) -> Option<&str> {
        let is_named =
            |word: &Path| word.extension().is_some_and(|kind| kind.to_string_lossy().starts_with(char::is_alphabetic));
        let first = self.arguments.first().filter(|word| !word.starts_with('-') && !word.contains(char::is_whitespace));
        first.map(String::as_str).filter(|word| is_named(Path::new(word)) && !Path::new(word).exists())
    }
}

/// Why a program can't be found.
fn why_not(text: String, name: &str) -> EntrantError {
    let file = name.to_owned();
    match fs::metadata(name) {
        Ok(there) if there.is_dir() => EntrantError::Folder { text, file },
        Ok(_) if name.contains('/') => EntrantError::Permission { text, file },
        Ok(_) => EntrantError::NotInPath { text, file },
        Err(_) => EntrantError::Missing { text, file },
    }
}

impl FromStr for Entrant {
    type Err = EntrantError;

    fn from_str(text: &str) -> Result<Self, EntrantError> {
        if let Some(path) = text.strip_prefix(SOLVED) {
            return SolvedEntrant::open(path).map(Entrant::Solved);
        }
        match text.parse() {
            Err(EntrantError::NoPrefix { .. }) => text.parse().map(Entrant::Policy).map_err(EntrantError::Policy),
            program => program.map(Entrant::Program),
        }
    }
}

impl FromStr for Program {
    type Err = EntrantError;

    /// Reads `exec:` and a command line.
    fn from_str(text: &str) -> Result<Self, EntrantError> {
        let command = text.strip_prefix(EXEC).ok_or_else(|| EntrantError::NoPrefix { text: text.to_owned() })?;
        Program::new(command)
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entrant::Policy(policy) => policy.fmt(f),
            Entrant::Program(program) => program.fmt(f),
            Entrant::Solved(solved) => f.pad(&solved.text),
            Entrant::Guest(name) => f.pad(name),
        }
    }
}

impl From<NamedPolicy> for Entrant {
    fn from(policy: NamedPolicy) -> Self {
        Entrant::Policy(policy)
    }
}

/// A text names nobody who could play. Of a program's command line there are the text and the file that it names.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the fields are those above")]
pub enum EntrantError {
    /// It is no policy's name.
    #[error("{0}, or exec: and a command, or solved: and a file")]
    Policy(ParseNameError),
    /// It is no program, since it lacks `exec:`.
    #[error("{text}: a program is named exec: and its command")]
    NoPrefix { text: String },
    /// Programs don't play on this system.
    #[error("{text}: programs can play on Unix only")]
    System { text: String },
    /// A quote is not closed.
    #[error("{text}: a quote is not closed")]
    OpenQuote { text: String },
    /// There is no command.
    #[error("{text}: expected a program, such as exec:./bot or exec:python3 bot.py")]
    NoCommand { text: String },
    /// The file is a folder.
    #[error("{text}: {file:?} is a folder")]
    Folder { text: String, file: String },
    /// The file may not be run.
    #[error("{text}: {file:?} may not be run: it lacks the permission (chmod +x)")]
    Permission { text: String, file: String },
    /// The file is in this folder, but not in `PATH`.
    #[error("{text}: there is no program {file:?} in PATH; if the one in this folder is meant, write ./{file}")]
    NotInPath { text: String, file: String },
    /// A file of bounds can't be used.
    #[error("{text}: {why}")]
    Bounds { text: String, why: String },
    /// There is no such file.
    #[error("{text}: there is no program {file:?}")]
    Missing { text: String, file: String },
}

#[cfg(test)]
mod tests {
    use paili::rules::ReadyMade;
    use paili_solve::DeckParts;

    use super::*;

    #[test]
    fn the_usual_game_alone_has_the_hands_of_a_table() {
        let of = |rules: ReadyMade, tiles| AloneGame::new(&rules.rules(), tiles).unwrap();
        let usual = of(ReadyMade::Standard, 13);
        assert!(is_tables(&usual) && is_tables(&usual.with_draws(5).unwrap()));
        let two_suits = usual.with_parts(DeckParts::MP).unwrap();
        for other in [two_suits, of(ReadyMade::Standard, 10), of(ReadyMade::Riichi, 13), of(ReadyMade::Sanma, 13)] {
            assert!(!is_tables(&other), "{other}");
        }
    }
}
