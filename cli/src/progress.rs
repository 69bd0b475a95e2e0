//! The bar of a run, on a terminal.

use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};
use paili::answers::page::grouped;

/// Shows how far a run is, and how fast.
pub struct Progress {
    bar: ProgressBar,
    measure: Measure,
    first: u64,
    begun: Instant,
}

/// The measure of how far a run is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Measure {
    /// The things that the run counts.
    Things,
    /// The bytes that the run reads.
    Bytes,
}

impl Progress {
    /// The bar of a run that counts things. An earlier run may have done some of them.
    pub fn of(things: &'static str, done: u64, all: u64) -> Progress {
        let bar = ProgressBar::new(all).with_position(done).with_prefix(things);
        let template = "{bar:40} {human_pos} of {human_len} {prefix}, {msg} a second, {eta} left";
        Progress::new(bar, template, Measure::Things, done)
    }

    /// The bar of a run that reads hands. How many bytes it will read may be unknown.
    pub fn of_input(bytes: Option<u64>) -> Progress {
        let (bar, template) = match bytes {
            Some(bytes) => (ProgressBar::new(bytes), "{bar:40} {bytes} of {total_bytes}, {msg} a second, {eta} left"),
            None => (ProgressBar::no_length(), "{spinner} {bytes}, {msg} a second"),
        };
        Progress::new(bar, template, Measure::Bytes, 0)
    }

    fn new(bar: ProgressBar, template: &str, measure: Measure, first: u64) -> Progress {
        // The template is one of ours; were it wrong, the bar would look different.
        bar.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.reset_eta();
        Progress { bar, measure, first, begun: Instant::now() }
    }

    /// Shows how many things are done in all, and how many bytes were read for them.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a speed is a positive number")]
    pub fn advance(&self, things: u64, bytes: u64) {
        if self.bar.is_hidden() {
            return;
        }
        let speed = (things - self.first) as f64 / self.begun.elapsed().as_secs_f64().max(1e-9);
        match self.measure {
            Measure::Things => {
                self.bar.set_message(grouped(speed as u64));
                self.bar.set_position(things);
            }
            Measure::Bytes => {
                self.bar.set_message(format!("{} hands, {}", grouped(things), grouped(speed as u64)));
                self.bar.set_position(bytes);
            }
        }
    }

    /// Leaves no trace.
    pub fn finish(self) {
        self.bar.finish_and_clear();
    }
}
