//! A game step by step, with the rule's reasons.

use serde::Serialize;

use crate::distance::{Model, TableModel};
use crate::game::{
    self, Action, Decision, Direction, Event, Game, Observer, Outcome, Policy, Position, Rule, Seat, Transcript, View,
    Wall,
};
use crate::meld::Meld;
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
        let mut game = Game::deal(wall, TableModel);
        let mut writer = Writer::default();
        let outcome = loop {
            match game.step() {
                game::Step::Event(event) => writer.observe(event, game.position()),
                game::Step::Decision(decision) => {
                    let view = game.view(decision.seat());
                    let action = Rule.decide(&view, &decision);
                    writer.explain(&view, &decision, action);
                    game.act(action).unwrap_or_else(|error| unreachable!("the rule: {error}"));
                }
                game::Step::End(outcome) => break outcome,
            }
        };
        writer.observe(Event::End(outcome), game.position());
        GameAnswer { outcome: outcome.name(), winner: outcome.winner().map(Seat::token), steps: writer.steps }
    }
}

/// Writes the game down.
#[derive(Default)]
struct Writer {
    steps: Vec<Step>,
    /// The lines of the next step.
    transcript: Transcript,
    /// Why the discard is made that comes next.
    reason: Option<DiscardReason>,
}

impl Observer for Writer {
    fn observe<M: Model>(&mut self, event: Event, position: &Position<M>) {
        self.transcript.observe(event, position);
        let told = match event {
            // All draws of the deal are one step.
            Event::Draw { .. } if self.steps.is_empty() => return,
            Event::Dealt => Told { event: "deal", ..Told::default() },
            Event::Draw { seat, tile } => Told { tile: Some(tile), ..Told::by("draw", seat) },
            Event::Discard { seat, tile } => Told { tile: Some(tile), ..Told::by("discard", seat) },
            Event::Special { seat, special, skipped } => {
                Told { tile: Some(special), skipped, ..Told::by("special", seat) }
            }
            Event::Chow { seat, from, .. } => {
                let claimed = position.river().iter().last().map(|discard| discard.tile);
                Told { tile: claimed, from: Some(from), ..Told::by("chow", seat) }
            }
            Event::Pong { seat, from, tile } => Told { tile: Some(tile), from: Some(from), ..Told::by("pong", seat) },
            Event::End(Outcome::Ron { winner, from, tile }) => {
                Told { tile: Some(tile), from: Some(from), ..Told::by("end", winner) }
            }
            Event::End(Outcome::SelfDrawn { winner }) => Told::by("end", winner),
            // The rule never forfeits.
            Event::End(Outcome::WallExhausted | Outcome::Forfeited { .. }) => Told { event: "end", ..Told::default() },
        };
        let lines = String::from_utf8_lossy(self.transcript.as_bytes()).lines().map(str::to_owned).collect();
        self.transcript.clear();
        let melds = |seat| position.melds(seat).iter().map(|meld| meld.tiles().map(Tile::token)).collect();
        let discards = |seat| {
            let own = position.river().iter().filter(|discard| discard.seat == seat && !discard.is_claimed);
            own.map(|discard| discard.tile.token()).collect()
        };
        self.steps.push(Step {
            event: told.event,
            lines,
            seat: told.seat.map(Seat::token),
            tile: told.tile.map(Tile::token),
            from: told.from.map(Seat::token),
            skipped: told.skipped.map(Seat::token),
            hands: Seat::ALL.map(|seat| position.hand(seat).counts().tiles().map(Tile::token).collect()),
            melds: Seat::ALL.map(melds),
            discards: Seat::ALL.map(discards),
            distances: Seat::ALL.map(|seat| position.distance(seat).get()),
            left: position.tiles_left(),
            direction: match position.direction() {
                Direction::Forward => "forward",
                Direction::Backward => "backward",
            },
            reason: self.reason.take(),
            claims: Vec::new(),
        });
    }
}

impl Writer {
    /// Notes the rule's reasons: of a discard, beside the step that follows; of a claim, beside the discard told last.
    fn explain<M: Model>(&mut self, view: &View<'_, M>, decision: &Decision, action: Action) {
        let hand = view.hand();
        if let Decision::Discard { .. } = decision {
            let distance = |tile| Some((tile, hand.without(tile).ok()?));
            let candidates = Tile::regular().rev().filter_map(distance);
            let candidates = candidates.map(|(tile, left)| (tile.token(), view.model().distance(&left).get()));
            let distance = view.distance().get();
            self.reason = Some(DiscardReason { distance, candidates: candidates.collect() });
        }
        let Some((step, offered)) = self.steps.last_mut().zip(decision.offered()) else { return };
        for possible in decision.actions() {
            let meld = match possible {
                Action::Pong => Meld::Pong(offered),
                Action::Chow(chow) => Meld::Chow(chow),
                Action::Discard(_) | Action::Pass => continue,
            };
            let Some(with) = view.distance_claiming(meld, offered) else { continue };
            let (seat, without, made) = (view.seat().token(), view.distance().get(), possible == action);
            step.claims.push(Claim { seat, meld: meld.tiles().map(Tile::token), without, with: with.get(), made });
            if made {
                break;
            }
        }
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
