//! Comparisons are right at small sizes and large ones.

use super::*;

#[test]
fn each_side_sits_everywhere_as_often() {
    for seat in 0..4 {
        assert_eq!(SEATINGS.iter().filter(|seating| seating[seat] == Side::A).count(), 3);
        for distance in 1..4 {
            let alike = SEATINGS.iter().filter(|seating| seating[seat] == seating[(seat + distance) % 4]).count();
            assert_eq!(alike, 2, "of three others one is of the same side");
        }
    }
}

/// Wins 3, 1 and 2 against 1, 2 and 0, ten times over.
fn thirty() -> Comparison {
    let mut comparison = Comparison::default();
    for wins in [[3, 1], [1, 2], [2, 0]].repeat(10) {
        comparison += &Comparison::of_match(wins);
    }
    comparison
}

/// Leads of 2, −1 and 2 of twelve have a mean of 1 and squared deviations of 1, 4 and 1.
#[test]
fn differences_are_paired() {
    let comparison = thirty();
    let close = |value: Option<f64>, expected: f64| (value.unwrap() - expected).abs() < 1e-7;
    assert!(close(comparison.difference(), 1.0 / 12.0));
    let error = (60.0_f64 / 29.0 / 30.0).sqrt() / 12.0;
    assert!(close(comparison.standard_error(), error));
    // From tables: Student's t with 29 degrees of freedom exceeds 2.04523 with a probability of 2.5 %.
    let interval = comparison.interval().unwrap();
    assert!((interval.high - (1.0 / 12.0 + 2.045_23 * error)).abs() < 1e-6, "{interval:?}");
    assert!((interval.low - (1.0 / 12.0 - 2.045_23 * error)).abs() < 1e-6, "{interval:?}");
    assert!(close(comparison.p_value(), 0.000_672_278_8), "{:?}", comparison.p_value());
}

/// Leads of 2, −1 and 2 have a variance of 2, and their mean of 1 is far beyond chance.
#[test]
fn statistics_are_right_at_every_size() {
    for third in [334, 333_334, 3_333_334, 1_000_000_000, 1 << 55, (1 << 63) / 3] {
        let mut comparison = Comparison::default();
        for [first, second] in [[3, 1], [1, 2], [2, 0]] {
            comparison.matches[first][second] = third;
        }
        let matches = comparison.matches() as f64;
        let error = (2.0 / (matches - 1.0)).sqrt() / 12.0;
        let interval = comparison.interval().unwrap();
        let reach = (interval.high - interval.low) / 2.0 / error;
        assert!((1.959_963..1.962_4).contains(&reach), "{third}: {reach}");
        assert!(((interval.high + interval.low) * 6.0 - 1.0).abs() < 1e-9, "{third}: {interval:?}");
        assert!(comparison.p_value().unwrap() < 1e-40, "{third}");
        // Beyond that a number of games does not fit.
        assert!(third > 1 << 60 || comparison.exhausted().interval.unwrap().contains(0.5), "{third}");

        // A lead of two standard errors.
        comparison.matches = Default::default();
        let more = (8 * u128::from(third)).isqrt() as u64;
        [comparison.matches[2][3], comparison.matches[3][2]] = [third, third + more];
        let p_value = comparison.p_value().unwrap();
        assert!((0.043..0.058).contains(&p_value), "{third}: {p_value}");
    }
}

/// 3, 1 and 2 of twelve differ as if all games were independent; were all alike, thirty matches would be thirty games.
#[test]
fn rates_know_how_alike_the_games_of_a_match_are() {
    let wins = thirty().wins(Side::A);
    assert_eq!((wins.hits, wins.of), (60, 360));
    assert_eq!(wins.interval, Proportion { hits: 60, of: 360 }.interval());

    // All six games of a match go alike.
    let mut alike = Comparison::default();
    for wins in [[0, 6], [6, 0]].repeat(20) {
        alike += &Comparison::of_match(wins);
    }
    let interval = alike.wins(Side::B).interval.unwrap();
    // Shares of 0 and ½ differ as much as those of 117 games would.
    let expected = Proportion { hits: 120, of: 480 }.interval_of(117.0, 0.25);
    assert!((interval.low - expected.low).abs() < 1e-9 && (interval.high - expected.high).abs() < 1e-9);
    // What never happened may yet.
    assert_eq!(alike.exhausted().interval, Proportion { hits: 0, of: 40 }.interval());
}

#[test]
fn a_lead_that_never_varies_says_nothing_of_how_sure_it_is() {
    let mut comparison = Comparison::default();
    for _ in 0..100 {
        comparison += &Comparison::of_match([6, 0]);
    }
    assert_eq!((comparison.difference(), comparison.interval(), comparison.p_value()), (Some(0.5), None, None));
}

#[test]
fn too_few_matches_say_nothing() {
    let none = Comparison::default();
    assert_eq!((none.difference(), none.standard_error(), none.p_value()), (None, None, None));
    let one = Comparison::of_match([1, 0]);
    assert!(one.difference().is_some() && one.interval().is_none() && one.p_value().is_none());
}
