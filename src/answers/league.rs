//! Leagues.

use serde::Serialize;

use crate::players::{FaultKind, Standing};
use crate::simulation::{Ratings, Sequential, Tables, Verdict};

/// How a league stands, with its ratings, as the program's JSON has it. `scale` says what `elo` is of. A player's `wins` are those at
/// the table; a pair's count a forfeited game for everybody else, too, and so do `score` and `elo`.
#[derive(Debug, Clone, Copy)]
pub struct LeagueAnswer<'a> {
    /// What the players are called.
    pub names: &'a [String],
    /// How the league stands.
    pub standing: &'a Standing,
    /// Its ratings.
    pub ratings: &'a Ratings,
    /// The test that pairs stop by, if they do.
    pub test: Option<&'a Sequential>,
}

serialize! { LeagueAnswer<'_>, |it|
    walls: it.standing.walls(),
    games: it.standing.games(),
    tables: match it.standing.league().tables() {
        Tables::Pairs => "pairs",
        Tables::Fours => "fours",
    },
    scale: it.standing.league().tables().scale(),
    players: (0..it.names.len()).map(|player| it.player(player)).collect::<Vec<_>>(),
    pairs: it.standing.league().pairs().map(|(first, second)| it.pair(first, second)).collect::<Vec<_>>(),
}

impl LeagueAnswer<'_> {
    fn player(&self, player: usize) -> RatedPlayer<'_> {
        let (counts, interval) = (self.standing.player(player), self.ratings.interval(player));
        let [illegal, rubbish, late, ended] = FaultKind::ALL.map(|kind| counts.faults[kind as usize]);
        RatedPlayer {
            name: &self.names[player],
            elo: self.ratings.elo(player),
            low: interval.low,
            high: interval.high,
            wins: counts.wins,
            seats: counts.seats,
            faults: Faults { illegal, rubbish, late, ended },
        }
    }

    fn pair(&self, first: usize, second: usize) -> Pair<'_> {
        let league = self.standing.league();
        let (difference, interval) = league.difference(first, second).unzip();
        let interval = interval.flatten();
        let verdict = self.test.and_then(|test| self.standing.verdict(test, first, second));
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
            decided: verdict.map(Verdict::name),
        }
    }
}

/// A player, in the order in which they were named.
#[derive(Serialize)]
struct RatedPlayer<'a> {
    name: &'a str,
    elo: f64,
    low: f64,
    high: f64,
    wins: u64,
    seats: u64,
    faults: Faults,
}

#[derive(Serialize)]
struct Faults {
    illegal: u64,
    rubbish: u64,
    late: u64,
    ended: u64,
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
