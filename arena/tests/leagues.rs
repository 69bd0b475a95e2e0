//! Sequential tests keep their promises, and ratings their intervals.

use paili::simulation::{Sequential, Side, Verdict};
use paili_arena::{League, Ratings, Tables};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

#[path = "../../tests/length.rs"]
mod length;
use length::short_or_long;

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

/// How a test ends that is asked every so many walls, and after how many; nothing after `most`.
fn decide(test: &Sequential, most: u64, mut wall: impl FnMut() -> [u64; 2]) -> (Option<Verdict>, u64) {
    let mut league = League::new(2, Tables::Pairs);
    while league.walls(0, 1) < most {
        for _ in 0..Sequential::EVERY {
            league.add_wall(&[Some(wall())]);
        }
        if let Some(verdict) = league.verdict(test, 0, 1) {
            return (Some(verdict), league.walls(0, 1));
        }
    }
    (None, most)
}

/// Players whose win rates differ by so much: a side's two players win half of its games each.
fn differing(by: f64) -> [f64; 2] {
    [0.495 + by, 0.495 - by]
}

const BETTER: [Verdict; 2] = [Verdict::Better(Side::A), Verdict::Better(Side::B)];

/// Three standard deviations above a rate of 5 %.
fn most_of(runs: u64) -> f64 {
    0.05 + 3.0 * (0.05 * 0.95 / runs as f64).sqrt()
}

#[test]
fn sequential_tests_save_play() {
    const RUNS: u64 = 1000;
    let mut random = StdRng::seed_from_u64(1);
    let test = Sequential { alpha: 0.05, beta: 0.05, alike: 0.0, apart: 0.05 };
    // As many matches as a test of fixed length takes that promises the same: quantiles of 1.960 and 1.645.
    let variance = 6.0 * 0.99 / 144.0;
    let fixed = (1.960_f64 + 1.645).powi(2) * variance / test.apart.powi(2);
    for (difference, wrong, most) in [
        (0.0, &BETTER[..], 1.05),
        (test.apart, &[Verdict::Alike, Verdict::Better(Side::B)], 0.85),
        (-test.apart, &[Verdict::Alike, Verdict::Better(Side::A)], 0.85),
        (2.0 * test.apart, &[Verdict::Alike, Verdict::Better(Side::B)], 0.4),
    ] {
        let mut decide = || decide(&test, u64::MAX, || match_of(&mut random, differing(difference)));
        let ends: Vec<_> = (0..RUNS).map(|_| decide()).collect();
        let errors = ends.iter().filter(|(verdict, _)| verdict.is_some_and(|verdict| wrong.contains(&verdict))).count();
        let rate = errors as f64 / RUNS as f64;
        let mean = ends.iter().map(|(_, matches)| matches).sum::<u64>() as f64 / RUNS as f64;
        println!("difference {difference}: {rate} wrong, {mean} matches on average; a fixed test takes {fixed:.0}");
        assert!(rate <= most_of(RUNS), "difference {difference}: {rate} wrong");
        assert!(mean < most * fixed, "difference {difference}: {mean} matches, {fixed} without looking");
    }
}

/// What a wall comes to, by lots of so many in ten thousand; nobody leads on the others.
type Walls = &'static [(u64, [u64; 2])];

/// Walls whose leads are distributed in ways that a normal approximation gets wrong, with a mean lead of nothing.
const EVEN: [(&str, Walls); 4] = [
    ("a rare loss, high", &[(250, [0, 6]), (1500, [1, 0])]),
    ("a rarer one", &[(20, [0, 6]), (120, [1, 0])]),
    ("skewed", &[(1000, [0, 5]), (5000, [1, 0])]),
    ("all or nothing", &[(5000, [6, 0]), (5000, [0, 6])]),
];

/// The same, one player worse by at least a percentage point: one in twelve games and more.
const WORSE: [(&str, Walls); 3] = [
    ("forfeits one wall in 40", &[(250, [0, 6])]),
    ("forfeits one wall in 50 and is no better else", &[(200, [0, 6]), (100, [1, 0]), (100, [0, 1])]),
    ("forfeits one in 25 and wins a little", &[(400, [0, 6]), (1200, [1, 0])]),
];

fn wall_of(random: &mut StdRng, walls: Walls) -> [u64; 2] {
    let mut lot: u64 = random.random_range(0..10_000);
    for &(share, won) in walls {
        if lot < share {
            return won;
        }
        lot -= share;
    }
    [1, 1]
}

#[test]
fn sequential_tests_err_as_seldom_as_promised_however_leads_are_distributed() {
    const MOST: u64 = 20_000;
    let runs = short_or_long(150, 400);
    let mut random = StdRng::seed_from_u64(5);
    let test = Sequential::default();
    let cases = EVEN.map(|(name, walls)| (name, walls, &BETTER[..]));
    let cases = cases.into_iter().chain(WORSE.map(|(name, walls)| (name, walls, &[Verdict::Alike, BETTER[0]][..])));
    for (name, walls, wrong) in cases {
        let ends = (0..runs).map(|_| decide(&test, MOST, || wall_of(&mut random, walls)).0);
        let ends: Vec<_> = ends.collect();
        let errors = ends.iter().flatten().filter(|verdict| wrong.contains(verdict)).count();
        let undecided = ends.iter().filter(|verdict| verdict.is_none()).count();
        println!("{name}: {errors} of {runs} wrong, {undecided} undecided after {MOST} walls");
        assert!(errors as f64 / runs as f64 <= most_of(runs), "{name}: {errors} of {runs}");
    }
}

/// Intervals hold whatever leads are distributed like, also of walls that were not seen yet.
#[test]
fn intervals_hold_however_leads_are_distributed() {
    const LEAGUES: u64 = 1000;
    let mut random = StdRng::seed_from_u64(6);
    for (name, kinds) in EVEN.into_iter().chain(WORSE) {
        let mean: f64 =
            kinds.iter().map(|(share, won)| *share as f64 * (won[0] as f64 - won[1] as f64)).sum::<f64>() / 1e4;
        let elo = 400.0 * ((6.0 + mean) / (6.0 - mean)).log10();
        for walls in [30, 100, 300, 1000] {
            let [mut missed, mut missed_ratings] = [0, 0];
            for _ in 0..LEAGUES {
                let mut league = League::new(2, Tables::Pairs);
                (0..walls).for_each(|_| league.add_wall(&[Some(wall_of(&mut random, kinds))]));
                let (_, interval) = league.difference(0, 1).unwrap();
                missed += u64::from(interval.is_some_and(|interval| !interval.contains(mean / 12.0)));
                missed_ratings += u64::from(!Ratings::of(&league).interval(0).contains(elo / 2.0));
            }
            println!("{name}, {walls} walls: {missed} and {missed_ratings} of {LEAGUES} missed");
            assert!((missed.max(missed_ratings)) as f64 / LEAGUES as f64 <= most_of(LEAGUES), "{name}, {walls} walls");
        }
    }
}

/// Players who always do alike are called so, soon, and one who always wins is called better.
#[test]
fn sequential_tests_end() {
    let test = Sequential::default();
    let (verdict, walls) = decide(&test, u64::MAX, || [1, 1]);
    assert!(verdict == Some(Verdict::Alike) && walls < 400, "{walls}");
    let (verdict, walls) = decide(&test, u64::MAX, || [6, 0]);
    assert!(verdict == Some(BETTER[0]) && walls <= 16, "{walls}");
    let (verdict, walls) = decide(&Sequential { apart: 0.001, ..test }, u64::MAX, || [1, 1]);
    assert!(verdict == Some(Verdict::Alike) && walls < 5000, "{walls}");
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
