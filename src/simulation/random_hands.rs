//! Seeded hands.

use rand_chacha::ChaCha8Rng;

use super::Seed;
use super::shuffle_steps::{GROUP, IN_ORDER, PlaceGroup, Places};
use crate::batch::PackedHand;
use crate::codes::Codes;
use crate::deck::Specials;
use crate::hand::{Counts, Hand, HandError, MeldCount};
use crate::tile::Tile;

/// Random hands of K tiles: hand i depends on the seed, K, the deck and i, and on nothing else. Every hand is K tiles of the
/// whole deck, all choices equally likely, whatever the hands before it.
///
/// The generator is that of [`Seed`]'s walls. The 256 hands from 256·n on share stream n and draw on its words from
/// 5·2³² on (of 32 bits; walls and the [random](super::NamedPolicy::Random) player stay below). The first of them begins
/// with the deck in tile order. A hand is shuffled to the front of the deck as walls are, place p changing with one of the
/// places p…D−1 of the D tiles for p = 0…K−1: eight places share a word of 64 bits, those that are left another. The next
/// hand goes on with the deck as this one leaves it.
///
/// The hands of a seed stay what they are from version to version. A hand takes some 30 ns; one alone takes up to 256 times
/// as long.
///
/// ```
/// use paili::Specials;
/// use paili::simulation::{RandomHands, Seed};
///
/// let random = RandomHands::new(Seed(1), 13, Specials::Without)?;
/// let mut hands = [random.hand(0); 3];
/// random.deal(0, &mut hands);
/// assert_eq!(hands[2], random.hand(2));
/// # Ok::<(), paili::HandError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RandomHands {
    seed: Seed,
    specials: Specials,
    tiles: usize,
    melds: MeldCount,
    /// The places that are settled, in groups.
    groups: [PlaceGroup; 2],
}

/// Hands that share a stream.
const SHARED: u64 = 256;

/// The first word, of 32 bits, that hands draw on.
const FIRST_WORD: u128 = 5 << 32;

impl RandomHands {
    /// Hands of `tiles` tiles; the size tells how many melds are exposed.
    ///
    /// # Errors
    ///
    /// When no hand has that number of tiles.
    pub fn new(seed: Seed, tiles: usize, specials: Specials) -> Result<Self, HandError> {
        let melds = MeldCount::beside(tiles).ok_or(HandError::NoSize { tiles })?;
        let groups = [0, GROUP].map(|first| PlaceGroup::new(first, tiles, specials.tiles()));
        Ok(RandomHands { seed, specials, tiles, melds, groups })
    }

    /// How many tiles a hand has.
    #[must_use]
    pub fn tiles(&self) -> usize {
        self.tiles
    }

    /// How many melds a hand has exposed.
    #[must_use]
    pub fn melds(&self) -> MeldCount {
        self.melds
    }

    /// Whether specials are dealt.
    #[must_use]
    pub fn specials(&self) -> Specials {
        self.specials
    }

    /// One hand.
    #[must_use]
    pub fn hand(&self, number: u64) -> Hand {
        let mut counts = [Counts::EMPTY];
        self.each(number, &mut counts, counts_of);
        Hand::of_known_size(counts[0], self.melds)
    }

    /// The hands from a number on.
    pub fn deal(&self, first: u64, hands: &mut [Hand]) {
        self.each(first, hands, |tiles| Hand::of_known_size(counts_of(tiles), self.melds));
    }

    /// The same, as small as distances need them.
    pub fn deal_packed(&self, first: u64, hands: &mut [PackedHand]) {
        self.each(first, hands, |tiles| {
            let mut codes = Codes::EMPTY;
            for &tile in tiles {
                codes.add_blindly(tile);
            }
            PackedHand::new(codes, self.melds)
        });
    }

    #[inline]
    fn each<H>(&self, first: u64, hands: &mut [H], mut make: impl FnMut(&[Tile]) -> H) {
        let [front, behind] = &self.groups;
        let settle = |tiles: &mut Places, words: &mut ChaCha8Rng| {
            front.settle(tiles, words);
            if self.tiles > GROUP {
                behind.settle(tiles, words);
            }
        };
        each_dealt(self.seed, &IN_ORDER, first, hands, settle, |tiles| make(&tiles[..self.tiles]));
    }
}

/// Makes the hands from a number on of a deck in order: `settle` brings the next hand to the front.
#[inline]
pub(super) fn each_dealt<H>(
    seed: Seed,
    deck: &Places,
    first: u64,
    hands: &mut [H],
    settle: impl Fn(&mut Places, &mut ChaCha8Rng),
    mut make: impl FnMut(&Places) -> H,
) {
    let mut left = hands.iter_mut();
    let mut number = first;
    while left.len() > 0 {
        let (mut tiles, mut words) = (*deck, seed.words(number / SHARED));
        words.set_word_pos(FIRST_WORD);
        let skipped = number % SHARED;
        (0..skipped).for_each(|_| settle(&mut tiles, &mut words));
        for hand in left.by_ref().take((SHARED - skipped) as usize) {
            settle(&mut tiles, &mut words);
            *hand = make(&tiles);
        }
        number = number.saturating_add(SHARED - skipped);
    }
}

/// Counts tiles of the deck, which has no fifth copy.
#[inline]
fn counts_of(tiles: &[Tile]) -> Counts {
    let mut counts = Counts::EMPTY;
    for &tile in tiles {
        counts.add(tile);
    }
    counts
}
