//! Sequential tests keep their promises, and ratings their intervals.

use paili::simulation::{League, Ratings, Sequential, Side, Tables, Verdict};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// Six games, which the sides win with these probabilities.
fn match_of(random: &mut StdRng, [first, second]: [f64; 2]) -> [u64; 2] {
    let mut won = [0, 0];
    for _ in 0..6 {
        let lot: f64 = random.random();
        if lot < first {
            won[0] += 1;
        } else if lot < first + second {
            won[1] += 1;
        }
    }
    won
}

/// How a test ends that is asked every so many matches, and after how many.
fn decide(random: &mut StdRng, test: &Sequential, wins: [f64; 2]) -> (Verdict, u64) {
    let mut league = League::new(2, Tables::Pairs);
    loop {
        for _ in 0..Sequential::EVERY {
            league.add_wall(&[Some(match_of(random, wins))]);
        }
        if let Some(verdict) = league.verdict(test, 0, 1) {
            return (verdict, league.walls(0, 1));
        }
    }
}

/// Players whose win rates differ by so much: a side's two players win half of its games each.
fn differing(by: f64) -> [f64; 2] {
    [0.495 + by, 0.495 - by]
}

#[test]
fn sequential_tests_err_as_seldom_as_promised_and_save_play() {
    const RUNS: u64 = 4000;
    let mut random = StdRng::seed_from_u64(1);
    let test = Sequential { alpha: 0.05, beta: 0.05, alike: 0.0, apart: 0.05 };
    // As many matches as a test of fixed length takes that promises the same: quantiles of 1.960 and 1.645.
    let variance = 6.0 * 0.99 / 144.0;
    let fixed = (1.960_f64 + 1.645).powi(2) * variance / test.apart.powi(2);
    for (difference, wrong) in [
        (0.0, &[Verdict::Better(Side::A), Verdict::Better(Side::B)][..]),
        (test.apart, &[Verdict::Alike, Verdict::Better(Side::B)]),
        (-test.apart, &[Verdict::Alike, Verdict::Better(Side::A)]),
    ] {
        let ends: Vec<_> = (0..RUNS).map(|_| decide(&mut random, &test, differing(difference))).collect();
        let errors = ends.iter().filter(|(verdict, _)| wrong.contains(verdict)).count();
        let rate = errors as f64 / RUNS as f64;
        let mean = ends.iter().map(|(_, matches)| matches).sum::<u64>() as f64 / RUNS as f64;
        println!(
            "difference {difference}: {rate} wrong after {mean} matches on average; a fixed test takes {fixed:.0}"
        );
        // Three standard deviations above the promise.
        let most = 0.05 + 3.0 * (0.05 * 0.95 / RUNS as f64).sqrt();
        assert!((0.005..=most).contains(&rate), "difference {difference}: {rate} wrong");
        let most = if difference == 0.0 { 0.9 } else { 0.8 } * fixed;
        assert!(mean < most, "difference {difference}: {mean} matches, {fixed} without looking");
    }
    // What is far apart is known at once.
    assert!((0..50).all(|_| decide(&mut random, &test, differing(0.2)) == (Verdict::Better(Side::A), 64)));
}

/// Four players of known strengths, whose games on a wall have luck in common.
fn league(random: &mut StdRng, strengths: [f64; 4], walls: u64) -> League {
    let mut league = League::new(4, Tables::Pairs);
    for _ in 0..walls {
        // A wall that suits some players more than others.
        let luck: [f64; 4] = std::array::from_fn(|_| random.random::<f64>() - 0.5);
        let on_wall: Vec<f64> = (0..4).map(|player| strengths[player] + 2.0 * luck[player]).collect();
        let won: Vec<_> = league
            .pairs()
            .map(|(first, second)| {
                let wins = 1.0 / (1.0 + (on_wall[second] - on_wall[first]).exp());
                Some(match_of(random, [0.95 * wins, 0.95 * (1.0 - wins)]))
            })
            .collect();
        league.add_wall(&won);
    }
    league
}

#[test]
fn ratings_are_where_their_intervals_say() {
    const STRENGTHS: [f64; 4] = [0.4, 0.1, -0.1, -0.4];
    const LEAGUES: usize = 1000;
    let mut random = StdRng::seed_from_u64(2);
    // What they would be rated after very many walls.
    let all = league(&mut random, STRENGTHS, 1_000_000);
    let truth = Ratings::of(&all);
    assert_eq!(truth.order(), [0, 1, 2, 3]);
    let (mut inside, mut sure) = (0, 0.0);
    for _ in 0..LEAGUES {
        let ratings = Ratings::of(&league(&mut random, STRENGTHS, 300));
        inside += (0..4).filter(|&player| ratings.interval(player).contains(truth.elo(player))).count();
        sure += ratings.superiority(1, 2);
        assert!((ratings.superiority(1, 2) + ratings.superiority(2, 1) - 1.0).abs() < 1e-9);
    }
    // 95 % of 4,000, within three standard deviations and the error of the truth itself.
    assert!((3740..=3860).contains(&inside), "{inside} of 4000");
    assert!(sure / LEAGUES as f64 > 0.9, "{}", sure / LEAGUES as f64);
}

/// Of two players who are equally good, one is called better with 97.5 % as often as that says: once in forty times each way.
#[test]
fn superiority_is_no_surer_than_it_may_be() {
    const LEAGUES: usize = 2000;
    let mut random = StdRng::seed_from_u64(4);
    let sure = (0..LEAGUES).filter(|_| {
        let superiority = Ratings::of(&league(&mut random, [0.4, 0.0, 0.0, -2.0], 100)).superiority(1, 2);
        !(0.025..=0.975).contains(&superiority)
    });
    let sure = sure.count();
    assert!((70..=135).contains(&sure), "{sure} of {LEAGUES}");
}

#[test]
fn ratings_are_finite_whatever_happens() {
    // Nobody has played.
    let mut league = League::new(3, Tables::Pairs);
    let ratings = Ratings::of(&league);
    assert!((0..3).all(|player| ratings.elo(player) == 0.0) && (ratings.superiority(0, 1) - 0.5).abs() < 1e-9);
    // Somebody wins everything, and the third has met nobody.
    for _ in 0..1000 {
        league.add_wall(&[Some([6, 0]), None, None]);
    }
    let ratings = Ratings::of(&league);
    assert!((1000.0..2000.0).contains(&(ratings.elo(0) - ratings.elo(1))), "{ratings:?}");
    assert!((ratings.elo(2)).abs() < 1.0 && ratings.order()[0] == 0);
    assert!(ratings.superiority(0, 1) > 0.999 && ratings.interval(0).high - ratings.interval(0).low > 0.1);
}

/// Counts come back as they were kept, and only of a league of the same size.
#[test]
fn leagues_are_kept() {
    let mut random = StdRng::seed_from_u64(3);
    let league = league(&mut random, [0.0; 4], 50);
    let bytes = league.to_bytes_of("a run", &[1, 2, 3]);
    let read = League::new(4, Tables::Pairs).read_bytes_of(&bytes, 3).unwrap();
    assert_eq!(read, ("a run".to_owned(), league.clone(), vec![1, 2, 3]));
    assert!(League::new(5, Tables::Pairs).read_bytes_of(&bytes, 3).is_err());
    assert!(league.read_bytes_of(&bytes, 2).is_err() && league.read_bytes_of(&bytes[1..], 3).is_err());
}
