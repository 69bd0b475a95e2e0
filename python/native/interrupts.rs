//! Whether somebody wants a game with programs to end. The library calls a function without arguments on the
//! thread that plays; what that function asks is set here, for each thread.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use paili_arena::PlayersError;
use pyo3::prelude::*;

use crate::threads::check_interrupted;

thread_local! {
    static ASKED: RefCell<Option<Asked>> = const { RefCell::new(None) };
}

/// Who knows whether somebody wants the games of this thread to end.
enum Asked {
    /// Whoever started the thread's work.
    Starter(Arc<AtomicBool>),
    /// Python, and what it raised.
    Python(Option<PyErr>),
}

/// Whether somebody wants the games of this thread to end.
pub fn interrupted() -> bool {
    ASKED.with_borrow_mut(|asked| match asked {
        None => false,
        Some(Asked::Starter(stop)) => stop.load(Ordering::Relaxed),
        Some(Asked::Python(raised)) => {
            if raised.is_none() {
                *raised = check_interrupted().err();
            }
            raised.is_some()
        }
    })
}

/// Plays games on this thread until they are over or told to stop.
pub fn stopped_by<T>(
    stop: &Arc<AtomicBool>,
    play: impl FnOnce() -> Result<T, PlayersError>,
) -> Result<T, PlayersError> {
    if stop.load(Ordering::Relaxed) {
        return Err(PlayersError::Interrupted);
    }
    asking(Asked::Starter(Arc::clone(stop)), play).0
}

/// Plays games on the thread that Python called; Python is asked whether to go on. Also gives what it raised.
pub fn asking_python<T>(play: impl FnOnce() -> T) -> (T, Option<PyErr>) {
    let (played, asked) = asking(Asked::Python(None), play);
    match asked {
        Some(Asked::Python(raised)) => (played, raised),
        _ => (played, None),
    }
}

fn asking<T>(asked: Asked, play: impl FnOnce() -> T) -> (T, Option<Asked>) {
    ASKED.set(Some(asked));
    let played = play();
    (played, ASKED.take())
}
