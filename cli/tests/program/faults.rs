//! Disks, pipes and limits that are not as one would wish.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::{MetadataExt, symlink};
use std::process::{Command, Output, Stdio};

use crate::interrupts::{signal, start, wait, wait_until_it_hears};
use crate::run::{Folder, error, refused, run, text};
use crate::simulate::LONG;

/// Runs a line of shell in which `paili` is the program, in a folder.
fn shell(folder: &Folder, line: &str) -> Output {
    let program = env!("CARGO_BIN_EXE_paili");
    let line = format!("paili() {{ '{program}' \"$@\"; }}; {line}");
    Command::new("sh").args(["-c", &line]).current_dir(folder.path("")).stdin(Stdio::null()).output().unwrap()
}

/// A thousand games by the rule.
const GAMES: &str = "paili simulate --games 1000";

#[track_caller]
fn failed(output: &Output, message: &str) {
    assert_eq!((output.status.code(), error(output)), (Some(1), format!("error: {message}\n")));
}

#[test]
fn links_that_go_round_in_a_circle_are_refused() {
    let folder = Folder::new();
    for (name, to) in [("a.csv", "b.csv"), ("b.csv", "a.csv"), ("self.svg", "self.svg")] {
        symlink(to, folder.path(name)).unwrap();
    }
    for option in ["--rows a.csv", "--walls a.csv", "--transcripts b.csv", "--checkpoint a.csv", "--plot self.svg"] {
        let output = shell(&folder, &format!("{GAMES} {option}"));
        assert_eq!(output.status.code(), Some(2), "{option}: {}", error(&output));
        let name = option.split(' ').nth(1).unwrap();
        assert!(error(&output).starts_with(&format!("error: {name}: ")), "{}", error(&output));
        assert!(error(&output).contains("links"), "{}", error(&output));
    }
    let output = shell(&folder, "paili batch --random 100 --tiles 13 --out a.csv");
    assert_eq!(refused(&output, "a.csv: the links go round in a circle"), "");
}

#[test]
fn pipes_and_open_files_are_written_where_they_are() {
    let folder = Folder::new();
    assert!(shell(&folder, &format!("{GAMES} --walls walls --transcripts games")).status.success());
    let walls = fs::read_to_string(folder.path("walls")).unwrap();
    let output = shell(&folder, &format!("{{ {GAMES} --walls /dev/fd/3 3>&1 >report | cat >piped; }} && cat piped"));
    assert_eq!((text(&output), error(&output)), (walls.clone(), String::new()));
    assert!(fs::read_to_string(folder.path("report")).unwrap().starts_with("1,000 games"));
    // What an open file held is still there.
    let open = format!(
        "echo before >open; id=$(ls -i open); {GAMES} --walls /dev/fd/3 3>>open >report && test \"$id\" = \"$(ls -i open)\""
    );
    assert!(shell(&folder, &open).status.success());
    assert_eq!(fs::read_to_string(folder.path("open")).unwrap(), format!("before\n{walls}"));
    // Two outputs at once into nothing.
    assert!(shell(&folder, &format!("{GAMES} --walls /dev/null --transcripts /dev/null")).status.success());
    assert!(shell(&folder, &format!("{GAMES} --walls /dev/null >/dev/null")).status.success());
}

#[test]
fn outputs_that_are_taken_are_refused() {
    let folder = Folder::new();
    folder.write("log", "before\n");
    let output = shell(&folder, &format!("{GAMES} --walls /dev/stdout >>log"));
    refused(&output, "/dev/stdout: named for an output, and is standard output");
    let output = shell(&folder, &format!("{GAMES} --walls log >>log"));
    refused(&output, "log: named for an output, and is standard output");
    let output = shell(&folder, &format!("{GAMES} --walls /dev/fd/1 | cat"));
    assert_eq!(error(&output), "error: /dev/fd/1: named for an output, and is standard output\n");
    assert_eq!(fs::read_to_string(folder.path("log")).unwrap(), "before\n");

    let hands = folder.write("in.csv", "hand\n11m\n");
    let output = shell(&folder, "paili batch --input-format csv --out in.csv <in.csv");
    refused(&output, "in.csv: named for an input and an output");
    fs::hard_link(&hands, folder.path("same.csv")).unwrap();
    let output = shell(&folder, "paili batch in.csv --out same.csv");
    refused(&output, "same.csv: named for an input and an output");
    assert_eq!(fs::read_to_string(hands).unwrap(), "hand\n11m\n");
    let output = shell(&folder, &format!("{GAMES} --walls in.csv --transcripts same.csv"));
    refused(&output, "same.csv: named for two outputs");
    assert!(shell(&folder, "paili batch --random 10 --tiles 13 --out in.csv <in.csv").status.success());

    // Whoever writes `-` means standard output, where results are anyway.
    let output = shell(&folder, &format!("{GAMES} --walls -"));
    refused(&output, "-: an output is a file (./- is one of that name); results go to standard output");
    assert!(shell(&folder, &format!("{GAMES} --walls ./-")).status.success());
    assert!(fs::exists(folder.path("-")).unwrap());
}

#[test]
fn a_picture_of_odds_does_not_replace_the_page() {
    let folder = Folder::new();
    let output = shell(&folder, "paili odds 34m99p --plot odds.svg > odds.svg");
    refused(&output, "odds.svg: named for an output, and is standard output");
    assert_eq!(folder.files(), ["odds.svg"]);
}

#[test]
fn names_that_are_too_long_are_refused_before_the_run() {
    let folder = Folder::new();
    let name = "n".repeat(256);
    let output = run(&[LONG, &["--walls", &folder.path(&name)]].concat(), b"");
    assert_eq!(refused(&output, &format!("{}: File name too long (os error 36)", folder.path(&name))), "");
    assert_eq!(folder.files(), [""; 0]);
}

#[test]
fn a_limit_of_file_size_is_a_full_disk() {
    let folder = Folder::new();
    let output = shell(&folder, &format!("ulimit -f 8; {GAMES} --walls walls --format json"));
    failed(&output, "walls: File too large (os error 27)");
    assert!(text(&output).starts_with("{\"games\":"), "what was played is told: {}", text(&output));
    assert_eq!(folder.files(), [""; 0]);
}

#[test]
fn too_few_open_files_are_nobodys_mistake() {
    let folder = Folder::new();
    folder.write("hands.csv", "hand\n11m\n");
    let statuses = (4..12).map(|files| {
        let output = shell(&folder, &format!("ulimit -n {files}; paili batch hands.csv --out rows.csv"));
        assert!(output.status.success() || error(&output).contains("Too many open files"), "{}", error(&output));
        output.status.code()
    });
    assert_eq!(statuses.collect::<BTreeSet<_>>(), [Some(0), Some(1)].into());
}

#[test]
fn too_few_files_for_the_outputs_are_nobodys_mistake() {
    let folder = Folder::new();
    let mut told = 0;
    for files in 4..14 {
        let outputs = "--walls walls --transcripts games --rows rows.csv";
        let output = shell(&folder, &format!("ulimit -n {files}; {GAMES} {outputs}"));
        assert!(matches!(output.status.code(), Some(0 | 1 | 127)), "{files}: {}", error(&output));
        told += usize::from(error(&output).ends_with(": Too many open files (os error 24)\n"));
    }
    assert!(told > 0);
}

#[test]
fn output_that_goes_nowhere_is_no_success() {
    let folder = Folder::new();
    for command in ["hand 11m", "simulate --games 10", "--help", "hand --help", "--version"] {
        failed(&shell(&folder, &format!("paili {command} >&-")), "cannot write to standard output: it is closed");
        let full = "cannot write to standard output: No space left on device (os error 28)";
        failed(&shell(&folder, &format!("paili {command} >/dev/full")), full);
    }
    let output = shell(&folder, "paili hand 11m 2>&- <&-");
    assert_eq!((output.status.code(), text(&output).is_empty()), (Some(0), false));
}

/// The superuser has no limit of processes, so that somebody else has to run it.
#[test]
fn threads_that_cannot_be_started_are_told() {
    let folder = Folder::new();
    let superuser = folder_owner(&folder) == 0;
    let become_nobody = if superuser { "setpriv --reuid 64123 --clear-groups " } else { "" };
    let program = env!("CARGO_BIN_EXE_paili");
    let limited = |processes: u32, command: &str| {
        shell(&folder, &format!("{become_nobody}prlimit --nproc={processes} '{program}' {command}"))
    };
    let output = limited(1, "hand 11m");
    if superuser && matches!(output.status.code(), Some(126 | 127)) {
        eprintln!("LEFT OUT: nobody else may run {program}: {}", error(&output));
        return;
    }
    assert!(output.status.success(), "{}", error(&output));
    for (command, threads) in
        [("batch --random 100 --tiles 13 --threads 9", "9 threads"), ("simulate --threads 7", "7 threads")]
    {
        let output = limited(1, command);
        assert_eq!(output.status.code(), Some(1), "{}", error(&output));
        assert!(error(&output).starts_with(&format!("error: cannot start {threads}: ")), "{}", error(&output));
    }
    for processes in 2..6 {
        let output = limited(processes, "simulate --threads 2 --games 1000");
        assert!(matches!(output.status.code(), Some(0 | 1)), "{}", error(&output));
        assert!(!error(&output).contains("panicked"), "{}", error(&output));
    }
}

fn folder_owner(folder: &Folder) -> u32 {
    fs::metadata(folder.path("")).unwrap().uid()
}

#[test]
fn rayons_own_variable_starts_no_threads() {
    let folder = Folder::new();
    let output = shell(&folder, "echo 11m | RAYON_NUM_THREADS=100000 paili hand");
    assert!(output.status.success(), "{}", error(&output));
}

#[test]
fn nohup_protects() {
    let folder = Folder::new();
    let checkpoint = folder.path("run.paili");
    let line = format!(
        "trap '' HUP INT; exec '{}' {} --checkpoint '{checkpoint}'",
        env!("CARGO_BIN_EXE_paili"),
        LONG.join(" ")
    );
    let child = Command::new("sh").args(["-c", &line]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait("a checkpoint", || folder.files() == ["run.paili"]);
    wait_until_it_hears(&child);
    for name in ["HUP", "INT", "HUP", "INT", "TERM"] {
        signal(&child, name);
    }
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(error(&output).starts_with("\ninterrupted: finishing the games in flight\n"), "{}", error(&output));
}

#[test]
fn a_checkpoint_is_for_one_run_at_a_time() {
    let folder = Folder::new();
    let checkpoint = folder.path("run.paili");
    let arguments = [LONG, &["--checkpoint", &checkpoint]].concat();
    let mut first = start(&arguments);
    wait("a checkpoint", || folder.files() == ["run.paili"]);
    let why = "another run goes on from this checkpoint: wait for its end, or name another file";
    assert_eq!(refused(&run(&arguments, b""), &format!("{checkpoint}: {why}")), "");
    first.kill().unwrap();
    first.wait().unwrap();
    // It is free again, and nothing of it is lost.
    let child = start(&arguments);
    wait_until_it_hears(&child);
    signal(&child, "INT");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", error(&output));
    assert!(error(&output).contains("interrupted after "), "{}", error(&output));
}
