//! Runs the program again and again while something goes wrong, and holds what becomes of it against undisturbed runs:
//!
//! cargo test -p paili-cli --test faults -- [--long | --seconds N] [--seed S]
//!
//! A round of ten seconds by default, an hour with `--long`. Whatever happens, there is no panic and no wrong answer; a file
//! is whole or not there; a checkpointed run ends with the tally that it would have had. A failure tells its seed.

#[cfg(target_os = "linux")]
#[path = "faults/linux.rs"]
mod linux;

fn main() -> std::process::ExitCode {
    #[cfg(target_os = "linux")]
    return linux::main();
    #[cfg(not(target_os = "linux"))]
    {
        eprintln!("LEFT OUT: faults are made as Linux makes them");
        std::process::ExitCode::SUCCESS
    }
}
