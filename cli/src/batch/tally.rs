//! The counts of a batch.

use std::ops::AddAssign;

use paili::batch::Analysis;
use paili::rules::RuleSet;
use paili::simulation::Histogram;
use paili::{Distance, Meld};

use crate::checkpoint::Counts;

/// How many distances there are, from 0 on: the largest hand lacks all of its tiles.
pub const DISTANCES: usize = SIZES;

/// No more copies are useful than there are tiles that hands are of.
const ACCEPTANCES: usize = 136 + RuleSet::MOST_WILDCARDS as usize + 1;

/// Sizes of hands, from no tile on, though hands don't have all of them.
const SIZES: usize = Meld::TILES * RuleSet::MOST_MELDS + 2 + 1;

/// Hands, counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    pub distances: Histogram,
    /// The acceptance by distance, if it was asked for.
    pub acceptance: [Histogram; DISTANCES],
    /// By the number of concealed tiles.
    sizes: [u64; SIZES],
    /// Rows that are no hands.
    pub bad: u64,
    /// Bytes of input that were read.
    pub bytes: u64,
}

impl Counts for Tally {
    fn done(&self) -> u64 {
        self.rows()
    }

    fn bytes(&self) -> u64 {
        self.bytes
    }
}

impl Default for Tally {
    fn default() -> Self {
        let distances = Histogram::new(DISTANCES);
        let acceptance = std::array::from_fn(|_| Histogram::new(ACCEPTANCES));
        Tally { distances, acceptance, sizes: [0; SIZES], bad: 0, bytes: 0 }
    }
}

impl Tally {
    /// How many hands there are.
    pub fn hands(&self) -> u64 {
        self.distances.total()
    }

    /// How many rows there are, those that are no hands included.
    pub fn rows(&self) -> u64 {
        self.hands() + self.bad
    }

    /// The acceptance of all hands.
    pub fn acceptance_of_all(&self) -> Histogram {
        let mut all = Histogram::new(ACCEPTANCES);
        self.acceptance.iter().for_each(|more| all += more);
        all
    }

    /// The sizes that occur, the largest first, each with the number of exposed melds of hands of at most `most` tiles, and of
    /// hands.
    pub fn sizes(&self, most: usize) -> impl Iterator<Item = (usize, usize, u64)> {
        let sizes = self.sizes.iter().copied().enumerate().rev().filter(|&(_, hands)| hands > 0);
        sizes.map(move |(tiles, hands)| (tiles, most.saturating_sub(tiles) / Meld::TILES, hands))
    }

    /// Counts hands of a size that hands have.
    pub fn add_size(&mut self, tiles: usize, hands: u64) {
        self.sizes[tiles] += hands;
    }

    pub fn add_distances(&mut self, distances: &[Distance]) {
        for distance in distances {
            self.distances.add(distance.get().into());
        }
    }

    pub fn add(&mut self, analysis: Analysis) {
        let distance = usize::from(analysis.distance.get());
        self.distances.add(distance);
        self.acceptance[distance].add(analysis.useful.acceptance as usize);
    }
}

impl AddAssign<&Tally> for Tally {
    fn add_assign(&mut self, other: &Tally) {
        self.distances += &other.distances;
        self.acceptance.iter_mut().zip(&other.acceptance).for_each(|(sum, more)| *sum += more);
        self.sizes.iter_mut().zip(other.sizes).for_each(|(sum, more)| *sum += more);
        self.bad += other.bad;
        self.bytes += other.bytes;
    }
}
