//! Builds the tables, which checks their census, and writes them where `src/distance/lookup.rs` embeds them: ready to be
//! looked up, or packed for WebAssembly, which is sent before it is run.

use std::path::PathBuf;
use std::{env, fs, io};

use paili_tables::{Tables, blob, packed};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it for build scripts"));
    let tables = Tables::build();
    let is_sent =
        env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|families| families.split(',').any(|name| name == "wasm"));
    let bytes = if is_sent { packed::pack(&tables) } else { blob::encode(&tables) };
    fs::write(folder.join("tables.bin"), bytes)
}
