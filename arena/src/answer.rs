//! How a league stands, as JSON has it.

use paili::serialize;
use paili::simulation::{Interval, Sequential, Verdict};
use serde::{Serialize, Serializer};

use super::{FaultKind, League, Ratings, Standing};

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
    pub fn new(names: &'a [String], standing: &'a Standing, test: Option<Sequential>) -> Self {
        LeagueAnswer { names, standing, ratings: Ratings::of(standing.league()), test }
    }

    /// What the test says of a pair, if there is one.
    pub fn verdict(&self, first: usize, second: usize) -> Option<Verdict> {
        self.standing.verdict(self.test.as_ref()?, first, second)
    }
}

serialize! { LeagueAnswer<'_>, |it|
    walls: it.standing.walls(),
    games: it.standing.games(),
    tables: it.standing.league().tables().name(),
    scale: it.standing.league().tables().scale(),
    // In the order in which they were named.
    players: (0..it.names.len()).map(|player| Player(it, player)).collect::<Vec<_>>(),
    pairs: it.standing.league().pairs().map(|(first, second)| Pair(it, first, second)).collect::<Vec<_>>(),
}

struct Player<'a>(&'a LeagueAnswer<'a>, usize);

serialize! { Player<'_>, |it|
    name: it.0.names[it.1],
    elo: it.0.ratings.elo(it.1),
    low: it.0.ratings.interval(it.1).low,
    high: it.0.ratings.interval(it.1).high,
    wins: it.0.standing.player(it.1).wins,
    seats: it.0.standing.player(it.1).seats,
    faults: ByKind(it.0.standing.player(it.1).faults),
}

struct Pair<'a>(&'a LeagueAnswer<'a>, usize, usize);

impl Pair<'_> {
    fn league(&self) -> &League {
        self.0.standing.league()
    }

    fn interval(&self) -> Option<Interval> {
        self.league().difference(self.1, self.2)?.1
    }
}

serialize! { Pair<'_>, |it|
    first: it.0.names[it.1],
    second: it.0.names[it.2],
    walls: it.league().walls(it.1, it.2),
    games: it.league().games(it.1, it.2),
    wins: [it.league().wins(it.1, it.2), it.league().wins(it.2, it.1)],
    score: it.league().score(it.1, it.2),
    difference: it.league().difference(it.1, it.2).map(|(difference, _)| difference),
    low: it.interval().map(|interval| interval.low),
    high: it.interval().map(|interval| interval.high),
    superiority: it.0.ratings.superiority(it.1, it.2),
    decided: it.0.verdict(it.1, it.2).map(Verdict::name),
}

struct ByKind([u64; FaultKind::ALL.len()]);

impl Serialize for ByKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(FaultKind::ALL.map(FaultKind::name).iter().zip(self.0))
    }
}
