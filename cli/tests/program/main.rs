//! The program as its users meet it.

mod arena;
#[cfg(target_os = "linux")]
mod attacks;
#[cfg(unix)]
mod audit;
mod batch;
#[cfg(feature = "arrow")]
mod batch_parquet;
#[cfg(all(feature = "arrow", target_os = "linux"))]
mod batch_parquet_damaged;
mod batch_refusals;
#[cfg(target_os = "linux")]
mod chance;
mod compare;
mod documents;
mod exact;
#[cfg(target_os = "linux")]
mod faults;
mod forms;
mod hand;
mod hands;
#[cfg(unix)]
mod interrupts;
#[path = "../../../tests/length.rs"]
mod length;
mod next_draw;
mod odds;
mod play;
#[cfg(target_os = "linux")]
mod players;
mod rule_files;
mod rules;
mod run;
mod simulate;
mod simulate_refusals;
mod solve;
mod waits;
mod wildcards;
