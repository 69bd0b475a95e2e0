//! The page of benchmarks says what was measured: every bench is on it, no result is missing, and the ratios are right. The
//! README says what the page says.

#[path = "../benches/report/page.rs"]
mod page;
#[path = "benchmarks/readme.rs"]
mod readme;
#[path = "../benches/report/results.rs"]
mod results;

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
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    page::tables(&results::read(folder.path(), &names).unwrap(), unit)
}

#[test]
fn every_bench_is_on_the_page() {
    // Those beside the library are no part of its crate.
    let manifests = ["Cargo.toml", "arena/Cargo.toml", "solve/Cargo.toml"];
    let manifests = manifests.map(|path| fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)));
    let manifest = manifests.into_iter().collect::<Result<String, _>>().unwrap();
    let entries = manifest.split("[[bench]]").skip(1);
    let names = entries.map(|entry| entry.split('"').nth(1).unwrap());
    let mut in_manifest: Vec<&str> = names.filter(|&name| name != "report").collect();
    let mut on_page: Vec<&str> = page::benches().map(|bench| bench.name).collect();
    in_manifest.sort_unstable();
    on_page.sort_unstable();
    assert_eq!(on_page, in_manifest);
}

#[test]
fn the_page_has_the_facts_and_the_tables_of_each_bench_below_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let measured: Vec<_> = page::benches()
        .map(|bench| {
            leave(&folder.path().join(bench.name), "hands", &[(bench.name, 1, 5.0)]);
            results::read(&folder.path().join(bench.name), &[&format!("hands/{}", bench.name)]).unwrap()
        })
        .collect();
    let page =
        page::filled(&["--quick".to_owned()], &[("cores", "2".to_owned()), ("memory", "1 GiB".to_owned())], &measured);
    assert!(page.contains("`cargo bench --bench report`, with the options `--quick`: not the figures of a full run."));
    assert!(page.contains("\n| cores | 2 |\n| memory | 1 GiB |\n"), "{page}");
    assert!(!page.contains("{{") && !page.contains("}}"), "{page}");
    for bench in page::benches() {
        let (_, after) = page.split_once(&format!("(`cargo bench --bench {}`)\n\n**hands**", bench.name)).unwrap();
        assert!(after.contains(&format!("| A | {} | 5.00 | 0.05 |", bench.name)), "{page}");
    }
    assert!(!page::filled(&[], &[], &measured).contains("options"));
}

#[test]
fn rows_come_in_the_order_of_the_bench_with_ratios_to_all_of_ours() {
    let rows = [("paili", 1000, 4995.0), ("paili, more", 10, 99.9), ("other", 200, 2_469_000.0)];
    let expected = "\
**of hands**

|  |  | ns a hand | ± | ÷ A | ÷ B |
| --- | --- | --: | --: | --: | --: |
| A | paili | 5.00 | 0.05 | 1.0 | 0.50 |
| B | paili, more | 9.99 | 0.10 | 2.0 | 1.0 |
| C | other | 12,345 | 123 | 2,471 | 1,236 |";
    assert_eq!(tables("of hands", &rows, "a hand"), expected);
}

#[test]
fn a_slow_group_of_ours_alone_has_ratios_to_its_first_row() {
    let table = tables("threads", &[("paili, 1 thread", 1, 25.6e6), ("paili, 2 threads", 1, 12.9e6)], "a game");
    assert!(table.contains("| ms a game | ± | ÷ A |\n"), "{table}");
    assert!(
        table.ends_with("| A | paili, 1 thread | 25.6 | 0.26 | 1.0 |\n| B | paili, 2 threads | 12.9 | 0.13 | 0.50 |")
    );
}

#[test]
fn what_is_not_compared_has_no_ratios() {
    let table = tables("tables", &[("build", 1, 31_000_000.0), ("decode", 1, 90_000.0)], "a time");
    assert!(table.ends_with("| A | build | 31,000 | 310 |\n| B | decode | 90.0 | 0.90 |"), "{table}");
}

#[test]
fn a_missing_result_is_named() {
    let folder = tempfile::tempdir().unwrap();
    leave(folder.path(), "of hands", &[("paili", 1, 5.0)]);
    let error = results::read(folder.path(), &["of hands/paili", "of hands/other"]).unwrap_err();
    assert!(error.contains("no result of `of hands/other`"), "{error}");
    let nowhere = folder.path().join("elsewhere");
    let error = results::read(&nowhere, &["of hands/paili"]).unwrap_err();
    assert!(error.contains("elsewhere: no result of `of hands/paili`"), "{error}");
    assert!(results::read(folder.path(), &[]).unwrap_err().contains("lists nothing"));
    fs::remove_file(folder.path().join("of hands/paili/new/estimates.json")).unwrap();
    assert!(results::read(folder.path(), &["of hands/paili"]).unwrap_err().contains("paili: not criterion's files"));
}
