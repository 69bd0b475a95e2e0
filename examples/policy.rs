//! A policy of your own, and whether it is any good.
//!
//! Run it with `cargo run --release --example policy`.

use paili::game::{Policy, Rule, Seat, View};
use paili::simulation::{Seed, Side, compare};
use paili::{Chow, Distance, Meld, Model, TableModel, Tile};

/// Discards as the rule does, but keeps its hand concealed until a claim makes it ready: a claim gives the hand away and
/// uses up the freedom to change it.
struct Patient;

impl Patient {
    fn becomes_ready<M: Model>(view: &View<'_, M>, meld: Meld, discarded: Tile) -> bool {
        view.distance() > Distance::READY && view.distance_claiming(meld, discarded) == Some(Distance::READY)
    }
}

impl<M: Model> Policy<M> for Patient {
    fn discard(&mut self, view: &View<'_, M>) -> Tile {
        Rule.discard(view)
    }

    fn claims_pong(&mut self, view: &View<'_, M>, discarded: Tile) -> bool {
        Patient::becomes_ready(view, Meld::Pong(discarded), discarded)
    }

    fn claims_chow(&mut self, view: &View<'_, M>, discarded: Tile) -> Option<Chow> {
        view.chows(discarded).find(|&chow| Patient::becomes_ready(view, Meld::Chow(chow), discarded))
    }
}

fn main() {
    // Two players of each, in all six ways to seat them, on each of fifty thousand walls.
    let player = |side, _game, _seat: Seat| -> Box<dyn Policy<TableModel>> {
        match side {
            Side::A => Box::new(Patient),
            Side::B => Box::new(Rule),
        }
    };
    let comparison = compare(Seed(1), 0..50_000, TableModel, player);
    let (Some(difference), Some(interval)) = (comparison.difference(), comparison.interval()) else { return };
    let [difference, low, high] = [difference, interval.low, interval.high].map(|rate| 100.0 * rate);
    println!(
        "A patient player's win rate less the rule's: {difference:+.2} percentage points ({low:+.2} to {high:+.2})."
    );
}
