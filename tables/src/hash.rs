//! Numbers for rows and pairs of numbers, which are looked up millions of times while tables are made.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// A map whose keys nobody chooses in order to slow it down.
pub type QuickMap<K, V> = HashMap<K, V, BuildHasherDefault<Folded>>;

/// A hash that multiplies, and folds both halves of the product together.
#[derive(Debug, Clone, Copy, Default)]
pub struct Folded(u64);

impl Folded {
    #[inline]
    fn add(&mut self, word: u64) {
        // The digits of pi, as good as any.
        let product = u128::from(self.0.rotate_left(5) ^ word ^ 0x243f_6a88_85a3_08d3) * 0x1319_8a2e_0370_7345;
        self.0 = product as u64 ^ (product >> u64::BITS) as u64;
    }
}

impl Hasher for Folded {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        for &word in words {
            self.add(u64::from_le_bytes(word));
        }
        if !rest.is_empty() {
            let mut word = [0; size_of::<u64>()];
            word[..rest.len()].copy_from_slice(rest);
            self.add(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}

/// Keys that differ, numbered as they come.
#[derive(Debug, Clone)]
pub struct Numbering<K> {
    keys: Vec<K>,
    known: QuickMap<K, u32>,
    last: u32,
}

impl<K> Default for Numbering<K> {
    fn default() -> Numbering<K> {
        Numbering { keys: Vec::new(), known: QuickMap::default(), last: 0 }
    }
}

impl<K: Copy + Eq + Hash> Numbering<K> {
    /// The number of a key, which is often that of the one before.
    #[inline]
    pub fn number(&mut self, key: K) -> u32 {
        if self.keys.get(self.last as usize) != Some(&key) {
            let next = self.keys.len() as u32;
            self.last = *self.known.entry(key).or_insert(next);
            if self.last == next {
                self.keys.push(key);
            }
        }
        self.last
    }

    /// All keys, by their numbers.
    pub fn keys(&self) -> &[K] {
        &self.keys
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_numbered_as_they_come() {
        let mut numbering = Numbering::default();
        let keys = [[7_u8, 0, 0], [7, 0, 0], [0, 0, 7], [7, 0, 0], [0, 7, 0]];
        assert_eq!(keys.map(|key| numbering.number(key)), [0, 0, 1, 0, 2]);
        assert_eq!(numbering.keys(), [[7, 0, 0], [0, 0, 7], [0, 7, 0]]);
    }

    #[test]
    fn hashes_differ_in_their_highest_and_lowest_bits() {
        let hash = |number: u32| {
            let mut hasher = Folded::default();
            number.hash(&mut hasher);
            hasher.finish()
        };
        // Which keys share a place in a map is told by a few bits of either end.
        let differ = |bits: &dyn Fn(u64) -> u64| {
            (0..1 << 10).map(|number| bits(hash(number))).collect::<std::collections::HashSet<_>>().len()
        };
        assert!(differ(&|hash| hash >> 54) > 500 && differ(&|hash| hash & 0x3ff) > 500);
    }
}
