//! What discards cost, by the bounds.

use std::ops::AddAssign;

use serde::{Serialize, Serializer};

use super::SolvedDiscard;
use paili::analysis::Discard;
use paili::{Hand, Notation, Tile, names};

names! {
    /// How a discard differs from the one with the largest bound.
    pub enum MistakeKind: "is no kind of mistake" {
        /// It leaves a larger distance.
        Farther = "farther",
        /// It leaves a smaller distance, where stepping back would be better.
        Nearer = "nearer",
        /// As near, with a smaller acceptance.
        Narrower = "narrower",
        /// As near, with an acceptance as large or larger: what the tiles make later was worth more.
        Wider = "wider",
    }
}

/// Some mistakes together: how many, and what they cost.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Cost {
    /// How many discards.
    pub discards: u64,
    /// The sum of what the bounds fall by, in games.
    pub lost: f64,
}

impl AddAssign for Cost {
    fn add_assign(&mut self, more: Cost) {
        self.discards += more.discards;
        self.lost += more.lost;
    }
}

/// A discard that costs much.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Blunder {
    /// The game.
    pub game: u64,
    /// The hand before the discard.
    #[serde(serialize_with = "as_text")]
    pub hand: Hand,
    /// The draws that were left.
    pub draws: u32,
    /// What was discarded.
    #[serde(serialize_with = "as_name")]
    pub discard: Tile,
    /// The bound after it.
    pub bound: f64,
    /// What should have been: the one with the largest bound.
    #[serde(serialize_with = "as_name")]
    pub best: Tile,
    /// The bound after that.
    pub best_bound: f64,
}

fn as_text<S: Serializer>(hand: &Hand, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&Notation::Mpsz.write(hand.counts().tiles()).unwrap_or_default())
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn as_name<S: Serializer>(tile: &Tile, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(Notation::Mpsz.name_of(*tile))
}

impl Blunder {
    /// What the discard costs.
    pub fn lost(&self) -> f64 {
        self.best_bound - self.bound
    }
}

/// What all discards of some games cost.
#[derive(Debug, Clone, PartialEq)]
pub struct Mistakes {
    /// How many discards were judged.
    pub judged: u64,
    /// By the draw before the discard, the first one first.
    pub by_draw: Vec<Cost>,
    /// By the kind of mistake, in the order of [`MistakeKind::ALL`].
    pub by_kind: [Cost; MistakeKind::ALL.len()],
    /// The dearest ones.
    pub worst: Vec<Blunder>,
}

/// How many of the worst are kept.
const WORST: usize = 10;

/// A discard as the bounds see it.
pub(super) struct Judged<'a> {
    pub game: u64,
    pub hand: Hand,
    pub left: u32,
    pub discard: Tile,
    pub discards: &'a [Discard],
    pub bounds: &'a [SolvedDiscard],
}

impl Mistakes {
    pub(super) fn new(draws: usize) -> Mistakes {
        let by_draw = vec![Cost::default(); draws];
        Mistakes { judged: 0, by_draw, by_kind: <[Cost; MistakeKind::ALL.len()]>::default(), worst: Vec::new() }
    }

    /// What all of them cost.
    pub fn all(&self) -> Cost {
        let mut all = Cost::default();
        self.by_kind.iter().for_each(|&cost| all += cost);
        all
    }

    pub(super) fn add(&mut self, judged: &Judged<'_>) {
        self.judged += 1;
        let bound = judged.bounds.iter().find(|of| of.tile == judged.discard);
        let (Some(best), Some(bound)) = (judged.bounds.first(), bound) else { return };
        if best.bound <= bound.bound {
            return;
        }
        let of = |tile: Tile| judged.discards.iter().find(|of| of.tile == tile);
        let (Some(right), Some(wrong)) = (of(best.tile), of(judged.discard)) else { return };
        let kind = if wrong.distance > right.distance {
            MistakeKind::Farther
        } else if wrong.distance < right.distance {
            MistakeKind::Nearer
        } else if wrong.useful.acceptance < right.useful.acceptance {
            MistakeKind::Narrower
        } else {
            MistakeKind::Wider
        };
        let cost = Cost { discards: 1, lost: best.bound - bound.bound };
        self.by_kind[kind as usize] += cost;
        let draw = self.by_draw.len() - 1 - judged.left as usize;
        self.by_draw[draw] += cost;
        let Judged { game, hand, left: draws, discard, .. } = *judged;
        let (bound, best, best_bound) = (bound.bound, best.tile, best.bound);
        self.worst.push(Blunder { game, hand, draws, discard, bound, best, best_bound });
        if self.worst.len() >= 4 * WORST {
            self.keep_worst();
        }
    }

    pub(super) fn merge(&mut self, more: &Mistakes) {
        self.judged += more.judged;
        self.by_draw.iter_mut().zip(&more.by_draw).for_each(|(sum, &more)| *sum += more);
        self.by_kind.iter_mut().zip(&more.by_kind).for_each(|(sum, &more)| *sum += more);
        self.worst.extend(&more.worst);
        self.keep_worst();
    }

    /// Of equals the earlier game comes first.
    fn keep_worst(&mut self) {
        let order = |one: &Blunder, other: &Blunder| {
            let later = (one.game, other.draws).cmp(&(other.game, one.draws));
            other.lost().total_cmp(&one.lost()).then(later)
        };
        self.worst.sort_by(order);
        self.worst.truncate(WORST);
    }
}
