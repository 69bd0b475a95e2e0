//! A game step by step, with the rule's reasons.

use serde::Serialize;

use crate::distance::{Model, TableModel};
use crate::game::{
    Action, Decision, Event, Game, Observer, Outcome, PLAYERS, Policy, Position, Rule, Seat, Step, Transcript, View,
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
/// let game = serde_json::to_value(GameAnswer::new(&wall))?;
/// assert_eq!((&game["steps"][0]["event"], &game["steps"][1]["event"]), (&"deal".into(), &"draw".into()));
/// let discard = game["steps"].as_array().unwrap().iter().find(|step| step["event"] == "discard").unwrap();
/// let distances = discard["reason"]["candidates"].as_array().unwrap().iter().map(|candidate| candidate[1].as_u64());
/// assert_eq!(distances.min(), Some(discard["reason"]["distance"].as_u64()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Serialize)]
pub struct GameAnswer {
    /// How it ended: `ron`, `self-draw` or `exhausted`.
    outcome: &'static str,
    /// Who won, if anybody did.
    winner: Option<&'static str>,
    /// The deal, and then a step an event.
    steps: Vec<Moment>,
}

/// One thing that happened, and the table after it. The players stand in the order A, B, C, D.
#[derive(Debug, Clone, Default, Serialize)]
struct Moment {
    /// `deal`, `draw`, `discard`, `special`, `chow`, `pong` or `end`.
    event: &'static str,
    /// The judge's lines, as `paili play` prints them.
    lines: Vec<String>,
    /// Who did it, or who won.
    seat: Option<Seat>,
    /// The tile that was drawn, discarded, played, claimed or won with from another.
    tile: Option<Tile>,
    /// Whose discard was claimed or won with.
    from: Option<Seat>,
    /// Whose turn a `PASS` skips.
    skipped: Option<Seat>,
    /// The players' concealed tiles.
    hands: [Vec<&'static str>; PLAYERS],
    /// Their exposed melds.
    melds: [Vec<[&'static str; 3]>; PLAYERS],
    /// What each of them discarded or played, but for what was claimed.
    discards: [Vec<&'static str>; PLAYERS],
    /// The distances of their hands.
    distances: [u8; PLAYERS],
    /// How many tiles are left in the wall.
    left: usize,
    /// Which way turns go round: `forward` or `backward`.
    direction: &'static str,
    /// Of a discard, why this tile.
    reason: Option<DiscardReason>,
    /// Of a discard that nobody won with, what could have been claimed, in the order in which the rule looks at it: up to
    /// the first claim that is made.
    claims: Vec<Claim>,
}

impl Moment {
    /// What somebody did. The table after it is yet to be told.
    fn by(event: &'static str, seat: Seat) -> Moment {
        Moment { event, seat: Some(seat), ..Moment::default() }
    }
}

/// Why the rule discards a tile: it is the first in the rule's order of those that leave the smallest distance.
#[derive(Debug, Clone, Serialize)]
struct DiscardReason {
    /// The distance before.
    distance: u8,
    /// Each kind held, in the rule's order `Z F B N W S E 9S … 1M`, and the distance without one of it.
    candidates: Vec<(&'static str, u8)>,
}

/// A claim that could be made: the rule makes it if the distance falls.
#[derive(Debug, Clone, Serialize)]
struct Claim {
    /// Who could make it.
    seat: &'static str,
    /// The meld that it would make.
    meld: [&'static str; 3],
    /// The distance without it.
    without: u8,
    /// The distance with it.
    with: u8,
    /// Whether it is made.
    made: bool,
}

impl GameAnswer {
    /// Plays a wall.
    pub fn new(wall: &Wall) -> GameAnswer {
        let mut game = Game::deal(wall, TableModel);
        let mut writer = Writer::default();
        let outcome = loop {
            match game.step() {
                Step::Event(event) => writer.observe(event, game.position()),
                Step::Decision(decision) => {
                    let view = game.view(decision.seat());
                    let action = Rule.decide(&view, &decision);
                    writer.explain(&view, &decision, action);
                    game.act(action).unwrap_or_else(|error| unreachable!("the rule: {error}"));
                }
                Step::End(outcome) => break outcome,
            }
        };
        writer.observe(Event::End(outcome), game.position());
        GameAnswer { outcome: outcome.name(), winner: outcome.winner().map(Seat::token), steps: writer.steps }
    }

    /// The transcript, with lines of comment, which begin with `#`, that say why each tile was discarded and each claim was made or
    /// not: each before the line that it explains.
    ///
    /// ```
    /// use paili::Tile;
    /// use paili::answers::GameAnswer;
    /// use paili::game::Wall;
    ///
    /// let wall = Wall::new(std::array::from_fn(|place| Tile::ALL[place % 37]))?;
    /// let explained = GameAnswer::new(&wall).explained();
    /// assert!(explained.lines().any(|line| line.starts_with("# A discards ")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explained(&self) -> String {
        let mut text = String::new();
        for step in &self.steps {
            if let (Some(reason), Some(seat), Some(tile)) = (&step.reason, step.seat, step.tile) {
                text += &reason.told(seat, tile.token());
            }
            for line in &step.lines {
                text += line;
                text.push('\n');
            }
            step.claims.iter().for_each(|claim| text += &claim.told());
        }
        text
    }
}

impl DiscardReason {
    /// Why a player discards a tile: a line.
    fn told(&self, seat: Seat, discarded: &str) -> String {
        // A special is played whatever it leaves.
        let Some(place) = self.candidates.iter().position(|&(tile, _)| tile == discarded) else { return String::new() };
        let left = self.candidates[place].1;
        let farther: Vec<&str> = self.candidates[..place].iter().map(|&(tile, _)| tile).collect();
        let order = match &farther[..] {
            [] => "it comes first in the rule's order".to_owned(),
            farther => format!("without {}, which come first in the rule's order, it grows", farther.join(" ")),
        };
        let distance = if left == self.distance { format!("stays at {left}") } else { format!("grows to {left}") };
        format!("# {seat} discards {discarded}: without it the distance {distance}; {order}\n")
    }
}

impl Claim {
    /// Why a claim is made or not: a line.
    fn told(&self) -> String {
        let Claim { seat, meld, without, with, made } = self;
        let meld = meld.join(" ");
        if *made {
            format!("# {seat} claims {meld}: the distance falls from {without} to {with}\n")
        } else {
            format!("# {seat} does not claim {meld}: the distance is {without} and would be {with}\n")
        }
    }
}

/// Writes the game down.
#[derive(Default)]
struct Writer {
    steps: Vec<Moment>,
    /// The lines of the next step.
    transcript: Transcript,
    /// Why the discard is made that comes next.
    reason: Option<DiscardReason>,
}

impl Observer for Writer {
    fn observe<M: Model>(&mut self, event: Event, position: &Position<M>) {
        self.transcript.observe(event, position);
        let step = match event {
            // All draws of the deal are one step.
            Event::Draw { .. } if self.steps.is_empty() => return,
            Event::Dealt => Moment { event: "deal", ..Moment::default() },
            Event::Draw { seat, tile } => Moment { tile: Some(tile), ..Moment::by("draw", seat) },
            Event::Discard { seat, tile } => Moment { tile: Some(tile), ..Moment::by("discard", seat) },
            Event::Special { seat, special, skipped } => {
                Moment { tile: Some(special), skipped, ..Moment::by("special", seat) }
            }
            Event::Chow { seat, from, .. } => {
                let claimed = position.river().iter().last().map(|discard| discard.tile);
                Moment { tile: claimed, from: Some(from), ..Moment::by("chow", seat) }
            }
            Event::Pong { seat, from, tile } => {
                Moment { tile: Some(tile), from: Some(from), ..Moment::by("pong", seat) }
            }
            Event::End(Outcome::Ron { winner, from, tile }) => {
                Moment { tile: Some(tile), from: Some(from), ..Moment::by("end", winner) }
            }
            Event::End(Outcome::SelfDrawn { winner }) => Moment::by("end", winner),
            // The rule never forfeits.
            Event::End(Outcome::WallExhausted | Outcome::Forfeited { .. }) => {
                Moment { event: "end", ..Moment::default() }
            }
        };
        let lines = String::from_utf8_lossy(self.transcript.as_bytes()).lines().map(str::to_owned).collect();
        self.transcript.clear();
        let melds = |seat| position.melds(seat).iter().map(|meld| meld.tiles().map(Tile::token)).collect();
        let discards = |seat| {
            let own = position.river().iter().filter(|discard| discard.seat == seat && !discard.is_claimed);
            own.map(|discard| discard.tile.token()).collect()
        };
        self.steps.push(Moment {
            lines,
            hands: Seat::ALL.map(|seat| position.hand(seat).counts().tiles().map(Tile::token).collect()),
            melds: Seat::ALL.map(melds),
            discards: Seat::ALL.map(discards),
            distances: Seat::ALL.map(|seat| position.distance(seat).get()),
            left: position.tiles_left(),
            direction: position.direction().name(),
            reason: self.reason.take(),
            ..step
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
