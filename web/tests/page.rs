//! Builds the page and the package for npm, tests the package as npm packs it, and the page in a real Chromium, as a person uses it,
//! and against the program that `cargo test --workspace` has just built.
//!
//! On a machine without Node or Chromium the test passes and says so, unless the environment variable `CI` is set.
//! `PAILI_CHROMIUM` names a Chromium that is not on the path.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::Value;

#[path = "../../tests/length.rs"]
mod length;

use length::short_or_long;

/// How `web/build` says that there is no standard library to build with.
const NO_LIBRARY: i32 = 3;

/// Succeeds in a Node that is new enough for Playwright.
const NODE_SUITS: &str = "process.exit(process.versions.node.split('.')[0] < 20 ? 1 : 0)";

#[test]
fn page() {
    // Cargo makes the folder `tmp` in its target folder for tests.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let node = Command::new("node").args(["-e", NODE_SUITS]).status();
    if node.is_ok_and(|status| status.success()) {
        test_in_node(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/node"), target);
    }
    let Some(chromium) = find_chromium() else {
        return leave_out(
            "no Chromium is on the path (on Debian: apt-get install chromium-headless-shell), and PAILI_CHROMIUM names none",
        );
    };
    let node = Command::new("node").args(["-e", NODE_SUITS]).status();
    if !node.is_ok_and(|status| status.success()) || !runs("npm") {
        return leave_out(
            "no Node 20 or newer with npm is on the path (on Debian and Ubuntu: apt-get install nodejs npm)",
        );
    }
    let mut builder = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/build"));
    builder.env("CARGO_TARGET_DIR", target);
    builder.env("PAILI_PROFILE", short_or_long("dev", "release"));
    let built = builder.status().unwrap();
    if built.code() == Some(NO_LIBRARY) {
        return leave_out("Rust can't build for WebAssembly here; see above");
    }
    assert!(built.success(), "the page does not build");
    test_in_node(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/npm"), target);
    let program = build_program(target);
    let served = Served::begin(target);
    // What web/build fetched with npm.
    let status = Command::new("npx")
        .args(["--no-install", "playwright", "test"])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/browser"))
        .env("CARGO_TARGET_DIR", target)
        .env("PAILI_CHROMIUM", &chromium)
        .env("PAILI_PAGE", &served.address)
        .env("PAILI_PROGRAM", &program)
        .status();
    assert!(status.unwrap().success(), "see the messages above");
}

/// Runs the tests of a folder in Node alone.
fn test_in_node(folder: &str, target: &Path) {
    let status = Command::new("node").arg("--test").current_dir(folder).env("CARGO_TARGET_DIR", target).status();
    assert!(status.unwrap().success(), "see the messages above");
}

/// The page as `web/serve` serves it, until this is dropped.
struct Served {
    server: Child,
    address: String,
}

impl Served {
    fn begin(target: &Path) -> Served {
        // A port that is free now, whatever else runs here.
        let port = TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port();
        let mut server = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/serve"))
            .arg(port.to_string())
            .env("CARGO_TARGET_DIR", target)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut address = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut address).unwrap();
        assert!(address.starts_with("http://"), "web/serve does not serve");
        Served { server, address: address.trim().to_owned() }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

fn leave_out(reason: &str) {
    assert!(std::env::var_os("CI").is_none_or(|value| value.is_empty()), "CI is set, and {reason}");
    // Past the test harness, which keeps to itself what a test prints.
    let message = format!("\n== LEFT OUT: the tests of the page in the browser: {reason}\n\n");
    std::io::stderr().write_all(message.as_bytes()).unwrap();
}

/// Whether a program is there.
fn runs(program: impl AsRef<std::ffi::OsStr>) -> bool {
    let status = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

fn find_chromium() -> Option<OsString> {
    if let Some(chromium) = std::env::var_os("PAILI_CHROMIUM") {
        assert!(runs(&chromium), "PAILI_CHROMIUM={}: no program", chromium.display());
        return Some(chromium);
    }
    // Playwright starts a file, and looks at no path.
    // The shells have no windows to draw, and take two thirds of the time.
    let names = ["chromium-headless-shell", "chrome-headless-shell", "chromium", "chromium-browser", "google-chrome"];
    let folders: Vec<PathBuf> = std::env::split_paths(&std::env::var_os("PATH")?).collect();
    let mut files = names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    files.find(|file| file.is_file() && runs(file)).map(PathBuf::into_os_string)
}

/// Asks cargo for the program. The profile, and for the features the test beside it, are those of `cargo test --workspace`,
/// so that after that command nothing is left to compile.
fn build_program(target: &Path) -> PathBuf {
    let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["build", "--profile", "test", "--workspace", "--lib", "--bins", "--test", "page", "--target-dir"])
        .arg(target)
        .args(["--message-format", "json-render-diagnostics"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stderr(Stdio::inherit())
        .output()
        .unwrap();
    assert!(output.status.success(), "the workspace does not build");
    let messages =
        output.stdout.split(|&byte| byte == b'\n').filter_map(|line| serde_json::from_slice::<Value>(line).ok());
    let is_program = |message: &Value| message["target"]["name"] == "paili" && message["target"]["kind"][0] == "bin";
    let message = messages.into_iter().find(is_program).expect("cargo names all that it builds");
    message["executable"].as_str().expect("the name of a file").into()
}
