//! Programs as players, and all that they can do wrong.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::length::short_or_long;
use crate::run::{error, paili, printed, refused, run, text};

/// A folder with the player that misbehaves. Its path tells its processes from all others.
pub struct Bad {
    folder: tempfile::TempDir,
}

impl Bad {
    pub fn new() -> Bad {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("bad.py"), include_str!("players/bad.py")).unwrap();
        Bad { folder }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn player(&self, mode: &str) -> String {
        format!("exec:python3 {} {mode}", self.path("bad.py").display())
    }

    /// Waits until there are so many processes whose command line names the folder.
    #[track_caller]
    pub fn wait_for(&self, processes: usize) {
        let begun = Instant::now();
        while processes_of(self.folder.path()).len() < processes {
            assert!(begun.elapsed() < Duration::from_secs(600), "the players have not begun");
            sleep(Duration::from_millis(20));
        }
    }

    /// Waits until no process is left whose command line names the folder.
    #[track_caller]
    pub fn assert_nobody_is_left(&self) {
        let begun = Instant::now();
        while let left = processes_of(self.folder.path())
            && !left.is_empty()
        {
            assert!(begun.elapsed() < Duration::from_secs(600), "left behind: {left:?}");
            sleep(Duration::from_millis(20));
        }
    }
}

/// The command lines of processes that name a path. Those of dead ones are empty.
fn processes_of(path: &Path) -> Vec<String> {
    let path = path.to_str().unwrap();
    let commands = fs::read_dir("/proc").unwrap().flatten().filter_map(|process| {
        process.file_name().to_str()?.parse::<u32>().ok()?;
        Some(String::from_utf8_lossy(&fs::read(process.path().join("cmdline")).ok()?).replace('\0', " "))
    });
    commands.filter(|command| command.contains(path)).collect()
}

/// Plays with a player that misbehaves; the report and what was said.
#[track_caller]
pub fn play(bad: &Bad, mode: &str, games: &str, options: &[&str]) -> (Value, String) {
    let policy = format!("{},rule,rule,rule", bad.player(mode));
    let mut arguments = vec!["simulate", "--games", games, "--seed", "1", "--policy", &policy, "--format", "json"];
    arguments.extend(options);
    let output = run(&arguments, b"");
    let said = error(&output);
    assert!(output.status.success(), "{mode}: {said}");
    bad.assert_nobody_is_left();
    (serde_json::from_str(&text(&output)).unwrap(), said)
}

/// Each way to misbehave costs games, only these, and is told.
#[test]
fn every_fault_is_told_and_costs_the_game() {
    let bad = Bad::new();
    let forfeited = |report: &Value| report["forfeited"]["count"].as_u64().unwrap();
    for (mode, told) in [
        ("dies", "ended with exit status 7, when OUT and one of "),
        ("killed", "was killed by signal 9, when "),
        ("rubbish", "wrote \"what was the question?\", which answers no question, when "),
        ("stranger", " PASS\", which answers no question"),
        ("twice", "which answers no question"),
        ("endless", "wrote a line longer than any answer, \"xxxxxxxxxxxxxxxxxxxxxxxx…\", when "),
        ("bytes", "which answers no question, when "),
        ("illegal", "answered \"OUT PASS\", when OUT and one of "),
        ("hangs", "did not answer within 1 s, when "),
        ("late", "did not answer within 1 s, when "),
    ] {
        // Nobody else is to be late, on a busy machine either.
        let (games, move_time) =
            if matches!(mode, "hangs" | "late") { (short_or_long(6, 20), "1s") } else { (short_or_long(8, 60), "1m") };
        let (report, said) = play(&bad, mode, &games.to_string(), &["--move-time", move_time, "--threads", "1"]);
        let forfeited = forfeited(&report);
        assert!(forfeited > 0, "{mode}: {report}");
        assert!(said.contains(told), "{mode}: {said}");
        assert!(said.contains("bad: game ") && said.contains(", seat A, after line "), "{mode}: {said}");
        assert!(said.lines().count() <= 5, "{mode}: only the first are told: {said}");
        assert!(mode != "illegal" || said.ends_with(&format!("bad: {games} faults in all\n")), "{said}");
        let faults = report["faults"]["bad"].as_u64().unwrap();
        assert!(faults >= forfeited && said.matches("bad: game ").count() as u64 == faults.min(3), "{mode}: {report}");
        let all = if mode == "illegal" { forfeited == games } else { forfeited < games };
        assert!(all, "{mode} forfeits {forfeited} games");
    }
    // Of one game no question is open any more when the answer comes again, or the program ends behind it; and what follows the
    // greeting at once is as wrong as what follows it later.
    for (mode, told) in [
        ("twice", "which answers no question"),
        ("quits", "exit status 0"),
        ("chats", "wrote \"ready\", which answers no"),
    ] {
        let (report, said) = play(&bad, mode, "1", &["--move-time", "1m"]);
        assert_eq!((forfeited(&report), said.contains(told)), (1, true), "{mode}: {said}");
    }
    // It takes a claim to be wrong about one.
    let (report, said) = play(&bad, "greedy", short_or_long("20", "60"), &[]);
    assert!(
        said.contains("answered \"CHOW 1M 2M 4M\", when CHOW ") && said.contains(" or PASS was expected"),
        "{said}"
    );
    assert!(report["seats"][0]["forfeited"] == report["forfeited"], "{report}");
}

#[test]
fn players_that_close_a_pipe_are_found_out() {
    let bad = Bad::new();
    for mode in ["mute", "deaf"] {
        let (report, said) = play(&bad, mode, "2", &["--threads", "1", "--sandbox", "none"]);
        assert!(said.contains("closed its "), "{mode}: {said}");
        assert_eq!(report["games"], 2);
        // Bubblewrap has the pipes open as well.
        let (report, said) = play(&bad, mode, "2", &["--threads", "1", "--move-time", "500ms"]);
        assert!(said.contains("did not answer within 0.5 s"), "{mode}: {said}");
        assert_eq!(report["games"], 2);
    }
}

#[test]
fn a_player_that_leaves_its_group_is_killed_too() {
    let (report, said) =
        play(&Bad::new(), "leaves", "1", &["--threads", "1", "--sandbox", "none", "--move-time", "500ms"]);
    assert!(said.contains("did not answer within 0.5 s") && report["forfeited"]["count"] == 1, "{said}");
}

#[test]
fn the_rule_may_answer_instead() {
    let bad = Bad::new();
    let [ours, theirs] = ["ours", "theirs"].map(|name| bad.path(name).to_str().unwrap().to_owned());
    play(&bad, "illegal", "60", &["--on-fault", "rule", "--transcripts", &theirs]);
    printed(&["simulate", "--games", "60", "--transcripts", &ours], b"");
    assert_eq!(fs::read(ours).unwrap(), fs::read(theirs).unwrap());
}

#[test]
fn a_fault_may_end_the_run() {
    let bad = Bad::new();
    let policy = bad.player("dies");
    let output = run(&["simulate", "--games", "60", "--policy", &policy, "--on-fault", "stop"], b"");
    assert_eq!(output.status.code(), Some(1));
    let said = error(&output);
    assert!(said.contains("dies: game ") && said.contains("ended with exit status 7"), "{said}");
    bad.assert_nobody_is_left();
}

#[test]
fn programs_that_cannot_play_are_refused() {
    let bad = Bad::new();
    let plain = bad.path("plain");
    fs::write(&plain, "#!/bin/sh\n").unwrap();
    fs::set_permissions(&plain, fs::Permissions::from_mode(0o644)).unwrap();
    let [plain, folder] = [plain.to_str().unwrap(), bad.folder.path().to_str().unwrap()];
    let value = |policy: &str, why: &str| {
        format!("invalid value '{policy}' for '--policy <P>': {why}\n\nFor more information, try '--help'.")
    };
    for (policy, why) in [
        ("exec:/no/such/bot", "exec:/no/such/bot: there is no program \"/no/such/bot\"".to_owned()),
        ("exec:no-such-bot", "exec:no-such-bot: there is no program \"no-such-bot\"".to_owned()),
        (
            &format!("exec:{plain}"),
            format!("exec:{plain}: \"{plain}\" may not be run: it lacks the permission (chmod +x)"),
        ),
        (&format!("exec:{folder}"), format!("exec:{folder}: \"{folder}\" is a folder")),
        ("exec:sh 'a", "exec:sh 'a: a quote is not closed".to_owned()),
        ("exec:", "exec:: expected a program, such as exec:./bot or exec:python3 bot.py".to_owned()),
        (
            "exec",
            "\"exec\" is no policy: expected rule, acceptance, odds, race, concealed or random, or exec: and a command, \
             or solved: and a file"
                .to_owned(),
        ),
    ] {
        refused(&run(&["simulate", "--policy", policy], b""), &value(policy, &why));
    }
    let exits = bad.player("exits");
    let message = format!("error: {exits} ended with exit status 3 before it said \"PAILI 1\" and a name");
    let output = run(&["simulate", "--policy", &exits], b"");
    assert!(output.status.code() == Some(2) && error(&output).contains(&message), "{}", error(&output));
    let impolite = bad.player("impolite");
    refused(
        &run(&["simulate", "--policy", &impolite], b""),
        &format!("{impolite} said \"HELLO\", not \"PAILI 1\" and a name"),
    );
    bad.assert_nobody_is_left();
}

#[test]
fn what_players_say_on_standard_error_is_kept_up_to_a_limit() {
    let bad = Bad::new();
    let file = bad.path("errors.txt");
    play(&bad, "floods", "4", &["--threads", "2", "--player-errors", file.to_str().unwrap()]);
    let kept = fs::read_to_string(&file).unwrap();
    assert!(kept.lines().all(|line| line.starts_with(&bad.player("floods"))), "each line says whose it is");
    assert!(kept.contains("and more, which is not kept"));
    assert!(kept.len() < 4 << 20, "{} bytes", kept.len());
}

#[test]
fn memory_is_limited() {
    let bad = Bad::new();
    let (report, said) = play(&bad, "hungry", "2", &["--memory", "200MB", "--threads", "1"]);
    assert!(said.contains("ended with exit status 1"), "{said}");
    assert_eq!(report["games"], 2);
}

#[test]
fn nobody_stays_behind() {
    let bad = Bad::new();
    for mode in ["forks", "stays"] {
        play(&bad, mode, "4", &[]);
    }
    // However the run ends.
    // (Ctrl-C does as -TERM does, but is ignored where tests run in the background.)
    for signal in ["-TERM", "-KILL"] {
        let policy = bad.player("forks");
        let mut child = paili(&["simulate", "--games", "1000000", "--policy", &policy])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        bad.wait_for(5);
        let id = child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        child.wait().unwrap();
        bad.assert_nobody_is_left();
    }
}

/// Every process is told the end, and has time to write down what it has learned.
#[test]
fn every_process_is_told_the_end() {
    let bad = Bad::new();
    let player = bad.player("notes");
    let arguments =
        ["arena", &player, "rule", "--walls", "12", "--threads", "3", "--move-time", "1m", "--sandbox", "none"];
    assert!(run(&arguments, b"").status.success());
    let notes = |begin: &str| {
        let names = fs::read_dir(bad.path("")).unwrap().map(|entry| entry.unwrap().file_name());
        names.filter(|name| name.to_string_lossy().starts_with(begin)).count()
    };
    // On a busy machine some may take longer than they have.
    assert!(2 * notes("ended-") > notes("begun-"), "{} of {}", notes("ended-"), notes("begun-"));
}

/// What the machine is short of is no fault of a program's, and nobody waits for one that does not greet when a run is to end.
#[test]
fn what_keeps_programs_from_starting_is_told() {
    let bad = Bad::new();
    let player = bad.player("well");
    for files in ["12", "20"] {
        let limited = "ulimit -n $1; exec \"$0\" arena \"$2\" rule --walls 2 --threads 1 --sandbox none";
        let output =
            Command::new("sh").args(["-c", limited, env!("CARGO_BIN_EXE_paili"), files, &player]).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{}", error(&output));
        assert!(error(&output).contains("cannot play with programs: Too many open files"), "{}", error(&output));
    }
    let policy = bad.player("sulks");
    let mut child = paili(&["simulate", "--policy", &policy, "--move-time", "1h", "--sandbox", "none"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    crate::interrupts::wait("the second start", || bad.path("begun").exists());
    crate::interrupts::signal(&child, "TERM");
    assert_eq!(child.wait().unwrap().code(), Some(1));
    bad.assert_nobody_is_left();
}

/// The rule as a program of each language plays as the built-in one, wherever it sits; so does the other example.
#[test]
fn examples_play_as_what_they_copy() {
    let bad = Bad::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let compiled = bad.path("player");
    let source = root.join("examples/players/player.cpp");
    let status =
        Command::new("c++").args([short_or_long("-O0", "-O2"), "-std=c++17", "-o"]).arg(&compiled).arg(source).status();
    let compiled = match status {
        Ok(status) => status.success().then_some(compiled.to_str().unwrap().to_owned()),
        Err(error) => {
            assert!(std::env::var_os("CI").is_none(), "no C++ compiler: {error}");
            None
        }
    };
    let python = |name: &str| format!("exec:python3 {}", root.join("examples/players").join(name).display());
    let rust = Path::new(env!("CARGO_BIN_EXE_paili")).with_file_name("examples").join("player");
    assert!(
        rust.exists(),
        "{} has to be built: cargo test --workspace does, or cargo build --example player",
        rust.display()
    );
    let mut players = vec![
        (python("rule.py"), "rule", short_or_long("2", "30")),
        (python("acceptance.py"), "acceptance", short_or_long("1", "3")),
        (format!("exec:{}", rust.display()), "rule", short_or_long("30", "1000")),
        (format!("exec:{} acceptance", rust.display()), "acceptance", short_or_long("5", "100")),
    ];
    if let Some(compiled) = compiled {
        players.push((format!("exec:{compiled}"), "rule", short_or_long("30", "1000")));
        players.push((format!("exec:{compiled} acceptance"), "acceptance", short_or_long("5", "50")));
    }
    let [ours, theirs] = ["ours", "theirs"].map(|name| bad.path(name).to_str().unwrap().to_owned());
    for (program, policy, games) in players {
        for seat in (0..5).skip(short_or_long(3, 0)) {
            let seats = |player: &str| {
                // In one seat among others, or in all.
                let of = |place| if seat == place || seat == 4 { player.to_owned() } else { "concealed".to_owned() };
                (0..4).map(of).collect::<Vec<_>>().join(",")
            };
            printed(&["simulate", "--games", games, "--policy", &seats(policy), "--transcripts", &ours], b"");
            let arguments =
                ["simulate", "--games", games, "--seed", "1", "--policy", &seats(&program), "--transcripts"];
            printed(&[&arguments[..], &[&theirs]].concat(), b"");
            assert!(fs::read(&ours).unwrap() == fs::read(&theirs).unwrap(), "{program} in seat {seat}");
        }
    }
}

/// What comes of a run with programs depends on neither threads nor how often it is begun.
#[test]
fn threads_and_commands_do_not_matter() {
    let bad = Bad::new();
    let player = bad.player("well");
    let file = |name: &str| bad.path(name).to_str().unwrap().to_owned();
    let (games, few) = (short_or_long("60", "200"), short_or_long("10", "50"));
    let transcripts = ["1", "3"].map(|threads| {
        let transcripts = file(threads);
        let policy = format!("{player},rule,{player},random");
        printed(
            &[
                &["simulate", "--games", games, "--seed", "1", "--policy", &policy, "--threads", threads][..],
                &["--transcripts", &transcripts],
            ]
            .concat(),
            b"",
        );
        fs::read(transcripts).unwrap()
    });
    assert_eq!(transcripts[0], transcripts[1]);
    // `play` plays the same games from their walls.
    let walls = file("walls");
    let policy = format!("{player},rule,{player},concealed");
    let simulated = file("simulated");
    printed(&["simulate", "--games", few, "--policy", &policy, "--walls", &walls, "--transcripts", &simulated], b"");
    assert_eq!(printed(&["play", "--policy", &policy, &walls], b""), fs::read_to_string(simulated).unwrap());
    // In both seats, a player scores half against itself.
    let (games, matches) = short_or_long(("30", 5), ("240", 40));
    let compared = printed(&["compare", &player, &player, "--games", games, "--format", "json"], b"");
    let compared: Value = serde_json::from_str(&compared).unwrap();
    assert_eq!((&compared["difference"], &compared["matches"]), (&Value::from(0.0), &Value::from(matches)));
}
