//! Which tables of a league play on.

use std::iter;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::standing::Standing;
use super::tables::{LeagueTable, TableGames};
use paili::simulation::Sequential;

/// The tables of a league. A table is decided when all its pairs are. Clones share what is decided, so no decided
/// table is played on.
#[derive(Debug, Clone)]
pub struct OpenTables {
    all: Arc<[LeagueTable]>,
    decided: Arc<[AtomicBool]>,
    test: Option<Sequential>,
}

impl OpenTables {
    /// All tables of a league, but for those that are decided as it stands. Without a test none ever is.
    pub fn new(standing: &Standing, test: Option<Sequential>) -> Self {
        let league = standing.league();
        let all: Arc<[LeagueTable]> = LeagueTable::all(league.players(), league.tables()).into();
        let tables = OpenTables { decided: all.iter().map(|_| AtomicBool::new(false)).collect(), all, test };
        tables.look(standing);
        tables
    }

    /// Those that are not decided. `None` if all are.
    pub fn open(&self) -> Option<Vec<LeagueTable>> {
        let open: Vec<LeagueTable> = self.all.iter().filter(|table| self.is_open(table.number)).cloned().collect();
        (!open.is_empty()).then_some(open)
    }

    /// How many games are played of a wall.
    pub fn games_a_wall(&self) -> u64 {
        self.all.iter().map(|table| table.seatings.len() as u64).sum()
    }

    /// Adds the games of the walls that come next to a standing, wall by wall, and tells `counted` of those that count. What was
    /// played while a table was being decided does not: the league depends on no thread.
    ///
    /// # Errors
    ///
    /// As `counted`.
    pub fn add<E>(
        &self,
        standing: &mut Standing,
        mut games: Vec<TableGames>,
        mut counted: impl FnMut(&TableGames) -> Result<(), E>,
    ) -> Result<(), E> {
        games.sort_by_key(|games| (games.wall, games.table));
        let mut games = games.into_iter().peekable();
        while let Some(wall) = games.peek().map(|games| games.wall) {
            let of_wall = iter::from_fn(|| games.next_if(|games| games.wall == wall));
            let of_wall: Vec<TableGames> = of_wall.filter(|games| self.is_open(games.table)).collect();
            if !of_wall.is_empty() {
                of_wall.iter().try_for_each(&mut counted)?;
                standing.add_wall(&of_wall);
                self.look(standing);
            }
        }
        Ok(())
    }

    fn is_open(&self, table: usize) -> bool {
        !self.decided[table].load(Ordering::Relaxed)
    }

    /// Looks which of them the standing decides: a pair's table, when the pair is. Where four sit at a table, all play until all
    /// pairs are decided: every pair meets at several tables, and its walls count only if they are played at all of them.
    fn look(&self, standing: &Standing) {
        let Some(test) = &self.test else { return };
        let is_decided = |first, second| standing.verdict(test, first, second).is_some();
        let all = || standing.league().pairs().all(|(first, second)| is_decided(first, second));
        for table in self.all.iter().filter(|table| self.is_open(table.number)) {
            let enough = match table.players[..] {
                [first, second] => is_decided(first, second),
                _ => all(),
            };
            self.decided[table.number].store(enough, Ordering::Relaxed);
        }
    }
}
