//! Why there is no answer, and where.

use std::fmt::Display;
use std::ops::Range;

use paili::analysis::{NotInRules, QuestionError, QuestionErrorKind};
use paili::batch::BadHandError;
use paili::game::{WallError, WallErrorKind};
use paili::notation::{NotationError, NotationErrorKind};
use paili::odds::OddsError;
use paili::rules::{RuleHandError, RuleHandErrorKind};
use paili::{DeckError, FifthCopyError, HandError, Tile};
use serde::Serialize;

use crate::json::to_json;

/// What is wrong with a request.
#[derive(Debug, Serialize)]
pub struct Failure {
    /// A word for what is wrong, which stays the same.
    kind: &'static str,
    /// The field that is wrong.
    field: &'static str,
    /// Where in the field's text, in JavaScript's units (UTF-16).
    start: u32,
    end: u32,
    /// The text there.
    text: Box<str>,
    /// The tile that is at fault, as the judge writes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    tile: Option<&'static str>,
    /// How many tiles there are, if that is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    tiles: Option<u32>,
    /// The rule set that has no such hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<Box<str>>,
    /// Which of many hands is wrong, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    row: Option<u32>,
    /// What is wrong, in English.
    message: Box<str>,
}

impl Failure {
    /// A fault of a field that is no text.
    pub fn whole(kind: &'static str, field: &'static str, message: &impl Display) -> Failure {
        let (text, message) = (Box::default(), message.to_string().into());
        Failure { kind, field, start: 0, end: 0, text, tile: None, tiles: None, rules: None, row: None, message }
    }

    /// A fault of all of a field's text.
    pub fn of_part(kind: &'static str, field: &'static str, message: &impl Display, text: &str) -> Failure {
        Failure::whole(kind, field, message).at(text, 0..text.len())
    }

    /// The request is none.
    pub fn of_request(error: &serde_json::Error) -> Failure {
        Failure::whole("request", "ask", error)
    }

    /// A question that can't be asked, because of a field that holds this.
    pub fn of_question(error: &QuestionError, (field, whole): (&'static str, &str)) -> Failure {
        // Of many melds the error has one, the first that reads so, or all.
        let begins = if error.text() == whole { Some(0) } else { place_of(error.text(), whole) };
        let part = error.place().unwrap_or(0..error.text().len());
        let place = begins.map_or(0..whole.len(), |begins| begins + part.start..begins + part.end);
        let (fault, rules) = match error.kind() {
            QuestionErrorKind::Text(error) => (Fault::of(error.kind()), None),
            QuestionErrorKind::FifthInMelds { tile, .. } | QuestionErrorKind::FifthVisible { tile, .. } => {
                (Fault::of_tile("fifth", *tile), None)
            }
            QuestionErrorKind::FifthInAll { tile, .. } => (Fault::of_tile("fifth-in-all", *tile), None),
            QuestionErrorKind::TooManyMelds { .. } => (Fault::new("melds"), None),
            QuestionErrorKind::NotInRules { rules, reason } => (Fault::of_reason(*reason), Some(rules.as_str())),
            QuestionErrorKind::NoHand(error) => (Fault::of_rule_hand(error.kind()), Some(error.rules())),
            _ if field == "offered" => (Fault::new("offered"), None),
            _ => (Fault::new("rules"), None),
        };
        let failure = Failure { rules: rules.map(Into::into), ..Failure::whole("", field, &error.reason("")) };
        failure.at(whole, place).with(fault)
    }

    /// Tiles of a number or of counts, which are no hand.
    pub fn of_hand(error: &RuleHandError, field: &'static str) -> Failure {
        let failure = Failure::whole("", field, error).with(Fault::of_rule_hand(error.kind()));
        Failure { rules: Some(error.rules().into()), ..failure }
    }

    /// Counts of one of many hands, which are none.
    pub fn of_row(BadHandError { row, fault }: &BadHandError<RuleHandError>) -> Failure {
        Failure::of_hand(fault, "counts").in_row(*row)
    }

    /// Counts of one of many hands that no tiles can complete.
    pub fn never(row: usize) -> Failure {
        Failure::whole("never", "counts", &"no tiles can complete the hand").in_row(row)
    }

    fn in_row(self, row: usize) -> Failure {
        Failure { row: u32::try_from(row).ok(), ..self }
    }

    /// Tiles that can't be taken out of a deck.
    pub fn of_deck(error: &DeckError, field: &'static str, text: &str) -> Failure {
        let fault = match error {
            DeckError::Text(error) => return Failure::of_notation(error, field, text, 0..text.len()),
            DeckError::FifthCopy { tile, .. } => Fault::of_tile("fifth", *tile),
            DeckError::Special { tile, .. } => Fault::of_tile("special", *tile),
            DeckError::NotInRules { tile, .. } => Fault::of_tile("not-in-rules", *tile),
            _ => Fault::new("unknown"),
        };
        Failure::of_part("", field, error, text).with(fault)
    }

    /// A part of a field's text that can't be read.
    pub fn of_notation(error: &NotationError, field: &'static str, whole: &str, part: Range<usize>) -> Failure {
        let place = error.place().unwrap_or(0..part.len());
        let place = part.start + place.start..part.start + place.end;
        Failure::whole("", field, error).at(whole, place).with(Fault::of(error.kind()))
    }

    fn with(self, Fault { kind, tile, tiles }: Fault) -> Failure {
        let tiles = tiles.and_then(|tiles| u32::try_from(tiles).ok());
        Failure { kind, tile: tile.map(Tile::token), tiles, ..self }
    }

    /// Odds that can't be told.
    pub fn of_odds(error: &OddsError) -> Failure {
        let (kind, field, tile) = match *error {
            OddsError::Special(tile) => ("special", "hand", Some(tile.token())),
            OddsError::Draws { .. } | OddsError::NoProbability { .. } => ("draws", "draws", None),
            OddsError::Never | OddsError::ByWildcards => ("never", "hand", None),
            _ => ("too-large", "hand", None),
        };
        Failure { tile, ..Failure::whole(kind, field, error) }
    }

    /// A text that is no wall.
    pub fn of_wall(error: &WallError, text: &str) -> Failure {
        let place = error.place().and_then(|place| place_of_token(place, text));
        let fault = match error.kind() {
            WallErrorKind::Empty => Fault::new("empty"),
            WallErrorKind::FifthCopy { fifth, .. } => Fault::of_tile("fifth", fifth.tile),
            WallErrorKind::TooShort { tiles, .. } => Fault { tiles: Some(*tiles), ..Fault::new("short") },
            WallErrorKind::Extra(_) => Fault::new("extra"),
            WallErrorKind::Source(_) => Fault::new("source"),
            _ => Fault::new("unknown"),
        };
        Failure::whole("wall", "wall", error).with(fault).at(text, place.unwrap_or(0..text.len()))
    }

    /// At some bytes of its field's text.
    fn at(self, whole: &str, place: Range<usize>) -> Failure {
        let units = |text: Option<&str>| text.map_or(0, |text| text.encode_utf16().count() as u32);
        let text = whole.get(place.clone());
        let start = units(whole.get(..place.start));
        let end = start + units(text);
        Failure { start, end, text: text.unwrap_or_default().into(), ..self }
    }

    /// `{"error":{…}}`.
    pub fn to_json(&self) -> String {
        #[derive(Serialize)]
        struct Answer<'a> {
            error: &'a Failure,
        }
        to_json(&Answer { error: self })
    }
}

/// What is wrong, in the page's words.
struct Fault {
    kind: &'static str,
    tile: Option<Tile>,
    tiles: Option<usize>,
}

impl Fault {
    fn new(kind: &'static str) -> Fault {
        Fault { kind, tile: None, tiles: None }
    }

    fn of_tile(kind: &'static str, tile: Tile) -> Fault {
        Fault { tile: Some(tile), ..Fault::new(kind) }
    }

    fn of_reason(reason: NotInRules) -> Fault {
        match reason {
            NotInRules::Tile { tile, .. } => Fault::of_tile("not-in-rules", tile),
            NotInRules::Void | NotInRules::NoVoid => Fault::new("void"),
            _ => Fault::new("rules"),
        }
    }

    fn of_rule_hand(error: &RuleHandErrorKind) -> Fault {
        match error {
            RuleHandErrorKind::Usual(error) => Fault::of_hand(error),
            RuleHandErrorKind::Fifth(FifthCopyError { tile }) => Fault::of_tile("fifth", *tile),
            RuleHandErrorKind::Copies { tile, .. } => Fault::of_tile("not-in-rules", *tile),
            RuleHandErrorKind::CopiesInAll { tile, .. } => Fault::of_tile("fifth-in-all", *tile),
            RuleHandErrorKind::Size { tiles, .. }
            | RuleHandErrorKind::Beside { tiles, .. }
            | RuleHandErrorKind::Deck { tiles, .. }
            | RuleHandErrorKind::NeverWon { tiles, .. } => Fault { tiles: Some(*tiles), ..Fault::new("size") },
            _ => Fault::new("wildcards"),
        }
    }

    fn of_hand(error: &HandError) -> Fault {
        match error {
            HandError::NoSize { tiles } | HandError::Size { tiles, .. } => {
                Fault { tiles: Some(*tiles), ..Fault::new("size") }
            }
            HandError::FifthCopy(FifthCopyError { tile }) | HandError::TooMany { tile, .. } => {
                Fault::of_tile("fifth", *tile)
            }
            _ => Fault::new("unknown"),
        }
    }

    fn of(error: &NotationErrorKind) -> Fault {
        match error {
            NotationErrorKind::Mixed { .. } => Fault::new("mixed"),
            NotationErrorKind::FifthCopy { tile, .. } => Fault::of_tile("fifth", *tile),
            NotationErrorKind::Hand(error) => Fault::of_hand(error),
            NotationErrorKind::NotAMeld(_)
            | NotationErrorKind::NotAMeldInBrackets { .. }
            | NotationErrorKind::Unpaired { .. } => Fault::new("meld"),
            NotationErrorKind::TooManyMelds { .. } => Fault::new("melds"),
            NotationErrorKind::Unwritable { tile, .. } => Fault::of_tile("unwritable", *tile),
            _ => Fault::new("unknown"),
        }
    }
}

/// Where one of the texts between commas begins, if one reads so.
fn place_of(part: &str, whole: &str) -> Option<usize> {
    let mut begins = 0;
    for text in whole.split(',') {
        if text == part {
            return Some(begins);
        }
        begins += text.len() + 1;
    }
    None
}

/// Where a text's token of this number stands, from 0.
fn place_of_token(number: usize, text: &str) -> Option<Range<usize>> {
    let is_space = |char: char| char.is_whitespace() || char == '\u{feff}';
    let mut begins = 0;
    let pieces = text.split_inclusive(is_space).map(|piece| {
        let place = begins..begins + piece.trim_end_matches(is_space).len();
        begins += piece.len();
        place
    });
    pieces.filter(|place| !place.is_empty()).nth(number)
}
