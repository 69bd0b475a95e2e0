//! Builds the tables, which checks their census, and writes them where `src/distance/table.rs` embeds them.

use std::path::PathBuf;
use std::{env, fs, io};

use paili_tables::{Tables, blob};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it for build scripts"));
    fs::write(folder.join("tables.bin"), blob::encode(&Tables::build()))
}
