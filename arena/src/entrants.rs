//! Everybody who may sit down in a run.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::entrant::Entrant;
use super::host::Host;
use super::numbers::numbers;
use super::programs::{Deal, Guest, PlayedGames, PlayedWithFaults, Programs};
use super::terms::{PlayersError, Terms, Thinking};
use paili::distance::Model;
use paili::simulation::NamedPolicy;

/// The entrants of a run, and the programs among them that run.
///
/// No process of a program's ever sees two games of one wall: what it learnt of the wall in the first it would know in the
/// second. So the games of a wall are numbered ([`Deal::of_wall`]), and each thread has processes for each number.
#[derive(Debug)]
pub struct Players {
    /// Programs that no thread uses just now, with the number of the games of a wall that they play. They end before the host does.
    idle: Mutex<Vec<(u64, Programs)>>,
    entrants: Vec<Entrant>,
    host: Host,
    names: Vec<String>,
}

/// All programs are asked to end before the first of them is waited for.
impl Drop for Players {
    fn drop(&mut self) {
        for (_, programs) in self.idle.get_mut().unwrap_or_else(PoisonError::into_inner) {
            programs.ask_to_end();
        }
    }
}

/// How many sets of programs are kept for other walls. Those beyond are ended, and started again when they are needed.
const MOST_IDLE: usize = 48;

impl Players {
    /// Gathers the entrants and starts each program once, to see that it can play.
    ///
    /// # Errors
    ///
    /// When a program can't be started or does not greet as it should, or the machine starts no thread.
    pub fn new(entrants: Vec<Entrant>, terms: Terms) -> Result<Players, PlayersError> {
        let host = Host::new(terms)?;
        let first = Programs::start(&entrants, &host)?;
        let own_names = (0..entrants.len()).map(|entrant| first.name_of(entrant).map(str::to_owned));
        let names = unique_names(entrants.iter().zip(own_names));
        Ok(Players { idle: Mutex::new(vec![(0, first)]), entrants, host, names })
    }

    /// What the entrants are called, in the order in which they were given, no two alike: of programs the names that they
    /// gave themselves.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Plays some games on this thread: those with the same [number](Deal::of_wall) at once. What comes of a game depends on
    /// neither the thread nor the other games, as long as the programs' answers don't. Guests forfeit.
    ///
    /// # Errors
    ///
    /// At the first fault if the terms say so, and when the machine gives no pipes.
    pub fn play<M: Model + 'static>(&self, deals: &[Deal], model: M) -> Result<PlayedGames, PlayersError> {
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
    ) -> Result<PlayedGames, PlayersError> {
        let mut of_walls: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
        for (place, deal) in deals.iter().enumerate() {
            of_walls.entry(deal.of_wall).or_default().push(place);
        }
        let mut played: Vec<Option<PlayedWithFaults>> = vec![None; deals.len()];
        let mut thinking = vec![Thinking::default(); self.entrants.len()];
        // One for all of them: a run ends some time after it is asked to, however many are left.
        let mut last = None;
        for (of_wall, mut places) in of_walls {
            // In an order that tells nothing of the walls' numbers.
            places.sort_by_cached_key(|&place| numbers(deals[place].seed, deals[place].number));
            let together: Vec<&Deal> = places.iter().map(|&place| &deals[place]).collect();
            let mut programs = self.take_idle(of_wall);
            let (games, took) = programs.play(&self.entrants, &self.host, &together, model, guest, &mut last)?;
            self.keep(of_wall, programs);
            for (place, game) in places.into_iter().zip(games) {
                played[place] = Some(game);
            }
            thinking.iter_mut().zip(took).for_each(|(thinking, more)| *thinking += more);
        }
        let (games, faults): (Vec<_>, Vec<_>) = played.into_iter().flatten().unzip();
        Ok(PlayedGames { games, faults: faults.into_iter().flatten().collect(), thinking })
    }

    /// Programs that play the games with this number, if some are idle.
    fn take_idle(&self, of_wall: u64) -> Programs {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let place = idle.iter().position(|&(number, _)| number == of_wall);
        place.map_or_else(Programs::default, |place| idle.swap_remove(place).1)
    }

    /// Keeps programs for other walls, unless there are enough or one of them is of no use any more.
    fn keep(&self, of_wall: u64, programs: Programs) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if programs.are_well() && idle.len() < MOST_IDLE {
            idle.push((of_wall, programs));
        }
    }
}

/// The names of policies, no two alike; of programs, which have not said theirs, their commands.
pub fn names_of(entrants: &[Entrant]) -> Vec<String> {
    unique_names(entrants.iter().map(|entrant| (entrant, None)))
}

/// Names, with a number behind those that somebody has already. Those of policies are taken before anybody sits down.
fn unique_names<'a>(entrants: impl Iterator<Item = (&'a Entrant, Option<String>)>) -> Vec<String> {
    let mut unique: Vec<String> = Vec::new();
    for (entrant, name) in entrants {
        let name = name.unwrap_or_else(|| entrant.to_string());
        let is_policys = |name: &str| entrant.policy().is_none() && name.parse::<NamedPolicy>().is_ok();
        let is_taken = |name: &str| is_policys(name) || unique.iter().any(|other| other == name);
        let numbered = (2..).map(|number| format!("{name} ({number})"));
        let free = std::iter::once(name.clone()).chain(numbered).find(|name| !is_taken(name));
        unique.push(free.unwrap_or(name));
    }
    unique
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::{LeagueTable, OnFault, Sandbox, Tables};
    use paili::TableModel;
    use paili::game::{Decision, Policy, Position, Rule, View};
    use paili::simulation::{NamedPolicy, Seed};

    /// Where nobody is kept to himself, and a fault ends the run.
    fn terms() -> Terms {
        Terms {
            start_time: Terms::START_TIME,
            move_time: Duration::from_secs(1),
            memory: None,
            sandbox: Sandbox::None,
            allowed: Vec::new(),
            on_fault: OnFault::Stop,
            errors: None,
            hidden: Vec::new(),
            interrupted: || false,
        }
    }

    #[test]
    fn a_program_that_never_greets_is_not_waited_for_for_ever() {
        let silent = Entrant::Program(crate::Program::new("sleep 1000").unwrap());
        let terms = Terms { start_time: Duration::ZERO, ..terms() };
        let error = Players::new(vec![silent], terms).err().unwrap().to_string();
        assert!(
            error.contains("did not say \"PAILI 1\" and a name within 1 s, or did not flush its output"),
            "{error}"
        );
    }

    #[test]
    fn guests_decide_in_their_seats() {
        let [rule, concealed] = [NamedPolicy::Rule, NamedPolicy::Concealed].map(Entrant::from);
        let players = Players::new(vec![rule, concealed.clone()], terms()).unwrap();
        let hosts = Players::new(vec![Entrant::Guest("by hand".to_owned()), concealed], terms()).unwrap();
        assert_eq!(hosts.names(), ["by hand", "concealed"]);
        let table = &LeagueTable::all(2, Tables::Pairs)[0];
        for number in 0..50 {
            let deals: Vec<Deal> = table.deals(Seed(1), number).collect();
            let mut guest = |deal: &Deal, position: &Position<TableModel>, decision: &Decision| {
                assert_eq!(deal.seats[decision.seat().index()], 0);
                Some(Rule.decide(&View::new(position, decision.seat()), decision))
            };
            let hosted = hosts.play_with(&deals, TableModel, &mut guest).unwrap();
            assert_eq!(hosted.games, players.play(&deals, TableModel).unwrap().games, "wall {number}");
        }
        let alone: Vec<Deal> = table.deals(Seed(1), 0).take(1).collect();
        let alone = hosts.play(&alone, TableModel).unwrap();
        assert!(alone.games[0].outcome.forfeited_by().is_some(), "nobody decides for the guest");
    }

    #[test]
    fn names_are_told_apart() {
        let guest = Entrant::Guest(String::new());
        let names = ["a", "b", "a", "a (2)", "a", "rule"].map(|name| (&guest, Some(name.to_owned())));
        let rule = Entrant::Policy(NamedPolicy::Rule);
        let unique = unique_names(names.into_iter().chain([(&rule, None), (&rule, None)]));
        assert_eq!(unique, ["a", "b", "a (2)", "a (2) (2)", "a (3)", "rule (2)", "rule", "rule (3)"]);
    }
}
