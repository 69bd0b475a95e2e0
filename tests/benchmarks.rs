//! The page of benchmarks says what was measured: every bench is on it, no result is missing, and the ratios are right. The
//! README says what the page says.

#[path = "../benches/report/page.rs"]
mod page;
#[path = "benchmarks/readme.rs"]
mod readme;

use std::fs;
use std::path::Path;

/// Leaves results as criterion does: of each named row, the nanoseconds of all of its hands.
fn leave(folder: &Path, group: &str, rows: &[(&str, u32, f64)]) {
    for (row, hands, nanoseconds) in rows {
        let folder = folder.join(group).join(row).join("new");
        fs::create_dir_all(&folder).unwrap();
        let benchmark =
            format!(r#"{{"group_id":"{group}","function_id":"{row}","throughput":{{"Elements":{hands}}}}}"#);
        fs::write(folder.join("benchmark.json"), benchmark).unwrap();
        let spread = nanoseconds / 100.0;
        let estimates = format!(
            r#"{{"median":{{"point_estimate":{nanoseconds}}},"median_abs_dev":{{"point_estimate":{spread}}}}}"#
        );
        fs::write(folder.join("estimates.json"), estimates).unwrap();
    }
}

/// The tables of one group, read back in the order in which it is given.
fn tables(group: &str, rows: &[(&str, u32, f64)], unit: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    leave(folder.path(), group, rows);
    let names: Vec<String> = rows.iter().map(|(row, ..)| format!("{group}/{row}")).collect();
    page::tables(folder.path(), &names.iter().map(String::as_str).collect::<Vec<_>>(), unit).unwrap()
}

#[test]
fn every_bench_is_on_the_page() {
    let manifest = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/benches/Cargo.toml")).unwrap();
    let entries = manifest.split("[[bench]]").skip(1);
    let names = entries.map(|entry| entry.split('"').nth(1).unwrap());
    let mut in_manifest: Vec<&str> = names.filter(|&name| name != "report").collect();
    let mut on_page: Vec<&str> = page::TEXT.lines().filter_map(page::mark).map(|(bench, _)| bench).collect();
    in_manifest.sort_unstable();
    on_page.sort_unstable();
    assert_eq!(on_page, in_manifest);
}

#[test]
fn rows_come_in_the_order_of_the_bench_with_ratios_to_the_first() {
    let rows = [("paili", 1000, 4995.0), ("paili, more", 10, 99.9), ("other", 200, 2_469_000.0)];
    let expected = "\
**of hands**

|  | ns a hand | ± | ÷ first |
| --- | --: | --: | --: |
| paili | 5.00 | 0.05 | 1.0 |
| paili, more | 9.99 | 0.10 | 2.0 |
| other | 12,345 | 123 | 2,471 |";
    assert_eq!(tables("of hands", &rows, "a hand"), expected);
}

#[test]
fn slow_groups_are_in_larger_units() {
    let table = tables("threads", &[("paili, 1 thread", 1, 25.6e6), ("paili, 2 threads", 1, 12.9e6)], "a game");
    assert!(table.contains("| ms a game | ± | ÷ first |\n"), "{table}");
    assert!(table.ends_with("| paili, 1 thread | 25.6 | 0.26 | 1.0 |\n| paili, 2 threads | 12.9 | 0.13 | 0.50 |"));
    let table = tables("tables", &[("build", 1, 31_000_000.0), ("decode", 1, 90_000.0)], "a time");
    assert!(table.ends_with("| build | 31,000 | 310 | 1.0 |\n| decode | 90.0 | 0.90 | 0.00 |"), "{table}");
}

#[test]
fn a_missing_result_is_named() {
    let folder = tempfile::tempdir().unwrap();
    leave(folder.path(), "of hands", &[("paili", 1, 5.0)]);
    let tables = |names: &[&str]| page::tables(folder.path(), names, "a hand");
    assert!(tables(&["of hands/paili"]).is_ok());
    let error = tables(&["of hands/paili", "of hands/other"]).unwrap_err();
    assert!(error.contains("of hands/other/new/benchmark.json: "), "{error}");
    assert!(tables(&[]).unwrap_err().contains("lists nothing"));
    fs::write(folder.path().join("of hands/paili/new/estimates.json"), "{}").unwrap();
    assert!(tables(&["of hands/paili"]).unwrap_err().contains("not criterion's files"));
}
