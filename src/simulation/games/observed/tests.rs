//! Nothing hidden is told.

use std::collections::HashMap;

use super::super::layout::{Layout, Observation};
use super::*;
use crate::game::{Event, Game, Observer, Step, Wall};
use crate::simulation::Seed;

/// What happens, as one seat knows it.
#[derive(Clone)]
struct Known {
    seat: Seat,
    events: Vec<Event>,
}

impl Observer for Known {
    fn observe<M: Model>(&mut self, event: Event, _: &Position<M>) {
        let event = match event {
            Event::Draw { seat, .. } if seat != self.seat => Event::Draw { seat, tile: Tile::EAST },
            event => event,
        };
        self.events.push(event);
    }
}

/// What was seen first at a decision, and what was hidden then.
struct First {
    bytes: Vec<Vec<u8>>,
    hidden: u64,
}

/// Two walls that differ only in what a seat can't see give it the same bytes until they can be told apart: what it has seen
/// happen tells all bytes.
#[test]
fn nothing_hidden_is_told() {
    let observations = [Observation::Compact, Observation::Planes, Observation::History { events: 40 }];
    let layouts = observations.map(|observation| Layout { observation, features: Features::With });
    let mut seen: HashMap<(Decision, Vec<Event>), First> = HashMap::new();
    let (mut again, mut hidden_apart) = (0, 0);
    let wall = Seed(5).wall(3);
    for variant in 0..400_u64 {
        let watcher = Seat::ALL[(variant / 100) as usize];
        let wall = changed(&wall, watcher, variant);
        let mut known = Known { seat: watcher, events: Vec::new() };
        let mut open = PublicState::NOTHING;
        let mut game = Game::deal(&wall, TableModel);
        while let Step::Decision(decision) = game.advance(&mut (&mut known, &mut open)) {
            let position = game.position();
            let hidden = Seat::ALL.iter().fold(0, |sum: u64, &seat| {
                let tiles = position.hand(seat).counts().tiles();
                tiles.fold(sum, |sum, tile| sum.wrapping_mul(41).wrapping_add(tile.index() as u64))
            });
            let own = Some(decision).filter(|decision| decision.seat() == watcher);
            let view = Observed { position, open: &open, decision: own, seat: watcher };
            let bytes = layouts.map(|layout| {
                let mut bytes = vec![0; layout.len()];
                layout.write(&view, &mut bytes);
                bytes
            });
            // Others decide among what they hold, which the seat does not know: only its own decisions are compared.
            if own.is_some() {
                let key = (decision, known.events.clone());
                let first = seen.entry(key).or_insert_with(|| First { bytes: bytes.to_vec(), hidden });
                assert!(
                    first.bytes[..] == bytes[..],
                    "{watcher} tells walls apart after {} events",
                    known.events.len()
                );
                again += 1;
                hidden_apart += usize::from(first.hidden != hidden);
            }
            // All discard what they drew, as far as that can be told, and claim nothing.
            let action = match decision {
                Decision::Discard { tiles, .. } => Action::Discard(known_or_last(&wall, position, tiles)),
                _ => Action::Pass,
            };
            game.act(action).unwrap();
        }
    }
    assert!(again > 5000 && hidden_apart > 1000, "{hidden_apart} of {again} had other tiles hidden");
}

/// The tile that was just drawn, or the last one held.
fn known_or_last(wall: &Wall, position: &Position<TableModel>, tiles: crate::tile_set::TileSet) -> Tile {
    let drawn = wall.tiles()[Wall::LEN - position.tiles_left() - 1];
    if tiles.contains(drawn) { drawn } else { tiles.last().expect("a hand to discard from") }
}

/// The wall with the tiles that others are dealt shuffled among them and with the far end of the wall.
fn changed(wall: &Wall, watcher: Seat, variant: u64) -> Wall {
    let mut tiles = *wall.tiles();
    let others = |place: &usize| *place % PLAYERS != watcher.index() || *place >= Wall::DEALT;
    let places: Vec<usize> = (0..Wall::DEALT).chain(Wall::LEN - 60..Wall::LEN).filter(others).collect();
    let mut word = variant;
    for end in (1..places.len()).rev() {
        word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        tiles.swap(places[end], places[(word >> 33) as usize % (end + 1)]);
    }
    Wall::from_checked(tiles)
}
