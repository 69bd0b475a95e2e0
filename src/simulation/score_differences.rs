//! By how much one of two players led on each wall, and how surely the mean of that lies above a value.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use super::moments::Moments;
use super::{Comparison, student};

/// For each difference of won games, on how many walls the first of two players was ahead by it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[must_use]
pub struct ScoreDifferences(BTreeMap<i64, u64>);

impl ScoreDifferences {
    /// How many walls of a kind that was not seen may be among the next ones, if they are as many as were played: were there more,
    /// one would have been seen with a probability of 97.5 %.
    pub const UNSEEN: f64 = student::UNSEEN;

    /// Adds walls that were led so.
    pub fn add(&mut self, lead: i64, walls: u64) {
        if walls > 0 {
            *self.0.entry(lead).or_default() += walls;
        }
    }

    /// The leads that there were, and on how many walls.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (i64, u64)> {
        self.0.iter().map(|(&lead, &walls)| (lead, walls))
    }

    /// How many walls, the sum of their leads and that of the squares.
    pub fn moments(&self) -> Moments {
        let mut moments = Moments::default();
        for (lead, walls) in self.iter() {
            moments.add(lead, walls);
        }
        moments
    }

    /// The second player's leads.
    pub fn turned(&self) -> ScoreDifferences {
        ScoreDifferences(self.iter().map(|(lead, walls)| (-lead, walls)).collect())
    }

    /// How far from their mean the true one lies at most, with a confidence of 95 %; of [enough](Comparison::FEWEST) walls that did not
    /// all go alike. `most` is the largest lead that a wall can have.
    ///
    /// It is Student's, which takes the mean of that many walls to be normal, widened by what walls that have not been seen
    /// yet could change: a kind of wall that comes so seldom that none was among them, lost or won as high as a wall can be. The
    /// number of walls should not have been chosen by what came of them.
    pub fn reach(&self, most: u64) -> Option<f64> {
        let moments = self.moments();
        let error = moments.error_of_sum().filter(|&error| moments.count >= Comparison::FEWEST && error > 0.0)?;
        let (sum, unseen) = (student::quantile(moments.count - 1) * error, ScoreDifferences::UNSEEN * most as f64);
        Some(sum.hypot(unseen) / moments.count as f64)
    }

    /// How much the walls speak against a mean lead of at most `value`: the natural logarithm of an e-value.
    /// Leads and `value` are in shares of `most`, the largest lead that a wall can have; `gap` is how far above `value` the
    /// mean is thought to be, if it is.
    ///
    /// It is what a gambler owns who began with 1 and bets on every wall that the lead is above `value`, at odds that would
    /// be fair if `value` were the mean ([Waudby-Smith and Ramdas 2024](https://doi.org/10.1093/jrsssb/qkad009)). Whatever
    /// leads are distributed like, who bets against the truth gains nothing on average, and so ever owns 1/p with a
    /// probability of at most p (Ville's inequality). The gambler splits the stake among several sizes of bets, so that what is
    /// owned does not depend on the order of the walls.
    pub(super) fn ln_evidence(&self, most: f64, value: f64, gap: f64) -> f64 {
        // The largest bet that can't lose more than there is.
        let largest = 1.0 / (1.0 + value);
        let middle = (gap / TYPICAL_VARIANCE).min(largest);
        let (mut owned, mut stakes) = (Vec::new(), 0.0);
        let octaves = -SMALLER_BETS..=(largest / middle).log2().ceil() as i16;
        for octave in octaves {
            let bet = (middle * f64::exp2(octave.into())).min(largest);
            let stake = f64::exp2(-f64::from(octave.abs()));
            stakes += stake;
            let gains = self.iter().map(|(lead, walls)| walls as f64 * (bet * (lead as f64 / most - value)).ln_1p());
            owned.push(stake.ln() + gains.sum::<f64>());
        }
        let largest = owned.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if largest == f64::NEG_INFINITY {
            return largest;
        }
        let sum: f64 = owned.iter().map(|owned| (owned - largest).exp()).sum();
        largest + sum.ln() - stakes.ln()
    }
}

/// About how much leads vary, in shares of the largest: a bet of the gap divided by this grows fastest. If they vary
/// otherwise, another of the bets does.
const TYPICAL_VARIANCE: f64 = 0.16;

/// The smallest bet is this many octaves below that one; the largest is the largest possible.
const SMALLER_BETS: i16 = 3;

impl AddAssign<&ScoreDifferences> for ScoreDifferences {
    fn add_assign(&mut self, other: &ScoreDifferences) {
        for (lead, walls) in other.iter() {
            self.add(lead, walls);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a gambler owns is 1 on average where the mean is the value that is bet against: summed over all ways in which
    /// three walls can go.
    #[test]
    fn bets_against_the_truth_gain_nothing() {
        let walls = [(-6, 0.25), (0, 0.5), (6, 0.25)];
        for gap in [0.001, 0.02, 0.5] {
            let mut mean = 0.0;
            for (first, one) in walls {
                for (second, other) in walls {
                    for (third, last) in walls {
                        let mut leads = ScoreDifferences::default();
                        for lead in [first, second, third] {
                            leads.add(lead, 1);
                        }
                        mean += one * other * last * leads.ln_evidence(6.0, 0.0, gap).exp();
                    }
                }
            }
            assert!((mean - 1.0).abs() < 1e-12, "{gap}: {mean}");
        }
    }

    /// The mean lead is a half of six games.
    #[test]
    fn evidence_grows_against_what_is_not_so() {
        let mut leads = ScoreDifferences::default();
        leads.add(2, 300);
        leads.add(-1, 300);
        for value in [-0.02, 0.0, 0.02] {
            assert!(leads.ln_evidence(6.0, value, 0.02) > 3.0, "{value}");
            assert!(leads.turned().ln_evidence(6.0, value, 0.02) < 0.0, "{value}");
        }
        assert_eq!(leads.turned().turned(), leads);
    }
}
