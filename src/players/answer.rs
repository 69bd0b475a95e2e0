//! Questions to programs, and their answers.

use super::played::Decision;
use crate::meld::{Chow, Meld};
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// What a player is asked, with all that it may answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Question {
    /// Which tile to discard, of these kinds.
    Discard(TileSet),
    /// Whether to claim this tile for a pong.
    Pong(Tile),
    /// Which of these chows to claim this tile for, if any.
    Chow(Tile, Vec<Chow>),
}

impl Question {
    /// Writes the question behind a sitting's number: `OUT? 1M 4P`, `PONG? 4P`, `CHOW? 3P 4P 5P 2P 3P 4P`.
    pub fn write(&self, line: &mut Vec<u8>) {
        let (verb, tiles): (&str, Vec<Tile>) = match self {
            Question::Discard(kinds) => ("OUT?", kinds.iter().collect()),
            Question::Pong(tile) => ("PONG?", vec![*tile]),
            Question::Chow(_, chows) => ("CHOW?", chows.iter().flat_map(|chow| chow.tiles()).collect()),
        };
        line.extend_from_slice(verb.as_bytes());
        for tile in tiles {
            line.push(b' ');
            line.extend_from_slice(tile.token().as_bytes());
        }
        line.push(b'\n');
    }

    /// Reads an answer, which stood behind a sitting's number; `None` if it is not among those allowed.
    pub fn read(&self, answer: &str) -> Option<Decision> {
        let mut words = answer.split_ascii_whitespace();
        let verb = words.next()?;
        let tiles: Result<Vec<Tile>, _> = words.map(str::parse).collect();
        let tiles = tiles.ok()?;
        match (self, verb, &tiles[..]) {
            (Question::Discard(kinds), "OUT", &[tile]) if kinds.contains(tile) => Some(Decision::Discard(tile)),
            (Question::Pong(_), "PASS", []) => Some(Decision::Pong(false)),
            (Question::Chow(..), "PASS", []) => Some(Decision::Chow(None)),
            // Its tiles may be said, but follow from the question.
            (Question::Pong(_), "PONG", []) => Some(Decision::Pong(true)),
            (Question::Pong(kind), "PONG", &[a, b, c]) if [a, b, c] == [*kind; 3] => Some(Decision::Pong(true)),
            (Question::Chow(_, chows), "CHOW", &[a, b, c]) => {
                let Some(Meld::Chow(chow)) = Meld::of([a, b, c]) else { return None };
                chows.contains(&chow).then_some(Decision::Chow(Some(chow)))
            }
            _ => None,
        }
    }

    /// What may be answered, for messages.
    pub fn expected(&self) -> String {
        match self {
            Question::Discard(kinds) => {
                let tiles: Vec<&str> = kinds.iter().map(Tile::token).collect();
                format!("OUT and one of {}", tiles.join(" "))
            }
            Question::Pong(_) => "PONG or PASS".to_owned(),
            Question::Chow(_, chows) => {
                let chows: Vec<String> = chows.iter().map(|chow| format!("CHOW {chow}")).collect();
                format!("{} or PASS", chows.join(", "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tile(token: &str) -> Tile {
        token.parse().unwrap()
    }

    fn written(question: &Question) -> String {
        let mut line = Vec::new();
        question.write(&mut line);
        String::from_utf8(line).unwrap()
    }

    #[test]
    fn only_what_is_allowed_is_read() {
        let discard = Question::Discard([tile("4P"), tile("E")].into_iter().collect());
        assert_eq!(written(&discard), "OUT? 4P E\n");
        assert_eq!(discard.read("OUT E"), Some(Decision::Discard(Tile::EAST)));
        for wrong in ["", "OUT", "OUT 5P", "OUT 4P E", "OUT 4X", "out E", "PASS", "PONG", "E", "OUT PASS"] {
            assert_eq!(discard.read(wrong), None, "{wrong}");
        }
        let pong = Question::Pong(tile("4P"));
        assert_eq!(written(&pong), "PONG? 4P\n");
        for claim in ["PONG", " PONG  4P 4P 4P "] {
            assert_eq!(pong.read(claim), Some(Decision::Pong(true)), "{claim}");
        }
        assert_eq!(pong.read("PASS"), Some(Decision::Pong(false)));
        assert_eq!((pong.read("PONG 4P"), pong.read("PONG E E E"), pong.read("PASS 4P")), (None, None, None));
        let kinds = [tile("3P"), tile("4P"), tile("5P"), tile("6P")].into_iter().collect();
        let chows: Vec<Chow> = Chow::formed(tile("4P"), kinds).collect();
        let chow = Question::Chow(tile("4P"), chows.clone());
        assert_eq!(written(&chow), "CHOW? 4P 5P 6P 3P 4P 5P\n");
        assert_eq!(chow.read("CHOW 3P 4P 5P"), Some(Decision::Chow(Some(chows[1]))));
        assert_eq!(chow.read("CHOW 5P 4P 3P"), Some(Decision::Chow(Some(chows[1]))), "in whatever order");
        assert_eq!(chow.read("PASS"), Some(Decision::Chow(None)));
        assert_eq!((chow.read("CHOW 2P 3P 4P"), chow.read("CHOW"), chow.read("CHOW 4P 4P 4P")), (None, None, None));
        assert_eq!(chow.expected(), "CHOW 4P 5P 6P, CHOW 3P 4P 5P or PASS");
    }
}
