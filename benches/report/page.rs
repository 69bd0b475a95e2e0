//! The page in Markdown: the text of `page.md`, where `{{distance, a hand}}` stands for the tables of the bench `distance`,
//! whose times are for a hand.

use super::results::Row;

const TEXT: &str = include_str!("page.md");

/// A bench whose tables are on the page.
pub struct Bench {
    pub name: &'static str,
    /// What one time is for: a hand, a game.
    unit: &'static str,
    /// Its place in the text.
    mark: &'static str,
}

/// All benches, in the order of the page.
pub fn benches() -> impl Iterator<Item = Bench> {
    TEXT.lines().filter_map(|mark| {
        let (name, unit) = mark.strip_prefix("{{")?.strip_suffix("}}")?.split_once(", ")?;
        Some(Bench { name, unit, mark })
    })
}

/// The page with the rows of each bench, in the order of [`benches`].
pub fn filled(options: &[String], facts: &[(&str, String)], measured: &[Vec<Row>]) -> String {
    let unusual = match options {
        [] => String::new(),
        _ => format!(", with the options `{}`: not the figures of a full run", options.join(" ")),
    };
    let facts: Vec<String> = facts.iter().map(|(name, fact)| format!("| {name} | {fact} |")).collect();
    let page = TEXT.replace("{{options}}", &unusual).replace("{{facts}}", &facts.join("\n"));
    benches().zip(measured).fold(page, |page, (bench, rows)| page.replace(bench.mark, &tables(rows, bench.unit)))
}

/// A table for each group: its rows with their times, and with the ratio to each row of ours.
pub fn tables(rows: &[Row], unit: &str) -> String {
    let groups: Vec<String> =
        rows.chunk_by(|row, next| row.group == next.group).map(|group| table(group, unit)).collect();
    groups.join("\n\n")
}

fn table(rows: &[Row], unit: &str) -> String {
    let (symbol, scale) = unit_of_time(rows);
    let bases = bases(rows);
    let ratios: Vec<String> = bases.iter().map(|&base| format!(" ÷ {} |", letter(base))).collect();
    let mut lines = vec![
        format!("**{}**\n", rows[0].group),
        format!("|  |  | {symbol} {unit} | ± |{}", ratios.concat()),
        format!("| --- | --- | --: | --: |{}", " --: |".repeat(bases.len())),
    ];
    for (at, row) in rows.iter().enumerate() {
        let ratios: Vec<String> =
            bases.iter().map(|&base| format!(" {} |", ratio(row.median / rows[base].median))).collect();
        let (median, spread) = (time(row.median / scale), time(row.spread / scale));
        lines.push(format!("| {} | {} | {median} | {spread} |{}", letter(at), row.name, ratios.concat()));
    }
    lines.join("\n")
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

/// Names a row: A, B, C …
fn letter(row: usize) -> char {
    char::from(b'A' + row as u8)
}

/// The unit in which the fastest row is a number that one can read, and its nanoseconds.
fn unit_of_time(rows: &[Row]) -> (&'static str, f64) {
    match rows.iter().map(|row| row.median).fold(f64::INFINITY, f64::min) {
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
    let groups: Vec<&str> = digits.as_bytes().rchunks(3).rev().filter_map(|group| str::from_utf8(group).ok()).collect();
    groups.join(",")
}
