//! By the classes of a hand, which a game keeps up to date, the table model answers as it does when it is asked anew.

use crate::length::short_or_long;
use crate::threads;
use paili::game::{Event, Game, Observer, Position, Rule, Seat, Wall};
use paili::simulation::{Seed, Skew};
use paili::{Chow, Hand, Meld, Model, TableModel, Tile};

/// Follows every player's hand with classes of its own.
struct Follower<C> {
    classes: Option<[C; 4]>,
    compared: usize,
    /// The classes of a hand, and those after a tile came or went.
    update: fn(Option<C>, &Hand, Tile) -> C,
    compare: fn(C, &Hand),
}

impl<C: Copy> Observer for Follower<C> {
    fn observe<M: Model>(&mut self, event: Event, game: &Position<M>) {
        if event == Event::Dealt {
            self.classes = Some(Seat::ALL.map(|seat| (self.update)(None, game.hand(seat), Tile::EAST)));
        }
        let Some(classes) = &mut self.classes else { return };
        let (seat, changed) = match event {
            Event::Draw { seat, tile } | Event::Discard { seat, tile } | Event::Pong { seat, tile, .. } => (seat, tile),
            Event::Chow { seat, chow, .. } => (seat, chow.tiles()[0]),
            Event::Special { seat, special, .. } => (seat, special),
            Event::Dealt | Event::End(_) => return,
        };
        let classes = &mut classes[seat.index()];
        *classes = (self.update)(Some(*classes), game.hand(seat), changed);
        (self.compare)(*classes, game.hand(seat));
        self.compared += 1;
    }
}

fn wall(number: u64) -> Wall {
    let skew = Skew::ALL[number as usize % Skew::ALL.len()];
    Seed(34).skewed_wall(skew, number)
}

#[test]
fn classes_keep_up_with_games() {
    let model = TableModel;
    let compared = threads::results(short_or_long(400, 2000), |number| {
        let mut follower = Follower {
            classes: None,
            compared: 0,
            update: |classes, hand, changed| match classes {
                Some(classes) => TableModel.classes_after(classes, hand, changed),
                None => TableModel.classes(hand),
            },
            compare: |classes, hand| {
                assert_eq!(TableModel.distance_in(classes, hand), TableModel.distance(hand), "{hand:?}");
                assert_eq!(TableModel.waits_in(classes, hand), TableModel.waits(hand), "{hand:?}");
                let best = TableModel.best_discard_in(classes, TableModel.distance(hand), hand);
                assert_eq!(best.map(|(tile, ..)| tile), TableModel.best_discard(hand), "{hand:?}");
                if let Some((tile, left, distance)) = best {
                    let after = hand.without(tile).unwrap();
                    assert_eq!((left, distance), (TableModel.classes(&after), TableModel.distance(&after)), "{hand:?}");
                }
                for claimed in Tile::ALL {
                    for meld in Chow::all_with(claimed).map(Meld::Chow).chain([Meld::Pong(claimed)]) {
                        let expected = hand.claiming(meld, claimed).ok().map(|after| TableModel.distance(&after));
                        let answer = TableModel.distance_claiming_in(classes, hand, meld, claimed);
                        assert_eq!(answer, expected, "{hand:?} claims {meld}");
                    }
                }
            },
        };
        Game::play(&wall(number), model, &mut [Rule; 4], &mut follower);
        follower.compared
    });
    let compared: usize = compared.into_iter().sum();
    assert!(compared > short_or_long(20_000, 100_000), "{compared} hands");
}
