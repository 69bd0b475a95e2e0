//! Plays hands alone: thirteen random tiles and eighteen draws, by three ways to discard, and tells how many win.
//!
//! ```sh
//! cargo run --release --example alone -- 10000
//! ```

use paili::analysis::{Unseen, discards};
use paili::odds::{Changes, Graph, Law};
use paili::simulation::{Proportion, Seed};
use paili::{Counts, Distance, Forms, Hand, Model, TableModel, Tile};
use rayon::prelude::*;

const DRAWS: u32 = 18;

/// A way to discard, given what is unseen and how many draws are left.
type Way = fn(&Hand, &Unseen, u32) -> Option<Tile>;

fn by_rule(hand: &Hand, _: &Unseen, _: u32) -> Option<Tile> {
    TableModel.best_discard(hand)
}

fn by_acceptance(hand: &Hand, unseen: &Unseen, _: u32) -> Option<Tile> {
    discards(TableModel, hand, unseen).first().map(|best| best.tile)
}

/// Of hands that lack more than five tiles, the odds take long and hardly differ.
fn by_odds(hand: &Hand, unseen: &Unseen, left: u32) -> Option<Tile> {
    if left == 0 || hand.distance().get() > 5 {
        return by_acceptance(hand, unseen, left);
    }
    let graph = Graph::of(hand, unseen, Forms::default(), Changes::None).ok()?;
    let (discard, win) = graph.likeliest(left, Law::Remembering).ok()?;
    discard.filter(|_| win > 0.0).or_else(|| by_acceptance(hand, unseen, left))
}

/// Whether a hand wins that draws from a wall.
fn wins(tiles: &[Tile], way: Way) -> bool {
    let (dealt, wall) = tiles.split_at(13);
    let deal = || Hand::of_size(Counts::of(dealt.iter().copied()).ok()?).ok();
    let mut elsewhere = Counts::EMPTY;
    let mut play = || {
        let mut hand = deal()?;
        for (left, &tile) in (0..DRAWS).rev().zip(wall) {
            let drawn = hand.with(tile).ok()?;
            if drawn.distance() == Distance::WON {
                return Some(true);
            }
            let unseen = Unseen::beside(&drawn, &elsewhere).ok()?;
            let discard = way(&drawn, &unseen, left)?;
            hand = drawn.without(discard).ok()?;
            elsewhere.insert(discard).ok()?;
        }
        Some(false)
    };
    play().expect("a wall has four tiles of each kind, and a hand something to discard")
}

fn main() {
    let games = std::env::args().nth(1).map_or(1000, |games| games.parse().expect("a number of games"));
    let ways: [(&str, Way); 3] = [("rule", by_rule), ("acceptance", by_acceptance), ("odds", by_odds)];
    for (name, way) in ways {
        // The same walls for each: those of the game, without its special tiles.
        let won = (0..games).into_par_iter().filter(|&game| {
            let wall = Seed(1).wall(game);
            let tiles: Vec<Tile> = wall.tiles().iter().copied().filter(|tile| !tile.is_special()).collect();
            wins(&tiles, way)
        });
        let won = Proportion { hits: won.count() as u64, of: games };
        if let (Some(rate), Some(interval)) = (won.rate(), won.interval()) {
            let [rate, low, high] = [rate, interval.low, interval.high].map(|share| 100.0 * share);
            println!("{name:<12}{rate:.2} % of {games} games ({low:.2}–{high:.2})");
        }
    }
}
