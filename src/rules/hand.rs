//! Hands of a rule set.

use std::borrow::Cow;
use std::fmt;

use super::RuleSet;
use crate::counts::FifthCopyError;
use crate::distance::Distance;
use crate::hand::{Counts, Hand, HandError, MeldCount};
use crate::meld::Meld;
use crate::notation::{self, MeldText, Notation, NotationError};
use crate::tile::{Suit, Tile};
use crate::tile_set::TileSet;

/// Which suits can be void, where a rule set asks for a void suit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Voids([bool; Suit::ALL.len()]);

impl Voids {
    /// Every suit.
    pub const ANY: Voids = Voids([true; Suit::ALL.len()]);

    /// The suit that somebody has declared void: none of its tiles counts.
    pub fn only(void: Suit) -> Voids {
        Voids(Suit::ALL.map(|suit| suit == void))
    }

    /// Those of them that can be void beside exposed melds.
    pub fn beside(mut self, melds: &[Meld]) -> Voids {
        for suit in melds.iter().filter_map(|meld| meld.tiles()[0].suit()) {
            self.0[suit as usize] = false;
        }
        self
    }

    /// The suit with which a hand is nearest when it is void, of several the first; none where no suit has to be, or where none
    /// comes near.
    pub fn nearest(self, rules: &RuleSet, distance: impl Fn(Suit) -> Distance) -> Option<Suit> {
        let near = self.iter().filter(|_| rules.asks_void()).min_by_key(|&suit| distance(suit))?;
        (distance(near) < Distance::NEVER).then_some(near)
    }

    /// Something of each of these suits, and the other thing of the others: in the middle of a look-up an array that is mapped
    /// would be a call for each.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "made to be no call")]
    pub fn each<T: Copy>(self, of: impl Fn(Suit) -> T, other: T) -> [T; Suit::ALL.len()] {
        let each = |suit: Suit| if self.0[suit as usize] { of(suit) } else { other };
        let [characters, dots, bamboos] = Suit::ALL;
        [each(characters), each(dots), each(bamboos)]
    }

    /// The suits in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Suit> {
        Suit::ALL.into_iter().filter(move |&suit| self.0[suit as usize])
    }
}

/// Stands for wildcards among tiles of the deck: no rule set has special ones.
pub(crate) const WILDCARD: Tile = Tile::PASS;

impl RuleSet {
    /// How a wildcard is written in a hand.
    pub const WILDCARD: char = '*';

    /// A hand of concealed tiles and wildcards. Where the program has [tables](RuleSet::embedded) of the rule set, it may hold
    /// specials.
    ///
    /// # Errors
    ///
    /// When the deck lacks a tile or wildcards, or no hand of this rule set is of this size.
    pub fn hand(&self, counts: Counts, wildcards: u8) -> Result<Hand, RuleHandError> {
        let error = |kind| RuleHandError::new(self, None, kind);
        if wildcards == 0 && self.embedded().is_some() {
            return Hand::of_size(counts).map_err(|fault| error(RuleHandErrorKind::Usual(fault)));
        }
        if let Some(tile) = self.missing(&counts) {
            let (held, copies) = (counts.get(tile), self.copies(tile));
            return Err(error(RuleHandErrorKind::Copies { tile, held, copies }));
        }
        if wildcards > self.wildcards() {
            return Err(error(RuleHandErrorKind::Wildcards { held: wildcards.into(), wildcards: self.wildcards() }));
        }
        let tiles = counts.total() + usize::from(wildcards);
        match self.exposed_beside(tiles) {
            Some(exposed) => Ok(Hand::of_any_size(counts, wildcards, exposed)),
            None => Err(error(RuleHandErrorKind::Size { tiles, most: self.most_tiles() })),
        }
    }

    /// The hand of these counts, none of which is a wildcard.
    ///
    /// # Errors
    ///
    /// As [`hand`](RuleSet::hand), and when a kind has more than four copies.
    pub fn hand_of_counts(&self, counts: &[u8; Tile::REGULAR_COUNT]) -> Result<Hand, RuleHandError> {
        let error = |kind| RuleHandError::new(self, None, kind);
        if self.embedded().is_some() {
            return Hand::try_from(*counts).map_err(|fault| error(RuleHandErrorKind::Usual(fault)));
        }
        let counts = Counts::try_from(*counts).map_err(|fifth| error(RuleHandErrorKind::Fifth(fifth)))?;
        self.hand(counts, 0)
    }

    /// How many melds hands of so many tiles have exposed, if they can be drawn from a deck of so many.
    pub(crate) fn check_size(&self, tiles: usize, deck: usize) -> Result<MeldCount, RuleHandError> {
        let kind = match self.exposed_beside(tiles) {
            None if self.embedded().is_some() => RuleHandErrorKind::Usual(HandError::NoSize { tiles }),
            None => RuleHandErrorKind::Size { tiles, most: self.most_tiles() },
            Some(_) if tiles > deck => RuleHandErrorKind::Deck { tiles, deck },
            Some(exposed) => return Ok(exposed),
        };
        Err(RuleHandError::new(self, None, kind))
    }

    /// How many melds a hand of so many tiles has exposed, if there are such hands.
    #[inline]
    pub fn exposed_beside(&self, tiles: usize) -> Option<MeldCount> {
        let lacking = self.most_tiles().checked_sub(tiles)?;
        (!tiles.is_multiple_of(Meld::TILES)).then_some(MeldCount::known(lacking / Meld::TILES))
    }

    /// The first kind of which the deck has fewer copies.
    #[inline]
    pub(crate) fn missing(&self, counts: &Counts) -> Option<Tile> {
        let (held, deck) = (counts.copies().at_least(), self.at_least());
        held.into_iter().zip(deck).fold(TileSet::EMPTY, |all, (held, deck)| all | held & !deck).first()
    }

    /// Reads a hand in any notation, with [`*`](RuleSet::WILDCARD) for each wildcard, and its exposed melds in
    /// [brackets](notation::HandText).
    ///
    /// ```
    /// use paili::Model;
    /// use paili::rules::ReadyMade;
    ///
    /// let rules = ReadyMade::Riichi.rules().with_wildcards(4)?;
    /// let hand = rules.read_hand("123m456p789s11z3m*")?;
    /// assert_eq!(rules.model().waits(&hand).to_string(), "1M 2M 3M 4M 5M E");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When the text is no tiles, or these are no [hand](RuleSet::hand).
    pub fn read_hand(&self, text: &str) -> Result<Hand, RuleHandError> {
        self.read_hand_as(text, None).map(|(_, hand)| hand)
    }

    /// A hand's text with a space for each wildcard, which is no part of a tile: a text is torn where one stands in a tile.
    pub(crate) fn without_wildcards(text: &str) -> Cow<'_, str> {
        if text.contains(RuleSet::WILDCARD) { text.replace(RuleSet::WILDCARD, " ").into() } else { text.into() }
    }

    /// The same in a notation, if that is known, and the notation of its tiles.
    ///
    /// # Errors
    ///
    /// As [`read_hand`](RuleSet::read_hand).
    pub fn read_hand_as(&self, text: &str, notation: Option<Notation>) -> Result<(Notation, Hand), RuleHandError> {
        // Sooner than below, which tells what is wrong.
        if self.embedded().is_some()
            && let Ok(read) = notation::read_usual_hand(notation, text)
        {
            return Ok(read);
        }
        let (notation, hand, _) = self.read_beside(text, notation, 0, &Counts::EMPTY)?;
        Ok((notation, hand))
    }

    /// The same beside so many exposed melds and other tiles seen elsewhere, and the melds in its text.
    pub(crate) fn read_beside(
        &self,
        text: &str,
        notation: Option<Notation>,
        exposed: usize,
        elsewhere: &Counts,
    ) -> Result<(Notation, Hand, Vec<MeldText>), RuleHandError> {
        let in_text = |kind| RuleHandError::new(self, Some(text), kind);
        let natural = RuleSet::without_wildcards(text);
        let (read, counts, melds) =
            notation::read_counted(notation, &natural).map_err(|error| in_text(RuleHandErrorKind::Text(error)))?;
        // Wildcards alone are in none.
        let no_tiles = counts == Counts::EMPTY && melds.is_empty();
        let notation = if no_tiles { notation.unwrap_or(Notation::Mpsz) } else { read };
        let in_text = |kind| in_text(kind).written(notation);
        let held = if let Cow::Owned(_) = natural { text.matches(RuleSet::WILDCARD).count() } else { 0 };
        let wildcards = u8::try_from(held).ok().filter(|&held| held <= self.wildcards());
        let wildcards =
            wildcards.ok_or_else(|| in_text(RuleHandErrorKind::Wildcards { held, wildcards: self.wildcards() }))?;
        let check_all = || self.check_all(&counts, &melds, elsewhere, notation).map_err(in_text);
        if !melds.is_empty() {
            check_all()?;
            self.check_melds(text, &melds, exposed).map_err(in_text)?;
        }
        let (exposed, most) = (exposed + melds.len(), self.most_tiles());
        let hand = match MeldCount::new(exposed) {
            Some(melds) if exposed > 0 && wildcards == 0 && self.embedded().is_some() => {
                Hand::new(counts, melds).map_err(|error| in_text(RuleHandErrorKind::Usual(error)))?
            }
            _ => self.hand(counts, wildcards).map_err(|error| in_text(error.kind))?,
        };
        if exposed > 0 && hand.melds().get() != exposed {
            return Err(in_text(RuleHandErrorKind::Beside { tiles: hand.tiles(), melds: exposed, most }));
        }
        check_all()?;
        Ok((notation, hand, melds))
    }

    /// The deck has as many copies as a hand's text and all beside it.
    fn check_all(
        &self,
        counts: &Counts,
        melds: &[MeldText],
        beside: &Counts,
        notation: Notation,
    ) -> Result<(), RuleHandErrorKind> {
        let in_melds = melds.iter().flat_map(|meld| &meld.tiles).copied().collect::<TileSet>();
        for tile in (in_melds | beside.kinds()).iter() {
            let in_melds = melds.iter().flat_map(|meld| &meld.tiles).filter(|&&other| other == tile).count();
            // The text holds no more than four.
            let (held, elsewhere) = (counts.get(tile) + in_melds as u8, beside.get(tile));
            // Specials are of the usual deck, or none of any hand.
            let copies = if tile.is_special() { Tile::COPIES } else { self.copies(tile) };
            if held + elsewhere > copies {
                let in_all = RuleHandErrorKind::CopiesInAll { tile, notation, held, elsewhere, copies };
                return Err(if elsewhere > 0 { in_all } else { RuleHandErrorKind::Copies { tile, held, copies } });
            }
        }
        Ok(())
    }

    /// Melds in the text of a hand are melds of this rule set, and not too many beside others.
    fn check_melds(&self, text: &str, melds: &[MeldText], others: usize) -> Result<(), RuleHandErrorKind> {
        for meld in melds {
            if text[meld.place.clone()].contains(RuleSet::WILDCARD) {
                return Err(RuleHandErrorKind::Text(notation::no_meld(text, meld.place.clone())));
            }
            let lacks_chows = |suit| !self.has_chows(suit);
            if matches!(meld.meld, Meld::Chow(_)) && meld.meld.tiles()[0].suit().is_some_and(lacks_chows) {
                return Err(RuleHandErrorKind::NoChow { at: meld.place.start, meld: meld.meld });
            }
        }
        match melds.get(self.melds().saturating_sub(others)) {
            Some(beyond) => Err(RuleHandErrorKind::Text(notation::too_many(text, beyond, self.melds()))),
            None => Ok(()),
        }
    }
}

/// A number and its noun.
fn number(number: impl Into<usize>, one: &str, more: &str) -> String {
    let number: usize = number.into();
    format!("{number} {}", if number == 1 { one } else { more })
}

/// Tiles are no hand of a rule set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleHandError {
    rules: Box<str>,
    text: Option<Box<str>>,
    /// The notation of the text, if it is known.
    notation: Option<Notation>,
    kind: RuleHandErrorKind,
}

/// What is wrong with tiles that are no hand.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the words on a variant name its fields")]
pub enum RuleHandErrorKind {
    /// The text is no tiles.
    Text(NotationError),
    /// Where the deck is the usual one: the tiles are no hand.
    Usual(HandError),
    /// A kind has more than four copies.
    Fifth(FifthCopyError),
    /// The deck has fewer copies of a kind than are held.
    Copies { tile: Tile, held: u8, copies: u8 },
    /// The deck has fewer wildcards than are held.
    Wildcards { held: usize, wildcards: u8 },
    /// No hand has this number of tiles: a winning one has `most`.
    Size { tiles: usize, most: usize },
    /// The deck has fewer tiles left than a hand is to have.
    Deck { tiles: usize, deck: usize },
    /// Hands of so many tiles can't win: no form is for them, the deck has too few, or they can't be what is wanted.
    NeverWon { tiles: usize, aim: Option<String> },
    /// No hand beside so many melds has this number of tiles: a winning one has `most`, with them.
    Beside { tiles: usize, melds: usize, most: usize },
    /// The deck has fewer copies of a kind than the hand, the melds and the visible tiles: so many are held in a text in this
    /// notation, and so many are elsewhere.
    CopiesInAll { tile: Tile, notation: Notation, held: u8, elsewhere: u8, copies: u8 },
    /// A meld in the text, which begins at this byte, is a chow in a suit that has none.
    NoChow { at: usize, meld: Meld },
}

impl RuleHandError {
    pub(crate) fn new(rules: &RuleSet, text: Option<&str>, kind: RuleHandErrorKind) -> RuleHandError {
        RuleHandError { rules: rules.name().into(), text: text.map(Into::into), notation: None, kind }
    }

    /// The same of a text in this notation, in which the message names tiles.
    fn written(self, notation: Notation) -> RuleHandError {
        RuleHandError { notation: Some(notation), ..self }
    }

    /// The byte of the text at which the fault is, unless it is the whole.
    pub fn at(&self) -> Option<usize> {
        match &self.kind {
            RuleHandErrorKind::Text(error) => error.at(),
            RuleHandErrorKind::NoChow { at, .. } => Some(*at),
            _ => None,
        }
    }

    /// What is wrong.
    pub fn kind(&self) -> &RuleHandErrorKind {
        &self.kind
    }

    /// The name of the rule set.
    pub fn rules(&self) -> &str {
        &self.rules
    }

    /// The text, if the hand was read from one.
    pub fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }
}

impl fmt::Display for RuleHandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = &self.rules;
        let name = |tile: Tile| self.notation.map_or(tile.token(), |notation| notation.name_of(tile));
        match &self.kind {
            RuleHandErrorKind::Text(error) => error.fmt(f),
            RuleHandErrorKind::Usual(error) => error.fmt(f),
            RuleHandErrorKind::Fifth(error) => error.fmt(f),
            RuleHandErrorKind::Copies { tile, copies: 0, .. } => write!(f, "{rules} has no {}", name(*tile)),
            RuleHandErrorKind::Copies { tile, held, copies } => {
                write!(f, "{held} of {}: {rules} has {}", name(*tile), number(*copies, "copy", "copies"))
            }
            RuleHandErrorKind::Wildcards { held, wildcards: 0 } => {
                write!(f, "{}: {rules} has none", number(*held, "wildcard", "wildcards"))
            }
            RuleHandErrorKind::Wildcards { held, wildcards } => {
                write!(f, "{held} wildcards: {rules} has {wildcards}")
            }
            RuleHandErrorKind::Deck { tiles, deck } => {
                write!(f, "{}: the deck has only {deck} left", number(*tiles, "tile", "tiles"))
            }
            RuleHandErrorKind::NeverWon { tiles, aim } => {
                let tiles = number(*tiles, "tile", "tiles");
                match aim {
                    None => {
                        write!(f, "no hand of {tiles} can win: no form is for that size, or the deck has too few tiles")
                    }
                    Some(aim) => write!(f, "no hand of {tiles} can win with what it is to be: {aim}"),
                }
            }
            RuleHandErrorKind::Beside { tiles, melds, most } => {
                let most = most.saturating_sub(Meld::TILES * melds);
                let (tiles, melds) = (number(*tiles, "tile", "tiles"), number(*melds, "exposed meld", "exposed melds"));
                write!(f, "{tiles}: a hand of {rules} has {} or {most} beside {melds}", most - 1)
            }
            RuleHandErrorKind::CopiesInAll { tile, held, elsewhere, copies, .. } => write!(
                f,
                "{held} of {} in the hand and {elsewhere} in melds and visible: {rules} has {}",
                name(*tile),
                number(*copies, "copy", "copies")
            ),
            RuleHandErrorKind::NoChow { meld, .. } => {
                let [first, second, third] = meld.tiles().map(name);
                write!(f, "{first} {second} {third} is a chow, which {rules} does not have in that suit")
            }
            RuleHandErrorKind::Size { tiles, most } => {
                let tiles = number(*tiles, "tile", "tiles");
                let sizes = (1..=most / Meld::TILES).map(|exposed| most - Meld::TILES * exposed);
                let sizes: Vec<String> = sizes.map(|most| format!("{} or {most}", most - 1)).collect();
                write!(f, "{tiles}: a hand of {rules} has {} or {most}", most - 1)?;
                write!(f, ", or with exposed melds {}", sizes.join(", "))
            }
        }
    }
}

impl std::error::Error for RuleHandError {}
