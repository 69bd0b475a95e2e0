//! Telling Python how many hands of a call are done.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use pyo3::prelude::*;

use crate::threads::check_interrupted;

/// How many hands are done, and who is told.
#[derive(Debug, Default)]
pub struct Progress {
    done: Arc<AtomicUsize>,
    /// What was told last.
    told: AtomicUsize,
    /// Nobody, if nobody asked.
    tell: Option<Py<PyAny>>,
}

/// How often it is told.
const OFTEN: Duration = Duration::from_millis(200);

impl Progress {
    /// What threads add to when they have done some hands. It may outlive the call.
    pub fn done(&self) -> Arc<AtomicUsize> {
        Arc::clone(&self.done)
    }

    /// These are done, too.
    pub fn add(&self, hands: usize) {
        self.done.fetch_add(hands, Ordering::Relaxed);
    }

    /// What the calling thread does now and then: asks Python whether it was interrupted, and tells how far it is.
    pub fn check(&self) -> impl FnMut() -> PyResult<()> + Send {
        let mut last = Instant::now();
        move || {
            check_interrupted()?;
            if self.tell.is_some() && last.elapsed() >= OFTEN {
                Python::attach(|py| self.tell(py))?;
                last = Instant::now();
            }
            Ok(())
        }
    }

    /// Tells how many are done, if they have become more.
    fn tell(&self, py: Python<'_>) -> PyResult<()> {
        let Some(tell) = &self.tell else { return Ok(()) };
        let done = self.done.load(Ordering::Relaxed);
        if done > self.told.swap(done, Ordering::Relaxed) {
            tell.call1(py, (done,))?;
        }
        Ok(())
    }
}

/// Works on hands, and tells the argument `progress` how many are done; shows a bar if it is `True`.
pub fn watched(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    hands: usize,
    work: impl FnOnce(&Progress) -> PyResult<()>,
) -> PyResult<()> {
    let Some(progress) = progress else { return work(&Progress::default()) };
    let watching = py.import("paili.arguments.progress")?.call_method1("watching", (progress, hands, "hands"))?;
    let tell = watching.call_method0("__enter__")?;
    let progress = Progress { tell: (!tell.is_none()).then(|| tell.unbind()), ..Progress::default() };
    // Whatever becomes of the work, the bar is closed.
    match work(&progress).and_then(|()| progress.tell(py)) {
        Ok(()) => watching.call_method1("__exit__", (py.None(), py.None(), py.None()))?,
        Err(error) => {
            watching.call_method1("__exit__", (error.get_type(py), error.value(py), error.traceback(py)))?;
            return Err(error);
        }
    };
    Ok(())
}
