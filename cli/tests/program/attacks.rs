//! What programs do that want to win by other means, or to do harm.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::interrupts::{signal, wait_until_it_hears};
use crate::length::short_or_long;
use crate::players::{Bad, play};
use crate::run::{error, paili, printed, refused, run, text};

/// Whether there is a sandbox here. Where there is none, it says so, and there is less to test.
fn has_sandbox(said: &str) -> bool {
    let has = !said.contains("(--sandbox)");
    assert!(has || std::env::var_os("CI").is_none(), "{said}");
    has
}

/// Whoever floods its output is at fault soon, and nobody waits for it.
#[test]
fn floods_are_bounded() {
    let bad = Bad::new();
    let (report, said) = play(&bad, "blank", "6", &["--threads", "1"]);
    assert!(said.contains("wrote more than a megabyte without an answer, when "), "{said}");
    assert_eq!(report["games"], 6);
}

/// Whoever stops itself holds nobody up.
#[test]
fn programs_that_are_stopped_are_not_waited_for() {
    let bad = Bad::new();
    let (report, said) = play(&bad, "stops", "4", &["--threads", "1", "--move-time", "300ms", "--sandbox", "none"]);
    assert!(said.contains("programs play unsandboxed, and may do what you may (--sandbox)"), "{said}");
    assert!(said.contains("did not answer within 0.3 s, when "), "{said}");
    assert_eq!(report["games"], 4);
}

/// A program that can't be started again loses its games; all others are played.
#[test]
fn programs_that_do_not_start_again_lose_their_games() {
    let bad = Bad::new();
    let player = bad.player("once");
    let arguments = ["arena", &player, "rule", "acceptance", "--walls", "4", "--format", "json", "--sandbox", "none"];
    let output = run(&arguments, b"");
    let said = error(&output);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("could not be asked, since when it was started again it ended with exit status 3"), "{said}");
    let report: Value = serde_json::from_str(&text(&output)).unwrap();
    assert_eq!(report["games"], 72);
    assert!(report["players"][0]["faults"]["ended"].as_u64().unwrap() > 20, "{report}");
    bad.assert_nobody_is_left();
}

/// Lines of rubbish take no memory, however many there are.
#[test]
fn rubbish_takes_no_memory() {
    let bad = Bad::new();
    for mode in ["babbles", "blank"] {
        let policy = format!("{},rule,rule,rule", bad.player(mode));
        let arguments = ["simulate", "--games", "6", "--seed", "1", "--threads", "1", "--policy", &policy];
        // In kilobytes, of addresses: a run without programs takes a quarter of them.
        let limited = Command::new("sh")
            .args(["-c", "ulimit -v 600000; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_paili")])
            .args(arguments)
            .output()
            .unwrap();
        assert_eq!(limited.status.code(), Some(0), "{mode}: {}", error(&limited));
        assert!(error(&limited).contains("bad: game "), "{mode}: {}", error(&limited));
        bad.assert_nobody_is_left();
    }
}

#[test]
fn shared_memory_is_limited_too() {
    let bad = Bad::new();
    let limit = ["--memory", "100MB", "--threads", "1"];
    let (report, said) = play(&bad, "shares", "2", &limit);
    assert!(said.contains("ended with exit status 1, when "), "{said}");
    assert_eq!(report["games"], 2);
}

/// Forking faster than anybody can look, and dying no more with the parent, leaves nobody behind.
#[test]
fn nobody_stays_behind_who_hops_or_frees_itself() {
    let bad = Bad::new();
    for mode in ["hops", "frees-itself"] {
        let (report, said) = play(&bad, mode, "4", &["--threads", "1"]);
        if !has_sandbox(&said) {
            return;
        }
        assert_eq!(report["games"], 4, "{mode}");
        let mut child = paili(&["simulate", "--games", "1000000", "--policy", &bad.player(mode)])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        bad.wait_for(5);
        child.kill().unwrap();
        child.wait().unwrap();
        bad.assert_nobody_is_left();
    }
}

/// Becomes another command, which inherits a key (of x86-64) and an open file.
const TALKATIVE: &str = "
import ctypes, os, sys
call = ctypes.CDLL(None).syscall
call(250, 1, None)
call(248, b'user', b'paili-test', b'a wall', 6, -3)
os.dup2(os.open('/', os.O_RDONLY), 50)
os.execvp(sys.argv[1], sys.argv[1:])
";

/// Programs see nobody outside, and can leave nothing for anybody.
#[test]
fn programs_are_kept_to_themselves() {
    let bad = Bad::new();
    let [file, seed] = ["errors.txt", "seed.txt"].map(|name| bad.path(name));
    fs::write(&seed, "12345").unwrap();
    let [errors, seed] = [&file, &seed].map(|path| path.to_str().unwrap());
    let home = std::env::home_dir().unwrap();
    let socket = tempfile::tempdir().unwrap();
    let socket = socket.path().join("socket");
    let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    let network = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let (home, socket, port) = (home.display(), socket.display(), network.local_addr().unwrap().port());
    let player = bad.player(&format!("spies {errors} {seed} {home}/.ssh/.. {socket} {port}"));
    let arguments = ["compare", &player, "rule", "--games", "6", "--memory", "500MB", "--player-errors", errors];
    let tell = |mut command: Command| {
        let output = command.output().unwrap();
        let said = error(&output);
        assert!(output.status.success(), "{said}");
        bad.assert_nobody_is_left();
        let told = fs::read_to_string(&file).unwrap();
        // It is named to the program, whose files are no outputs.
        fs::remove_file(&file).unwrap();
        has_sandbox(&said).then_some(told)
    };
    let mut by_variable = paili(&arguments);
    by_variable.env("PAILI_SEED", "12345");
    if let Some(told) = tell(by_variable) {
        assert!(told.contains(": variable None\n"), "{told}");
    }
    // With a key in the session's keyring and a file that is left open, by which processes could talk.
    let mut talkative = Command::new("python3");
    talkative.args(["-c", TALKATIVE, env!("CARGO_BIN_EXE_paili")]).args(arguments).args(["--seed-file", seed]);
    let Some(told) = tell(talkative) else { return };
    let of = |what: &str| {
        let line = told.lines().find_map(|line| line.split_once(&format!(": {what} ")));
        line.map(|(_, rest)| rest.to_owned()).unwrap_or_default()
    };
    assert_eq!(of("processes"), "[1, 2]", "{told}");
    assert_eq!(of("shared"), "[]", "{told}");
    assert!(of("room").parse::<u64>().unwrap().abs_diff(500_000_000) < 4096, "{told}");
    assert_eq!(of("temporary"), "3", "{told}");
    // Their own files, which they read, are not for them to change.
    for what in ["file", "mode", "attribute", "root", "network", "socket", "home"] {
        assert!(["OSError", "FileNotFoundError", "ConnectionRefusedError"].contains(&&of(what)[..]), "{what}: {told}");
    }
    // The list of keys and the kernel's settings, which are there.
    for what in ["keys", "setting"] {
        assert!(["OSError", "PermissionError", "FileNotFoundError"].contains(&&of(what)[..]), "{what}: {told}");
    }
    assert_eq!((of("key"), of("open")), ("-1".to_owned(), "[0, 1, 2]".to_owned()), "{told}");
    // What others say on standard error and the seed; nor is either there once it has tried to get at it.
    assert_eq!((of("told"), of("seed")), ("PermissionError".to_owned(), "PermissionError".to_owned()), "{told}");
    assert_eq!((of("unmounted"), of("again")), ("-1".to_owned(), "PermissionError".to_owned()), "{told}");
    assert!(!bad.path("told").exists());
}

/// The walls that are played can't be read, however they are named and whatever a folder is called.
#[test]
fn walls_are_hidden_by_all_their_names() {
    let (bad, folder) = (Bad::new(), tempfile::tempdir().unwrap());
    let [real, link, pipes, bots] = ["real", "link", "pipes", "bots"].map(|name| folder.path().join(name));
    for made in [&real, &pipes, &bots] {
        fs::create_dir(made).unwrap();
    }
    std::os::unix::fs::symlink(&real, &link).unwrap();
    let wall = real.join("weights");
    fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/01.in"), &wall).unwrap();
    let pipe = pipes.join("weights");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let errors = bad.path("errors.txt");
    // A program beside the link sees it; another is named from where the run is.
    let beside = folder.path().join("bad.py");
    for copy in [&beside, &bots.join("bad.py")] {
        fs::copy(bad.path("bad.py"), copy).unwrap();
    }
    let [apart, beside] = [bad.path("bad.py"), beside].map(|path| format!("exec:python3 {} reads", path.display()));
    let named = "exec:python3 ../bots/bad.py reads".to_owned();
    let around = link.join("../real");
    for (program, allowed, reads, played) in [
        (&apart, &link, &link, Some(&real)),
        (&apart, &link, &link, Some(&link)),
        (&apart, &real, &real, Some(&link)),
        (&apart, &around, &real, Some(&link)),
        (&apart, &around, &around, Some(&link)),
        (&apart, &link, &link, None),
        (&apart, &pipes, &pipes, Some(&pipes)),
        (&beside, &link, &link, Some(&real)),
        (&beside, &around, &link, Some(&link)),
        (&named, &link, &link, Some(&real)),
    ] {
        let policy = format!("{program} {},rule,rule,rule", reads.display());
        let mut command = paili(&["play", "--policy", &policy, "--player-errors", errors.to_str().unwrap()]);
        command.current_dir(&real).arg("--allow").arg(allowed);
        match played {
            Some(folder) => command.arg(folder.join("weights")),
            None => command.stdin(fs::File::open(&wall).unwrap()),
        };
        let is_piped = played == Some(&pipes);
        let feeder = is_piped.then(|| Command::new("cp").args([&wall, &pipe]).spawn().unwrap());
        let output = command.output().unwrap();
        let said = error(&output);
        assert!(output.status.success(), "{said}");
        if !has_sandbox(&said) {
            return;
        }
        feeder.map(|mut feeder| feeder.wait().unwrap());
        let told = fs::read_to_string(&errors).unwrap();
        assert!(told.ends_with("read PermissionError\n"), "{allowed:?} {reads:?} {played:?}: {told}");
        fs::remove_file(&errors).unwrap();
    }
}

/// What programs read beside their own is what is allowed; where the sandbox that is asked for is not there, nobody plays.
#[test]
fn programs_read_what_is_allowed() {
    let (bad, elsewhere) = (Bad::new(), tempfile::tempdir().unwrap());
    let [file, errors] = [elsewhere.path().join("weights"), bad.path("errors.txt")];
    fs::write(&file, "weights").unwrap();
    let player = format!("{} {}", bad.player("reads"), elsewhere.path().display());
    let read = |options: &[&str]| {
        let arguments = ["compare", &player, "rule", "--games", "6", "--player-errors", errors.to_str().unwrap()];
        let output = run(&[&arguments[..], options].concat(), b"");
        let said = error(&output);
        assert!(output.status.success(), "{said}");
        let told = fs::read_to_string(&errors).unwrap();
        has_sandbox(&said).then(|| told.lines().last().unwrap_or_default().rsplit(": ").next().unwrap().to_owned())
    };
    let Some(told) = read(&[]) else { return };
    assert_eq!(told, "read FileNotFoundError");
    assert_eq!(read(&["--allow", elsewhere.path().to_str().unwrap()]).unwrap(), "read weights");
    let arguments = ["compare", &player, "rule", "--allow", "/no/such/folder"];
    refused(&run(&arguments, b""), "--allow /no/such/folder: there is no such file or folder");
    // Where there is no bubblewrap.
    std::os::unix::fs::symlink("/bin/sh", elsewhere.path().join("python3")).unwrap();
    let mut command = paili(&["compare", &player, "rule", "--sandbox", "bwrap"]);
    refused(
        &command.env("PATH", elsewhere.path()).output().unwrap(),
        "--sandbox bwrap: there is no bwrap, which the package bubblewrap brings (apt install bubblewrap, or what your system \
         has instead)",
    );
}

/// No process plays two games of one wall: none is dealt the same tiles in the same seat twice.
#[test]
fn no_process_sees_a_wall_twice() {
    let bad = Bad::new();
    let player = bad.player("remembers");
    let file = bad.path("errors.txt");
    for league in [
        &["arena", &player, "rule", "acceptance", "--walls", short_or_long("3", "20")][..],
        &["arena", &player, "rule", "acceptance", "concealed", "--tables", "fours", "--walls", "3"],
        &["compare", &player, "rule", "--games", short_or_long("48", "120")],
    ] {
        // Nobody is late, however busy the machine is.
        printed(&[league, &["--move-time", "1h", "--player-errors", file.to_str().unwrap()]].concat(), b"");
        let told = fs::read_to_string(&file).unwrap();
        let dealt: Vec<&str> = told.lines().filter_map(|line| Some(line.split_once(": dealt ")?.1)).collect();
        let distinct: BTreeSet<&&str> = dealt.iter().collect();
        // A game may end before its first turn.
        assert!(dealt.len() > 50, "{league:?}: {}", dealt.len());
        assert_eq!(distinct.len(), dealt.len(), "{league:?}");
        fs::remove_file(&file).unwrap();
    }
    bad.assert_nobody_is_left();
}

/// The names of policies are theirs.
#[test]
fn nobody_takes_a_policys_name() {
    let bad = Bad::new();
    let report = printed(&["arena", &bad.player("called-rule"), "rule", "--walls", "1", "--format", "json"], b"");
    let report: Value = serde_json::from_str(&report).unwrap();
    let names = ["rule (2)", "rule"].map(Value::from);
    assert_eq!([&report["players"][0]["name"], &report["players"][1]["name"]], names.each_ref());
}

/// Where programs play, the walls are others each time, unless a seed is given, which no program is told.
#[test]
fn seeds_are_drawn_afresh_for_programs() {
    let bad = Bad::new();
    let player = bad.player("well");
    let seed_of = |options: &[&str]| {
        let arguments = ["compare", &player, "rule", "--games", "6", "--format", "json"];
        let report: Value = serde_json::from_str(&printed(&[&arguments[..], options].concat(), b"")).unwrap();
        report["seed"].as_u64().unwrap()
    };
    assert_ne!(seed_of(&[]), seed_of(&[]));
    let file = bad.path("seed.txt");
    fs::write(&file, " 12345\n").unwrap();
    assert_eq!(seed_of(&["--seed-file", file.to_str().unwrap()]), 12_345);
    assert_eq!(seed_of(&["--seed", "7"]), 7);
    let by_variable = |seed: &str, options: &[&str]| {
        let arguments = ["compare", &player, "rule", "--games", "6", "--format", "json"];
        paili(&[&arguments[..], options].concat()).env("PAILI_SEED", seed).output().unwrap()
    };
    // What an option says comes first.
    let file_option = ["--seed-file", file.to_str().unwrap()];
    for (options, seed) in [(&[][..], 67_890), (&file_option, 12_345), (&["--seed", "7"], 7)] {
        let output = by_variable("67890", options);
        assert_eq!(serde_json::from_str::<Value>(&text(&output)).unwrap()["seed"], seed, "{}", error(&output));
    }
    refused(&by_variable("a number", &[]), "PAILI_SEED: expected a seed, a number below 2^64");
    let checkpoint = bad.path("checkpoint");
    refused(
        &run(&["compare", &player, "rule", "--checkpoint", checkpoint.to_str().unwrap()], b""),
        "--checkpoint goes on with the same games: where programs play, it takes --seed, --seed-file or PAILI_SEED",
    );
    fs::write(&file, "a number").unwrap();
    let refusal = format!("{}: expected a seed, a number below 2^64", file.display());
    refused(&run(&["compare", &player, "rule", "--seed-file", file.to_str().unwrap()], b""), &refusal);
}

/// Nothing that a run reads, its programs among it, is written over by what is said of it.
#[test]
fn programs_and_walls_are_no_outputs() {
    let bad = Bad::new();
    let (player, script) = (bad.player("well"), bad.path("bad.py"));
    let wall = bad.path("wall.txt");
    fs::write(&wall, paili::simulation::Seed(1).wall(0).to_string()).unwrap();
    let before = fs::read(&script).unwrap();
    let [script, wall] = [script.to_str().unwrap(), wall.to_str().unwrap()];
    for arguments in [
        &["arena", &player, "rule", "--player-errors", script][..],
        &["arena", &player, "rule", "--transcripts", script],
        &["compare", &player, "rule", "--seed", "1", "--checkpoint", script],
        &["simulate", "--policy", &player, "--rows", script],
        &["play", "--policy", &player, "--player-errors", script, wall],
    ] {
        refused(&run(arguments, b""), &format!("{script}: named for an input and an output"));
    }
    refused(
        &run(&["play", "--policy", &player, "--player-errors", wall, wall], b""),
        &format!("{wall}: named for an input and an output"),
    );
    // The seed's file is read, too.
    let seed = bad.path("seed.txt");
    fs::write(&seed, "12345").unwrap();
    let seed = seed.to_str().unwrap();
    for run_of in [
        &["arena", "rule", "odds", "--player-errors"][..],
        &["arena", "rule", "odds", "--transcripts"],
        &["compare", "rule", "odds", "--checkpoint"],
        &["simulate", "--rows"],
    ] {
        refused(
            &run(&[run_of, &[seed, "--seed-file", seed]].concat(), b""),
            &format!("{seed}: named for an input and an output"),
        );
    }
    assert_eq!(fs::read(script).unwrap(), before);
    assert_eq!(fs::read(seed).unwrap(), b"12345");
    assert!(!fs::read(wall).unwrap().is_empty());
}

/// What was said before stays, be it of another run, of the one that goes on, or of one that is refused; a pipe's reader hears
/// all programs of a run.
#[test]
fn what_programs_say_is_added_to_what_was_said() {
    let bad = Bad::new();
    let [errors, junk, pipe, heard] = ["errors.txt", "junk", "pipe", "heard"].map(|name| bad.path(name));
    let player = format!("{} {}", bad.player("reads"), std::env::temp_dir().display());
    let league = |errors: &Path, options: &[&str]| {
        let arguments = ["arena", &player, "rule", "--walls", "1", "--player-errors", errors.to_str().unwrap()];
        run(&[&arguments[..], options].concat(), b"")
    };
    fs::write(&errors, "said before\n").unwrap();
    assert!(league(&errors, &[]).status.success());
    let told = fs::read_to_string(&errors).unwrap();
    assert!(told.starts_with("said before\n") && told.contains(": read "), "{told}");
    fs::write(&junk, "no checkpoint").unwrap();
    assert_eq!(league(&errors, &["--seed", "1", "--checkpoint", junk.to_str().unwrap()]).status.code(), Some(2));
    assert!(fs::read_to_string(&errors).unwrap().starts_with(&told));
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut reader = Command::new("cat").arg(&pipe).stdout(fs::File::create(&heard).unwrap()).spawn().unwrap();
    assert!(league(&pipe, &["--threads", "1"]).status.success());
    assert!(reader.wait().unwrap().success());
    assert!(fs::read_to_string(heard).unwrap().contains(": read "));
}

/// Whoever forgets `exec:` hears of it, and what a program may lack is said.
#[test]
fn options_about_programs_are_for_programs() {
    for option in [
        ["--player-errors", "errors.txt"],
        ["--allow", "/"],
        ["--memory", "1GB"],
        ["--sandbox", "none"],
        ["--move-time", "1s"],
        ["--on-fault", "stop"],
    ] {
        let output = run(&[&["arena", "rule", "random", "--walls", "1"], &option[..]].concat(), b"");
        let message = "no program plays: one is named exec: and its command, such as exec:./bot";
        refused(&output, &format!("{}: {message}", option[0]));
    }
    let output = run(&["arena", "exec:sh -c 'read line; echo'", "rule", "--walls", "1", "--memory", "1MB"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        error(&output).ends_with("each of its processes may map 1000000 bytes: --memory gives more)\n"),
        "{output:?}"
    );
    let unsandboxed = |program: &str, more: &[&str]| {
        run(&[&["arena", program, "rule", "--walls", "1", "--sandbox", "none"], more].concat(), b"")
    };
    refused(
        &unsandboxed("exec:true", &["--allow", "/"]),
        "--allow: with --sandbox none programs read whatever you may",
    );
    for (program, how) in [
        ("exec:sh no_such.sh", "there is no file no_such.sh; --player-errors keeps what it says"),
        ("exec:sh -c 'exit 130' of.module", "--player-errors keeps what it says"),
    ] {
        let said = error(&unsandboxed(program, &[]));
        assert!(said.ends_with(&format!("\"PAILI 1\" and a name ({how})\n")), "{said}");
        assert!(!said.contains("signal"), "{said}");
    }
}

/// A rule set that somebody wrote is no output.
#[test]
fn rule_sets_are_no_outputs() {
    const RULES: &str = "name = \"tiny\"\nmelds = 1\n[copies]\n123456789p123456789s1234567z = 0\n";
    let folder = tempfile::tempdir().unwrap();
    let (own, hands) = (folder.path().join("own.svg"), folder.path().join("hands"));
    fs::write(&own, RULES).unwrap();
    fs::write(&hands, "1134m\n").unwrap();
    let [own, hands] = [&own, &hands].map(|path| path.to_str().unwrap());
    for arguments in [
        &["solve", "--out"][..],
        &["alone", "--plot"],
        &["odds", "1134m", "--draws", "5", "--plot"],
        &["audit", "exec:sh", "--save"],
        &["audit", "exec:sh", "--player-errors"],
        &["batch", hands, "--plot"],
    ] {
        let output = run(&[arguments, &[own, "--rules-file", own]].concat(), b"");
        refused(&output, &format!("{own}: named for an input and an output"));
    }
    assert_eq!(fs::read_to_string(own).unwrap(), RULES);
}

/// A checkpoint of a league goes on only on the same terms.
#[test]
fn checkpoints_know_the_terms() {
    let bad = Bad::new();
    let (player, checkpoint) = (bad.player("well"), bad.path("league"));
    let walls = short_or_long("1", "2");
    let league =
        ["arena", &player, "rule", "--walls", walls, "--seed", "1", "--checkpoint", checkpoint.to_str().unwrap()];
    printed(&league, b"");
    printed(&league, b"");
    // Programs can read it, and don't find the seed there.
    assert!(!String::from_utf8_lossy(&fs::read(&checkpoint).unwrap()).contains("--seed 1"));
    let other = run(&[&league[..5], &["--seed", "2"], &league[7..]].concat(), b"");
    assert!(other.status.code() == Some(2) && error(&other).contains("of another run"), "{}", error(&other));
    for terms in [["--on-fault", "rule"], ["--move-time", "1s"], ["--memory", "1GB"], ["--sandbox", "none"]] {
        let output = run(&[&league[..], &terms].concat(), b"");
        assert_eq!(output.status.code(), Some(2), "{terms:?}: {}", error(&output));
    }
}

/// A league of slow programs ends soon after it is asked to.
#[test]
fn slow_programs_are_not_waited_for_when_a_run_is_to_end() {
    let bad = Bad::new();
    let mut child = paili(&["arena", &bad.player("slow"), "rule", "--walls", "100", "--format", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    bad.wait_for(2);
    wait_until_it_hears(&child);
    signal(&child, "TERM");
    // A wall would take it minutes, and it ends without one.
    assert_eq!(child.wait().unwrap().code(), Some(1));
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert!(said.contains("interrupted: finishing the games in flight"), "{said}");
    assert!(said.contains("interrupted after 0 of 100 walls"), "{said}");
    bad.assert_nobody_is_left();
}
