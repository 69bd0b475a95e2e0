//! The library as its users build, link and run it: by `capi/build`, pkg-config, compilers for C and C++, and tools that watch memory.
//!
//! What a machine lacks is left out, and said so, unless the environment variable `CI` is set.

use std::fmt::Write as _;
use std::io::Write as _;
use std::mem::offset_of;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

use paili::analysis::{Unseen, Useful, discards};
use paili::rules::ReadyMade;
use paili::{Distance, Model, Notation, Tile};
use paili_capi::{Analysis, Discard, LastError, RegularCounts, Rules, Status};
use tempfile::TempDir;

use crate::length::short_or_long;

const WARNINGS: [&str; 4] = ["-Wall", "-Wextra", "-Werror", "-pedantic"];

/// Compilers of C and of C++.
const COMPILERS: [[&str; 2]; 2] = [["gcc", "g++"], ["clang", "clang++"]];

/// A program that ends well where a text with a zero in it is none.
const ZEROS: &str = r#"
#include <paili.hpp>

template <class Call> static bool is_refused(paili_status status, const Call &call) {
    try { call(); } catch (const paili::Error &error) { return error.status == status; }
    return false;
}

int main() {
    const auto rules = paili::Rules::named("riichi");
    return !is_refused(PAILI_BAD_RULES, [] { paili::Rules::named(std::string("riichi\0x", 8)); }) ||
           !is_refused(PAILI_BAD_TILES, [&] { rules.read_hand(std::string("1m\0x", 4)); });
}
"#;

/// The library where `capi/build` put it, and a folder for what is compiled.
struct Installed {
    prefix: PathBuf,
    folder: TempDir,
}

impl Installed {
    /// None where there is no pkg-config, which tells how to link.
    fn new() -> Option<Installed> {
        // Tests run at once, and build it once.
        static PREFIX: LazyLock<PathBuf> = LazyLock::new(build);
        let is_linkable = is_there("pkg-config");
        is_linkable.then(|| Installed { prefix: PREFIX.clone(), folder: tempfile::tempdir().unwrap() })
    }

    /// What pkg-config says.
    fn flags(&self, asked: &[&str]) -> Vec<String> {
        let mut command = Command::new("pkg-config");
        command.args(asked).arg("paili").env("PKG_CONFIG_PATH", self.prefix.join("lib/pkgconfig"));
        text(&run(&mut command)).split_whitespace().map(str::to_owned).collect()
    }

    /// Compiles a source and links the shared library.
    fn compile(&self, compiler: &str, source: &Path) -> PathBuf {
        let search = format!("-Wl,-rpath,{}", self.prefix.join("lib").display());
        self.compile_with(compiler, source, &[self.flags(&["--cflags", "--libs"]), vec![search]].concat())
    }

    fn compile_with(&self, compiler: &str, source: &Path, flags: &[String]) -> PathBuf {
        let name = source.file_name().unwrap().to_str().unwrap();
        let standard = if compiler.ends_with("++") { "-std=c++17" } else { "-std=c11" };
        let program = self.folder.path().join(format!("{name}.{compiler}"));
        let mut command = Command::new(compiler);
        command.arg(standard).args(WARNINGS).args(["-O2", "-o"]).arg(&program).arg(source).args(flags);
        run(&mut command);
        program
    }

    /// Writes a source.
    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    }
}

/// Builds the library and tells where it is.
fn build() -> PathBuf {
    // Cargo makes the folder `tmp` in its target folder for tests.
    let tmp = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (prefix, target) = (tmp.join("capi"), tmp.parent().unwrap());
    let mut command = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/build"));
    command.env("PAILI_PROFILE", short_or_long("dev", "release"));
    let status = command.arg("--prefix").arg(&prefix).env("CARGO_TARGET_DIR", target).status();
    assert!(status.unwrap().success(), "the library does not build");
    prefix
}

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(name)
}

/// Runs a command that has to succeed.
fn run(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}\n{}{}", text(&output), String::from_utf8_lossy(&output.stderr));
    output
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Whether a program is there. In CI it has to be.
fn is_there(program: &str) -> bool {
    if Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success()) {
        return true;
    }
    assert!(std::env::var_os("CI").is_none_or(|value| value.is_empty()), "CI is set, and there is no {program}");
    // Past the test harness, which keeps to itself what a test prints.
    let message = format!("\n== LEFT OUT: the library for C by {program}, which is not on the path\n\n");
    std::io::stderr().write_all(message.as_bytes()).unwrap();
    false
}

/// What the example `hand` is to print.
fn told(hand: &str, rules: ReadyMade) -> String {
    let rules = rules.rules();
    let (model, hand) = (rules.model(), rules.read_hand(hand).unwrap());
    let unseen = Unseen::by(&hand);
    let mut told = String::new();
    let mut tell = |what: String, distance: Distance, useful: Useful| {
        let kinds: Vec<&str> = [""].into_iter().chain(useful.kinds.iter().map(mpsz)).collect();
        writeln!(told, "{what}: distance {distance}, useful{}: {} tiles", kinds.join(" "), useful.acceptance).unwrap();
    };
    let (distance, kinds) = model.distance_and_useful(&hand);
    tell("hand".to_owned(), distance, Useful::at(distance, kinds, &unseen));
    for discard in &*discards(model, &hand, &unseen) {
        tell(format!("discard {}", mpsz(discard.tile)), discard.distance, discard.useful);
    }
    told
}

fn mpsz(tile: Tile) -> &'static str {
    Notation::Mpsz.name_of(tile)
}

#[test]
fn programs_compile_without_warnings_and_answer() {
    let Some(installed) = Installed::new() else { return };
    let page = include_str!("../../docs/c.md");
    let [program, printed] = ["\n```c\n", "\n```text\n"].map(|fence| {
        let rest = page.split_once(fence).unwrap_or_else(|| panic!("docs/c.md has no {fence:?}")).1;
        format!("{}\n", rest.split_once("\n```\n").unwrap().0)
    });
    let first = installed.write("first.c", &program);
    let layout = installed.write("layout.c", &layout());
    let zeros = installed.write("zeros.cpp", ZEROS);
    for [c, cpp] in COMPILERS.into_iter().take(short_or_long(1, 2)) {
        if !is_there(c) || !is_there(cpp) {
            continue;
        }
        assert_eq!(text(&run(&mut Command::new(installed.compile(c, &first)))), printed);
        run(&mut Command::new(installed.compile(c, &layout)));
        run(&mut Command::new(installed.compile(cpp, &zeros)));
        for hand in [installed.compile(c, &example("hand.c")), installed.compile(cpp, &example("hand.cpp"))] {
            for (tiles, rules) in [
                ("1133m456789p1234s", ReadyMade::Riichi),
                ("123m456p789s1122z", ReadyMade::Standard),
                ("234m99p4s6s", ReadyMade::Taiwan),
            ] {
                let output = run(Command::new(&hand).args([tiles, rules.name()]));
                assert_eq!(text(&output), told(tiles, rules));
            }
            let output = Command::new(&hand).arg("123m5").output().unwrap();
            let error = ReadyMade::Riichi.rules().read_hand("123m5").unwrap_err();
            assert_eq!(output.status.code(), Some(1));
            assert_eq!(String::from_utf8(output.stderr).unwrap(), format!("hand: {error}\n"));
        }
        let batch = installed.compile(c, &example("batch.c"));
        let file = installed.folder.path().join("hands");
        let output = run(Command::new(batch).args(["1000", "sanma"]).arg(&file));
        assert!(text(&output).starts_with("1000 hands, sanma\n"), "{}", text(&output));
        assert_eq!(std::fs::metadata(file).unwrap().len(), 1000 * 34);
    }
}

#[test]
fn memory_is_used_as_it_should() {
    let Some(installed) = Installed::new() else { return };
    // With the static library, whose heap the sanitizer watches, too.
    if is_there("gcc") && is_there("g++") {
        let mut flags = installed.flags(&["--static", "--cflags", "--libs"]);
        let library = flags.iter_mut().find(|flag| *flag == "-lpaili").unwrap();
        *library = installed.prefix.join("lib/libpaili.a").to_str().unwrap().to_owned();
        flags.extend(["-fsanitize=address,undefined", "-fno-sanitize-recover=all"].map(str::to_owned));
        watched(|compiler, source| Command::new(installed.compile_with(compiler, source, &flags)));
    }
    // The sanitizer has watched the same programs.
    if short_or_long(false, true) && is_there("gcc") && is_there("g++") && is_there("valgrind") {
        watched(|compiler, source| {
            let mut command = Command::new("valgrind");
            command.args(["--quiet", "--error-exitcode=9", "--leak-check=full", "--errors-for-leak-kinds=definite"]);
            command.arg(installed.compile(compiler, source));
            command
        });
    }
}

/// Runs the examples by what compiles and watches them.
fn watched(command: impl Fn(&str, &Path) -> Command) {
    let hand = "1133m456789p1234s";
    for (compiler, source) in [("gcc", "hand.c"), ("g++", "hand.cpp")] {
        let output = run(command(compiler, &example(source)).arg(hand));
        assert_eq!(text(&output), told(hand, ReadyMade::Riichi));
    }
    let output = run(command("gcc", &example("batch.c")).arg("300"));
    assert!(text(&output).starts_with("300 hands, riichi\n"), "{}", text(&output));
}

/// Programs find what the header declares, and nothing else, and ask for the library by the version that changes its functions.
#[test]
#[cfg(target_os = "linux")]
fn the_shared_library_has_the_functions_of_the_header() {
    let Some(installed) = Installed::new() else { return };
    if !is_there("gcc") {
        return;
    }
    let library = installed.prefix.join("lib/libpaili.so");
    let symbols = text(&run(Command::new("nm").args(["--dynamic", "--defined-only", "--format=posix"]).arg(library)));
    let names: std::collections::BTreeSet<&str> = symbols.lines().filter_map(|line| line.split(' ').next()).collect();
    let declared = crate::header::declared_in_c(&crate::header::header());
    assert_eq!(names, declared.keys().map(String::as_str).collect());

    let program = installed.compile("gcc", &example("hand.c"));
    let needed = text(&run(Command::new("readelf").arg("--dynamic").arg(program)));
    let version = match (env!("CARGO_PKG_VERSION_MAJOR"), env!("CARGO_PKG_VERSION_MINOR")) {
        ("0", minor) => format!("0.{minor}"),
        (major, _) => major.to_owned(),
    };
    assert!(needed.contains(&format!("[libpaili.so.{version}]")), "{needed}");
}

/// A program that compiles where types and numbers are as Rust has them.
fn layout() -> String {
    let statuses = [
        ("PAILI_OK", Status::Ok),
        ("PAILI_NULL_POINTER", Status::NullPointer),
        ("PAILI_BAD_RULES", Status::BadRules),
        ("PAILI_BAD_TILES", Status::BadTiles),
        ("PAILI_TOO_MANY", Status::TooMany),
        ("PAILI_BUG", Status::Bug),
    ];
    let mut same = statuses.map(|(name, status)| (name.to_owned(), status as usize)).to_vec();
    let mut is = |what: &str, number: usize| same.push((what.to_owned(), number));
    is("PAILI_KINDS", size_of::<RegularCounts>());
    is("PAILI_NEVER", Distance::NEVER.get().into());
    is("PAILI_MOST_DISCARDS", Rules::MOST_DISCARDS);
    is("sizeof(paili_status)", size_of::<Status>());
    is("sizeof(paili_error)", size_of::<LastError>());
    is("offsetof(paili_error, status)", offset_of!(LastError, status));
    is("offsetof(paili_error, kind)", offset_of!(LastError, kind));
    is("offsetof(paili_error, row)", offset_of!(LastError, row));
    is("offsetof(paili_error, message)", offset_of!(LastError, message));
    is("sizeof(((paili_error *)0)->message)", LastError::ROOM);
    is("sizeof(paili_analysis)", size_of::<Analysis>());
    is("offsetof(paili_analysis, useful)", offset_of!(Analysis, useful));
    is("offsetof(paili_analysis, acceptance)", offset_of!(Analysis, acceptance));
    is("offsetof(paili_analysis, distance)", offset_of!(Analysis, distance));
    is("sizeof(paili_discard)", size_of::<Discard>());
    is("offsetof(paili_discard, after)", offset_of!(Discard, after));
    is("offsetof(paili_discard, kind)", offset_of!(Discard, kind));
    let mut program = "#include <paili.h>\n".to_owned();
    for (what, number) in same {
        writeln!(program, "_Static_assert({what} == {number}, \"{number}\");").unwrap();
    }
    program + "int main(void) { return 0; }\n"
}
