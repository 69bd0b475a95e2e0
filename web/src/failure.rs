//! Why there is no answer, and where.

use std::fmt::Display;
use std::ops::Range;

use paili::Tile;
use paili::analysis::QuestionError;
use paili::notation::NotationError;
use paili::odds::OddsError;
use serde::Serialize;

use crate::request::Asked;

/// What is wrong with a request.
#[derive(Debug, Serialize)]
pub struct Failure {
    /// A word for what is wrong, which stays the same.
    kind: &'static str,
    /// The field that is wrong.
    field: &'static str,
    /// Where in the field's text, in JavaScript's units (UTF-16).
    start: usize,
    end: usize,
    /// The text there.
    text: String,
    /// The tile that is at fault, as the judge writes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    tile: Option<&'static str>,
    /// What is wrong, in English.
    message: String,
}

impl Failure {
    /// A fault of a whole field.
    pub fn whole(kind: &'static str, field: &'static str, message: &impl Display) -> Failure {
        Failure { kind, field, start: 0, end: 0, text: String::new(), tile: None, message: message.to_string() }
    }

    /// The request is none.
    pub fn of_request(error: &serde_json::Error) -> Failure {
        Failure::whole("request", "ask", error)
    }

    /// A question that can't be asked.
    pub fn of_question(error: &QuestionError, asked: &Asked) -> Failure {
        let (field, whole) = match error.argument() {
            "hand" => ("hand", &asked.hand[..]),
            "melds" => ("melds", &asked.melds[..]),
            "visible" => ("visible", &asked.visible[..]),
            _ => ("forms", ""),
        };
        // Of many melds the error has one, the first that reads so.
        let begins = if field == "melds" { place_of(error.text(), whole) } else { 0 };
        let place = error.place().unwrap_or(0..error.text().len());
        let message = error.reason("");
        Failure::whole(error.kind(), field, &message).at(whole, begins + place.start..begins + place.end, error.tile())
    }

    /// A text of a field, beginning at a byte of it, that can't be read.
    pub fn of_notation(error: &NotationError, field: &'static str, whole: &str, part: Range<usize>) -> Failure {
        let place = error.place().unwrap_or(0..part.len());
        let place = part.start + place.start..part.start + place.end;
        Failure::whole(error.kind(), field, error).at(whole, place, error.tile())
    }

    /// Odds that can't be told.
    pub fn of_odds(error: &OddsError) -> Failure {
        let (kind, field, tile) = match *error {
            OddsError::Special(tile) => ("special", "hand", Some(tile.token())),
            OddsError::Draws { .. } => ("draws", "draws", None),
            OddsError::TooLarge { .. } => ("too-large", "hand", None),
        };
        Failure { tile, ..Failure::whole(kind, field, error) }
    }

    /// At some bytes of its field's text.
    fn at(self, whole: &str, place: Range<usize>, tile: Option<Tile>) -> Failure {
        let units = |text: Option<&str>| text.map_or(0, |text| text.encode_utf16().count());
        let text = whole.get(place.clone()).unwrap_or_default().to_owned();
        let start = units(whole.get(..place.start));
        let end = start + units(Some(&text));
        Failure { start, end, text, tile: tile.map(Tile::token), ..self }
    }

    /// `{"error":{…}}`.
    pub fn to_json(&self) -> String {
        #[derive(Serialize)]
        struct Answer<'a> {
            error: &'a Failure,
        }
        crate::to_json(&Answer { error: self })
    }
}

/// Where one of the texts between commas begins; 0 if none reads so, as when it is all of them.
fn place_of(part: &str, whole: &str) -> usize {
    let mut begins = 0;
    for text in whole.split(',') {
        if text == part {
            return begins;
        }
        begins += text.len() + 1;
    }
    0
}
