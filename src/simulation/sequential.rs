//! When a comparison may stop: a sequential test.

use super::moments::Moments;
use super::{Comparison, Side};

/// A sequential test of which of two players wins more often, to be asked again and again while they play.
///
/// It tells three cases apart by the difference between the two win rates: the first wins more often by at least `apart`, the
/// second does, or they differ by no more than `alike`. Two generalised sequential probability ratio tests run side by side,
/// of `alike` against `apart` and of their negatives; the likelihood of a difference is that of a normal distribution with the mean
/// and the variance of the matches' differences. Since a likelihood ratio exceeds 1/p with a probability of at most p, however often
/// one looks, the promises hold whenever the test is asked.
///
/// ```
/// use paili::TableModel;
/// use paili::simulation::{NamedPolicy, Seed, Sequential, Verdict, Side, Comparison, compare};
///
/// let (test, mut comparison) = (Sequential::default(), Comparison::default());
/// let verdict = (0..).find_map(|wall| {
///     comparison += &compare(Seed(1), wall..wall + 1, TableModel, |side, game, seat| match side {
///         Side::A => NamedPolicy::Acceptance.player(Seed(1), game, seat),
///         Side::B => NamedPolicy::Concealed.player(Seed(1), game, seat),
///     });
///     test.verdict(&comparison)
/// });
/// assert_eq!(verdict, Some(Verdict::Better(Side::A)));
/// assert!(comparison.matches() < 200);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sequential {
    /// How likely it may call one of two players better that differ by no more than `alike`.
    pub alpha: f64,
    /// How likely it may call two players alike that differ by `apart` or more.
    pub beta: f64,
    /// Up to this difference of win rates two players are alike.
    pub alike: f64,
    /// From this difference of win rates on one is better; more than `alike`.
    pub apart: f64,
}

/// 5 % and 5 %; alike without a difference, and apart with one percentage point.
impl Default for Sequential {
    fn default() -> Self {
        Sequential { alpha: 0.05, beta: 0.05, alike: 0.0, apart: 0.01 }
    }
}

/// What a sequential test has found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// This side wins more often.
    Better(Side),
    /// They win about as often.
    Alike,
}

impl Sequential {
    /// Matches after which it is worth asking, and every how many from then on.
    pub const EVERY: u64 = 16;

    /// Fewer matches tell too little of how much they differ.
    const FEWEST: u64 = 4 * Sequential::EVERY;

    /// What the matches say, if they say enough.
    #[must_use]
    pub fn verdict(&self, comparison: &Comparison) -> Option<Verdict> {
        self.verdict_of(comparison.lead(), Comparison::PLAYER_GAMES as f64)
    }

    /// The same of leads that are `scale` times the difference of win rates.
    pub(super) fn verdict_of(&self, mut leads: Moments, scale: f64) -> Option<Verdict> {
        if leads.count < Sequential::FEWEST {
            return None;
        }
        let matches = leads.count as f64;
        let mean = leads.mean()? / scale;
        // As if two more matches had led by one game: players that always do alike are not certain to.
        leads.add(1, 1);
        leads.add(-1, 1);
        let variance = (leads.deviation()? / scale).powi(2);
        let ratio =
            |mean: f64| matches * (self.apart - self.alike) * (2.0 * mean - self.alike - self.apart) / (2.0 * variance);
        let [first, second] = [ratio(mean), ratio(-mean)];
        let (better, alike) = ((2.0 / self.alpha).ln(), self.beta.ln());
        if first >= better {
            Some(Verdict::Better(Side::A))
        } else if second >= better {
            Some(Verdict::Better(Side::B))
        } else if first <= alike && second <= alike {
            Some(Verdict::Alike)
        } else {
            None
        }
    }
}
