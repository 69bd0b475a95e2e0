//! One thread's programs, and the games that they play at once.

use std::collections::VecDeque;
use std::time::Instant;

use super::dialogue::{Dialogue, Heard, Question, wait_for_answers};
use super::entrant::Entrant;
use super::fault::{Fault, FaultKind, OnFault};
use super::host::Host;
use super::numbers::numbers;
use super::played::Played;
use super::process::{Process, StartError, TO_FINISH};
use super::question;
use super::telling::{Telling, Told};
use super::terms::{PlayersError, Thinking};
use paili::distance::Model;
use paili::game::{
    Action, Decision, Event, Game, Observer, Outcome, PLAYERS, Policy, Position, Rule, Seat, Step, Wall,
};
use paili::simulation::Seed;

/// A game to be played.
#[derive(Debug, Clone)]
pub struct Deal {
    /// Its number, by which messages name it.
    pub number: u64,
    /// Which of the games on its wall it is. Of these every program plays each by a process that plays no other of them.
    pub of_wall: u64,
    /// The wall.
    pub wall: Wall,
    /// What policies that draw lots are seeded with, together with the number of the game in their seed.
    pub seed: Seed,
    /// The number of the game in the seed.
    pub game: u64,
    /// Who sits where: numbers of entrants.
    pub seats: [usize; PLAYERS],
}

impl Deal {
    /// A game of a seed, in which the entrants sit in their order.
    pub fn of_game(seed: Seed, game: u64) -> Deal {
        Deal { number: game, of_wall: 0, wall: seed.wall(game), seed, game, seats: [0, 1, 2, 3] }
    }
}

/// What a guest does in a game that stands so, when it has to decide this. Its [`View`](paili::game::View) is all that it should see.
pub type Guest<'a, M> = dyn FnMut(&Deal, &Position<M>, &Decision) -> Option<Action> + 'a;

/// Games that were played together.
#[derive(Debug, Clone)]
pub struct PlayedGames {
    /// The games, in the order in which they were asked for.
    pub games: Vec<Played>,
    /// What programs did wrong in them, in the same order, each with the number of the entrant.
    pub faults: Vec<(usize, Fault)>,
    /// How long each entrant took to decide.
    pub thinking: Vec<Thinking>,
}

/// A game, and what programs did wrong in it, each with the number of the entrant.
pub(super) type PlayedWithFaults = (Played, Vec<(usize, Fault)>);

/// Programs that play games together: of each entrant that is one, if it was seated, the dialogue with its process.
#[derive(Debug, Default)]
pub(super) struct Programs {
    dialogues: Vec<Option<Dialogue>>,
}

/// A game that is played, and what went wrong in it.
struct Running<M: Model> {
    game: Game<M, Wall>,
    /// The numbers by which programs know its seats.
    numbers: [u64; PLAYERS],
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
            match &entrants[deal.seats[seat.index()]] {
                Entrant::Policy(policy) => Some(Box::new(policy.player(deal.seed, deal.game, seat))),
                Entrant::Solved(solved) => Some(Box::new(solved.policy())),
                Entrant::Program(_) | Entrant::Guest(_) => None,
            }
        };
        let numbers = numbers(deal.seed, deal.number);
        let told = |seat: Seat| {
            let is_program = entrants[deal.seats[seat.index()]].is_program();
            is_program.then(|| Told::new(numbers[seat.index()], seat))
        };
        Running {
            game: Game::deal(deal.wall.clone(), model),
            numbers,
            policies: Seat::ALL.map(policy),
            telling: Telling::new(Seat::ALL.map(told)),
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
                        None if self.telling.told[seat.index()].is_some() => return Some(decision),
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

    fn played(self) -> Option<PlayedWithFaults> {
        Some((Played { outcome: self.outcome?, actions: self.actions }, self.faults))
    }
}

impl Programs {
    /// Starts every program.
    pub fn start(entrants: &[Entrant], host: &Host) -> Result<Programs, PlayersError> {
        let mut programs = Programs::default();
        programs.seat(entrants, 0..entrants.len(), host);
        programs.dialogues.iter().flatten().try_for_each(Dialogue::check)?;
        Ok(programs)
    }

    /// Starts those of some entrants that are programs and do not run yet.
    fn seat(&mut self, entrants: &[Entrant], seated: impl IntoIterator<Item = usize>, host: &Host) {
        self.dialogues.resize_with(entrants.len(), || None);
        for entrant in seated {
            if let (Entrant::Program(program), None) = (&entrants[entrant], &self.dialogues[entrant]) {
                self.dialogues[entrant] = Some(Dialogue::start(program, host));
            }
        }
    }

    /// Asks all to end. They end when this is dropped.
    pub fn ask_to_end(&mut self) {
        for process in self.dialogues.iter_mut().flatten().filter_map(|dialogue| dialogue.process.as_mut().ok()) {
            process.ask_to_end();
        }
    }

    /// The name that a program gave itself.
    pub fn name_of(&self, entrant: usize) -> Option<&str> {
        let dialogue = self.dialogues.get(entrant)?.as_ref()?;
        dialogue.process.as_ref().ok().map(Process::name)
    }

    /// Whether all that were seated run, or can be started again.
    pub fn are_well(&self) -> bool {
        self.dialogues.iter().flatten().all(|dialogue| dialogue.process.is_ok())
    }

    /// Plays some games at once. Tells of each, in their order, how it was played and what went wrong, and of each entrant how
    /// long it thought. `last` is when they have to be over, once somebody wants the run to end.
    pub fn play<M: Model + 'static>(
        &mut self,
        entrants: &[Entrant],
        host: &Host,
        deals: &[&Deal],
        model: M,
        guest: &mut Guest<'_, M>,
        last: &mut Option<Instant>,
    ) -> Result<(Vec<PlayedWithFaults>, Vec<Thinking>), PlayersError> {
        self.seat(entrants, deals.iter().flat_map(|deal| deal.seats), host);
        let running = deals.iter().map(|deal| Running::new(entrants, deal, model)).collect();
        let mut session = Session { host, deals, running, ready: (0..deals.len()).collect(), last };
        loop {
            while let Some(game) = session.ready.pop_front() {
                self.go_on(&mut session, game, guest)?;
            }
            if self.dialogues.iter().flatten().all(|dialogue| dialogue.open.is_empty()) {
                break;
            }
            session.see_interrupts()?;
            self.hear(&mut session)?;
        }
        let thinking = self.dialogues.iter_mut().map(|dialogue| dialogue.as_mut().map(Dialogue::take_thinking));
        let thinking = thinking.map(Option::unwrap_or_default).collect();
        // All are over: nothing is open and nobody is ready.
        Ok((session.running.into_iter().filter_map(Running::played).collect(), thinking))
    }

    /// A game goes on until a program has to decide, which is asked, or to its end.
    fn go_on<M: Model + 'static>(
        &mut self,
        session: &mut Session<'_, M>,
        game: usize,
        guest: &mut Guest<'_, M>,
    ) -> Result<(), PlayersError> {
        let (running, deal) = (&mut session.running[game], session.deals[game]);
        if let Some(decision) = running.go_on(deal, guest) {
            let seat = decision.seat().index();
            let (entrant, number) = (deal.seats[seat], running.numbers[seat]);
            let question = Question { number, game, decision };
            let Some(dialogue) = &mut self.dialogues[entrant] else { return Ok(()) };
            if dialogue.is_over() {
                dialogue.open.push_back(question);
                return self.start_again(session, entrant);
            }
            if let Some(told) = &mut session.running[game].telling.told[seat] {
                dialogue.ask(question, told);
            }
        } else {
            for (seat, told) in Seat::ALL.into_iter().zip(&mut running.telling.told) {
                if let (Some(dialogue), Some(told)) = (&mut self.dialogues[deal.seats[seat.index()]], told) {
                    dialogue.tell(told.take_unsent());
                }
            }
        }
        Ok(())
    }

    /// Waits until a program has said something or its time is over, and does what follows from it.
    fn hear<M: Model + 'static>(&mut self, session: &mut Session<'_, M>) -> Result<(), PlayersError> {
        wait_for_answers(self.dialogues.iter_mut().flatten(), session.host.terms.move_time)?;
        for entrant in 0..self.dialogues.len() {
            let asked = self.dialogues[entrant].as_mut().filter(|dialogue| !dialogue.open.is_empty());
            let Some(dialogue) = asked else { continue };
            let Heard { answers, wrong } = dialogue.hear(session.host.terms.move_time);
            for (question, answer) in answers {
                session.answer(dialogue, entrant, &question, answer)?;
            }
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
        let Some(dialogue) = &mut self.dialogues[entrant] else { return Ok(()) };
        dialogue.end();
        if let Some(oldest) = dialogue.open.pop_front() {
            let what = format!("{what}, when {} was expected", question::expected(&oldest.decision));
            session.fault(dialogue, entrant, &oldest, kind, what)?;
        }
        if dialogue.open.is_empty() { Ok(()) } else { self.start_again(session, entrant) }
    }

    /// Starts a program again, and tells it what its games have come to. If that can't be done, all that it was asked is lost.
    fn start_again<M: Model + 'static>(
        &mut self,
        session: &mut Session<'_, M>,
        entrant: usize,
    ) -> Result<(), PlayersError> {
        let Some(dialogue) = &mut self.dialogues[entrant] else { return Ok(()) };
        let open = std::mem::take(&mut dialogue.open);
        if let Err(why) = dialogue.start_again(session.host) {
            if matches!(why, StartError::Machine(_) | StartError::Interrupted) {
                return Err(dialogue.refusal(why));
            }
            for question in open {
                let what = format!("could not be asked, since when it was started again it {why}");
                session.fault(dialogue, entrant, &question, FaultKind::Ended, what)?;
            }
            return Ok(());
        }
        for (running, deal) in session.running.iter_mut().zip(session.deals) {
            for seat in Seat::ALL.into_iter().filter(|seat| deal.seats[seat.index()] == entrant) {
                running.telling.told[seat.index()].as_mut().map(Told::forget_sent);
            }
        }
        for question in open {
            let told = &mut session.running[question.game].telling.told[question.decision.seat().index()];
            if let Some(told) = told {
                dialogue.ask(question, told);
            }
        }
        Ok(())
    }
}

/// The games that are played at once.
struct Session<'a, M: Model> {
    host: &'a Host,
    deals: &'a [&'a Deal],
    running: Vec<Running<M>>,
    /// Games that can go on.
    ready: VecDeque<usize>,
    /// When they have to be over, if somebody wants the run to end.
    last: &'a mut Option<Instant>,
}

impl<M: Model + 'static> Session<'_, M> {
    /// Ends the games some time after somebody wanted the run to end.
    fn see_interrupts(&mut self) -> Result<(), PlayersError> {
        if self.last.is_none() && (self.host.terms.interrupted)() {
            *self.last = Some(Instant::now() + TO_FINISH);
        }
        if self.last.is_some_and(|last| Instant::now() >= last) { Err(PlayersError::Interrupted) } else { Ok(()) }
    }

    /// A question was answered so.
    fn answer(
        &mut self,
        dialogue: &Dialogue,
        entrant: usize,
        question: &Question,
        answer: Result<Action, String>,
    ) -> Result<(), PlayersError> {
        match answer {
            Ok(action) => {
                self.running[question.game].act(question.decision.seat(), Some(action));
                self.ready.push_back(question.game);
                Ok(())
            }
            Err(what) => self.fault(dialogue, entrant, question, FaultKind::Illegal, what),
        }
    }

    /// A question was not answered as it should be.
    fn fault(
        &mut self,
        dialogue: &Dialogue,
        entrant: usize,
        question: &Question,
        kind: FaultKind,
        what: String,
    ) -> Result<(), PlayersError> {
        let (running, deal) = (&mut self.running[question.game], self.deals[question.game]);
        let seat = question.decision.seat();
        let fault = Fault { game: deal.number, seat, line: running.telling.lines, kind, what };
        match self.host.terms.on_fault {
            OnFault::Forfeit => running.act(seat, None),
            OnFault::Rule => running.act_by_rule(&question.decision),
            OnFault::Stop => return Err(PlayersError::Fault { program: dialogue.program.to_string(), fault }),
        }
        running.faults.push((entrant, fault));
        self.ready.push_back(question.game);
        Ok(())
    }
}
