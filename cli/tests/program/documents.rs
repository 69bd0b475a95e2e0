//! What documents say of the code is so: THIRD-PARTY.md names everybody whose code is in the program, in the libraries for C and Python
//! and in the page's module, docs/promises.md names tests that there are, and commands print what the docs show.
//!
//! Where THIRD-PARTY.md is out of step: `PAILI_WRITE=1 cargo test -p paili-cli everybody_is_named`

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use paili::simulation::NamedPolicy;
use serde_json::Value;

#[cfg(unix)]
use crate::length::short_or_long;

const ROOTS: [&str; 4] = ["paili-capi", "paili-cli", "paili-python", "paili-web"];

#[test]
fn everybody_is_named() {
    let file = repository().join("THIRD-PARTY.md");
    let text = fs::read_to_string(&file).unwrap();
    let (before, _) = text.split_once("\n| Crate |").expect("a table of crates");
    let expected = format!("{before}\n| Crate | Licence | Source |\n|---|---|---|\n{}", rows());
    if env::var_os("PAILI_WRITE").is_some() {
        return fs::write(&file, &expected).unwrap();
    }
    assert!(
        text == expected,
        "THIRD-PARTY.md is out of step: PAILI_WRITE=1 cargo test -p paili-cli everybody_is_named"
    );
}

/// A row a crate.
fn rows() -> String {
    let graph = metadata();
    let packages: BTreeMap<&str, &Value> =
        list(&graph["packages"]).map(|package| (text(&package["id"]), package)).collect();
    let nodes: BTreeMap<&str, &Value> =
        list(&graph["resolve"]["nodes"]).map(|node| (text(&node["id"]), node)).collect();
    let roots = packages.values().filter(|package| ROOTS.contains(&text(&package["name"])));
    let mut left: Vec<&str> = roots.map(|package| text(&package["id"])).collect();
    let mut seen = BTreeSet::new();
    while let Some(id) = left.pop() {
        // Macros, and what they are made of, run only where the program is built.
        let is_macro =
            list(&packages[id]["targets"]).any(|target| list(&target["kind"]).any(|kind| text(kind) == "proc-macro"));
        if is_macro || !seen.insert(id) {
            continue;
        }
        let there = |needed: &&Value| list(&needed["dep_kinds"]).any(|needed| needed["kind"].is_null());
        left.extend(list(&nodes[id]["deps"]).filter(there).map(|needed| text(&needed["pkg"])));
    }
    let others = seen.into_iter().map(|id| packages[id]).filter(|package| !package["source"].is_null());
    let rows: BTreeSet<String> = others
        .map(|package| {
            let [name, licence, source] =
                ["name", "license", "repository"].map(|key| package[key].as_str().unwrap_or("–"));
            format!("| {name} | {licence} | {source} |\n")
        })
        .collect();
    rows.into_iter().collect()
}

/// Cargo's own account of all crates, for one platform: it has those of any other that anybody need name.
fn metadata() -> Value {
    let arguments = ["metadata", "--format-version", "1", "--locked", "--all-features"];
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .args(["--filter-platform", "x86_64-unknown-linux-gnu"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[test]
fn promises_are_shown_by_tests_that_there_are() {
    let mut sources = String::new();
    for folder in
        ["src", "tests", "arena", "solve", "cli/src", "cli/tests", "python/tests", "web/tests/browser", "capi"]
    {
        read_all(&repository().join(folder), &mut sources);
    }
    let page = fs::read_to_string(repository().join("docs/promises.md")).unwrap();
    let mut shown = 0;
    for row in page.lines().filter(|line| line.starts_with('|')) {
        let tests = row.trim_end_matches('|').rsplit('|').next().unwrap_or_default();
        let names: Vec<&str> = tests.split('`').skip(1).step_by(2).collect();
        for name in &names {
            let begins = ["fn {}(", "def {}(", "test(\"{}", "test(`{}"].map(|begins| begins.replace("{}", name));
            let there = begins.iter().any(|begins| sources.contains(begins));
            let fuzzed = repository().join(format!("fuzz/fuzz_targets/{name}.rs")).exists();
            assert!(there || fuzzed, "there is no test {name}");
            shown += 1;
        }
        // A short run has one of them at least.
        let is_long = |name: &&str| {
            let marked = ["mark.long\ndef {}(", "test(\"{}\", { tag: \"@long\" }"];
            marked.iter().any(|marked| sources.contains(&marked.replace("{}", name)))
        };
        assert!(names.is_empty() || !names.iter().all(is_long), "only the long run shows {names:?}");
    }
    assert!(shown > 40, "{shown}");
}

/// The examples of README and guide: a command, and what it prints, where a line with … stands for any lines.
#[test]
#[cfg(unix)]
fn commands_print_what_the_docs_show() {
    let program = Path::new(env!("CARGO_BIN_EXE_paili")).parent().unwrap();
    let folders = env::var_os("PATH").unwrap_or_default();
    let folders = env::join_paths([program.to_owned()].into_iter().chain(env::split_paths(&folders))).unwrap();
    let takes_long = |command: &str| ["00_000", "--until decided", "exec:"].iter().any(|many| command.contains(many));
    let mut printed = BTreeMap::new();
    for page in ["README.md", "docs/coming-from.md", "docs/guide.md", "docs/rules.md"] {
        let text = fs::read_to_string(repository().join(page)).unwrap();
        for example in text.split("```console\n$ ").skip(1) {
            let (command, shown) = example.split_once("\n```").unwrap().0.split_once('\n').unwrap();
            if takes_long(command) && short_or_long(true, false) {
                continue;
            }
            let output = printed.entry(command.to_owned()).or_insert_with(|| {
                let mut shell = Command::new("sh");
                shell.args(["-c", command]).env("PATH", &folders).current_dir(repository());
                String::from_utf8(shell.output().unwrap().stdout).unwrap()
            });
            let mut rest = format!("\n{}\n", output.trim_end());
            for (place, part) in shown.split("…\n").enumerate() {
                let part = format!("\n{}", part.trim_end_matches(['…', '\n']));
                let found = rest.find(&part).filter(|&at| place > 0 || at == 0);
                let at = found.unwrap_or_else(|| panic!("{page}: `{command}` does not print {part}, but {rest}"));
                rest = rest[at + part.len()..].to_owned();
            }
            assert!(shown.ends_with('…') || rest == "\n", "{page}: `{command}` prints more: {rest}");
        }
    }
    assert!(printed.len() > 8, "{}", printed.len());
}

/// `README.md` in other languages: whoever changes an example there changes it here.
#[test]
fn translations_have_the_examples_of_the_readme() {
    let examples = |page: &str| {
        let text = fs::read_to_string(repository().join(page)).unwrap();
        let examples = text.split("\n```").skip(1).step_by(2);
        examples.map(str::to_owned).collect::<Vec<_>>()
    };
    let readme = examples("README.md");
    assert!(readme.len() > 8, "{}", readme.len());
    for page in ["README.zh.md", "README.ja.md"] {
        assert_eq!(examples(page), readme, "{page}");
    }
}

fn read_all(folder: &Path, sources: &mut String) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            read_all(&path, sources);
        } else if path.extension().is_some_and(|ending| ["rs", "py", "js"].iter().any(|read| ending == *read)) {
            *sources += &fs::read_to_string(path).unwrap();
        }
    }
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A new policy is one file and one line: wherever policies are listed, this test finds who is missing.
#[test]
fn every_list_of_policies_is_complete() {
    let help = |command: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_paili")).args([command, "--help"]).output().unwrap();
        (format!("paili {command} --help"), String::from_utf8(output.stdout).unwrap())
    };
    let page = |name: &str| (name.to_owned(), fs::read_to_string(repository().join(name)).unwrap());
    let lists = ["simulate", "compare", "arena", "odds"]
        .map(help)
        .into_iter()
        .chain(["README.md", "README.zh.md", "README.ja.md", "docs/guide.md", "python/README.md"].map(page));
    for (list, text) in lists {
        for policy in NamedPolicy::ALL {
            let names = text.split(|char: char| !char.is_alphanumeric() && char != '-' && char != '_');
            assert!(names.into_iter().any(|name| name == policy.name()), "{list} does not name {policy}");
        }
    }
}
