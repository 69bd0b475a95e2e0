//! A league and how it stands, and the same for programs.

use std::time::Duration;

use paili_arena::{Entrant, LeagueAnswer, Standing, Thinking};
use serde::Serialize;

use super::args::Args;
use crate::output::json_line;
use paili::answers::page::speed;

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

    /// The league as JSON on a line.
    pub fn json(&self) -> String {
        let Report { args, league, thinking, .. } = self;
        let answers = thinking.iter();
        let answers = answers.map(|took| Answers { answers: took.answers, seconds_per_answer: took.mean() });
        json_line(&Object {
            league,
            entrants: args.entrants.iter().map(Entrant::to_string).collect(),
            walls_asked: args.walls,
            seed: args.running.seed(),
            model: args.running.model.name(),
            answers: answers.collect(),
            seconds: self.took.as_secs_f64(),
            games_per_second: speed(self.played_now, self.took),
        })
    }
}

/// The league's keys, then the run's. Keys that differ from run to run come last.
#[derive(Serialize)]
struct Object<'a> {
    #[serde(flatten)]
    league: &'a LeagueAnswer<'a>,
    entrants: Vec<String>,
    walls_asked: u64,
    seed: u64,
    model: &'static str,
    answers: Vec<Answers>,
    seconds: f64,
    games_per_second: f64,
}

/// How long a player took to answer, if it is a program.
#[derive(Serialize)]
struct Answers {
    answers: u64,
    seconds_per_answer: Option<f64>,
}
