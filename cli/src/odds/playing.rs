//! Playing a hand: alone, and at a table.

use std::ops::{AddAssign, Range};

use paili::Forms;
use paili::answers::OddsAnswer;
use paili::answers::page::grouped;
use paili::rules::{ChowClaims, RuleSet};
use paili::simulation::{Alone, NamedPolicy, Seed, Table};
use rayon::ThreadPool;

use super::Args;
use crate::failure::{Failure, say};
use crate::interrupt::interrupted;
use crate::job_options::pool;
use crate::progress::Progress;

/// Who plays hands, how and how often.
pub struct Playing {
    pub seed: Seed,
    /// How often alone, and how often at a table, if at all.
    pub alone: Option<u64>,
    pub table: Option<u64>,
    pub policy: NamedPolicy,
    pub threads: Option<u16>,
}

/// Runs between two looks at whether to stop.
const AT_A_TIME: u64 = 20_000;

impl Playing {
    /// How hands of a rule set are played, as the arguments say.
    pub fn new(args: &Args, rules: &RuleSet) -> Result<Playing, Failure> {
        let is_usual = rules.embedded().is_some() && rules.chow_claims() == ChowClaims::FromLeft;
        if args.table.is_some() && !is_usual {
            let reason = "--table: not with other rule sets, wildcards or aims: the table's game is THUPC's (--simulate plays \
                          alone)";
            return Err(Failure::BadInput(reason.to_owned()));
        }
        if args.table.is_some() && rules.forms() != Forms::default() {
            say("paili: --table: its game is won by the standard form alone");
        }
        let Args { simulate: alone, table, policy, threads, .. } = *args;
        Ok(Playing { seed: Seed(args.seed), alone, table, policy, threads })
    }

    /// Plays a hand that has not won and adds what happened to its answer. When interrupted, what was played is there all
    /// the same.
    pub fn play(&self, answer: &mut OddsAnswer) -> Result<(), Failure> {
        if answer.ways.is_empty() || (self.alone, self.table) == (None, None) {
            return Ok(());
        }
        let pool = pool(self.threads)?;
        self.alone.map_or(Ok(()), |runs| self.play_alone(&pool, runs, answer))?;
        self.table.map_or(Ok(()), |games| self.play_at_table(&pool, games, answer))
    }

    fn play_alone(&self, pool: &ThreadPool, runs: u64, answer: &mut OddsAnswer) -> Result<(), Failure> {
        let play = |alone: &Alone| in_blocks(runs, |runs| pool.install(|| alone.play(self.seed, runs)));
        let played = answer.play_alone(play);
        let (results, end) = played.map_err(|error| Failure::BadInput(format!("--simulate: {error}")))?;
        answer.add_simulated(&results);
        end
    }

    fn play_at_table(&self, pool: &ThreadPool, games: u64, answer: &mut OddsAnswer) -> Result<(), Failure> {
        let question = answer.question();
        let table = Table::new(&answer.hand, question.melds(), question.visible());
        let table = table.map_err(|error| Failure::BadInput(format!("--table: {error}")))?;
        let (results, end) = in_blocks(games, |games| pool.install(|| table.play(self.seed, games, self.policy)));
        answer.add_table(&results);
        end
    }
}

/// Plays runs, some at a time, until somebody interrupts: a result for each first discard, and whether all were
/// played.
fn in_blocks<R: AddAssign>(all: u64, play: impl Fn(Range<u64>) -> Vec<R>) -> (Vec<R>, Result<(), Failure>) {
    let progress = Progress::of("runs", 0, all);
    let mut played = all.min(AT_A_TIME);
    let mut sum = play(0..played);
    while played < all && !interrupted() {
        progress.advance(played, 0);
        let end = all.min(played + AT_A_TIME);
        sum.iter_mut().zip(play(played..end)).for_each(|(sum, more)| *sum += more);
        played = end;
    }
    progress.finish();
    let end = if played < all {
        let [played, all] = [played, all].map(grouped);
        Err(Failure::Broken(format!("interrupted after {played} of {all} runs")))
    } else {
        Ok(())
    };
    (sum, end)
}
