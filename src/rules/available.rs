//! Distances that know which tiles are gone.

use super::{PlainRules, RuleHand, RuleTables};
use crate::distance::Distance;
use crate::hand::Counts;
use crate::tile::Tile;
use crate::tile_set::TileSet;

impl RuleTables {
    /// The [distance](RuleTables::distance) when only tiles can be added that are still to come: those `elsewhere`, in exposed
    /// melds or seen, use up copies. `None` if no tiles can complete the hand any more.
    ///
    /// Programs differ here: some count a player's own melds, some everything visible, some nothing. `elsewhere` is what you
    /// want to count.
    ///
    /// ```
    /// use paili::Counts;
    /// use paili::rules::ReadyMade;
    ///
    /// // Beside 444z, 111z, 555z and 777z, a pair can be neither of 4z nor of 5z.
    /// let rules = ReadyMade::Riichi.rules();
    /// let hand = rules.read_hand("45z")?;
    /// let melds = Counts::of("EEENNNBBBZZZ".chars().map(|tile| tile.to_string().parse().unwrap()))?;
    /// let tables = rules.tables();
    /// assert_eq!(tables.distance(&hand).map(|distance| distance.get()), Some(1));
    /// assert_eq!(tables.available(&hand, &melds).map(|distance| distance.get()), Some(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Takes some microseconds where something is elsewhere, since the tables do not know of it.
    #[must_use]
    pub fn available(&self, hand: &RuleHand, elsewhere: &Counts) -> Option<Distance> {
        if elsewhere.total() == 0 {
            return self.distance(hand);
        }
        PlainRules::without(self.rules(), elsewhere).distance(hand)
    }

    /// The same, and the kinds of which one more lowers it and a copy is left.
    #[must_use]
    pub fn available_and_useful(&self, hand: &RuleHand, elsewhere: &Counts) -> (Option<Distance>, TileSet) {
        let distance = self.available(hand, elsewhere);
        if distance == Some(Distance::WON) {
            return (distance, TileSet::EMPTY);
        }
        let plain = PlainRules::without(self.rules(), elsewhere);
        let left = |tile: Tile| {
            let seen = hand.counts().get(tile) + elsewhere.get(tile);
            seen < self.rules().copies(tile)
        };
        let lowers = |tile: &Tile| left(*tile) && distance.is_some() && plain.distance(&hand.with(*tile)) < distance;
        (distance, Tile::regular().filter(lowers).collect())
    }
}
