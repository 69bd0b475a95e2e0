//! Builds the tables, which checks their census, and writes them where `src/distance/table.rs` embeds them.

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

use paili_tables::{Tables, blob};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let path = PathBuf::from(env::var("OUT_DIR")?).join("tables.bin");
    fs::write(&path, blob::encode(&Tables::build()?))
        .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    Ok(())
}
