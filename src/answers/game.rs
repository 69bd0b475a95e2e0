//! A game step by step, with the rule's reasons.

use std::cell::RefCell;

use serde::Serialize;

use crate::distance::{Model, TableModel};
use crate::game::{Direction, Event, Game, Observer, Outcome, Policy, Rule, Seat, Transcript, View, Wall};
use crate::meld::{Chow, Meld};
use crate::tile::Tile;

/// A game that four players play by the rule: what happened, how the table stood after it, and why. Tiles are written as the
/// judge writes them.
///
/// ```
/// use paili::Tile;
/// use paili::answers::GameAnswer;
/// use paili::game::Wall;
///
/// let wall = Wall::new(std::array::from_fn(|place| Tile::ALL[place % 37]))?;
/// let game = GameAnswer::new(&wall);
/// assert_eq!((game.steps[0].event, game.steps[0].lines.len()), ("deal", 52));
/// let discard = game.steps.iter().find(|step| step.event == "discard").unwrap();
/// let reason = discard.reason.as_ref().unwrap();
/// assert_eq!(reason.candidates.iter().map(|&(_, distance)| distance).min(), Some(reason.distance));
/// # Ok::<(), paili::game::WallError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GameAnswer {
    /// How it ended: `ron`, `self-draw` or `exhausted`.
    pub outcome: &'static str,
    /// Who won, if anybody did.
    pub winner: Option<&'static str>,
    /// The deal, and then a step an event.
    pub steps: Vec<Step>,
}

/// One thing that happened, and the table after it. The players stand in the order A, B, C, D.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Step {
    /// `deal`, `draw`, `discard`, `special`, `chow`, `pong` or `end`.
    pub event: &'static str,
    /// The judge's lines, as `paili play` prints them.
    pub lines: Vec<String>,
    /// Who did it, or who won.
    pub seat: Option<&'static str>,
    /// The tile that was drawn, discarded, played, claimed or won with from another.
    pub tile: Option<&'static str>,
    /// Whose discard was claimed or won with.
    pub from: Option<&'static str>,
    /// Whose turn a `PASS` skips.
    pub skipped: Option<&'static str>,
    /// The players' concealed tiles.
    pub hands: [Vec<&'static str>; 4],
    /// Their exposed melds.
    pub melds: [Vec<[&'static str; 3]>; 4],
    /// What each of them discarded or played, but for what was claimed.
    pub discards: [Vec<&'static str>; 4],
    /// The distances of their hands.
    pub distances: [u8; 4],
    /// How many tiles are left in the wall.
    pub left: usize,
    /// Which way turns go round: `forward` or `backward`.
    pub direction: &'static str,
    /// Of a discard, why this tile.
    pub reason: Option<DiscardReason>,
    /// Of a discard that nobody won with, what could have been claimed, in the order in which the rule looks at it: up to
    /// the first claim that is made.
    pub claims: Vec<Claim>,
}

/// Why the rule discards a tile: it is the first in the rule's order of those that leave the smallest distance.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DiscardReason {
    /// The distance before.
    pub distance: u8,
    /// Each kind held, in the rule's order `Z F B N W S E 9S … 1M`, and the distance without one of it.
    pub candidates: Vec<(&'static str, u8)>,
}

/// A claim that could be made: the rule makes it if the distance falls.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Claim {
    /// Who could make it.
    pub seat: &'static str,
    /// The meld that it would make.
    pub meld: [&'static str; 3],
    /// The distance without it.
    pub without: u8,
    /// The distance with it.
    pub with: u8,
    /// Whether it is made.
    pub made: bool,
}

impl GameAnswer {
    /// Plays a wall.
    #[must_use]
    pub fn new(wall: &Wall) -> GameAnswer {
        let log = Log::default();
        let mut players = [Reasoning(&log); 4];
        let mut writer = Writer { log: &log, transcript: Transcript::new(), discards: Default::default() };
        let outcome = Game::play(wall, TableModel, &mut players, &mut writer);
        GameAnswer { outcome: outcome.name(), winner: outcome.winner().map(Seat::token), steps: log.steps.into_inner() }
    }
}

/// What the players and who writes the game down both add to.
#[derive(Debug, Default)]
struct Log {
    steps: RefCell<Vec<Step>>,
    /// Why the discard is made that the game is about to tell.
    reason: RefCell<Option<DiscardReason>>,
}

/// Writes the game down.
struct Writer<'a> {
    log: &'a Log,
    /// The lines of the next step.
    transcript: Transcript,
    discards: [Vec<Tile>; 4],
}

impl Observer for Writer<'_> {
    fn observe<M: Model>(&mut self, event: Event, game: &Game<M>) {
        self.transcript.observe(event, game);
        let told = match event {
            // All draws of the deal are one step.
            Event::Draw { .. } if self.log.steps.borrow().is_empty() => return,
            Event::Draw { seat, tile } => Told { tile: Some(tile), ..Told::by("draw", seat) },
            Event::Discard { seat, tile } => {
                self.discards[seat.index()].push(tile);
                Told { tile: Some(tile), ..Told::by("discard", seat) }
            }
            Event::Special { seat, special, skipped } => {
                self.discards[seat.index()].push(special);
                Told { tile: Some(special), skipped, ..Told::by("special", seat) }
            }
            Event::Chow { seat, from, .. } => {
                Told { tile: self.discards[from.index()].pop(), from: Some(from), ..Told::by("chow", seat) }
            }
            Event::Pong { seat, from, .. } => {
                Told { tile: self.discards[from.index()].pop(), from: Some(from), ..Told::by("pong", seat) }
            }
            Event::End(Outcome::Ron { winner, from, tile }) => {
                Told { tile: Some(tile), from: Some(from), ..Told::by("end", winner) }
            }
            Event::End(Outcome::SelfDrawn { winner }) => Told::by("end", winner),
            // The rule never gives up.
            Event::End(Outcome::WallExhausted | Outcome::Forfeited { .. }) => Told { event: "end", ..Told::default() },
        };
        self.add(told, game);
    }

    fn dealt<M: Model>(&mut self, game: &Game<M>) {
        self.add(Told { event: "deal", ..Told::default() }, game);
    }
}

impl Writer<'_> {
    fn add<M: Model>(&mut self, told: Told, game: &Game<M>) {
        let lines = String::from_utf8_lossy(self.transcript.as_bytes()).lines().map(str::to_owned).collect();
        self.transcript.clear();
        let melds = |seat| game.melds(seat).iter().map(|meld| meld.tiles().map(Tile::token)).collect();
        self.log.steps.borrow_mut().push(Step {
            event: told.event,
            lines,
            seat: told.seat.map(Seat::token),
            tile: told.tile.map(Tile::token),
            from: told.from.map(Seat::token),
            skipped: told.skipped.map(Seat::token),
            hands: Seat::ALL.map(|seat| game.hand(seat).counts().tiles().map(Tile::token).collect()),
            melds: Seat::ALL.map(melds),
            discards: self.discards.each_ref().map(|tiles| tiles.iter().map(|tile| tile.token()).collect()),
            distances: Seat::ALL.map(|seat| game.distance(seat).get()),
            left: game.tiles_left(),
            direction: match game.direction() {
                Direction::Forward => "forward",
                Direction::Backward => "backward",
            },
            reason: self.log.reason.take(),
            claims: Vec::new(),
        });
    }
}

/// An event in the same few words as every other.
#[derive(Clone, Copy, Default)]
struct Told {
    event: &'static str,
    seat: Option<Seat>,
    tile: Option<Tile>,
    from: Option<Seat>,
    skipped: Option<Seat>,
}

impl Told {
    fn by(event: &'static str, seat: Seat) -> Told {
        Told { event, seat: Some(seat), ..Told::default() }
    }
}

/// A player by the rule that notes its reasons.
#[derive(Clone, Copy)]
struct Reasoning<'a>(&'a Log);

impl<M: Model> Policy<M> for Reasoning<'_> {
    fn discard(&mut self, view: &View<'_, M>) -> Tile {
        let hand = view.hand();
        let distance = |tile| Some((tile, hand.without(tile).ok()?));
        let candidates = Tile::regular().rev().filter_map(distance);
        let candidates = candidates.map(|(tile, left)| (tile.token(), view.model().distance(&left).get())).collect();
        *self.0.reason.borrow_mut() = Some(DiscardReason { distance: view.distance().get(), candidates });
        Rule.discard(view)
    }

    fn claims_pong(&mut self, view: &View<'_, M>, discarded: Tile) -> bool {
        let made = Rule.claims_pong(view, discarded);
        self.note(view, Meld::Pong(discarded), discarded, made);
        made
    }

    fn claims_chow(&mut self, view: &View<'_, M>, discarded: Tile) -> Option<Chow> {
        let made = Rule.claims_chow(view, discarded);
        for chow in view.chows(discarded) {
            self.note(view, Meld::Chow(chow), discarded, made == Some(chow));
            if made == Some(chow) {
                break;
            }
        }
        made
    }
}

impl Reasoning<'_> {
    /// Notes a claim beside the discard that was told last.
    fn note<M: Model>(self, view: &View<'_, M>, meld: Meld, discarded: Tile, made: bool) {
        let Some(with) = view.distance_claiming(meld, discarded) else { return };
        if let Some(step) = self.0.steps.borrow_mut().last_mut() {
            let (seat, meld) = (view.seat().token(), meld.tiles().map(Tile::token));
            step.claims.push(Claim { seat, meld, without: view.distance().get(), with: with.get(), made });
        }
    }
}
