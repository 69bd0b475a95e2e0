//! How a league stands.

use super::fault::FaultKind;
use super::league::{League, Tables};
use super::tables::{LeagueGame, TableGames};
use paili::game::PLAYERS;
use paili::simulation::{SavedBytesError, Sequential, Verdict, load_counts, save_counts};

/// How a league stands after some walls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    league: League,
    players: Vec<PlayerCounts>,
}

/// What the bytes of a league begin with; the last one is the version of what follows.
const LABEL: [u8; 8] = *b"pailile\x03";

/// What a player did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PlayerCounts {
    /// Seats it had, in all games.
    pub seats: u64,
    /// Games that it won, with a tile drawn or discarded.
    pub wins: u64,
    /// What it did wrong, of each kind.
    pub faults: [u64; FaultKind::ALL.len()],
}

impl Standing {
    /// A league of this many players before its first wall.
    pub fn new(players: usize, tables: Tables) -> Standing {
        Standing { league: League::new(players, tables), players: vec![PlayerCounts::default(); players] }
    }

    /// What became of its pairs.
    pub fn league(&self) -> &League {
        &self.league
    }

    /// Walls that were played.
    pub fn walls(&self) -> u64 {
        self.league.pairs().map(|(first, second)| self.league.walls(first, second)).max().unwrap_or(0)
    }

    /// Games that were played.
    pub fn games(&self) -> u64 {
        self.players.iter().map(|player| player.seats).sum::<u64>() / PLAYERS as u64
    }

    /// What a player did.
    pub fn player(&self, player: usize) -> &PlayerCounts {
        &self.players[player]
    }

    /// Adds a wall's games, of all tables that played it.
    pub fn add_wall(&mut self, tables: &[TableGames]) {
        let won = self.league.pairs().map(|(first, second)| {
            let pair = [first, second];
            let met = tables.iter().filter(|games| pair.iter().all(|player| games.games[0].seats.contains(player)));
            met.map(|games| games.won(pair)).reduce(|[a, b], [c, d]| [a + c, b + d])
        });
        let won: Vec<_> = won.collect();
        self.league.add_wall(&won);
        for &LeagueGame { seats, outcome, .. } in tables.iter().flat_map(|games| &games.games) {
            for player in seats {
                self.players[player].seats += 1;
            }
            if let Some(winner) = outcome.winner() {
                self.players[seats[winner.index()]].wins += 1;
            }
        }
        for (player, fault) in tables.iter().flat_map(|games| &games.faults) {
            self.players[*player].faults[fault.kind as usize] += 1;
        }
    }

    /// What a test says of a pair, where it is due to be asked.
    pub fn verdict(&self, test: &Sequential, first: usize, second: usize) -> Option<Verdict> {
        let due = self.league.walls(first, second).is_multiple_of(Sequential::EVERY);
        if due { self.league.verdict(test, first, second) } else { None }
    }

    /// The standing as bytes, beside a text that says of which run it is, as
    /// [`Tally::to_bytes_of`](paili::simulation::Tally::to_bytes_of) writes tallies.
    pub fn to_bytes_of(&self, run: &str) -> Vec<u8> {
        let of_player = |player: &PlayerCounts| [player.seats, player.wins].into_iter().chain(player.faults);
        let counts = self.league.counts().into_iter().chain(self.players.iter().flat_map(of_player));
        save_counts(LABEL, run, self.kind().into_iter().chain(counts))
    }

    /// Reads what [`Standing::to_bytes_of`] wrote of a league like this one: of which run it is, and the standing.
    ///
    /// # Errors
    ///
    /// When the bytes are no league's, of another version's or another league's, or damaged, or when somebody won more games
    /// than there were.
    pub fn read_bytes_of(&self, bytes: &[u8]) -> Result<(String, Standing), SavedBytesError> {
        let (run, counts) = load_counts(LABEL, bytes)?;
        let (kind, counts) = counts.split_first_chunk().ok_or(SavedBytesError::Damaged)?;
        if *kind != self.kind() {
            return Err(SavedBytesError::OtherLeague);
        }
        let standing = self.with_counts(counts.iter().copied()).filter(Standing::is_consistent);
        Ok((run, standing.ok_or(SavedBytesError::Damaged)?))
    }

    /// How many players it has, and at what tables.
    fn kind(&self) -> [u64; 2] {
        [self.players.len() as u64, self.league.tables() as u64]
    }

    /// A standing like this one of such counts, the league's first, if they fit together.
    fn with_counts(&self, mut counts: impl ExactSizeIterator<Item = u64>) -> Option<Standing> {
        let mut standing = Standing { league: self.league.with_counts(&mut counts)?, players: self.players.clone() };
        for player in &mut standing.players {
            [player.seats, player.wins] = [counts.next()?, counts.next()?];
            for faults in &mut player.faults {
                *faults = counts.next()?;
            }
        }
        (counts.len() == 0).then_some(standing)
    }

    /// Whether every player's seats agree with its pairs' walls, and it won no more games than its pairs did.
    fn is_consistent(&self) -> bool {
        let players = self.players.len();
        // Games of a player's on a wall and its seats in each; the opponents that each of its wins counts against.
        let (seats, opponents) = match self.league.tables() {
            Tables::Pairs => (Tables::Pairs.games_of_pair(players) * 2 * (players as u64 - 1), 1),
            Tables::Fours => (Tables::Fours.games_of_pair(players) * (players as u64 - 1) / 3, 3),
        };
        (0..players).all(|player| {
            let others = || (0..players).filter(|&other| other != player);
            let walls: u64 = others().map(|other| self.league.walls(player, other)).sum();
            let won: u64 = others().map(|other| self.league.wins(player, other)).sum();
            let PlayerCounts { seats: had, wins, .. } = self.players[player];
            u128::from(had) * (players as u128 - 1) == u128::from(walls) * u128::from(seats)
                && u128::from(wins) * opponents <= u128::from(won)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Entrant, LeagueRun, LeagueTable, Transcripts};
    use paili::TableModel;
    use paili::simulation::{NamedPolicy, Seed};

    fn standing(players: usize, tables: Tables) -> Standing {
        let policies = [NamedPolicy::Rule, NamedPolicy::Acceptance, NamedPolicy::Concealed, NamedPolicy::Random];
        let entrants: Vec<Entrant> = (0..players).map(|player| policies[player % policies.len()].into()).collect();
        let run = LeagueRun { entrants: &entrants, players: None, seed: Seed(1), transcripts: Transcripts::None };
        let mut standing = Standing::new(players, tables);
        let all = LeagueTable::all(players, tables);
        for wall in 0..20 {
            standing.add_wall(&run.play([wall], &all, TableModel).unwrap().0);
        }
        standing
    }

    #[test]
    fn leagues_of_many_players_are_kept() {
        for tables in [Tables::Pairs, Tables::Fours] {
            let standing = Standing::new(32, tables);
            assert_eq!(
                standing.read_bytes_of(&standing.to_bytes_of("long")),
                Ok(("long".to_owned(), standing.clone()))
            );
        }
    }

    #[test]
    fn counts_that_do_not_fit_together_are_refused() {
        for (players, tables) in [(2, Tables::Pairs), (5, Tables::Pairs), (4, Tables::Fours), (5, Tables::Fours)] {
            let standing = standing(players, tables);
            let empty = Standing::new(players, tables);
            assert_eq!(empty.read_bytes_of(&standing.to_bytes_of("a run")), Ok(("a run".to_owned(), standing.clone())));
            let more = Standing::new(players + 1, tables).read_bytes_of(&standing.to_bytes_of(""));
            assert_eq!(more, Err(SavedBytesError::OtherLeague));
            for player in 0..players {
                let mut forged = standing.clone();
                forged.players[player].seats += 1;
                assert!(empty.read_bytes_of(&forged.to_bytes_of("")).is_err(), "a seat more");
                let mut forged = standing.clone();
                forged.players[player].wins += 1;
                assert!(empty.read_bytes_of(&forged.to_bytes_of("")).is_err(), "a win more");
            }
            // One of the pair's wins more, and both fewer walls.
            let mut counts = standing.league.counts();
            counts[0] += 1;
            assert_eq!(empty.league.with_counts(&mut counts.into_iter()), None);
        }
    }
}
