//! What `paili batch` says about input and options that it can't use.

use std::fs;
use std::path::Path;

use serde_json::json;

use crate::hands::{batch, report};
use crate::run::{Folder, error, refused, without_speed};

#[test]
fn what_is_wrong_with_a_row_is_told() {
    let folder = Folder::new();
    let no_tile = "is not a tile: expected digits 1-9, or 0 or r5 for a red five, followed by m, p or s, or 1-7 followed \
                   by z or c";
    let cases = [
        (
            "a.txt",
            "1m\n\n123m".to_owned(),
            "line 3: 3 tiles: expected 13 or 14, or with exposed melds 10 or 11, 7 or 8, 4 or 5, 1 or 2\n  123m",
        ),
        (
            "b.txt",
            "11111m".to_owned(),
            "line 1: character 5: a fifth 1m: there are four of each kind\n  11111m\n      ^",
        ),
        (
            "c.txt",
            "1".repeat(5000),
            &format!("line 1: a line of more than 4096 bytes: expected a hand\n  {}…", "1".repeat(96)),
        ),
        ("d.csv", "id,hand\n1,1m\n2\n".to_owned(), "row 2: no cell in column \"hand\""),
        (
            "m.csv",
            "hand\n1m,\n1m,2m,3m\n".to_owned(),
            "row 2: more cells than columns: is there a comma that needs quotes?",
        ),
        ("e.csv", "id,hand\n\n1,\"0z\"\n".to_owned(), &format!("row 1: character 1: \"0z\" {no_tile}\n  0z\n  ^")),
        (
            "f.csv",
            "id,name\n1,1m\n".to_owned(),
            "line 1: which column holds the hands? Name it with --column; the columns are \"id\", \"name\"",
        ),
        (
            "g.csv",
            "123m1z\n1m\n".to_owned(),
            "line 1: the first line is a hand, \"123m1z\": expected the names of the columns",
        ),
        ("q.csv", "id,hand\n1,\"1m\"\n2,\"1m\n3,2m\n".to_owned(), "row 2: a quote is not closed"),
        ("r.csv", "id,hand\n1,1m\n\"2,1m".to_owned(), "row 2: a quote is not closed"),
        ("s.csv", "id,\"hand\n1,1m\n".to_owned(), "line 1: a quote is not closed"),
        (
            "t.ndjson",
            "{\"hand\":\"1m\",\"a\":1,\"a\":1}\n{\"hand\":\"1m\",\"h\\u0061nd\":\"2m\"}".to_owned(),
            "line 2: the key \"hand\" stands in this object 2 times",
        ),
        ("h.ndjson", "{\"hand\":\"1m\"}\n{\"a\":1}\n".to_owned(), "line 2: no key \"hand\" in this object"),
        ("i.ndjson", "{\"hand\":null}".to_owned(), "line 1: \"hand\" is null: expected a hand"),
        ("j.ndjson", "{\"hand\":true}".to_owned(), "line 1: \"hand\" is neither a text nor an array of 34 counts"),
        (
            "k.ndjson",
            "{\"hand\":\"1m\"".to_owned(),
            "line 1: no JSON object: EOF while parsing an object (character 12)",
        ),
        ("l.ndjson", json!({"counts": vec![0; 35]}).to_string(), "line 1: \"counts\": 35 counts: expected 34"),
        (
            "m.ndjson",
            json!({"counts": vec![-1; 34]}).to_string(),
            "line 1: \"counts\": an array that is not of small numbers: expected 34 counts",
        ),
        (
            "n.ndjson",
            json!({"counts": vec![5; 34]}).to_string(),
            "line 1: 5 of 1M (count 0 of 0-33): expected at most four of each kind",
        ),
        (
            "o.ndjson",
            json!({"counts": vec![0; 34]}).to_string(),
            "line 1: 0 tiles: expected 13 or 14, or with exposed melds 10 or 11, 7 or 8, 4 or 5, 1 or 2",
        ),
    ];
    for (name, input, message) in cases {
        let path = folder.write(name, input);
        assert_eq!(refused(&batch(&[&path], b""), &format!("{path}: {message}")), "");
        fs::remove_file(path).unwrap();
    }
    let column = folder.write("p.csv", "id,name\n1,1m\n");
    assert_eq!(report(&[&column, "--column", "name"], b"")["hands"], 1);
    let message = format!("{column}: line 1: no column \"hnd\": the columns are \"id\", \"name\"");
    assert_eq!(refused(&batch(&[&column, "--column", "hnd"], b""), &message), "");
    let output = batch(&["--forms", "pairs"], b"1133557799m1122p\n1m");
    assert_eq!(refused(&output, "standard input: line 2: no tiles can complete the hand\n  1m"), "");
    let output = batch(&["--notation", "uva"], b"1W\n1M");
    let expected = "expected 1T-9T, 1S-9S, 1W-9W, DONG, NAN, XI, BEI, ZHONG, FA or BAI";
    assert_eq!(
        refused(&output, &format!("standard input: line 2: character 1: \"1M\" is not a tile: {expected}\n  1M\n  ^")),
        ""
    );
}

#[test]
fn a_line_longer_than_a_block_is_one_bad_row() {
    let input = format!("1m\n{}\n2m\n{}", "x".repeat(1_000_000), "1".repeat(700_000));
    let output = batch(&["--on-error", "skip", "--format", "json"], input.as_bytes());
    assert_eq!(error(&output), "paili: skipped 2 of 4 rows that are no hands\n");
    let output = batch(&["--input-format", "ndjson", "--on-error", "skip"], input.as_bytes());
    assert_eq!(error(&output), "paili: skipped 4 of 4 rows that are no hands\n");
    let input = format!("1m\n{}\n2m\nx", "1m".repeat(500_000));
    let output = batch(&[], input.as_bytes());
    assert!(error(&output).starts_with("error: standard input: line 2: a line of more than 4096 bytes"));
}

#[test]
fn blank_lines_before_the_first_object_change_nothing() {
    let ndjson = |input: &str| batch(&["--input-format", "ndjson", "--format", "json"], input.as_bytes());
    for blank in ["\n", "\n\n\n", " \r\n", "\u{3000}\n", &"\n".repeat(300_000), &" \n".repeat(300_000)] {
        let lines = blank.lines().count();
        let output = ndjson(&format!("{blank}{{\"deal\":\"1m\"}}\n\n{{\"deal\":\"2m\"}}\n"));
        assert!(output.status.success(), "{lines} blank lines: {}", error(&output));
        assert_eq!(without_speed(&output.stdout)["hands"], 2);
        let output = ndjson(&format!("{blank}{{\"deal\":\"1m\"}}\n\n{{\"a\":\"2m\"}}\n"));
        let message = format!("standard input: line {}: no key \"deal\" in this object", lines + 3);
        assert_eq!(refused(&output, &message), "");
        let why = "which column holds the hands? Name it with --column; the columns are \"a\", \"b\"";
        let output = ndjson(&format!("{blank}{{\"a\":1,\"b\":2}}\n"));
        assert_eq!(refused(&output, &format!("standard input: line {}: {why}", lines + 1)), "");
    }
}

#[test]
fn a_cell_is_no_longer_than_a_line() {
    let long = "1".repeat(4097);
    let input = format!("hand\n1m{}\n{long}\n", " ".repeat(5000));
    let expected =
        format!("standard input: row 2: a cell of more than 4096 bytes: expected a hand\n  {}…", "1".repeat(96));
    assert_eq!(refused(&batch(&["--input-format", "csv"], input.as_bytes()), &expected), "");
    let input = format!("hand\n{}1m\n", format!("{long}\n").repeat(300));
    let output = batch(&["--input-format", "csv", "--on-error", "skip"], input.as_bytes());
    assert_eq!(error(&output), "paili: skipped 300 of 301 rows that are no hands\n");
}

#[test]
fn a_quote_that_is_never_closed_is_found() {
    let input = format!("hand\n\"1m\n{}", "1m\n".repeat(10_000_000));
    let output = batch(&["--input-format", "csv"], input.as_bytes());
    let message = "standard input: a row of more than 16777216 bytes: is there a quote that is not closed?";
    assert_eq!(refused(&output, message), "");
}

/// The last row, or the only one; and quotes that are none, or are closed at the very end.
#[test]
fn a_quote_that_is_not_closed_costs_one_row() {
    for (input, message) in [
        ("hand\n1m\n\"1m\n2m\n", "paili: skipped 1 of 2 rows that are no hands\n"),
        ("hand\n\"1m\"\"", "paili: skipped 1 of 1 rows that are no hands\n"),
        ("hand\n1m\"", "paili: skipped 1 of 1 rows that are no hands\n"),
        ("hand,size\n1m,5\" long\n\"2m\"", ""),
    ] {
        let output = batch(&["--input-format", "csv", "--on-error", "skip"], input.as_bytes());
        assert!(error(&output).starts_with(message), "{input:?}: {}", error(&output));
    }
}

/// Nor is it the whole of a long line.
#[test]
fn what_a_file_says_does_nothing_to_a_terminal() {
    let folder = Folder::new();
    let refuse = |text: &[u8], quoted: &str| {
        let path = folder.write("a.toml", text);
        let output = batch(&["--random", "1", "--tiles", "13", "--rules-file", &path], b"");
        let said = error(&output);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(quoted), "{said}");
        assert!(said.chars().all(|char| char == '\n' || !char.is_control()) && said.len() < 1000, "{said}");
    };
    refuse(b"\"\\u001b[31mred\"=4\nmelds=4\n", "\\u{1b}[31mred");
    refuse(b"name=\"\x1b]0;title\x07\"\n", "\\u{1b}]0;title\\u{7}");
    refuse(b"name=\"a\0b\"\n", "a\\0b");
    let cut = format!("\n  {}…\n  ", "[".repeat(96));
    refuse("[".repeat(60_000).as_bytes(), &cut);
    refuse(format!("melds = 4\n{} = 1\n", "x".repeat(60_000)).as_bytes(), "line 2: unknown field `xxx");
    refuse(format!("{}\nname = {}\n", "#".repeat(60_000), "\u{202e}").as_bytes(), "line 2: ");
}

/// Each cell takes more memory than its comma.
#[test]
fn rows_of_many_cells_are_refused() {
    let header = format!("{}\n11m\n", ",".repeat(1 << 14));
    let output = batch(&["--input-format", "csv"], header.as_bytes());
    let message = "standard input: line 1: 16385 columns: is this a table of hands?";
    assert_eq!(refused(&output, message), "");
    let commas = ",".repeat((1 << 24) - 1);
    let message = "standard input: a row of more than 1048576 cells: is this a table of hands?";
    for input in [format!("{commas}\n11m\n"), format!("hand\n11m{commas}\n")] {
        assert_eq!(refused(&batch(&["--input-format", "csv"], input.as_bytes()), message), "");
    }
}

/// What looks like the end of a hand is not, when the line goes on behind a block of blanks.
#[test]
fn blanks_do_not_hide_that_a_line_is_long() {
    let line = format!("1m{}2m\n1z\n", " ".repeat(300_000));
    let refused = batch(&[], line.as_bytes());
    assert_eq!(refused.status.code(), Some(2), "{}", error(&refused));
    assert!(error(&refused).starts_with("error: standard input: line 1: a line of more than 4096 bytes"));
    let skipped = batch(&["--on-error", "skip"], line.as_bytes());
    assert!(error(&skipped).contains("skipped 1 of 2 rows"), "{}", error(&skipped));
}

/// A picture that can't be written takes the rows with it, and what was there before stays.
#[cfg(target_os = "linux")]
#[test]
fn outputs_are_put_in_place_together() {
    let folder = Folder::new();
    let (rows, full) = (folder.write("rows.csv", "old"), folder.path("full.png"));
    std::os::unix::fs::symlink("/dev/full", &full).unwrap();
    let output = batch(&["--out", &rows, "--plot", &full], b"1m\n");
    assert_eq!(output.status.code(), Some(1), "{}", error(&output));
    assert!(error(&output).contains("full.png: No space left on device"), "{}", error(&output));
    assert_eq!(fs::read_to_string(&rows).unwrap(), "old");
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let sizes = "expected 13 or 14, or with exposed melds 10 or 11, 7 or 8, 4 or 5, 1 or 2";
    for tiles in ["0", "3", "15", "137", "149", "1000000"] {
        let output = batch(&["--random", "5", "--tiles", tiles], b"");
        assert_eq!(refused(&output, &format!("--tiles: a hand of {tiles} tiles: {sizes}")), "");
    }
    let output = batch(&["--random", "5", "--tiles", "11", "--forms", "orphans"], b"");
    assert_eq!(refused(&output, "--forms: orphans: not for hands of 11 tiles, which have exposed melds"), "");
    let refuse = |arguments: &[&str], part: &str| {
        let output = batch(arguments, b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(error(&output).contains(part), "{arguments:?}: {}", error(&output));
    };
    refuse(&["--random", "5"], "--tiles <K>");
    refuse(&["--random", "0", "--tiles", "13"], "expected at least one hand");
    refuse(&["--random", "x", "--tiles", "13"], "expected a number of hands, such as 1000000 or 1_000_000");
    refuse(&["--random", "99999999999999999999", "--tiles", "13"], "expected a number of hands below 2^64");
    refuse(&["--random", "5", "--tiles", "13", "--deck", "144"], "possible values: 136, 148");
    refuse(&["--random", "5", "--tiles", "13", "file"], "cannot be used with");
    refuse(&["--tiles", "13"], "--random <N>");
    refuse(&["--threads", "0"], "0 is not in 1..=1024");
    refuse(&["--out", "rows.xlsx"], "one of .csv, .ndjson, .jsonl and .parquet");
    refuse(&["--plot", "plot.jpg"], "expected .svg or .png");
}

#[test]
fn inputs_and_outputs_are_looked_at_before_the_run() {
    let folder = Folder::new();
    let [hands, missing, here] = [folder.write("hands.csv", "hand\n1m\n"), folder.path("missing"), folder.path("")];
    let there = "No such file or directory (os error 2)";
    assert_eq!(refused(&batch(&[&hands, &missing], b""), &format!("{missing}: {there}")), "");
    assert_eq!(refused(&batch(&[&here], b""), &format!("{here}: is a directory")), "");
    let same = format!("{hands}: named for an input and an output");
    assert_eq!(refused(&batch(&[&hands, "--out", &hands], b""), &same), "");
    // A slash at its end makes it a folder's name.
    let slash = folder.path("none.csv/");
    assert_eq!(refused(&batch(&[&hands, "--out", &slash], b""), &format!("{slash}: not a directory")), "");
    let out = folder.path("out.csv");
    assert_eq!(
        refused(&batch(&[&hands, "--out", &out, "--plot", &out], b""), &format!("{out}: named for two outputs")),
        ""
    );
    let text = folder.write("hands.txt", "1m\n");
    let no_columns = "--column: text has no columns (--input-format tells how an input is written)";
    assert_eq!(refused(&batch(&[&text, "--column", "a"], b""), &format!("{text}: {no_columns}")), "");
    for (input, empty) in
        [("a.txt", ""), ("b.csv", ""), ("c.csv", "hand\n"), ("d.ndjson", "\n \n"), ("e.txt", " \r\n\n")]
    {
        let path = folder.write(input, empty);
        let output = batch(&[&path, "--out", &out], b"");
        assert_eq!(refused(&output, &format!("{path}: no hands: expected one a row")), "");
    }
    assert_eq!(refused(&batch(&[], b""), "standard input: no hands: expected one a row"), "");
    assert!(!Path::new(&out).exists());
}

#[cfg(not(feature = "arrow"))]
#[test]
fn without_the_feature_the_way_to_parquet_is_told() {
    let folder = Folder::new();
    let path = folder.write("hands.parquet", "PAR1");
    let build = "this paili was built without Parquet; in a clone, `cargo install --locked --path cli --features arrow` installs \
                 one with it";
    for arguments in [&[&path[..]][..], &["--random", "5", "--tiles", "13", "--out", &path]] {
        assert_eq!(refused(&batch(arguments, b""), &format!("{path}: {build}")), "");
    }
}
