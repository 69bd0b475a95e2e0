//! The README's table "How fast" is made of BENCHMARKS.md, and its text has no other figures of speed.
//!
//! Where it is out of step: `PAILI_WRITE=1 cargo test --test main readme`

use std::path::PathBuf;
use std::{env, fs};

/// A row of BENCHMARKS.md: the name of its table, and its own.
type Place = (&'static str, &'static str);

/// What a row of the README tells of it.
enum Told {
    /// The time of one.
    Time,
    /// The time of one, and how many that are in a second on two cores, by another row.
    AndRate(&'static str, &'static str),
    /// The same, where the row itself is on two cores.
    Rate(&'static str),
}

struct Line {
    what: &'static str,
    ours: Place,
    told: Told,
    /// The others, by their rows in the same table.
    others: &'static [(&'static str, &'static str)],
    bench: &'static str,
}

const fn line(what: &'static str, ours: Place, others: &'static [(&str, &str)], bench: &'static str) -> Line {
    Line { what, ours, told: Told::Time, others, bench }
}

const DISTANCE: &str = "distance, 13 random tiles";
const BATCH: &str = "batch distance, 20,000 hands";
const FORMS: &str = "batch distance, 20,000 hands, all forms";
const MILLION: &str = "batch distance, 1,000,000 hands";
const USEFUL: &str = "useful tiles, 13 random tiles";
const DISCARDS: &str = "discards, 14 random tiles";
const SIMULATED: &str = "games, shuffled and tallied";
const PROGRAMS: &str = "decisions of programs";
const FIRST: &str = "first distance of a process";

const PLAIN: (&str, &str) = ("plain programme", "plain, fewest tiles added");
const CRATES: [(&str, &str); 2] = [("`riichienv-core`", "riichienv-core"), ("`xiangting`", "xiangting")];
const XIANGTING: (&str, &str) = CRATES[1];
const AFTER_EACH: (&str, &str) = ("`xiangting` after each", "xiangting, the useful tiles after each discard");

const LINES: [Line; 16] = [
    line("win distance of 13 random tiles, from counts", (DISTANCE, "paili, from counts"), &[PLAIN], "distance"),
    line("the same, all forms", (DISTANCE, "paili, from counts, all forms"), &CRATES, ""),
    line("win distance of a hand at hand, as in a game", (DISTANCE, "paili, a hand at hand"), &[PLAIN], ""),
    line("the same, all forms", (DISTANCE, "paili, a hand at hand, all forms"), &[], ""),
    line("a batch of 20,000 hands of 14 tiles, from counts", (BATCH, "paili, from counts"), &CRATES, "batch"),
    line("the same, all forms", (FORMS, "paili, from counts"), &CRATES, ""),
    line("the same, packed, standard form", (BATCH, "paili, packed"), &[], ""),
    line("a million hands, more than caches hold, from counts", (MILLION, "paili, from counts"), &CRATES, ""),
    line("the same, packed", (MILLION, "paili, packed"), &[], ""),
    line("useful tiles with copies, 13 random tiles", (USEFUL, "paili"), &[XIANGTING], "useful"),
    line("the same, all forms", (USEFUL, "paili, all forms"), &[XIANGTING], ""),
    line(
        "all discards of 14 random tiles ranked, with useful tiles",
        (DISCARDS, "paili, every discard with its useful tiles"),
        &[AFTER_EACH],
        "discards",
    ),
    line("a whole game", ("games", "paili"), &[PLAIN], "games"),
    Line {
        what: "the same, shuffled and tallied",
        ours: (SIMULATED, "paili, 1 thread"),
        told: Told::AndRate("paili, 2 threads", "games"),
        others: &[],
        bench: "",
    },
    Line {
        what: "a decision of a program in C++, by the rule, over pipes",
        ours: (PROGRAMS, "the rule in C++, 2 threads"),
        told: Told::Rate("decisions"),
        others: &[],
        bench: "players",
    },
    line("first distance of a process", (FIRST, "paili"), &CRATES, "tables"),
];

#[test]
fn the_readme_has_the_figures_of_the_page() {
    let page = read("BENCHMARKS.md");
    let readme = read("README.md");
    let head = "| what | paili | the other | ratio | `cargo bench --bench` |\n|---|---|---|---|---|\n";
    let (before, after) = readme.split_once(head).expect("the README has the table");
    let rest = after.find("\n\n").map_or("", |end| &after[end + 1..]);
    let rows = LINES.iter().map(|line| (line, row(&page, line)));
    // Programs are measured only where there is a C++ compiler.
    let there = |(line, row): (&Line, Option<String>)| {
        assert!(row.is_some() || line.bench == "players", "BENCHMARKS.md has nothing for {}", line.what);
        row
    };
    let table: String = rows.filter_map(there).collect();
    let expected = format!("{before}{head}{table}{}", if after.starts_with('\n') { after } else { rest });
    if env::var_os("PAILI_WRITE").is_some() {
        return fs::write(path("README.md"), &expected).unwrap();
    }
    assert!(readme == expected, "the README's speeds are not the page's: PAILI_WRITE=1 cargo test --test main readme");
    for text in [before, rest, &read("docs/guide.md")] {
        for figure in figures(text) {
            assert!(table.contains(&figure), "{figure} is not in the README's table");
        }
    }
}

/// A row of the README, if all of it was measured.
fn row(page: &str, line: &Line) -> Option<String> {
    let ours = measured(page, line.ours)?;
    let told = match line.told {
        Told::Time => time(ours),
        Told::AndRate(row, of) => {
            let rate = rate(measured(page, (line.ours.0, row))?);
            format!("{}; {rate} {of} a second on two cores", time(ours))
        }
        Told::Rate(of) => format!("{}; {} {of} a second on two cores", time(ours), rate(ours)),
    };
    let mut others = Vec::new();
    let mut ratios = Vec::new();
    for (name, row) in line.others {
        let other = measured(page, (line.ours.0, row))?;
        others.push(format!("{name}: {}", time(other)));
        ratios.push(ratio(other / ours));
    }
    let bench = if line.bench.is_empty() { String::new() } else { format!("`{}` ", line.bench) };
    let cell = |text: String| if text.is_empty() { text } else { format!("{text} ") };
    let (others, ratios) = (cell(others.join("; ")), cell(ratios.join("; ")));
    Some(format!("| {} | {told} | {others}| {ratios}| {bench}|\n", line.what))
}

/// The nanoseconds of a row of a table.
fn measured(page: &str, (table, name): Place) -> Option<f64> {
    let (_, table) = page.split_once(&format!("**{table}**\n\n"))?;
    let mut rows = table.lines().take_while(|line| line.starts_with('|')).map(cells);
    let head = rows.next()?;
    let unit = match head[1].split(' ').next()? {
        "ns" => 1.0,
        "µs" => 1e3,
        _ => 1e6,
    };
    let row = rows.find(|row| row[0] == name)?;
    Some(unit * row[1].replace(',', "").parse::<f64>().ok()?)
}

fn cells(line: &str) -> Vec<String> {
    line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
}

/// Two digits that count, in a unit in which one can read them.
fn time(nanoseconds: f64) -> String {
    let (number, unit) = match nanoseconds {
        ..99.5 => (nanoseconds, "ns"),
        99.5..1e3 => return format!("{nanoseconds:.0} ns"),
        1e3..1e6 => (nanoseconds / 1e3, "µs"),
        _ => (nanoseconds / 1e6, "ms"),
    };
    if number < 9.95 { format!("{number:.1} {unit}") } else { format!("{number:.0} {unit}") }
}

/// Two digits that count.
fn ratio(ratio: f64) -> String {
    match ratio {
        ..0.995 => format!("{ratio:.2}"),
        0.995..9.95 => format!("{ratio:.1}"),
        _ => whole(&format!("{ratio:.0}")),
    }
}

/// How many that are in a second, two digits of it.
fn rate(nanoseconds: f64) -> String {
    let rate = 1e9 / nanoseconds;
    let step = 10_f64.powi(rate.log10() as i32 - 1);
    whole(&format!("{:.0}", (rate / step).round() * step))
}

/// A whole number with commas between thousands.
fn whole(digits: &str) -> String {
    let groups: Vec<&str> = digits.as_bytes().rchunks(3).rev().filter_map(|group| str::from_utf8(group).ok()).collect();
    groups.join(",")
}

/// The figures of a text: a number and a unit of time.
fn figures(text: &str) -> impl Iterator<Item = String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_figure = |pair: &&[&str]| {
        let unit = pair[1].trim_end_matches(|end: char| !end.is_alphabetic());
        matches!(unit, "ns" | "µs" | "nanoseconds" | "microseconds")
            && pair[0].trim_start_matches('(').starts_with(|first: char| first.is_ascii_digit())
    };
    let figure = |pair: &[&str]| {
        let unit = match pair[1].chars().next() {
            Some('n') => "ns",
            _ => "µs",
        };
        format!("{} {unit}", pair[0].trim_start_matches('('))
    };
    words.windows(2).filter(is_figure).map(figure).collect::<Vec<_>>().into_iter()
}

fn read(name: &str) -> String {
    fs::read_to_string(path(name)).unwrap()
}

fn path(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), name].iter().collect()
}
