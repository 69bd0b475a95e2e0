//! The docs say in which files `unsafe` stands.

use std::fs;
use std::path::{Path, PathBuf};

/// All files below a folder with such an ending, but for what is built.
pub fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_ours = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        !name.starts_with('.') && name != "target" && name != "node_modules"
    };
    let of_one = |path: PathBuf| match path.is_dir() {
        true => files(&path, ending),
        false if path.extension().is_some_and(|found| found == ending) => vec![path],
        false => Vec::new(),
    };
    entries.filter(is_ours).flat_map(of_one).collect()
}

fn has_unsafe(path: &Path) -> bool {
    let source = fs::read_to_string(path).unwrap();
    let code = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    let mut begins = code.flat_map(|line| line.match_indices("unsafe").map(|(at, word)| &line[at + word.len()..]));
    begins.any(|rest| [" {", " fn", " impl", " extern", "("].iter().any(|next| rest.starts_with(next)))
}

#[test]
fn the_docs_name_every_file_with_unsafe_code() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["src", "tables", "arena/src", "solve/src", "cli/src", "python/native", "web/src", "capi/src"]
        .map(|folder| root.join(folder));
    let mut found: Vec<PathBuf> = folders.iter().flat_map(|folder| files(folder, "rs")).collect();
    found.retain(|path| has_unsafe(path));
    // A crate has the library only.
    if !root.join("web").exists() {
        return;
    }
    let docs = [vec![root.join("README.md")], files(&root.join("docs"), "md")].concat();
    let docs: String = docs.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    for path in &found {
        let name = path.strip_prefix(root).unwrap().display();
        assert!(docs.contains(&format!("`{name}`")), "no page names {name}");
    }
    // Where a page counts them, it counts them right.
    let numbers =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    if let Some((_, rest)) = docs.split_once("`unsafe` stands in ")
        && let Some((number, "files" | "files:" | "files.")) =
            rest.split_once(' ').map(|(number, rest)| (number, rest.split_whitespace().next().unwrap_or_default()))
    {
        assert_eq!(number, numbers[found.len()], "{found:?}");
    }
}
