//! What C is promised. `examples` builds the library as its users do; the others call the same functions from Rust.

mod called;
mod errors;
#[cfg(unix)]
mod examples;
mod functions;
mod header;
#[cfg(unix)]
#[path = "../../tests/length.rs"]
mod length;
mod threads;
