//! CONTRIBUTING.md sends nobody astray: the paths that it names are there, and its lists are whole. The example of a list is named in
//! each of its files, and in no other source file.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::unsafe_code::files;

const SOURCES: [&str; 13] = [
    "src",
    "tables/src",
    "solve/src",
    "arena/src",
    "audit/src",
    "cli/src",
    "python/native",
    "python/src",
    "web/src",
    "web/npm",
    "web/page",
    "capi/src",
    "capi/include",
];

#[test]
fn contributing_lists_every_file_to_touch() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    // A crate has the library only.
    let Ok(page) = fs::read_to_string(root.join("CONTRIBUTING.md")) else { return };
    let is_path = |name: &&str| !name.contains(char::is_whitespace) && (name.contains('/') || name.contains(".md"));
    let links = page.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
    for path in quoted(&page).filter(is_path).chain(links) {
        assert!(root.join(path).exists(), "there is no {path}");
    }

    let of_folder = |folder: &str| {
        ["rs", "py", "pyi", "js", "ts", "html", "h", "hpp"].map(|ending| files(&root.join(folder), ending))
    };
    let sources = SOURCES.into_iter().flat_map(of_folder).flatten();
    let name = |path: &Path| path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
    let sources: Vec<(String, String)> = sources.map(|path| (name(&path), code(&path))).collect();
    let mut lists = 0;
    for list in page.split("\n### ").skip(1).map(|rest| rest.split("\n## ").next().unwrap()) {
        let like = list.split("Like ").nth(1).and_then(|rest| rest.lines().next()).expect("an example");
        let (words, folder) = like.split_once(" in ").unwrap_or((like, "``"));
        let words: Vec<&str> = quoted(words).collect();
        let folder = quoted(folder).next().unwrap();
        let rows = list.lines().filter(|line| line.starts_with("| `")).filter_map(|row| row.split(" | ").next());
        let listed: BTreeSet<&str> = rows.flat_map(quoted).collect();
        for path in &listed {
            let text = fs::read_to_string(root.join(path)).unwrap();
            assert!(names(&text, &words), "{path} does not name {words:?}");
        }
        for (path, code) in sources.iter().filter(|(path, _)| path.starts_with(folder)) {
            assert!(!names(code, &words) || listed.contains(path.as_str()), "{path} names {words:?}, too");
        }
        lists += 1;
    }
    assert_eq!(lists, 6);
}

/// What stands between backquotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Whether a text has one of these as a whole word.
fn names(text: &str, words: &[&str]) -> bool {
    let is_part = |char: char| char.is_alphanumeric() || char == '_';
    let ends_here = |word: &str, rest: &str| !(word.ends_with(is_part) && rest.starts_with(is_part));
    let begins_here = |word: &str, before: &str| !(word.starts_with(is_part) && before.ends_with(is_part));
    words.iter().any(|word| {
        let mut places = text.match_indices(word);
        places.any(|(at, _)| begins_here(word, &text[..at]) && ends_here(word, &text[at + word.len()..]))
    })
}

/// A file without comments, the docs of Python, and the tests at its end. The program's docs stay: they are its help.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let is_help = |line: &str| path.iter().any(|part| part == "cli") && line.starts_with("/// ");
    let is_comment = |line: &&str| {
        let line = line.trim_start();
        ["//", "#", "*", "/*"].iter().any(|begin| line.starts_with(begin)) && !is_help(line)
    };
    let without_docs = code.split("\"\"\"").step_by(2).collect::<String>();
    without_docs.lines().filter(|line| !is_comment(line)).collect::<Vec<_>>().join("\n")
}
