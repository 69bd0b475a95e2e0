//! What the pipeline is made of.

pub use std::sync::Arc;
pub use std::sync::mpsc::{RecvTimeoutError, channel, sync_channel};
pub use std::thread;
