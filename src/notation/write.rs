//! How tiles are written.

use super::all::Notation;
use super::error::{NotationError, NotationErrorKind};
use crate::hand::{Counts, Hand};
use crate::rules::RuleSet;
use crate::tile::Tile;

impl Notation {
    /// Writes tiles.
    ///
    /// # Errors
    ///
    /// At the first tile that the notation can't write: only the judge's has specials.
    pub fn write(self, tiles: impl IntoIterator<Item = Tile>) -> Result<String, NotationError> {
        self.write_with_reds(tiles, &[])
    }

    /// Writes tiles, the first fives as red as `reds` says, where the notation has red fives.
    ///
    /// ```
    /// use paili::{Notation, Tile};
    ///
    /// let (tiles, reds) = (Notation::Mpsz.read("4055m")?, [Tile::M5]);
    /// assert_eq!(Notation::Mpsz.write_with_reds(tiles.iter().copied(), &reds)?, "4055m");
    /// assert_eq!(Notation::Mjai.write_with_reds(tiles, &reds)?, "4m 5mr 5m 5m");
    /// # Ok::<(), paili::notation::NotationError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Notation::write`].
    pub fn write_with_reds(
        self,
        tiles: impl IntoIterator<Item = Tile>,
        reds: &[Tile],
    ) -> Result<String, NotationError> {
        let mut reds = reds.to_vec();
        // Room for a hand in any notation: growing costs as much as writing.
        let mut text = String::with_capacity(64);
        let mut last = None;
        for tile in tiles {
            if tile.is_special() && self != Notation::Judge {
                return Err(NotationError::whole(NotationErrorKind::Unwritable { tile, notation: self }));
            }
            self.append(&mut text, last, tile);
            if let Some(place) = reds.iter().position(|&red| red == tile) {
                reds.swap_remove(place);
                self.redden(&mut text);
            }
            last = Some(tile);
        }
        Ok(text)
    }

    /// Writes counts, red fives as such; in the judge's notation if only that one can write them.
    pub fn write_counts(self, counts: &Counts, reds: &[Tile]) -> String {
        self.write_with_reds(counts.tiles(), reds).unwrap_or_else(|_| counts.to_string())
    }

    /// The same of a hand's concealed tiles, wildcards last.
    pub fn write_hand(self, hand: &Hand, reds: &[Tile]) -> String {
        let mut tiles = self.write_counts(hand.counts(), reds);
        tiles.extend(std::iter::repeat_n(RuleSet::WILDCARD, hand.wildcards().into()));
        tiles
    }
}
