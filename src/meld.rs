//! Melds: chows and pongs.

use std::fmt;

use crate::tile::Tile;

/// Three consecutive tiles of a suit.
///
/// ```
/// use paili::meld::Chow;
/// use paili::tile::Tile;
///
/// let four: Tile = "4P".parse()?;
/// let chows: Vec<String> = Chow::all_with(four).map(|chow| chow.to_string()).collect();
/// assert_eq!(chows, ["4P 5P 6P", "3P 4P 5P", "2P 3P 4P"]);
/// # Ok::<(), paili::tile::ParseTileError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Chow(Tile);

impl Chow {
    /// The chow that begins with a tile, if the tile has a suit and a rank of at most 7.
    #[must_use]
    pub fn starting(first: Tile) -> Option<Chow> {
        matches!(first.rank(), Some(1..=7)).then_some(Chow(first))
    }

    /// All chows with a tile, the one with the larger numbers first: the rule's order of preference.
    pub fn all_with(tile: Tile) -> impl Iterator<Item = Chow> {
        // A chow never crosses a suit's border, so the candidate's first tile must be in the tile's suit.
        (0..3)
            .filter_map(move |back| Tile::from_index(tile.index().checked_sub(back)?))
            .filter(move |first| first.suit() == tile.suit())
            .filter_map(Chow::starting)
    }

    /// Its tiles in rising order.
    #[must_use]
    pub fn tiles(self) -> [Tile; 3] {
        let first = self.0.index();
        [first, first + 1, first + 2].map(|index| Tile::ALL[index])
    }

    /// The two tiles that make it a chow together with `tile`, if it holds `tile`.
    #[must_use]
    pub fn partners(self, tile: Tile) -> Option<[Tile; 2]> {
        let [first, second, third] = self.tiles();
        match tile {
            _ if tile == first => Some([second, third]),
            _ if tile == second => Some([first, third]),
            _ if tile == third => Some([first, second]),
            _ => None,
        }
    }
}

impl fmt::Display for Chow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second, third] = self.tiles();
        write!(f, "{first} {second} {third}")
    }
}

/// An exposed meld.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Meld {
    /// Three consecutive tiles of a suit.
    Chow(Chow),
    /// Three identical tiles, of this kind.
    Pong(Tile),
}

impl Meld {
    /// Its tiles in rising order.
    #[must_use]
    pub fn tiles(self) -> [Tile; 3] {
        match self {
            Meld::Chow(chow) => chow.tiles(),
            Meld::Pong(tile) => [tile; 3],
        }
    }
}

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
