//! `paili arena`.

use std::fs;

use serde_json::Value;

use crate::length::short_or_long;
#[cfg(target_os = "linux")]
use crate::players::Bad;
#[cfg(unix)]
use crate::run::{Folder, paili};
use crate::run::{error, printed, refused, run, text, without_speed};

fn league(arguments: &[&str]) -> Value {
    let arguments = [&["arena"], arguments, &["--format", "json"]].concat();
    serde_json::from_str(&printed(&arguments, b"")).unwrap()
}

/// A league's pairs are comparisons, to the last game.
#[test]
fn pairs_are_comparisons() {
    let players = ["rule", "random", "concealed"];
    let report = league(&[&players[..], &["--walls", "200"]].concat());
    assert_eq!((&report["walls"], &report["games"]), (&200.into(), &3600.into()));
    for (pair, [first, second]) in [[0, 1], [0, 2], [1, 2]].into_iter().enumerate() {
        let [first, second] = [players[first], players[second]];
        let compared = printed(&["compare", first, second, "--games", "1200", "--format", "json"], b"");
        let compared: Value = serde_json::from_str(&compared).unwrap();
        let pair = &report["pairs"][pair];
        assert_eq!((&pair["first"], &pair["second"]), (&first.into(), &second.into()));
        for side in [0, 1] {
            assert_eq!(pair["wins"][side], compared["wins"][side]["count"], "{first} {second}");
        }
        let close = |one: &Value, other: &Value| (one.as_f64().unwrap() - other.as_f64().unwrap()).abs() < 1e-12;
        assert!(close(&pair["difference"], &compared["difference"]), "{first} {second}");
        // A league's intervals are wider by what unseen walls could change.
        let reach = |it: &Value| it["high"].as_f64().unwrap() - it["difference"].as_f64().unwrap();
        let wider = reach(pair) / reach(&compared);
        assert!((1.0..2.0).contains(&wider), "{first} {second}: {wider}");
    }
    let elos: Vec<f64> = (0..3).map(|player| report["players"][player]["elo"].as_f64().unwrap()).collect();
    assert!(elos[0] > elos[2] && elos[2] > elos[1], "{elos:?}");
    assert!(elos.iter().sum::<f64>().abs() < 1e-9);
}

#[test]
fn the_page_has_the_table_and_the_matrix() {
    let page = printed(&["arena", "rule", "acceptance", "rule", "--walls", "100"], b"");
    for line in
        ["League of 3 players: 100 walls, 1,800 games (seed 1)", "  1  acceptance", "rule (2)", "better: how likely"]
    {
        assert!(page.contains(line), "{line}: {page}");
    }
    assert!(page.contains("50.00"), "the rule scores half against itself: {page}");
    let page = printed(&["arena", "rule", "random", "--walls", "1", "--until", "decided"], b"");
    assert!(page.contains("League of 2 players: 1 wall, 6 games") && page.contains(" after 1 wall: "), "{page}");
}

/// The same table comes of any number of threads, and of a run that was interrupted, and of one that goes on.
#[test]
fn threads_and_interruptions_do_not_matter() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let walls = short_or_long("64", "160");
    for more in [&["--tables", "pairs"][..], &["--tables", "fours"], &["--until", "decided", "--differences", "0,4"]] {
        let run = |rest: &[&str]| {
            let players = ["arena", "rule", "acceptance", "random", "concealed", "--walls", walls, "--format", "json"];
            let output = run(&[&players[..], more, rest].concat(), b"");
            assert!(output.status.success(), "{}", error(&output));
            without_speed(&output.stdout)
        };
        let [one, three] = ["1", "3"].map(|threads| run(&["--threads", threads]));
        assert_eq!(one, three, "{more:?}");
        let checkpoint = file(&format!("checkpoint {}", more[1]));
        assert_eq!(run(&["--checkpoint", &checkpoint]), one, "{more:?}");
        assert_eq!(run(&["--checkpoint", &checkpoint]), one, "nothing is left to play");
    }
    let [one, three] = ["1", "3"].map(|threads| {
        let transcripts = file(threads);
        printed(
            &["arena", "rule", "random", "odds", "--walls", "3", "--threads", threads, "--transcripts", &transcripts],
            b"",
        );
        fs::read_to_string(transcripts).unwrap()
    });
    assert_eq!(one, three);
    assert_eq!(one.matches("# game ").count(), 3 * 3 * 6);
    assert!(one.starts_with("# game 0, wall 0: A rule, B random, C rule, D random\nA IN "), "{}", &one[..80]);
    // What follows a heading is a transcript.
    let games: Vec<&str> = one.split("# game ").skip(1).map(|game| game.split_once('\n').unwrap().1).collect();
    assert!(games.iter().all(|game| game.trim_end().ends_with("WIN") || game.trim_end().ends_with("DRAW")));
}

/// Both for people and for programs, an answer says what ratings are of.
#[test]
fn answers_say_what_ratings_mean() {
    let players = ["rule", "acceptance", "random", "concealed", "--walls", "2", "--tables"];
    for (tables, scale) in [
        (
            "pairs",
            "scores at tables of two, where a game that neither wins is half a win for both; not comparable with ",
        ),
        (
            "fours",
            "scores at tables of four, where a game that a third player wins is half a win for both of two as well; ",
        ),
    ] {
        let arguments = [&players[..], &[tables]].concat();
        let page = printed(&[&["arena"], &arguments[..]].concat(), b"");
        assert!(page.contains(&format!("\nElo: of {scale}")), "{page}");
        assert!(!page.contains("forfeit"), "nobody forfeited: {page}");
        let report = league(&arguments);
        assert!(report["scale"].as_str().unwrap().starts_with(scale), "{report}");
    }
}

/// Where every game is forfeited, somebody who wins none scores all; the answer says how that comes.
#[cfg(unix)]
#[test]
fn the_page_says_what_forfeited_games_count() {
    let folder = Folder::new();
    let bot = "while (line := input()) != 'END':\n    number, *words = line.split()\n    if number == 'PAILI': \
               print('PAILI 1 wrong', flush=True)\n    elif '?' in words[0]: print(number, 'NO', flush=True)\n";
    let bot = format!("exec:python3 {}", folder.write("bot.py", bot));
    let output = run(&["arena", "rule", &bot, "--walls", "2", "--seed", "1"], b"");
    let page = text(&output);
    for said in [
        "0.00 %",
        "100.00",
        "There nobody wins a forfeited game; in scores and ratings everybody else does:",
        "against somebody who always forfeits, 0 % of wins and a score of 100 %.",
    ] {
        assert!(page.contains(said), "{said}: {page}{}", error(&output));
    }
}

/// A program that draws lots from the numbers of its games plays the same ones, whatever the threads and whoever is
/// decided.
#[cfg(unix)]
#[test]
fn numbers_of_games_do_not_depend_on_threads() {
    let folder = Folder::new();
    let bot = "while (line := input()) != 'END':\n    number, *words = line.split()\n    if number == 'PAILI': \
               print('PAILI 1 lots', flush=True)\n    elif words[0] == 'OUT?': print(number, 'OUT', \
               words[1 + int(number) * 7919 % (len(words) - 1)], flush=True)\n    elif '?' in words[0]: \
               print(number, 'PASS', flush=True)\n";
    let bot = format!("exec:python3 {}", folder.write("bot.py", bot));
    let (walls, others) = short_or_long(("2", &["random"][..]), ("96", &["random", "concealed"]));
    let run = |threads: &str| {
        let terms = ["--seed", "1", "--walls", walls, "--until", "decided", "--move-time", "1h", "--format", "json"];
        let arguments = [&["arena", "rule", &bot], others, &terms, &["--threads", threads]].concat();
        let mut told = without_speed(printed(&arguments, b"").as_bytes());
        assert!(told.as_object_mut().unwrap().remove("answers").is_some());
        told
    };
    assert_eq!(run("1"), run("3"));
}

/// A run that is killed goes on where it was.
#[cfg(unix)]
#[test]
fn a_killed_run_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = folder.path().join("league.paili");
    let walls = short_or_long("30", "60");
    let arguments =
        ["arena", "acceptance", "odds", "rule", "--walls", walls, "--format", "json", "--threads", "2", "--checkpoint"];
    let arguments = [&arguments[..], &[checkpoint.to_str().unwrap()]].concat();
    let mut child = paili(&arguments).stdout(std::process::Stdio::null()).spawn().unwrap();
    crate::interrupts::wait("a checkpoint", || checkpoint.exists());
    child.kill().unwrap();
    child.wait().unwrap();
    let goes_on = without_speed(printed(&arguments, b"").as_bytes());
    let at_once = without_speed(printed(&arguments[..10], b"").as_bytes());
    assert_eq!(goes_on, at_once);
}

/// A game that one of four forfeits is won by both of any two others.
#[cfg(target_os = "linux")]
#[test]
fn a_league_of_fours_with_forfeits_goes_on() {
    let bad = Bad::new();
    let (player, checkpoint) = (bad.player("illegal"), bad.path("league.paili"));
    let terms = ["--tables", "fours", "--walls", "1", "--seed", "1", "--move-time", "1m", "--format", "json"];
    let arguments = [&["arena", &player, "rule", "concealed", "random"], &terms[..]].concat();
    let arguments = [&arguments[..], &["--checkpoint", checkpoint.to_str().unwrap()]].concat();
    let told = || {
        let output = run(&arguments, b"");
        assert!(output.status.success(), "{}", error(&output));
        without_speed(&output.stdout)
    };
    let first = told();
    assert_eq!(first["players"][0]["faults"]["illegal"], 24, "{first}");
    assert_eq!(first["pairs"], told()["pairs"]);
}

#[test]
fn pairs_stop_when_they_are_decided() {
    let report = league(&["acceptance", "random", "rule", "rule", "--walls", "100000", "--until", "decided"]);
    let pairs = report["pairs"].as_array().unwrap();
    let found: Vec<_> =
        pairs.iter().map(|pair| (pair["decided"].as_str().unwrap(), pair["walls"].as_u64().unwrap())).collect();
    assert_eq!(
        found.iter().map(|(found, _)| *found).collect::<Vec<_>>(),
        ["first", "first", "first", "second", "second", "alike"]
    );
    assert!(found.iter().all(|(_, walls)| (16..2000).contains(walls) && walls % 16 == 0), "{found:?}");
    let compared = text(&run(&["compare", "acceptance", "random", "--until", "decided", "--format", "json"], b""));
    let compared: Value = serde_json::from_str(&compared).unwrap();
    assert_eq!((&compared["decided"], &compared["matches"]), (&"first".into(), &pairs[0]["walls"]));
    let page = printed(&["compare", "rule", "rule", "--until", "decided", "--differences", "0.5,2"], b"");
    assert!(page.contains("Verdict     alike: no difference of 2 points or more"), "{page}");
    let page = printed(&["compare", "rule", "acceptance", "--games", "60", "--until", "decided"], b"");
    assert!(page.contains("Verdict     undecided between a difference of 0 points and one of 1: play more"), "{page}");
}

/// Where four sit at a table, every pair has played every wall at all its tables when the league stops.
#[test]
fn fours_stop_together() {
    let players = ["acceptance", "rule", "concealed", "random", "random"];
    let report = league(&[&players[..], &["--tables", "fours", "--walls", "160", "--until", "decided"]].concat());
    let pairs = report["pairs"].as_array().unwrap();
    for pair in pairs {
        assert_eq!((&pair["walls"], &pair["games"]), (&pairs[0]["walls"], &pairs[0]["games"]));
    }
    let seats: u64 = report["players"].as_array().unwrap().iter().map(|player| player["seats"].as_u64().unwrap()).sum();
    // Five tables of 24 games a wall, four seats each.
    assert_eq!(seats, report["walls"].as_u64().unwrap() * 5 * 24 * 4);
}

#[test]
fn what_makes_no_league_is_refused() {
    refused(
        &run(&["arena", "rule", "odds", "--tables", "fours"], b""),
        "--tables fours takes four players or more, not 2",
    );
    let output = run(&["arena", "rule"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        error(&output).contains("2 more values required") || error(&output).contains("PLAYER"),
        "{}",
        error(&output)
    );
    for (arguments, why) in [
        (
            ["--differences", "1,0"],
            "expected two differences in percentage points, the smaller first, such as 0,1 or 0.5,2",
        ),
        (["--alpha", "0"], "expected a probability from 0.0001 to 50 per cent"),
    ] {
        let output = run(&["arena", "rule", "odds", "--until", "decided", arguments[0], arguments[1]], b"");
        assert_eq!(output.status.code(), Some(2));
        assert!(error(&output).contains(why), "{}", error(&output));
    }
    let output = run(&["compare", "rule", "odds", "--alpha", "1"], b"");
    assert!(output.status.code() == Some(2) && error(&output).contains("--until"), "{}", error(&output));
}

#[test]
fn the_picture_shows_everybody() {
    let folder = tempfile::tempdir().unwrap();
    let [svg, png] = ["league.svg", "league.png"].map(|name| folder.path().join(name));
    for path in [&svg, &png] {
        printed(&["arena", "rule", "acceptance", "random", "--walls", "40", "--plot", path.to_str().unwrap()], b"");
    }
    let svg = fs::read_to_string(svg).unwrap();
    for text in ["League of 3 players · seed 1", "acceptance", "random", "What the player on the left scores"] {
        assert!(svg.contains(text), "{text}");
    }
    assert!(fs::read(png).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn names_have_room_in_pictures_of_many() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("league.svg");
    let picture = |players: &[&str]| {
        printed(&[&["arena"], players, &["--walls", "1", "--plot", path.to_str().unwrap()]].concat(), b"");
        fs::read_to_string(&path).unwrap()
    };
    let eight = picture(&["rule", "acceptance", "concealed", "race", "random", "rule", "rule", "acceptance"]);
    assert!(eight.contains("\nacceptan…\n") && eight.contains("\nacce… (2)\n"), "{eight}");
    let many = picture(&["acceptance"; 12]);
    assert!(many.contains("\nrank\n") && many.contains("\nacceptan… (2)\n"), "{many}");
}
