//! What can be wrong with a question.

use std::fmt;
use std::ops::Range;

use crate::forms::FormsError;
use crate::hand::FifthCopyError;
use crate::notation::{self, Notation, NotationError};
use crate::tile::Tile;

/// Why a question can't be asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuestionError {
    argument: &'static str,
    text: String,
    fault: Fault,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fault {
    /// No tiles, or no hand.
    Tiles(NotationError),
    Meld(NotationError),
    FifthInMelds(FifthCopyError),
    TooManyMelds(usize),
    FifthVisible {
        at: usize,
        tile: Tile,
        notation: Notation,
    },
    /// The hand, the melds and the visible tiles hold five in all.
    FifthInAll {
        at: Option<usize>,
        tile: Tile,
        notation: Notation,
        copies: u8,
        elsewhere: u8,
    },
    FormsWithMelds(FormsError),
    FormsBeside(FormsError),
}

impl QuestionError {
    pub(super) fn new(argument: &'static str, text: &str, fault: Fault) -> Self {
        QuestionError { argument, text: text.to_owned(), fault }
    }

    /// What is wrong: `hand`, `melds`, `visible` or `forms`.
    #[must_use]
    pub fn argument(&self) -> &'static str {
        self.argument
    }

    /// The text that is wrong; all melds, if they are together. Empty if it is no text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The byte of the text at which the fault is, unless it is the whole.
    #[must_use]
    pub fn at(&self) -> Option<usize> {
        match &self.fault {
            Fault::Tiles(error) | Fault::Meld(error) => error.at(),
            Fault::FifthVisible { at, .. } => Some(*at),
            Fault::FifthInAll { at, .. } => *at,
            _ => None,
        }
    }

    /// The bytes of the text that are at fault, unless it is the whole.
    #[must_use]
    pub fn place(&self) -> Option<Range<usize>> {
        match &self.fault {
            Fault::Tiles(error) | Fault::Meld(error) => error.place(),
            Fault::FifthVisible { at, notation, .. } | Fault::FifthInAll { at: Some(at), notation, .. } => {
                Some(*at..notation::end_of_tile(*notation, &self.text, *at))
            }
            _ => None,
        }
    }

    /// A word for what is wrong, for programs that tell it in words of their own: those of [`NotationError::kind`], `fifth`
    /// also in all melds, or in them and visible; `fifth-in-all` with the hand; `melds` (more than four); or `forms` (for no
    /// hand with melds).
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match &self.fault {
            Fault::Tiles(error) | Fault::Meld(error) => error.kind(),
            Fault::FifthInMelds(_) | Fault::FifthVisible { .. } => "fifth",
            Fault::FifthInAll { .. } => "fifth-in-all",
            Fault::TooManyMelds(_) => "melds",
            Fault::FormsWithMelds(_) | Fault::FormsBeside(_) => "forms",
        }
    }

    /// The tile that has a fifth copy.
    #[must_use]
    pub fn tile(&self) -> Option<Tile> {
        match &self.fault {
            Fault::Tiles(error) | Fault::Meld(error) => error.tile(),
            Fault::FifthInMelds(FifthCopyError { tile })
            | Fault::FifthVisible { tile, .. }
            | Fault::FifthInAll { tile, .. } => Some(*tile),
            _ => None,
        }
    }

    /// How many tiles there are, if no hand has so many.
    #[must_use]
    pub fn size(&self) -> Option<usize> {
        match &self.fault {
            Fault::Tiles(error) => error.size(),
            _ => None,
        }
    }

    /// Why it is wrong, without saying what is: with the names of other arguments after a mark, such as the `--` of a
    /// command line.
    ///
    /// ```
    /// use paili::analysis::Question;
    /// use paili::{Form, Forms};
    ///
    /// let error = Question::new(&["EEE"], "", Forms::only(Form::Pairs), None).unwrap_err();
    /// let reason = error.reason("--").to_string();
    /// assert_eq!(reason, "pairs and orphans are only for hands without exposed melds, so not with --melds");
    /// ```
    #[must_use]
    pub fn reason<'a>(&'a self, mark: &'a str) -> impl fmt::Display + 'a {
        Reason { fault: &self.fault, mark }
    }
}

impl fmt::Display for QuestionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.argument, self.reason(""))
    }
}

impl std::error::Error for QuestionError {}

struct Reason<'a> {
    fault: &'a Fault,
    mark: &'a str,
}

impl fmt::Display for Reason<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = self.mark;
        match self.fault {
            Fault::Tiles(error) | Fault::Meld(error) => error.fmt(f),
            Fault::FifthInMelds(fifth) => fifth.fmt(f),
            Fault::TooManyMelds(melds) => write!(f, "{melds} melds: expected at most four"),
            Fault::FifthVisible { tile, notation, .. } => {
                let name = notation.name_of(*tile);
                write!(f, "a fifth {name}, {mark}melds included: there are four of each kind")
            }
            Fault::FifthInAll { tile, notation, copies, elsewhere, .. } => write!(
                f,
                "a fifth {}: {copies} in the hand, {elsewhere} in {mark}melds and {mark}visible, but there are four of \
                 each kind",
                notation.name_of(*tile)
            ),
            Fault::FormsWithMelds(error) => write!(f, "{error}, so not with {mark}melds"),
            Fault::FormsBeside(error) => write!(f, "{error}; this hand has {}", error.exposed.get()),
        }
    }
}
