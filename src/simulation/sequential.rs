//! When a comparison may stop: a sequential test.

use super::score_differences::ScoreDifferences;
use super::{Comparison, Side};

/// A sequential test of which of two players wins more often, to be asked again and again while they play.
///
/// It tells three cases apart by the difference between the two win rates: the first wins more often by more than `alike`,
/// the second does, or they differ by less than `apart`. Each is called when the matches speak clearly enough against
/// everything else, by e-values: what a gambler owns who began with 1 and bets against it. Such a gambler ever owns 1/p with a
/// probability of at most p, whatever the matches' differences are distributed like and however often one looks. So the
/// promises hold whenever the test is asked, from the first match on, and also where one match in a thousand is lost high.
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

impl Verdict {
    /// `first`, `second` or `alike`, as JSON has it.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Better(Side::A) => "first",
            Verdict::Better(Side::B) => "second",
            Verdict::Alike => "alike",
        }
    }
}

impl Sequential {
    /// Matches after which it is worth asking, and every how many from then on.
    pub const EVERY: u64 = 16;

    /// What the matches say, if they say enough.
    pub fn verdict(&self, comparison: &Comparison) -> Option<Verdict> {
        self.verdict_of(&comparison.leads(), Comparison::MOST_LEAD, Comparison::PLAYER_GAMES as f64)
    }

    /// The same, but only where it is [due](Sequential::EVERY) to be asked.
    pub fn verdict_if_due(&self, comparison: &Comparison) -> Option<Verdict> {
        comparison.matches().is_multiple_of(Sequential::EVERY).then(|| self.verdict(comparison)).flatten()
    }

    /// The same of leads of at most `most` games that are `scale` times the difference of win rates.
    pub fn verdict_of(&self, leads: &ScoreDifferences, most: u64, scale: f64) -> Option<Verdict> {
        let most = most as f64;
        let [alike, apart] = [self.alike, self.apart].map(|difference| difference * scale / most);
        // Against a mean lead of at most `value`; there is none beyond the largest.
        let against = |leads: &ScoreDifferences, value: f64| match value {
            ..=-1.0 => f64::INFINITY,
            1.0.. => 0.0,
            _ => leads.ln_evidence(most, value, apart - alike),
        };
        let turned = leads.turned();
        if against(leads, alike) >= (2.0 / self.alpha).ln() {
            Some(Verdict::Better(Side::A))
        } else if against(&turned, alike) >= (2.0 / self.alpha).ln() {
            Some(Verdict::Better(Side::B))
        } else if [leads, &turned].into_iter().all(|leads| against(leads, -apart) >= -self.beta.ln()) {
            Some(Verdict::Alike)
        } else {
            None
        }
    }
}
