//! `paili completions` and `paili man`: help outside the program.

use clap::Command;
use clap_complete::Shell;

use crate::failure::Failure;
use crate::output::print;

/// Print a shell's completions of paili
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  paili completions bash > ~/.local/share/bash-completion/completions/paili
  paili completions fish > ~/.config/fish/completions/paili.fish")]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL", value_enum)]
    shell: Shell,
}

/// Print paili's manual page, or a subcommand's
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  paili man | man -l -
  paili man hand > paili-hand.1")]
pub struct ManArgs {
    /// The subcommand; without it, the page of paili itself
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
}

/// Prints completions.
pub fn completions(args: &CompletionsArgs, mut program: Command) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "paili", &mut script);
    print(&script)
}

/// Prints a manual page.
pub fn man(args: &ManArgs, mut program: Command) -> Result<(), Failure> {
    program.build();
    let command = match &args.command {
        None => program,
        Some(name) => {
            let commands = || program.get_subcommands().filter(|command| command.get_name() != "help");
            let found = commands().find(|command| command.get_name() == name);
            let unknown = || {
                let known: Vec<&str> = commands().map(Command::get_name).collect();
                Failure::BadInput(format!("there is no subcommand {name:?}: expected one of {}", known.join(", ")))
            };
            let found = found.cloned().ok_or_else(unknown)?;
            let title = format!("paili-{name}");
            found.name(title).version(env!("CARGO_PKG_VERSION"))
        }
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page).map_err(|error| Failure::of_output(&error))?;
    print(&page)
}
