//! The program as its users meet it.

mod batch;
#[cfg(feature = "arrow")]
mod batch_parquet;
mod batch_refusals;
mod compare;
mod exact;
mod hand;
mod hands;
#[cfg(unix)]
mod interrupts;
mod play;
mod run;
mod simulate;
mod simulate_refusals;
mod waits;
