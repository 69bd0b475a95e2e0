//! Which tables of a league play on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use paili::players::{LeagueTable, Standing};
use paili::simulation::Sequential;

/// The tables of a league. One is decided when all its pairs are; this is read where blocks are made, so that nothing is
/// played for nothing.
#[derive(Clone)]
pub struct OpenTables {
    all: Arc<Vec<LeagueTable>>,
    decided: Arc<Vec<AtomicBool>>,
    test: Option<Sequential>,
}

impl OpenTables {
    pub fn new(all: Vec<LeagueTable>, test: Option<Sequential>) -> Self {
        let decided = all.iter().map(|_| AtomicBool::new(false)).collect();
        OpenTables { all: Arc::new(all), decided: Arc::new(decided), test }
    }

    /// Looks which of them the standing decides.
    pub fn look(&self, standing: &Standing) {
        standing.look(self.test.as_ref(), &self.all, &self.decided);
    }

    pub fn is_open(&self, table: usize) -> bool {
        !self.decided[table].load(Ordering::Relaxed)
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
}
