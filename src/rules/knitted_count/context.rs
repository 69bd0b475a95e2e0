//! Which sets of the third suit and the honors lack fewer beside two suits.

use std::collections::HashMap;

use super::{Classes, WASTED, Ways};
use crate::set_count::Wide;

/// A bit for each set.
type Bits = Vec<u64>;

/// The sets of the third suit and the honors that have some number of tiles.
pub(super) struct Context {
    counts: Vec<Wide>,
    /// For each sheet of the third suit its classes, and which sets have them.
    classes: Vec<HashMap<u16, Bits>>,
    /// For each sheet and class of two suits which sets lack fewer beside it, once that was asked for.
    fewer: Vec<Vec<Option<Bits>>>,
    /// Which lack fewer beside the two suits at hand, by some form of several ways and by some of one.
    nearer: Bits,
    near: Bits,
}

impl Context {
    /// Of these sets. The classes of two suits are as many as is said for each sheet.
    pub(super) fn new(sets: &[(Classes, Wide)], of_two_suits: impl Iterator<Item = usize>) -> Context {
        let nothing = vec![0; sets.len().div_ceil(64)];
        let fewer: Vec<_> = of_two_suits.map(|classes| vec![None; classes]).collect();
        let mut classes = vec![HashMap::new(); fewer.len()];
        for (set, (of_set, _)) in sets.iter().enumerate() {
            for (sheet, &class) in classes.iter_mut().zip(of_set).filter(|&(_, &class)| class != WASTED) {
                sheet.entry(class).or_insert_with(|| nothing.clone())[set / 64] |= 1 << (set % 64);
            }
        }
        let counts = sets.iter().map(|&(_, count)| count).collect();
        Context { counts, classes, fewer, nearer: nothing.clone(), near: nothing }
    }

    /// Begins with two other suits.
    pub(super) fn begin(&mut self) {
        self.nearer.fill(0);
        self.near.fill(0);
    }

    /// Adds those that lack fewer beside a class of two suits by a way; `is_fewer` says so of each class.
    pub(super) fn add(&mut self, ways: Ways, sheet: usize, two_suits: u16, is_fewer: impl Fn(u16) -> bool) {
        let fewer = self.fewer[sheet][usize::from(two_suits)].get_or_insert_with(|| {
            let mut bits = vec![0; self.nearer.len()];
            let classes = self.classes[sheet].iter().filter(|&(&class, _)| is_fewer(class));
            classes.for_each(|(_, of_class)| add_bits(&mut bits, of_class));
            bits
        });
        match ways {
            Ways::One => add_bits(&mut self.near, fewer),
            Ways::Several => add_bits(&mut self.nearer, fewer),
        }
    }

    /// Counts those that lack fewer by a form of several ways, and by none of one.
    pub(super) fn count(&self) -> Wide {
        let mut all = Wide::default();
        for (word, (nearer, near)) in self.nearer.iter().zip(&self.near).enumerate() {
            let mut sets = nearer & !near;
            while sets != 0 {
                all.add(self.counts[word * 64 + sets.trailing_zeros() as usize]);
                sets &= sets - 1;
            }
        }
        all
    }
}

fn add_bits(all: &mut Bits, more: &Bits) {
    all.iter_mut().zip(more).for_each(|(all, more)| *all |= more);
}
