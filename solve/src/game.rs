//! Which game is solved.

use std::fmt;

use super::SolveError;
use paili::{Counts, Forms, Meld, MeldCount, Suit, Tile, names};

names! {
    /// The parts of the deck, four copies of each kind: one to three suits, and the honors or not. Since suits are alike,
    /// one suit is called characters, two are characters and dots. And the deck of three players.
    #[derive(Default)]
    pub enum DeckParts: "is no deck" {
        /// One suit.
        M = "m",
        /// Two suits.
        MP = "mp",
        /// Three suits.
        MPS = "mps",
        /// One suit and the honors.
        MZ = "mz",
        /// Two suits and the honors.
        MPZ = "mpz",
        /// The whole deck of 136 tiles.
        #[default]
        MPSZ = "mpsz",
        /// The deck of 108 tiles that three players have: dots, bamboos, honors, and of the characters 1 and 9, which are in no chow,
        /// so that they are as good as honors.
        SANMA = "sanma",
    }
}

impl DeckParts {
    /// How many suits.
    pub const fn suits(self) -> usize {
        match self {
            DeckParts::M | DeckParts::MZ => 1,
            DeckParts::MP | DeckParts::MPZ | DeckParts::SANMA => 2,
            DeckParts::MPS | DeckParts::MPSZ => 3,
        }
    }

    /// Whether the deck has this kind.
    pub fn has(self, tile: Tile) -> bool {
        self.place(tile).is_some()
    }

    /// How many tiles: 36 a suit, 28 honors, or 108 of three players.
    pub fn tiles(self) -> u32 {
        Tile::regular().filter(|&tile| self.has(tile)).count() as u32 * u32::from(Tile::COPIES)
    }

    /// How many kinds are honors, or as good as honors.
    pub(super) const fn honors(self) -> usize {
        match self {
            DeckParts::M | DeckParts::MP | DeckParts::MPS => 0,
            DeckParts::MZ | DeckParts::MPZ | DeckParts::MPSZ => HONORS,
            DeckParts::SANMA => SANMA_HONORS,
        }
    }

    /// Where the deck has this kind.
    pub(super) fn place(self, tile: Tile) -> Option<Place> {
        let rank = tile.index() % Suit::RANKS;
        match (self, tile.suit()) {
            (DeckParts::SANMA, Some(Suit::Characters)) => match rank {
                0 => Some(Place::Honor(HONORS)),
                8 => Some(Place::Honor(HONORS + 1)),
                _ => None,
            },
            (DeckParts::SANMA, Some(suit)) => Some(Place::Suit(suit as usize - 1, rank)),
            (_, Some(suit)) if (suit as usize) < self.suits() => Some(Place::Suit(suit as usize, rank)),
            (_, None) if tile.is_honor() && self.honors() > 0 => Some(Place::Honor(tile.index() - Tile::SUITED_COUNT)),
            _ => None,
        }
    }
}

/// How many kinds are honors, and how many are as good as honors among three players.
pub(super) const HONORS: usize = Tile::REGULAR_COUNT - Tile::SUITED_COUNT;
pub(super) const SANMA_HONORS: usize = HONORS + 2;

/// Where a deck has a kind.
pub(super) enum Place {
    /// In the suit of this number, of this rank from 0.
    Suit(usize, usize),
    /// Among the honors.
    Honor(usize),
}

/// A game alone: the deck, the hand's size, the forms that win, the draws, and the tiles that are unseen before the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AloneGame {
    deck: DeckParts,
    tiles: usize,
    melds: MeldCount,
    forms: Forms,
    draws: u32,
    unseen: u32,
}

impl AloneGame {
    /// The usual number of draws.
    pub const DRAWS: u32 = 18;

    /// More draws than this are no game.
    pub const MOST_DRAWS: u32 = 99;

    /// The game with this deck and number of tiles in hand, 18 draws, all else of the deck unseen, and the standard form.
    ///
    /// # Errors
    ///
    /// When the hand does not have 13, 10, 7, 4 or 1 tiles.
    pub fn of(deck: DeckParts, tiles: usize) -> Result<AloneGame, SolveError> {
        // One less than a winning hand has.
        let melds = MeldCount::beside(tiles).filter(|_| tiles % Meld::TILES == 1);
        let melds = melds.ok_or(SolveError::Tiles { tiles })?;
        let unseen = deck.tiles() - tiles as u32;
        Ok(AloneGame { deck, tiles, melds, forms: Forms::default(), draws: AloneGame::DRAWS.min(unseen), unseen })
    }

    /// The same with those of these win forms that such hands can have.
    ///
    /// # Errors
    ///
    /// When that is none.
    pub fn with_forms(self, forms: Forms) -> Result<AloneGame, SolveError> {
        let possible = forms.among(Forms::EMBEDDED).beside(self.melds);
        if possible.is_empty() {
            return Err(SolveError::NoForm { forms, tiles: self.tiles });
        }
        Ok(AloneGame { forms: possible, ..self })
    }

    /// The same with this many draws.
    ///
    /// # Errors
    ///
    /// When there are none, more than 99, or more than unseen tiles.
    pub fn with_draws(self, draws: u32) -> Result<AloneGame, SolveError> {
        if (1..=self.unseen.min(AloneGame::MOST_DRAWS)).contains(&draws) {
            Ok(AloneGame { draws, ..self })
        } else {
            Err(SolveError::Draws { draws, unseen: self.unseen })
        }
    }

    /// The same with this many tiles unseen before the first draw, for example fewer, since others hold some that are seen.
    ///
    /// # Errors
    ///
    /// When these are fewer than the draws, or more than the deck has beside the hand.
    pub fn with_unseen(self, unseen: u32) -> Result<AloneGame, SolveError> {
        let most = self.deck.tiles() - self.tiles() as u32;
        if (self.draws..=most).contains(&unseen) {
            Ok(AloneGame { unseen, ..self })
        } else {
            Err(SolveError::Unseen { unseen, draws: self.draws, most })
        }
    }

    /// Checks that a hand can be one of the game, before or after a draw.
    ///
    /// # Errors
    ///
    /// When it has another number of tiles, or tiles that the deck does not have.
    pub fn check(&self, hand: &Counts) -> Result<(), SolveError> {
        if !(self.tiles..=self.tiles + 1).contains(&hand.total()) {
            return Err(SolveError::Size { tiles: hand.total(), expected: self.tiles });
        }
        hand.tiles().find(|&tile| !self.deck.has(tile)).map_or(Ok(()), |tile| Err(SolveError::Foreign(tile)))
    }

    /// The deck.
    pub fn deck(&self) -> DeckParts {
        self.deck
    }

    /// The exposed melds, none beside 13 tiles.
    pub fn melds(&self) -> MeldCount {
        self.melds
    }

    /// The tiles in hand before a draw.
    pub fn tiles(&self) -> usize {
        self.tiles
    }

    /// The win forms.
    pub fn forms(&self) -> Forms {
        self.forms
    }

    /// The draws.
    pub fn draws(&self) -> u32 {
        self.draws
    }

    /// The tiles that are unseen before the first draw.
    pub fn unseen(&self) -> u32 {
        self.unseen
    }

    /// The tiles that are unseen when `left` draws are to come.
    pub(crate) fn unseen_before(&self, left: u32) -> u32 {
        self.unseen - self.draws + left
    }
}

impl fmt::Display for AloneGame {
    /// In words: `13 tiles of 136 (mpsz), 18 draws from 123 unseen, form standard`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let AloneGame { deck, tiles, draws, unseen, .. } = self;
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        let forms: Vec<&str> = self.forms.iter().map(paili::Form::name).collect();
        write!(f, "{tiles} tile{} of {} ({deck}), ", plural(*tiles), deck.tiles())?;
        write!(f, "{draws} draw{} from {unseen} unseen, ", plural(*draws as usize))?;
        write!(f, "form{} {}", plural(forms.len()), forms.join(", "))
    }
}
