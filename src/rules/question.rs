//! Hands of a rule set as people ask about them.

use super::{RuleHand, RuleHandError, RuleHandErrorKind, RuleSet, RuleTables};
use crate::analysis::{Argument, NotInRules, Question, QuestionError, QuestionErrorKind, Useful};
use crate::distance::Distance;
use crate::hand::Counts;
use crate::meld::Meld;
use crate::notation::Notation;
use crate::tile::{Suit, Tile};
use crate::tile_set::TileSet;

/// Which tiles a distance may ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// Every tile of the deck that the hand does not hold.
    Any,
    /// [Only](RuleTables::available) those that are not in exposed melds of the hand's own.
    BesideMelds,
    /// [Only](RuleTables::available) those that are not in exposed melds and not visible.
    Available,
}

impl Asked {
    /// What uses up copies, if anything does: `melds`, or `visible`, which melds are too.
    #[must_use]
    pub fn name(self) -> Option<&'static str> {
        match self {
            Asked::Any => None,
            Asked::BesideMelds => Some("melds"),
            Asked::Available => Some("visible"),
        }
    }
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
    melds: Vec<Meld>,
    /// The tiles of the melds, and of the melds and those visible.
    melded: Counts,
    elsewhere: Counts,
    void: Option<Suit>,
    asked: Asked,
    notation: Option<Notation>,
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
        let all: Vec<&str> = melds.iter().map(AsRef::as_ref).collect();
        let refuse = |argument, text: &str, reason| {
            QuestionError::new(argument, text, QuestionErrorKind::NotInRules { rules: rules.name().to_owned(), reason })
        };
        let in_deck = |known: &Question| rules.missing(known.elsewhere()).map(NotInRules::Tile);
        let is_chow = |meld: &&Meld| matches!(meld, Meld::Chow(_));
        let no_chow = known.melds().iter().filter(is_chow).find_map(|meld| {
            let suit = meld.tiles()[0].suit()?;
            (!rules.has_chows(suit)).then_some(NotInRules::Chow)
        });
        let of_void = known.melds().iter().find_map(|meld| {
            let suit = meld.tiles()[0].suit()?;
            (rules.asks_void() && void == Some(suit)).then_some(NotInRules::Void)
        });
        if let Some(reason) = in_deck(&known).or(no_chow).or(of_void) {
            return Err(refuse(Argument::Melds, &all.join(","), reason));
        }
        let melded = *known.elsewhere();
        known.see(visible)?;
        if let Some(reason) = in_deck(&known) {
            return Err(refuse(Argument::Visible, visible, reason));
        }
        let (melds, elsewhere) = (known.melds().to_vec(), *known.elsewhere());
        Ok(RulesQuestion { tables: rules.tables(), melds, melded, elsewhere, void, asked, notation: None })
    }

    /// What is known where no meld is told: tiles elsewhere, of which with a hand there are no more than in the deck.
    #[must_use]
    pub fn beside(tables: &'static RuleTables, elsewhere: Counts) -> RulesQuestion {
        let (melds, melded) = (Vec::new(), Counts::EMPTY);
        RulesQuestion { tables, melds, melded, elsewhere, void: None, asked: Asked::Any, notation: None }
    }

    /// The same about hands in this notation, or in whichever it is.
    #[must_use]
    pub fn in_notation(self, notation: Option<Notation>) -> RulesQuestion {
        RulesQuestion { notation, ..self }
    }

    /// Which tiles a distance may ask for.
    #[must_use]
    pub fn asked(&self) -> Asked {
        self.asked
    }

    /// The suit that is void in a shortest way to win, of several the first; none where no suit has to be.
    #[must_use]
    pub fn void(&self, hand: &RuleHand) -> Option<Suit> {
        let rules = self.tables.rules();
        let distance = self.distance(hand).filter(|_| rules.asks_void())?;
        hand.voids().find(|&suit| self.distance(&hand.with_void(suit)) == Some(distance))
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
        let (notation, hand) = rules.read_hand_as(text, self.notation)?;
        let error = |kind| RuleHandError::new(rules, Some(text), kind);
        let melds = self.melds.len();
        if melds > 0 && hand.exposed() != melds {
            return Err(error(RuleHandErrorKind::Beside { tiles: hand.tiles(), melds, most: rules.most_tiles() }));
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
        Ok((notation, self.void.map_or(hand, |suit| hand.with_void(suit)).beside(&self.melds)))
    }

    /// How many copies of a kind are left beside a hand.
    #[must_use]
    pub fn left(&self, hand: &RuleHand, tile: Tile) -> u8 {
        let seen = hand.counts().get(tile) + self.elsewhere.get(tile);
        self.tables.rules().copies(tile).saturating_sub(seen)
    }

    /// How many tiles are left beside a hand, wildcards among them.
    #[must_use]
    pub fn unseen_tiles(&self, hand: &RuleHand) -> u32 {
        let wildcards = self.tables.rules().wildcards().saturating_sub(hand.wildcards());
        Tile::regular().map(|tile| u32::from(self.left(hand, tile))).sum::<u32>() + u32::from(wildcards)
    }

    /// Every kind that a hand with a discard due holds, and what discarding it leaves: smallest distance first, then largest
    /// acceptance, then in tile order backwards. Nothing of another hand.
    #[must_use]
    pub fn discards(&self, hand: &RuleHand) -> Vec<RuleDiscard> {
        let held = if hand.must_discard(self.tables.rules()) { hand.counts().kinds() } else { TileSet::EMPTY };
        let discard = |tile| {
            // What is discarded is seen, and gone.
            let mut elsewhere = self.elsewhere;
            let (distance, useful) = match elsewhere.insert(tile) {
                Ok(()) => self.useful_beside(&hand.without(tile), &elsewhere),
                Err(_) => (None, Useful::NONE),
            };
            RuleDiscard { tile, distance, useful }
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
        self.useful_beside(hand, &self.elsewhere)
    }

    pub(super) fn distance(&self, hand: &RuleHand) -> Option<Distance> {
        match self.asked {
            Asked::Any => self.tables.distance(hand),
            Asked::BesideMelds => self.tables.available(hand, &self.melded),
            Asked::Available => self.tables.available(hand, &self.elsewhere),
        }
    }

    fn useful_beside(&self, hand: &RuleHand, elsewhere: &Counts) -> (Option<Distance>, Useful) {
        let gone = match self.asked {
            Asked::Any => return self.tables.useful(hand, elsewhere),
            Asked::BesideMelds => &self.melded,
            Asked::Available => elsewhere,
        };
        let (distance, kinds) = self.tables.available_and_useful(hand, gone);
        (distance, self.tables.accepted(hand, elsewhere, distance, kinds))
    }
}
