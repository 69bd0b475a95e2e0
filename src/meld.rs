//! Melds: chows and pongs.

use std::fmt;

use crate::tile::Tile;
use crate::tile_set::TileSet;

/// Three consecutive tiles of a suit (chi, 吃).
///
/// ```
/// use paili::{Chow, Tile};
///
/// let four: Tile = "4P".parse()?;
/// let chows: Vec<String> = Chow::all_with(four).map(|chow| chow.to_string()).collect();
/// assert_eq!(chows, ["4P 5P 6P", "3P 4P 5P", "2P 3P 4P"]);
/// # Ok::<(), paili::ParseNameError>(())
/// ```
#[doc(alias = "chi")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Chow(Tile);

impl Chow {
    /// The chow that begins with a tile, if the tile has a suit and a rank of at most 7.
    pub const fn starting(first: Tile) -> Option<Chow> {
        match first.rank() {
            Some(1..=7) => Some(Chow(first)),
            _ => None,
        }
    }

    /// All chows with a tile, the one with the larger numbers first: the rule's order of preference.
    pub fn all_with(tile: Tile) -> impl Iterator<Item = Chow> {
        Chow::formed(tile, TileSet::REGULAR)
    }

    /// The chows that a tile forms with two tiles of these kinds, the one with the larger numbers first.
    ///
    /// ```
    /// # use paili::{Chow, Suit, Tile, TileSet};
    /// let kinds: TileSet = [1, 3, 4].into_iter().flat_map(|rank| Tile::suited(Suit::Dots, rank)).collect();
    /// let chows: Vec<String> = Chow::formed(Tile::P2, kinds).map(|chow| chow.to_string()).collect();
    /// assert_eq!(chows, ["2P 3P 4P", "1P 2P 3P"]);
    /// ```
    #[inline]
    pub fn formed(tile: Tile, kinds: TileSet) -> impl Iterator<Item = Chow> {
        let mut steps = Chow::steps_back(tile, kinds);
        std::iter::from_fn(move || {
            let back = steps.trailing_zeros();
            if steps == 0 {
                return None;
            }
            steps &= steps - 1;
            Some(Chow(Tile::from_bit(tile.index() as u32 - back)))
        })
    }

    /// The same, at the places of all three that there could be.
    #[inline]
    pub(crate) fn each_formed(tile: Tile, kinds: TileSet) -> [Option<Chow>; 3] {
        let steps = Chow::steps_back(tile, kinds);
        [0, 1, 2].map(|back| (steps >> back & 1 == 1).then(|| Chow(Tile::from_bit(tile.index() as u32 - back))))
    }

    /// Whether a tile forms any chow with two tiles of these kinds.
    #[inline]
    pub(crate) fn any_formed(tile: Tile, kinds: TileSet) -> bool {
        Chow::steps_back(tile, kinds) != 0
    }

    /// How many steps before a tile the chows begin that it forms: bit 0 for the one that it begins itself, and so on.
    //
    // Looked up, since a game asks this of every discard and can't guess the answer.
    #[inline]
    fn steps_back(tile: Tile, kinds: TileSet) -> u32 {
        // Bits 0–4: two ranks before the tile up to two after it, as far as its suit goes.
        let near = (kinds.bits() << 2 >> tile.index()) as u8 & NEAR[tile.index()];
        u32::from(FORMED[usize::from(near) % FORMED.len()])
    }

    /// Its tiles in rising order.
    pub const fn tiles(self) -> [Tile; Meld::TILES] {
        let first = self.0.index() as u32;
        [self.0, Tile::from_bit(first + 1), Tile::from_bit(first + 2)]
    }

    /// Its kinds.
    pub const fn kinds(self) -> TileSet {
        TileSet::from_bits(0b111 << self.0.index())
    }

    /// The two tiles that make it a chow together with `tile`, if it holds `tile`.
    #[inline]
    pub fn partners(self, tile: Tile) -> Option<[Tile; 2]> {
        // A look-up, since which of the three it is can't be predicted.
        const OTHERS: [[u32; 2]; 3] = [[1, 2], [0, 2], [0, 1]];
        let first = self.0.index();
        let others = OTHERS.get(tile.index().wrapping_sub(first))?;
        Some(others.map(|step| Tile::from_bit(first as u32 + step)))
    }
}

/// Which of the ranks from two before each kind up to two after it are of its suit, a bit each, the kind itself left out.
static NEAR: [u8; Tile::COUNT] = {
    let mut near = [0; Tile::COUNT];
    let mut index = 0;
    while index < Tile::COUNT {
        if let Some(rank) = Tile::ALL[index].rank() {
            let mut place = 0;
            while place < 5 {
                let other = rank + place;
                if place != 2 && 3 <= other && other <= 11 {
                    near[index] |= 1 << place;
                }
                place += 1;
            }
        }
        index += 1;
    }
    near
};

/// The chows that a tile forms with ranks near it, [placed](NEAR) so: bit 0 for the one that it begins itself, bit 1 for
/// the one that begins a rank before it, bit 2 for the one that it ends.
static FORMED: [u8; 32] = {
    let mut formed = [0; 32];
    let mut near = 0;
    while near < formed.len() {
        let begins = near >> 3 & near >> 4;
        let between = near >> 1 & near >> 3;
        let ends = near & near >> 1;
        formed[near] = (begins & 1 | (between & 1) << 1 | (ends & 1) << 2) as u8;
        near += 1;
    }
    formed
};

impl fmt::Display for Chow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Meld::Chow(*self).fmt(f)
    }
}

/// An exposed meld (furo, 副露).
#[doc(alias = "furo")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "[Tile; 3]", try_from = "[Tile; 3]"))]
pub enum Meld {
    /// Three consecutive tiles of a suit.
    Chow(Chow),
    /// Three identical tiles, of this kind (pon, 碰).
    #[doc(alias = "pon")]
    Pong(Tile),
}

impl Meld {
    /// Tiles of a meld.
    pub const TILES: usize = 3;

    /// The meld that three tiles form, in whatever order, if they do.
    ///
    /// ```
    /// # use paili::{Meld, Tile};
    /// let [one, two, three, ..] = Tile::ALL;
    /// assert_eq!(Meld::of([two, three, one]).map(|meld| meld.to_string()), Some("1M 2M 3M".to_owned()));
    /// assert_eq!(Meld::of([one, one, three]), None);
    /// ```
    pub fn of(tiles: [Tile; Meld::TILES]) -> Option<Meld> {
        let kinds: TileSet = tiles.into_iter().collect();
        let first = kinds.first()?;
        match Chow::starting(first) {
            Some(chow) if chow.kinds() == kinds => Some(Meld::Chow(chow)),
            _ if kinds.len() == 1 && !first.is_special() => Some(Meld::Pong(first)),
            _ => None,
        }
    }

    /// Its tiles in rising order.
    pub fn tiles(self) -> [Tile; Meld::TILES] {
        match self {
            Meld::Chow(chow) => chow.tiles(),
            Meld::Pong(tile) => [tile; Meld::TILES],
        }
    }

    /// The two tiles that make it together with `tile`, if it holds `tile`.
    #[inline]
    pub fn partners(self, tile: Tile) -> Option<[Tile; 2]> {
        match self {
            Meld::Chow(chow) => chow.partners(tile),
            Meld::Pong(kind) => (kind == tile).then_some([tile; 2]),
        }
    }
}

impl From<Meld> for [Tile; 3] {
    fn from(meld: Meld) -> Self {
        meld.tiles()
    }
}

impl TryFrom<[Tile; 3]> for Meld {
    type Error = NoMeldError;

    fn try_from(tiles: [Tile; 3]) -> Result<Self, NoMeldError> {
        Meld::of(tiles).ok_or(NoMeldError { tiles })
    }
}

/// Three tiles are neither a chow nor a pong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoMeldError {
    /// The tiles.
    pub tiles: [Tile; 3],
}

impl fmt::Display for NoMeldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second, third] = self.tiles;
        write!(f, "{first} {second} {third} is neither a chow nor a pong")
    }
}

impl std::error::Error for NoMeldError {}

impl fmt::Display for Meld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second, third] = self.tiles();
        write!(f, "{first} {second} {third}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chows_stay_in_their_suit() {
        let mut chows = 0;
        for tile in Tile::ALL {
            for chow in Chow::all_with(tile) {
                chows += 1;
                let tiles = chow.tiles();
                assert!(tiles.iter().all(|other| other.suit() == tile.suit() && tile.suit().is_some()));
                assert!(tiles.windows(2).all(|pair| pair[1].rank() == pair[0].rank().map(|rank| rank + 1)));
                let partners = chow.partners(tile).unwrap();
                let mut all = vec![tile, partners[0], partners[1]];
                all.sort();
                assert_eq!(all, tiles);
            }
        }
        assert_eq!(chows, 3 * 7 * 3, "21 chows of three tiles each");
    }

    #[test]
    fn honors_and_specials_have_no_chow() {
        assert!(Tile::ALL[27..].iter().all(|&tile| Chow::all_with(tile).next().is_none()));
    }
}
