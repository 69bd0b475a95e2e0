//! What an audit found.

use std::collections::BTreeMap;

use paili::Hand;
use paili::simulation::{Interval, Proportion};

use crate::answer::{Answer, Ask};
use crate::beside::Beside;
use crate::convention::Convention;
use crate::proof::Proof;

/// What an audit found out about a subject.
#[derive(Debug, Clone)]
pub struct Verdict {
    /// What was asked.
    pub ask: Ask,
    /// What it means by its answers, as far as that can be told.
    pub convention: Convention,
    /// On how many of the hands by which that was found out it agrees, and of how many.
    pub fits: Proportion,
    /// Numbers of tiles of which it takes no hands: most of its answers to them are wrong, and not to others.
    pub refused: Vec<usize>,
    /// How many hands it was asked about, and how many of its answers are wrong.
    pub all: Proportion,
    /// The same of all hands of a size.
    pub every: BTreeMap<usize, Proportion>,
    /// The same of hands that are all of one part, of sizes of which every such hand was asked about.
    pub one_part: BTreeMap<usize, Proportion>,
    /// The same of hands drawn from each distance, with how likely a hand drawn at random is to be at it.
    pub by_distance: Vec<AtDistance>,
    /// The smallest hand that it answers wrong.
    pub smallest: Option<Smallest>,
    /// What came of hands beside melds that it was shown, if it takes them.
    pub beside: Option<Beside>,
    /// Hands that it answered wrong, and what it answered: the first of them, without those beside melds.
    pub failures: Vec<(Hand, Answer)>,
}

/// Hands drawn from a distance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AtDistance {
    /// How many tiles the hands have.
    pub tiles: usize,
    /// Their distance by our reckoning; 127 where none complete them.
    pub distance: u8,
    /// How likely a hand of that many tiles is to be at this distance.
    pub probability: f64,
    /// How many were drawn, and how many of the answers are wrong.
    pub drawn: Proportion,
}

/// The smallest hand that is answered wrong: of the fewest tiles, then of the fewest wildcards, then of the lowest kinds.
#[derive(Debug, Clone)]
pub struct Smallest {
    /// The hand.
    pub hand: Hand,
    /// What is right.
    pub expected: Answer,
    /// What was answered.
    pub answered: Answer,
    /// What shows it.
    pub proof: Option<Proof>,
    /// Whether all hands that are smaller were asked about.
    pub is_proved: bool,
}

impl Verdict {
    /// How often a hand of so many tiles that is drawn at random is answered wrong, if hands of all distances were drawn.
    pub fn rate(&self, tiles: usize) -> Option<(f64, Interval)> {
        let rows = self.by_distance.iter().filter(|row| row.tiles == tiles);
        let (mut rate, mut interval, mut any) = (0.0, Interval { low: 0.0, high: 0.0 }, false);
        for row in rows {
            let here = row.drawn.interval()?;
            rate += row.probability * row.drawn.rate()?;
            interval.low += row.probability * here.low;
            interval.high += row.probability * here.high;
            any = true;
        }
        any.then_some((rate, interval))
    }
}
