//! How many tile sets there are, by class and holding; side by side, the counts multiply.

use super::held::Held;
use crate::set_count::Count;

/// Of some parts of a hand: how many tile sets there are of each class and holding.
#[derive(Debug, Clone)]
pub(super) struct Tally {
    /// All holdings that occur, fewest tiles first.
    pub holdings: Vec<Held>,
    /// Each class that occurs, those with the fewest tiles first.
    pub classes: Vec<OfClass>,
}

/// The sets of a class.
#[derive(Debug, Clone)]
pub(super) struct OfClass {
    pub class: usize,
    /// The fewest tiles that one of them has.
    pub fewest: usize,
    /// The numbers of their holdings, in increasing order.
    pub holdings: Vec<(usize, Count)>,
}

impl Tally {
    /// The classes of sets that have at most so many tiles.
    pub(super) fn within(&self, most: usize) -> impl Iterator<Item = &OfClass> {
        self.classes.iter().take_while(move |sets| sets.fewest <= most)
    }

    /// The sets of two parts side by side, of at most `most` tiles, `merged` telling their class.
    pub(super) fn merge(one: &Tally, other: &Tally, most: usize, merged: impl Fn(usize, usize) -> usize) -> Tally {
        let mut gather = Gather::default();
        for first in one.within(most) {
            for second in other.within(most - first.fewest) {
                let class = merged(first.class, second.class);
                for &(holding, count) in &first.holdings {
                    let holding = one.holdings[holding];
                    for &(beside, more) in &second.holdings {
                        let holding = holding.plus(other.holdings[beside]);
                        if holding.tiles() > most {
                            break;
                        }
                        gather.add(class, holding, count.times(more));
                    }
                }
            }
        }
        gather.into_tally()
    }
}

/// A tally in the making: all counts of a holding stand together, `[holding][class]`.
pub(super) struct Gather {
    /// The number of each holding, from 1; 0 for those not met yet.
    numbers: Vec<u16>,
    holdings: Vec<Held>,
    counts: Vec<Vec<Count>>,
    /// All classes met so far are below.
    classes: usize,
}

impl Default for Gather {
    fn default() -> Gather {
        Gather { numbers: vec![0; Held::END], holdings: Vec::new(), counts: Vec::new(), classes: 0 }
    }
}

impl Gather {
    #[inline]
    pub(super) fn add(&mut self, class: usize, holding: Held, count: Count) {
        let holding = holding.capped();
        let number = match self.numbers[holding.number()] {
            0 => self.begin(holding),
            number => usize::from(number) - 1,
        };
        match self.counts[number].get_mut(class) {
            Some(known) => known.add(count),
            None => self.grow(number, class, count),
        }
    }

    #[cold]
    fn begin(&mut self, holding: Held) -> usize {
        self.holdings.push(holding);
        self.numbers[holding.number()] = self.holdings.len() as u16;
        self.counts.push(Vec::new());
        self.holdings.len() - 1
    }

    /// Makes room for all classes that are known.
    #[cold]
    fn grow(&mut self, number: usize, class: usize, count: Count) {
        self.classes = self.classes.max(class + 1);
        self.counts[number].resize(self.classes, Count::default());
        self.counts[number][class] = count;
    }

    pub(super) fn into_tally(self) -> Tally {
        let mut order: Vec<usize> = (0..self.holdings.len()).collect();
        order.sort_unstable_by_key(|&number| (self.holdings[number].tiles(), self.holdings[number].number()));
        let holdings: Vec<Held> = order.iter().map(|&number| self.holdings[number]).collect();
        let mut of_classes = vec![Vec::new(); self.classes];
        for (place, &number) in order.iter().enumerate() {
            for (class, &count) in of_classes.iter_mut().zip(&self.counts[number]) {
                if count.distinct > 0 {
                    class.push((place, count));
                }
            }
        }
        let mut classes = Vec::new();
        for (class, of_class) in of_classes.into_iter().enumerate() {
            if let Some(&(first, _)) = of_class.first() {
                classes.push(OfClass { class, fewest: holdings[first].tiles(), holdings: of_class });
            }
        }
        classes.sort_by_key(|sets| sets.fewest);
        Tally { holdings, classes }
    }
}
