//! NDJSON: an object a line, with a hand under a key.

use std::borrow::Cow;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

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
    /// The first block, until it is given away.
    first: Option<(Vec<u8>, u64)>,
    name: String,
    /// Unknown until there is an object, if it was not asked for.
    key: Option<Arc<str>>,
    /// Blank lines before the first object.
    blank: u64,
}

struct Objects {
    lines: Vec<u8>,
    key: Arc<str>,
}

impl ObjectsReader {
    pub fn new(source: Source, input: &Input) -> Result<Self, Failure> {
        let mut lines = LineBlocks::new(source, input);
        let first = lines.next_lines()?;
        let key = input.column.as_deref().map(Arc::from);
        Ok(ObjectsReader { lines, first, name: input.name.clone(), key, blank: 0 })
    }

    /// The key of the hands, if there is an object in these lines or before.
    fn key(&mut self, lines: &[u8]) -> Result<Option<Arc<str>>, Failure> {
        if self.key.is_none() {
            let mut found = None;
            let seen = each_line(lines, |line, _| {
                found = Some(line.map_or_else(|_| Ok(Arc::from(ANY_KEY)), key_of));
                ControlFlow::Break(())
            });
            self.blank += seen;
            if let Some(key) = found {
                let refused = |why| Failure::BadInput(format!("{}: line {}: {why}", self.name, self.blank));
                self.key = Some(key.map_err(refused)?);
            }
        }
        Ok(self.key.clone())
    }
}

/// A key for lines without objects.
const ANY_KEY: &str = "hand";

/// The key of the hand in the first object. If it is none, whoever reads the lines says so.
fn key_of(line: &str) -> Result<Arc<str>, String> {
    let Ok(object) = serde_json::from_str::<Map<String, Value>>(line) else { return Ok(ANY_KEY.into()) };
    let keys: Vec<&str> = object.keys().map(String::as_str).collect();
    column::choose(None, &keys).map(|place| keys[place].into())
}

impl Reader for ObjectsReader {
    fn next_piece(&mut self) -> Result<Option<Piece>, Failure> {
        let block = match self.first.take() {
            Some(first) => Some(first),
            None => self.lines.next_lines()?,
        };
        let Some((lines, bytes)) = block else { return Ok(None) };
        let key = self.key(&lines)?.unwrap_or_else(|| ANY_KEY.into());
        Ok(Some(Piece::new(Objects { lines, key }, bytes)))
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
