//! Programs in the seats of games that somebody else plays on, such as those of `paili.env`.

use super::dialogue::{Dialogue, Question, wait_for_answers};
use super::entrant::Program;
use super::fault::{Fault, FaultKind};
use super::host::Host;
use super::numbers::numbers;
use super::question;
use super::telling::{Telling, Told};
use super::terms::{PlayersError, Terms};
use paili::game::{Action, Decision, PLAYERS, Seat};
use paili::simulation::Seed;

/// Programs that sit in many games at once, by the places of the games. The first fault ends it, whatever the terms say.
#[derive(Debug)]
pub struct Seated {
    seed: Seed,
    /// They end before the host does.
    dialogues: Vec<Dialogue>,
    host: Host,
    /// What the programs were told at each place.
    sittings: Vec<Option<Sitting>>,
    /// What they were asked: where, and the answer if it is there.
    asked: Vec<(Due, Option<Action>)>,
}

/// A game at a place in which programs sit.
#[derive(Debug)]
struct Sitting {
    game: u64,
    /// Who sits in each seat.
    seats: [Option<usize>; PLAYERS],
    /// What they were told.
    telling: Telling,
    /// How much of the transcript is in that.
    read: usize,
}

/// A decision that a program owes.
#[derive(Debug, Clone, Copy)]
pub struct Due {
    /// Where.
    pub place: usize,
    /// The number of the game in the seed.
    pub game: u64,
    /// Which program sits in each seat.
    pub seats: [Option<usize>; PLAYERS],
    /// What has to be decided.
    pub decision: Decision,
}

impl Seated {
    /// Starts the programs that play at so many places games of a seed.
    ///
    /// # Errors
    ///
    /// When one can't be started or does not greet as it should.
    pub fn start(programs: &[Program], terms: Terms, seed: Seed, places: usize) -> Result<Seated, PlayersError> {
        let host = Host::new(terms)?;
        let dialogues: Vec<Dialogue> = programs.iter().map(|program| Dialogue::start(program, &host)).collect();
        dialogues.iter().try_for_each(Dialogue::check)?;
        let sittings = (0..places).map(|_| None).collect();
        Ok(Seated { seed, dialogues, host, sittings, asked: Vec::new() })
    }

    /// Asks for a decision, once the program was told what has happened, which is the game's [`Transcript`](paili::game::Transcript)
    /// so far. [`answers`](Seated::answers) waits for it.
    ///
    /// # Errors
    ///
    /// When the program that has to decide has ended.
    pub fn ask(&mut self, due: Due, transcript: &[u8]) -> Result<(), PlayersError> {
        let seat = due.decision.seat();
        let Some(program) = due.seats[seat.index()] else { return Ok(()) };
        let sitting = &mut self.sittings[due.place];
        let sitting = match sitting {
            Some(there) if there.game == due.game => there,
            _ => sitting.insert(Sitting::new(self.seed, &due)),
        };
        sitting.read(transcript);
        let dialogue = &mut self.dialogues[program];
        if dialogue.is_over() {
            let fault = self.fault(&due, FaultKind::Ended, "could not be asked, since it has ended".to_owned());
            self.give_up();
            return Err(fault);
        }
        let Some(told) = &mut sitting.telling.told[seat.index()] else { return Ok(()) };
        let question = Question { number: told.number, game: self.asked.len(), decision: due.decision };
        dialogue.ask(question, told);
        self.asked.push((due, None));
        Ok(())
    }

    /// Waits for the answers to all that was asked since the last time: at which places, and what.
    ///
    /// # Errors
    ///
    /// At the first fault, when somebody wants it to end, and when the machine gives no pipes. All programs are ended then.
    pub fn answers(&mut self) -> Result<Vec<(usize, Action)>, PlayersError> {
        self.hear_all().inspect_err(|_| self.give_up())?;
        let asked = std::mem::take(&mut self.asked);
        Ok(asked.into_iter().filter_map(|(due, answer)| Some((due.place, answer?))).collect())
    }

    /// Nobody is asked any more: what was answered is lost, and others know more of their games than these have come to.
    fn give_up(&mut self) {
        self.asked.clear();
        for dialogue in &mut self.dialogues {
            dialogue.open.clear();
            dialogue.end();
        }
    }

    /// Tells the programs at a place how its game ended.
    pub fn end(&mut self, place: usize, game: u64, transcript: &[u8]) {
        let Some(mut sitting) = self.sittings[place].take_if(|sitting| sitting.game == game) else { return };
        sitting.read(transcript);
        for (program, told) in sitting.seats.into_iter().zip(&mut sitting.telling.told) {
            if let (Some(program), Some(told)) = (program, told) {
                self.dialogues[program].tell(told.take_unsent());
            }
        }
    }

    fn hear_all(&mut self) -> Result<(), PlayersError> {
        while self.dialogues.iter().any(|dialogue| !dialogue.open.is_empty()) {
            if (self.host.terms.interrupted)() {
                return Err(PlayersError::Interrupted);
            }
            wait_for_answers(&mut self.dialogues, self.host.terms.move_time)?;
            for program in 0..self.dialogues.len() {
                self.hear(program)?;
            }
        }
        Ok(())
    }

    /// Reads what a program has said.
    fn hear(&mut self, program: usize) -> Result<(), PlayersError> {
        let dialogue = &mut self.dialogues[program];
        if dialogue.open.is_empty() {
            return Ok(());
        }
        let heard = dialogue.hear(self.host.terms.move_time);
        for (question, answer) in heard.answers {
            let (due, given) = &mut self.asked[question.game];
            match answer {
                Ok(action) => *given = Some(action),
                Err(what) => {
                    let due = *due;
                    return Err(self.fault(&due, FaultKind::Illegal, what));
                }
            }
        }
        let Some((kind, what)) = heard.wrong else { return Ok(()) };
        // Whatever is wrong, some question is open that it spoils.
        let Some(oldest) = self.dialogues[program].open.front() else { return Ok(()) };
        let (due, _) = self.asked[oldest.game];
        Err(self.fault(&due, kind, format!("{what}, when {} was expected", question::expected(&due.decision))))
    }

    fn fault(&self, due: &Due, kind: FaultKind, what: String) -> PlayersError {
        let seat = due.decision.seat();
        let program = due.seats[seat.index()].map(|program| self.dialogues[program].program.to_string());
        let line = self.sittings[due.place].as_ref().map_or(0, |sitting| sitting.telling.lines);
        let fault = Fault { game: due.game, seat, line, kind, what };
        PlayersError::Fault { program: program.unwrap_or_default(), fault }
    }
}

impl Sitting {
    fn new(seed: Seed, due: &Due) -> Sitting {
        let numbers = numbers(seed, due.game);
        let told = |seat: Seat| due.seats[seat.index()].map(|_| Told::new(numbers[seat.index()], seat));
        Sitting { game: due.game, seats: due.seats, telling: Telling::new(Seat::ALL.map(told)), read: 0 }
    }

    /// Takes up what a transcript says beyond what is known of it.
    fn read(&mut self, transcript: &[u8]) {
        self.telling.read(&transcript[self.read..]);
        self.read = transcript.len();
    }
}
