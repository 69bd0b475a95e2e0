//! What can be wrong with a question.

use std::fmt;
use std::ops::Range;

use super::OfferFault;
use crate::names;
use crate::notation::{self, Notation, NotationError};
use crate::rules::RuleHandError;
use crate::tile::Tile;

/// Why a question can't be asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuestionError {
    argument: Argument,
    text: String,
    kind: QuestionErrorKind,
}

names! {
    /// What is said in a question.
    pub enum Argument: "is no part of a question" {
        /// The concealed tiles.
        Hand = "hand",
        /// The exposed melds.
        Melds = "melds",
        /// Tiles seen elsewhere.
        Visible = "visible",
        /// The suit that is declared void.
        Void = "void",
        /// A tile that is offered.
        Offered = "offered",
    }
}

/// What is wrong with a question.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the words on a variant name its fields")]
pub enum QuestionErrorKind {
    /// A text is no tiles, no hand or no meld.
    Text(NotationError),
    /// The melds hold five copies of a kind, the fifth in a meld of this notation.
    FifthInMelds { tile: Tile, notation: Notation },
    /// There are so many melds, which are more than the most that a hand has.
    TooManyMelds { melds: usize, most: usize },
    /// The melds and the visible tiles hold five copies of a kind, the fifth at this byte of a text in this notation.
    FifthVisible { at: usize, tile: Tile, notation: Notation },
    /// The hand, the melds and the visible tiles hold five copies of a kind: the hand so many, the last at this byte of its text
    /// in this notation, and the others `elsewhere`.
    FifthInAll { at: Option<usize>, tile: Tile, notation: Notation, copies: u8, elsewhere: u8 },
    /// The rule set of this name has no such tiles or melds.
    NotInRules { rules: String, reason: NotInRules },
    /// The text is no hand of the rule set.
    NoHand(Box<RuleHandError>),
    /// The tile can't be offered to the hand.
    Offered(OfferFault),
}

/// What a rule set has not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the words on a variant name its fields")]
pub enum NotInRules {
    /// More than these copies of a kind, which a text in this notation names.
    Tile { tile: Tile, copies: u8, notation: Notation },
    /// Chows in the suit of a meld.
    Chow,
    /// Melds in the suit that is declared void.
    Void,
    /// A void suit.
    NoVoid,
}

impl QuestionError {
    pub(crate) fn new(argument: Argument, text: &str, kind: QuestionErrorKind) -> Self {
        QuestionError { argument, text: text.to_owned(), kind }
    }

    /// Which argument is wrong.
    pub fn argument(&self) -> Argument {
        self.argument
    }

    /// The text that is wrong; all melds, if they are together. Empty if it is no text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The byte of the text at which the fault is, unless it is the whole.
    pub fn at(&self) -> Option<usize> {
        match &self.kind {
            QuestionErrorKind::Text(error) => error.at(),
            QuestionErrorKind::FifthVisible { at, .. } => Some(*at),
            QuestionErrorKind::FifthInAll { at, .. } => *at,
            QuestionErrorKind::NoHand(error) => error.at(),
            _ => None,
        }
    }

    /// The bytes of the text that are at fault, unless it is the whole.
    pub fn place(&self) -> Option<Range<usize>> {
        match &self.kind {
            QuestionErrorKind::Text(error) => error.place(),
            QuestionErrorKind::FifthVisible { at, notation, .. }
            | QuestionErrorKind::FifthInAll { at: Some(at), notation, .. } => {
                Some(*at..notation::end_of_tile(*notation, &self.text, *at))
            }
            _ => None,
        }
    }

    /// What is wrong with it.
    pub fn kind(&self) -> &QuestionErrorKind {
        &self.kind
    }

    /// Why it is wrong, without saying what is: with the names of other arguments after a mark, such as the `--` of a
    /// command line.
    ///
    /// ```
    /// use paili::analysis::Question;
    /// use paili::rules::RuleSet;
    ///
    /// let error = Question::new(RuleSet::standard(), &["EEE"], "EE").unwrap_err();
    /// assert_eq!(error.reason("--").to_string(), "a fifth E, --melds included: there are four of each kind");
    /// ```
    pub fn reason<'a>(&'a self, mark: &'a str) -> impl fmt::Display + 'a {
        Reason { kind: &self.kind, mark }
    }
}

impl fmt::Display for QuestionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.argument, self.reason(""))
    }
}

impl std::error::Error for QuestionError {}

struct Reason<'a> {
    kind: &'a QuestionErrorKind,
    mark: &'a str,
}

impl fmt::Display for Reason<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = self.mark;
        match self.kind {
            QuestionErrorKind::Text(error) => error.fmt(f),
            QuestionErrorKind::FifthInMelds { tile, notation } => {
                write!(f, "a fifth {}: there are four of each kind", notation.name_of(*tile))
            }
            QuestionErrorKind::TooManyMelds { melds, most } => {
                let most = ["none", "one", "two", "three", "four", "five"].get(*most).unwrap_or(&"fewer");
                write!(f, "{melds} melds: expected at most {most}")
            }
            QuestionErrorKind::FifthVisible { tile, notation, .. } => {
                let name = notation.name_of(*tile);
                write!(f, "a fifth {name}, {mark}melds included: there are four of each kind")
            }
            QuestionErrorKind::FifthInAll { tile, notation, copies, elsewhere, .. } => write!(
                f,
                "a fifth {}: {copies} in the hand, {elsewhere} in {mark}melds and {mark}visible, but there are four of \
                 each kind",
                notation.name_of(*tile)
            ),
            QuestionErrorKind::NotInRules { rules, reason } => match reason {
                NotInRules::Tile { tile, copies: 0, notation } => {
                    write!(f, "{rules} has no {}", notation.name_of(*tile))
                }
                NotInRules::Tile { tile, notation, .. } => {
                    write!(f, "more of {} than {rules} has", notation.name_of(*tile))
                }
                NotInRules::Chow => write!(f, "a chow, which {rules} does not have in that suit"),
                NotInRules::Void => write!(f, "a meld of the suit that is declared void"),
                NotInRules::NoVoid => write!(f, "{rules} asks for no void suit"),
            },
            QuestionErrorKind::NoHand(error) => error.fmt(f),
            QuestionErrorKind::Offered(fault) => match fault {
                OfferFault::NotOneTile => f.write_str("expected one tile"),
                OfferFault::DiscardDue => f.write_str("the hand has to discard first: nothing is offered to it"),
                OfferFault::NotClaimed { tile, notation } => {
                    write!(f, "{} is no tile that a hand of this rule set holds", notation.name_of(*tile))
                }
                OfferFault::NoneLeft { tile, notation } => {
                    let name = notation.name_of(*tile);
                    write!(f, "no {name} is left: the hand, {mark}melds and {mark}visible have all of them")
                }
            },
        }
    }
}
