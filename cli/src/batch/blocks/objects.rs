//! NDJSON: an object a line, with a hand under a key.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use paili::Tile;
use serde::Deserialize;
use serde::de::{Deserializer as _, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Deserializer, Map, Value};

use super::rows::{LONGEST_LINE, Rows, RowsRead, Source};
use crate::batch::analysis::{BlockAnalysis, Place, RegularCounts};
use crate::batch::column;
use crate::batch::input::Input;
use crate::failure::Failure;
use crate::lines::{LineBlocks, Lines, too_long};

/// Lines with an object each.
struct Objects {
    lines: Lines,
    /// The key of the hands.
    key: Arc<str>,
}

/// Reads blocks of lines. The key that was not asked for is found in the first object.
pub fn blocks(source: Source, input: &Input) -> impl Iterator<Item = RowsRead> + Send + use<> {
    let (name, mut key) = (input.name.clone(), input.column.as_deref().map(Arc::from));
    LineBlocks::new(source, &input.name, LONGEST_LINE).map(move |lines| {
        let lines = lines?;
        if let (None, Some((number, line))) = (&key, lines.iter().next()) {
            let refused = |why| Failure::BadInput(format!("{name}: line {number}: {why}"));
            key = Some(key_of(&line).map_err(refused)?);
        }
        let (key, bytes) = (key.clone().unwrap_or_else(|| ANY_KEY.into()), lines.bytes);
        Ok((Box::new(Objects { lines, key }) as Box<dyn Rows>, bytes))
    })
}

/// A key for lines without objects.
const ANY_KEY: &str = "hand";

/// The key of the hand in the first object. A line that is no object is refused later, when it is analysed.
fn key_of(line: &str) -> Result<Arc<str>, String> {
    let Ok(object) = serde_json::from_str::<Map<String, Value>>(line) else { return Ok(ANY_KEY.into()) };
    let keys: Vec<&str> = object.keys().map(String::as_str).collect();
    column::choose(None, &keys).map(|place| keys[place].into())
}

impl Rows for Objects {
    fn count(&self) -> u64 {
        self.lines.count()
    }

    fn analyse(&self, analysis: &mut BlockAnalysis<'_>) -> Result<(), Failure> {
        self.lines.iter().try_for_each(|(number, line)| {
            let place = Place::Line(number);
            if line.len() > LONGEST_LINE {
                let problem = too_long("a line", &line, LONGEST_LINE, "an object");
                return analysis.refuse(place, "", || problem.to_string());
            }
            match Found::under(&self.key, &line) {
                Ok(Found::Text(text)) => analysis.text(&text, place),
                Ok(Found::Counts(counts)) => analysis.counts(&[counts], |_| place),
                Err(why) => analysis.refuse(place, "", || why),
            }
        })
    }
}

/// The value of a key.
enum Found<'a> {
    Text(Cow<'a, str>),
    Counts(RegularCounts),
}

impl<'a> Found<'a> {
    fn under(key: &str, line: &'a str) -> Result<Found<'a>, String> {
        let mut json = Deserializer::from_str(line);
        let values = json.deserialize_map(Key(key)).and_then(|values| json.end().map(|()| values));
        let text = match values.map_err(|error| not_json(&error))? {
            (None, _) => return Err(format!("no key {key:?} in this object")),
            (Some(value), 1) => value.get(),
            (Some(_), times) => return Err(format!("the key {key:?} stands in this object {times} times")),
        };
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

/// 34 counts. Numbers that no hand has are refused later, when the hand is analysed.
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

/// Finds the last value of a key, and how many there are.
struct Key<'k>(&'k str);

/// A key of an object, which is copied only if it has escapes.
#[derive(Deserialize)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

impl<'de> Visitor<'de> for Key<'_> {
    type Value = (Option<&'de RawValue>, u32);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let (mut found, mut times) = (None, 0);
        while let Some(Name(name)) = map.next_key()? {
            if name == self.0 {
                found = Some(map.next_value()?);
                times += 1;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok((found, times))
    }
}
