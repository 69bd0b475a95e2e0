//! Ratings of a league's players.

use statrs::distribution::{ContinuousCDF, Normal};

use paili::simulation::{Interval, ScoreDifferences};

use super::League;

/// How strong a league's players are, in Elo: 400 points mean ten points scored to one.
///
/// The ratings are those of Bradley and Terry (1952) under which the scores of all pairs are likeliest, a game without a winner
/// counting half for both. Their mean is 0. Every pair is taken to have drawn one more game, so that nobody is infinitely better. How sure
/// the ratings are follows from how much the pairs' scores differ from wall to wall, and together, and not from the
/// number of games, which are not independent.
///
/// Ratings are of the [scale](super::Tables::scale) of their league. Where four sit at a table, a game that a third player wins is
/// half a win for both of two, so most games tell little of a pair, and the same players lie closer together than at tables of two:
/// in one league 191 points instead of 615. Compare ratings within a league only.
///
/// A game that somebody forfeited counts as won by everybody else, in scores and so in ratings, though nobody won it at the table. Who
/// meets only players that always forfeit wins 0 % of its games there, and scores 100 %.
///
/// The ratings are taken to vary normally, and to be as sure as walls make them that were not chosen by what came of them. A
/// kind of wall that comes once in a hundred and is lost high may not have been seen yet: intervals are wider by what it could
/// change.
///
/// ```
/// use paili_arena::{League, Ratings, Tables};
///
/// let mut league = League::new(2, Tables::Pairs);
/// for wall in 0..1000 {
///     league.add_wall(&[Some(if wall % 2 == 0 { [4, 1] } else { [2, 3] })]);
/// }
/// let ratings = Ratings::of(&league);
/// // Three games of five and one that nobody won, in six: a score of 7 to 5.
/// assert!((ratings.elo(0) - ratings.elo(1) - 400.0 * (7.0_f64 / 5.0).log10()).abs() < 0.1);
/// assert!(ratings.superiority(0, 1) > 0.999);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Ratings {
    /// In natural logarithms of odds.
    strengths: Vec<f64>,
    covariance: Matrix,
    /// How far walls that were not seen yet could move each rating.
    unseen: Vec<f64>,
}

type Matrix = Vec<Vec<f64>>;

/// Elo points of a factor of e.
const POINTS: f64 = 400.0 / std::f64::consts::LN_10;

/// The 97.5 % quantile of the standard normal distribution.
const NORMAL: f64 = 1.959_963_984_540_054;

/// Steps in which the ratings come near enough. Newton's method doubles the digits with each.
const STEPS: usize = 60;

impl Ratings {
    /// The ratings that explain a league best.
    pub fn of(league: &League) -> Ratings {
        let players = league.players();
        let mut ratings = vec![0.0_f64; players];
        let mut curvature = Vec::new();
        for _ in 0..STEPS {
            let mut slope = vec![0.0; players];
            // Along the sum nothing is known: the mean stays where it is.
            curvature = vec![vec![1.0 / players as f64; players]; players];
            for (first, second) in league.pairs() {
                let score = league.score(first, second).unwrap_or(0.5);
                let games = league.games(first, second) as f64;
                let expected = 1.0 / (1.0 + (ratings[second] - ratings[first]).exp());
                let more = games * score + 0.5 - (games + 1.0) * expected;
                let bend = (games + 1.0) * expected * (1.0 - expected);
                slope[first] += more;
                slope[second] -= more;
                for (one, other, sign) in
                    [(first, first, 1.0), (second, second, 1.0), (first, second, -1.0), (second, first, -1.0)]
                {
                    curvature[one][other] += sign * bend;
                }
            }
            let step = solve(&curvature, &[slope])[0].clone();
            // Far from the best, a whole step may go too far.
            let longest = step.iter().fold(1.0_f64, |longest, step| longest.max(step.abs()));
            for (rating, step) in ratings.iter_mut().zip(&step) {
                *rating += step / longest;
            }
            if step.iter().all(|step| step.abs() < 1e-12) {
                break;
            }
        }
        let mean = ratings.iter().sum::<f64>() / players as f64;
        for rating in &mut ratings {
            *rating -= mean;
        }
        Ratings { covariance: covariance(league, &curvature), unseen: unseen(league, &curvature), strengths: ratings }
    }

    /// A player's rating.
    pub fn elo(&self, player: usize) -> f64 {
        POINTS * self.strengths[player]
    }

    /// Where it lies, beside the mean of all players, with a confidence of 95 %.
    pub fn interval(&self, player: usize) -> Interval {
        let error = self.covariance[player][player].max(0.0).sqrt();
        let reach = POINTS * (NORMAL * error).hypot(self.unseen[player]);
        Interval { low: self.elo(player) - reach, high: self.elo(player) + reach }
    }

    /// How likely the first of two is the better one, given what both have played.
    pub fn superiority(&self, first: usize, second: usize) -> f64 {
        let covariance = &self.covariance;
        let variance = covariance[first][first] + covariance[second][second] - 2.0 * covariance[first][second];
        let lead = self.strengths[first] - self.strengths[second];
        if variance <= 0.0 {
            return if lead == 0.0 { 0.5 } else { f64::from(lead > 0.0) };
        }
        Normal::standard().cdf(lead / variance.sqrt())
    }

    /// The players, the best first; of equals the one who was named first.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.strengths.len()).collect();
        order.sort_by(|&one, &other| self.strengths[other].total_cmp(&self.strengths[one]));
        order
    }
}

/// How much ratings vary: what scores vary, seen through the curvature.
fn covariance(league: &League, curvature: &Matrix) -> Matrix {
    let players = league.players();
    let mut scores = vec![vec![0.0; players]; players];
    for one in league.pairs() {
        for other in league.pairs() {
            // As if two more walls had led by one game: a pair that always goes alike is not certain to.
            let both = league.covariance(one, other) + if one == other { 0.5 } else { 0.0 };
            for (a, b, sign) in
                [(one.0, other.0, 1.0), (one.1, other.1, 1.0), (one.0, other.1, -1.0), (one.1, other.0, -1.0)]
            {
                scores[a][b] += sign * both;
            }
        }
    }
    // The inverse on both sides; all three are symmetric.
    let half = solve(curvature, &scores);
    let transposed: Matrix = (0..players).map(|row| half.iter().map(|column| column[row]).collect()).collect();
    solve(curvature, &transposed)
}

/// How far each rating moves if all walls that may be [unseen](ScoreDifferences::UNSEEN) are lost by the most that a wall can be.
fn unseen(league: &League, curvature: &Matrix) -> Vec<f64> {
    let lost = ScoreDifferences::UNSEEN * league.most_lead() as f64 / 2.0;
    let sides = league.pairs().filter(|&(first, second)| league.walls(first, second) > 0).map(|(first, second)| {
        let side = |player| f64::from(u8::from(player == first)) - f64::from(u8::from(player == second));
        (0..league.players()).map(side).collect()
    });
    let moved = solve(curvature, &sides.collect::<Matrix>());
    (0..league.players()).map(|player| moved.iter().map(|of_pair| lost * of_pair[player].abs()).sum()).collect()
}

/// Solves a positive definite system for each right side, by Gauss.
fn solve(matrix: &Matrix, right: &[Vec<f64>]) -> Matrix {
    let size = matrix.len();
    let mut rows: Matrix =
        (0..size).map(|row| matrix[row].iter().copied().chain(right.iter().map(|side| side[row])).collect()).collect();
    for pivot in 0..size {
        let row = rows[pivot].clone();
        for (_, other) in rows.iter_mut().enumerate().filter(|&(place, _)| place != pivot) {
            let factor = other[pivot] / row[pivot];
            other.iter_mut().zip(&row).for_each(|(value, by)| *value -= factor * by);
        }
    }
    (0..right.len()).map(|side| (0..size).map(|row| rows[row][size + side] / rows[row][row]).collect()).collect()
}
