//! How many tile sets there are, by class and state; side by side, the counts multiply.

use super::state::State;

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

/// Of some parts of a hand: how many tile sets there are of each class and state.
///
/// The counts stay within 64 bits for as much as two parts of at most [`Tally::MOST`] tiles: two suits have
/// C(72, 15) < 2⁵¹ sets of so many.
#[derive(Debug, Clone)]
pub(super) struct Tally {
    /// All states that occur, fewest tiles first.
    pub states: Vec<State>,
    /// Of each class, the numbers of the states that occur with it, in increasing order.
    pub classes: Vec<Vec<(usize, Count)>>,
}

impl Tally {
    /// The most tiles counted: a whole hand and one tile more.
    pub(super) const MOST: usize = 15;

    /// The same of two parts side by side, `merges` telling their class, `[first][second]`. Sets of more than `most`
    /// tiles are left out.
    pub(super) fn merge(&self, other: &Tally, merges: &[u8], most: usize) -> Tally {
        let classes = merges.iter().copied().max().map_or(0, |last| usize::from(last) + 1);
        let mut gather = Gather::new(classes);
        for (row, first) in merges.chunks_exact(other.classes.len()).zip(&self.classes) {
            for (&class, second) in row.iter().zip(&other.classes) {
                for &(one, count) in first {
                    for &(two, beside) in second {
                        let state = self.states[one].plus(other.states[two]);
                        if state.tiles() > most {
                            break;
                        }
                        gather.add(usize::from(class), state, count.times(beside));
                    }
                }
            }
        }
        gather.into_tally()
    }
}

/// A tally in the making: all counts of a state stand together, `[state][class]`.
pub(super) struct Gather {
    classes: usize,
    /// The number of each state, from 1; 0 for those not met yet.
    numbers: Vec<u16>,
    states: Vec<State>,
    counts: Vec<Count>,
}

impl Gather {
    pub(super) fn new(classes: usize) -> Self {
        Gather { classes, numbers: vec![0; State::END], states: Vec::new(), counts: Vec::new() }
    }

    #[inline]
    pub(super) fn add(&mut self, class: usize, state: State, count: Count) {
        let state = state.capped();
        let number = match self.numbers[state.number()] {
            0 => self.begin(state),
            number => usize::from(number) - 1,
        };
        self.counts[number * self.classes + class].add(count);
    }

    #[cold]
    fn begin(&mut self, state: State) -> usize {
        self.states.push(state);
        self.numbers[state.number()] = self.states.len() as u16;
        self.counts.resize(self.states.len() * self.classes, Count::default());
        self.states.len() - 1
    }

    pub(super) fn into_tally(self) -> Tally {
        let mut order: Vec<usize> = (0..self.states.len()).collect();
        order.sort_unstable_by_key(|&number| (self.states[number].tiles(), self.states[number]));
        let mut classes = vec![Vec::new(); self.classes];
        for (place, &number) in order.iter().enumerate() {
            let counts = &self.counts[number * self.classes..][..self.classes];
            for (class, &count) in classes.iter_mut().zip(counts) {
                if count.distinct > 0 {
                    class.push((place, count));
                }
            }
        }
        Tally { states: order.into_iter().map(|number| self.states[number]).collect(), classes }
    }
}
