//! `paili compare` as a user meets it.

use serde_json::Value;

use crate::run::{printed, run, without_speed};

#[track_caller]
fn compare(arguments: &[&str]) -> Value {
    without_speed(printed(&[&["compare", "--format", "json"], arguments].concat(), b"").as_bytes())
}

#[track_caller]
fn page(arguments: &[&str]) -> String {
    printed(&[&["compare"], arguments].concat(), b"")
}

#[test]
fn the_better_policy_is_named() {
    let report = compare(&["concealed", "rule", "--games", "12_000"]);
    assert_eq!((&report["matches"], &report["games"]), (&2000.into(), &12_000.into()));
    assert_eq!(report["better"], "rule");
    let number = |key: &str| report[key].as_f64().unwrap();
    assert!(number("high") < 0.0 && number("p_value") < 1e-6);
    assert!(number("low") < number("difference") && number("difference") < number("high"));
    // Every game is won by one of two players of each policy, or by nobody.
    let count = |value: &Value| value["count"].as_u64().unwrap();
    assert_eq!(count(&report["wins"][0]) + count(&report["wins"][1]) + count(&report["exhausted"]), 12_000);
    let page = page(&["concealed", "rule", "--games", "12_000"]);
    assert!(page.contains("Verdict     rule wins more often than concealed\n"), "{page}");
    assert!(page.contains("percentage points, p < 0.000001\n"), "{page}");
}

#[test]
fn a_policy_cannot_be_told_from_itself() {
    let report = compare(&["rule", "rule", "--games", "6000"]);
    assert_eq!((&report["difference"], &report["p_value"]), (&0.0.into(), &1.0.into()));
    assert_eq!(report["wins"][0], report["wins"][1]);
    assert!(report["better"].is_null());
    let page = page(&["rule", "rule", "--games", "6000"]);
    assert!(page.contains("Verdict     this run cannot tell the two apart\n"), "{page}");
}

#[test]
fn swapping_the_policies_swaps_the_answer() {
    let report = compare(&["rule", "acceptance", "--games", "3000"]);
    let swapped = compare(&["acceptance", "rule", "--games", "3000"]);
    let number = |report: &Value, key: &str| report[key].as_f64().unwrap();
    assert!((number(&report, "difference") + number(&swapped, "difference")).abs() < 1e-12);
    assert!((number(&report, "low") + number(&swapped, "high")).abs() < 1e-12);
    assert_eq!(report["p_value"], swapped["p_value"]);
    assert_eq!(report["wins"][0], swapped["wins"][1]);
}

#[test]
fn threads_change_nothing() {
    let run = |threads| compare(&["rule", "random", "--games", "6000", "--threads", threads]).to_string();
    assert_eq!(run("1"), run("3"));
}

#[test]
fn few_matches_say_so() {
    // Seven games are begun as two matches.
    let report = compare(&["rule", "random", "--games", "7"]);
    assert_eq!((&report["matches"], &report["games"]), (&2.into(), &12.into()));
    assert!(report["p_value"].is_null() && report["low"].is_null() && report["better"].is_null());
    let page = page(&["rule", "random", "--games", "7"]);
    assert!(page.contains("too few matches to tell the two apart: play at least 30\n"), "{page}");
}

/// Where a sequential test is asked, it is the verdict, and nothing is said beside it that could be another.
#[test]
fn the_sequential_test_is_the_verdict() {
    // Of so few matches there is no interval, and yet it is decided.
    let arguments = ["random", "rule", "--until", "decided"];
    let report = compare(&arguments);
    assert_eq!(
        (&report["matches"], &report["decided"], &report["better"]),
        (&16.into(), &"second".into(), &"rule".into())
    );
    let text = page(&arguments);
    assert!(text.contains("\nVerdict     rule wins more often than random\n"), "{text}");
    assert!(!text.contains("too few") && !text.contains(", p ") && !text.contains("Test"), "{text}");
    // By the interval of a fixed number of matches one is better, and by the test, which was told to care for more, they are
    // alike.
    let arguments = ["acceptance", "rule", "--until", "decided", "--differences", "10,20", "--games", "100_000"];
    let report = compare(&arguments);
    assert!(report["low"].as_f64().unwrap() > 0.0, "{report}");
    assert_eq!((&report["decided"], &report["better"]), (&"alike".into(), &Value::Null), "{report}");
    let text = page(&arguments);
    assert!(text.contains("\nVerdict     alike: no difference of 20 points or more\n"), "{text}");
    assert!(!text.contains("wins more often"), "{text}");
    let text = page(&["rule", "rule", "--until", "decided", "--games", "96"]);
    assert!(
        text.contains("\nVerdict     undecided between a difference of 0 points and one of 1: play more\n"),
        "{text}"
    );
}

#[test]
fn what_cannot_be_compared_is_refused() {
    for (arguments, part) in [
        (&["rule"][..], "<B>"),
        (&["rule", "greedy"], "\"greedy\" is no policy: expected rule, acceptance, odds, race, concealed or random"),
        (&["rule", "random", "--games", "0"], "expected at least one game"),
        (&["rule", "random", "concealed"], "unexpected argument 'concealed'"),
        (&["rule", "random", "--transcripts", "games"], "unexpected argument '--transcripts' found\n\nUsage: "),
    ] {
        let output = run(&[&["compare"], arguments].concat(), b"");
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty() && error.contains(part), "{arguments:?}: {error}");
    }
}
