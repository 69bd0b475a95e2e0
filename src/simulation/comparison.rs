//! Duplicate matches: two policies on the same walls.

use std::ops::{AddAssign, Range};

use rayon::prelude::*;

use super::moments::Moments;
use super::score_differences::ScoreDifferences;
use super::{Interval, Proportion, Seed, student};
use crate::distance::Model;
use crate::game::{self, Game, Outcome, Policy, Seat};

/// One of the two policies that are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[must_use]
pub enum Side {
    /// The first.
    A,
    /// The second.
    B,
}

impl Side {
    /// The other one.
    pub const fn other(self) -> Side {
        match self {
            Side::A => Side::B,
            Side::B => Side::A,
        }
    }
}

/// The six ways to seat two players of each side: between them each side sits everywhere as often as the other, and
/// before, behind and across from either as often.
pub const SEATINGS: [[Side; game::PLAYERS]; 6] = {
    use Side::{A, B};
    [[A, B, A, B], [B, A, B, A], [A, A, B, B], [B, A, A, B], [B, B, A, A], [A, B, B, A]]
};

/// Games of a match.
const GAMES: u64 = SEATINGS.len() as u64;

/// Of four players two are of a side.
const PLAYERS: u64 = 2;

/// What became of some duplicate matches, in numbers that add up.
///
/// A match is one wall, played once in each of the [`SEATINGS`]. Both sides hold the same tiles in it and sit
/// everywhere, so that neither wall nor seat favours one. The games of a match are not independent of each other, but matches are: every interval here
/// comes from how much they differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Comparison {
    /// How many matches went so: `[games that A won][games that B won]`.
    matches: [[u64; WAYS]; WAYS],
}

/// 0–6 games of a match are won by a side.
const WAYS: usize = SEATINGS.len() + 1;

/// How often something happened, and how sure that is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MatchRate {
    /// How often.
    pub hits: u64,
    /// Of how many possible times.
    pub of: u64,
    /// Where the probability lies with a confidence of 95 %; of at least [`Comparison::FEWEST`] matches. It is Wilson's for
    /// the number of independent games that would tell the rate equally well, but at most those that were played: where matches tell
    /// more than these, it is on the safe side.
    pub interval: Option<Interval>,
}

impl From<Proportion> for MatchRate {
    /// With Wilson's interval.
    fn from(proportion: Proportion) -> Self {
        MatchRate { hits: proportion.hits, of: proportion.of, interval: proportion.interval() }
    }
}

impl Comparison {
    /// Players of a side in all games of a match.
    pub(super) const PLAYER_GAMES: u64 = GAMES * PLAYERS;

    /// The games by which a side can lead in a match.
    pub(super) const MOST_LEAD: u64 = GAMES;

    /// With fewer matches than this, there are no intervals: Student's distribution describes the mean of numbers that are
    /// not themselves normal only when there are some of them.
    pub const FEWEST: u64 = 30;

    /// Of one match, by how its games ended in the order of [`SEATINGS`]. A forfeited game counts as won by the other side, so
    /// that nobody gains by giving up.
    pub fn of_games(outcomes: [Outcome; SEATINGS.len()]) -> Comparison {
        let mut wins = [0, 0];
        for (seating, outcome) in SEATINGS.into_iter().zip(outcomes) {
            let winner = outcome.winner().map(|winner| seating[winner.index()]);
            if let Some(side) = winner.or_else(|| Some(seating[outcome.forfeited_by()?.index()].other())) {
                wins[side as usize] += 1;
            }
        }
        Comparison::of_match(wins)
    }

    /// Of one match, given the games that each side won.
    fn of_match([first, second]: [usize; 2]) -> Comparison {
        let mut one = Comparison::default();
        one.matches[first][second] = 1;
        one
    }

    /// Matches played.
    pub fn matches(&self) -> u64 {
        self.matches.iter().flatten().sum()
    }

    /// Games played, six a match.
    pub fn games(&self) -> u64 {
        self.matches().saturating_mul(GAMES)
    }

    /// How often a player of a side won, of all the games that such players sat in, two in each game.
    pub fn wins(&self, side: Side) -> MatchRate {
        let wins = |won: [i64; 2]| won[side as usize];
        self.rate(self.moments(wins), Comparison::PLAYER_GAMES)
    }

    /// Games that nobody won.
    pub fn exhausted(&self) -> MatchRate {
        self.rate(self.moments(|[first, second]| GAMES.cast_signed() - first - second), GAMES)
    }

    /// By how much a player of the first side wins more often than one of the second, if there is a match.
    pub fn difference(&self) -> Option<f64> {
        let lead = self.lead();
        (lead.count > 0)
            .then(|| lead.sum as f64 / (i128::from(lead.count) * i128::from(Comparison::PLAYER_GAMES)) as f64)
    }

    /// The standard error of the difference.
    pub fn standard_error(&self) -> Option<f64> {
        Self::error(self.lead(), Comparison::PLAYER_GAMES)
    }

    /// Where the true difference lies with a confidence of 95 %: Student's interval for the mean of the matches'
    /// differences. There is no interval if one side led by as much in every match: that does not tell how sure it is.
    pub fn interval(&self) -> Option<Interval> {
        let (difference, error) = (self.difference()?, self.standard_error()?);
        if error == 0.0 && difference != 0.0 {
            return None;
        }
        let reach = student::quantile(self.matches() - 1) * error;
        Some(Interval { low: difference - reach, high: difference + reach })
    }

    /// How likely a difference at least as large is between policies that win equally often: Student's two-sided test.
    /// 1 when both won as often; none where there is no [interval](Comparison::interval).
    pub fn p_value(&self) -> Option<f64> {
        let (difference, error) = (self.difference()?, self.standard_error()?);
        if difference == 0.0 {
            return Some(1.0);
        }
        self.interval()?;
        Some(student::two_sided(difference / error, self.matches() - 1))
    }

    /// The side that wins more often, if the interval leaves no doubt.
    pub fn better(&self) -> Option<Side> {
        match self.interval()? {
            interval if interval.low > 0.0 => Some(Side::A),
            interval if interval.high < 0.0 => Some(Side::B),
            _ => None,
        }
    }

    /// The first side's wins less the second's.
    fn lead(&self) -> Moments {
        self.leads().moments()
    }

    /// The same, match by match.
    pub(super) fn leads(&self) -> ScoreDifferences {
        let mut leads = ScoreDifferences::default();
        self.each(|[first, second], matches| leads.add(first - second, matches));
        leads
    }

    /// Of a number that each match has.
    fn moments(&self, number: impl Fn([i64; 2]) -> i64) -> Moments {
        let mut moments = Moments::default();
        self.each(|won, matches| moments.add(number(won), matches));
        moments
    }

    /// Tells how many matches went so: games that either side won.
    fn each(&self, mut tell: impl FnMut([i64; 2], u64)) {
        for (first, with_first) in (0..).zip(&self.matches) {
            for (second, &matches) in (0..).zip(with_first) {
                tell([first, second], matches);
            }
        }
    }

    /// The standard error of a number as a share of the most that a match could have.
    fn error(number: Moments, most: u64) -> Option<f64> {
        let error = number.error_of_sum().filter(|_| number.count >= Comparison::FEWEST)?;
        Some(error / (i128::from(number.count) * i128::from(most)) as f64)
    }

    /// The rate of a number that each match has, `most` at most.
    fn rate(&self, number: Moments, most: u64) -> MatchRate {
        let of = self.matches().saturating_mul(most);
        let proportion = Proportion { hits: u64::try_from(number.sum).unwrap_or(u64::MAX), of };
        let interval = Self::error(number, most).zip(proportion.rate()).map(|(error, rate)| {
            // At worst a match says as much as one game, at best its games are independent.
            let trials = rate * (1.0 - rate) / (error * error);
            let trials = if trials.is_finite() { trials } else { 0.0 };
            proportion.interval_of(trials.clamp(self.matches() as f64, proportion.of as f64), rate)
        });
        MatchRate { hits: proportion.hits, of: proportion.of, interval }
    }

    /// All counts, to be kept.
    pub(super) fn counts_mut(&mut self) -> impl Iterator<Item = &mut u64> {
        self.matches.iter_mut().flatten()
    }

    /// Whether no match has more than six games.
    pub(super) fn is_consistent(&self) -> bool {
        let all = self.matches.iter().enumerate();
        let mut impossible = all.flat_map(|(first, with_first)| &with_first[WAYS - first..]);
        impossible.all(|&matches| matches == 0)
    }
}

impl AddAssign<&Comparison> for Comparison {
    fn add_assign(&mut self, other: &Comparison) {
        for (matches, more) in self.matches.iter_mut().flatten().zip(other.matches.iter().flatten()) {
            *matches += more;
        }
    }
}

/// Plays some walls of a seed, each in all [`SEATINGS`], on all threads of rayon's current pool.
///
/// `policy` is asked for a player by its side, the number of its game (six times the wall's, and the seating's) and its
/// seat.
///
/// ```
/// use paili::TableModel;
/// use paili::simulation::{Seed, Side, NamedPolicy, compare};
///
/// let seed = Seed(1);
/// let comparison = compare(seed, 0..200, TableModel, |side, game, seat| match side {
///     Side::A => NamedPolicy::Rule.player(seed, game, seat),
///     Side::B => NamedPolicy::Random.player(seed, game, seat),
/// });
/// assert!(comparison.interval().unwrap().low > 0.0, "who thinks wins more often");
/// ```
pub fn compare<M: Model, P: Policy<M>>(
    seed: Seed,
    walls: Range<u64>,
    model: M,
    policy: impl Fn(Side, u64, Seat) -> P + Sync,
) -> Comparison {
    let add = |mut sum: Comparison, more: Comparison| {
        sum += &more;
        sum
    };
    let play = |wall: u64| {
        let outcome = |number: usize| {
            let game = wall.wrapping_mul(GAMES).wrapping_add(number as u64);
            let mut players = Seat::ALL.map(|seat| policy(SEATINGS[number][seat.index()], game, seat));
            Game::play(seed.shuffle(wall), model, &mut players, &mut ())
        };
        Comparison::of_games(std::array::from_fn(outcome))
    };
    walls.into_par_iter().map(play).reduce(Comparison::default, add)
}

#[cfg(test)]
mod tests;
