//! Two changes are nearly as good as a search of every draw and every discard.

use std::collections::HashMap;

use paili::analysis::Unseen;
use paili::odds::{Changes, Graph, Law};
use paili::{Distance, Forms, Hand, Model, TableModel, Tile, WithForms};

use super::{hands, near, seed};
use crate::length::short_or_long;
use crate::threads;

const KINDS: usize = Tile::REGULAR_COUNT;

type Copies = [u8; KINDS];

/// A search with the best discard after every draw, knowing all tiles that it has drawn.
struct Search {
    model: WithForms<TableModel>,
    left: Copies,
    known: HashMap<(Copies, Copies), f64>,
}

impl Search {
    fn of(unseen: &Unseen) -> Search {
        Search {
            model: WithForms::new(TableModel, Forms::ALL),
            left: std::array::from_fn(|kind| unseen.copies(Tile::ALL[kind])),
            known: HashMap::new(),
        }
    }

    /// How likely a hand of 14 tiles wins with its best discard.
    fn after_discard(&mut self, hand: &Hand, draws: u32) -> f64 {
        if u32::from(self.model.distance(hand).get()) > draws {
            return 0.0;
        }
        let kinds: Vec<Tile> = hand.counts().kinds().iter().collect();
        kinds.into_iter().map(|tile| self.win(&hand.without(tile).unwrap(), draws)).fold(0.0, f64::max)
    }

    /// How likely a hand of 13 tiles wins in so many draws.
    fn win(&mut self, hand: &Hand, draws: u32) -> f64 {
        if u32::from(self.model.distance(hand).get()) > draws {
            return 0.0;
        }
        let key = (hand.counts().regular(), self.left);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let all: u8 = self.left.iter().sum();
        let mut sum = 0.0;
        for kind in 0..KINDS {
            let copies = self.left[kind];
            if copies > 0 {
                let more = hand.with(Tile::ALL[kind]).unwrap();
                let is_won = self.model.distance(&more) == Distance::WON;
                self.left[kind] -= 1;
                let worth = if is_won { 1.0 } else { self.after_discard(&more, draws - 1) };
                self.left[kind] += 1;
                sum += f64::from(copies) * worth;
            }
        }
        // The tiles left say how many draws are, too.
        self.known.insert(key, sum / f64::from(all));
        sum / f64::from(all)
    }
}

#[test]
fn two_changes_come_within_a_thousandth_of_a_search() {
    const DRAWS: u32 = 3;
    let errors = threads::results(short_or_long(6, 200), |piece| {
        let mut rng = seed::rng(31, piece);
        let (_, melds) = hands::sizes().nth(1).unwrap();
        let hand = near::hand(14, melds, Forms::ALL, 1 + (piece % 3) as u8, &mut rng);
        let unseen = near::unseen(&hand, if piece % 2 == 0 { 0 } else { 30 }, &mut rng);
        let graph = Graph::of(WithForms::new(TableModel, Forms::ALL), &hand, &unseen, Changes::Two).unwrap();
        let odds = graph.odds(DRAWS, Law::Remembering).unwrap();
        let best = Search::of(&unseen).after_discard(&hand, DRAWS);
        let error = (odds.win[0] - best).abs();
        if error > 2e-4 {
            println!("{} {unseen:?}: {}, by search {best}", hand.counts(), odds.win[0]);
        }
        (error, hand, odds.win[0], best)
    });
    let (error, hand, found, best) = errors.into_iter().max_by(|one, other| one.0.total_cmp(&other.0)).unwrap();
    println!("largest error {error}: {} {found}, by search {best}", hand.counts());
    assert!(error < 1e-3, "{}: {found}, by search {best}", hand.counts());
}
