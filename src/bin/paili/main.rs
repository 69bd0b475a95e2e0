//! The program `paili`: one file a subcommand.

mod failure;
mod model;
mod play;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Mahjong by table look-up: play the THUPC 2021 "Mahjong simulator" exactly.
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
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Play(args) => play::run(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
