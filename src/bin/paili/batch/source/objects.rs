//! NDJSON: an object a line, with a hand under a key.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use memchr::memchr;
use paili::tile::Tile;
use serde::de::{DeserializeSeed, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Deserializer, Map, Value};

use super::lines::{BLOCK_BYTES, LineBlocks, each_line, too_long};
use super::{Answered, Answering, Failure, Input, Piece, Reader, Rows, Source};
use crate::batch::answering::RegularCounts;
use crate::batch::column;

/// Reads blocks of lines.
pub struct ObjectsReader {
    lines: LineBlocks,
    /// What was read to find out the key.
    first: Option<(Vec<u8>, u64)>,
    key: Arc<str>,
}

struct Objects {
    lines: Vec<u8>,
    key: Arc<str>,
}

impl ObjectsReader {
    pub fn new(source: Source, input: &Input) -> Result<Self, Failure> {
        let mut lines = LineBlocks::new(source, input);
        let first = lines.next_lines()?;
        let key = match (&input.column, &first) {
            (Some(asked), _) => asked.clone(),
            (None, Some((block, _))) => {
                key_of(block).map_err(|why| Failure::BadInput(format!("{}: line 1: {why}", input.name)))?
            }
            (None, None) => String::new(),
        };
        Ok(ObjectsReader { lines, first, key: key.into() })
    }
}

/// The key of the hand in the first object. If there is none, whoever reads the lines says so.
fn key_of(block: &[u8]) -> Result<String, String> {
    let begin = block.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(block.len());
    let line = &block[begin..];
    let line = &line[..memchr(b'\n', line).unwrap_or(line.len())];
    let Ok(object) = serde_json::from_slice::<Map<String, Value>>(line) else { return Ok("hand".to_owned()) };
    let keys: Vec<&str> = object.keys().map(String::as_str).collect();
    column::choose(None, &keys).map(|place| keys[place].to_owned())
}

impl Reader for ObjectsReader {
    fn next_piece(&mut self) -> Result<Option<Piece>, Failure> {
        let block = match self.first.take() {
            Some(first) => Some(first),
            None => self.lines.next_lines()?,
        };
        Ok(block.map(|(lines, bytes)| Piece::new(Objects { lines, key: self.key.clone() }, bytes)))
    }
}

impl Rows for Objects {
    fn answer(self: Box<Self>, mut answering: Answering<'_>) -> Result<Answered, Failure> {
        let lines = each_line(&self.lines, |line, place| {
            let line = line.map_or_else(String::from_utf8_lossy, Cow::Borrowed);
            if line.len() > BLOCK_BYTES {
                return answering.refuse(place, "", || too_long("a line", &line, BLOCK_BYTES, "an object"));
            }
            match Found::under(&self.key, &line) {
                Ok(Found::Text(text)) => answering.text(&text, place),
                Ok(Found::Counts(counts)) => answering.counts(&[counts], |_| place),
                Err(why) => answering.refuse(place, "", || why),
            }
        });
        Ok(answering.finish(lines))
    }
}

/// What stands under a key.
enum Found<'a> {
    Text(Cow<'a, str>),
    Counts(RegularCounts),
}

impl<'a> Found<'a> {
    fn under(key: &str, line: &'a str) -> Result<Found<'a>, String> {
        let mut json = Deserializer::from_str(line);
        let value = Key(key).deserialize(&mut json).and_then(|value| json.end().map(|()| value));
        let value = value.map_err(|error| not_json(&error))?.ok_or_else(|| format!("no key {key:?} in this object"))?;
        let text = value.get();
        match text.as_bytes() {
            [b'"', ..] if !text.contains('\\') => Ok(Found::Text(Cow::Borrowed(&text[1..text.len() - 1]))),
            [b'"', ..] => serde_json::from_str(text)
                .map(|text: String| Found::Text(text.into()))
                .map_err(|error| not_json(&error)),
            [b'[', ..] => counts(text).map(Found::Counts).map_err(|why| format!("{key:?}: {why}")),
            b"null" => Err(format!("{key:?} is null: expected a hand")),
            _ => Err(format!("{key:?} is neither a text nor an array of {} counts", Tile::REGULAR_COUNT)),
        }
    }
}

/// 34 counts. What is no count of a hand but a number is left to be found out.
fn counts(text: &str) -> Result<RegularCounts, String> {
    let numbers: Vec<u8> = serde_json::from_str(text)
        .map_err(|_| format!("an array that is not of small numbers: expected {} counts", Tile::REGULAR_COUNT))?;
    numbers.try_into().map_err(|numbers: Vec<u8>| format!("{} counts: expected {}", numbers.len(), Tile::REGULAR_COUNT))
}

fn not_json(error: &serde_json::Error) -> String {
    let message = error.to_string();
    // There is only one line, and its number is another one.
    let reason = message.split(" at line ").next().unwrap_or_default();
    format!("no JSON object: {reason} (character {})", error.column())
}

/// Finds the value of a key, the first if there are several.
struct Key<'k>(&'k str);

impl<'de> DeserializeSeed<'de> for Key<'_> {
    type Value = Option<&'de RawValue>;

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Key<'_> {
    type Value = Option<&'de RawValue>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut found = None;
        while let Some(is_it) = map.next_key_seed(IsKey(self.0))? {
            if is_it && found.is_none() {
                found = Some(map.next_value()?);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(found)
    }
}

/// Compares a key.
struct IsKey<'k>(&'k str);

impl<'de> DeserializeSeed<'de> for IsKey<'_> {
    type Value = bool;

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<bool, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for IsKey<'_> {
    type Value = bool;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E>(self, key: &str) -> Result<bool, E> {
        Ok(key == self.0)
    }
}
