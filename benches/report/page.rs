//! The page, in Markdown.

use super::questions::Bench;
use super::results::{Group, Row};

/// Grows bench by bench.
pub struct Page {
    text: String,
}

/// What a reader has to know before any table.
const READING: &str = "\
Every table is one run over the same hands or walls, and before it is timed, all answers are compared. A time is the \
median of the samples, for one hand (or game), ± the median distance of the samples from it. A column ÷ A says how \
many times as long as row A the others take: the more, the faster is A. Rows are measured one after the other, so \
whatever else the machine does meanwhile moves both times and ratios, by a tenth even when it does little: trust none \
whose ± is a large part of it, nor any page whose load (the benches alone make it 1 or 2) says that the machine had \
other work.\n";

impl Page {
    pub fn new(machine: &[(String, String)], versions: &[(String, String)], options: &[String]) -> Page {
        let unusual = match options {
            [] => String::new(),
            _ => format!(", with the options `{}`: not the figures of a full run", options.join(" ")),
        };
        let mut lines = vec![
            "# Benchmarks\n".to_owned(),
            format!("Written by `cargo bench --bench report`{unusual}.\n"),
            "| | |\n|---|---|".to_owned(),
        ];
        lines.extend(machine.iter().chain(versions).map(|(name, fact)| format!("| {name} | {fact} |")));
        lines.push(format!("\n{READING}"));
        Page { text: lines.join("\n") }
    }

    pub fn add(&mut self, bench: &Bench, groups: &[Group]) {
        let about = format!("\n## {}\n\n{} (`cargo bench --bench {}`)\n", bench.asks, bench.compares, bench.name);
        let tables = groups.iter().map(|group| table(group, bench.unit));
        self.text.extend([about].into_iter().chain(tables));
    }

    pub fn text(self) -> String {
        self.text
    }
}

/// A group as a table: its rows with their times, and with the ratio to each row of ours.
pub fn table(group: &Group, unit: &str) -> String {
    let (symbol, scale) = unit_of_time(&group.rows);
    let bases = bases(&group.rows);

    let titles = bases.iter().map(|&base| format!("÷ {}", letter(base)));
    let titles = [String::new(), String::new(), format!("{symbol} a {unit}"), "±".to_owned()].into_iter().chain(titles);
    let mut lines = vec![format!("\n**{}**\n", group.name), line(titles)];
    lines.push(line(["---", "---", "--:", "--:"].into_iter().chain(bases.iter().map(|_| "--:")).map(str::to_owned)));
    for (at, row) in group.rows.iter().enumerate() {
        let ratios = bases.iter().map(|&base| ratio(row.median / group.rows[base].median));
        let cells = [letter(at), row.name.clone(), time(row.median / scale), time(row.spread / scale)];
        lines.push(line(cells.into_iter().chain(ratios)));
    }
    lines.join("\n") + "\n"
}

/// The rows that others are divided by: all of ours. Ratios among ours alone are to the first of them, and things that
/// are not compared have none.
fn bases(rows: &[Row]) -> Vec<usize> {
    let ours = |row: &Row| row.name.starts_with("paili");
    let mut bases: Vec<usize> = (0..rows.len()).filter(|&at| ours(&rows[at])).collect();
    if rows.iter().all(ours) {
        bases.truncate(1);
    }
    bases
}

fn line(cells: impl Iterator<Item = String>) -> String {
    let cells: Vec<String> = cells.collect();
    format!("| {} |", cells.join(" | "))
}

/// Names a row: A, B, C …
fn letter(row: usize) -> String {
    char::from(b'A' + row as u8).to_string()
}

/// The unit in which the fastest row is a number that one can read, and its nanoseconds.
fn unit_of_time(rows: &[Row]) -> (&'static str, f64) {
    let fastest = rows.iter().map(|row| row.median).fold(f64::INFINITY, f64::min);
    match fastest {
        ..1e4 => ("ns", 1.0),
        1e4..1e7 => ("µs", 1e3),
        _ => ("ms", 1e6),
    }
}

/// Three digits that count.
fn time(time: f64) -> String {
    match time {
        ..9.995 => format!("{time:.2}"),
        9.995..99.95 => format!("{time:.1}"),
        _ => whole(time),
    }
}

/// Two digits that count.
fn ratio(ratio: f64) -> String {
    match ratio {
        ..0.0995 => format!("{ratio:.3}"),
        0.0995..0.995 => format!("{ratio:.2}"),
        0.995..9.95 => format!("{ratio:.1}"),
        _ => whole(ratio),
    }
}

/// A whole number with commas between thousands.
fn whole(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
