//! Long runs cut into rounds, between which Python may interrupt them and is told how far they are.

use std::ops::Range;
use std::time::{Duration, Instant};

use pyo3::prelude::*;

/// Games or matches of the first round: few enough to take no time with any statistics and on one thread.
pub const FEW: u64 = 64;

/// Does a range round by round, the first round being of `length`. Between rounds of a fifth of a second, Python can be
/// interrupted and `progress`, if there is one, is told how much of the range is done.
pub fn in_rounds(
    py: Python<'_>,
    range: Range<u64>,
    mut length: u64,
    progress: Option<&Bound<'_, PyAny>>,
    mut work: impl FnMut(Range<u64>) -> PyResult<()>,
) -> PyResult<()> {
    let mut left = range.clone();
    while !left.is_empty() {
        let round = left.start..left.end.min(left.start.saturating_add(length));
        let begun = Instant::now();
        work(round.clone())?;
        left.start = round.end;
        length = next_length(length, begun.elapsed());
        py.check_signals()?;
        if let Some(progress) = progress {
            progress.call1((left.start - range.start,))?;
        }
    }
    Ok(())
}

/// How long a round is meant to take: short enough to be interrupted, long enough to keep all threads busy.
const ROUND: Duration = Duration::from_millis(200);

fn next_length(length: u64, took: Duration) -> u64 {
    if took < ROUND / 2 {
        length.saturating_mul(2)
    } else if took > ROUND * 2 {
        (length / 2).max(1)
    } else {
        length
    }
}
