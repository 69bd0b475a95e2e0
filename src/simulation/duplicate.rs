//! Duplicate matches: two policies on the same walls.

use std::ops::{AddAssign, Range};

use rayon::prelude::*;
use statrs::distribution::{ContinuousCDF, StudentsT};

use super::{Interval, Proportion, Seed};
use crate::distance::Model;
use crate::game::{Game, Policy, Seat, Silent};

/// One of the two policies that are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// The first.
    A,
    /// The second.
    B,
}

/// The six ways to seat two players of each side: between them each side sits everywhere as often as the other, and
/// before, behind and across from either as often.
pub const SEATINGS: [[Side; 4]; 6] = {
    use Side::{A, B};
    [[A, B, A, B], [B, A, B, A], [A, A, B, B], [B, A, A, B], [B, B, A, A], [A, B, B, A]]
};

/// Of four players two are of a side.
const PLAYERS: u64 = 2;

/// What became of some duplicate matches, in numbers that add up.
///
/// A match is one wall, played once in each of the [`SEATINGS`]. Both sides hold the same tiles in it, so that the luck
/// of the wall cancels; matches are independent of each other, so the differences within them say how sure the mean is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Comparison {
    matches: u64,
    /// Games won by players of a side, `[side]`.
    wins: [u64; 2],
    exhausted: u64,
    /// The squares of the differences of both sides' wins in each match.
    squares: u64,
}

impl Comparison {
    /// Matches played.
    #[must_use]
    pub fn matches(&self) -> u64 {
        self.matches
    }

    /// Games played, six a match.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.matches * SEATINGS.len() as u64
    }

    /// How often a player of a side won, of all the games that such players sat in, two in each game.
    #[must_use]
    pub fn wins(&self, side: Side) -> Proportion {
        Proportion { hits: self.wins[side as usize], of: self.games() * PLAYERS }
    }

    /// Games that nobody won.
    #[must_use]
    pub fn exhausted(&self) -> Proportion {
        Proportion { hits: self.exhausted, of: self.games() }
    }

    /// By how much a player of the first side wins more often than one of the second, if there is a match.
    #[must_use]
    pub fn difference(&self) -> Option<f64> {
        Some(self.wins(Side::A).rate()? - self.wins(Side::B).rate()?)
    }

    /// The standard error of the difference, from how much it varies between matches; of at least two matches.
    #[must_use]
    #[allow(clippy::cast_precision_loss, reason = "the numerator is exact, the rest needs no more than a double")]
    pub fn standard_error(&self) -> Option<f64> {
        let matches = u128::from(self.matches);
        let sum = u128::from(self.wins[0].abs_diff(self.wins[1]));
        let spread = matches * u128::from(self.squares) - sum * sum;
        let of_sums = (spread as f64 / (matches * matches.checked_sub(1).filter(|&rest| rest > 0)?) as f64).sqrt();
        Some(of_sums / (matches as f64).sqrt() / (SEATINGS.len() as u64 * PLAYERS) as f64)
    }

    /// Where the true difference lies with a confidence of 95 %: Student's interval for the mean of the matches'
    /// differences.
    #[must_use]
    pub fn interval(&self) -> Option<Interval> {
        let (difference, error) = (self.difference()?, self.standard_error()?);
        let reach = self.student()?.inverse_cdf(0.975) * error;
        Some(Interval { low: difference - reach, high: difference + reach })
    }

    /// How likely a difference at least as large is between policies that win equally often: Student's two-sided test.
    /// 1 when both won as often in every match.
    #[must_use]
    pub fn p_value(&self) -> Option<f64> {
        let (difference, error) = (self.difference()?, self.standard_error()?);
        if difference == 0.0 {
            return Some(1.0);
        }
        Some(2.0 * self.student()?.cdf(-(difference / error).abs()))
    }

    #[allow(clippy::cast_precision_loss, reason = "the distribution does not change any more by then")]
    fn student(&self) -> Option<StudentsT> {
        StudentsT::new(0.0, 1.0, self.matches.checked_sub(1)? as f64).ok()
    }
}

impl AddAssign<&Comparison> for Comparison {
    fn add_assign(&mut self, other: &Comparison) {
        self.matches += other.matches;
        self.wins[0] += other.wins[0];
        self.wins[1] += other.wins[1];
        self.exhausted += other.exhausted;
        self.squares += other.squares;
    }
}

/// Plays some walls of a seed, each in all [`SEATINGS`], on all threads of rayon's current pool.
///
/// `policy` is asked for a player by its side, the number of its game (six times the wall's, and the seating's) and its
/// seat.
///
/// ```
/// use paili::distance::TableModel;
/// use paili::simulation::{Seed, Side, Strategy, compare};
///
/// let seed = Seed(1);
/// let comparison = compare(seed, 0..200, TableModel::new(), |side, game, seat| match side {
///     Side::A => Strategy::Rule.player(seed, game, seat),
///     Side::B => Strategy::Random.player(seed, game, seat),
/// });
/// assert!(comparison.interval().unwrap().low > 0.0, "who thinks wins more often");
/// ```
pub fn compare<M: Model, P: Policy<M>>(
    seed: Seed,
    walls: Range<u64>,
    model: M,
    policy: impl Fn(Side, u64, Seat) -> P + Sync,
) -> Comparison {
    let play = |wall: u64| {
        let mut wins = [0, 0];
        let mut exhausted = 0;
        for (number, seating) in (0..).zip(SEATINGS) {
            let game = wall * SEATINGS.len() as u64 + number;
            let mut players = Seat::ALL.map(|seat| policy(seating[seat.index()], game, seat));
            match Game::play(seed.shuffle(wall), model, &mut players, &mut Silent).winner() {
                Some(winner) => wins[seating[winner.index()] as usize] += 1,
                None => exhausted += 1,
            }
        }
        let difference: u64 = u64::abs_diff(wins[0], wins[1]);
        Comparison { matches: 1, wins, exhausted, squares: difference * difference }
    };
    let add = |mut sum: Comparison, more: Comparison| {
        sum += &more;
        sum
    };
    walls.into_par_iter().map(play).reduce(Comparison::default, add)
}

#[cfg(test)]
mod tests {
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

    /// Wins 3, 1 and 2 against 1, 2 and 0 in three matches: differences 2, −1 and 2 of twelve, mean 1 and deviation √3.
    #[test]
    fn differences_are_paired() {
        let comparison = Comparison { matches: 3, wins: [6, 3], exhausted: 9, squares: 9 };
        let close = |value: Option<f64>, expected: f64| (value.unwrap() - expected).abs() < 1e-9;
        assert!(close(comparison.difference(), 1.0 / 12.0));
        assert!(close(comparison.standard_error(), 1.0 / 12.0), "√3 / √3 / 12");
        // Student's t with two degrees of freedom: t = 1, p = 1 − 1/√3.
        assert!(close(comparison.p_value(), 1.0 - 1.0 / 3_f64.sqrt()));
        let interval = comparison.interval().unwrap();
        assert!((interval.high - (1.0 + 4.302_652_729_749_46) / 12.0).abs() < 1e-6, "{interval:?}");
    }

    #[test]
    fn too_few_matches_say_nothing() {
        let none = Comparison::default();
        assert_eq!((none.difference(), none.standard_error(), none.p_value()), (None, None, None));
        let one = Comparison { matches: 1, wins: [2, 1], exhausted: 3, squares: 1 };
        assert!(one.difference().is_some() && one.interval().is_none() && one.p_value().is_none());
    }
}
