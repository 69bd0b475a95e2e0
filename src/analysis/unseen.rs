//! Tiles that a player has not seen.

use crate::copies::Copies;
use crate::hand::{Counts, FifthCopyError, Hand};
use crate::rules::RuleSet;
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// How many copies of each regular kind a player has not seen, and how many wildcards: those of the deck less those in its
/// hand, and those it [sees beside it](Unseen::beside): in its own exposed melds and elsewhere.
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
    /// The kinds of which at least four, three, two copies and one are unseen.
    at_least: [TileSet; 4],
    wildcards: u8,
}

impl Unseen {
    /// What the owner of a hand has not seen of the usual deck when it sees nothing else. A hand does not know the tiles of its
    /// exposed melds, so they count as unseen here: [`Unseen::beside`] is told them.
    #[inline]
    pub fn by(hand: &Hand) -> Unseen {
        Unseen::but(hand.counts().copies())
    }

    /// The same when it sees these tiles too: its own exposed melds and all that is visible elsewhere.
    ///
    /// # Errors
    ///
    /// When a kind would have a fifth copy.
    pub fn beside(hand: &Hand, elsewhere: &Counts) -> Result<Unseen, FifthCopyError> {
        let mut seen = *hand.counts();
        elsewhere.tiles().try_for_each(|tile| seen.insert(tile))?;
        Ok(Unseen::but(seen.copies()))
    }

    /// The same of the deck of a rule set. Of a kind of which more is seen than there is, none is left.
    ///
    /// ```
    /// use paili::analysis::Unseen;
    /// use paili::rules::ReadyMade;
    /// use paili::{Counts, Tile};
    ///
    /// let rules = ReadyMade::Sanma.rules().with_wildcards(4)?;
    /// let unseen = Unseen::of(&rules, &rules.read_hand("199m9p*")?, &Counts::of([Tile::P9])?);
    /// assert_eq!([Tile::M9, Tile::M5, Tile::P9].map(|tile| unseen.copies(tile)), [2, 0, 2]);
    /// assert_eq!((unseen.wildcards(), unseen.tiles()), (3, 106));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(rules: &RuleSet, hand: &Hand, elsewhere: &Counts) -> Unseen {
        let seen = hand.counts().copies().plus(elsewhere.copies()).at_least();
        let deck = rules.at_least();
        // At least so many are left if for some number the deck has as many and not as many less these are seen.
        let left = |least: usize| (least..4).fold(deck[least] & !seen[0], |all, of| all | deck[of] & !seen[of - least]);
        let wildcards = rules.wildcards().saturating_sub(hand.wildcards());
        Unseen { at_least: [3, 2, 1, 0].map(left), wildcards }
    }

    /// What is unseen when these are seen.
    #[inline]
    pub(crate) fn but(seen: &Copies) -> Unseen {
        Unseen { at_least: seen.at_least().map(|kinds| TileSet::REGULAR & !kinds), wildcards: 0 }
    }

    /// The same when one more copy of a kind is seen, or one more wildcard; if one is unseen.
    pub(crate) fn less(mut self, tile: Option<Tile>) -> Unseen {
        match tile {
            Some(tile) => {
                if let Some(most) = self.at_least.iter_mut().find(|kinds| kinds.contains(tile)) {
                    *most &= !TileSet::only(tile);
                }
            }
            None => self.wildcards = self.wildcards.saturating_sub(1),
        }
        self
    }

    /// Unseen copies of a kind; 0 for specials.
    pub fn copies(&self, tile: Tile) -> u8 {
        self.at_least.iter().map(|kinds| u8::from(kinds.contains(tile))).sum()
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
    pub fn at_least(&self) -> [TileSet; 4] {
        let [four, three, two, one] = self.at_least;
        [one, two, three, four]
    }

    /// Unseen wildcards.
    pub fn wildcards(&self) -> u8 {
        self.wildcards
    }

    /// Unseen tiles in all, specials left aside.
    pub fn tiles(&self) -> u32 {
        self.total(TileSet::REGULAR) + u32::from(self.wildcards)
    }

    /// Unseen copies of all kinds of a set.
    #[inline]
    pub fn total(&self, kinds: TileSet) -> u32 {
        self.at_least.iter().map(|&at_least| (at_least & kinds).len() as u32).sum()
    }
}
