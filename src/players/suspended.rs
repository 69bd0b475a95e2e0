//! A game that waits for answers.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;

use corosensei::stack::DefaultStack;
use corosensei::{Coroutine, CoroutineResult, Yielder};

use super::answer::Question;
use super::played::{Decision, Played};
use super::telling::{Sitting, Telling};
use crate::distance::Model;
use crate::game::{Event, Game, KeptView, Observer, Outcome, Policy, Rule, Seat, View, Wall};
use crate::meld::Chow;
use crate::simulation::{NamedPolicy, Seed};
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// Who sits in a seat.
#[derive(Debug)]
pub(super) enum Seated {
    Policy(NamedPolicy),
    Program(Sitting),
    /// Somebody of whoever drives the game.
    Guest,
}

/// A program or a guest has to decide.
#[derive(Debug)]
pub(super) struct Asked {
    pub seat: Seat,
    pub question: Question,
}

/// Players of the caller's own in some seats.
pub(super) type Guests<'a, M> = [Option<Box<dyn Policy<M> + 'a>>; 4];

impl Question {
    /// What a guest decides.
    fn decided_by<M: Model>(&self, guest: &mut dyn Policy<M>, view: &View<'_, M>) -> Reply {
        let decision = match self {
            Question::Discard(_) => Decision::Discard(guest.discard(view)),
            Question::Pong(tile) => Decision::Pong(guest.claims_pong(view, *tile)),
            Question::Chow(tile, _) => Decision::Chow(guest.claims_chow(view, *tile)),
        };
        if guest.gives_up() { Reply::GiveUp } else { Reply::Decided(decision) }
    }
}

/// What comes of a question.
#[derive(Debug, Clone, Copy)]
pub(super) enum Reply {
    /// One of the allowed answers.
    Decided(Decision),
    /// The rule decides.
    ByRule,
    /// The player gives the game up.
    GiveUp,
}

/// What a game does next.
#[derive(Debug)]
pub(super) enum Step {
    Asks(Asked),
    Ends(Outcome),
}

/// A game on a stack of its own. It plays until somebody outside has to answer.
pub(super) struct Suspended<M: Model + 'static> {
    coroutine: Coroutine<Reply, (Asked, Option<KeptView<M>>), Outcome>,
    shared: Rc<RefCell<Shared>>,
}

/// What both the game and whoever drives it see.
struct Shared {
    telling: Telling,
    decisions: [Vec<Decision>; 4],
}

/// Far more than a game takes; only what is touched becomes memory.
const STACK_BYTES: usize = 256 * 1024;

/// A stack for a game.
pub(super) fn new_stack() -> io::Result<DefaultStack> {
    DefaultStack::new(STACK_BYTES)
}

impl<M: Model> Suspended<M> {
    /// A game that has not begun, which an observer follows. Policies are seeded by the seed, the game's number and the seat.
    pub fn new(
        stack: DefaultStack,
        wall: Wall,
        model: M,
        (seed, game): (Seed, u64),
        seated: [Seated; 4],
        mut observer: impl Observer + 'static,
    ) -> Self {
        let policies = seated.each_ref().map(|seated| match seated {
            Seated::Policy(policy) => Some(*policy),
            Seated::Program(_) | Seated::Guest => None,
        });
        let guests = seated.each_ref().map(|seated| matches!(seated, Seated::Guest));
        let sittings = seated.map(|seated| match seated {
            Seated::Policy(_) | Seated::Guest => None,
            Seated::Program(sitting) => Some(sitting),
        });
        let shared = Rc::new(RefCell::new(Shared { telling: Telling::new(sittings), decisions: Default::default() }));
        let inside = shared.clone();
        let coroutine =
            Coroutine::with_stack(stack, move |yielder: &Yielder<Reply, (Asked, Option<KeptView<M>>)>, _: Reply| {
                let mut players = Seat::ALL.map(|seat| Recorded {
                    player: match policies[seat.index()] {
                        Some(policy) => Player::Policy(policy.player(seed, game, seat)),
                        None => {
                            Player::Outside(Outside { seat, yielder, is_guest: guests[seat.index()], gave_up: false })
                        }
                    },
                    seat,
                    shared: &inside,
                });
                Game::play(&wall, model, &mut players, &mut (Tell(&inside), &mut observer))
            });
        Suspended { coroutine, shared }
    }

    /// Plays on until the next question to a program or the end; guests are asked meanwhile. The reply is to the question
    /// before; it matters not for the first step.
    pub fn go_on(&mut self, mut reply: Reply, guests: &mut Guests<'_, M>) -> Step {
        loop {
            let (asked, view) = match self.coroutine.resume(reply) {
                CoroutineResult::Yield(question) => question,
                CoroutineResult::Return(outcome) => return Step::Ends(outcome),
            };
            let (Some(view), Some(guest)) = (view, &mut guests[asked.seat.index()]) else { return Step::Asks(asked) };
            reply = asked.question.decided_by(guest.as_mut(), &view.view());
        }
    }

    /// Does something with what the program in a seat was told, if one sits there.
    pub fn with_sitting<T>(&mut self, seat: Seat, work: impl FnOnce(&mut Sitting) -> T) -> Option<T> {
        self.shared.borrow_mut().telling.sittings[seat.index()].as_mut().map(work)
    }

    /// Lines of the transcript so far.
    pub fn lines(&self) -> usize {
        self.shared.borrow().telling.lines
    }

    /// The game, once it has ended, and its stack for another.
    pub fn end(self, outcome: Outcome) -> (Played, DefaultStack) {
        let decisions = std::mem::take(&mut self.shared.borrow_mut().decisions);
        (Played { outcome, decisions }, self.coroutine.into_stack())
    }
}

/// Tells the programs, while the game goes on.
struct Tell<'a>(&'a RefCell<Shared>);

impl Observer for Tell<'_> {
    fn observe<M: Model>(&mut self, event: Event, game: &Game<M>) {
        self.0.borrow_mut().telling.observe(event, game);
    }
}

/// A player whose decisions are kept.
struct Recorded<'a, M: Model, P> {
    player: Player<'a, M, P>,
    seat: Seat,
    shared: &'a RefCell<Shared>,
}

enum Player<'a, M: Model, P> {
    Policy(P),
    Outside(Outside<'a, M>),
}

impl<M: Model, P> Recorded<'_, M, P> {
    fn keep(&self, decision: Decision) {
        self.shared.borrow_mut().decisions[self.seat.index()].push(decision);
    }
}

impl<M: Model, P: Policy<M>> Policy<M> for Recorded<'_, M, P> {
    fn discard(&mut self, view: &View<'_, M>) -> Tile {
        let tile = match &mut self.player {
            Player::Policy(policy) => policy.discard(view),
            Player::Outside(outside) => outside.discard(view),
        };
        self.keep(if Policy::<M>::gives_up(self) { Decision::GiveUp } else { Decision::Discard(tile) });
        tile
    }

    fn claims_pong(&mut self, view: &View<'_, M>, discarded: Tile) -> bool {
        let claims = match &mut self.player {
            Player::Policy(policy) => policy.claims_pong(view, discarded),
            Player::Outside(outside) => outside.claims_pong(view, discarded),
        };
        self.keep(if Policy::<M>::gives_up(self) { Decision::GiveUp } else { Decision::Pong(claims) });
        claims
    }

    fn claims_chow(&mut self, view: &View<'_, M>, discarded: Tile) -> Option<Chow> {
        let chow = match &mut self.player {
            Player::Policy(policy) => policy.claims_chow(view, discarded),
            Player::Outside(outside) => outside.claims_chow(view, discarded),
        };
        self.keep(if Policy::<M>::gives_up(self) { Decision::GiveUp } else { Decision::Chow(chow) });
        chow
    }

    fn gives_up(&self) -> bool {
        match &self.player {
            Player::Policy(policy) => policy.gives_up(),
            Player::Outside(outside) => outside.gave_up,
        }
    }
}

/// A player who is asked outside: the game waits.
struct Outside<'a, M: Model> {
    seat: Seat,
    yielder: &'a Yielder<Reply, (Asked, Option<KeptView<M>>)>,
    /// Guests see the game, programs are told of it.
    is_guest: bool,
    gave_up: bool,
}

impl<M: Model> Outside<'_, M> {
    /// What is decided outside; `None` if nothing is.
    fn ask(&mut self, view: &View<'_, M>, question: Question) -> Option<Reply> {
        let reply = self.yielder.suspend((Asked { seat: self.seat, question }, self.is_guest.then(|| view.keep())));
        self.gave_up = matches!(reply, Reply::GiveUp);
        (!self.gave_up).then_some(reply)
    }

    fn discard(&mut self, view: &View<'_, M>) -> Tile {
        let kinds = view.hand().counts().kinds() & TileSet::REGULAR;
        match self.ask(view, Question::Discard(kinds)) {
            Some(Reply::Decided(Decision::Discard(tile))) => tile,
            _ => Rule.discard(view),
        }
    }

    fn claims_pong(&mut self, view: &View<'_, M>, discarded: Tile) -> bool {
        match self.ask(view, Question::Pong(discarded)) {
            Some(Reply::Decided(Decision::Pong(claims))) => claims,
            Some(_) => Rule.claims_pong(view, discarded),
            None => false,
        }
    }

    fn claims_chow(&mut self, view: &View<'_, M>, discarded: Tile) -> Option<Chow> {
        match self.ask(view, Question::Chow(discarded, view.chows(discarded).collect())) {
            Some(Reply::Decided(Decision::Chow(chow))) => chow,
            Some(_) => Rule.claims_chow(view, discarded),
            None => None,
        }
    }
}
