//! How likely each kind is drawn, and what a draw is worth.

use super::competition::Competition;
use super::{Law, OddsError};

/// What a hand can come to: to win, and to have been ready.
pub(super) const WIN: usize = 0;
pub(super) const READY: usize = 1;

/// How many goals values are for: the first, or both.
pub(super) const WINS: usize = 1;
pub(super) const WINS_AND_READY: usize = 2;

/// How likely one copy of a kind is drawn, by draws made.
#[derive(Debug, Clone, Copy)]
pub(super) struct Draws {
    pub law: Law,
    /// How many tiles are unseen before the first draw, and how many draws there are.
    unseen: u32,
    count: u32,
    /// Those among whom the hand plays, unless it is alone.
    pub competition: Option<Competition>,
}

impl Draws {
    /// `count` draws from `unseen` tiles.
    ///
    /// # Errors
    ///
    /// When there is none, or more than tiles.
    pub fn new(law: Law, count: u32, unseen: u32) -> Result<Draws, OddsError> {
        if (1..=unseen).contains(&count) {
            Ok(Draws { law, unseen, count, competition: None })
        } else {
            Err(OddsError::Draws { draws: count, unseen })
        }
    }

    /// The same among others.
    #[cfg(feature = "simulation")]
    pub fn among(self, competition: &Competition) -> Draws {
        Draws { competition: Some(*competition), ..self }
    }

    /// Whether what comes of the draws are probabilities. Those of the published law need not be.
    pub fn check<'a>(&self, values: impl IntoIterator<Item = &'a f64>) -> Result<(), OddsError> {
        const ROUNDING: f64 = 1e-9;
        let mut values = values.into_iter();
        if values.all(|value| (-ROUNDING..=1.0 + ROUNDING).contains(value)) {
            Ok(())
        } else {
            Err(OddsError::NoProbability { draws: self.count })
        }
    }

    /// What it is worth to win with draw number `draw`, from 1.
    pub fn in_time(&self, draw: usize) -> f64 {
        self.competition.as_ref().map_or(1.0, |competition| competition.in_time(draw))
    }

    /// How many draws there are.
    pub fn count(&self) -> usize {
        self.count as usize
    }

    /// One over the tiles that are left after `made` draws; 0 when no draw is left.
    pub fn rate(&self, made: usize) -> f64 {
        if made < self.count() { 1.0 / f64::from(self.unseen - made as u32) } else { 0.0 }
    }

    /// The share that is left of the kinds that were of no use from the start, after `made` draws of which `kept` were kept. The
    /// tiles that were discarded at once until the last one was kept were all among these `others`.
    pub fn left_of_others(made: usize, kept: u8, others: u32) -> f64 {
        let (made, kept) = (made as f64, f64::from(kept));
        let gone = (kept * (made + 1.0) / (kept + 1.0) - kept).max(0.0);
        (1.0 - gone / f64::from(others.max(1))).max(0.0)
    }
}

/// Whether what follows is worth more: likelier to win, or as likely and likelier to have been ready.
#[inline]
#[allow(clippy::needless_bitwise_bool, reason = "a branch would keep many from being compared at once")]
pub(super) fn is_more<const K: usize>(one: [f64; K], other: [f64; K]) -> bool {
    let mut more = is_likelier(one[WIN], other[WIN]);
    if K == WINS_AND_READY {
        more |= !is_likelier(other[WIN], one[WIN]) & is_likelier(one[READY], other[READY]);
    }
    more
}

/// Whether one probability is larger than another, and not by rounding alone.
#[inline]
pub(super) fn is_likelier(one: f64, other: f64) -> bool {
    const MARGIN: f64 = 1e-12;
    one > other * (1.0 + MARGIN)
}
