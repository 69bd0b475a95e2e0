//! One thread's processes, and the games that it plays at once.

use std::collections::VecDeque;
use std::time::Instant;

use corosensei::stack::DefaultStack;

use super::company::{PlayersError, Terms, Thinking};
use super::entrant::{Entrant, Program};
use super::fault::{Fault, FaultKind, OnFault};
use super::played::Played;
use super::process::{CLOSED_OUTPUT, Gone, Process, wait};
use super::suspended::{Asked, Guests, Reply, Seated, Step, Suspended, new_stack};
use super::telling::Sitting;
use crate::distance::Model;
use crate::game::{Observer, Seat, Wall};
use crate::name::Excerpt;
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
    stacks: Vec<StackBox>,
}

/// A stack that no game uses just now.
struct StackBox(DefaultStack);

impl std::fmt::Debug for StackBox {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("stack")
    }
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
    asked: Asked,
}

/// A game that is played, and what went wrong in it.
struct Running<M: Model + 'static> {
    /// As long as it has not ended.
    suspended: Option<Suspended<M>>,
    played: Option<Played>,
    faults: Vec<(usize, Fault)>,
}

impl Crew {
    /// Starts a process of each program's.
    pub fn start(entrants: &[Entrant], terms: &Terms) -> Result<Crew, PlayersError> {
        let desks = entrants.iter().map(|entrant| match entrant {
            Entrant::Policy(_) => Ok(None),
            Entrant::Program(program) => Ok(Some(Desk {
                process: start(program, terms)?,
                program: program.clone(),
                gone: false,
                open: VecDeque::new(),
                since: Instant::now(),
                thinking: Thinking::default(),
            })),
        });
        Ok(Crew { desks: desks.collect::<Result<_, PlayersError>>()?, stacks: Vec::new() })
    }

    /// The name of a program's.
    pub fn name_of(&self, entrant: usize) -> String {
        self.desks[entrant].as_ref().map_or_else(String::new, |desk| desk.process.name().to_owned())
    }

    /// Plays some games at once, with the same guests in each. A clone of the observer follows each.
    pub fn play<M: Model + 'static>(
        &mut self,
        entrants: &[Entrant],
        terms: &Terms,
        deals: &[Deal],
        model: M,
        guests: Guests<'_, M>,
        observer: &(impl Observer + Clone + 'static),
    ) -> Result<Block, PlayersError> {
        let (running, ready) = (Vec::with_capacity(deals.len()), VecDeque::new());
        let mut session = Session { terms, deals, guests, running, ready };
        for (place, deal) in deals.iter().enumerate() {
            let seated = Seat::ALL.map(|seat| match &entrants[deal.seats[seat.index()]] {
                _ if session.guests[seat.index()].is_some() => Seated::Guest,
                Entrant::Policy(policy) => Seated::Policy(*policy),
                Entrant::Program(_) => Seated::Program(Sitting::new(deal.sitting(seat), seat)),
            });
            let stack = self.stacks.pop().map_or_else(new_stack, |stack| Ok(stack.0))?;
            let suspended =
                Suspended::new(stack, deal.wall.clone(), model, (deal.seed, deal.game), seated, observer.clone());
            session.running.push(Running { suspended: Some(suspended), played: None, faults: Vec::new() });
            // A game that has not begun minds no reply.
            session.ready.push_back((place, Reply::ByRule));
        }
        loop {
            while let Some((game, reply)) = session.ready.pop_front() {
                self.go_on(&mut session, game, reply)?;
            }
            if self.desks.iter().flatten().all(|desk| desk.open.is_empty()) {
                break;
            }
            self.hear(&mut session)?;
        }
        let thinking = self.desks.iter_mut();
        let thinking =
            thinking.map(|desk| desk.as_mut().map(|desk| std::mem::take(&mut desk.thinking)).unwrap_or_default());
        let mut block =
            Block { games: Vec::with_capacity(deals.len()), faults: Vec::new(), thinking: thinking.collect() };
        for running in session.running {
            block.games.extend(running.played);
            block.faults.extend(running.faults);
        }
        Ok(block)
    }

    /// A game goes on after a reply, until its next question or its end.
    fn go_on<M: Model>(&mut self, session: &mut Session<'_, M>, game: usize, reply: Reply) -> Result<(), PlayersError> {
        let running = &mut session.running[game];
        let Some(mut suspended) = running.suspended.take() else { return Ok(()) };
        let deal = &session.deals[game];
        match suspended.go_on(reply, &mut session.guests) {
            Step::Asks(asked) => {
                let (seat, entrant) = (asked.seat, deal.seats[asked.seat.index()]);
                let question = Open { number: deal.sitting(seat), game, asked };
                running.suspended = Some(suspended);
                if self.desks[entrant].as_ref().is_some_and(|desk| desk.gone) {
                    self.start_again(session, entrant)?;
                }
                let Some(desk) = &mut self.desks[entrant] else { return Ok(()) };
                let Some(suspended) = &mut session.running[game].suspended else { return Ok(()) };
                desk.ask(question, suspended);
            }
            Step::Ends(outcome) => {
                for seat in Seat::ALL {
                    if let Some(desk) = &mut self.desks[deal.seats[seat.index()]] {
                        suspended.with_sitting(seat, |sitting| desk.process.send(sitting.take_unsent()));
                    }
                }
                let (played, stack) = suspended.end(outcome);
                self.stacks.push(StackBox(stack));
                running.played = Some(played);
            }
        }
        Ok(())
    }

    /// Waits until a program has said something or its time is over, and does what follows from it.
    fn hear<M: Model>(&mut self, session: &mut Session<'_, M>) -> Result<(), PlayersError> {
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
    fn replace<M: Model>(
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
            let what = format!("{what}, when {} was expected", oldest.asked.question.expected());
            session.fault(desk, entrant, &oldest, kind, what)?;
        }
        if !desk.open.is_empty() {
            self.start_again(session, entrant)?;
        }
        Ok(())
    }

    /// Starts a program again, and tells it what its games have come to.
    fn start_again<M: Model>(&mut self, session: &mut Session<'_, M>, entrant: usize) -> Result<(), PlayersError> {
        let Some(desk) = &mut self.desks[entrant] else { return Ok(()) };
        desk.process = start(&desk.program, session.terms)?;
        desk.gone = false;
        for (running, deal) in session.running.iter_mut().zip(session.deals) {
            for seat in Seat::ALL.into_iter().filter(|seat| deal.seats[seat.index()] == entrant) {
                running.suspended.as_mut().and_then(|game| game.with_sitting(seat, Sitting::forget_sent));
            }
        }
        for question in std::mem::take(&mut desk.open) {
            if let Some(suspended) = &mut session.running[question.game].suspended {
                desk.ask(question, suspended);
            }
        }
        Ok(())
    }
}

fn start(program: &Program, terms: &Terms) -> Result<Process, PlayersError> {
    Process::start(program, terms).map_err(|why| PlayersError::Start { program: program.to_string(), why })
}

/// The games that are played at once.
struct Session<'a, M: Model + 'static> {
    terms: &'a Terms,
    deals: &'a [Deal],
    guests: Guests<'a, M>,
    running: Vec<Running<M>>,
    /// Games that can go on.
    ready: VecDeque<(usize, Reply)>,
}

impl<M: Model> Session<'_, M> {
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
        let line = running.suspended.as_ref().map_or(0, Suspended::lines);
        let fault = Fault { game: deal.number, seat: question.asked.seat, line, kind, what };
        let reply = match self.terms.on_fault {
            OnFault::Forfeit => Reply::GiveUp,
            OnFault::Rule => Reply::ByRule,
            OnFault::Stop => return Err(PlayersError::Fault { program: desk.program.to_string(), fault }),
        };
        running.faults.push((entrant, fault));
        self.ready.push_back((question.game, reply));
        Ok(())
    }
}

impl Desk {
    /// Tells the program what happened, and asks.
    fn ask<M: Model>(&mut self, question: Open, suspended: &mut Suspended<M>) {
        suspended.with_sitting(question.asked.seat, |sitting| {
            self.process.send(sitting.take_unsent());
            let mut line = sitting.prefix().to_vec();
            question.asked.question.write(&mut line);
            self.process.send(&line);
        });
        if self.open.is_empty() {
            self.since = Instant::now();
        }
        self.open.push_back(question);
    }

    /// Reads its answers. `wrong` is set at the first line that answers no question.
    fn hear<M: Model>(
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
                let line = Excerpt::new(line.as_bytes());
                *wrong = Some((FaultKind::Rubbish, format!("wrote {line}, which answers no question")));
                break;
            };
            self.thinking.answers += 1;
            if let Some(decision) = question.asked.question.read(answer) {
                session.ready.push_back((question.game, Reply::Decided(decision)));
            } else {
                let expected = question.asked.question.expected();
                let what = format!("answered {}, when {expected} was expected", Excerpt::new(answer.as_bytes()));
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
