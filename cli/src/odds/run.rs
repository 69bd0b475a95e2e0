//! Playing a hand: alone, and at a table.

use paili::analysis::Question;
use paili::answers::OddsAnswer;
use paili::simulation::{Alone, AloneResult, NamedPolicy, Proportion, Seed, Table, TableResult};
use rayon::ThreadPool;

use crate::failure::Failure;
use crate::interrupt::interrupted;
use crate::numbers::grouped;
use crate::progress::Progress;

/// Who plays hands, how and how often.
pub struct Player {
    pub seed: Seed,
    /// So many times alone, and at a table; 0 for not at all.
    pub alone: u64,
    pub table: u64,
    pub policy: NamedPolicy,
    pub pool: ThreadPool,
}

/// Runs between two looks at whether to stop: so many are not played in vain.
const AT_A_TIME: u64 = 200_000;

impl Player {
    /// Plays a hand and adds what happened to its answer. When interrupted, what was played is there all the same.
    pub fn play(&self, question: &Question, answer: &mut OddsAnswer) -> Result<(), Failure> {
        if answer.ways.is_empty() {
            // It has won.
            return Ok(());
        }
        if self.alone > 0 {
            let failed = |error| Failure::BadInput(format!("--simulate: {error}"));
            let alone = Alone::new(&answer.graph, answer.draws, answer.law).map_err(failed)?;
            let mut sum: Vec<AloneResult> = Vec::new();
            let played = in_blocks(self.alone, |runs| {
                let more = self.pool.install(|| alone.play(self.seed, runs));
                if sum.is_empty() {
                    sum = more;
                } else {
                    sum.iter_mut().zip(more).for_each(|(sum, more)| {
                        sum.win = together(sum.win, more.win);
                        sum.ready = together(sum.ready, more.ready);
                    });
                }
            });
            drop(alone);
            answer.add_simulated(&sum);
            played?;
        }
        if self.table > 0 {
            let failed = |error| Failure::BadInput(format!("--table: {error}"));
            let table = Table::new(answer.graph.hand(), question.melds(), question.visible()).map_err(failed)?;
            let mut sum: Vec<(Option<paili::Tile>, TableResult)> = Vec::new();
            let played = in_blocks(self.table, |games| {
                let more = self.pool.install(|| table.play(self.seed, games, self.policy));
                if sum.is_empty() {
                    sum = more;
                } else {
                    sum.iter_mut().zip(more).for_each(|(sum, more)| sum.1 += more.1);
                }
            });
            answer.add_table(&sum);
            played?;
        }
        Ok(())
    }
}

/// Plays so many runs, some at a time, until somebody interrupts.
fn in_blocks(all: u64, mut play: impl FnMut(std::ops::Range<u64>)) -> Result<(), Failure> {
    let progress = Progress::of("runs", 0, all);
    let mut played = 0;
    while played < all && !(interrupted() && played > 0) {
        let end = all.min(played + AT_A_TIME);
        play(played..end);
        played = end;
        progress.advance(played, 0);
    }
    progress.finish();
    if played < all {
        let [played, all] = [played, all].map(grouped);
        return Err(Failure::Broken(format!("interrupted after {played} of {all} runs")));
    }
    Ok(())
}

fn together(one: Proportion, other: Proportion) -> Proportion {
    Proportion { hits: one.hits + other.hits, of: one.of + other.of }
}
