//! `paili audit`: what it says of programs that are right, wrong, dead and endless.

use serde_json::Value;

use crate::length::short_or_long;
use crate::run::{Folder, error, run, text};

/// What an audit says, and its exit status.
fn audit(arguments: &[&str]) -> (Value, Option<i32>, String) {
    let arguments = [&["audit"], arguments, &["--hands", "200", "--format", "json", "--sandbox", "none"]].concat();
    let output = run(&arguments, b"");
    (serde_json::from_str(&text(&output)).unwrap_or_default(), output.status.code(), error(&output))
}

/// This program as one that is audited.
fn own(options: &str) -> String {
    format!("exec:'{}' audit --answer {options}", env!("CARGO_BIN_EXE_paili"))
}

#[test]
fn a_program_that_is_right_is_said_to_be() {
    for options in ["", "--notation counts"].into_iter().take(short_or_long(1, 2)) {
        let program = own(&format!("{options} --forms standard"));
        let arguments: Vec<&str> =
            [&program[..], "--tiles", "4,13"].into_iter().chain(options.split_whitespace()).collect();
        let (report, status, _) = audit(&arguments);
        assert_eq!((status, &report["wrong"]), (Some(0), &Value::from(0)), "{report}");
        assert_eq!(report["convention"]["answer"], "distance");
        assert_eq!(report["convention"]["forms"], Value::from(vec!["standard"]));
        assert!(report["smallest"].is_null() && report["hands"].as_u64() > Some(60_000));
        assert_eq!(report["every_hand"][0]["hands"], 66_045);
    }
    // It reads melds in brackets, which use up no copies without --available; and none among counts.
    let tiles = short_or_long("1", "4");
    let (report, ..) = audit(&[&own(""), "--tiles", tiles]);
    assert_eq!(
        (&report["convention"]["available"], &report["beside_melds"]["wrong"]),
        (&"any".into(), &0.into()),
        "{report}"
    );
    let (report, status, _) = audit(&[&own("--notation counts"), "--notation", "counts", "--tiles", tiles]);
    assert_eq!((status, report.get("beside_melds")), (Some(0), None), "{report}");
    // A size that is named twice is asked once; and a rule set knows by its forms what four alike are.
    let (report, status, _) = audit(&[&own("--rules sichuan"), "--rules", "sichuan", "--tiles", "2,1,2"]);
    assert_eq!((status, report["every_hand"].as_array().map(Vec::len)), (Some(0), Some(2)), "{report}");
    assert_eq!(report["convention"]["four_alike"], "two");
    let (report, status, _) = audit(&[&own("--ask waits"), "--ask", "waits", "--tiles", "13"]);
    assert_eq!((status, &report["wrong"], &report["asked"]), (Some(0), &Value::from(0), &Value::from("waits")));
}

#[test]
fn a_program_that_is_wrong_is_shown_where() {
    let folder = Folder::new();
    let save = folder.path("wrong.tsv");
    let script = "exec:sh -c 'while read -r hand; do case $hand in *z) echo 3;; *) echo 1;; esac; done'";
    let (report, status, said) = audit(&[script, "--tiles", "1", "--save", &save]);
    assert_eq!(status, Some(1));
    assert!(said.contains("is wrong on"), "{said}");
    let smallest = &report["smallest"];
    assert_eq!(
        (&smallest["hand"], &smallest["expected"], &smallest["answered"]),
        (&"1z".into(), &"1".into(), &"3".into())
    );
    assert_eq!(smallest["no_smaller"], true);
    assert_eq!(smallest["proof"]["plan"]["missing"], Value::from(vec!["1z"]));
    // The usual rule set, once it is named, is four melds and a pair alone.
    let (report, status, _) = audit(&[&own("--forms all"), "--rules", "standard", "--tiles", "13"]);
    assert_eq!((status, report["wrong"].as_u64() > Some(0)), (Some(1), true), "{report}");
    let kept = std::fs::read_to_string(&save).unwrap();
    assert!(kept.lines().all(|line| line.ends_with("z\t1\t3")), "{kept}");
}

#[test]
fn programs_that_do_not_answer_are_told() {
    // One that says too much is wrong about all that it was asked at once.
    for (program, fault, status) in [
        ("exec:false", "ended with exit status 1", 2),
        ("exec:sh -c 'kill -9 $$'", "was killed by signal 9", 2),
        ("exec:sh -c 'cat >/dev/null; yes'", "answered more lines than", 1),
    ] {
        let (report, ended, said) = audit(&[program, "--tiles", "1"]);
        assert_eq!((ended, &report["wrong"], report["hands"] == 0), (Some(status), &report["hands"], status == 2));
        let expected = format!("{program} can't be asked: it {fault}");
        assert!(said.contains(if status == 2 { &expected } else { "is wrong on" }), "{said}");
        assert!(report["fault"].as_str().unwrap().starts_with(fault), "{program}: {report}");
    }
    let (_, ended, said) = audit(&["exec:false", "--ask", "game"]);
    assert!(ended == Some(2) && said.contains("exec:false can't be asked: it ended with exit status 1"), "{said}");
}

/// The judge of UVa 11210 looks at all of a line.
#[test]
fn lines_of_uva_have_their_numbers_and_say_what_is_not_ready() {
    let own = env!("CARGO_BIN_EXE_paili");
    for (spoiled, status) in [("s/x/x/", 0), ("s/Case 3:/Case 2:/", 1), ("s/Case 3: //", 1), ("s/Not ready//", 1)] {
        let program = format!("exec:sh -c \"'{own}' waits | sed '{spoiled}'\"");
        let uva = ["--ask", "waits", "--protocol", "uva", "--notation", "uva", "--tiles", "1,4"];
        let (report, ended, said) = audit(&[&[&program[..]], &uva[..]].concat());
        assert_eq!(ended, Some(status), "{spoiled}: {said} {report}");
        // A single tile waits for itself, in the notation that the program reads.
        let [hand, expected] = ["hand", "expected"].map(|key| &report["smallest"][key]);
        assert!(hand == expected || expected == "none", "{report}");
    }
}

/// Why a program ends is what it says on standard error, and often what it lacks in the sandbox.
#[test]
fn what_an_audited_program_says_is_kept() {
    let folder = Folder::new();
    let errors = folder.path("errors");
    let program = "exec:sh -c 'echo no such book >&2; exit 3'";
    let output = run(&["audit", program, "--tiles", "1", "--player-errors", &errors], b"");
    let said = error(&output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert_ne!(said.contains("unsandboxed"), said.contains("exit status 3 (in the sandbox it sees /usr"), "{said}");
    assert!(std::fs::read_to_string(errors).unwrap().contains("no such book"));
}

/// One that takes melds, but dies of a hand beside them that is not among the first, is wrong about that one.
#[test]
fn a_program_that_dies_beside_melds_is_told() {
    let dies = format!("exec:sh -c \"sed -u '/^222.*\\[/Q' | '{}' audit --answer\"", env!("CARGO_BIN_EXE_paili"));
    let (report, status, said) = audit(&[&dies, "--tiles", "4"]);
    assert_eq!(
        (status, &report["wrong"], &report["beside_melds"]["wrong"]),
        (Some(1), &1.into(), &1.into()),
        "{report}"
    );
    assert!(report["beside_melds"]["smallest"]["hand"].as_str().unwrap().starts_with("222"), "{report}");
    assert!(said.contains("is wrong on") && report["fault"].is_string(), "{said} {report}");
}

/// One that dies again and again is told where it does, even if nothing more is asked then.
#[test]
fn a_program_that_dies_often_is_told_where() {
    let dies = format!("exec:sh -c \"sed -u '/555z/Q' | '{}' audit --answer\"", env!("CARGO_BIN_EXE_paili"));
    let (report, status, said) = audit(&[&dies, "--tiles", "13"]);
    let [wrong, asked] = ["wrong", "hands"].map(|key| report[key].as_u64().unwrap());
    assert!(status == Some(1) && 0 < wrong && wrong < asked, "{said} {report}");
    assert!(report["smallest"]["hand"].as_str().unwrap().contains("555"), "{report}");
}

/// Whatever fails after the audit, its report is there.
#[test]
fn a_report_is_not_lost() {
    let greets = "exec:sh -c 'echo Hello; sed s/.*/1/'";
    let (report, status, said) = audit(&[greets, "--tiles", "1", "--bench"]);
    assert_eq!((status, &report["wrong"]), (Some(1), &report["hands"]), "{said}");
    assert!(report["fault"].as_str().unwrap().ends_with("the first \"Hello\", the first too many \"1\""), "{report}");
    assert!(said.contains("--bench: ") && report.get("nanoseconds").is_none(), "{said}");
    if cfg!(target_os = "linux") {
        let (report, status, said) = audit(&["exec:sed s/.*/2/", "--tiles", "1", "--save", "/dev/full"]);
        assert_eq!((status, &report["wrong"]), (Some(1), &report["hands"]), "{said}");
        assert!(said.contains("/dev/full"), "{said}");
    }
}

/// This program is run by what was asked for, whatever else that is.
#[cfg(target_os = "linux")]
#[test]
fn options_are_no_obstacle_to_timing() {
    use std::os::unix::ffi::OsStringExt;

    let folder = Folder::new();
    let mut save = folder.path("").into_bytes();
    save.extend(b"wrong\xff.tsv");
    let rules = folder.write("rules.toml", "name = \"small\"\nmelds = 1\n");
    let (program, file) = (own(&format!("--rules-file '{rules}'")), format!("--rules-file={rules}"));
    let options = ["audit", "--tiles", "1", "--hands", "3", "--bench", "--format", "json", &file, "--save"];
    let output =
        crate::run::paili(&options).arg(std::ffi::OsString::from_vec(save)).args(["--", &program]).output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(output.status.success() && report["paili_nanoseconds"].is_number(), "{report} {}", error(&output));
}

#[test]
fn simulators_are_audited() {
    let own = env!("CARGO_BIN_EXE_paili");
    let (report, status, _) = audit(&[&format!("exec:'{own}' play"), "--ask", "game", "--bench"]);
    assert_eq!((status, &report["wrong"], &report["games"]), (Some(0), &0.into(), &200.into()), "{report}");
    assert_eq!((&report["walls_a_run"], &report["shortest"]), (&"any".into(), &Value::Null));
    assert!(report["nanoseconds"].is_number() && report["paili_nanoseconds"].is_number());
    let (report, status, _) = audit(&[&format!("exec:sh -c 'head -n 148 | \"{own}\" play'"), "--ask", "game"]);
    assert_eq!((status, &report["wrong"], &report["walls_a_run"]), (Some(0), &0.into(), &"one".into()), "{report}");

    let folder = Folder::new();
    let save = folder.path("walls.txt");
    let wrong = format!("exec:sh -c '\"{own}\" play | sed s/RON/SELFDRAWN/'");
    let (report, status, said) = audit(&[&wrong, "--ask", "game", "--save", &save]);
    assert_eq!(status, Some(1));
    assert!(said.contains("of 200 games wrong"), "{said}");
    let shortest = &report["shortest"];
    let (expected, answered) = (shortest["expected"].as_str().unwrap(), shortest["answered"].as_str().unwrap());
    assert_eq!((expected.replace("RON", "SELFDRAWN"), expected.ends_with("RON")), (answered.to_owned(), true));
    // The walls that are kept are walls, and the shortest game goes wrong at that line.
    let walls = text(&run(&["play", &save], b""));
    assert_eq!(walls.matches(" WIN\n").count() as u64, report["wrong"].as_u64().unwrap());
    let game = text(&run(&["play"], shortest["wall"].as_str().unwrap().as_bytes()));
    assert_eq!(game.lines().nth(shortest["line"].as_u64().unwrap() as usize - 1), Some(expected));

    let (report, ..) = audit(&[&format!("exec:sh -c '\"{own}\" play | grep -v PONG'"), "--ask", "game"]);
    let (expected, why) = (&report["shortest"]["expected"], &report["shortest"]["why"]);
    assert!(expected.to_string().contains("PONG") && why.to_string().contains(" claims "), "{report}");
}

/// A few games are over before it shows how long they take.
#[test]
fn more_games_are_timed_than_were_asked_about() {
    let folder = Folder::new();
    let walls = folder.path("walls.txt");
    let program = format!("exec:sh -c 'tee -a \"{walls}\" | \"{}\" play'", env!("CARGO_BIN_EXE_paili"));
    let options = ["--ask", "game", "--hands", "1", "--bench", "--format", "json", "--sandbox", "none"];
    let report: Value = serde_json::from_str(&text(&run(&[&["audit", &program], &options[..]].concat(), b""))).unwrap();
    assert!(report["nanoseconds"].as_f64() > Some(0.0) && report["walls_a_run"] == "any", "{report}");
    assert!(std::fs::read_to_string(walls).unwrap().lines().count() > 16 * 148);
}

#[test]
fn a_program_that_says_all_may_end_as_it_likes() {
    // Without a last end of line, and without an end.
    for script in ["printf %s \"$(sed s/.*/1/)\"", "sed s/.*/1/; sleep 600"] {
        let (report, status, said) = audit(&[&format!("exec:sh -c '{script}'"), "--tiles", "1"]);
        assert_eq!((status, &report["wrong"]), (Some(0), &0.into()), "{script}: {said} {report}");
    }
}

#[test]
fn what_cannot_be_audited_is_refused() {
    for (arguments, message) in [
        (&["./mine"][..], "a program is named exec: and its command"),
        (&["exec:no-such-program-here"], "no-such-program-here"),
        (&["exec:cat", "--ask", "game", "--rules", "guobiao"], "--ask game takes walls"),
        (&["exec:cat", "--ask", "game", "--notation", "counts"], "--ask game takes walls"),
        (&["exec:cat", "--ask", "price"], "game"),
        (&["exec:cat", "--memory", "9999999999GB"], "--memory <SIZE>': larger than any memory"),
        (&["exec:cat", "--tiles", "3"], "--tiles: 3 tiles"),
        (&["exec:cat", "--bench", "--rules-file", "-"], "a file with a name in UTF-8, not standard input"),
        (&["exec:cat", "--notation", "braille"], "or counts"),
        (&["exec:cat", "--rules", "guobiao", "--wildcards", "2", "--notation", "counts"], "wildcards have no count"),
        (&[], "PROGRAM"),
    ] {
        let (_, status, said) = audit(arguments);
        assert_eq!(status, Some(2), "{arguments:?}: {said}");
        assert!(said.contains(message), "{arguments:?}: {said}");
    }
}
