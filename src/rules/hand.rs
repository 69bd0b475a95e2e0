//! Hands of a rule set.

use std::fmt;

use super::RuleSet;
use crate::hand::Counts;
use crate::meld::Meld;
use crate::notation::{self, Notation, NotationError};
use crate::tile::{Suit, Tile};
use crate::tile_set::TileSet;

/// A hand of a rule set: concealed tiles, of which some may be wildcards. Their number tells how many melds are exposed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RuleHand {
    counts: Counts,
    wildcards: u8,
    exposed: u8,
    void: Option<Suit>,
}

impl RuleSet {
    /// How a wildcard is written in a hand.
    pub const WILDCARD: char = '*';

    /// A hand of concealed tiles and wildcards.
    ///
    /// # Errors
    ///
    /// When the deck lacks a tile or wildcards, or no hand of this rule set is of this size.
    pub fn hand(&self, counts: Counts, wildcards: u8) -> Result<RuleHand, RuleHandError> {
        let error = |kind| RuleHandError::new(self, None, kind);
        self.check_copies(&counts).map_err(error)?;
        if wildcards > self.wildcards() {
            return Err(error(RuleHandErrorKind::Wildcards { held: wildcards, wildcards: self.wildcards() }));
        }
        let tiles = counts.total() + usize::from(wildcards);
        match self.most_tiles().checked_sub(tiles) {
            Some(lacking) if !tiles.is_multiple_of(Meld::TILES) => {
                Ok(RuleHand { counts, wildcards, exposed: (lacking / Meld::TILES) as u8, void: None })
            }
            _ => Err(error(RuleHandErrorKind::Size { tiles, most: self.most_tiles() })),
        }
    }

    /// Reads tiles that are visible somewhere, in any notation.
    ///
    /// # Errors
    ///
    /// When the text is no tiles, or the deck has not as many.
    pub fn visible(&self, text: &str) -> Result<Counts, RuleHandError> {
        let in_text = |kind| RuleHandError::new(self, Some(text), kind);
        let (_, counts) = notation::read_counts(text).map_err(|error| in_text(RuleHandErrorKind::Text(error)))?;
        self.check_copies(&counts).map_err(in_text)?;
        Ok(counts)
    }

    #[inline]
    fn check_copies(&self, counts: &Counts) -> Result<(), RuleHandErrorKind> {
        let deck = self.at_least();
        let held = counts.copies().at_least();
        let too_many = held.into_iter().zip(deck).fold(TileSet::EMPTY, |all, (held, deck)| all | held & !deck);
        match too_many.first() {
            None => Ok(()),
            Some(tile) => Err(RuleHandErrorKind::Copies { tile, held: counts.get(tile), copies: self.copies(tile) }),
        }
    }

    /// Reads a hand in any notation, with [`*`](RuleSet::WILDCARD) for each wildcard.
    ///
    /// ```
    /// use paili::rules::ReadyMade;
    ///
    /// let rules = ReadyMade::Riichi.rules().with_wildcards(4)?;
    /// let hand = rules.read_hand("123m456p789s11z3m*")?;
    /// assert_eq!(rules.tables().waits(&hand).to_string(), "1M 2M 3M 4M 5M E");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When the text is no tiles, or these are no [hand](RuleSet::hand).
    pub fn read_hand(&self, text: &str) -> Result<RuleHand, RuleHandError> {
        self.read_hand_and_notation(text).map(|(_, hand)| hand)
    }

    /// The same, and the notation of its tiles.
    ///
    /// # Errors
    ///
    /// As [`read_hand`](RuleSet::read_hand).
    pub fn read_hand_and_notation(&self, text: &str) -> Result<(Notation, RuleHand), RuleHandError> {
        let natural = text.replace(RuleSet::WILDCARD, "");
        let wildcards = u8::try_from(text.len() - natural.len()).unwrap_or(u8::MAX);
        let read = notation::read_counts(&natural);
        let (notation, counts) =
            read.map_err(|error| RuleHandError::new(self, Some(text), RuleHandErrorKind::Text(error)))?;
        let hand =
            self.hand(counts, wildcards).map_err(|error| RuleHandError { text: Some(text.to_owned()), ..error })?;
        Ok((notation, hand))
    }
}

impl RuleHand {
    /// The same with a suit that its owner has declared void: none of its tiles counts. It says nothing where no suit has to
    /// be void.
    #[must_use]
    pub fn with_void(self, suit: Suit) -> RuleHand {
        RuleHand { void: Some(suit), ..self }
    }

    /// Its concealed tiles, without the wildcards.
    #[must_use]
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Its wildcards.
    #[must_use]
    pub fn wildcards(&self) -> u8 {
        self.wildcards
    }

    /// How many melds are exposed before it.
    #[must_use]
    pub fn exposed(&self) -> usize {
        self.exposed.into()
    }

    /// The suit that its owner has declared void.
    #[must_use]
    pub fn void(&self) -> Option<Suit> {
        self.void
    }

    /// Whether it has drawn or claimed, and either wins or has to discard.
    #[must_use]
    pub fn must_discard(&self, rules: &RuleSet) -> bool {
        self.tiles() + Meld::TILES * self.exposed() == rules.most_tiles()
    }

    /// How many concealed tiles it has, wildcards among them.
    #[must_use]
    pub fn tiles(&self) -> usize {
        self.counts.total() + usize::from(self.wildcards)
    }

    /// The hand with a tile of which it holds at most three.
    pub(super) fn with(mut self, tile: Tile) -> RuleHand {
        self.counts.add(tile);
        self
    }

    /// The hand without a tile that it holds.
    pub(super) fn without(mut self, tile: Tile) -> RuleHand {
        self.counts.take(tile);
        self
    }
}

/// Tiles are no hand of a rule set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleHandError {
    rules: String,
    text: Option<String>,
    kind: RuleHandErrorKind,
}

/// What is wrong with tiles that are no hand.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RuleHandErrorKind {
    /// The text is no tiles.
    Text(NotationError),
    /// The deck has fewer copies of a kind.
    Copies {
        /// The kind.
        tile: Tile,
        /// How many copies the hand has.
        held: u8,
        /// How many the deck has.
        copies: u8,
    },
    /// The deck has fewer wildcards.
    Wildcards {
        /// How many the hand has.
        held: u8,
        /// How many the deck has.
        wildcards: u8,
    },
    /// No hand has this number of tiles.
    Size {
        /// The number.
        tiles: usize,
        /// How many a winning hand has.
        most: usize,
    },
    /// No hand beside these melds has this number of tiles.
    Beside {
        /// The number.
        tiles: usize,
        /// How many melds there are.
        melds: usize,
        /// How many tiles a winning hand has.
        most: usize,
    },
    /// The deck has fewer copies of a kind than the hand, the melds and the visible tiles.
    CopiesInAll {
        /// The kind.
        tile: Tile,
        /// How many copies the hand has.
        held: u8,
        /// How many there are elsewhere.
        elsewhere: u8,
        /// How many the deck has.
        copies: u8,
    },
}

impl RuleHandError {
    pub(super) fn new(rules: &RuleSet, text: Option<&str>, kind: RuleHandErrorKind) -> RuleHandError {
        RuleHandError { rules: rules.name().to_owned(), text: text.map(str::to_owned), kind }
    }

    /// The byte of the text at which the fault is, unless it is the whole.
    #[must_use]
    pub fn at(&self) -> Option<usize> {
        let RuleHandErrorKind::Text(error) = &self.kind else { return None };
        let natural = error.at()?;
        // The tiles were read without the wildcards.
        let bytes = self.text.as_deref().unwrap_or_default().bytes().enumerate();
        bytes.filter(|&(_, byte)| byte != RuleSet::WILDCARD as u8).map(|(at, _)| at).nth(natural)
    }

    /// What is wrong.
    #[must_use]
    pub fn kind(&self) -> &RuleHandErrorKind {
        &self.kind
    }

    /// The name of the rule set.
    #[must_use]
    pub fn rules(&self) -> &str {
        &self.rules
    }

    /// The text, if the hand was read from one.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }
}

impl fmt::Display for RuleHandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = &self.rules;
        match &self.kind {
            RuleHandErrorKind::Text(error) => error.fmt(f),
            RuleHandErrorKind::Copies { tile, copies: 0, .. } => write!(f, "{rules} has no {tile}"),
            RuleHandErrorKind::Copies { tile, held, copies } => {
                write!(f, "{held} of {tile}: {rules} has {copies} copies of it")
            }
            RuleHandErrorKind::Wildcards { held, wildcards: 0 } => {
                let plural = if *held == 1 { "" } else { "s" };
                write!(f, "{held} wildcard{plural}: {rules} has none")
            }
            RuleHandErrorKind::Wildcards { held, wildcards } => {
                write!(f, "{held} wildcards: {rules} has {wildcards}")
            }
            RuleHandErrorKind::Beside { tiles, melds, most } => {
                let most = most.saturating_sub(Meld::TILES * melds);
                write!(f, "{tiles} tiles: a hand of {rules} has {} or {most} beside {melds} exposed melds", most - 1)
            }
            RuleHandErrorKind::CopiesInAll { tile, held, elsewhere, copies } => write!(
                f,
                "{held} of {tile} in the hand and {elsewhere} in melds and visible: {rules} has {copies} copies of it"
            ),
            RuleHandErrorKind::Size { tiles, most } => {
                let plural = if *tiles == 1 { "" } else { "s" };
                let sizes = (1..=most / Meld::TILES).map(|exposed| most - Meld::TILES * exposed);
                let sizes: Vec<String> = sizes.map(|most| format!("{} or {most}", most - 1)).collect();
                write!(f, "{tiles} tile{plural}: a hand of {rules} has {} or {most}", most - 1)?;
                write!(f, ", or with exposed melds {}", sizes.join(", "))
            }
        }
    }
}

impl std::error::Error for RuleHandError {}
