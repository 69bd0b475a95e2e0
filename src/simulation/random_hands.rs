//! Seeded hands.

use rand_chacha::ChaCha8Rng;

use super::Seed;
use super::shuffle_steps::{GROUP, PlaceGroup, Places, in_order};
use crate::batch::PackedHand;
use crate::codes::Codes;
use crate::deck::Deck;
use crate::hand::{Counts, Hand, MeldCount};
use crate::rules::{RuleHandError, WILDCARD};
use crate::tile::Tile;

/// Random hands of K tiles: hand i depends on the seed, K, the deck and i, and on nothing else. Every hand is K tiles of the
/// deck, all choices equally likely, whatever the hands before it. Rule sets with the same deck have the same hands.
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
/// use paili::Deck;
/// use paili::rules::{ReadyMade, RuleSet};
/// use paili::simulation::{RandomHands, Seed};
///
/// let random = RandomHands::of(&Deck::of(RuleSet::standard()), Seed(1), 13)?;
/// let mut hands = [random.hand(0); 3];
/// random.deal(0, &mut hands);
/// assert_eq!(hands[2], random.hand(2));
/// let guobiao = RandomHands::of(&Deck::of(&ReadyMade::Guobiao.rules()), Seed(1), 13)?;
/// assert_eq!(guobiao.hand(2), hands[2]);
/// # Ok::<(), paili::rules::RuleHandError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RandomHands {
    seed: Seed,
    deck: Deck,
    /// The deck in tile order, the wildcards last.
    in_order: Places,
    tiles: usize,
    melds: MeldCount,
    /// The places that are settled, in groups: the largest hands have seventeen tiles.
    groups: [PlaceGroup; 3],
}

/// Hands that share a stream.
const SHARED: u64 = 256;

/// The first word, of 32 bits, that hands draw on.
const FIRST_WORD: u128 = 5 << 32;

impl RandomHands {
    /// Hands of `tiles` tiles of a deck, wildcards among them; the size tells how many melds are exposed.
    ///
    /// # Errors
    ///
    /// When no hand has that number of tiles, or the deck has fewer.
    pub fn of(deck: &Deck, seed: Seed, tiles: usize) -> Result<Self, RuleHandError> {
        let melds = deck.rules().check_size(tiles, deck.total())?;
        let groups = [0, GROUP, 2 * GROUP].map(|first| PlaceGroup::new(first, tiles, deck.total()));
        Ok(RandomHands { seed, deck: *deck, in_order: in_order(deck), tiles, melds, groups })
    }

    /// The deck.
    pub fn deck(&self) -> &Deck {
        &self.deck
    }

    /// How many tiles a hand has.
    pub fn tiles(&self) -> usize {
        self.tiles
    }

    /// How many melds a hand has exposed.
    pub fn melds(&self) -> MeldCount {
        self.melds
    }

    /// One hand.
    pub fn hand(&self, number: u64) -> Hand {
        let mut hands = [Hand::of_any_size(Counts::EMPTY, 0, self.melds)];
        self.deal(number, &mut hands);
        hands[0]
    }

    /// The hands from a number on.
    pub fn deal(&self, first: u64, hands: &mut [Hand]) {
        if self.deck.rules().wildcards() > 0 {
            self.each(first, hands, |tiles| with_wildcards(tiles, self.melds));
        } else {
            self.each(first, hands, |tiles| Hand::of_any_size(counts_of(tiles), 0, self.melds));
        }
    }

    /// The same of the usual game, as small as distances need them.
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
        let [front, behind, last] = &self.groups;
        let settle = |tiles: &mut Places, words: &mut ChaCha8Rng| {
            front.settle(tiles, words);
            if self.tiles > GROUP {
                behind.settle(tiles, words);
            }
            if self.tiles > 2 * GROUP {
                last.settle(tiles, words);
            }
        };
        each_dealt(self.seed, &self.in_order, first, hands, settle, |tiles| make(&tiles[..self.tiles]));
    }
}

/// A hand of tiles of a deck that has wildcards.
fn with_wildcards(tiles: &[Tile], melds: MeldCount) -> Hand {
    let (mut counts, mut wildcards) = (Counts::EMPTY, 0);
    for &tile in tiles {
        if tile == WILDCARD { wildcards += 1 } else { counts.add(tile) }
    }
    Hand::of_any_size(counts, wildcards, melds)
}

/// Makes the hands from a number on of a deck in order: `settle` brings the next hand to the front.
#[inline]
fn each_dealt<H>(
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
