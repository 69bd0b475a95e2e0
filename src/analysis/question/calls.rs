//! What is known once a tile is offered to a hand, or a meld more is exposed.

use super::{Argument, Asked, Known, Question, QuestionError, QuestionErrorKind};
use crate::hand::Hand;
use crate::meld::Meld;
use crate::names;
use crate::notation::{self, Notation};
use crate::tile::{Suit, Tile};
use crate::tile_set::TileSet;

names! {
    /// Who discards a tile that is offered, as the owner of the hand sees the table.
    #[derive(Default)]
    pub enum Discarder: "is nobody at the table" {
        /// The player before, from whom alone chows are claimed (上家).
        #[default]
        Left = "left",
        /// The player opposite (对家).
        Across = "across",
        /// The player after (下家).
        Right = "right",
    }
}

/// Why a tile can't be offered to a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the words on a variant name its fields")]
pub enum OfferFault {
    /// It is no tile, or several.
    NotOneTile,
    /// The hand has to discard first.
    DiscardDue,
    /// It is none that a hand claims: a special, or none of the rule set's kinds; in the notation of the text.
    NotClaimed { tile: Tile, notation: Notation },
    /// The hand, the melds and what is visible hold all copies of it; in the notation of the text.
    NoneLeft { tile: Tile, notation: Notation },
}

impl Asked<'_> {
    /// Reads a tile that is offered to the hand.
    pub(in crate::analysis) fn read_offered(&self, text: &str) -> Result<Tile, QuestionError> {
        let (notation, tile) = self.question.read_offered(text)?;
        let fault = match tile {
            _ if self.hand.must_discard() => OfferFault::DiscardDue,
            tile if self.unseen.copies(tile) == 0 => OfferFault::NoneLeft { tile, notation },
            tile => return Ok(tile),
        };
        Err(QuestionError::new(Argument::Offered, text, QuestionErrorKind::Offered(fault)))
    }
}

impl Question {
    /// Reads a tile that may be offered to hands, and in which notation it is.
    ///
    /// # Errors
    ///
    /// When it is not one tile, or none that a hand of the rule set claims.
    pub fn read_offered(&self, text: &str) -> Result<(Notation, Tile), QuestionError> {
        let bad = |kind| QuestionError::new(Argument::Offered, text, kind);
        let (notation, tiles) = notation::read(text).map_err(|error| bad(QuestionErrorKind::Text(error)))?;
        let fault = match tiles[..] {
            [tile] if self.rules.copies(tile) == 0 => OfferFault::NotClaimed { tile, notation },
            [tile] => return Ok((notation, tile)),
            _ => OfferFault::NotOneTile,
        };
        Err(bad(QuestionErrorKind::Offered(fault)))
    }

    /// Whether a suit is declared void.
    pub(in crate::analysis) fn declares_void(&self, suit: Option<Suit>) -> bool {
        suit.is_some() && suit == self.void
    }

    /// The same once a tile more is seen, of which a copy was unseen.
    pub(crate) fn seeing(&self, tile: Tile) -> Question {
        self.knowing(|known| {
            // It is no fifth copy.
            let _ = known.visible.insert(tile);
            let _ = known.elsewhere.insert(tile);
        })
    }

    /// The same once the hand's owner has exposed a meld more.
    pub(in crate::analysis) fn exposing(&self, meld: Meld) -> Question {
        self.knowing(|known| {
            known.melds.push(meld);
            meld.tiles().into_iter().for_each(|tile| known.add_melded(tile));
        })
    }

    /// The same once the owner has exposed a kan more.
    pub(in crate::analysis) fn exposing_kan(&self, tile: Tile) -> Question {
        self.knowing(|known| {
            known.melds.push(Meld::Pong(tile));
            known.kans |= TileSet::only(tile);
            (0..Tile::COPIES).for_each(|_| known.add_melded(tile));
        })
    }

    /// The same once the owner has added the fourth tile to a pong.
    pub(in crate::analysis) fn adding_to_pong(&self, tile: Tile) -> Question {
        self.knowing(|known| {
            known.kans |= TileSet::only(tile);
            known.add_melded(tile);
        })
    }

    /// The kinds of which a hand could add a fourth tile to an exposed pong.
    pub(in crate::analysis) fn addable_to_pongs(&self, hand: &Hand) -> TileSet {
        let pongs = self.known.melds.iter().filter_map(|meld| match meld {
            Meld::Pong(tile) => Some(*tile),
            Meld::Chow(_) => None,
        });
        pongs.collect::<TileSet>() & !self.known.kans & hand.counts().kinds()
    }

    fn knowing(&self, learn: impl FnOnce(&mut Known)) -> Question {
        let mut known = self.known.clone();
        learn(&mut known);
        Question { known, ..self.clone() }.with_model()
    }
}

impl Known {
    /// Adds a tile to those of the melds, of which there are no five.
    pub(super) fn add_melded(&mut self, tile: Tile) {
        let _ = self.melded.insert(tile);
        let _ = self.elsewhere.insert(tile);
    }
}
