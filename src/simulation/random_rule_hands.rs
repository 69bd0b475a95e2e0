//! Seeded hands of rule sets.

use super::Seed;
use super::random_hands::each_dealt;
use super::shuffle_steps::{GROUP, PlaceGroup, Places};
use crate::hand::{Counts, Hand};
use crate::rules::{RuleHandError, RuleSet, WILDCARD};
use crate::tile::Tile;

/// Random hands of a rule set, each from its whole deck: in tile order, the wildcards last, and shuffled as [`RandomHands`] are.
/// Of the same deck and size they are the same hands.
///
/// ```
/// use paili::Specials;
/// use paili::rules::ReadyMade;
/// use paili::simulation::{RandomHands, RandomRuleHands, Seed};
///
/// let random = RandomRuleHands::new(Seed(1), 13, &ReadyMade::Guobiao.rules())?;
/// let usual = RandomHands::new(Seed(1), 13, Specials::Without)?;
/// assert_eq!(random.hand(7).counts(), usual.hand(7).counts());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`RandomHands`]: super::RandomHands
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RandomRuleHands {
    seed: Seed,
    rules: RuleSet,
    tiles: usize,
    deck: Places,
    groups: Vec<PlaceGroup>,
}

impl RandomRuleHands {
    /// Hands of `tiles` tiles, wildcards among them; the size tells how many melds are exposed.
    ///
    /// # Errors
    ///
    /// When no hand has that number of tiles, or the deck has fewer.
    pub fn new(seed: Seed, tiles: usize, rules: &RuleSet) -> Result<RandomRuleHands, RuleHandError> {
        rules.check_size(tiles)?;
        let mut deck = [WILDCARD; 1 << u8::BITS];
        let natural = Tile::regular().flat_map(|tile| std::iter::repeat_n(tile, rules.copies(tile).into()));
        deck.iter_mut().zip(natural).for_each(|(place, tile)| *place = tile);
        let groups = (0..tiles).step_by(GROUP).map(|first| PlaceGroup::new(first, tiles, rules.tiles())).collect();
        Ok(RandomRuleHands { seed, rules: rules.clone(), tiles, deck, groups })
    }

    /// How many tiles a hand has.
    #[must_use]
    pub fn tiles(&self) -> usize {
        self.tiles
    }

    /// The rule set.
    #[must_use]
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// One hand.
    #[must_use]
    pub fn hand(&self, number: u64) -> Hand {
        let mut hands = [self.of(&[])];
        self.deal(number, &mut hands);
        hands[0]
    }

    /// The hands from a number on.
    pub fn deal(&self, first: u64, hands: &mut [Hand]) {
        let settle = |tiles: &mut _, words: &mut _| self.groups.iter().for_each(|group| group.settle(tiles, words));
        each_dealt(self.seed, &self.deck, first, hands, settle, |tiles| self.of(&tiles[..self.tiles]));
    }

    /// A hand of tiles of the deck.
    fn of(&self, tiles: &[Tile]) -> Hand {
        let (mut counts, mut wildcards) = (Counts::EMPTY, 0);
        for &tile in tiles {
            if tile == WILDCARD { wildcards += 1 } else { counts.add(tile) }
        }
        self.rules.hand_of_size(counts, wildcards, self.tiles)
    }
}
