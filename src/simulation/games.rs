//! Many games side by side, each at a decision.

mod error;
mod features;
mod layout;
mod observed;
mod pass;
mod public_state;
mod scaled;
mod seating;
mod slot;
mod terms;

pub use error::GamesError;
pub use features::{HAND_FEATURES, hand_features};
pub use layout::{Features, Layout, Observation};
pub use pass::ObservationBuffer;
pub use seating::Seating;

use std::sync::Arc;

use rayon::ThreadPool;

use self::features::spread_bits;
use self::pass::Pass;
use self::slot::Slot;
use self::terms::{Record, Terms};
use super::Seed;
use crate::distance::TableModel;
use crate::game::{ActionCode, ActionSet, Decision, Outcome, Position, Seat, Transcript};

/// Many games of a seed that go on side by side, each waiting for one decision: whoever teaches a machine to play tells all
/// actions at once, and gets all observations at once.
///
/// Game i of a seed is the game i of every other run of that seed, whatever the number of games at once and of threads. With
/// n places, place p plays the games p, p + n, p + 2n and so on from the first. A game that ends before anybody is waited
/// for, as one that is won with the first draw does, is left out. Numbers end at 2⁶⁴ − 1, and game 0 does not follow: the last game
/// of a place stays ended.
///
/// Nothing is allocated while games go on, but for what wakes other threads: many are advanced by as many as rayon's current pool has.
///
/// ```
/// use paili::game::ActionCode;
/// use paili::simulation::{AfterEnd, Features, Games, Layout, Observation, Seating, Seed};
///
/// let mut games = Games::new(Seed(1), 0, 100, Seating::NOBODY, AfterEnd::Restart)?;
/// let layout = Layout { observation: Observation::Compact, features: Features::Without };
/// let mut observations = vec![0_u8; 100 * layout.len()];
/// let mut ended = 0;
/// for _ in 0..500 {
///     games.observe(layout, &mut observations);
///     // Discards the last tile, and claims whatever it can.
///     let last = |turn: &paili::simulation::Turn| turn.actions.iter().last().map_or(-1, |code| code.get().into());
///     let actions: Vec<i16> = games.turns().iter().map(last).collect();
///     games.step(&actions)?;
///     ended += games.turns().iter().filter(|turn| turn.ended.is_some()).count();
/// }
/// assert!(ended > 300);
/// # Ok::<(), paili::simulation::GamesError>(())
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct Games {
    terms: Terms,
    threads: Threads,
    slots: Vec<Slot>,
    turns: Vec<Turn>,
}

/// On which threads games go on. Where there are enough games, others help the one that asks.
#[derive(Debug, Clone)]
pub enum Threads {
    /// On that which asks: no other has to be woken.
    One,
    /// On as many as rayon's current pool has.
    Pool,
    /// On as many as this pool has, which need not be the current one.
    Beside(Arc<ThreadPool>),
}

/// What becomes of a place whose game has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterEnd {
    /// Its next game begins at once.
    Restart,
    /// It waits for [`Games::restart`].
    Wait,
}

/// How the game at a place stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn {
    /// The game's number.
    pub game: u64,
    /// Who has to decide; nobody if the game is over.
    pub seat: Option<Seat>,
    /// What it may do.
    pub actions: ActionSet,
    /// The game that ended here in the last step, if one did.
    pub ended: Option<Ended>,
}

/// A game that has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ended {
    /// Its number.
    pub game: u64,
    /// How it ended.
    pub outcome: Outcome,
    /// How many tiles of the wall were left.
    pub tiles_left: u8,
}

/// The action that lets a game stand still.
const NONE: i64 = -1;

impl Games {
    /// So many games of a seed, from a first one on.
    ///
    /// # Errors
    ///
    /// When all four seats have policies, where there is no memory for so many games, or where numbers come to an end before
    /// there is a game for every place.
    pub fn new(
        seed: Seed,
        first: u64,
        places: usize,
        seating: Seating,
        after_end: AfterEnd,
    ) -> Result<Games, GamesError> {
        if !seating.has_room() {
            return Err(GamesError::NothingToDecide);
        }
        let terms = Terms { seed, seating, after_end, places: places as u64, record: Record::Nothing };
        let (mut slots, mut turns) = (Vec::new(), Vec::new());
        let no_memory = |_| GamesError::NoMemory { games: places };
        slots.try_reserve_exact(places).map_err(no_memory)?;
        turns.try_reserve_exact(places).map_err(no_memory)?;
        for place in 0..places {
            let number = first.checked_add(place as u64);
            let dealt = number.and_then(|number| terms.deal(number));
            let (slot, turn) = dealt.ok_or(GamesError::NoGameAfter { place, game: number.unwrap_or(u64::MAX) })?;
            slots.push(slot);
            turns.push(turn);
        }
        Ok(Games { terms, threads: Threads::Pool, slots, turns })
    }

    /// The same on these threads; as [`Threads::Pool`] unless this is said.
    pub fn on(mut self, threads: Threads) -> Games {
        self.set_threads(threads);
        self
    }

    /// Goes on on these threads.
    pub fn set_threads(&mut self, threads: Threads) {
        self.threads = threads;
    }

    /// The same from the beginning, written down: whoever asks programs has to tell them all that has happened.
    pub fn with_transcripts(mut self) -> Games {
        self.terms.record = Record::Transcripts;
        for (slot, turn) in self.slots.iter_mut().zip(&mut self.turns) {
            // It was dealt before.
            if let Some(dealt) = self.terms.deal(turn.game) {
                (*slot, *turn) = dealt;
            }
        }
        self
    }

    /// The game at a place so far, as its [transcript](Transcript); empty unless it is [written down](Games::with_transcripts).
    ///
    /// # Panics
    ///
    /// When there is no such place.
    pub fn transcript(&self, place: usize) -> &[u8] {
        self.slots[place].transcript.as_ref().map_or(&[], Transcript::as_bytes)
    }

    /// The game before it at the same place, if that was written down: its number, and its transcript to its end. One that was
    /// restarted before it ended is given up by who had to decide.
    ///
    /// # Panics
    ///
    /// When there is no such place.
    pub fn transcript_before(&self, place: usize) -> Option<(u64, &[u8])> {
        let (game, transcript) = self.slots[place].before.as_deref()?;
        Some((*game, transcript.as_bytes()))
    }

    /// How the game at each place stands.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// What has to be decided at a place, if anything has.
    ///
    /// # Panics
    ///
    /// When there is no such place.
    pub fn decision(&self, place: usize) -> Option<Decision> {
        self.slots[place].decision
    }

    /// How the game at a place stands, with what players can't see.
    ///
    /// # Panics
    ///
    /// When there is no such place.
    pub fn position(&self, place: usize) -> &Position<TableModel> {
        self.slots[place].game.position()
    }

    /// Decides in every game at once, by the numbers of actions ([`ActionCode`]). A game whose action is −1 stands still, and
    /// so does a game that has ended.
    ///
    /// # Errors
    ///
    /// When there are not as many actions as games, a game does not allow its action, or one that has ended gets one, be it the
    /// last of its place. The first such game is told, and no game goes on.
    pub fn step<A: Copy + Into<i64> + Sync>(&mut self, actions: &[A]) -> Result<(), GamesError> {
        self.step_and_observe(actions, ObservationBuffer::Nowhere, None)
    }

    /// Decides in every game at once, and then writes what is seen in each and which actions it takes, as [`step`](Games::step),
    /// [`observe`](Games::observe) and [`mask`](Games::mask) do one after the other. Thousands of games are more than the caches hold:
    /// this way they are fetched from memory once instead of twice, and threads are woken once.
    ///
    /// ```
    /// use paili::game::ActionCode;
    /// use paili::simulation::{AfterEnd, Features, Games, Layout, Observation, ObservationBuffer, Seating, Seed};
    ///
    /// let mut games = Games::new(Seed(1), 0, 100, Seating::NOBODY, AfterEnd::Restart)?;
    /// let layout = Layout { observation: Observation::Compact, features: Features::Without };
    /// let (mut observations, mut mask) = (vec![0; 100 * layout.len()], vec![0; 100 * ActionCode::COUNT]);
    /// let first = |turn: &paili::simulation::Turn| turn.actions.bits().trailing_zeros() as u8;
    /// for _ in 0..50 {
    ///     let actions: Vec<u8> = games.turns().iter().map(first).collect();
    ///     games.step_and_observe(&actions, ObservationBuffer::Bytes(layout, &mut observations), Some(&mut mask))?;
    /// }
    /// let allowed = mask.iter().filter(|&&allowed| allowed == 1).count();
    /// assert_eq!(allowed, games.turns().iter().map(|turn| turn.actions.iter().count()).sum::<usize>());
    /// # Ok::<(), paili::simulation::GamesError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`step`](Games::step). Nothing is written then.
    ///
    /// # Panics
    ///
    /// When there is not exactly the room for every game: [`Layout::len`] or [`Layout::scaled_len`] numbers of observations,
    /// [`ActionCode::COUNT`] truth values of the mask. No game goes on then.
    pub fn step_and_observe<A: Copy + Into<i64> + Sync>(
        &mut self,
        actions: &[A],
        observations: ObservationBuffer<'_>,
        mask: Option<&mut [u8]>,
    ) -> Result<(), GamesError> {
        if actions.len() != self.slots.len() {
            return Err(GamesError::Length { actions: actions.len(), games: self.slots.len() });
        }
        for (place, action) in actions.iter().enumerate() {
            self.check(place, (*action).into())?;
        }
        let Games { terms, threads, slots, turns } = self;
        Pass { slots, turns, actions: Some(actions), observations, mask }.run(terms, threads);
        Ok(())
    }

    /// Decides in one game. What ended in the last step stays told, and what ends now only where nothing did.
    ///
    /// # Errors
    ///
    /// As [`step`](Games::step).
    ///
    /// # Panics
    ///
    /// When there is no such place.
    pub fn act(&mut self, place: usize, action: ActionCode) -> Result<(), GamesError> {
        self.slots[place].stepped = self.slots[place].seat;
        self.answer(place, action)
    }

    /// Decides in one game for a player that looks for itself, such as a policy: what is [observed](Games::observe) of the game
    /// once it has ended is not what that player saw.
    ///
    /// # Errors
    ///
    /// As [`step`](Games::step).
    ///
    /// # Panics
    ///
    /// When there is no such place.
    pub fn answer(&mut self, place: usize, action: ActionCode) -> Result<(), GamesError> {
        self.check(place, action.get().into())?;
        self.terms.act(&mut self.slots[place], &mut self.turns[place], action.get().into());
        Ok(())
    }

    /// Ends the game at a place: who has to decide gives it up. Does nothing where the game has ended.
    ///
    /// # Panics
    ///
    /// When there is no such place.
    pub fn forfeit(&mut self, place: usize) {
        if self.turns[place].seat.is_some() {
            self.terms.forfeit(&mut self.slots[place], &mut self.turns[place]);
        }
    }

    /// Begins the next game at every place that is chosen, whether or not its game has ended. What ended there is not told any
    /// more.
    ///
    /// # Errors
    ///
    /// When no game comes after that of a place. It stays as it is, and the others begin theirs; the first such place is told.
    pub fn restart(&mut self, is_chosen: impl Fn(usize) -> bool) -> Result<(), GamesError> {
        let mut told = Ok(());
        let games = self.slots.iter_mut().zip(&mut self.turns).enumerate();
        for (place, (slot, turn)) in games.filter(|&(place, _)| is_chosen(place)) {
            if !self.terms.next(slot, turn) {
                told = told.and(Err(GamesError::NoGameAfter { place, game: turn.game }));
            }
        }
        told
    }

    /// Writes what is seen in each game by whose turn it is (of a game that has ended, by who decided last, but
    /// for those who only [answered](Games::answer)), one after the other.
    ///
    /// # Panics
    ///
    /// When there is not room for exactly that: [`Layout::len`] bytes for each game.
    pub fn observe(&mut self, layout: Layout, room: &mut [u8]) {
        self.observe_into(ObservationBuffer::Bytes(layout, room), None);
    }

    /// The same as bytes, in single precision or scaled to 0 to 1, and which actions each game takes as [`mask`](Games::mask) does.
    ///
    /// # Panics
    ///
    /// When there is not exactly the room for every game.
    pub fn observe_into(&mut self, observations: ObservationBuffer<'_>, mask: Option<&mut [u8]>) {
        let Games { terms, threads, slots, turns } = self;
        Pass::<i64> { slots, turns, actions: None, observations, mask }.run(terms, threads);
    }

    /// Writes what a seat sees at one place, whoever's turn it is.
    ///
    /// # Panics
    ///
    /// When there is no such place, or not exactly the room for one observation.
    pub fn observe_seat(&mut self, place: usize, seat: Seat, mut observation: ObservationBuffer<'_>) {
        assert!(observation.is_for(1), "room for one observation");
        observation.write(0, &self.slots[place].seen_by(seat));
    }

    /// Writes which actions each game takes, [`ActionCode::COUNT`] truth values for each.
    ///
    /// # Panics
    ///
    /// When there is not room for exactly that.
    pub fn mask(&self, room: &mut [u8]) {
        assert_eq!(room.len(), self.slots.len() * ActionCode::COUNT, "room for every game");
        for (turn, room) in self.turns.iter().zip(room.as_chunks_mut().0) {
            spread_bits(turn.actions.bits(), room);
        }
    }

    /// Whether a game takes an action.
    #[inline]
    fn check(&self, place: usize, action: i64) -> Result<(), GamesError> {
        let turn = &self.turns[place];
        let allowed =
            u8::try_from(action).ok().and_then(ActionCode::new).is_some_and(|code| turn.actions.contains(code));
        if allowed || action == NONE {
            return Ok(());
        }
        Err(match self.slots[place].decision {
            Some(decision) => GamesError::NotAllowed { place, game: turn.game, action, decision },
            None if self.terms.after_end == AfterEnd::Restart => GamesError::NoGameAfter { place, game: turn.game },
            None => GamesError::Ended { place, game: turn.game, action },
        })
    }
}
