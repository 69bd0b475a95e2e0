//! Count vectors and their codes.
//!
//! A *count vector* says how many copies of each kind one part of a hand holds: at most four of a kind. Its *code* is the
//! number whose digits to the base of five are the counts, the first kind's the lowest. Adding a tile to a vector adds a
//! power of five to its code, and a vector has a larger code than all vectors that it contains.

/// The most tiles one part can hold: a whole hand.
pub const MAX_TILES: usize = 14;

/// The most copies of a kind.
pub const COPIES: usize = 4;

/// The kinds of a suit.
pub const SUIT_KINDS: usize = 9;

/// The kinds of the honors.
pub const HONOR_KINDS: usize = 7;

/// Counts are digits to this base.
pub const BASE: usize = COPIES + 1;

/// The code of a count vector.
///
/// ```
/// use paili_tables::counts::code;
///
/// assert_eq!(code(&[1, 0, 2]), 1 + 2 * 25);
/// ```
pub fn code(counts: &[u8]) -> usize {
    counts.iter().rev().fold(0, |code, &count| BASE * code + usize::from(count))
}

/// The number of tiles of every count vector over `kinds` kinds, by the vector's code.
pub fn totals(kinds: usize) -> Vec<u8> {
    let mut totals = vec![0];
    for _ in 0..kinds {
        totals = (0..BASE as u8).flat_map(|count| totals.iter().map(move |total| total + count)).collect();
    }
    totals
}

/// The codes of a vector with one tile less, one for each kind that it holds.
pub fn with_one_less(code: usize) -> impl Iterator<Item = usize> {
    let tiles = std::iter::successors(Some(1), |tile| Some(tile * BASE)).take_while(move |&tile| tile <= code);
    tiles.filter(move |tile| !(code / tile).is_multiple_of(BASE)).map(move |tile| code - tile)
}

/// Vectors in the order of their codes: their counts go on as a mileage does, so that nothing has to be divided, and none is
/// looked at in vain.
pub(crate) struct Vectors {
    /// Of each kind: how many the vector that is reached holds, how many there are, and what a tile adds to a code.
    counts: Vec<(usize, usize, usize)>,
    most: usize,
    tiles: usize,
    code: usize,
}

impl Vectors {
    /// Those of at most `most` tiles, of which there are so many copies of each kind. The first one, of no tile, is reached.
    pub fn new(copies: &[u8], most: usize) -> Vectors {
        let counts = copies.iter().enumerate().map(|(kind, &copies)| (0, copies.into(), BASE.pow(kind as u32)));
        Vectors { counts: counts.collect(), most, tiles: 0, code: 0 }
    }

    /// Goes on to the next one. There may be none.
    pub fn go_on(&mut self) -> bool {
        for (count, copies, tile) in &mut self.counts {
            if count < copies && self.tiles < self.most {
                *count += 1;
                self.tiles += 1;
                self.code += *tile;
                return true;
            }
            self.tiles -= *count;
            self.code -= *count * *tile;
            *count = 0;
        }
        false
    }

    /// How many tiles the vector has that is reached.
    pub fn tiles(&self) -> usize {
        self.tiles
    }

    /// Its code.
    pub fn code(&self) -> usize {
        self.code
    }

    /// The codes with one tile less of each kind that it holds.
    pub fn with_one_less(&self) -> impl Iterator<Item = usize> + '_ {
        self.counts.iter().filter(|(count, ..)| *count > 0).map(|(.., tile)| self.code - tile)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_are_sums_of_digits() {
        let totals = totals(3);
        assert_eq!(totals.len(), 125);
        assert_eq!(usize::from(totals[code(&[1, 4, 2])]), 7);
        assert_eq!(usize::from(totals[124]), 12);
    }

    #[test]
    fn one_less_is_one_digit_less() {
        let less: Vec<usize> = with_one_less(code(&[1, 0, 2, 0, 4])).collect();
        assert_eq!(less, [code(&[0, 0, 2, 0, 4]), code(&[1, 0, 1, 0, 4]), code(&[1, 0, 2, 0, 3])]);
        assert_eq!(with_one_less(0).count(), 0);
    }

    #[test]
    fn vectors_follow_each_other_as_their_codes_do() {
        let copies = [4, 0, 2, 3, 4];
        let mut vectors = Vectors::new(&copies, 8);
        let totals = totals(5);
        let is_one = |&code: &usize| {
            usize::from(totals[code]) <= 8
                && (0..).zip(copies).all(|(kind, copies)| code / BASE.pow(kind) % BASE <= usize::from(copies))
        };
        let mut goes_on = true;
        for code in (0..BASE.pow(5)).filter(is_one) {
            assert!(goes_on, "{code}");
            assert_eq!((vectors.code(), vectors.tiles()), (code, totals[code].into()));
            assert!(vectors.with_one_less().eq(with_one_less(code)), "{code}");
            goes_on = vectors.go_on();
        }
        assert!(!goes_on);
    }
}
