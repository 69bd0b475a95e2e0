//! Sets of kinds, and the parts of a hand.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use crate::tile::{Suit, Tile};

/// A set of kinds, a bit each.
///
/// ```
/// use paili::{Tile, TileSet};
///
/// let winds: TileSet = [Tile::NORTH, Tile::EAST, Tile::SOUTH, Tile::WEST].into_iter().collect();
/// assert!(winds.contains(Tile::EAST) && !winds.contains(Tile::RED));
/// assert_eq!(winds.to_string(), "E S W N");
/// assert_eq!(winds.last(), Some(Tile::NORTH));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct TileSet(u64);

impl TileSet {
    /// No kind.
    pub const EMPTY: TileSet = TileSet(0);

    /// All regular kinds.
    pub const REGULAR: TileSet = TileSet((1 << Tile::REGULAR_COUNT) - 1);

    /// The three special kinds.
    pub const SPECIAL: TileSet = TileSet(((1 << Tile::COUNT) - 1) & !TileSet::REGULAR.0);

    /// The winds and dragons.
    pub const HONORS: TileSet = Part::Honors.kinds();

    /// The kinds of thirteen orphans: the terminals `1M 9M 1P 9P 1S 9S` and the honors.
    pub const ORPHANS: TileSet = {
        let mut orphans = TileSet::HONORS;
        let mut kind = 0;
        while kind < Tile::SUITED_COUNT {
            orphans.insert(Tile::ALL[kind]);
            orphans.insert(Tile::ALL[kind + Suit::RANKS - 1]);
            kind += Suit::RANKS;
        }
        orphans
    };

    /// The set with bit n standing for the kind numbered n; bits of no kind are dropped.
    pub(crate) const fn from_bits(bits: u64) -> TileSet {
        TileSet(bits & ((1 << Tile::COUNT) - 1))
    }

    /// The nine kinds of a suit.
    ///
    /// ```
    /// # use paili::{Suit, TileSet};
    /// assert_eq!(TileSet::of_suit(Suit::Dots).to_string(), "1P 2P 3P 4P 5P 6P 7P 8P 9P");
    /// ```
    pub const fn of_suit(suit: Suit) -> TileSet {
        TileSet(((1 << Suit::RANKS) - 1) << (Suit::RANKS * suit as usize))
    }

    /// The set of one kind.
    pub const fn only(tile: Tile) -> TileSet {
        TileSet(1 << tile.index())
    }

    /// Bit n stands for the kind numbered n.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Whether a kind is in the set.
    pub const fn contains(self, tile: Tile) -> bool {
        self.0 >> tile.index() & 1 == 1
    }

    /// Adds a kind.
    pub const fn insert(&mut self, tile: Tile) {
        self.0 |= 1 << tile.index();
    }

    /// How many kinds are in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// How many kinds are in each of two sets.
    #[inline]
    pub(crate) fn lens([one, other]: [TileSet; 2]) -> [u8; 2] {
        #[cfg(all(target_arch = "x86_64", not(target_feature = "popcnt")))]
        return crate::sse2::bits_set([one.0, other.0]);
        #[cfg(not(all(target_arch = "x86_64", not(target_feature = "popcnt"))))]
        return [one.len() as u8, other.len() as u8];
    }

    /// Whether no kind is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The first kind in tile order.
    pub const fn first(self) -> Option<Tile> {
        if self.is_empty() { None } else { Some(Tile::from_bit(self.0.trailing_zeros())) }
    }

    /// The last kind in tile order.
    pub const fn last(self) -> Option<Tile> {
        match self.0.checked_ilog2() {
            Some(bit) => Some(Tile::from_bit(bit)),
            None => None,
        }
    }

    /// The kinds in tile order.
    pub fn iter(mut self) -> impl Iterator<Item = Tile> {
        std::iter::from_fn(move || {
            let first = self.first()?;
            self.0 &= self.0 - 1;
            Some(first)
        })
    }

    /// The kinds in tile order backwards.
    pub(crate) fn iter_backwards(mut self) -> impl Iterator<Item = Tile> {
        std::iter::from_fn(move || {
            let last = self.last()?;
            self.0 ^= 1 << last.index();
            Some(last)
        })
    }
}

impl BitAnd for TileSet {
    type Output = TileSet;

    /// The kinds in both.
    #[inline]
    fn bitand(self, other: TileSet) -> TileSet {
        TileSet(self.0 & other.0)
    }
}

impl BitOr for TileSet {
    type Output = TileSet;

    /// The kinds in either.
    #[inline]
    fn bitor(self, other: TileSet) -> TileSet {
        TileSet(self.0 | other.0)
    }
}

impl Not for TileSet {
    type Output = TileSet;

    /// The kinds that are not in it.
    #[inline]
    fn not(self) -> TileSet {
        TileSet::from_bits(!self.0)
    }
}

impl BitAndAssign for TileSet {
    #[inline]
    fn bitand_assign(&mut self, other: TileSet) {
        *self = *self & other;
    }
}

impl BitOrAssign for TileSet {
    #[inline]
    fn bitor_assign(&mut self, other: TileSet) {
        *self = *self | other;
    }
}

impl FromIterator<Tile> for TileSet {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        let mut set = TileSet::EMPTY;
        tiles.into_iter().for_each(|tile| set.insert(tile));
        set
    }
}

impl fmt::Display for TileSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, tile) in self.iter().enumerate() {
            write!(f, "{}{tile}", if place == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl fmt::Debug for TileSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

/// One of the four parts of a hand that the tables know: its suits and its honors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Part {
    /// `1M`–`9M`.
    Characters,
    /// `1P`–`9P`.
    Dots,
    /// `1S`–`9S`.
    Bamboos,
    /// `E S W N B F Z`.
    Honors,
}

impl Part {
    /// The parts in tile order.
    pub(crate) const ALL: [Part; 4] = [Part::Characters, Part::Dots, Part::Bamboos, Part::Honors];

    /// Something of each part, by its number: in the middle of a look-up an array that is mapped would be a call.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "made to be no call")]
    pub(crate) fn each<T>(of: impl Fn(usize) -> T) -> [T; Part::ALL.len()] {
        [of(0), of(1), of(2), of(3)]
    }

    /// The part's number, 0–3.
    pub(crate) const fn index(self) -> usize {
        self as usize
    }

    /// The kinds that belong to the part.
    pub(crate) const fn kinds(self) -> TileSet {
        match self {
            Part::Honors => TileSet(TileSet::REGULAR.0 >> Tile::SUITED_COUNT << Tile::SUITED_COUNT),
            suit => TileSet::of_suit(Suit::ALL[suit.index()]),
        }
    }

    /// The part that a tile belongs to, if it is a regular one.
    pub(crate) const fn of(tile: Tile) -> Option<Part> {
        if tile.is_special() { None } else { Some(Part::ALL[tile.index() / Suit::RANKS]) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_go_both_ways() {
        let set: TileSet = "9M E 1M Z".split(' ').flat_map(str::parse).collect();
        let forwards: Vec<Tile> = set.iter().collect();
        let mut backwards: Vec<Tile> = set.iter_backwards().collect();
        backwards.reverse();
        assert_eq!(forwards, backwards);
        assert_eq!((set.first(), set.last()), (forwards.first().copied(), forwards.last().copied()));
        assert_eq!((TileSet::EMPTY.first(), TileSet::EMPTY.last()), (None, None));
    }

    #[test]
    fn every_tile_is_of_its_part() {
        for tile in Tile::ALL {
            assert!(Part::ALL.into_iter().all(|part| part.kinds().contains(tile) == (Part::of(tile) == Some(part))));
        }
    }

    #[test]
    fn sets_drop_bits_of_no_kind() {
        assert_eq!(TileSet::from_bits(u64::MAX).len(), Tile::COUNT);
        assert_eq!(!TileSet::EMPTY, TileSet::REGULAR | TileSet::SPECIAL);
    }
}
