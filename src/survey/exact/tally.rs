//! How many tile sets there are, by class and holding; side by side, the counts multiply.

use super::held::Held;
use crate::hand::Hand;

/// A number of tile sets: how many ways there are to draw one of them from the deck, and how many differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Count {
    pub weighted: u64,
    pub distinct: u64,
}

impl Count {
    #[inline]
    pub(super) fn times(self, other: Count) -> Count {
        Count { weighted: self.weighted * other.weighted, distinct: self.distinct * other.distinct }
    }

    #[inline]
    pub(super) fn add(&mut self, more: Count) {
        self.weighted += more.weighted;
        self.distinct += more.distinct;
    }
}

/// Of some parts of a hand: how many tile sets there are of each class and holding.
///
/// The counts stay within 64 bits for as much as two parts of at most [`Tally::MOST`] tiles: two suits have
/// C(72, 15) < 2⁵¹ sets of fifteen tiles.
#[derive(Debug, Clone)]
pub(super) struct Tally {
    /// All holdings that occur, fewest tiles first.
    pub holdings: Vec<Held>,
    /// Of each class, the numbers of the holdings that occur with it, in increasing order.
    pub classes: Vec<Vec<(usize, Count)>>,
}

impl Tally {
    /// The most tiles counted: a whole hand and one tile more.
    pub(super) const MOST: usize = Hand::MOST_TILES + 1;
}

/// A tally in the making: all counts of a holding stand together, `[holding][class]`.
pub(super) struct Gather {
    classes: usize,
    /// The number of each holding, from 1; 0 for those not met yet.
    numbers: Vec<u16>,
    holdings: Vec<Held>,
    counts: Vec<Count>,
}

impl Gather {
    pub(super) fn new(classes: usize) -> Self {
        Gather { classes, numbers: vec![0; Held::END], holdings: Vec::new(), counts: Vec::new() }
    }

    #[inline]
    pub(super) fn add(&mut self, class: usize, holding: Held, count: Count) {
        let holding = holding.capped();
        let number = match self.numbers[holding.number()] {
            0 => self.begin(holding),
            number => usize::from(number) - 1,
        };
        self.counts[number * self.classes + class].add(count);
    }

    #[cold]
    fn begin(&mut self, holding: Held) -> usize {
        self.holdings.push(holding);
        self.numbers[holding.number()] = self.holdings.len() as u16;
        self.counts.resize(self.holdings.len() * self.classes, Count::default());
        self.holdings.len() - 1
    }

    /// The sets of two parts side by side, of at most `most` tiles, `merged` telling their class.
    pub(super) fn merge(
        mut self,
        one: &Tally,
        other: &Tally,
        merged: impl Fn(usize, usize) -> usize,
        most: usize,
    ) -> Tally {
        for (one_class, first) in one.classes.iter().enumerate() {
            for (other_class, second) in other.classes.iter().enumerate() {
                let class = merged(one_class, other_class);
                for &(holding, count) in first {
                    for &(beside, more) in second {
                        let holding = one.holdings[holding].plus(other.holdings[beside]);
                        if holding.tiles() > most {
                            break;
                        }
                        self.add(class, holding, count.times(more));
                    }
                }
            }
        }
        self.into_tally()
    }

    pub(super) fn into_tally(self) -> Tally {
        let mut order: Vec<usize> = (0..self.holdings.len()).collect();
        order.sort_unstable_by_key(|&number| (self.holdings[number].tiles(), self.holdings[number].number()));
        let mut classes = vec![Vec::new(); self.classes];
        for (place, &number) in order.iter().enumerate() {
            let counts = &self.counts[number * self.classes..][..self.classes];
            for (class, &count) in classes.iter_mut().zip(counts) {
                if count.distinct > 0 {
                    class.push((place, count));
                }
            }
        }
        Tally { holdings: order.into_iter().map(|number| self.holdings[number]).collect(), classes }
    }
}
