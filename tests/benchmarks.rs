//! The page of benchmarks says what was measured: every bench is on it, no result is missing, and the ratios are right.

#[path = "../benches/report/page.rs"]
mod page;
#[path = "../benches/report/questions.rs"]
mod questions;
#[path = "../benches/report/results.rs"]
mod results;

use std::fs;
use std::path::Path;

use page::Page;
use questions::{BENCHES, Bench};

/// Leaves a result as criterion does: of each named row, the nanoseconds of all of its hands.
fn leave(folder: &Path, group: &str, rows: &[(&str, u32, f64)]) {
    for (row, hands, nanoseconds) in rows {
        let folder = folder.join(group).join(row).join("new");
        fs::create_dir_all(&folder).unwrap();
        let names = format!(r#""group_id":"{group}","function_id":"{row}","full_id":"{group}/{row}""#);
        let benchmark = format!(r#"{{{names},"throughput":{{"Elements":{hands}}}}}"#);
        fs::write(folder.join("benchmark.json"), benchmark).unwrap();
        let estimates = format!(
            r#"{{"median":{{"point_estimate":{nanoseconds}}},"median_abs_dev":{{"point_estimate":{}}}}}"#,
            nanoseconds / 100.0
        );
        fs::write(folder.join("estimates.json"), estimates).unwrap();
    }
}

fn expected(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

#[test]
fn every_bench_is_on_the_page() {
    let manifest = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")).unwrap();
    let entries = manifest.split("[[bench]]").skip(1);
    let names = entries.map(|entry| entry.split('"').nth(1).unwrap());
    let mut in_manifest: Vec<&str> = names.filter(|&name| name != "report").collect();
    let mut on_page = BENCHES.map(|bench| bench.name);
    in_manifest.sort_unstable();
    on_page.sort_unstable();
    assert_eq!(on_page[..], in_manifest);
}

#[test]
fn rows_come_in_the_order_of_the_bench_with_ratios_to_all_of_ours() {
    let folder = tempfile::tempdir().unwrap();
    leave(
        folder.path(),
        "of hands",
        &[("other", 200, 2_469_000.0), ("paili", 1000, 4995.0), ("paili, more", 10, 99.9)],
    );
    let order = expected(&["of hands/paili", "of hands/paili, more", "of hands/other"]);
    let groups = results::read(folder.path(), &order).unwrap();
    let bench = Bench { name: "name", asks: "How long?", compares: "This and that.", unit: "hand" };
    let mut page = Page::new(&[("cores".to_owned(), "2".to_owned())], &[], &[]);
    page.add(&bench, &groups);
    let text = page.text();
    assert!(text.contains("| cores | 2 |"), "{text}");
    let end = "
## How long?

This and that. (`cargo bench --bench name`)

**of hands**

|  |  | ns a hand | ± | ÷ A | ÷ B |
| --- | --- | --: | --: | --: | --: |
| A | paili | 5.00 | 0.05 | 1.0 | 0.50 |
| B | paili, more | 9.99 | 0.10 | 2.0 | 1.0 |
| C | other | 12,345 | 123 | 2,471 | 1,236 |
";
    assert!(text.ends_with(end), "{text}");
}

#[test]
fn a_slow_group_of_ours_alone_has_ratios_to_its_first_row() {
    let folder = tempfile::tempdir().unwrap();
    leave(folder.path(), "threads", &[("paili, 1 thread", 1, 25.6e6), ("paili, 2 threads", 1, 12.9e6)]);
    let groups =
        results::read(folder.path(), &expected(&["threads/paili, 1 thread", "threads/paili, 2 threads"])).unwrap();
    let table = page::table(&groups[0], "game");
    assert!(table.contains("| ms a game | ± | ÷ A |\n"), "{table}");
    assert!(
        table.ends_with("| A | paili, 1 thread | 25.6 | 0.26 | 1.0 |\n| B | paili, 2 threads | 12.9 | 0.13 | 0.50 |\n")
    );
}

#[test]
fn what_is_not_compared_has_no_ratios() {
    let folder = tempfile::tempdir().unwrap();
    leave(folder.path(), "tables", &[("build", 1, 31_000_000.0), ("decode", 1, 90_000.0)]);
    let groups = results::read(folder.path(), &expected(&["tables/build", "tables/decode"])).unwrap();
    let table = page::table(&groups[0], "time");
    assert!(table.ends_with("| A | build | 31,000 | 310 |\n| B | decode | 90.0 | 0.90 |\n"), "{table}");
}

#[test]
fn a_missing_result_is_named() {
    let folder = tempfile::tempdir().unwrap();
    leave(folder.path(), "of hands", &[("paili", 1, 5.0)]);
    let error = results::read(folder.path(), &expected(&["of hands/paili", "of hands/other"])).unwrap_err();
    assert!(error.contains("no result of `of hands/other`"), "{error}");
    let nowhere = folder.path().join("elsewhere");
    let error = results::read(&nowhere, &expected(&["of hands/paili"])).unwrap_err();
    assert!(error.contains("elsewhere: no result of `of hands/paili`"), "{error}");
    assert!(results::read(folder.path(), &[]).unwrap_err().contains("lists nothing"));
}
