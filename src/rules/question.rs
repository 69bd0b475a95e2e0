//! Hands of a rule set as people ask about them.

use super::{RuleHand, RuleHandError, RuleHandErrorKind, RuleSet, RuleTables};
use crate::analysis::{Question, QuestionError, Useful};
use crate::distance::Distance;
use crate::hand::Counts;
use crate::notation::Notation;
use crate::tile::{Suit, Tile};
use crate::tile_set::TileSet;

/// Which tiles a distance may ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// Every tile of the deck that the hand does not hold.
    Any,
    /// [Only](RuleTables::available) those that are not in exposed melds and not visible.
    Available,
}

/// A discard and what it leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RuleDiscard {
    /// The tile.
    pub tile: Tile,
    /// The distance after it; `None` if no tiles can complete the hand then.
    pub distance: Option<Distance>,
    /// The useful tiles and acceptance after it; the tile itself counts as seen.
    pub useful: Useful,
}

/// What is known beside hands of a rule set: exposed melds, tiles seen elsewhere, and a suit that is declared void.
#[derive(Debug, Clone)]
pub struct RulesQuestion {
    tables: &'static RuleTables,
    melds: usize,
    elsewhere: Counts,
    void: Option<Suit>,
    asked: Asked,
}

impl RulesQuestion {
    /// What is known: exposed melds, one a text, or none where their number follows from the hand's size; tiles visible
    /// elsewhere; and the suit that is void.
    ///
    /// # Errors
    ///
    /// When a text can't be read, or there are more melds than a hand has.
    pub fn new(
        rules: &RuleSet,
        melds: &[impl AsRef<str>],
        visible: &str,
        void: Option<Suit>,
        asked: Asked,
    ) -> Result<RulesQuestion, QuestionError> {
        let mut known = Question::of_melds(melds, rules.melds())?;
        known.see(visible)?;
        let (melds, elsewhere) = (known.melds().len(), *known.elsewhere());
        Ok(RulesQuestion { tables: rules.tables(), melds, elsewhere, void, asked })
    }

    /// The tables that answer.
    #[must_use]
    pub fn tables(&self) -> &'static RuleTables {
        self.tables
    }

    /// The tiles of exposed melds and those visible.
    #[must_use]
    pub fn elsewhere(&self) -> &Counts {
        &self.elsewhere
    }

    /// Reads a hand, and tells its notation.
    ///
    /// # Errors
    ///
    /// When the text is no hand beside these melds, or the deck has fewer copies of a kind.
    pub fn read(&self, text: &str) -> Result<(Notation, RuleHand), RuleHandError> {
        let rules = self.tables.rules();
        let (notation, hand) = rules.read_hand_and_notation(text)?;
        let error = |kind| RuleHandError::new(rules, Some(text), kind);
        if self.melds > 0 && hand.exposed() != self.melds {
            let tiles = hand.tiles();
            return Err(error(RuleHandErrorKind::Beside { tiles, melds: self.melds, most: rules.most_tiles() }));
        }
        for tile in hand.counts().kinds().iter() {
            let (held, elsewhere) = (hand.counts().get(tile), self.elsewhere.get(tile));
            if held + elsewhere > rules.copies(tile) {
                return Err(error(RuleHandErrorKind::CopiesInAll {
                    tile,
                    held,
                    elsewhere,
                    copies: rules.copies(tile),
                }));
            }
        }
        Ok((notation, self.void.map_or(hand, |suit| hand.with_void(suit))))
    }

    /// How many copies of a kind are left beside a hand.
    #[must_use]
    pub fn left(&self, hand: &RuleHand, tile: Tile) -> u8 {
        let seen = hand.counts().get(tile) + self.elsewhere.get(tile);
        self.tables.rules().copies(tile).saturating_sub(seen)
    }

    /// Every kind that a hand with a discard due holds, and what discarding it leaves: smallest distance first, then largest
    /// acceptance, then in tile order backwards. Nothing of another hand.
    #[must_use]
    pub fn discards(&self, hand: &RuleHand) -> Vec<RuleDiscard> {
        let held = if hand.must_discard(self.tables.rules()) { hand.counts().kinds() } else { TileSet::EMPTY };
        let discard = |tile| {
            let (distance, useful) = self.useful(&hand.without(tile));
            // The tile itself is seen.
            let own = u32::from(useful.kinds.contains(tile));
            RuleDiscard { tile, distance, useful: Useful { acceptance: useful.acceptance - own, ..useful } }
        };
        let mut discards: Vec<RuleDiscard> = held.iter_backwards().map(discard).collect();
        discards.sort_by_key(|discard| {
            let lacking = discard.distance.map_or(u8::MAX, Distance::get);
            (lacking, u32::MAX - discard.useful.acceptance)
        });
        discards
    }

    /// The distance of a hand, and its useful tiles with the acceptance.
    #[must_use]
    pub fn useful(&self, hand: &RuleHand) -> (Option<Distance>, Useful) {
        match self.asked {
            Asked::Any => self.tables.useful(hand, &self.elsewhere),
            Asked::Available => {
                let (distance, kinds) = self.tables.available_and_useful(hand, &self.elsewhere);
                (distance, self.tables.accepted(hand, &self.elsewhere, distance, kinds))
            }
        }
    }
}
