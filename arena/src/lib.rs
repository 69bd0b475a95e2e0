//! Programs in seats, and leagues: anything that reads and writes lines of text can play.
//!
//! An [`Entrant`] is a policy with a name or a program. [`Players`] seats them: it starts the programs, once for each
//! thread that plays, tells each what its seats may see and asks it for decisions, by the lines that docs/protocol.md
//! describes. A game [waits](paili::game::Game) for an answer while others go on, so that a program is asked about many games
//! at once. What comes back of a game are its players' [actions](Played::actions), by which it can be
//! [played again](Played::play_again) for any observer.
//!
//! Programs are not trusted. A wrong answer, none in time, rubbish or a crash is a [`Fault`]: it forfeits the game or lets the
//! rule answer, as the [`Terms`] say, and never harms another game. A program that died is started again and told anew what
//! its other games had come to. Programs run in a [`Sandbox`], bubblewrap where it is there, and end with the run, however that ends.
//!
//! A [`LeagueRun`] plays everybody against everybody on the same walls, a [`Standing`] counts what comes of it, and [`Ratings`] tell how
//! good everybody is.

mod answer;
mod dialogue;
mod entrant;
mod entrants;
mod fault;
mod host;
mod league;
mod numbers;
mod open_tables;
mod played;
mod process;
mod programs;
mod question;
mod ratings;
mod run_once;
mod sandbox;
mod seated;
mod standing;
mod system;
mod tables;
mod telling;
mod terms;

pub use answer::LeagueAnswer;
pub use entrant::{Entrant, EntrantError, Program, SolvedEntrant};
pub use entrants::{Players, names_of};
pub use fault::{Fault, FaultKind, OnFault};
pub use league::{League, Tables};
pub use numbers::fingerprint;
pub use open_tables::OpenTables;
pub use played::Played;
pub use process::StartError;
pub use programs::{Deal, Guest, PlayedGames};
pub use ratings::Ratings;
pub use run_once::{Expected, RunFault, RunFaultKind, Runs};
pub use sandbox::Sandbox;
pub use seated::{Due, Seated};
pub use standing::{PlayerCounts, Standing};
pub use tables::{LeagueGame, LeagueRun, LeagueTable, TableGames, Transcripts};
pub use terms::{ErrorsFile, PlayersError, Terms, Thinking};

/// The version of the protocol that programs are spoken to in.
pub(crate) const PROTOCOL: u32 = 1;
