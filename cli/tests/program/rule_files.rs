//! Rule sets of one's own, from files, and what such a file can have wrong.

use std::fs;

use crate::rules::{distance, refused};
use crate::run::printed;

#[test]
fn a_rule_set_of_ones_own_is_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = |text: &str| {
        let path = folder.path().join("rules.toml");
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let small = file("name = 'one suit'\nmelds = 2\n[copies]\n123456789m123456789s1234567z = 0\n");
    assert_eq!(distance(&["--rules-file", &small, "1123455p"]), 1);
    let exact = printed(&["exact", "--rules-file", &small, "--tiles", "8", "--format", "csv"], b"");
    assert!(exact.starts_with("distance,weighted,distinct,probability\n0,"), "{exact}");
    let three = file(
        "name = 'three copies'\nlike = 'riichi'\nforms = ['standard']\n[copies]\n123456789m123456789p123456789s1234567z = 3\n",
    );
    refused(&["hand", "--rules-file", &three, "1111m"], b"", "4 of 1m: three copies has 3 copies");
    for (text, message) in [
        ("melds = 2\n", "missing field `name`"),
        ("name = 'a'\n", "melds: missing"),
        ("name = ''\nmelds = 2\n", "name: expected 1 to 40 letters"),
        ("name = \"\\u001b[31m\"\nmelds = 2\n", "name: expected 1 to 40 letters"),
        ("name = 'a'\nmelds = 6\n", "6 melds: expected 1 to 5"),
        ("name = 'a'\nmelds = 4\nforms = ['pairz']\n", "forms: \"pairz\" is not a win form"),
        (
            "name = 'a'\nmelds = 5\nforms = ['orphans']\n",
            "form orphans, hands of 17 tiles: expected hands of 14 tiles, and",
        ),
        ("name = 'a'\nmelds = 4\nforms = []\n", "no form"),
        ("name = 'a'\nmelds = 4\nchows = 'x'\n", "chows: 'x' is no suit"),
        ("name = 'a'\nmelds = 4\nlike = 'chess'\n", "like: \"chess\" is not a rule set"),
        ("name = 'a'\nmelds = 4\n[copies]\n1m = 5\n", "5 copies of 1M"),
        ("name = 'a'\nmelds = 4\n[copies]\n1m = 1\n21m = 2\n", "\"21m\" has 1m, which was named before"),
        ("name = 'a'\nmelds = 4\n[copies]\nxyz = 1\n", "copies: "),
        ("name = 'a'\nmelds = 4\n[copies]\n'' = 1\n", "copies: \"\": expected some tiles"),
        (
            "name = 'a'\nmelds = 1\n[copies]\n123456789m123456789p123456789s1234567z = 0\n",
            "copies: no tile is left: expected some",
        ),
        ("name = 'a'\nmelds = 4\n[copies]\n11m = 1\n", "was named before"),
        ("name = 'a'\nmelds = 4\n[copies]\nPASS = 1\n", "PASS is a special tile"),
        ("name = 'sanma'\nmelds = 4\n", "sanma is a ready-made rule set"),
        ("name = 'sanma'\nlike = 'sanma'\nmelds = 3\n", "sanma is a ready-made rule set"),
        ("name = 'sanma'\nlike = 'sanma'\n[copies]\n1p = 3\n", "sanma is a ready-made rule set"),
        ("name = 'a'\nmelds = 4\nwildcards = 9\n", "9 wildcards"),
        ("name = 'a'\nmelds = 4\nwildcards = -1\n", "integer `-1`, expected a small whole number"),
        ("name = 'a'\nmelds = 4\n[copies]\n1m = 300\n", "integer `300`, expected a small whole number"),
        ("name = 'a'\nmelds = 99999999999999999999\n", "integer `99999999999999999999`, expected a small whole number"),
        ("name = 'a'\nmelds = 'four'\n", "string \"four\", expected a small whole number"),
        ("name = 'a'\nmelds = 4\ncolour = 1\n", "unknown field `colour`"),
        ("name = ", "rules.toml"),
    ] {
        refused(&["hand", "--rules-file", &file(text), "1m"], b"", message);
    }
    let aimed = file("name = 'a'\nlike = 'riichi'\nonly = 'm'\n");
    let aimed = |arguments: &[&str], message| {
        refused(&[arguments, &["--rules-file", &aimed]].concat(), b"", &format!("{message}only m"));
    };
    aimed(&["hand", "5p", "--only-pongs"], "--only-pongs: a is for hands of another aim already: ");
    aimed(&["odds", "5p", "--with", "555p"], "--with: a is for hands of another aim already: ");
    aimed(&["exact", "--tiles", "13", "--only", "p"], "--only: a is for hands of another aim already: ");
    aimed(&["hand", "5p", "--towards", "all"], "--towards: a is for hands of one aim: ");
    let out = "--towards all --random 2 --tiles 13 --out /nowhere/a.csv";
    aimed(&[&["batch"][..], &out.split(' ').collect::<Vec<_>>()].concat(), "--towards: a is for hands of one aim: ");
    let pairs = file("name = 'a'\nmelds = 4\nforms = ['pairs']\n");
    let reason = "--tiles: pairs: not for hands of 4 tiles, which have exposed melds";
    refused(&["batch", "--random", "5", "--tiles", "4", "--rules-file", &pairs], b"", reason);
    refused(&["hand", "--rules-file", "/dev/zero", "1m"], b"", "which no rule set takes");
    refused(&["hand", "--rules-file", "/nowhere", "1m"], b"", "/nowhere");
}

/// What is left out is as in the rule set that it is like, whatever the number of melds.
#[test]
fn a_rule_set_is_like_another() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rules.toml");
    fs::write(&path, "name = 'long'\nlike = 'sichuan'\nmelds = 5\n").unwrap();
    let path = path.to_str().unwrap();
    refused(&["hand", "--rules-file", path, "1z"], b"", "long has no 1z");
    assert_eq!(distance(&["--rules-file", path, "111222333444m555p1s1p"]), 1);
}
