//! Walls, and the games that are played with them.

use paili::answers::GameAnswer;
use paili::game::Wall;
use paili::simulation::Seed;
use paili::{Specials, Tile};
use serde::Serialize;

use crate::failure::Failure;
use crate::json::to_json;
use crate::request::Seeded;

/// A wall's tiles as the judge writes them, front first.
#[derive(Serialize)]
struct Shuffled {
    tiles: Vec<&'static str>,
}

/// The wall of a game of a seed. Without specials, it is the same wall after they are taken out, which is as random.
pub fn shuffle(seeded: &Seeded) -> Result<String, Failure> {
    let wall = wall(seeded)?;
    let stays = |tile: &Tile| seeded.specials == Specials::With || !tile.is_special();
    let tiles = wall.tiles().iter().copied().filter(stays).map(Tile::token).collect();
    Ok(to_json(&Shuffled { tiles }))
}

/// A game, step by step.
pub fn play(seeded: &Seeded) -> Result<String, Failure> {
    Ok(to_json(&GameAnswer::new(&wall(seeded)?)))
}

fn wall(Seeded { wall, seed, game, .. }: &Seeded) -> Result<Wall, Failure> {
    if let Some(text) = wall {
        return text.parse().map_err(|error| Failure::of_wall(&error, text));
    }
    let Ok(number) = seed.trim().parse() else {
        let message = "expected a whole number from 0 to 18446744073709551615";
        return Err(Failure::of_part("seed", "seed", &message, seed));
    };
    Ok(Seed(number).wall(*game))
}
