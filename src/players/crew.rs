//! One thread's processes, and the games that it plays at once.

use std::collections::VecDeque;
use std::time::Instant;

use super::company::{Guest, PlayersError, Terms, Thinking};
use super::entrant::{Entrant, Program};
use super::fault::{Fault, FaultKind, OnFault};
use super::played::Played;
use super::process::{CLOSED_OUTPUT, Gone, Process, wait};
use super::question;
use super::telling::{Sitting, Telling};
use crate::distance::Model;
use crate::game::{Action, Decision, Event, Game, Observer, Outcome, PLAYERS, Policy, Rule, Seat, Step, Wall};
use crate::name::excerpt;
use crate::simulation::Seed;

/// A game to be played.
#[derive(Debug, Clone)]
pub struct Deal {
    /// Its number: programs know their seats by four times it and the seat's, and messages name it.
    pub number: u64,
    /// The wall.
    pub wall: Wall,
    /// What policies that draw lots are seeded with, together with the number of the game in their seed.
    pub seed: Seed,
    /// The number of the game in the seed.
    pub game: u64,
    /// Who sits where: numbers of entrants.
    pub seats: [usize; 4],
}

/// Games that were played at once.
#[derive(Debug, Clone)]
pub struct Block {
    /// The games, in the order in which they were asked for.
    pub games: Vec<Played>,
    /// What programs did wrong in them, in the same order, each with the number of the entrant.
    pub faults: Vec<(usize, Fault)>,
    /// How long each entrant took to decide.
    pub thinking: Vec<Thinking>,
}

/// The processes of one thread.
#[derive(Debug)]
pub(super) struct Crew {
    /// Of each entrant that is a program.
    desks: Vec<Option<Desk>>,
}

/// Where one program is asked.
#[derive(Debug)]
struct Desk {
    program: Program,
    process: Process,
    /// It has ended, or is not to be asked any more.
    gone: bool,
    /// Questions without an answer, the oldest first.
    open: VecDeque<Open>,
    /// When it was asked, or gave its last answer.
    since: Instant,
    thinking: Thinking,
}

/// A question without an answer.
#[derive(Debug)]
struct Open {
    /// The sitting's number.
    number: u64,
    /// Which of the games that are played.
    game: usize,
    decision: Decision,
}

/// A game that is played, and what went wrong in it.
struct Running<M: Model> {
    game: Game<M, Wall>,
    /// Who sits in the seats of policies.
    policies: [Option<Box<dyn Policy<M>>>; PLAYERS],
    telling: Telling,
    actions: Vec<Action>,
    outcome: Option<Outcome>,
    faults: Vec<(usize, Fault)>,
}

impl<M: Model + 'static> Running<M> {
    /// A game that has not begun.
    fn new(entrants: &[Entrant], deal: &Deal, model: M) -> Self {
        let policy = |seat: Seat| -> Option<Box<dyn Policy<M>>> {
            let policy = entrants[deal.seats[seat.index()]].policy()?;
            Some(Box::new(policy.player(deal.seed, deal.game, seat)))
        };
        let sitting = |seat: Seat| {
            entrants[deal.seats[seat.index()]].is_program().then(|| Sitting::new(deal.sitting(seat), seat))
        };
        Running {
            game: Game::deal(deal.wall.clone(), model),
            policies: Seat::ALL.map(policy),
            telling: Telling::new(Seat::ALL.map(sitting)),
            actions: Vec::new(),
            outcome: None,
            faults: Vec::new(),
        }
    }

    /// Goes on until a program has to decide or the game is over; policies and guests are asked meanwhile.
    fn go_on(&mut self, deal: &Deal, guest: &mut Guest<'_, M>) -> Option<Decision> {
        loop {
            match self.game.advance(&mut self.telling) {
                Step::Event(_) => {}
                Step::End(outcome) => {
                    self.telling.observe(Event::End(outcome), self.game.position());
                    self.outcome = Some(outcome);
                    return None;
                }
                Step::Decision(decision) => {
                    let seat = decision.seat();
                    let view = self.game.view(seat);
                    let action = match &mut self.policies[seat.index()] {
                        Some(policy) => Some(policy.decide(&view, &decision)),
                        None if self.telling.sittings[seat.index()].is_some() => return Some(decision),
                        None => guest(deal, self.game.position(), &decision),
                    };
                    self.act(seat, action);
                }
            }
        }
    }

    /// A player acts, or forfeits if it does not or may not.
    fn act(&mut self, seat: Seat, action: Option<Action>) {
        match action.filter(|&action| self.game.act(action).is_ok()) {
            Some(action) => self.actions.push(action),
            None => self.game.forfeit(seat),
        }
    }

    /// The rule decides in a program's place.
    fn act_by_rule(&mut self, decision: &Decision) {
        let action = Rule.decide(&self.game.view(decision.seat()), decision);
        self.act(decision.seat(), Some(action));
    }

    fn played(self) -> Option<Played> {
        Some(Played { outcome: self.outcome?, actions: self.actions })
    }
}

impl Crew {
    /// Starts a process of each program's.
    pub fn start(entrants: &[Entrant], terms: &Terms) -> Result<Crew, PlayersError> {
        let desks = entrants.iter().map(|entrant| match entrant {
            Entrant::Policy(_) | Entrant::Guest(_) => Ok(None),
            Entrant::Program(program) => Ok(Some(Desk {
                process: start(program, terms)?,
                program: program.clone(),
                gone: false,
                open: VecDeque::new(),
                since: Instant::now(),
                thinking: Thinking::default(),
            })),
        });
        Ok(Crew { desks: desks.collect::<Result<_, PlayersError>>()? })
    }

    /// The name of a program's.
    pub fn name_of(&self, entrant: usize) -> String {
        self.desks[entrant].as_ref().map_or_else(String::new, |desk| desk.process.name().to_owned())
    }

    /// Plays some games at once.
    pub fn play<M: Model + 'static>(
        &mut self,
        entrants: &[Entrant],
        terms: &Terms,
        deals: &[Deal],
        model: M,
        guest: &mut Guest<'_, M>,
    ) -> Result<Block, PlayersError> {
        let running = deals.iter().map(|deal| Running::new(entrants, deal, model)).collect();
        let mut session = Session { terms, deals, running, ready: (0..deals.len()).collect() };
        loop {
            while let Some(game) = session.ready.pop_front() {
                self.go_on(&mut session, game, guest)?;
            }
            if self.desks.iter().flatten().all(|desk| desk.open.is_empty()) {
                break;
            }
            self.hear(&mut session)?;
        }
        let desks = self.desks.iter_mut();
        let thinking =
            desks.map(|desk| desk.as_mut().map_or_else(Thinking::default, |desk| std::mem::take(&mut desk.thinking)));
        let mut block =
            Block { games: Vec::with_capacity(deals.len()), faults: Vec::new(), thinking: thinking.collect() };
        for mut running in session.running {
            block.faults.append(&mut running.faults);
            block.games.extend(running.played());
        }
        Ok(block)
    }

    /// A game goes on until a program has to decide, which is asked, or to its end.
    fn go_on<M: Model + 'static>(
        &mut self,
        session: &mut Session<'_, M>,
        game: usize,
        guest: &mut Guest<'_, M>,
    ) -> Result<(), PlayersError> {
        let (running, deal) = (&mut session.running[game], &session.deals[game]);
        if let Some(decision) = running.go_on(deal, guest) {
            let entrant = deal.seats[decision.seat().index()];
            let question = Open { number: deal.sitting(decision.seat()), game, decision };
            if self.desks[entrant].as_ref().is_some_and(|desk| desk.gone) {
                self.start_again(session, entrant)?;
            }
            if let Some(desk) = &mut self.desks[entrant] {
                desk.ask(question, &mut session.running[game].telling);
            }
        } else {
            for (seat, sitting) in Seat::ALL.into_iter().zip(&mut running.telling.sittings) {
                if let (Some(desk), Some(sitting)) = (&mut self.desks[deal.seats[seat.index()]], sitting) {
                    desk.process.send(sitting.take_unsent());
                }
            }
        }
        Ok(())
    }

    /// Waits until a program has said something or its time is over, and does what follows from it.
    fn hear<M: Model + 'static>(&mut self, session: &mut Session<'_, M>) -> Result<(), PlayersError> {
        let busy = |desk: &&mut Desk| !desk.open.is_empty() && !desk.gone;
        let mut asked: Vec<&mut Desk> = self.desks.iter_mut().flatten().filter(busy).collect();
        let deadline = asked.iter().map(|desk| desk.since + session.terms.move_time).min();
        let mut processes: Vec<&mut Process> = asked.iter_mut().map(|desk| &mut desk.process).collect();
        wait(&mut processes, deadline)?;
        for entrant in 0..self.desks.len() {
            let Some(desk) = self.desks[entrant].as_mut().filter(|desk| !desk.open.is_empty()) else { continue };
            let mut wrong = None;
            let heard = desk.hear(session, &mut wrong, entrant)?;
            let wrong = wrong.or_else(|| match heard {
                Err(Gone::LongLine(line)) => {
                    Some((FaultKind::Rubbish, format!("wrote a line longer than any answer, {line}")))
                }
                Err(Gone::Ended) => {
                    desk.gone = true;
                    (!desk.open.is_empty()).then(|| (FaultKind::Ended, desk.process.how_it_ended(CLOSED_OUTPUT)))
                }
                Ok(()) if desk.open.is_empty() => None,
                // One that ends closes its input a moment before its output.
                Ok(()) if desk.process.is_deaf() => {
                    Some((FaultKind::Ended, desk.process.how_it_ended("closed its input")))
                }
                Ok(()) if desk.since.elapsed() >= session.terms.move_time => {
                    let limit = session.terms.move_time.as_secs_f64();
                    Some((FaultKind::Late, format!("did not answer within {limit} s")))
                }
                Ok(()) => None,
            });
            if let Some((kind, what)) = wrong {
                self.replace(session, entrant, kind, &what)?;
            }
        }
        Ok(())
    }

    /// A program is of no use any more: the oldest of its questions is to blame, the others are asked again of a new process.
    fn replace<M: Model + 'static>(
        &mut self,
        session: &mut Session<'_, M>,
        entrant: usize,
        kind: FaultKind,
        what: &str,
    ) -> Result<(), PlayersError> {
        let Some(desk) = &mut self.desks[entrant] else { return Ok(()) };
        desk.process.kill();
        desk.gone = true;
        if let Some(oldest) = desk.open.pop_front() {
            let what = format!("{what}, when {} was expected", question::expected(&oldest.decision));
            session.fault(desk, entrant, &oldest, kind, what)?;
        }
        if !desk.open.is_empty() {
            self.start_again(session, entrant)?;
        }
        Ok(())
    }

    /// Starts a program again, and tells it what its games have come to.
    fn start_again<M: Model + 'static>(
        &mut self,
        session: &mut Session<'_, M>,
        entrant: usize,
    ) -> Result<(), PlayersError> {
        let Some(desk) = &mut self.desks[entrant] else { return Ok(()) };
        desk.process = start(&desk.program, session.terms)?;
        desk.gone = false;
        for (running, deal) in session.running.iter_mut().zip(session.deals) {
            for seat in Seat::ALL.into_iter().filter(|seat| deal.seats[seat.index()] == entrant) {
                running.telling.sittings[seat.index()].as_mut().map(Sitting::forget_sent);
            }
        }
        for question in std::mem::take(&mut desk.open) {
            let telling = &mut session.running[question.game].telling;
            desk.ask(question, telling);
        }
        Ok(())
    }
}

fn start(program: &Program, terms: &Terms) -> Result<Process, PlayersError> {
    Process::start(program, terms).map_err(|why| PlayersError::Start { program: program.to_string(), why })
}

/// The games that are played at once.
struct Session<'a, M: Model> {
    terms: &'a Terms,
    deals: &'a [Deal],
    running: Vec<Running<M>>,
    /// Games that can go on.
    ready: VecDeque<usize>,
}

impl<M: Model + 'static> Session<'_, M> {
    /// A question was not answered as it should be.
    fn fault(
        &mut self,
        desk: &Desk,
        entrant: usize,
        question: &Open,
        kind: FaultKind,
        what: String,
    ) -> Result<(), PlayersError> {
        let (running, deal) = (&mut self.running[question.game], &self.deals[question.game]);
        let seat = question.decision.seat();
        let fault = Fault { game: deal.number, seat, line: running.telling.lines, kind, what };
        match self.terms.on_fault {
            OnFault::Forfeit => running.act(seat, None),
            OnFault::Rule => running.act_by_rule(&question.decision),
            OnFault::Stop => return Err(PlayersError::Fault { program: desk.program.to_string(), fault }),
        }
        running.faults.push((entrant, fault));
        self.ready.push_back(question.game);
        Ok(())
    }
}

impl Desk {
    /// Tells the program what happened, and asks.
    fn ask(&mut self, question: Open, telling: &mut Telling) {
        if let Some(sitting) = &mut telling.sittings[question.decision.seat().index()] {
            self.process.send(sitting.take_unsent());
            let mut line = sitting.prefix().to_vec();
            question::write(&question.decision, &mut line);
            self.process.send(&line);
        }
        if self.open.is_empty() {
            self.since = Instant::now();
        }
        self.open.push_back(question);
    }

    /// Reads its answers. `wrong` is set at the first line that answers no question.
    fn hear<M: Model + 'static>(
        &mut self,
        session: &mut Session<'_, M>,
        wrong: &mut Option<(FaultKind, String)>,
        entrant: usize,
    ) -> Result<Result<(), Gone>, PlayersError> {
        let mut lines: Vec<String> = Vec::new();
        let heard = self.process.receive(|line| lines.push(line.to_owned()));
        if lines.is_empty() {
            return Ok(heard);
        }
        let now = Instant::now();
        self.thinking.waited += now - self.since;
        self.since = now;
        for line in lines {
            let (number, answer) = line.split_once(' ').unwrap_or((&line, ""));
            let place =
                number.parse().ok().and_then(|number: u64| self.open.iter().position(|open| open.number == number));
            let Some(question) = place.and_then(|place| self.open.remove(place)) else {
                let line = excerpt(line.as_bytes());
                *wrong = Some((FaultKind::Rubbish, format!("wrote {line}, which answers no question")));
                break;
            };
            self.thinking.answers += 1;
            if let Some(action) = question.decision.read(answer) {
                session.running[question.game].act(question.decision.seat(), Some(action));
                session.ready.push_back(question.game);
            } else {
                let expected = question::expected(&question.decision);
                let what = format!("answered {}, when {expected} was expected", excerpt(answer.as_bytes()));
                session.fault(self, entrant, &question, FaultKind::Illegal, what)?;
            }
        }
        Ok(heard)
    }
}

impl Deal {
    /// The number by which a program knows a seat of the game.
    fn sitting(&self, seat: Seat) -> u64 {
        self.number.wrapping_mul(4).wrapping_add(seat as u64)
    }
}
