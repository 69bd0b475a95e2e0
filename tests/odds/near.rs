//! Random hands near to winning.

use paili::analysis::Unseen;
use paili::{Counts, Forms, Hand, MeldCount, Model, TableModel, Tile, WithForms};
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

use super::hands;

/// A deck of all regular tiles, or of the copies of neighbouring kinds, so that hands are full of pairs and chows.
pub fn deck(rng: &mut impl Rng) -> Vec<Tile> {
    let kinds = if rng.random_range(0..2) == 0 { 34 } else { rng.random_range(9..34) };
    let first = rng.random_range(0..=34 - kinds);
    Tile::ALL[first..first + kinds].iter().flat_map(|&tile| [tile; 4]).collect()
}

/// A hand of at most this distance that does not win.
pub fn hand(tiles: usize, melds: MeldCount, forms: Forms, farthest: u8, rng: &mut impl Rng) -> Hand {
    let model = WithForms::new(TableModel, forms);
    let mut deck = deck(rng);
    loop {
        let mut next = Some(hands::hand(&mut deck, tiles, melds, rng));
        while let Some(hand) = next {
            match model.distance(&hand).get() {
                0 => break,
                distance if distance <= farthest => return hand,
                _ => next = nearer(&hand, model, rng),
            }
        }
    }
}

/// A hand with one tile exchanged for a useful one.
fn nearer(hand: &Hand, model: impl Model, rng: &mut impl Rng) -> Option<Hand> {
    let draw = |hand: &Hand, rng: &mut _| pick(&model.useful(hand).iter().collect::<Vec<_>>(), rng);
    let discard = |hand: &Hand, rng: &mut _| {
        let keeps = |tile: &Tile| model.distance(&hand.without(*tile).unwrap()) == model.distance(hand);
        pick(&hand.counts().kinds().iter().filter(keeps).collect::<Vec<_>>(), rng)
    };
    if hand.must_discard() {
        let rest = hand.without(discard(hand, rng)?).unwrap();
        rest.with(draw(&rest, rng)?).ok()
    } else {
        let more = hand.with(draw(hand, rng)?).unwrap();
        more.without(discard(&more, rng)?).ok()
    }
}

/// Any of some things, if there are some.
pub fn pick<T: Copy>(from: &[T], rng: &mut impl Rng) -> Option<T> {
    (!from.is_empty()).then(|| from[rng.random_range(0..from.len())])
}

/// What a hand's owner has not seen when it sees so many tiles elsewhere, if there are so many.
pub fn unseen(hand: &Hand, visible: usize, rng: &mut impl Rng) -> Unseen {
    let copies = |tile: Tile| std::iter::repeat_n(tile, 4 - usize::from(hand.counts().get(tile)));
    let mut others: Vec<Tile> = Tile::regular().flat_map(copies).collect();
    let (seen, _) = others.partial_shuffle(rng, visible);
    Unseen::beside(hand, &Counts::of(seen.iter().copied()).unwrap()).unwrap()
}
