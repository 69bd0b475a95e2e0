//! What audits find, one file a question. One program, which is compiled and linked once.

mod answers;
mod beside;
mod games;
mod smallest;

#[path = "../../../tests/length.rs"]
mod length;
#[path = "../../../tests/referee/naive.rs"]
mod naive;
