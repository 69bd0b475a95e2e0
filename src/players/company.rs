//! Everybody who may sit down in a run.

use std::sync::{Mutex, PoisonError};

use super::crew::{Block, Crew, Deal, Guest};
use super::entrant::Entrant;
use super::terms::{PlayersError, Terms};
use crate::distance::Model;

/// The entrants of a run, and the programs among them that run.
///
/// Each thread that plays has a process of each program's for itself.
#[derive(Debug)]
pub struct Players {
    entrants: Vec<Entrant>,
    terms: Terms,
    names: Vec<String>,
    /// Processes that no thread uses just now.
    idle: Mutex<Vec<Crew>>,
}

impl Players {
    /// Gathers the entrants and starts each program once, to see that it can play.
    ///
    /// # Errors
    ///
    /// When a program can't be started or does not greet as it should.
    pub fn new(entrants: Vec<Entrant>, terms: Terms) -> Result<Players, PlayersError> {
        let first = Crew::start(&entrants, &terms)?;
        let names = unique((0..entrants.len()).map(|entrant| match &entrants[entrant] {
            Entrant::Policy(policy) => policy.name().to_owned(),
            Entrant::Program(_) => first.name_of(entrant),
            Entrant::Guest(name) => name.clone(),
        }));
        Ok(Players { entrants, terms, names, idle: Mutex::new(vec![first]) })
    }

    /// What the entrants are called, in the order in which they were given, no two alike: of programs the names that they
    /// gave themselves.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Plays some games at once on this thread. What comes of a game depends on neither the thread nor the other games,
    /// as long as the programs' answers don't. Guests forfeit.
    ///
    /// # Errors
    ///
    /// When a program can't be started again, or at the first fault if the terms say so.
    pub fn play<M: Model + 'static>(&self, deals: &[Deal], model: M) -> Result<Block, PlayersError> {
        self.play_with(deals, model, &mut |_, _, _| None)
    }

    /// Plays some games with guests among the entrants. `guest` is asked on this thread whenever one of them has to decide;
    /// one that does not, or not as it may, forfeits.
    ///
    /// # Errors
    ///
    /// As [`play`](Players::play).
    pub fn play_with<M: Model + 'static>(
        &self,
        deals: &[Deal],
        model: M,
        guest: &mut Guest<'_, M>,
    ) -> Result<Block, PlayersError> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut crew = idle.map_or_else(|| Crew::start(&self.entrants, &self.terms), Ok)?;
        let played = crew.play(&self.entrants, &self.terms, deals, model, guest)?;
        // Where something went wrong, its processes end.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(crew);
        Ok(played)
    }
}

/// The names of policies, no two alike; of programs, which have not said theirs, their commands.
#[must_use]
pub fn names_of(entrants: &[Entrant]) -> Vec<String> {
    unique(entrants.iter().map(Entrant::to_string))
}

/// Names with a number behind those that are there already.
#[must_use]
pub fn unique(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut unique: Vec<String> = Vec::new();
    for name in names {
        let taken = |name: &str| unique.iter().any(|other| other == name);
        let numbered = (2..).map(|number| format!("{name} ({number})"));
        let free = std::iter::once(name.clone()).chain(numbered).find(|name| !taken(name));
        unique.push(free.unwrap_or(name));
    }
    unique
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::TableModel;
    use crate::game::{Decision, Policy, Position, Rule, View};
    use crate::players::{LeagueTable, OnFault};
    use crate::simulation::{NamedPolicy, Seed, Tables};

    #[test]
    fn guests_decide_in_their_seats() {
        let terms = Terms {
            move_time: Duration::from_secs(1),
            memory: None,
            on_fault: OnFault::Stop,
            errors: None,
            attendant: Vec::new(),
        };
        let [rule, concealed] = [NamedPolicy::Rule, NamedPolicy::Concealed].map(Entrant::from);
        let players = Players::new(vec![rule, concealed.clone()], terms.clone()).unwrap();
        let hosts = Players::new(vec![Entrant::Guest("by hand".to_owned()), concealed], terms).unwrap();
        assert_eq!(hosts.names(), ["by hand", "concealed"]);
        let table = &LeagueTable::all(2, Tables::Pairs)[0];
        for number in 0..50 {
            let wall = Seed(1).wall(number);
            let places = 0..table.seatings.len() as u64;
            let deals: Vec<Deal> = places.map(|place| table.deal(Seed(1), (number, &wall), place)).collect();
            let mut guest = |deal: &Deal, position: &Position<TableModel>, decision: &Decision| {
                assert_eq!(deal.seats[decision.seat().index()], 0);
                Some(Rule.decide(&View::new(position, decision.seat()), decision))
            };
            let hosted = hosts.play_with(&deals, TableModel, &mut guest).unwrap();
            assert_eq!(hosted.games, players.play(&deals, TableModel).unwrap().games, "wall {number}");
        }
        let deal = table.deal(Seed(1), (0, &Seed(1).wall(0)), 0);
        let alone = hosts.play(&[deal], TableModel).unwrap();
        assert!(alone.games[0].outcome.forfeited_by().is_some(), "nobody decides for the guest");
    }

    #[test]
    fn names_are_told_apart() {
        let names = ["a", "b", "a", "a (2)", "a"].map(str::to_owned);
        assert_eq!(unique(names.into_iter()), ["a", "b", "a (2)", "a (2) (2)", "a (3)"]);
    }
}
