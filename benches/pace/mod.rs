//! How long a bench takes its time: all of them together a few minutes.

use std::time::Duration;

use criterion::Criterion;

pub fn steady() -> Criterion {
    Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_millis(1500))
        .sample_size(40)
}
