//! The page in Markdown: the text of `page.md`, in which a line `{{distance, a hand}}` stands for the tables of the bench `distance`,
//! whose times are for a hand.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use serde_json::Value;

pub const TEXT: &str = include_str!("page.md");

/// The bench whose tables a line of the text stands for, and what one of its times is for.
pub fn mark(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix("{{")?.strip_suffix("}}")?.split_once(", ")
}

/// A table for each group of these benchmarks (`group/row`), in their order, of what criterion left of them in a folder.
pub fn tables(folder: &Path, names: &[&str], unit: &str) -> Result<String, String> {
    let names: Vec<(&str, &str)> = names.iter().filter_map(|name| name.split_once('/')).collect();
    let groups = names.chunk_by(|one, next| one.0 == next.0).map(|group| table(folder, group, unit));
    let tables = groups.collect::<Result<Vec<_>, _>>()?;
    if tables.is_empty() { Err("a bench lists nothing that it measures".to_owned()) } else { Ok(tables.join("\n\n")) }
}

fn table(folder: &Path, names: &[(&str, &str)], unit: &str) -> Result<String, String> {
    let times = names.iter().map(|(group, row)| read(&folder.join(group).join(row).join("new")));
    let times = times.collect::<Result<Vec<_>, _>>()?;
    // The fastest row is a number that one can read.
    let (symbol, scale) = match times.iter().map(|time| time.0).fold(f64::INFINITY, f64::min) {
        ..1e4 => ("ns", 1.0),
        1e4..1e7 => ("µs", 1e3),
        _ => ("ms", 1e6),
    };
    let mut table = format!("**{}**\n\n|  | {symbol} {unit} | ± | ÷ first |\n| --- | --: | --: | --: |", names[0].0);
    for ((_, row), (median, spread)) in names.iter().zip(&times) {
        let [median, spread, ratio] =
            [digits(median / scale, 3), digits(spread / scale, 3), digits(median / times[0].0, 2)];
        let _ = write!(table, "\n| {row} | {median} | {spread} | {ratio} |");
    }
    Ok(table)
}

/// The median of a benchmark's samples and the median of their distances from it: nanoseconds, for one of what it counts.
fn read(folder: &Path) -> Result<(f64, f64), String> {
    let json = |name| -> Result<Value, String> {
        let path = folder.join(name);
        let text = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        serde_json::from_slice(&text).map_err(|error| format!("{}: {error}", path.display()))
    };
    let (benchmark, estimates) = (json("benchmark.json")?, json("estimates.json")?);
    // Without a throughput, one iteration is one of what is counted.
    let elements = benchmark["throughput"]["Elements"].as_f64().unwrap_or(1.0);
    let time = |name: &str| Some(estimates[name]["point_estimate"].as_f64()? / elements);
    time("median").zip(time("median_abs_dev")).ok_or_else(|| format!("{}: not criterion's files", folder.display()))
}

/// So many digits that count, and no more than two decimals, with commas between thousands.
fn digits(number: f64, count: i32) -> String {
    let decimals = (count - 1 - number.max(0.01).log10().floor() as i32).clamp(0, 2);
    let text = format!("{number:.*}", decimals.cast_unsigned() as usize);
    if decimals > 0 {
        return text;
    }
    let groups: Vec<&str> = text.as_bytes().rchunks(3).rev().filter_map(|group| str::from_utf8(group).ok()).collect();
    groups.join(",")
}
