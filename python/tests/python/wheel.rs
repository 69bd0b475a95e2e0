//! The wheel: what users install.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::cargo::Cargo;
use crate::environment::Environment;
use crate::{step, succeed};

/// The most that the wheel may weigh, in bytes.
const MOST: u64 = 5_000_000;

/// Builds it as it is released.
pub fn build(environment: &Environment, cargo: &Cargo, folder: &Path) -> Result<PathBuf, String> {
    step("the wheel");
    let wheels = folder.join("wheels");
    match fs::remove_dir_all(&wheels) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(format!("{}: {error}", wheels.display())),
        _ => {}
    }
    let mut maturin = environment.command("maturin");
    maturin.args(["build", "--release", "--locked", "--out"]).arg(&wheels);
    maturin.env("CARGO_TARGET_DIR", cargo.target()).current_dir(cargo.package());
    succeed(&mut maturin)?;

    let entries = fs::read_dir(&wheels).map_err(|error| format!("{}: {error}", wheels.display()))?;
    let built: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    let [wheel] = &built[..] else {
        return Err(format!("{}: {} wheels instead of one", wheels.display(), built.len()));
    };
    let size = fs::metadata(wheel).map_err(|error| format!("{}: {error}", wheel.display()))?.len();
    eprintln!("{}: {size} bytes", wheel.display());
    if size > MOST {
        return Err(format!("the wheel has {size} bytes: expected at most {MOST}"));
    }
    Ok(wheel.clone())
}
