//! What becomes of a run that somebody asks to stop.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use crate::failure::{Failure, say};
use crate::file::remove_unfinished;

/// When somebody asked the program to stop.
static INTERRUPTED: OnceLock<Instant> = OnceLock::new();

/// Whoever asks twice within this time asks once: `timeout` tells a program, and then its whole group of processes.
const AT_ONCE: Duration = Duration::from_millis(300);

/// Whether somebody asked the program to stop.
pub fn interrupted() -> bool {
    INTERRUPTED.get().is_some()
}

/// From now on Ctrl-C, and being told to terminate or to hang up, finish what is in flight, for example games. A second time
/// ends the program at once. What was ignored when the program began, as by nohup, stays ignored.
pub fn finish_when_interrupted(what: &'static str) -> Result<(), Failure> {
    let interrupt = move || {
        if INTERRUPTED.set(Instant::now()).is_ok() {
            say(&format!("\ninterrupted: finishing the {what} in flight"));
        } else if INTERRUPTED.get().is_some_and(|first| first.elapsed() > AT_ONCE) {
            remove_unfinished();
            std::process::exit(130);
        }
    };
    watch(interrupt).map_err(|error| Failure::Broken(format!("cannot watch for interrupts: {error}")))
}

#[cfg(unix)]
fn watch(interrupt: impl Fn() + Send + 'static) -> std::io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let ignored = ignored();
    let heard = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| ignored & (1 << (signal - 1)) == 0);
    let mut signals = signal_hook::iterator::Signals::new(heard)?;
    std::thread::Builder::new().spawn(move || signals.forever().for_each(|_| interrupt()))?;
    Ok(())
}

/// The signals that are ignored, a bit each, where Linux says so.
#[cfg(unix)]
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

#[cfg(not(unix))]
fn watch(interrupt: impl Fn() + Send + 'static) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(interrupt)
}

/// Makes a file that grows past a limit (`ulimit -f`) a write that fails, instead of the program's sudden end.
pub fn fail_on_large_files() {
    // Whoever hears the signal does not die of it. If it can't be heard, the program ends as others do.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
}
