//! The results that criterion leaves: in each benchmark's folder `new/benchmark.json`, what was measured, and
//! `new/estimates.json`, how long it took.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// What is compared with each other.
#[derive(Debug)]
pub struct Group {
    pub name: String,
    pub rows: Vec<Row>,
}

/// One of those compared. Times are in nanoseconds, for one hand or whatever the group measures.
#[derive(Debug)]
pub struct Row {
    pub name: String,
    pub median: f64,
    /// The median of the samples' distances from it.
    pub spread: f64,
}

/// Reads all `expected` results from a folder, in that order; they are named `group/row`.
pub fn read(folder: &Path, expected: &[String]) -> Result<Vec<Group>, String> {
    if expected.is_empty() {
        return Err(format!("{}: the bench lists nothing that it measures", folder.display()));
    }
    let mut there = HashMap::new();
    if folder.exists() {
        find(folder, &mut there)?;
    }
    let mut groups: Vec<Group> = vec![];
    for full_name in expected {
        let missing = || {
            let folder = folder.display();
            format!("{folder}: no result of `{full_name}` is there: run `cargo bench --bench report` without a filter")
        };
        let (benchmark, at) = there.get(full_name).ok_or_else(missing)?;
        let (group, row) = row(benchmark, at)?;
        match groups.last_mut() {
            Some(last) if last.name == group => last.rows.push(row),
            _ => groups.push(Group { name: group, rows: vec![row] }),
        }
    }
    Ok(groups)
}

/// Finds every result in a folder, by its full name.
fn find(folder: &Path, found: &mut HashMap<String, (Value, PathBuf)>) -> Result<(), String> {
    let unreadable = |error| format!("{}: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let results = path.join("new");
        if results.join("benchmark.json").is_file() {
            let benchmark = json(&results.join("benchmark.json"))?;
            found.insert(text(&benchmark, "full_id", &path)?, (benchmark, results));
        } else if path.is_dir() {
            find(&path, found)?;
        }
    }
    Ok(())
}

fn row(benchmark: &Value, folder: &Path) -> Result<(String, Row), String> {
    let estimates = json(&folder.join("estimates.json"))?;
    // Without a throughput, what is timed is one of it.
    let elements = benchmark["throughput"]["Elements"].as_f64().unwrap_or(1.0);
    let estimate = |name| {
        let point = estimates[name]["point_estimate"].as_f64();
        point.map(|time| time / elements).ok_or(format!("{}: estimates.json has no {name}", folder.display()))
    };
    let name = text(benchmark, "function_id", folder)?;
    let row = Row { name, median: estimate("median")?, spread: estimate("median_abs_dev")? };
    Ok((text(benchmark, "group_id", folder)?, row))
}

fn json(path: &Path) -> Result<Value, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
}

fn text(benchmark: &Value, key: &str, folder: &Path) -> Result<String, String> {
    let text = benchmark[key].as_str().map(str::to_owned);
    text.ok_or(format!("{}: benchmark.json has no {key}", folder.display()))
}
