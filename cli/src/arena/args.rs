//! What can be asked of the subcommand.

use std::path::PathBuf;

use paili_arena::{Entrant, Tables};

use crate::arguments::named;
use crate::job_options::{JobOptions, parse_count};
use crate::players::ProgramArguments;
use crate::until::UntilArguments;

/// Play a league: every player against every other, with ratings
///
/// Every two players play every wall six times, two of each at the table in all six ways to seat them; or with --tables fours
/// every four in all 24. So all hold the same tiles and sit everywhere. Reports win rates; ratings in Elo (Bradley and
/// Terry) with 95 % confidence intervals from how much the walls differ; how likely each player is better than the next; and a
/// matrix of who beats whom.
///
/// Players are the policies of paili simulate, or programs: exec: and a command, such as exec:./bot or "exec:python3 bot.py".
/// docs/protocol.md says how a program plays. A game that a program forfeits counts as won by the others. The same seed and
/// the same players give the same games and the same table, whatever the threads.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  paili arena rule acceptance concealed random
  paili arena exec:./bot \"exec:./bot --fast\" rule --walls 10_000 --plot league.svg
  paili arena rule acceptance odds --until decided --differences 0,0.5 --checkpoint league.paili")]
pub struct Args {
    /// The players: rule, acceptance, odds, race, concealed, random, exec: and a command, or solved: and a file of bounds (paili solve);
    /// from two to sixteen
    #[arg(value_name = "PLAYER", required = true, num_args = 2..=MOST_PLAYERS)]
    pub entrants: Vec<Entrant>,

    /// How many walls
    #[arg(long, value_name = "N", default_value = "1_000", value_parser = |text: &str| parse_count(text, "wall"))]
    pub walls: u64,

    /// Who sits at a table: pairs of players, each in two seats, or fours
    #[arg(long, value_name = "WHO", default_value_t, value_parser = named::<Tables>(Tables::ALL.map(Tables::name)))]
    pub tables: Tables,

    #[command(flatten)]
    pub running: JobOptions,

    /// Draw the ratings and who beats whom, as the extension says: .svg or .png
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,

    /// Write the transcripts, each behind a line that names the game, the wall and who sits where
    #[arg(long, value_name = "FILE")]
    pub transcripts: Option<PathBuf>,

    /// Save the standing every few seconds; the same command goes on from it. Not with transcripts, which would lack the games
    /// played before
    #[arg(long, value_name = "FILE", conflicts_with = "transcripts")]
    pub checkpoint: Option<PathBuf>,

    #[command(flatten)]
    pub until: UntilArguments,

    #[command(flatten)]
    pub programs: ProgramArguments,
}

/// More do not fit a page.
const MOST_PLAYERS: usize = 16;

impl Args {
    /// What the run is of, in words. A checkpoint goes on only with the same.
    pub fn describe(&self) -> String {
        let entrants: Vec<String> = self.entrants.iter().map(Entrant::to_string).collect();
        let (seed, model) = (self.running.describe_seed(&self.entrants), self.running.model);
        let terms = self.programs.describe(&self.entrants);
        let (walls, tables, until) = (self.walls, self.tables.name(), self.until.describe());
        format!(
            "{} --walls {walls} --tables {tables} {seed} --model {}{until}{terms}",
            entrants.join(" "),
            model.name()
        )
    }
}
