//! Leagues: every player against every other.

use paili::names;
use paili::simulation::{Interval, Moments, ScoreDifferences, Sequential, Verdict};

names! {
    /// How a league's tables are set.
    #[derive(Default)]
    pub enum Tables: "is no way to sit at tables" {
        /// Two players at a table, each in two seats: every pair plays every wall in the six seatings of a
        /// [match](paili::simulation::SEATINGS).
        #[default]
        Pairs = "pairs",
        /// Four players at a table: every four play every wall in all 24 seatings.
        Fours = "fours",
    }
}

impl Tables {
    /// What the ratings of such a league are of, for people: those of one kind of table say nothing of the other's.
    pub const fn scale(self) -> &'static str {
        match self {
            Tables::Pairs => {
                "scores at tables of two, where a game that neither wins is half a win for both; \
                 not comparable with tables of four, where differences are smaller"
            }
            Tables::Fours => {
                "scores at tables of four, where a game that a third player wins is half a win for both of two as well; \
                 not comparable with tables of two, where differences are larger"
            }
        }
    }

    /// Games in which two players meet on a wall, in a league of `players`.
    pub(crate) const fn games_of_pair(self, players: usize) -> u64 {
        match self {
            Tables::Pairs => 6,
            Tables::Fours => ((players - 2) * (players - 3) / 2 * 24) as u64,
        }
    }

    /// How many seats each of two players has in such a game.
    const fn seats(self) -> u64 {
        match self {
            Tables::Pairs => 2,
            Tables::Fours => 1,
        }
    }
}

/// What became of a league's walls, in numbers that add up.
///
/// A wall counts once for each pair of players, by how many games either won: their games on it are one observation. For
/// how sure ratings are, the games of all pairs on a wall are one observation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct League {
    players: usize,
    tables: Tables,
    /// Of each pair, in the order of [`League::pairs`].
    pairs: Vec<PairTally>,
    /// Of each two pairs, the later one first.
    joint: Vec<Joint>,
}

/// What became of two players' games.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct PairTally {
    wins: [u64; 2],
    /// The first one's.
    leads: ScoreDifferences,
}

/// Two pairs' leads on the walls that both played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Joint {
    /// The sums of their products, of those above and below zero.
    products: [u64; 2],
    /// The sum of either's.
    leads: [i64; 2],
}

impl League {
    /// A league of at least two players, or four where four sit at a table.
    pub fn new(players: usize, tables: Tables) -> League {
        let pairs = players * (players - 1) / 2;
        let joint = vec![Joint::default(); pairs * (pairs - 1) / 2];
        League { players, tables, pairs: vec![PairTally::default(); pairs], joint }
    }

    /// How many players there are.
    pub fn players(&self) -> usize {
        self.players
    }

    /// How the tables are set.
    pub fn tables(&self) -> Tables {
        self.tables
    }

    /// All pairs of players: the first with the second, the first with the third and so on.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let players = self.players;
        (0..players).flat_map(move |first| (first + 1..players).map(move |second| (first, second)))
    }

    /// The number of a pair among them.
    fn number(&self, first: usize, second: usize) -> usize {
        let (first, second) = (first.min(second), first.max(second));
        first * (2 * self.players - first - 1) / 2 + second - first - 1
    }

    /// Adds a wall: how many games either player of each pair won on it, if the pair played it. A forfeited game is won by
    /// everybody else.
    pub fn add_wall(&mut self, won: &[Option<[u64; 2]>]) {
        let lead = |place: usize| won[place].map(|[first, second]| first.cast_signed() - second.cast_signed());
        for (pair, won) in self.pairs.iter_mut().zip(won) {
            let Some([first, second]) = *won else { continue };
            pair.wins[0] += first;
            pair.wins[1] += second;
            pair.leads.add(first.cast_signed() - second.cast_signed(), 1);
        }
        let mut place = 0;
        for one in 0..won.len() {
            for other in 0..one {
                if let (Some(one), Some(other)) = (lead(one), lead(other)) {
                    let (joint, product) = (&mut self.joint[place], one * other);
                    joint.products[usize::from(product < 0)] += product.unsigned_abs();
                    joint.leads[0] += one;
                    joint.leads[1] += other;
                }
                place += 1;
            }
        }
    }

    /// Walls that a pair has played.
    pub fn walls(&self, first: usize, second: usize) -> u64 {
        self.pairs[self.number(first, second)].leads.moments().count
    }

    /// Games that a pair has played.
    pub fn games(&self, first: usize, second: usize) -> u64 {
        self.walls(first, second).saturating_mul(self.tables.games_of_pair(self.players))
    }

    /// Games that the first of two won, of those in which they met.
    pub fn wins(&self, first: usize, second: usize) -> u64 {
        self.pairs[self.number(first, second)].wins[usize::from(first > second)]
    }

    /// What the first of two scored against the second, 0–1, if they met: a game counts one for whoever won it, and half for
    /// both if neither did.
    pub fn score(&self, first: usize, second: usize) -> Option<f64> {
        if first == second {
            return None;
        }
        let games = self.games(first, second);
        let lead = self.wins(first, second) as f64 - self.wins(second, first) as f64;
        (games > 0).then(|| 0.5 + lead / games as f64 / 2.0)
    }

    /// By how much the first of two wins more often than the second, and where that lies with a confidence of 95 %; an
    /// interval there is of [enough](paili::simulation::Comparison::FEWEST) walls that did not all go alike.
    ///
    /// The interval is that of [`ScoreDifferences::reach`].
    pub fn difference(&self, first: usize, second: usize) -> Option<(f64, Option<Interval>)> {
        let leads = self.leads(first, second);
        let difference = leads.moments().mean()? / self.scale();
        let reach = leads.reach(self.tables.games_of_pair(self.players)).map(|reach| reach / self.scale());
        Some((difference, reach.map(|reach| Interval { low: difference - reach, high: difference + reach })))
    }

    /// What a sequential test says of a pair.
    pub fn verdict(&self, test: &Sequential, first: usize, second: usize) -> Option<Verdict> {
        test.verdict_of(&self.leads(first, second), self.tables.games_of_pair(self.players), self.scale())
    }

    /// The first one's wins less the second's, wall by wall.
    fn leads(&self, first: usize, second: usize) -> ScoreDifferences {
        let leads = &self.pairs[self.number(first, second)].leads;
        if first < second { leads.clone() } else { leads.turned() }
    }

    /// The lead in games that is a difference of one between win rates.
    fn scale(&self) -> f64 {
        (self.tables.games_of_pair(self.players) * self.tables.seats()) as f64
    }

    /// How much two pairs' scores, each the mean of its walls', vary together: covariances of sums of games' scores. What a pair
    /// leads by on a wall is compared with its mean over all of its walls, of which the other may have played fewer.
    pub(super) fn covariance(&self, one: (usize, usize), other: (usize, usize)) -> f64 {
        let [one, other] = [one, other].map(|(first, second)| self.number(first, second));
        let pairs = [one.max(other), one.min(other)];
        let [later, earlier] = pairs.map(|pair| self.pairs[pair].leads.moments());
        let (products, leads) = if one == other {
            (later.squares as f64, [later.sum as f64; 2])
        } else {
            let Joint { products: [plus, minus], leads } = self.joint[pairs[0] * (pairs[0] - 1) / 2 + pairs[1]];
            (plus as f64 - minus as f64, leads.map(|sum| sum as f64))
        };
        let walls = later.count.min(earlier.count) as f64;
        let [mean, other_mean] = [later, earlier].map(|leads| leads.mean().unwrap_or(0.0));
        // A lead moves a score by half as much.
        (products - leads[0] * other_mean - leads[1] * mean + walls * mean * other_mean) / 4.0
    }

    /// All counts, to be kept.
    pub(crate) fn counts(&self) -> Vec<u64> {
        let most = self.most_lead();
        let of_pair = |pair: &PairTally| {
            let leads = pair.leads.iter().flat_map(|(lead, walls)| [(lead + most).cast_unsigned(), walls]);
            pair.wins.into_iter().chain([pair.leads.iter().len() as u64]).chain(leads).collect::<Vec<_>>()
        };
        let of_joint = |(joint, most): (&Joint, i64)| {
            joint.products.into_iter().chain(joint.leads.map(|sum| (sum + most).cast_unsigned()))
        };
        let joint = self.joint.iter().zip(self.most_joint_leads()).flat_map(of_joint);
        self.pairs.iter().flat_map(of_pair).chain(joint).collect()
    }

    /// A league like this one from [such counts](League::counts), if they fit together.
    pub(crate) fn with_counts(&self, counts: &mut impl Iterator<Item = u64>) -> Option<League> {
        let mut league = League::new(self.players, self.tables);
        let most = league.most_lead();
        for pair in &mut league.pairs {
            pair.wins = [counts.next()?, counts.next()?];
            for _ in 0..counts.next()? {
                let lead = i64::try_from(counts.next()?).ok()?.checked_sub(most).filter(|lead| *lead <= most)?;
                pair.leads.add(lead, counts.next()?);
            }
        }
        let most: Vec<i64> = league.most_joint_leads().collect();
        for (joint, most) in league.joint.iter_mut().zip(most) {
            joint.products = [counts.next()?, counts.next()?];
            for sum in &mut joint.leads {
                *sum = i64::try_from(counts.next()?).ok()?.checked_sub(most).filter(|sum| *sum <= most)?;
            }
        }
        league.is_consistent().then_some(league)
    }

    /// The games by which a player can lead another on a wall.
    pub(super) fn most_lead(&self) -> i64 {
        self.tables.games_of_pair(self.players).cast_signed()
    }

    /// The games by which a pair's players can lead on the walls that it played with another, of each two pairs.
    fn most_joint_leads(&self) -> impl Iterator<Item = i64> {
        let walls = |pair: usize| self.pairs[pair].leads.moments().count;
        let shared = (0..self.pairs.len()).flat_map(move |one| (0..one).map(move |other| walls(one).min(walls(other))));
        shared.map(|walls| walls.cast_signed().saturating_mul(self.most_lead()))
    }

    /// Whether the games that pairs have won agree with their leads and are no more than were played, and no two pairs lead
    /// together by more than each does. Of a pair that played no more walls than the other, all leads are of walls that both played.
    fn is_consistent(&self) -> bool {
        let most = self.most_lead();
        let all: Vec<Moments> = self.pairs.iter().map(|pair| pair.leads.moments()).collect();
        let pairs_fit = self.pairs.iter().zip(&all).all(|(pair, leads)| {
            let [first, second] = pair.wins.map(i128::from);
            let led: i128 = pair.leads.iter().map(|(lead, walls)| i128::from(lead.abs()) * i128::from(walls)).sum();
            let games = i128::from(leads.count) * i128::from(most);
            // At a table of two, nobody else forfeits a game, which both would win.
            let won = if self.tables == Tables::Pairs { games } else { 2 * games - led };
            first - second == leads.sum && (led..=won).contains(&(first + second))
        });
        let numbers = (0..self.pairs.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
        // Cauchy and Schwarz.
        let together_fit = numbers.zip(&self.joint).all(|((one, other), joint)| {
            let most = all[one].squares as f64 * all[other].squares as f64;
            let [plus, minus] = joint.products.map(|sum| sum as f64);
            let shared = all[one].count.min(all[other].count);
            let leads_fit = |(pair, sum): (usize, i64)| all[pair].count > shared || all[pair].sum == i128::from(sum);
            plus + minus <= most.sqrt() * (1.0 + 1e-9) && [one, other].into_iter().zip(joint.leads).all(leads_fit)
        });
        pairs_fit && together_fit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_numbered_in_their_order() {
        for players in 2..9 {
            let league = League::new(players, Tables::Pairs);
            for (number, (first, second)) in league.pairs().enumerate() {
                assert_eq!((league.number(first, second), league.number(second, first)), (number, number));
            }
            assert_eq!(league.pairs().count(), league.pairs.len());
        }
    }

    #[test]
    fn scores_and_differences_are_of_both_sides() {
        let mut league = League::new(3, Tables::Pairs);
        for _ in 0..40 {
            league.add_wall(&[Some([3, 1]), Some([1, 2]), None]);
            league.add_wall(&[Some([1, 2]), None, None]);
        }
        assert_eq!((league.walls(1, 0), league.games(0, 1), league.walls(1, 2)), (80, 480, 0));
        assert_eq!((league.wins(0, 1), league.wins(1, 0), league.wins(2, 0)), (160, 120, 80));
        assert!((league.score(0, 1).unwrap() - 0.5 - 40.0 / 480.0 / 2.0).abs() < 1e-12);
        assert!((league.score(0, 1).unwrap() + league.score(1, 0).unwrap() - 1.0).abs() < 1e-12);
        assert_eq!(league.score(1, 2), None);
        // Leads of 2 and −1 of twelve.
        let (difference, interval) = league.difference(0, 1).unwrap();
        assert!((difference - 0.5 / 12.0).abs() < 1e-12);
        assert!(interval.unwrap().contains(difference) && interval.unwrap().low > 0.0);
        let all_alike = league.difference(0, 2).unwrap();
        assert!((all_alike.0 + 1.0 / 12.0).abs() < 1e-12 && all_alike.1.is_none());
        assert!((league.covariance((0, 1), (0, 1)) - (200.0 - 80.0 * 0.25) / 4.0).abs() < 1e-9);
    }

    /// By the definition: over the walls that both played, how far each was from its mean over all of its own.
    #[test]
    fn pairs_vary_together_on_the_walls_that_both_played() {
        let players = 4;
        let mut league = League::new(players, Tables::Pairs);
        let pairs: Vec<(usize, usize)> = league.pairs().collect();
        let last = [100, 16, 48, 100, 16, 70];
        let lead = |pair: usize, wall: usize| ((wall * wall + 5 * wall * (pair + 1)) % 11 % 7) as f64 - 3.0;
        for wall in 0..100 {
            let won = |pair: usize| {
                let lead = lead(pair, wall) as i64;
                (wall < last[pair]).then(|| [lead.max(0).cast_unsigned(), (-lead).max(0).cast_unsigned()])
            };
            league.add_wall(&(0..pairs.len()).map(won).collect::<Vec<_>>());
        }
        let mean = |pair: usize| (0..last[pair]).map(|wall| lead(pair, wall)).sum::<f64>() / last[pair] as f64;
        let away = |pair: usize, wall: usize| lead(pair, wall) - mean(pair);
        for (one, &of_one) in pairs.iter().enumerate() {
            for (other, &of_other) in pairs.iter().enumerate() {
                let shared = 0..last[one].min(last[other]);
                let expected: f64 = shared.map(|wall| away(one, wall) * away(other, wall) / 4.0).sum();
                assert!((league.covariance(of_one, of_other) - expected).abs() < 1e-9, "{of_one:?} and {of_other:?}");
            }
        }
        assert_eq!(League::new(players, Tables::Pairs).with_counts(&mut league.counts().into_iter()), Some(league));
    }
}
