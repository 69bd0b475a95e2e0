//! The game alone, solved: bounds against their definition, and files of them.

mod bounds;
mod definition;
mod files;
#[path = "../../../tests/length.rs"]
mod length;
