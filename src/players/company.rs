//! Everybody who may sit down in a run, and on what terms.

use std::ffi::OsString;
use std::fmt;
use std::ops::AddAssign;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::crew::{Block, Crew, Deal};
use super::entrant::Entrant;
use super::fault::{Fault, OnFault};
use super::suspended::Guests;
use crate::distance::Model;
use crate::game::{Observer, Policy};

/// On what terms programs play.
#[derive(Debug, Clone)]
pub struct Terms {
    /// How long a program may take for an answer: from the question, or from its last answer if it was asked several.
    pub move_time: Duration,
    /// How many bytes of data each of its processes may have.
    pub memory: Option<u64>,
    /// What becomes of a game in which it does something wrong.
    pub on_fault: OnFault,
    /// Where its standard error goes, a megabyte of it each time it is started; nowhere otherwise.
    pub errors: Option<PathBuf>,
    /// The command, with its first arguments, that calls [`attend`](super::attend) with the rest of its arguments.
    pub attendant: Vec<OsString>,
}

/// The entrants of a run, and the programs among them that run.
///
/// Each thread that plays has a process of each program's for itself.
#[derive(Debug)]
pub struct Players {
    entrants: Vec<Entrant>,
    terms: Terms,
    names: Vec<String>,
    /// Processes that no thread uses just now.
    idle: Mutex<Vec<Crew>>,
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
    #[must_use]
    pub fn mean(self) -> Option<f64> {
        (self.answers > 0).then(|| self.waited.as_secs_f64() / self.answers as f64)
    }
}

impl Players {
    /// Gathers the entrants and starts each program once, to see that it can play.
    ///
    /// # Errors
    ///
    /// When a program can't be started or does not greet as it should.
    pub fn new(entrants: Vec<Entrant>, terms: Terms) -> Result<Players, PlayersError> {
        let first = Crew::start(&entrants, &terms)?;
        let names = unique((0..entrants.len()).map(|entrant| match &entrants[entrant] {
            Entrant::Policy(policy) => policy.name().to_owned(),
            Entrant::Program(_) => first.name_of(entrant),
        }));
        Ok(Players { entrants, terms, names, idle: Mutex::new(vec![first]) })
    }

    /// What the entrants are called, in the order in which they were given, no two alike: of programs the names that they
    /// gave themselves.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Plays some games at once on this thread. What comes of a game depends on neither the thread nor the other games,
    /// as long as the programs' answers don't.
    ///
    /// # Errors
    ///
    /// When a program can't be started again, or at the first fault if the terms say so.
    pub fn play<M: Model + 'static>(&self, deals: &[Deal], model: M) -> Result<Block, PlayersError> {
        self.play_with(deals, model, [const { None }; 4], &())
    }

    /// Plays a game with guests: players of the caller's own, who take some seats in place of the deal's entrants and are asked
    /// on this thread. An observer follows the game; what it does must not take more than some kilobytes of stack.
    ///
    /// # Errors
    ///
    /// As [`play`](Players::play).
    ///
    /// # Panics
    ///
    /// When a guest decides what is not allowed.
    pub fn play_with_guests<M: Model + 'static>(
        &self,
        deal: &Deal,
        model: M,
        guests: [Option<Box<dyn Policy<M> + '_>>; 4],
        observer: &(impl Observer + Clone + 'static),
    ) -> Result<Block, PlayersError> {
        self.play_with(std::slice::from_ref(deal), model, guests, observer)
    }

    fn play_with<M: Model + 'static>(
        &self,
        deals: &[Deal],
        model: M,
        guests: Guests<'_, M>,
        observer: &(impl Observer + Clone + 'static),
    ) -> Result<Block, PlayersError> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut crew = idle.map_or_else(|| Crew::start(&self.entrants, &self.terms), Ok)?;
        let played = crew.play(&self.entrants, &self.terms, deals, model, guests, observer)?;
        // Where something went wrong, its processes end.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(crew);
        Ok(played)
    }
}

/// The names of policies, no two alike; of programs, which have not said theirs, their commands.
#[must_use]
pub fn names_of(entrants: &[Entrant]) -> Vec<String> {
    unique(entrants.iter().map(Entrant::to_string))
}

/// Names with a number behind those that are there already.
#[must_use]
pub fn unique(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut unique: Vec<String> = Vec::new();
    for name in names {
        let taken = |name: &str| unique.iter().any(|other| other == name);
        let numbered = (2..).map(|number| format!("{name} ({number})"));
        let free = std::iter::once(name.clone()).chain(numbered).find(|name| !taken(name));
        unique.push(free.unwrap_or(name));
    }
    unique
}

/// Why games can't be played.
#[derive(Debug)]
pub enum PlayersError {
    /// A program can't be started, or does not greet as it should.
    Start {
        /// The program.
        program: String,
        /// What is wrong.
        why: String,
    },
    /// A program did something wrong, and the terms say to stop.
    Fault {
        /// The program.
        program: String,
        /// What it did.
        fault: Fault,
    },
    /// The machine gives no memory, or no pipes.
    Machine(std::io::Error),
}

impl fmt::Display for PlayersError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayersError::Start { program, why } => write!(f, "{program} {why}"),
            PlayersError::Fault { program, fault } => write!(f, "{program}: {fault}"),
            PlayersError::Machine(error) => write!(f, "cannot play with programs: {error}"),
        }
    }
}

impl std::error::Error for PlayersError {}

impl From<std::io::Error> for PlayersError {
    fn from(error: std::io::Error) -> Self {
        PlayersError::Machine(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TableModel;
    use crate::game::Rule;
    use crate::players::LeagueTable;
    use crate::simulation::{NamedPolicy, Seed, Tables};

    #[test]
    fn guests_decide_in_their_seats() {
        let terms = Terms {
            move_time: Duration::from_secs(1),
            memory: None,
            on_fault: OnFault::Stop,
            errors: None,
            attendant: Vec::new(),
        };
        let [rule, concealed] = [NamedPolicy::Rule, NamedPolicy::Concealed].map(Entrant::from);
        let players = Players::new(vec![rule.clone(), concealed.clone()], terms.clone()).unwrap();
        let hosts = Players::new(vec![concealed.clone(), concealed], terms).unwrap();
        let table = &LeagueTable::all(2, Tables::Pairs)[0];
        for number in 0..50 {
            let wall = Seed(1).wall(number);
            for place in 0..table.seatings.len() as u64 {
                let deal = table.deal(Seed(1), (number, &wall), place);
                let guests = deal.seats.map(|player| (player == 0).then(|| Box::new(Rule) as Box<dyn Policy<_>>));
                let hosted = hosts.play_with_guests(&deal, TableModel, guests, &()).unwrap();
                let played = players.play(std::slice::from_ref(&deal), TableModel).unwrap();
                assert_eq!(hosted.games, played.games, "wall {number}, {:?}", deal.seats);
            }
        }
    }

    #[test]
    fn names_are_told_apart() {
        let names = ["a", "b", "a", "a (2)", "a"].map(str::to_owned);
        assert_eq!(unique(names.into_iter()), ["a", "b", "a (2)", "a (2) (2)", "a (3)"]);
    }
}
