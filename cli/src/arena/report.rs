//! A league and how it stands, and the same for programs.

use std::time::Duration;

use paili::answers::page::speed;
use paili::serialize;
use paili_arena::{Entrant, LeagueAnswer, Standing, Thinking};

use super::args::Args;

/// A league and how it stands.
pub struct Report<'a> {
    pub args: &'a Args,
    pub league: LeagueAnswer<'a>,
    pub thinking: &'a [Thinking],
    /// Games of this run that no earlier one saved.
    pub played_now: u64,
    pub took: Duration,
}

impl<'a> Report<'a> {
    /// The report of a run before it is known how long it took.
    pub fn new(args: &'a Args, names: &'a [String], standing: &'a Standing, thinking: &'a [Thinking]) -> Report<'a> {
        let league = LeagueAnswer::new(names, standing, args.until.test());
        Report { args, league, thinking, played_now: 0, took: Duration::ZERO }
    }
}

// The league's keys, then the run's. Keys that differ from run to run come last.
serialize! { Report<'_>, |it|
    league .. it.league,
    entrants: it.args.entrants.iter().map(Entrant::to_string).collect::<Vec<_>>(),
    walls_asked: it.args.walls,
    seed: it.args.running.seed(),
    model: it.args.running.model.name(),
    answers: it.thinking.iter().map(Answers).collect::<Vec<_>>(),
    seconds: it.took.as_secs_f64(),
    games_per_second: speed(it.played_now, it.took),
}

/// How long a player took to answer, if it is a program.
struct Answers<'a>(&'a Thinking);

serialize! { Answers<'_>, |it|
    answers: it.0.answers,
    seconds_per_answer: it.0.mean(),
}
