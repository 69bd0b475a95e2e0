//! A league's games.

use super::entrant::Entrant;
use super::entrants::Players;
use super::fault::Fault;
use super::league::Tables;
use super::programs::{Deal, Guest, PlayedGames};
use super::terms::{PlayersError, Thinking};
use paili::distance::Model;
use paili::game::{Game, Outcome, Seat, Transcript, Wall};
use paili::simulation::{NamedPolicy, SEATINGS, Seed};

/// Players who sit at a table together, and every way to seat them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeagueTable {
    /// Its number among the league's tables.
    pub number: usize,
    /// How many tables the league has.
    of: usize,
    /// Who sits there: two players, or four.
    pub players: Vec<usize>,
    /// Who sits where in each of its games on a wall.
    pub seatings: Vec<[usize; 4]>,
}

impl LeagueTable {
    /// All tables of a league of this many players, in the order of its [pairs](super::League::pairs).
    pub fn all(players: usize, tables: Tables) -> Vec<LeagueTable> {
        let all = choose(players, if tables == Tables::Pairs { 2 } else { 4 });
        let of = all.len();
        let table = |(number, players): (usize, Vec<usize>)| {
            let seatings = match tables {
                Tables::Pairs => SEATINGS.map(|seating| seating.map(|side| players[side as usize])).to_vec(),
                Tables::Fours => orders(&players),
            };
            LeagueTable { number, of, players, seatings }
        };
        all.into_iter().enumerate().map(table).collect()
    }

    /// The number of one of its games on a wall, which policies that draw lots are seeded with: that of
    /// [`compare`](paili::simulation::compare).
    fn game(&self, wall: u64, place: u64) -> u64 {
        wall.wrapping_mul(self.seatings.len() as u64).wrapping_add(place)
    }

    /// Its games on a wall of a seed.
    pub fn deals(&self, seed: Seed, number: u64) -> impl Iterator<Item = Deal> {
        let wall = seed.wall(number);
        (0..).zip(&self.seatings).map(move |(place, &seats)| {
            let (of_league, game) = (self.game_of_league(number, place), self.game(number, place));
            let of_wall = self.number as u64 * self.seatings.len() as u64 + place;
            Deal { number: of_league, of_wall, wall: wall.clone(), seed, game, seats }
        })
    }

    /// The number of the same game among all of the league, whichever tables still play.
    pub(crate) fn game_of_league(&self, wall: u64, place: u64) -> u64 {
        self.game(wall, place).wrapping_mul(self.of as u64).wrapping_add(self.number as u64)
    }
}

/// All choices of a number of the first numbers, in order.
fn choose(of: usize, many: usize) -> Vec<Vec<usize>> {
    if many == 0 {
        return vec![Vec::new()];
    }
    let with_first = |first: usize| {
        let rest = choose(of - first - 1, many - 1).into_iter();
        rest.map(move |rest| std::iter::once(first).chain(rest.into_iter().map(|number| number + first + 1)).collect())
    };
    (0..=of - many).flat_map(with_first).collect()
}

/// Four players in all 24 orders.
fn orders(players: &[usize]) -> Vec<[usize; 4]> {
    let all = (0..4_usize.pow(4)).map(|code| [code / 64, code / 16 % 4, code / 4 % 4, code % 4]);
    let distinct = all.filter(|order| (0..4).all(|place| order.contains(&place)));
    distinct.map(|order| order.map(|place| players[place])).collect()
}

/// A game of a league.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LeagueGame {
    /// Its number in the league, by which a [`Fault`] names it.
    pub number: u64,
    /// Who sat where.
    pub seats: [usize; 4],
    /// How it ended.
    pub outcome: Outcome,
}

/// The games of a table on a wall.
#[derive(Debug, Clone)]
pub struct TableGames {
    /// The table's number.
    pub table: usize,
    /// The wall's number.
    pub wall: u64,
    /// The games, in the order of the table's seatings.
    pub games: Vec<LeagueGame>,
    /// What programs did wrong, each with the number of the player.
    pub faults: Vec<(usize, Fault)>,
    /// The games' transcripts, if they were asked for.
    pub transcripts: Vec<Transcript>,
}

impl TableGames {
    /// How many of the games each of two players won; a game that was given up is won by everybody else.
    pub fn won(&self, pair: [usize; 2]) -> [u64; 2] {
        pair.map(|player| {
            let won = |game: &&LeagueGame| match (game.outcome.winner(), game.outcome.forfeited_by()) {
                (Some(winner), _) => game.seats[winner.index()] == player,
                (None, Some(by)) => game.seats[by.index()] != player,
                (None, None) => false,
            };
            self.games.iter().filter(won).count() as u64
        })
    }

    /// The games' transcripts, each behind a line of its own: `# game 0, wall 0: A rule, B acceptance, C rule, D acceptance`.
    pub fn transcripts_beside<'a>(&'a self, names: &'a [String]) -> impl Iterator<Item = Vec<u8>> + use<'a> {
        self.games.iter().zip(&self.transcripts).map(|(LeagueGame { number, seats, .. }, transcript)| {
            let players = Seat::ALL.map(|seat| format!("{seat} {}", names[seats[seat.index()]])).join(", ");
            let head = format!("# game {number}, wall {}: {players}\n", self.wall);
            [head.as_bytes(), transcript.as_bytes()].concat()
        })
    }
}

/// Whether the games' transcripts are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Transcripts {
    /// They are.
    Kept,
    /// They are not.
    None,
}

/// A league: who plays, and on which walls.
#[derive(Debug, Clone, Copy)]
pub struct LeagueRun<'a> {
    /// The players.
    pub entrants: &'a [Entrant],
    /// The same players, and their programs. It may be missing if there are none.
    pub players: Option<&'a Players>,
    /// What walls are drawn from.
    pub seed: Seed,
    /// Whether transcripts are kept.
    pub transcripts: Transcripts,
}

impl LeagueRun<'_> {
    /// Plays some walls at some tables, on this thread: wall by wall, and each at one table after the other. Also tells how long
    /// the players took to decide. Programs are asked about all of these games at once. Guests forfeit.
    ///
    /// # Errors
    ///
    /// As [`Players::play`].
    pub fn play<M: Model + 'static>(
        &self,
        walls: impl IntoIterator<Item = u64>,
        tables: &[LeagueTable],
        model: M,
    ) -> Result<(Vec<TableGames>, Vec<Thinking>), PlayersError> {
        self.play_with(walls, tables, model, &mut |_, _, _| None)
    }

    /// The same with guests, who are asked as by [`Players::play_with`].
    ///
    /// # Errors
    ///
    /// As [`Players::play_with`].
    pub fn play_with<M: Model + 'static>(
        &self,
        walls: impl IntoIterator<Item = u64>,
        tables: &[LeagueTable],
        model: M,
        guest: &mut Guest<'_, M>,
    ) -> Result<(Vec<TableGames>, Vec<Thinking>), PlayersError> {
        let walls: Vec<(u64, Wall)> = walls.into_iter().map(|number| (number, self.seed.wall(number))).collect();
        let places: Vec<(&(u64, Wall), &LeagueTable)> =
            walls.iter().flat_map(|wall| tables.iter().map(move |table| (wall, table))).collect();
        let is_asked =
            |table: &LeagueTable| table.players.iter().any(|&player| self.entrants[player].policy().is_none());
        let mut thinking = vec![Thinking::default(); self.entrants.len()];
        let mut outside = Vec::new().into_iter();
        if let Some(players) = self.players {
            let asked = places.iter().filter(|(_, table)| is_asked(table));
            let deals = asked.flat_map(|&((number, _), table)| table.deals(self.seed, *number));
            let deals: Vec<Deal> = deals.collect();
            let PlayedGames { games, faults, thinking: took } = players.play_with(&deals, model, guest)?;
            thinking = took;
            let mut faults = faults.into_iter().peekable();
            let games = games.into_iter().zip(deals).map(|(played, deal)| {
                let own = std::iter::from_fn(|| faults.next_if(|(_, fault)| fault.game == deal.number));
                (played, own.collect::<Vec<_>>())
            });
            outside = games.collect::<Vec<_>>().into_iter();
        }
        let results = places.into_iter().map(|((number, wall), table)| {
            let mut result = TableGames {
                table: table.number,
                wall: *number,
                games: Vec::with_capacity(table.seatings.len()),
                faults: Vec::new(),
                transcripts: Vec::new(),
            };
            for (place, &seats) in (0..).zip(&table.seatings) {
                let mut transcript = (self.transcripts == Transcripts::Kept).then(Transcript::new);
                let outside = if is_asked(table) { outside.next() } else { None };
                let outcome = if let Some((played, faults)) = outside {
                    result.faults.extend(faults);
                    match &mut transcript {
                        Some(transcript) => played.play_again(wall, model, transcript),
                        None => played.outcome,
                    }
                } else {
                    let game = table.game(*number, place);
                    let policy = |seat: Seat| self.entrants[seats[seat.index()]].policy().unwrap_or(NamedPolicy::Rule);
                    let mut players = Seat::ALL.map(|seat| policy(seat).player(self.seed, game, seat));
                    Game::play(wall, model, &mut players, &mut transcript)
                };
                result.games.push(LeagueGame { number: table.game_of_league(*number, place), seats, outcome });
                result.transcripts.extend(transcript);
            }
            result
        });
        Ok((results.collect(), thinking))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_meets_everybody_in_every_seat() {
        let pairs = LeagueTable::all(5, Tables::Pairs);
        assert_eq!(pairs.len(), 10);
        assert_eq!(pairs[4].players, [1, 2]);
        let fours = LeagueTable::all(5, Tables::Fours);
        assert_eq!(fours.len(), 5);
        assert!(fours.iter().all(|table| table.seatings.len() == 24));
        for table in fours {
            for (seat, &player) in (0..4).flat_map(|seat| table.players.iter().map(move |player| (seat, player))) {
                assert_eq!(table.seatings.iter().filter(|seats| seats[seat] == player).count(), 6);
            }
        }
    }

    #[test]
    fn every_game_of_a_league_has_its_own_number() {
        for tables in [Tables::Pairs, Tables::Fours] {
            let all = LeagueTable::all(6, tables);
            let numbers = (0..3).flat_map(|wall| {
                all.iter().flat_map(move |table| (0..6).map(move |place| table.game_of_league(wall, place)))
            });
            let numbers: Vec<u64> = numbers.collect();
            let distinct: std::collections::BTreeSet<u64> = numbers.iter().copied().collect();
            assert_eq!(distinct.len(), numbers.len());
        }
    }

    #[test]
    fn a_game_given_up_is_won_by_the_others() {
        let outcomes = [
            Outcome::SelfDrawn { winner: Seat::B },
            Outcome::Forfeited { by: Seat::C },
            Outcome::WallExhausted,
            Outcome::Ron { winner: Seat::A, from: Seat::C, tile: paili::Tile::EAST },
        ];
        let games = outcomes.map(|outcome| LeagueGame { number: 0, seats: [0, 1, 0, 1], outcome }).to_vec();
        let games = TableGames { table: 0, wall: 0, games, faults: Vec::new(), transcripts: Vec::new() };
        assert_eq!(games.won([0, 1]), [1, 2]);
    }
}
