//! The tiles that hands are drawn from.

use std::fmt;

use crate::hand::Counts;
use crate::names;
use crate::notation::{self, Notation, NotationError, Placed};
use crate::rules::RuleSet;
use crate::tile::Tile;

names! {
    /// Whether the three special kinds are dealt. The names are the numbers of tiles.
    #[derive(Default)]
    pub enum Specials: "is no number of tiles of a deck" {
        /// The 136 regular tiles.
        #[default]
        Without = "136",
        /// All 148 tiles.
        With = "148",
    }
}

impl Specials {
    /// How many tiles a full deck has: four copies of each kind.
    pub const fn tiles(self) -> usize {
        match self {
            Specials::Without => Tile::REGULAR_COUNT * Tile::COPIES as usize,
            Specials::With => Tile::COUNT * Tile::COPIES as usize,
        }
    }

    /// How many copies there are of each of them.
    fn copies(self) -> u8 {
        if self == Specials::With { Tile::COPIES } else { 0 }
    }
}

/// The tiles that hands are drawn from: those of a rule set's deck, less those that are taken out.
///
/// ```
/// use paili::rules::ReadyMade;
/// use paili::{Deck, Specials, Tile};
///
/// let mut deck = Deck::full(Specials::Without);
/// deck.take(Tile::EAST)?;
/// assert_eq!((deck.left(Tile::EAST), deck.total()), (3, 135));
/// assert!(deck.take(Tile::PASS).is_err());
/// assert_eq!(Deck::of(&ReadyMade::Sanma.rules()).total(), 108);
/// # Ok::<(), paili::DeckError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub struct Deck {
    rules: &'static RuleSet,
    left: [u8; Tile::COUNT],
    specials: Specials,
}

impl Deck {
    /// The whole deck of a rule set, its wildcards among it.
    pub fn of(rules: &RuleSet) -> Deck {
        Deck { rules: rules.kept(), left: Tile::ALL.map(|tile| rules.copies(tile)), specials: Specials::Without }
    }

    /// The whole deck of the usual game.
    pub fn full(specials: Specials) -> Deck {
        let deck = Deck::of(RuleSet::standard());
        deck.with(specials).unwrap_or(deck)
    }

    /// The same with or without specials, or none where the rule set is not one of the [usual game](RuleSet::embedded).
    pub fn with(mut self, specials: Specials) -> Option<Deck> {
        self.left[Tile::REGULAR_COUNT..].fill(specials.copies());
        (specials == Specials::Without || self.rules.embedded().is_some()).then_some(Deck { specials, ..self })
    }

    /// The rule set.
    pub fn rules(&self) -> &'static RuleSet {
        self.rules
    }

    /// Whether specials are dealt.
    pub fn specials(&self) -> Specials {
        self.specials
    }

    /// How many tiles the whole deck has, with those that are taken out.
    pub fn whole(&self) -> usize {
        self.rules.tiles() + self.specials.tiles() - Specials::Without.tiles()
    }

    /// Takes a tile out: it is visible somewhere, so no hand can hold it.
    ///
    /// # Errors
    ///
    /// When there is none left, or never was.
    pub fn take(&mut self, tile: Tile) -> Result<(), DeckError> {
        let (at, notation) = (None, Notation::Judge);
        let whole = if tile.is_special() { self.specials.copies() } else { self.rules.copies(tile) };
        match &mut self.left[tile.index()] {
            0 if tile.is_special() && whole == 0 && self.rules.embedded().is_some() => {
                Err(DeckError::Special { at, tile })
            }
            0 if whole < Tile::COPIES => Err(DeckError::NotInRules { at, tile, notation, rules: self.rules }),
            0 => Err(DeckError::FifthCopy { at, tile, notation }),
            left => {
                *left -= 1;
                Ok(())
            }
        }
    }

    /// Takes the tiles out that a text names, in any notation, and tells which.
    ///
    /// # Errors
    ///
    /// At the first place where the text is no tiles, or names one that is not left; those before it are out.
    pub fn take_all(&mut self, text: &str) -> Result<Counts, DeckError> {
        let (notation, tiles) = notation::read_placed(text)?;
        let mut taken = Counts::EMPTY;
        for Placed { tile, at } in tiles {
            self.take(tile).map_err(|error| error.in_text(at, notation))?;
            // The deck had it, so it is no fifth copy either.
            let _ = taken.insert(tile);
        }
        Ok(taken)
    }

    /// Copies left of a kind.
    #[inline]
    pub fn left(&self, tile: Tile) -> u8 {
        self.left[tile.index()]
    }

    /// Tiles left in all, wildcards among them.
    pub fn total(&self) -> usize {
        self.left.iter().chain([&self.rules.wildcards()]).copied().map(usize::from).sum()
    }
}

/// A tile can't be taken out of a deck. Where it was read from a text, the error has the byte at which it is, and the text's
/// notation.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the words on a variant name its fields")]
pub enum DeckError {
    /// The text is not tiles.
    Text(NotationError),
    /// All four copies are out.
    FifthCopy { at: Option<usize>, tile: Tile, notation: Notation },
    /// It is a special tile, and the deck never had any.
    Special { at: Option<usize>, tile: Tile },
    /// All copies that the rule set has are out.
    NotInRules { at: Option<usize>, tile: Tile, notation: Notation, rules: &'static RuleSet },
}

impl DeckError {
    /// The byte at which the fault is, if the tiles were read from a text.
    pub fn at(&self) -> Option<usize> {
        match self {
            DeckError::Text(error) => error.at(),
            DeckError::FifthCopy { at, .. } | DeckError::Special { at, .. } | DeckError::NotInRules { at, .. } => *at,
        }
    }

    /// The error of a tile that stands in a text.
    fn in_text(mut self, place: usize, written: Notation) -> Self {
        match &mut self {
            DeckError::FifthCopy { at, notation, .. } | DeckError::NotInRules { at, notation, .. } => {
                (*at, *notation) = (Some(place), written);
            }
            DeckError::Special { at, .. } => *at = Some(place),
            DeckError::Text(_) => {}
        }
        self
    }
}

impl From<NotationError> for DeckError {
    fn from(error: NotationError) -> Self {
        DeckError::Text(error)
    }
}

impl fmt::Display for DeckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DeckError::Text(error) => error.fmt(f),
            DeckError::FifthCopy { tile, notation, .. } => {
                write!(f, "a fifth {}: there are four of each kind", notation.name_of(*tile))
            }
            DeckError::NotInRules { tile, notation, rules, .. } => {
                let (name, rules, copies) = (notation.name_of(*tile), rules.name(), rules.copies(*tile));
                if copies == 0 {
                    write!(f, "{rules} has no {name}")
                } else {
                    write!(f, "more of {name} than {rules} has")
                }
            }
            DeckError::Special { tile, .. } => {
                write!(f, "{tile} is a special tile: the deck of 136 tiles has none, that of 148 has")
            }
        }
    }
}

impl std::error::Error for DeckError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_takes_its_tiles_out() {
        let mut deck = Deck::full(Specials::Without);
        assert_eq!(deck.take_all("113m1z").map(|taken| taken.to_string()), Ok("1M 1M 3M E".to_owned()));
        assert_eq!((deck.left(Tile::M1), deck.left(Tile::EAST), deck.total()), (2, 3, 132));
        let fifth = deck.take_all("11m1m").unwrap_err();
        assert_eq!((fifth.at(), fifth.to_string()), (Some(3), "a fifth 1m: there are four of each kind".to_owned()));
        let special = deck.take_all("E PASS").unwrap_err();
        assert_eq!(special, DeckError::Special { at: Some(2), tile: Tile::PASS });
        let text = deck.take_all("E ?").unwrap_err();
        assert!(matches!(text, DeckError::Text(_)) && text.at() == Some(2));
    }
}
