//! Tiles that a player has not seen.

use crate::copies::Copies;
use crate::hand::{Counts, FifthCopyError, Hand};
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// How many copies of each regular kind a player has not seen: four less those in its hand, in its own exposed melds and
/// visible elsewhere.
///
/// ```
/// use paili::analysis::Unseen;
/// use paili::{Counts, Notation, Tile};
///
/// let hand = Notation::Mpsz.hand("1123m456789p123s")?;
/// let one = Tile::M1;
/// assert_eq!(Unseen::by(&hand).copies(one), 2);
/// assert_eq!(Unseen::beside(&hand, &Counts::of([one])?)?.copies(one), 1);
/// assert!(Unseen::beside(&hand, &Counts::of([one; 3])?).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unseen {
    /// The kinds of which at most none, one, two and three copies are seen.
    seen_at_most: [TileSet; 4],
}

impl Unseen {
    /// What the owner of a hand has not seen when it sees nothing else.
    #[must_use]
    #[inline]
    pub fn by(hand: &Hand) -> Unseen {
        Unseen::but(hand.counts().copies())
    }

    /// What the owner of a hand has not seen when it sees these tiles too: its own exposed melds and all that is visible
    /// elsewhere.
    ///
    /// # Errors
    ///
    /// When a kind would have a fifth copy.
    pub fn beside(hand: &Hand, elsewhere: &Counts) -> Result<Unseen, FifthCopyError> {
        let mut seen = *hand.counts();
        elsewhere.tiles().try_for_each(|tile| seen.insert(tile))?;
        Ok(Unseen::but(seen.copies()))
    }

    /// What is unseen when these are seen.
    #[inline]
    pub(crate) fn but(seen: &Copies) -> Unseen {
        Unseen { seen_at_most: seen.at_least().map(|kinds| TileSet::REGULAR & !kinds) }
    }

    /// Unseen copies of a kind; 0 for specials.
    #[must_use]
    pub fn copies(&self, tile: Tile) -> u8 {
        self.seen_at_most.iter().map(|kinds| u8::from(kinds.contains(tile))).sum()
    }

    /// The kinds of which at least one, two, three and four copies are unseen.
    ///
    /// ```
    /// use paili::analysis::Unseen;
    /// use paili::{Notation, Tile};
    ///
    /// let unseen = Unseen::by(&Notation::Mpsz.hand("1133m456789p123s")?);
    /// assert_eq!(unseen.at_least().map(|kinds| kinds.contains(Tile::M1)), [true, true, false, false]);
    /// # Ok::<(), paili::notation::NotationError>(())
    /// ```
    #[must_use]
    pub fn at_least(&self) -> [TileSet; 4] {
        let [none, one, two, three] = self.seen_at_most;
        [three, two, one, none]
    }

    /// Unseen copies of all kinds of a set.
    #[must_use]
    #[inline]
    pub fn total(&self, kinds: TileSet) -> u32 {
        self.seen_at_most.iter().map(|&at_most| (at_most & kinds).len() as u32).sum()
    }
}
