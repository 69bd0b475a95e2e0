//! The threads that work while Python waits.

use std::mem;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::numbers::whole;

/// Pools that were asked for, by their number of threads; 0 is one a processor. Rayon's own is not used: in a child
/// that a process forks its threads are gone, and whoever asked it for work would wait for ever.
static POOLS: Mutex<Vec<(usize, Arc<ThreadPool>)>> = Mutex::new(Vec::new());

/// Pools that are kept. Nobody needs more at a time, and threads that wait cost little.
const KEPT: usize = 4;

/// More than any machine has processors.
const MOST: usize = 4096;

/// Reads the argument `threads`: how many, or none for one a processor.
pub fn read_threads(threads: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
    let Some(threads) = threads else { return Ok(0) };
    whole("threads", threads, 1..=MOST, format!("1 to {MOST}, or None for all"))
}

/// A pool of so many threads; 0 is one a processor.
pub fn pool(threads: usize) -> PyResult<Arc<ThreadPool>> {
    let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, pool)) = pools.iter().find(|(size, _)| *size == threads) {
        return Ok(pool.clone());
    }
    let pool = ThreadPoolBuilder::new().num_threads(threads).thread_name(|_| "paili".to_owned()).build();
    let pool = pool.map_err(|error| {
        pyo3::exceptions::PyRuntimeError::new_err(format!("cannot start {threads} threads: {error}"))
    })?;
    let pool = Arc::new(pool);
    if pools.len() == KEPT {
        pools.remove(0);
    }
    pools.push((threads, pool.clone()));
    Ok(pool)
}

/// Forgets the pools of the process that this one was forked from. The package sees to it that Python calls it.
#[pyfunction]
pub fn after_fork() {
    // The lock was held by nobody who was in Python, as the thread that forked was; others are gone, whatever they
    // held.
    let pools = match POOLS.try_lock() {
        Ok(mut pools) => mem::take(&mut *pools),
        Err(_) => return,
    };
    // Their threads don't exist here, so nothing can end them.
    mem::forget(pools);
}
