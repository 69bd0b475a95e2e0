//! The engine against a naive referee: only the win distance is shared, which has its own tests.

pub mod naive;

use crate::length::short_or_long;
use crate::threads;
use naive::{Misreading, transcript};
use paili::game::{Game, Rule, Transcript};
use paili::simulation::{Seed, Skew};
use paili::{Counts, MeldCount, Model, TableModel, Tile};

fn distance(hand: &[Tile], melds: &[[Tile; 3]]) -> u8 {
    TableModel.lacking(&Counts::of(hand.iter().copied()).unwrap(), MeldCount::ALL[melds.len()]).get()
}

#[test]
fn the_engine_plays_what_the_referee_says() {
    threads::each(0..short_or_long(2_000u64, 6_000), &|number| {
        let skew = Skew::ALL[number as usize % Skew::ALL.len()];
        let wall = Seed(75).skewed_wall(skew, number);
        let mut played = Transcript::new();
        Game::play(&wall, TableModel, &mut [Rule; 4], &mut played);
        let expected = transcript(&wall, distance, Misreading::Nothing);
        assert_eq!(std::str::from_utf8(played.as_bytes()).unwrap(), expected, "wall {number}, {skew:?}");
    });
}
