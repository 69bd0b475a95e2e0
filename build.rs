//! Builds the tables, which checks their census, and writes them where `src/distance/table.rs` embeds them.

use std::path::PathBuf;
use std::process::ExitCode;
use std::{env, fs};

use paili_tables::{Tables, blob};

fn main() -> ExitCode {
    println!("cargo::rerun-if-changed=build.rs");
    match build() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn build() -> Result<(), String> {
    let folder = env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR for build scripts; it is not set")?;
    let path = PathBuf::from(folder).join("tables.bin");
    fs::write(&path, blob::encode(&Tables::build()))
        .map_err(|error| format!("cannot write {}: {error}", path.display()))
}
