//! The game alone: solving it, asking its file, and playing it.

use std::fs;
use std::process::{Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::length::short_or_long;
use crate::run::{self, paili};

fn run(arguments: &[&str]) -> Output {
    run::run(arguments, b"")
}

fn solve(arguments: &[&str]) -> serde_json::Value {
    let output = run(&[&["solve", "--format", "json"], arguments].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn one_and_two_suits_are_solved() {
    let one = solve(&["--deck", "m", "--draws", "4"]);
    assert_eq!((one["classes"].as_u64(), one["classes_after_draw"].as_u64()), (Some(46_860), Some(59_500)));
    let means: Vec<f64> =
        one["layers"].as_array().unwrap().iter().map(|layer| layer["mean"].as_f64().unwrap()).collect();
    let expected = [0.133_444, 0.406_568, 0.613_528, 0.753_772];
    assert!(means.iter().zip(expected).all(|(mean, expected)| (mean - expected).abs() < 1e-5), "{means:?}");
    let page = run(&["solve", "--tiles", "4", "--draws", "2"]);
    assert!(String::from_utf8(page.stdout).unwrap().contains("1,725 classes of hands before a draw, 8,967 after it"));
}

#[test]
fn threads_do_not_matter() {
    let folder = tempfile::tempdir().unwrap();
    let of = |threads: &str| {
        let path = folder.path().join(threads);
        solve(&["--tiles", "7", "--draws", "4", "--threads", threads, "--out", path.to_str().unwrap()]);
        fs::read(path).unwrap()
    };
    assert!(of("1") == of("3"));
}

#[test]
fn a_run_that_is_killed_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, out, saved] = ["whole", "out", "saved"].map(|name| folder.path().join(name));
    let game = short_or_long(
        ["--deck", "mp", "--tiles", "10", "--unseen", "62", "--draws", "18"],
        ["--deck", "mp", "--tiles", "13", "--unseen", "59", "--draws", "18"],
    );
    solve(&[&game[..], &["--out", whole.to_str().unwrap()]].concat());
    let arguments = [&["solve"], &game[..], &["--out", out.to_str().unwrap(), "--checkpoint", saved.to_str().unwrap()]];
    let start = || paili(&arguments.concat()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let state = saved.join("state");
    for _ in 0..2 {
        let mut killed = start();
        let begun = Instant::now();
        let before = fs::metadata(&state).ok().and_then(|there| there.modified().ok());
        let is_new = || fs::metadata(&state).is_ok_and(|there| there.modified().ok() != before);
        while !is_new() && killed.try_wait().unwrap().is_none() {
            assert!(begun.elapsed() < Duration::from_secs(120), "nothing was saved");
            sleep(Duration::from_millis(2));
        }
        killed.kill().unwrap();
        killed.wait().unwrap();
        assert!(!out.exists(), "killed too late to say anything");
    }
    let left = fs::read(&state).unwrap();
    // As it is when a run is killed while it saves.
    fs::write(saved.join(".paili-left.unfinished"), "half a state").unwrap();
    // What is left of a killed run is no obstacle, and no other run's.
    let other = run(&[
        "solve",
        "--deck",
        "mp",
        "--draws",
        "4",
        "--out",
        out.to_str().unwrap(),
        "--checkpoint",
        saved.to_str().unwrap(),
    ]);
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("this run is of another game; it is left as it is"));
    let output = run(&arguments.concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stdout).contains("by an earlier run"));
    assert!(fs::read(&out).unwrap() == fs::read(&whole).unwrap());
    assert!(!saved.exists(), "the folder is still there");
    // As it is when a run is killed that has put the layers in their place.
    fs::create_dir(&saved).unwrap();
    fs::write(&state, left).unwrap();
    let output = run(&arguments.concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(fs::read(&out).unwrap() == fs::read(&whole).unwrap() && !saved.exists());
}

#[test]
fn a_folder_with_other_files_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("letters"), "dear").unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    let out = elsewhere.path().join("out");
    let refused =
        run(&["solve", "--deck", "m", "--out", out.to_str().unwrap(), "--checkpoint", folder.path().to_str().unwrap()]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("letters is in it"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// What a run's folder is used for is nobody else's.
#[test]
fn nothing_but_a_runs_own_files_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let [saved, out, own] = ["saved", "out", "own"].map(|name| folder.path().join(name));
    fs::create_dir(&saved).unwrap();
    let solve = |out: &std::path::Path| {
        let [out, saved] = [out, &saved].map(|path| path.to_str().unwrap());
        run(&["solve", "--deck", "m", "--draws", "3", "--out", out, "--checkpoint", saved])
    };
    let refused = |output: Output, why: &str| {
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && error.contains(why), "{error}");
    };
    refused(solve(&saved.join("state")), "expected a file outside of the checkpoint's folder");
    fs::write(saved.join("layers"), "dear").unwrap();
    refused(solve(&out), "layers is a file of somebody else's");
    assert_eq!(fs::read_to_string(saved.join("layers")).unwrap(), "dear");
    fs::rename(saved.join("layers"), &own).unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&own, saved.join("layers")).unwrap();
        refused(solve(&out), "layers is in it");
        assert_eq!(fs::read_to_string(&own).unwrap(), "dear");
        fs::remove_file(saved.join("layers")).unwrap();
    }
    assert!(solve(&out).status.success());
    assert!(out.exists() && !saved.exists());
    let picture = folder.path().join("picture.svg");
    fs::rename(&out, &picture).unwrap();
    let (ways, picture) = (format!("solved:{}", picture.display()), picture.to_str().unwrap());
    let before = fs::read(picture).unwrap();
    refused(run(&["alone", "--ways", &ways, "--games", "10", "--plot", picture]), "picture.svg");
    assert!(fs::read(picture).unwrap() == before);
}

#[test]
fn a_run_goes_on_with_the_layers_it_keeps() {
    let folder = tempfile::tempdir().unwrap();
    let [saved, out] = ["saved", "out"].map(|name| folder.path().join(name));
    let [saved, out] = [&saved, &out].map(|path| path.to_str().unwrap());
    // The last draws with layers, and some without.
    let (draws, keep, without, with) = short_or_long(("3", "2,3", 1, 2), ("5", "4,5", 3, 4));
    let (deck, letter, unseen) = short_or_long(("mz", "z", 50), ("mp", "p", 58));
    let arguments = ["solve", "--deck", deck, "--draws", draws, "--out", out, "--checkpoint", saved];
    let mut killed = paili(&[&arguments[..], &["--keep", keep]].concat()).stdout(Stdio::null()).spawn().unwrap();
    let begun = Instant::now();
    while fs::metadata(std::path::Path::new(saved).join("state")).is_err() {
        assert!(begun.elapsed() < Duration::from_secs(120), "nothing was saved");
        sleep(Duration::from_millis(2));
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    let other = run(&arguments);
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("this run keeps other layers"));
    let resumed = run(&[&arguments[..], &["--keep", keep]].concat());
    // It tells the means of all layers, kept or not, as a run does that was never killed.
    let means = |output: &Output| {
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.lines().filter(|line| !line.contains("by an earlier run")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert!(resumed.status.success());
    assert_eq!(means(&resumed), means(&run(&arguments[..5])));
    let missing = run(&["odds", &format!("123m456m789m1122{letter}"), "--solved", out]);
    assert!(String::from_utf8_lossy(&missing.stdout).contains("bound"), "of two suits, with {draws} draws");
    let hand = format!("123m456m789m11223{letter}");
    let missing = run(&["odds", &hand, "--solved", out, "--draws", &without.to_string()]);
    // The reason comes first where the odds can't be told either.
    let neither = run(&["odds", &hand, "--solved", out, "--draws", "130"]);
    assert_eq!(neither.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&neither.stderr).contains(": 130 draws: where "), "{neither:?}");
    let message = format!("{without} draws: where {unseen} tiles are unseen the file has {with}");
    assert!(String::from_utf8_lossy(&missing.stderr).contains(&message));
    let ways = format!("solved:{out}");
    let refused = run(&["alone", "--ways", &ways, "--games", "10"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("the file lacks layers"));
}

#[test]
fn games_that_are_none_are_refused() {
    for (arguments, why) in [
        (&["--tiles", "5"][..], "--tiles: 5 tiles in hand: expected 13, 10, 7, 4 or 1"),
        (&["--tiles", "18446744073709551615"], "--tiles: 18446744073709551615 tiles in hand: expected 13"),
        (&["--draws", "0"], "--draws: 0 draws: expected at least 1 and at most 99"),
        (&["--unseen", "5", "--draws", "18"], "--draws: 18 draws: expected at least 1 and at most 5"),
        (&["--unseen", "500"], "--unseen: 500 tiles unseen: expected at least 1, the draws, and at most 123"),
        (&["--tiles", "10", "--forms", "pairs"], "--forms: pairs: not for hands of 10 tiles, which have exposed melds"),
        (&["--forms", "knitted-straight"], "--forms: standard has no form knitted-straight: expected standard, pairs"),
        (&["--out", "x", "--keep", "19"], "--keep: 19: expected numbers from 1 to 18"),
    ] {
        let output = run(&[&["solve"], arguments].concat());
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && error.contains(why), "{arguments:?}: {error}");
    }
}

#[test]
fn hands_of_three_players_have_bounds() {
    let folder = tempfile::tempdir().unwrap();
    let [three, four] = ["three", "four"].map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    solve(&["--rules", "sanma", "--tiles", "4", "--draws", "4", "--out", &three]);
    solve(&["--tiles", "4", "--draws", "4", "--out", &four]);
    let bound = |file: &str, rules: &[&str]| {
        let answer = run(&[&["odds", "119m99p", "--solved", file, "--format", "json"], rules].concat());
        serde_json::from_slice::<serde_json::Value>(&answer.stdout).unwrap()
    };
    let sanma = ["--rules", "sanma"];
    let answer = bound(&three, &sanma);
    assert_eq!((&answer["draws"], &answer["unseen"]), (&3.into(), &103.into()), "{answer}");
    assert_eq!(answer["rules"], "sanma");
    let page = run(&[&["odds", "119m99p", "--solved", &three], &sanma[..]].concat());
    assert!(String::from_utf8_lossy(&page.stdout).starts_with("hand      119m99p  (5 tiles; sanma)\n"));
    // Two pairs wait for either.
    assert_eq!(answer["discards"][0]["tile"], "9m");
    let file_of_four = run(&[&["odds", "119m99p", "--solved", &four], &sanma[..]].concat());
    assert_eq!(file_of_four.status.code(), Some(2), "{file_of_four:?}");
    let error = String::from_utf8_lossy(&file_of_four.stderr);
    assert!(error.contains("--solved: ") && error.contains("of 136 (mpsz)"), "{error}");
}

#[test]
fn hands_have_bounds_and_others_odds() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("four");
    let file = path.to_str().unwrap();
    solve(&["--tiles", "4", "--draws", "6", "--out", file]);
    let answer = run(&["odds", "2345m9p", "--solved", file, "--format", "json"]);
    let answer: serde_json::Value = serde_json::from_slice(&answer.stdout).unwrap();
    assert_eq!((answer["draws"].as_u64(), answer["unseen"].as_u64()), (Some(5), Some(131)));
    assert_eq!(answer["discards"][0]["tile"], "9p");
    assert!(answer["bound"].as_f64() > Some(0.2));
    let rows = run::run(&["odds", "--solved", file, "--format", "csv"], b"2345m\n11223p\n");
    let rows = String::from_utf8(rows.stdout).unwrap();
    assert!(rows.starts_with("hand,unseen,draws,discard,distance,acceptance,bound\n2345m,132,6,,1,,0."), "{rows}");
    assert_eq!(rows.lines().count(), 5);
    // No bound: the law answers, and that is said.
    let odds = run(&["odds", "123m456p789s1122z", "--solved", file]);
    assert!(odds.status.success() && String::from_utf8_lossy(&odds.stdout).contains("P(win)"));
    assert!(String::from_utf8_lossy(&odds.stderr).contains("the odds follow instead"));
    // Of what is no hand, that alone is said, whatever the format.
    for format in ["text", "json", "csv"] {
        let odds = run::run(&["odds", "--solved", file, "--format", format], b"2345m\n12x\n13x\n");
        let error = String::from_utf8_lossy(&odds.stderr).into_owned();
        assert!(error.starts_with("error: standard input: line 2: ") && !error.contains("line 3"), "{error}");
    }
    // Where there are no odds either, why they were asked for stands below.
    let odds = run(&["odds", "123m456p789s1122z", "--solved", file, "--draws", "200"]);
    let error = String::from_utf8_lossy(&odds.stderr).into_owned();
    assert!(
        error.starts_with("error: --draws: 200 draws: ") && error.contains(", so the odds were asked for\n"),
        "{error}"
    );
    // A bound of other forms is none.
    let one_suit = folder.path().join("one-suit");
    solve(&["--deck", "m", "--draws", "3", "--out", one_suit.to_str().unwrap()]);
    let asked = ["odds", "1112345678999m", "--solved", one_suit.to_str().unwrap()];
    assert!(String::from_utf8_lossy(&run(&[&asked[..], &["--draws", "2"]].concat()).stderr).contains("where 23 tiles"));
    let odds = run(&[&asked[..], &["--draws", "3"]].concat());
    assert!(String::from_utf8_lossy(&odds.stdout).contains("in 3 draws from 23 unseen tiles of the deck m: no way"));
    let odds = run(&[&asked[..], &["--forms", "all"]].concat());
    assert!(String::from_utf8_lossy(&odds.stderr).contains("the file is of other win forms: standard"));
    let other = run(&["alone", "--judge", file, "--draws", "7", "--games", "10"]);
    assert!(String::from_utf8_lossy(&other.stderr).contains("--draws: the file is of another game"));
    // Damaged, another file, none at all.
    let mut bytes = fs::read(&path).unwrap();
    // The layer that answers.
    bytes[5 * 65_536 + 64] ^= 1;
    fs::write(&path, bytes).unwrap();
    for (file, why) in
        [(file, "the file is damaged"), ("Cargo.toml", "this is no file of bounds"), ("none", "No such file")]
    {
        let output = run(&["odds", "2345m9p", "--solved", file]);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && error.contains(why), "{file}: {error}");
    }
}

#[test]
fn bounds_are_never_beaten_and_nearly_reached() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("seven");
    let file = path.to_str().unwrap();
    let bound = solve(&["--tiles", "7", "--draws", "9", "--out", file])["layers"][8]["mean"].as_f64().unwrap();
    let ways = format!("rule,acceptance,solved:{file}");
    let picture = folder.path().join("picture.svg");
    let arguments = [
        "alone",
        "--ways",
        &ways,
        "--judge",
        file,
        "--games",
        short_or_long("4_000", "40_000"),
        "--plot",
        picture.to_str().unwrap(),
    ];
    let output = run(&[&arguments[..], &["--format", "json"]].concat());
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let games = short_or_long(4_000.0, 40_000.0);
    let rate = |way: usize| answer["ways"][way]["won"].as_f64().unwrap() / games;
    let [rule, acceptance, solved] = [0, 1, 2].map(rate);
    // Five standard errors: chance alone does not reach that far.
    let chance = 5.0 * (bound / games).sqrt();
    assert!(rule < acceptance && acceptance < solved + chance, "{rule} {acceptance} {solved}");
    assert!(solved < bound + chance && solved > 0.97 * bound - chance, "{solved} of {bound}");
    let lost = |way: usize| answer["ways"][way]["mistakes"]["lost"].as_f64().unwrap();
    assert!(lost(0) > lost(1) && lost(1) > 0.0 && lost(2) == 0.0);
    assert!(fs::read_to_string(&picture).unwrap().contains("</svg>"));
    let page = String::from_utf8(run(&arguments).stdout).unwrap();
    assert!(page.contains("The dearest discards of acceptance") && page.contains("narrower"), "{page}");
}

#[test]
fn ways_are_read_and_files_are_of_one_game() {
    let folder = tempfile::tempdir().unwrap();
    let [one, other] = ["one", "other"].map(|name| folder.path().join(name));
    for (path, draws) in [(&one, "3"), (&other, "4")] {
        solve(&["--tiles", "4", "--draws", draws, "--out", path.to_str().unwrap()]);
    }
    let ways = format!("solved:{},solved:{}", one.display(), other.display());
    for (ways, why) in [
        ("rule,best", "expected rule, acceptance, odds or solved:FILE"),
        ("solved:", "expected rule, acceptance, odds or solved:FILE"),
        ("solved:none", "--ways: none: No such file"),
        ("rule,odds,rule", "--ways: rule is named twice"),
        (&ways, "the file is of 4 tiles of 136 (mpsz), 4 draws from 132 unseen, form standard, another one of 4 tiles"),
    ] {
        let output = run(&["alone", "--ways", ways, "--games", "10"]);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && error.contains(why), "{ways}: {error}");
    }
}

/// Games alone are of every rule set, its wildcards and aims included; a file that judges is of the same.
#[test]
fn games_alone_are_of_any_rule_set() {
    let alone = |arguments: &[&str]| {
        let output = run(&[&["alone", "--games", "300", "--format", "json"], arguments].concat());
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice::<serde_json::Value>(&output.stdout).unwrap()
    };
    for rules in ["standard", "riichi", "sanma", "taiwan", "guobiao", "sichuan"] {
        let answer = alone(&["--rules", rules]);
        let won = [0, 1].map(|way| answer["ways"][way]["won"].as_u64().unwrap());
        assert!(won[0] > 0 && won[1] > won[0], "{rules}: {won:?}");
    }
    let won = |arguments: &[&str]| alone(arguments)["ways"][1]["won"].as_u64().unwrap();
    let [usual, wild, aim] = [&[][..], &["--wildcards", "4"], &["--only", "2-8mps"]].map(won);
    assert!(wild > usual && aim < usual, "{wild} {usual} {aim}");
    assert_eq!(alone(&["--rules", "riichi"])["ways"], alone(&["--forms", "all"])["ways"]);
    let answer = alone(&["--only", "2-8mps", "--wildcards", "1", "--wildcards-beyond-copies"]);
    assert_eq!(answer["aim"], "only 2-8mps");
    let game = answer["game"].as_str().unwrap();
    assert!(game.ends_with(", form standard, wildcards beyond the copies, only 2-8mps"), "{game}");

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("three");
    let file = path.to_str().unwrap();
    solve(&["--rules", "sichuan", "--tiles", "4", "--draws", "5", "--out", file]);
    let ways = format!("acceptance,solved:{file}");
    let judged = alone(&["--judge", file, "--ways", &ways, "--rules", "sichuan"]);
    let lost = [0, 1].map(|way| judged["ways"][way]["mistakes"]["lost"].as_f64().unwrap());
    assert!(judged["rules"] == "sichuan" && lost[0] > 0.0 && lost[1] == 0.0, "{judged}");
    for (arguments, why) in [
        (
            &["alone", "--judge", file, "--rules", "sanma"][..],
            "--rules: the file is of another game: 4 tiles of 108 (sichuan)",
        ),
        (&["alone", "--judge", file, "--rules", "standard"], "--rules: the file is of another game"),
        (&["alone", "--judge", file, "--forms", "pairs"], "--forms: the file is of another game"),
        (&["alone", "--judge", file, "--wildcards", "1"], "--wildcards: the file is of another game"),
        (&["alone", "--judge", file, "--only", "m"], "--only: the file is of another game"),
        (&["alone", "--only", "1m"], "--only: no hand of 13 tiles can win with what it is to be: only 1m"),
        (&["alone", "--tiles", "1", "--with", "111m"], "--with: no hand of 1 tile can win"),
        (&["solve", "--only-pongs"], "--only-pongs: only games are solved whose finished hands"),
        (&["solve", "--rules", "guobiao"], "--forms: knitted is not solved: choose among standard"),
        (&["solve", "--wildcards", "2"], "--wildcards: the deck has wildcards"),
        (&["solve", "--rules", "sanma", "--deck", "mp"], "--deck: mp: the rule set has a deck of its own"),
    ] {
        let output = run(arguments);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && error.contains(why), "{arguments:?}: {error}");
    }
}

/// Whoever plays by a file sits at a table too.
#[test]
fn a_file_plays_at_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("solved");
    let file = path.to_str().unwrap();
    solve(&["--deck", short_or_long("mz", "mp"), "--draws", "3", "--out", file]);
    let player = format!("solved:{file}");
    let output = run(&["compare", &player, "rule", "--games", "60", "--format", "json"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.starts_with(&format!("{player}: the file is of 13 tiles of {} (m", short_or_long(64, 72))), "{said}");
    let again = run(&["compare", &player, "rule", "--games", "60", "--format", "json", "--threads", "1"]);
    assert_eq!(run::without_speed(&output.stdout), run::without_speed(&again.stdout));
    // However long it is called, its numbers stand apart.
    let page = String::from_utf8(run(&["simulate", "--policy", &player, "--games", "4"]).stdout).unwrap();
    assert_eq!(page.matches(&format!("{player}  ")).count(), 4, "{page}");
    let mut bytes = fs::read(&path).unwrap();
    bytes[70_000] ^= 1;
    fs::write(&path, bytes).unwrap();
    let refused = run(&["simulate", "--policy", &player, "--games", "10"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("the file is damaged"));
}
