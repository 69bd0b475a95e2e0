//! Holds what the laws tell against what happens: random hands of one distance after another, each played many times.
//!
//! ```sh
//! cargo run --release --example truth -- 0 1-5 1000 1000000  # changes, distances, hands of each, runs of each
//! ```

use paili::analysis::{Unseen, discards};
use paili::odds::{Changes, Graph, Law};
use paili::simulation::{Alone, Proportion, Seed};
use paili::{Counts, Distance, Hand, TableModel};
use rayon::prelude::*;

const DRAWS: u32 = 17;

/// The first hand to draw of this distance when thirteen tiles of a wall are dealt and the widest acceptance is played.
fn hand_of(distance: Distance, seed: Seed, game: u64) -> Option<Hand> {
    let wall = seed.wall(game);
    let mut tiles = wall.tiles().iter().copied().filter(|tile| !tile.is_special());
    let mut hand = Hand::of_size(Counts::of(tiles.by_ref().take(13)).ok()?).ok()?;
    while hand.distance() > distance {
        let drawn = hand.with(tiles.next()?).ok()?;
        hand = drawn.without(discards(TableModel, &drawn, &Unseen::by(&drawn)).first()?.tile).ok()?;
    }
    Some(hand).filter(|hand| hand.distance() == distance)
}

/// What a law tells of a hand, and what happens.
fn told_and_seen(hand: &Hand, law: Law, changes: Changes, (seed, runs): (Seed, u64)) -> (f64, Proportion) {
    let graph = Graph::of(TableModel, hand, &Unseen::by(hand), changes).expect("a graph that fits");
    let told = graph.wins(DRAWS, law).expect("more tiles are unseen")[0].1;
    let alone = Alone::new(&graph, DRAWS, law).expect("more tiles are unseen");
    (told, alone.play(seed, 0..runs)[0].win)
}

/// A row of the table: all differences in percentage points.
fn row(law: Law, compared: &[(f64, Proportion)]) -> String {
    let hands = compared.len() as f64;
    let seen = |seen: &Proportion| seen.rate().unwrap_or_default();
    let differences: Vec<f64> = compared.iter().map(|(told, won)| 100.0 * (told - seen(won))).collect();
    // The mean absolute value of a normal error is √(2/π) of its deviation.
    let by_chance = |(_, won): &(f64, Proportion)| {
        100.0 * (2.0 / std::f64::consts::PI * seen(won) * (1.0 - seen(won)) / won.of as f64).sqrt()
    };
    let won = 100.0 * compared.iter().map(|(_, won)| seen(won)).sum::<f64>() / hands;
    let absolute = differences.iter().map(|difference| difference.abs()).sum::<f64>() / hands;
    let mean = differences.iter().sum::<f64>() / hands;
    let largest = differences.iter().fold(0.0, |largest: f64, difference| largest.max(difference.abs()));
    let chance = compared.iter().map(by_chance).sum::<f64>() / hands;
    format!("{} | {hands} | {won:.2} % | {absolute:.3} | {mean:+.3} | {largest:.2} | {chance:.3} |", law.name())
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [changes, distances, hands, runs] = arguments.as_slice() else {
        panic!("changes, distances such as 1-5, hands of each and runs of each");
    };
    let number = |text: &str| text.parse::<u64>().expect("a number");
    let changes = Changes::new(number(changes) as u8).expect("0, 1 or 2 changes");
    let (hands, runs) = (number(hands) as usize, number(runs));
    let (nearest, farthest) = distances.split_once('-').unwrap_or((distances, distances));
    println!("| changes | distance | law | hands | won | mean of absolute differences | mean | largest | chance |");
    println!("|---|---|---|---|---|---|---|---|---|");
    for distance in number(nearest)..=number(farthest) {
        let distance = Distance::new(distance as u8).expect("a distance");
        let some: Vec<Hand> = (0..).filter_map(|game| hand_of(distance, Seed(1), game)).take(hands).collect();
        for law in Law::ALL {
            let compared = some.par_iter().enumerate();
            let compared = compared.map(|(place, hand)| told_and_seen(hand, law, changes, (Seed(place as u64), runs)));
            println!("| {} | {} | {}", changes.get(), distance.get(), row(law, &compared.collect::<Vec<_>>()));
        }
    }
}
