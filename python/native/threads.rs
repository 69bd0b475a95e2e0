//! Pools of threads.

use std::mem;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::arguments::whole;

/// The pools in use, by their number of threads; 0 is one a processor. Rayon's own pool is not used: after a fork its
/// threads are gone in the child, and work that is given to it would never end.
static POOLS: Mutex<Vec<(usize, Arc<ThreadPool>)>> = Mutex::new(Vec::new());

/// How many pools are kept. Programs rarely use more, and idle threads cost little.
const KEPT: usize = 4;

/// More than any machine has processors.
const MOST: usize = 4096;

/// Reads the argument `threads`: how many, or none for one a processor.
pub fn read_threads(threads: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
    let Some(threads) = threads else { return Ok(0) };
    whole("threads", threads, 1..=MOST, format!("1 to {MOST}, or None for all"))
}

/// A pool of this number of threads; 0 is one a processor.
pub fn pool(threads: usize) -> PyResult<Arc<ThreadPool>> {
    let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, pool)) = pools.iter().find(|(size, _)| *size == threads) {
        return Ok(pool.clone());
    }
    let pool = ThreadPoolBuilder::new().num_threads(threads).thread_name(|_| "paili".to_owned()).build();
    let pool = pool.map_err(|error| PyRuntimeError::new_err(format!("cannot start {threads} threads: {error}")))?;
    let pool = Arc::new(pool);
    if pools.len() == KEPT {
        pools.remove(0);
    }
    pools.push((threads, pool.clone()));
    Ok(pool)
}

/// How often Python is asked whether to go on.
pub const WAIT: Duration = Duration::from_millis(50);

/// Works on a pool while other threads of Python run. Now and then `check` asks Python whether to go on. When it fails, the
/// work is told to stop, and what it gives then is lost.
pub fn interruptible<T: Send>(
    py: Python<'_>,
    pool: &ThreadPool,
    check: impl FnMut() -> PyResult<()> + Send,
    work: impl FnOnce(&Arc<AtomicBool>) -> T + Send,
) -> PyResult<T> {
    let stop = &Arc::new(AtomicBool::new(false));
    let (sender, receiver) = mpsc::channel();
    py.detach(move || {
        pool.in_place_scope(move |scope| {
            scope.spawn(move |_| drop(sender.send(work(stop))));
            wait_for(&receiver, check).inspect_err(|_| stop.store(true, Ordering::Relaxed))
        })
    })
}

/// Works on a pool while other threads of Python run. Now and then `check` asks Python whether to go on. When it fails, the
/// work is told to stop, but nobody waits for it: it may take a while to its next stop, on its own data.
pub fn abandonable<T: Send + 'static>(
    py: Python<'_>,
    pool: &ThreadPool,
    check: impl FnMut() -> PyResult<()> + Send,
    work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
) -> PyResult<T> {
    let stop = Arc::new(AtomicBool::new(false));
    let (sender, receiver) = mpsc::channel();
    let told = Arc::clone(&stop);
    pool.spawn(move || {
        // A panic here would end the process. The sender is dropped by it, which is told below.
        let found = panic::catch_unwind(AssertUnwindSafe(|| work(&told)));
        drop(found.map(|found| sender.send(found)));
    });
    py.detach(move || wait_for(&receiver, check).inspect_err(|_| stop.store(true, Ordering::Relaxed)))
}

/// Waits for what is found, and asks Python now and then whether to go on.
fn wait_for<T>(found: &Receiver<T>, mut check: impl FnMut() -> PyResult<()>) -> PyResult<T> {
    loop {
        match found.recv_timeout(WAIT) {
            Ok(found) => return Ok(found),
            // The work has panicked.
            Err(RecvTimeoutError::Disconnected) => return Err(PyRuntimeError::new_err("the work has failed")),
            Err(RecvTimeoutError::Timeout) => check()?,
        }
    }
}

/// Asks Python whether it was interrupted.
pub fn check_interrupted() -> PyResult<()> {
    #[allow(clippy::redundant_closure_for_method_calls, reason = "the method is not general enough")]
    Python::attach(|py| py.check_signals())
}

/// Forgets the pools of the parent process. Python calls it after a fork, in the child.
#[pyfunction]
pub fn after_fork() {
    // Pools are looked up under the interpreter's lock. The thread that forked had it, so no other held this lock.
    let pools = match POOLS.try_lock() {
        Ok(mut pools) => mem::take(&mut *pools),
        Err(_) => return,
    };
    // Their threads don't exist here, and dropping a pool would wait for them.
    mem::forget(pools);
}
