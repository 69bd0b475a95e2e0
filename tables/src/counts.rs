//! Count vectors and their numbers.
//!
//! A *count vector* says how many copies of each kind one part of a hand holds: at most four of a kind and
//! [`MAX_TILES`] in all. They are numbered without gaps in two look-ups. Split the kinds into a high group and a low
//! group and write each as a base-5 *code*, the first kind's count as its lowest digit. Order all low codes by their
//! tile total; the low codes that still fit under fourteen tiles beside a given high code are then a prefix of that
//! order, so
//!
//! ```text
//! number = offset[high code] + order[low code]
//! ```
//!
//! is dense. Codes are sums of powers of five, so adding a tile to a vector is one addition.

/// The most tiles one part can hold: a whole hand.
pub const MAX_TILES: usize = 14;

/// The most copies of a kind.
pub const COPIES: usize = 4;

/// How the kinds of a part are split for numbering.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Split {
    /// Kinds in the high group.
    pub high: usize,
    /// Kinds in the low group; they come first.
    pub low: usize,
}

/// A suit: ranks 1–5 are the low group, ranks 6–9 the high one.
pub const SUIT: Split = Split { high: 4, low: 5 };

/// The honors: the winds are the low group, white, green and red the high one.
pub const HONORS: Split = Split { high: 3, low: 4 };

impl Split {
    /// The number of kinds in the part.
    #[must_use]
    pub const fn kinds(self) -> usize {
        self.high + self.low
    }

    /// What one tile of a kind adds to a vector's code.
    ///
    /// # Panics
    ///
    /// When the part has no such kind.
    #[must_use]
    pub const fn tile(self, kind: usize) -> Code {
        assert!(kind < self.kinds(), "the part has no such kind");
        if kind < self.low {
            Code(5u32.pow(kind as u32))
        } else {
            Code(5u32.pow((kind - self.low) as u32) << GROUP_BITS)
        }
    }
}

const GROUP_BITS: u32 = 16;

/// The base-5 codes of both groups of a count vector, side by side in one word.
///
/// Neither group overflows into the other: at most four of each kind make codes below 5⁴ and 5⁵.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Code(u32);

impl Code {
    /// The code of the empty vector.
    pub const EMPTY: Code = Code(0);

    /// The code with the tiles of another added.
    #[must_use]
    #[inline]
    pub const fn plus(self, tiles: Code) -> Code {
        Code(self.0 + tiles.0)
    }

    /// The code with the tiles of another, all of which it holds, removed.
    #[must_use]
    #[inline]
    pub const fn minus(self, tiles: Code) -> Code {
        Code(self.0 - tiles.0)
    }

    /// The high group's code.
    #[must_use]
    #[inline]
    pub const fn high(self) -> usize {
        (self.0 >> GROUP_BITS) as usize
    }

    /// The low group's code.
    #[must_use]
    #[inline]
    pub const fn low(self) -> usize {
        (self.0 & ((1 << GROUP_BITS) - 1)) as usize
    }

    /// Whether the vector holds a tile; `tile` is a power of five of either group.
    const fn holds(self, tile: Code) -> bool {
        let digit = if tile.high() > 0 { self.high() / tile.high() } else { self.low() / tile.low() };
        digit % 5 > 0
    }
}

/// Numbers the count vectors of one part from 0 without gaps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountIndex {
    /// How the kinds are split.
    pub split: Split,
    /// Number of the first vector with a high code.
    pub offset: Vec<u32>,
    /// Place of a low code among all low codes ordered by tile total.
    pub order: Vec<u16>,
    len: usize,
}

impl CountIndex {
    /// Orders the codes of a part.
    #[must_use]
    pub fn new(split: Split) -> Self {
        let low_totals = totals(split.low);
        let mut by_total: Vec<usize> = (0..low_totals.len()).collect();
        by_total.sort_by_key(|&low| low_totals[low]);
        let mut order = vec![0; low_totals.len()];
        for (place, &low) in by_total.iter().enumerate() {
            order[low] = place as u16;
        }

        let mut len = 0;
        let mut offset = Vec::new();
        for high_total in totals(split.high) {
            offset.push(len as u32);
            let fitting = by_total.iter().take_while(|&&low| low_totals[low] + high_total <= MAX_TILES);
            len += fitting.count();
        }
        CountIndex { split, offset, order, len }
    }

    /// How many count vectors there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none, which no part is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The number of a vector, given by its codes. Only meaningful for at most [`MAX_TILES`] tiles.
    #[must_use]
    pub fn number(&self, code: Code) -> usize {
        self.offset[code.high()] as usize + usize::from(self.order[code.low()])
    }

    /// The codes of a count vector.
    ///
    /// # Panics
    ///
    /// When `counts` has more kinds than the part.
    #[must_use]
    pub fn code(&self, counts: &[u8]) -> Code {
        assert!(counts.len() <= self.split.kinds(), "a part of {} kinds has no {}", self.split.kinds(), counts.len());
        let mut code = Code::EMPTY;
        for (kind, &count) in counts.iter().enumerate() {
            for _ in 0..count {
                code = code.plus(self.split.tile(kind));
            }
        }
        code
    }

    /// Every count vector with its codes, in increasing order of the codes: a vector comes before all vectors that it
    /// grows into.
    #[must_use]
    pub fn vectors(&self) -> Vec<Vector> {
        let high_totals = totals(self.split.high);
        let low_totals = totals(self.split.low);
        let mut vectors = Vec::with_capacity(self.len);
        for (high, high_total) in high_totals.iter().enumerate() {
            for (low, low_total) in low_totals.iter().enumerate() {
                if high_total + low_total <= MAX_TILES {
                    let code = Code((high << GROUP_BITS | low) as u32);
                    vectors.push(Vector { code, total: (high_total + low_total) as u8 });
                }
            }
        }
        vectors
    }

    /// Codes of the vectors with one tile less than `code`, one for each kind it holds.
    pub fn with_one_less(&self, code: Code) -> impl Iterator<Item = Code> {
        let split = self.split;
        (0..split.kinds())
            .map(move |kind| split.tile(kind))
            .filter(move |&tile| code.holds(tile))
            .map(move |tile| code.minus(tile))
    }
}

/// A count vector by its codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Vector {
    /// Its codes.
    pub code: Code,
    /// How many tiles it holds.
    pub total: u8,
}

/// The tile total of every code over `kinds` kinds.
fn totals(kinds: usize) -> Vec<usize> {
    let mut totals = vec![0];
    for _ in 0..kinds {
        totals = (0..=COPIES).flat_map(|count| totals.iter().map(move |total| total + count)).collect();
    }
    totals
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_dense_and_unique() {
        for (split, len) in [(SUIT, 405_350), (HONORS, 43_130)] {
            let index = CountIndex::new(split);
            assert_eq!(index.len(), len);
            let mut seen = vec![false; len];
            for vector in index.vectors() {
                let number = index.number(vector.code);
                assert!(!std::mem::replace(&mut seen[number], true), "number {number} twice");
            }
            assert!(seen.into_iter().all(|seen| seen));
        }
    }

    #[test]
    fn codes_follow_the_counts() {
        let index = CountIndex::new(SUIT);
        let code = index.code(&[1, 0, 2, 0, 4, 0, 0, 0, 3]);
        assert_eq!((code.high(), code.low()), (3 * 125, 1 + 2 * 25 + 4 * 625));
        let less: Vec<Code> = index.with_one_less(code).collect();
        assert_eq!(
            less,
            [
                index.code(&[0, 0, 2, 0, 4, 0, 0, 0, 3]),
                index.code(&[1, 0, 1, 0, 4, 0, 0, 0, 3]),
                index.code(&[1, 0, 2, 0, 3, 0, 0, 0, 3]),
                index.code(&[1, 0, 2, 0, 4, 0, 0, 0, 2]),
            ]
        );
    }
}
