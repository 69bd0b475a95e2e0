//! A model's reading of a hand, kept up to date through games, answers as the model does when it is asked anew.

mod random {
    pub mod seed;
    pub mod walls;
}

use paili::distance::{Anew, Model, Reading, TableModel};
use paili::game::{Event, Game, Observer, Rule, Seat, Wall};
use paili::hand::Hand;
use paili::meld::{Chow, Meld};
use paili::tile::Tile;
use random::walls::SKEWS;
use rayon::prelude::*;

/// Follows every player's hand with readings of its own.
struct Follower<M: Model> {
    model: M,
    readings: Option<[M::Reading; 4]>,
    compared: usize,
}

impl<M: Model> Follower<M> {
    fn compare(&mut self, reading: M::Reading, hand: &Hand) {
        let anew = Anew(self.model);
        assert_eq!(reading.distance(hand), anew.distance(hand), "{hand:?}");
        assert_eq!(reading.waits(hand), anew.waits(hand), "{hand:?}");
        assert_eq!(reading.best_discard(hand), anew.best_discard(hand), "{hand:?}");
        for claimed in Tile::ALL {
            let melds = Chow::all_with(claimed).map(Meld::Chow).chain([Meld::Pong(claimed)]);
            for meld in melds {
                let expected = anew.distance_claiming(hand, meld, claimed);
                assert_eq!(reading.distance_claiming(hand, meld, claimed), expected, "{hand:?} claims {meld}");
            }
        }
        self.compared += 1;
    }
}

impl<R: Model> Observer for Follower<R> {
    fn observe<M: Model>(&mut self, event: Event, game: &Game<M>) {
        let Some(readings) = &mut self.readings else { return };
        let (seat, changed) = match event {
            Event::Draw { seat, tile } | Event::Discard { seat, tile } | Event::Pong { seat, tile, .. } => (seat, tile),
            Event::Chow { seat, chow, .. } => (seat, chow.tiles()[0]),
            Event::Special { seat, special, .. } => (seat, special),
            Event::End(_) => return,
        };
        let reading = &mut readings[seat.index()];
        reading.update(game.hand(seat), changed);
        let reading = *reading;
        self.compare(reading, game.hand(seat));
    }

    fn dealt<M: Model>(&mut self, game: &Game<M>) {
        self.readings = Some(Seat::ALL.map(|seat| self.model.read(game.hand(seat))));
    }
}

fn wall(number: u64) -> Wall {
    let skew = SKEWS[number as usize % SKEWS.len()];
    random::walls::wall(skew, &mut random::seed::rng(34, number))
}

#[test]
fn readings_keep_up_with_games() {
    let compared: usize = (0..2000)
        .into_par_iter()
        .map(|number| {
            let model = TableModel::new();
            let mut follower = Follower { model, readings: None, compared: 0 };
            Game::play(&wall(number), model, &mut [Rule; 4], &mut follower);
            follower.compared
        })
        .sum();
    assert!(compared > 100_000, "{compared} hands");
}
