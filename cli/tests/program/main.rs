//! The program as its users meet it.

mod arena;
#[cfg(target_os = "linux")]
mod attacks;
mod batch;
#[cfg(feature = "arrow")]
mod batch_parquet;
#[cfg(all(feature = "arrow", target_os = "linux"))]
mod batch_parquet_expanding;
mod batch_refusals;
mod compare;
mod exact;
#[cfg(target_os = "linux")]
mod faults;
mod forms;
mod hand;
mod hands;
#[cfg(unix)]
mod interrupts;
mod odds;
mod play;
#[cfg(target_os = "linux")]
mod players;
mod rules;
mod run;
mod simulate;
mod simulate_refusals;
mod solve;
mod waits;
