//! The program `paili`: one file a subcommand.

mod alone;
mod arena;
mod arguments;
mod audit;
mod batch;
mod checkpoint;
mod compare;
mod exact;
mod failure;
mod file;
mod hand;
mod interrupt;
mod job;
mod job_options;
#[cfg(test)]
#[path = "../../tests/length.rs"]
mod length;
mod lines;
mod odds;
mod output;
mod play;
mod players;
mod plot;
mod problem;
mod progress;
mod rows;
mod rules;
mod shell;
mod simulate;
mod solve;
mod stream;
mod until;
mod waits;

use std::process::ExitCode;

use clap::error::ContextKind;
use clap::{CommandFactory, Parser, Subcommand};

use crate::failure::Failure;
use crate::interrupt::fail_on_large_files;
use crate::output::{check_open, print_styled};

/// Mahjong by table look-up: analyse hands, and play the THUPC 2021 "Mahjong simulator" exactly
///
/// Results go to standard output, messages to standard error. The exit status is 0 on success, 2 on bad input or
/// arguments and 1 on anything else.
#[derive(Parser)]
#[command(name = "paili", version, arg_required_else_help = true, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Play(play::Args),
    Hand(hand::Args),
    Odds(odds::Args),
    Batch(batch::Args),
    Waits(waits::Args),
    Simulate(simulate::Args),
    Compare(compare::Args),
    Arena(arena::Args),
    Audit(audit::Args),
    Exact(exact::Args),
    Solve(solve::Args),
    Alone(alone::Args),
    Completions(shell::CompletionsArgs),
    Man(shell::ManArgs),
}

fn main() -> ExitCode {
    fail_on_large_files();
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn run() -> Result<(), Failure> {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        // Help was asked for.
        Err(help) if !help.use_stderr() => return check_open().and_then(|()| print_styled(&help.render())),
        Err(mut error) => {
            // Nobody who writes an option means a value.
            error.remove(ContextKind::Suggested);
            error.exit()
        }
    };
    check_open()?;
    match cli.command {
        Command::Play(args) => play::run(&args),
        Command::Hand(args) => hand::run(&args),
        Command::Odds(args) => odds::run(&args),
        Command::Batch(args) => batch::run(&args),
        Command::Waits(args) => waits::run(&args),
        Command::Simulate(args) => simulate::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Arena(args) => arena::run(&args),
        Command::Audit(args) => audit::run(&args),
        Command::Exact(args) => exact::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Alone(args) => alone::run(&args),
        Command::Completions(args) => shell::completions(&args, Cli::command()),
        Command::Man(args) => shell::man(&args, Cli::command()),
    }
}
