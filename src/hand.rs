//! Hands: concealed tiles and the number of exposed melds.

use std::fmt;

pub use crate::counts::{Counts, FifthCopyError};
use crate::meld::Meld;
use crate::tile::Tile;

/// A number of exposed melds (furo, 副露): 0–4, or 5 where a rule set has five melds.
#[doc(alias = "furo")]
#[doc(alias = "副露")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct MeldCount(u8);

impl MeldCount {
    /// The melds of a winning hand of the usual size.
    pub const MOST: MeldCount = MeldCount(4);

    /// All numbers of melds that a hand of the usual size can have exposed.
    pub const ALL: [MeldCount; MeldCount::MOST.get() + 1] =
        [MeldCount(0), MeldCount(1), MeldCount(2), MeldCount(3), MeldCount(4)];

    /// A number of melds, if a hand of the usual size can have that many.
    pub const fn new(melds: usize) -> Option<MeldCount> {
        if melds <= MeldCount::MOST.get() { Some(MeldCount(melds as u8)) } else { None }
    }

    /// A number of melds that a hand of some rule set has.
    #[inline]
    pub(crate) const fn known(melds: usize) -> MeldCount {
        debug_assert!(melds < MeldCount::PLACES);
        MeldCount(melds as u8)
    }

    /// The number.
    pub const fn get(self) -> usize {
        self.0 as usize
    }

    /// How many melds are exposed beside `tiles` concealed tiles, if a hand can have them: none beside 13 or 14, one beside
    /// 10 or 11, … four beside 1 or 2.
    pub const fn beside(tiles: usize) -> Option<MeldCount> {
        if tiles > Hand::MOST_TILES || tiles.is_multiple_of(Meld::TILES) {
            return None;
        }
        MeldCount::new((Hand::MOST_TILES - tiles) / Meld::TILES)
    }

    /// A number of melds that was packed with a hand.
    #[inline]
    pub(crate) const fn unpacked(melds: u8) -> MeldCount {
        debug_assert!((melds as usize) < MeldCount::PLACES);
        // Whatever it is, the tables have a place for it.
        MeldCount(melds % MeldCount::PLACES as u8)
    }

    /// How many places a table has for numbers of melds: a power of two.
    pub(crate) const PLACES: usize = 8;

    /// One more, of a hand that can still expose one.
    #[inline]
    pub(crate) const fn one_more(self) -> MeldCount {
        debug_assert!(self.get() + 1 < MeldCount::PLACES);
        MeldCount(self.0 + 1)
    }

    /// How many melds the concealed tiles of a hand of the usual size have to form.
    pub const fn concealed(self) -> usize {
        MeldCount::MOST.get().saturating_sub(self.get())
    }
}

/// A hand: concealed tiles, wildcards among them, and the number of melds exposed before them.
///
/// With n exposed melds it holds 13−3n concealed tiles while others play, 14−3n when its discard is due; specials count
/// among them, exposed melds do not. It can't be made otherwise, so whatever takes a hand can't fail. Hands of other sizes, or
/// with wildcards, are made by the [rule set](crate::rules::RuleSet::hand) that has them, and are for its
/// [model](crate::rules::RuleSet::model).
///
/// ```
/// use paili::{Counts, Hand, MeldCount, Tile};
///
/// let tiles: Result<Vec<Tile>, _> = ["2M", "3M", "4M", "E"].into_iter().map(str::parse).collect();
/// let counts = Counts::of(tiles?)?;
/// let hand = Hand::new(counts, MeldCount::ALL[3])?;
/// assert!(!hand.must_discard());
/// assert!(hand.with(Tile::RED)?.must_discard());
///
/// let error = Hand::new(counts, MeldCount::ALL[1]).unwrap_err();
/// assert_eq!(error.to_string(), "4 tiles: expected 10 or 11 with one exposed meld");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hand {
    melds: MeldCount,
    counts: Counts,
    wildcards: u8,
}

impl Hand {
    /// Tiles of a hand while others play, those of exposed melds counted three a meld: 13.
    pub const TILES: usize = Hand::MOST_TILES - 1;

    /// Tiles of a hand that wins or has to discard: four melds and a pair.
    pub const MOST_TILES: usize = MeldCount::MOST.get() * Meld::TILES + 2;

    /// No tile, which is no hand: what a player holds before the deal.
    pub(crate) const NOTHING: Hand = Hand { melds: MeldCount(0), counts: Counts::EMPTY, wildcards: 0 };

    /// A hand of concealed tiles with a number of exposed melds.
    ///
    /// # Errors
    ///
    /// [`HandError::Size`] unless there are 13−3n or 14−3n tiles beside at most four melds.
    pub fn new(counts: Counts, melds: MeldCount) -> Result<Hand, HandError> {
        let fits = |waiting| counts.total() == waiting || counts.total() == waiting + 1;
        if melds <= MeldCount::MOST && fits(Hand::waiting_tiles(melds)) {
            Ok(Hand { melds, counts, wildcards: 0 })
        } else {
            Err(HandError::Size { tiles: counts.total(), melds })
        }
    }

    /// How many concealed tiles a hand holds while others play: 13−3n.
    pub(crate) const fn waiting_tiles(melds: MeldCount) -> usize {
        Hand::TILES - Meld::TILES * melds.get()
    }

    /// A hand of concealed tiles, whose size tells the number of exposed melds: 13 or 14 tiles none, 10 or 11 one, … 1
    /// or 2 four.
    ///
    /// # Errors
    ///
    /// [`HandError::NoSize`] when no hand has that many.
    #[inline]
    pub fn of_size(counts: Counts) -> Result<Hand, HandError> {
        let tiles = counts.total();
        let melds = MeldCount::beside(tiles).ok_or(HandError::NoSize { tiles })?;
        Ok(Hand::of_known_size(counts, melds))
    }

    /// A hand of tiles whose number is known to be right.
    #[inline]
    pub(crate) fn of_known_size(counts: Counts, melds: MeldCount) -> Hand {
        debug_assert_eq!(MeldCount::beside(counts.total()), Some(melds));
        Hand { melds, counts, wildcards: 0 }
    }

    /// Any number of tiles beside any number of melds, which may be no hand: what a model is asked about parts of hands.
    #[inline]
    pub(crate) const fn of_any_size(counts: Counts, wildcards: u8, melds: MeldCount) -> Hand {
        Hand { melds, counts, wildcards }
    }

    /// Its concealed tiles, without the wildcards.
    #[inline]
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Its number of exposed melds.
    #[inline]
    pub fn melds(&self) -> MeldCount {
        self.melds
    }

    /// Its wildcards (癞子), each of which stands for any kind.
    #[inline]
    pub fn wildcards(&self) -> u8 {
        self.wildcards
    }

    /// How many concealed tiles it holds, wildcards among them.
    #[inline]
    pub fn tiles(&self) -> usize {
        self.counts.total() + usize::from(self.wildcards)
    }

    /// Whether it holds 14−3n tiles: it has drawn (tsumo) or claimed, and either wins or has to discard.
    #[doc(alias = "tsumo")]
    #[inline]
    pub fn must_discard(&self) -> bool {
        /// 2, 5, 8, 11, 14 and 17 tiles, a bit each: quicker than a division.
        const DUE: u32 = 0b10_0100_1001_0010_0100;
        DUE >> self.tiles() & 1 == 1
    }

    /// The hand after drawing a tile.
    ///
    /// # Errors
    ///
    /// [`HandError::Full`] when it has to discard first, [`HandError::FifthCopy`].
    pub fn with(&self, tile: Tile) -> Result<Hand, HandError> {
        if self.must_discard() {
            return Err(HandError::Full);
        }
        let mut hand = *self;
        hand.counts.insert(tile).map_err(HandError::FifthCopy)?;
        Ok(hand)
    }

    /// The hand after discarding a tile.
    ///
    /// # Errors
    ///
    /// [`HandError::NothingToDiscard`] when it has to draw first, [`HandError::NotHeld`].
    pub fn without(&self, tile: Tile) -> Result<Hand, HandError> {
        if !self.must_discard() {
            return Err(HandError::NothingToDiscard);
        }
        if self.counts.get(tile) == 0 {
            return Err(HandError::NotHeld { tile });
        }
        let mut hand = *self;
        hand.counts.take(tile);
        Ok(hand)
    }

    /// The hand after claiming a discard and exposing a meld of it and two tiles of its own.
    ///
    /// ```
    /// use paili::{Meld, Notation, Tile};
    ///
    /// let hand = Notation::Mpsz.hand("1134z")?;
    /// assert_eq!(hand.claiming(Meld::Pong(Tile::EAST), Tile::EAST)?.counts().to_string(), "W N");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`HandError::Full`] when it has to discard first, [`HandError::NotInMeld`], [`HandError::NotHeld`].
    #[inline]
    pub fn claiming(&self, meld: Meld, claimed: Tile) -> Result<Hand, HandError> {
        let mut hand = *self;
        hand.expose(self.partners(meld, claimed)?);
        Ok(hand)
    }

    /// The hand with a tile more, of which it holds at most three, whatever its size is then.
    #[inline]
    pub(crate) fn and(mut self, tile: Tile) -> Hand {
        self.counts.add(tile);
        self
    }

    /// The hand without a tile that it holds, whatever its size is then.
    #[inline]
    pub(crate) fn less(mut self, tile: Tile) -> Hand {
        self.counts.take(tile);
        self
    }

    /// The hand with a wildcard more, whatever its size is then.
    #[inline]
    pub(crate) fn and_wildcard(self) -> Hand {
        Hand { wildcards: self.wildcards + 1, ..self }
    }

    /// The hand with a wildcard less, of those that it holds.
    #[inline]
    pub(crate) fn less_wildcard(self) -> Hand {
        Hand { wildcards: self.wildcards - 1, ..self }
    }

    /// The hand once it has exposed a kan, for which it gives some of the tiles that it holds.
    pub(crate) fn with_kan_of(mut self, tile: Tile, own: u8) -> Hand {
        (0..own).for_each(|_| self.counts.take(tile));
        // Three tiles held of thirteen means at least four, hence at most three melds.
        self.melds = self.melds.one_more();
        self
    }

    /// Exposes a meld of two tiles that it holds and a claimed one.
    #[inline]
    pub(crate) fn expose(&mut self, partners: [Tile; 2]) {
        for tile in partners {
            self.counts.take(tile);
        }
        // Two tiles held means at least four, hence at most three melds.
        self.melds = self.melds.one_more();
    }

    /// The two tiles that [claiming](Hand::claiming) would take from the hand.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "asked of every claim in a game")]
    pub(crate) fn partners(&self, meld: Meld, claimed: Tile) -> Result<[Tile; 2], HandError> {
        if self.must_discard() {
            return Err(HandError::Full);
        }
        let [one, other] = meld.partners(claimed).ok_or(HandError::NotInMeld { tile: claimed })?;
        if !self.counts.kinds().contains(one) {
            return Err(HandError::NotHeld { tile: one });
        }
        let enough = if one == other { self.counts.pairs() } else { self.counts.kinds() };
        if enough.contains(other) { Ok([one, other]) } else { Err(HandError::NotHeld { tile: other }) }
    }

    /// Draws a tile; the game knows that it can.
    #[inline]
    pub(crate) fn draw(&mut self, tile: Tile) {
        debug_assert!(!self.must_discard());
        self.counts.add(tile);
    }

    /// Discards a tile; the game knows that it can.
    #[inline]
    pub(crate) fn discard(&mut self, tile: Tile) {
        debug_assert!(self.must_discard());
        self.counts.take(tile);
    }
}

/// Why tiles are no hand, or a hand can't change so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the words on a variant name its fields")]
pub enum HandError {
    /// No hand has this number of concealed tiles, whatever its exposed melds.
    NoSize { tiles: usize },
    /// There are neither 13−3n nor 14−3n concealed tiles beside these exposed melds.
    Size { tiles: usize, melds: MeldCount },
    /// A kind would have five copies.
    FifthCopy(FifthCopyError),
    /// Counts hold more than four copies of `tile`, the first such kind.
    TooMany { tile: Tile, copies: u8 },
    /// The hand does not hold the tile.
    NotHeld { tile: Tile },
    /// The tile that is claimed is no part of the meld.
    NotInMeld { tile: Tile },
    /// The hand holds 14−3n tiles already.
    Full,
    /// The hand holds 13−3n tiles and has to draw first.
    NothingToDiscard,
}

impl fmt::Display for HandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            HandError::NoSize { tiles } => {
                let plural = if tiles == 1 { "" } else { "s" };
                write!(
                    f,
                    "{tiles} tile{plural}: expected 13 or 14, or with exposed melds 10 or 11, 7 or 8, 4 or 5, 1 or 2"
                )
            }
            HandError::Size { tiles, melds } if melds > MeldCount::MOST => {
                write!(f, "{tiles} tiles beside {} exposed melds: expected at most four melds", melds.get())
            }
            HandError::Size { tiles, melds } => {
                let (melds, plural) = (melds.get(), if melds.get() > 1 { "s" } else { "" });
                let (waiting, number) =
                    (Hand::TILES - Meld::TILES * melds, ["no", "one", "two", "three", "four"][melds]);
                write!(f, "{tiles} tiles: expected {waiting} or {} with {number} exposed meld{plural}", waiting + 1)
            }
            HandError::FifthCopy(fifth) => fifth.fmt(f),
            HandError::TooMany { tile, copies } => {
                let column = tile.index();
                write!(f, "{copies} of {tile} (count {column} of 0-33): expected at most four of each kind")
            }
            HandError::NotHeld { tile } => write!(f, "the hand does not hold {tile}"),
            HandError::NotInMeld { tile } => write!(f, "{tile} is no part of the meld it is claimed for"),
            HandError::Full => write!(f, "the hand has to discard before it can take another tile"),
            HandError::NothingToDiscard => write!(f, "the hand has to draw before it can discard"),
        }
    }
}

impl std::error::Error for HandError {}

impl From<FifthCopyError> for HandError {
    fn from(fifth: FifthCopyError) -> Self {
        HandError::FifthCopy(fifth)
    }
}

impl TryFrom<[u8; Tile::REGULAR_COUNT]> for Hand {
    type Error = HandError;

    /// Takes counts of the regular kinds in tile order; how many tiles there are tells the number of exposed melds.
    ///
    /// ```
    /// use paili::{Distance, Hand};
    ///
    /// let mut kinds = [0; 34];
    /// kinds[..4].fill(3);
    /// kinds[33] = 1;
    /// assert_eq!(Hand::try_from(kinds)?.distance(), Distance::READY);
    /// # Ok::<(), paili::HandError>(())
    /// ```
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "who asks only for a distance need not wait for the sets of kinds")]
    fn try_from(counts: [u8; Tile::REGULAR_COUNT]) -> Result<Self, HandError> {
        Hand::of_size(Counts::try_from(counts)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(tokens: &str) -> Counts {
        Counts::of(tokens.split(' ').map(|token| token.parse().unwrap())).unwrap()
    }

    #[test]
    fn only_hands_of_legal_sizes_are_made() {
        for melds in MeldCount::ALL {
            for total in 0..=15 {
                let tiles = Tile::regular().flat_map(|tile| [tile, tile]).take(total);
                let hand = Hand::new(Counts::of(tiles).unwrap(), melds);
                let legal = total + 3 * melds.get() == 13 || total + 3 * melds.get() == 14;
                assert_eq!(hand.is_ok(), legal, "{total} tiles, {melds:?}");
            }
        }
    }

    /// Rule sets with five melds have hands beside them, which are made there.
    #[test]
    fn beside_five_melds_there_is_no_usual_hand() {
        let five = MeldCount::known(5);
        for tiles in ["", "1M", "1M 2M"].map(|tiles| if tiles.is_empty() { Counts::EMPTY } else { counts(tiles) }) {
            let error = Hand::new(tiles, five).unwrap_err();
            assert_eq!(error, HandError::Size { tiles: tiles.total(), melds: five });
            assert!(
                error.to_string().ends_with("tiles beside 5 exposed melds: expected at most four melds"),
                "{error}"
            );
        }
    }

    #[test]
    fn hands_change_as_a_turn_does() {
        let hand = Hand::new(counts("1M 1M 2M PASS"), MeldCount::ALL[3]).unwrap();
        assert_eq!(hand.without(Tile::PASS), Err(HandError::NothingToDiscard));
        let drawn = hand.with(Tile::EAST).unwrap();
        assert_eq!(drawn.with(Tile::EAST), Err(HandError::Full));
        assert_eq!(drawn.without(Tile::RED), Err(HandError::NotHeld { tile: Tile::RED }));
        assert_eq!(drawn.without(Tile::EAST), Ok(hand));
        let one = Tile::M1;
        let claimed = hand.claiming(Meld::Pong(one), one).unwrap();
        assert_eq!((claimed.counts(), claimed.melds()), (&counts("2M PASS"), MeldCount::ALL[4]));
        let two = Tile::M2;
        assert_eq!(hand.claiming(Meld::Pong(two), two), Err(HandError::NotHeld { tile: two }));
        assert_eq!(hand.claiming(Meld::Pong(two), one), Err(HandError::NotInMeld { tile: one }));
        assert_eq!(drawn.claiming(Meld::Pong(one), one), Err(HandError::Full));
    }
}
