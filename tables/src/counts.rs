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
pub(crate) const HONOR_KINDS: usize = 7;

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
    totals_of(&vec![COPIES as u8; kinds])
}

/// The number of tiles of every vector of at most so many copies of each kind, in the order of their codes.
pub(crate) fn totals_of(copies: &[u8]) -> Vec<u8> {
    copies.iter().fold(vec![0], |totals, &copies| {
        (0..=copies).flat_map(|count| totals.iter().map(move |total| total + count)).collect()
    })
}

/// The codes of these vectors, in increasing order.
pub(crate) fn codes(copies: &[u8]) -> Vec<u32> {
    (0..).zip(copies).fold(vec![0], |codes, (kind, &copies)| {
        let tile = (BASE as u32).pow(kind);
        (0..=u32::from(copies)).flat_map(|count| codes.iter().map(move |code| code + count * tile)).collect()
    })
}

/// The codes of a vector with one tile less, one for each kind that it holds.
pub fn with_one_less(code: usize) -> impl Iterator<Item = usize> {
    let tiles = std::iter::successors(Some(1), |tile| Some(tile * BASE)).take_while(move |&tile| tile <= code);
    tiles.filter(move |tile| !(code / tile).is_multiple_of(BASE)).map(move |tile| code - tile)
}

/// Vectors in the order of their codes, of which those that differ in the first kind alone are one: their counts go on as a
/// mileage does, so that nothing has to be divided, and none is looked at in vain.
pub(crate) struct Vectors {
    /// Of each kind but the first: how many the vector that is reached holds, how many there are, and what a tile adds to its
    /// number.
    counts: Vec<(usize, usize, usize)>,
    most: usize,
    tiles: usize,
    number: usize,
}

impl Vectors {
    /// Those of at most `most` tiles, of which there are so many copies of each kind. The first one, of no tile, is reached.
    pub fn new(copies: &[u8], most: usize) -> Vectors {
        let mut vectors = 1;
        let counts = copies.iter().map(|&copies| {
            let tile = vectors;
            vectors *= usize::from(copies) + 1;
            (0, copies.into(), tile)
        });
        Vectors { counts: counts.skip(1).collect(), most, tiles: 0, number: 0 }
    }

    /// Goes on to the next one. There may be none.
    pub fn go_on(&mut self) -> bool {
        for (count, copies, tile) in &mut self.counts {
            if count < copies && self.tiles < self.most {
                *count += 1;
                self.tiles += 1;
                self.number += *tile;
                return true;
            }
            self.tiles -= *count;
            self.number -= *count * *tile;
            *count = 0;
        }
        false
    }

    /// How many tiles the vector has that is reached, none of them of the first kind.
    pub fn tiles(&self) -> usize {
        self.tiles
    }

    /// Its number among all vectors of so many copies.
    pub fn number(&self) -> usize {
        self.number
    }

    /// The numbers of those with one tile less of each kind that it holds.
    pub fn with_one_less(&self) -> impl Iterator<Item = usize> + '_ {
        self.counts.iter().filter(|(count, ..)| *count > 0).map(|(.., tile)| self.number - tile)
    }
}

/// The same item as often, written: memory that is read before it is written costs the system two steps a page.
pub fn written<T: Clone>(items: usize, item: T) -> Vec<T> {
    let mut all = Vec::with_capacity(items);
    all.resize(items, item);
    all
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
    fn a_deck_has_vectors_of_no_more_than_its_copies() {
        let copies = [4, 0, 2, 3];
        let is_one =
            |&code: &usize| (0..).zip(copies).all(|(kind, copies)| code / BASE.pow(kind) % BASE <= copies.into());
        let expected: Vec<usize> = (0..BASE.pow(4)).filter(is_one).collect();
        assert!(codes(&copies).into_iter().map(|code| code as usize).eq(expected.iter().copied()));
        let totals = totals(4);
        assert!(totals_of(&copies).into_iter().eq(expected.into_iter().map(|code| totals[code])));
    }

    #[test]
    fn vectors_follow_each_other_as_their_codes_do() {
        let copies = [4, 0, 2, 3, 4];
        let mut vectors = Vectors::new(&copies, 8);
        let (codes, totals) = (codes(&copies), totals_of(&copies));
        let numbers = (0..codes.len()).step_by(5).filter(|&number| totals[number] <= 8);
        let mut goes_on = true;
        for number in numbers {
            assert!(goes_on, "{number}");
            assert_eq!((vectors.number(), vectors.tiles()), (number, totals[number].into()));
            let less = vectors.with_one_less().map(|less| codes[less] as usize);
            assert!(less.eq(with_one_less(codes[number] as usize)), "{number}");
            goes_on = vectors.go_on();
        }
        assert!(!goes_on);
    }
}
