//! The simulator's statistics are right: its walls are fair, its deals are those of the definition, and its confidence
//! intervals cover what they promise. All seeds are fixed, so the tests always see the same numbers.

use std::ops::Range;

use crate::length::short_or_long;
use crate::plain::PlainByParts;
use crate::threads;
use paili::game::{Policy, Rule, Seat, View, Wall};
use paili::simulation::{Comparison, Interval, MatchRate, Proportion, Seed, Side, Statistics, Tally, compare, tally};
use paili::{Chow, Counts, Hand, MeldCount, Model, TableModel, Tile};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha12Rng;
use statrs::distribution::{ChiSquared, ContinuousCDF};

/// Fails when a statistic is too large or too small to be true.
#[track_caller]
fn assert_chi_square(statistic: f64, degrees: f64) {
    let above = ChiSquared::new(degrees).unwrap().sf(statistic);
    assert!((1e-4..1.0 - 1e-4).contains(&above), "chi-square {statistic} of {degrees} degrees: p = {above}");
}

/// In how many pieces many walls are looked at.
const PIECES: u64 = 100;

/// The walls of a piece.
fn of_piece(games: u64, piece: u64) -> Range<u64> {
    games * piece / PIECES..games * (piece + 1) / PIECES
}

/// How often each kind lay at each place of the wall, `[place][kind]`.
type Places = Vec<[u64; Tile::COUNT]>;

/// The walls of many games: at each place, each kind is as likely as the next.
#[test]
fn every_tile_is_equally_likely_everywhere() {
    let games: u64 = short_or_long(200_000, 10_000_000);
    let empty = || -> Places { vec![[0; Tile::COUNT]; Wall::LEN] };
    let counted = threads::results(PIECES, |piece| {
        let mut places = empty();
        for game in of_piece(games, piece) {
            for (place, tile) in places.iter_mut().zip(Seed(1).wall(game).tiles()) {
                place[tile.index()] += 1;
            }
        }
        places
    });
    let mut places = empty();
    for more in counted {
        places.iter_mut().flatten().zip(more.iter().flatten()).for_each(|(sum, more)| *sum += more);
    }
    let expected = games as f64 / Tile::COUNT as f64;
    let statistic: f64 = places.iter().flatten().map(|&count| (count as f64 - expected).powi(2) / expected).sum();
    // Each wall has one tile at a place and four of a kind. Counts that are bound so vary by 148/147 more than if they
    // were free, in 147 × 36 directions.
    let len = Wall::LEN as f64;
    assert_chi_square(statistic * (len - 1.0) / len, (len - 1.0) * (Tile::COUNT as f64 - 1.0));
}

/// Games in a row do not share anything either: the same tile at the same place is as frequent as by chance.
#[test]
fn walls_in_a_row_are_independent() {
    let games: u64 = short_or_long(100_000, 1_000_000);
    let alike = threads::results(PIECES, |piece| {
        let alike = of_piece(games, piece).map(|game| {
            let (wall, next) = (Seed(2).wall(game), Seed(2).wall(game + 1));
            wall.tiles().iter().zip(next.tiles()).filter(|(tile, other)| tile == other).count() as u64
        });
        alike.sum::<u64>()
    });
    let alike: u64 = alike.into_iter().sum();
    // Four on average, with a variance of 4 × (144/147): 148 places, each alike with a probability of 1/37.
    let deviation = (games as f64 * 4.0 * 144.0 / 147.0).sqrt();
    let off = (alike as f64 - 4.0 * games as f64) / deviation;
    assert!(off.abs() < 4.0, "{off} standard deviations off");
}

/// The distances of the simulator's deals against those of hands that another shuffle deals and the plain programme
/// judges.
#[test]
fn deals_are_as_far_as_the_plain_programme_says() {
    let hands: u64 = short_or_long(20_000, 400_000);
    let dealt = tally(Seed(9), 0..short_or_long(20_000, 1_000_000), TableModel, |_| [Rule; 4], Statistics::Plain);
    let tiles: Vec<Tile> = Tile::ALL.into_iter().flat_map(|tile| [tile; 4]).collect();
    let distances = threads::results(hands, |number| {
        let mut rng = ChaCha12Rng::seed_from_u64(number);
        let mut tiles = tiles.clone();
        let (hand, _) = tiles.partial_shuffle(&mut rng, 13);
        let counts = Counts::of(hand.iter().copied()).unwrap();
        PlainByParts.distance(&Hand::new(counts, MeldCount::default()).unwrap()).get()
    });
    let mut plain = [0_u64; 15];
    for distance in distances {
        plain[usize::from(distance)] += 1;
    }

    // Two samples of one distribution, the rare distances put together with their neighbours.
    let group = |counts: &[u64]| {
        let mut grouped = [0_u64; 7];
        counts.iter().enumerate().for_each(|(distance, count)| grouped[distance.clamp(2, 8) - 2] += count);
        grouped
    };
    let (fast, slow) = (group(dealt.dealt().counts()), group(&plain));
    let (fast_all, slow_all) = (dealt.dealt().total() as f64, hands as f64);
    let statistic: f64 = fast
        .iter()
        .zip(slow)
        .map(|(&fast, slow)| {
            let together = (fast + slow) as f64 / (fast_all + slow_all);
            [(fast, fast_all), (slow, slow_all)]
                .map(|(count, all)| (count as f64 - together * all).powi(2) / (together * all))
                .iter()
                .sum::<f64>()
        })
        .sum();
    assert_chi_square(statistic, 6.0);
}

/// Of so many intervals with a confidence of 95 %, so many may cover: within four standard deviations.
#[track_caller]
fn assert_coverage(covered: usize, of: usize) {
    let (covered, of) = (covered as f64, of as f64);
    let off = (covered - 0.95 * of) / (of * 0.95 * 0.05).sqrt();
    assert!(off.abs() < 4.0, "{covered} of {of} intervals cover: {off} standard deviations off");
}

type Rate = fn(&Tally) -> Proportion;

/// Many runs of a thousand games each, against the rates of all their games together.
#[test]
fn intervals_of_rates_cover() {
    let run = |seed| tally(Seed(seed), 0..1000, TableModel, |_| [Rule; 4], Statistics::Plain);
    let runs: Vec<Tally> = threads::results(short_or_long(100, 2000), run);
    let mut all = Tally::default();
    for tally in &runs {
        all += tally;
    }
    let rates: [Rate; 5] = [
        |tally| tally.wins(Seat::A),
        |tally| tally.wins(Seat::C),
        |tally| tally.all_self_drawn(),
        |tally| tally.head_bumps(),
        |tally| tally.dealt_in(Seat::D),
    ];
    for rate in rates {
        let truth = rate(&all).rate().unwrap();
        let covers = |tally: &&Tally| rate(tally).interval().unwrap().contains(truth);
        assert_coverage(runs.iter().filter(covers).count(), runs.len());
    }
}

/// The rule with a whim: it takes a claim that the rule would take only as often as not.
struct Whimsical(ChaCha12Rng);

impl Whimsical {
    fn new(seed: Seed, game: u64, seat: Seat) -> Self {
        Whimsical(ChaCha12Rng::seed_from_u64(seed.0 << 40 | game << 2 | seat.index() as u64))
    }
}

impl<M: Model> Policy<M> for Whimsical {
    fn discard(&mut self, view: &View<'_, M>) -> Tile {
        Rule.discard(view)
    }

    fn claims_pong(&mut self, view: &View<'_, M>, discarded: Tile) -> bool {
        self.0.next_u32().is_multiple_of(2) && Rule.claims_pong(view, discarded)
    }

    fn claims_chow(&mut self, view: &View<'_, M>, discarded: Tile) -> Option<Chow> {
        Rule.claims_chow(view, discarded).filter(|_| self.0.next_u32().is_multiple_of(2))
    }
}

/// The rates of matches too, though the six games of a match are as good as one where nobody has whims.
#[test]
fn intervals_of_matches_cover() {
    let seeds: u64 = short_or_long(25, 500);
    let all = compare(Seed(500), 0..short_or_long(5_000, 100_000), TableModel, |_, _, _| Rule);
    let truth = |rate: MatchRate| rate.hits as f64 / rate.of as f64;
    let (wins, exhausted) = (truth(all.wins(Side::A)), truth(all.exhausted()));
    let runs: Vec<Comparison> =
        threads::results(seeds, |seed| compare(Seed(seed), 0..1000, TableModel, |_, _, _| Rule));
    let covered = |rate: fn(&Comparison) -> MatchRate, truth| {
        runs.iter().filter(|run| rate(run).interval.unwrap().contains(truth)).count()
    };
    // A side wins half of what is won, so its rate hardly varies, and the interval of as many games as matches is wide.
    // A wall that runs out does so in all six games, so as many games as matches is what there is; Wilson's intervals of
    // something so rare cover 92 to 97 times in a hundred, depending on how rare.
    assert!(covered(|run| run.wins(Side::A), wins) >= runs.len() * 94 / 100);
    let exhausted = covered(Comparison::exhausted, exhausted);
    assert!((910..=990).contains(&(1000 * exhausted / runs.len())), "{exhausted} of {}", runs.len());
}

/// A policy against itself, many seeds: the interval covers no difference, and the p-value is below 5 % as often as it
/// should be.
#[test]
fn a_policy_is_as_good_as_itself() {
    let seeds: u64 = short_or_long(75, 1500);
    let found: Vec<(Interval, f64)> = threads::results(seeds, |number| {
        let seed = Seed(number);
        let comparison = compare(seed, 0..60, TableModel, |_, game, seat| Whimsical::new(seed, game, seat));
        (comparison.interval().unwrap(), comparison.p_value().unwrap())
    });
    assert_coverage(found.iter().filter(|(interval, _)| interval.contains(0.0)).count(), found.len());
    assert_coverage(found.iter().filter(|(_, p_value)| *p_value > 0.05).count(), found.len());
    let agree = found.iter().all(|(interval, p_value)| interval.contains(0.0) == (*p_value > 0.05));
    assert!(agree, "the interval and the test say the same");
}
