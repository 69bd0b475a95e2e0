//! Criterion's results: of each benchmark, `new/benchmark.json` names it and `new/estimates.json` says how long it took.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// One of the things that are compared in a group. Times are in nanoseconds, for one hand or whatever the bench counts.
#[derive(Debug)]
pub struct Row {
    pub group: String,
    pub name: String,
    pub median: f64,
    /// The median of the samples' distances from it.
    pub spread: f64,
}

/// The results of these names (`group/row`), in their order, from the folder where a bench left them.
pub fn read(folder: &Path, names: &[&str]) -> Result<Vec<Row>, String> {
    if names.is_empty() {
        return Err(format!("{}: the bench lists nothing that it measures", folder.display()));
    }
    let mut rows = HashMap::new();
    for result in folders(folder).iter().flat_map(|group| folders(group)) {
        let row = row(&result.join("new")).ok_or_else(|| format!("{}: not criterion's files", result.display()))?;
        rows.insert(format!("{}/{}", row.group, row.name), row);
    }
    let missing = |name| {
        format!("{}: no result of `{name}`: run `cargo bench --bench report` without a filter", folder.display())
    };
    names.iter().map(|&name| rows.remove(name).ok_or_else(|| missing(name))).collect()
}

/// The folders in a folder; none if it is not there.
fn folders(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_dir()).collect()
}

fn row(folder: &Path) -> Option<Row> {
    let json = |name| serde_json::from_str::<Value>(&fs::read_to_string(folder.join(name)).ok()?).ok();
    let (benchmark, estimates) = (json("benchmark.json")?, json("estimates.json")?);
    // Without a throughput, one iteration is one of what is counted.
    let elements = benchmark["throughput"]["Elements"].as_f64().unwrap_or(1.0);
    let time = |name: &str| Some(estimates[name]["point_estimate"].as_f64()? / elements);
    let text = |name: &str| Some(benchmark[name].as_str()?.to_owned());
    Some(Row {
        group: text("group_id")?,
        name: text("function_id")?,
        median: time("median")?,
        spread: time("median_abs_dev")?,
    })
}
