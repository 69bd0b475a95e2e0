//! The bar of a run, on a terminal.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use super::input::Sources;
use crate::rates::grouped;

/// Counts hands if it is known how many there are, else the bytes of the files, else what there was.
pub struct Progress {
    bar: ProgressBar,
    unit: Unit,
    rows: Arc<AtomicU64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unit {
    Hands,
    Bytes,
}

impl Progress {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a speed is a positive number of hands")]
    pub fn new(sources: &Sources) -> Self {
        let (bar, unit, template) = match (sources, sources.bytes()) {
            (Sources::Random { hands, .. }, _) => (
                ProgressBar::new(*hands),
                Unit::Hands,
                "{bar:40} {human_pos} of {human_len} hands, {speed} a second, {eta} left",
            ),
            (Sources::Inputs(_), Some(bytes)) => (
                ProgressBar::new(bytes),
                Unit::Bytes,
                "{bar:40} {bytes} of {total_bytes}, {rows} hands, {speed} a second, {eta} left",
            ),
            (Sources::Inputs(_), None) => {
                (ProgressBar::no_length(), Unit::Bytes, "{spinner} {bytes}, {rows} hands, {speed} a second")
            }
        };
        let rows = Arc::new(AtomicU64::new(0));
        let begun = Instant::now();
        let [seen, speed] = [rows.clone(), rows.clone()];
        // The template is one of ours; were it wrong, the bar would look different.
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        let style = style.with_key("rows", move |_: &ProgressState, text: &mut dyn Write| {
            // The bar is written into memory, which can't fail.
            let _ = write!(text, "{}", grouped(seen.load(Ordering::Relaxed)));
        });
        let style = style.with_key("speed", move |_: &ProgressState, text: &mut dyn Write| {
            let a_second = speed.load(Ordering::Relaxed) as f64 / begun.elapsed().as_secs_f64().max(1e-9);
            let _ = write!(text, "{}", grouped(a_second as u64));
        });
        bar.set_style(style);
        Progress { bar, unit, rows }
    }

    /// A block is done: so many bytes, and so many rows in all.
    pub fn advance(&self, bytes: u64, rows: u64) {
        self.rows.store(rows, Ordering::Relaxed);
        match self.unit {
            Unit::Hands => self.bar.set_position(rows),
            Unit::Bytes => self.bar.inc(bytes),
        }
    }

    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
