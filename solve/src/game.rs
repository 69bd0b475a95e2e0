//! Which game is solved.

use std::fmt;

use super::{SolveError, SolvedError};
use paili::rules::{ChowClaims, ReadyMade, RuleSet, WildcardCopies};
use paili::{Counts, Forms, Meld, Tile, names};

names! {
    /// The parts of the usual deck, four copies of each kind: one to three suits, and the honors or not. Since suits are alike,
    /// one suit is called characters, two are characters and dots.
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
        /// The whole deck.
        #[default]
        MPSZ = "mpsz",
    }
}

impl DeckParts {
    /// Whether these have a regular kind.
    fn has(self, tile: Tile) -> bool {
        let suits = match self {
            DeckParts::M | DeckParts::MZ => 1,
            DeckParts::MP | DeckParts::MPZ => 2,
            DeckParts::MPS | DeckParts::MPSZ => 3,
        };
        let honors = matches!(self, DeckParts::MZ | DeckParts::MPZ | DeckParts::MPSZ);
        tile.suit().map_or(honors, |suit| (suit as usize) < suits)
    }
}

/// A game alone: the rule set, the parts of its deck, the hand's size, the draws, and the tiles that are unseen before the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AloneGame {
    rules: &'static RuleSet,
    parts: DeckParts,
    tiles: usize,
    draws: u32,
    unseen: u32,
}

impl AloneGame {
    /// The usual number of draws.
    pub const DRAWS: u32 = 18;

    /// More draws than this are no game.
    pub const MOST_DRAWS: u32 = 99;

    /// The game of a rule set with this number of tiles in hand, of the whole deck, with 18 draws, if there are as many, and all
    /// else unseen. It is won with those of the rule set's forms that such hands can have.
    ///
    /// # Errors
    ///
    /// When no hand before a draw has so many tiles, when none of the forms is left, or when the deck has no tile to draw.
    pub fn new(rules: &RuleSet, tiles: usize) -> Result<AloneGame, SolveError> {
        // One less than a winning hand has.
        let melds = rules.exposed_beside(tiles).filter(|_| tiles % Meld::TILES == 1);
        let melds = melds.ok_or(SolveError::Tiles { tiles, most: rules.most_tiles() - 1 })?;
        let forms = rules.forms().beside(melds);
        let no_form = SolveError::NoForm { forms: rules.forms(), tiles };
        // Two rule sets that differ in nothing that is played alone are one game.
        let played = rules.clone().with_chow_claims(ChowClaims::FromLeft);
        let played = played.with_forms(&forms.iter().collect::<Vec<_>>()).map_err(|_| no_form)?;
        let is_usual = played.embedded().is_some();
        let named = if is_usual { played.clone().named(ReadyMade::Standard.name()) } else { Ok(played.clone()) };
        let game = AloneGame {
            rules: named.unwrap_or(played).kept(),
            parts: DeckParts::MPSZ,
            tiles,
            draws: AloneGame::DRAWS,
            unseen: 0,
        };
        game.of_whole_deck()
    }

    /// The same of parts of the usual deck.
    ///
    /// # Errors
    ///
    /// When the rule set has another.
    pub fn with_parts(self, parts: DeckParts) -> Result<AloneGame, SolveError> {
        if parts != DeckParts::MPSZ && self.rules.embedded().is_none() {
            return Err(SolveError::Parts { parts });
        }
        AloneGame { parts, ..self }.of_whole_deck()
    }

    /// The same with all tiles unseen that are not in hand.
    fn of_whole_deck(self) -> Result<AloneGame, SolveError> {
        let (tiles, deck) = (self.tiles, self.deck_tiles());
        let unseen = deck.checked_sub(tiles as u32).filter(|&unseen| unseen > 0);
        let unseen = unseen.ok_or(SolveError::Deck { tiles, deck })?;
        Ok(AloneGame { draws: AloneGame::DRAWS.min(unseen), unseen, ..self })
    }

    /// The same with this many draws, of so many tiles unseen before the first. Without a number, all tiles are unseen that are
    /// not in hand, and there are [the usual](AloneGame::DRAWS) draws, or as many as tiles.
    ///
    /// # Errors
    ///
    /// As [`with_draws`](AloneGame::with_draws) and [`with_unseen`](AloneGame::with_unseen).
    pub fn with_draws_and_unseen(self, draws: Option<u32>, unseen: Option<u32>) -> Result<AloneGame, SolveError> {
        let usual = AloneGame::DRAWS.min(unseen.unwrap_or(self.unseen));
        // One draw is possible whatever is unseen: then each is checked against the other.
        let game = self.with_draws(1)?;
        let game = unseen.map_or(Ok(game), |unseen| game.with_unseen(unseen))?;
        game.with_draws(draws.unwrap_or(usual))
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
        let most = self.deck_tiles() - self.tiles as u32;
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
        let foreign = hand.kinds().iter().find(|&tile| hand.get(tile) > self.copies(tile));
        foreign.map_or(Ok(()), |tile| Err(SolveError::Foreign { tile, copies: self.copies(tile) }))
    }

    /// Checks that it is won by a rule set as hands of its size are.
    ///
    /// # Errors
    ///
    /// [`SolvedError::Forms`] and [`SolvedError::Game`].
    pub fn check_rules(&self, rules: &RuleSet) -> Result<(), SolvedError> {
        let other = AloneGame::new(rules, self.tiles).ok().map(|game| game.rules);
        let chosen = rules.clone().choosing(self.forms()).ok();
        let of_these_forms = chosen.and_then(|rules| AloneGame::new(&rules, self.tiles).ok());
        if other == Some(self.rules) {
            Ok(())
        } else if of_these_forms.is_some_and(|game| game.rules == self.rules) {
            Err(SolvedError::Forms { forms: self.forms() })
        } else {
            Err(SolvedError::Game { game: *self })
        }
    }

    /// The rule set, with the forms that win.
    pub fn rules(&self) -> &'static RuleSet {
        self.rules
    }

    /// The parts of the usual deck.
    pub(super) fn parts(&self) -> DeckParts {
        self.parts
    }

    /// What the deck is called: by its parts if it is of the usual one, else as the rule set.
    pub fn deck(&self) -> &'static str {
        if self.rules.embedded().is_some() { self.parts.name() } else { self.rules.name() }
    }

    /// How many copies of a kind the deck has.
    pub fn copies(&self, tile: Tile) -> u8 {
        if self.parts.has(tile) { self.rules.copies(tile) } else { 0 }
    }

    /// How many tiles the deck has, wildcards among them.
    pub fn deck_tiles(&self) -> u32 {
        let tiles: u32 = Tile::regular().map(|tile| u32::from(self.copies(tile))).sum();
        tiles + u32::from(self.rules.wildcards())
    }

    /// The tiles in hand before a draw.
    pub fn tiles(&self) -> usize {
        self.tiles
    }

    /// The win forms.
    pub fn forms(&self) -> Forms {
        self.rules.forms()
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
        let AloneGame { tiles, draws, unseen, .. } = self;
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        let forms: Vec<&str> = self.forms().iter().map(paili::Form::name).collect();
        write!(f, "{tiles} tile{} of {} ({}), ", plural(*tiles), self.deck_tiles(), self.deck())?;
        write!(f, "{draws} draw{} from {unseen} unseen, ", plural(*draws as usize))?;
        write!(f, "form{} {}", plural(forms.len()), forms.join(", "))?;
        if self.rules.wildcard_copies() == WildcardCopies::Beyond {
            f.write_str(", wildcards beyond the copies")?;
        }
        self.rules.aim().told().map_or(Ok(()), |aim| write!(f, ", {aim}"))
    }
}
