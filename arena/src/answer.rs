//! Leagues.

use paili::simulation::{Sequential, Verdict};
use serde::{Serialize, Serializer};

use super::{FaultKind, PlayerCounts, Ratings, Standing};

/// How a league stands, with its ratings, as the program's JSON has it. `scale` says what `elo` is of. A player's `wins` are those at
/// the table; a pair's count a forfeited game for everybody else, too, and so do `score` and `elo`.
#[derive(Debug, Clone)]
pub struct LeagueAnswer<'a> {
    /// What the players are called.
    pub names: &'a [String],
    /// How the league stands.
    pub standing: &'a Standing,
    /// Its ratings.
    pub ratings: Ratings,
    /// The test that pairs stop by, if they do.
    pub test: Option<Sequential>,
}

impl<'a> LeagueAnswer<'a> {
    /// The answer of a league with players of these names.
    #[must_use]
    pub fn new(names: &'a [String], standing: &'a Standing, test: Option<Sequential>) -> Self {
        LeagueAnswer { names, standing, ratings: Ratings::of(standing.league()), test }
    }

    /// What the test says of a pair, if there is one.
    #[must_use]
    pub fn verdict(&self, first: usize, second: usize) -> Option<Verdict> {
        self.standing.verdict(self.test.as_ref()?, first, second)
    }

    fn player(&self, player: usize) -> Player<'_> {
        let interval = self.ratings.interval(player);
        let PlayerCounts { wins, seats, faults } = *self.standing.player(player);
        Player {
            name: &self.names[player],
            elo: self.ratings.elo(player),
            low: interval.low,
            high: interval.high,
            wins,
            seats,
            faults,
        }
    }

    fn pair(&self, first: usize, second: usize) -> Pair<'_> {
        let league = self.standing.league();
        let (difference, interval) = league.difference(first, second).unzip();
        let interval = interval.flatten();
        Pair {
            first: &self.names[first],
            second: &self.names[second],
            walls: league.walls(first, second),
            games: league.games(first, second),
            wins: [league.wins(first, second), league.wins(second, first)],
            score: league.score(first, second),
            difference,
            low: interval.map(|interval| interval.low),
            high: interval.map(|interval| interval.high),
            superiority: self.ratings.superiority(first, second),
            decided: self.verdict(first, second).map(Verdict::name),
        }
    }
}

impl Serialize for LeagueAnswer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let league = self.standing.league();
        League {
            walls: self.standing.walls(),
            games: self.standing.games(),
            tables: league.tables().name(),
            scale: league.tables().scale(),
            players: (0..self.names.len()).map(|player| self.player(player)).collect(),
            pairs: league.pairs().map(|(first, second)| self.pair(first, second)).collect(),
        }
        .serialize(serializer)
    }
}

#[derive(Serialize)]
struct League<'a> {
    walls: u64,
    games: u64,
    tables: &'static str,
    scale: &'static str,
    /// In the order in which they were named.
    players: Vec<Player<'a>>,
    pairs: Vec<Pair<'a>>,
}

#[derive(Serialize)]
struct Player<'a> {
    name: &'a str,
    elo: f64,
    low: f64,
    high: f64,
    wins: u64,
    seats: u64,
    #[serde(serialize_with = "by_kind")]
    faults: [u64; FaultKind::ALL.len()],
}

#[derive(Serialize)]
struct Pair<'a> {
    first: &'a str,
    second: &'a str,
    walls: u64,
    games: u64,
    wins: [u64; 2],
    score: Option<f64>,
    difference: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    superiority: f64,
    decided: Option<&'static str>,
}

fn by_kind<S: Serializer>(faults: &[u64; FaultKind::ALL.len()], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(FaultKind::ALL.map(FaultKind::name).iter().zip(faults))
}
