//! The machine that the benches run on, as far as it can be found out.

use std::fs;
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

/// How many programs ran or waited to, on the average of the last minute.
pub fn load() -> String {
    first_word("/proc/loadavg").unwrap_or_else(unknown)
}

/// What a reader wants to know of it, each under its name, now that all is measured; and the load before.
pub fn facts(load_before: &str) -> Vec<(String, String)> {
    let cores = thread::available_parallelism().map_or_else(|_| unknown(), |cores| cores.to_string());
    let facts = [
        ("date", today()),
        ("processor", after("/proc/cpuinfo", "model name").unwrap_or_else(|| std::env::consts::ARCH.to_owned())),
        ("cores", cores),
        ("memory", memory().unwrap_or_else(unknown)),
        ("system", system()),
        ("load before and after", format!("{load_before} and {}", load())),
        ("RUSTFLAGS", std::env::var("RUSTFLAGS").unwrap_or_else(|_| "none".to_owned())),
    ];
    facts.map(|(name, fact)| (name.to_owned(), fact)).into()
}

fn unknown() -> String {
    "unknown".to_owned()
}

/// What a file of lines `key : value` or `key=value` says of a key first.
fn after(file: &str, key: &str) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    let value = |line: &str| Some(line.strip_prefix(key)?.trim_start().strip_prefix([':', '='])?.trim().to_owned());
    text.lines().find_map(value)
}

fn first_word(file: &str) -> Option<String> {
    fs::read_to_string(file).ok()?.split_whitespace().next().map(str::to_owned)
}

fn memory() -> Option<String> {
    let kilobytes: f64 = after("/proc/meminfo", "MemTotal")?.trim_end_matches(" kB").parse().ok()?;
    Some(format!("{:.1} GiB", kilobytes / 1024.0 / 1024.0))
}

fn system() -> String {
    let name = after("/etc/os-release", "PRETTY_NAME").map(|name| name.trim_matches('"').to_owned());
    let name = name.unwrap_or_else(|| std::env::consts::OS.to_owned());
    match first_word("/proc/sys/kernel/osrelease") {
        Some(kernel) => format!("{name}, kernel {kernel}, {}", std::env::consts::ARCH),
        None => format!("{name}, {}", std::env::consts::ARCH),
    }
}

/// The date in UTC, year first.
fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let mut days = since.as_secs() / 86_400;
    let mut year = 1970;
    loop {
        let length = if is_leap(year) { 366 } else { 365 };
        if days < length {
            break;
        }
        days -= length;
        year += 1;
    }
    let february = if is_leap(year) { 29 } else { 28 };
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", days + 1)
}

fn is_leap(year: u64) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}
