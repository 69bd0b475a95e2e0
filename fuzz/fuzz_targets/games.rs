//! Walls are read the same however they arrive. A game is the same whether a model looks everything up or tries every tile
//! by definition, and its distances are the plain programme's.
#![no_main]

#[path = "../../tests/definition/mod.rs"]
mod definition;

use std::io::{self, Read};

use arbitrary::Unstructured;
use definition::ByDefinition;
use libfuzzer_sys::fuzz_target;
use paili::game::{Event, Game, Observer, Outcome, Position, Rule, Transcript, Wall, WallReader};
use paili::{Model, PlainModel, TableModel, Tile};

fuzz_target!(|bytes: &[u8]| {
    let read = walls(bytes);
    assert_eq!(read, walls(Pieces(bytes)), "in pieces");
    match read.0.first() {
        Some(wall) => {
            assert_eq!(wall.to_string().parse::<Wall>().ok().as_ref(), Some(wall));
            is_one_game(wall);
        }
        None => is_one_game(&shuffled(bytes)),
    }
});

/// The walls before the first error, and its message.
fn walls(source: impl Read) -> (Vec<Wall>, Option<String>) {
    let mut walls = Vec::new();
    for wall in WallReader::new(source) {
        match wall {
            Ok(wall) => walls.push(wall),
            Err(error) => return (walls, Some(error.to_string())),
        }
    }
    (walls, None)
}

/// Hands out a few bytes at a time, as many as the next byte says.
struct Pieces<'a>(&'a [u8]);

impl Read for Pieces<'_> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let most = self.0.first().map_or(1, |&byte| usize::from(byte % 8) + 1);
        let some = room.len().min(most);
        self.0.read(&mut room[..some])
    }
}

/// All tiles, in an order that the bytes choose.
fn shuffled(bytes: &[u8]) -> Wall {
    let mut choices = Unstructured::new(bytes);
    let mut tiles: [Tile; Wall::LEN] = std::array::from_fn(|place| Tile::ALL[place / 4]);
    for place in 0..Wall::LEN {
        let other = choices.int_in_range(place..=Wall::LEN - 1).unwrap_or(place);
        tiles.swap(place, other);
    }
    Wall::new(tiles).expect("four of each kind")
}

fn is_one_game(wall: &Wall) {
    let by_tables = play(wall, TableModel, &mut Plain);
    assert_eq!(by_tables, play(wall, ByDefinition(TableModel), &mut ()), "{wall}");
}

fn play(wall: &Wall, model: impl Model, observer: &mut impl Observer) -> (Outcome, String) {
    let mut transcript = Transcript::new();
    let outcome = Game::play(wall, model, &mut [Rule; 4], &mut (observer, &mut transcript));
    (outcome, String::from_utf8_lossy(transcript.as_bytes()).into_owned())
}

/// Asks the plain programme about the hand of everybody who has discarded. It is too slow to play a whole game.
struct Plain;

impl Observer for Plain {
    fn observe<M: Model>(&mut self, event: Event, game: &Position<M>) {
        if let Event::Discard { seat, .. } = event {
            assert_eq!(game.distance(seat), PlainModel.distance(game.hand(seat)), "{seat} after {event:?}");
        }
    }
}
