//! Seeded hands of one distance.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

use super::Seed;
use crate::deck::{Deck, Specials};
use crate::distance::{Distance, Model};
use crate::hand::Hand;
use crate::rules::{RuleHandError, RulesModel};
use crate::survey::{Distribution, NumberedHands};
use crate::tile::Tile;

/// Random hands of a distance: of all that a deck allows, every draw of tiles is equally likely, however rare the distance is.
///
/// The hands of each way to win are numbered by what they lack for it, as [`Distribution`] counts them. Either a number among those
/// that lack at least so much in one way is drawn, or among those that lack just so much in any way; hands that are nearer are
/// drawn again, and of the ways that lead to the same hand only the first counts. So all hands are as likely as one another.
///
/// Hand i at a distance depends on the seed, the deck, the number of tiles, the distance and i alone. It takes four searches by halves,
/// and more tries where several forms share the rare ones among them.
///
/// ```
/// use paili::simulation::{HandsAtDistance, Seed};
/// use paili::{Deck, Distance, Model, rules::RuleSet};
///
/// let rules = RuleSet::standard();
/// let hands = HandsAtDistance::of(&Deck::of(rules), 14)?;
/// let won = hands.draw(Distance::WON, Seed(1), 0, 3).unwrap();
/// assert!(won.iter().all(|hand| rules.model().distance(hand) == Distance::WON));
/// assert!(hands.draw(Distance::FARTHEST, Seed(1), 0, 3).is_none());
/// # Ok::<(), paili::rules::RuleHandError>(())
/// ```
#[derive(Debug, Clone)]
pub struct HandsAtDistance {
    distribution: Distribution,
    model: RulesModel,
    ways: Vec<NumberedHands>,
}

/// Hands that share a stream of random words.
const SHARED: u64 = 64;

/// The first word, of 32 bits, that hands of a distance draw on: [`RandomHands`](super::RandomHands) stay below.
const FIRST_WORD: u128 = 6 << 32;

/// What numbers are drawn among.
#[derive(Clone, Copy)]
enum Among<'a> {
    /// Those that lack at least so much in one way.
    From(&'a NumberedHands),
    /// Those that lack just so much in any way.
    At,
}

impl HandsAtDistance {
    /// Hands of `tiles` regular tiles and wildcards of a deck.
    ///
    /// It counts all hands, as [`Distribution`] does, and keeps the sets of tiles of each way to win.
    ///
    /// # Errors
    ///
    /// When no hand has that number of tiles, none of them can win, or the deck has fewer.
    pub fn of(deck: &Deck, tiles: usize) -> Result<HandsAtDistance, RuleHandError> {
        let deck = deck.with(Specials::Without).unwrap_or(*deck);
        let distribution = Distribution::of(&deck, tiles)?;
        let melds = deck.rules().check_size(tiles, deck.total())?;
        let left = std::array::from_fn(|kind| deck.left(Tile::ALL[kind]));
        let ways = NumberedHands::of_lanes(deck.rules().tables(), &left, tiles, melds);
        Ok(HandsAtDistance { distribution, model: deck.rules().model(), ways })
    }

    /// How many hands there are at each distance.
    pub fn distribution(&self) -> &Distribution {
        &self.distribution
    }

    /// Hands of a distance from a number on, or none if no hand has that distance.
    pub fn draw(&self, distance: Distance, seed: Seed, first: u64, hands: usize) -> Option<Vec<Hand>> {
        self.distribution.distances().iter().find(|at| at.distance == distance)?;
        let from = self.ways.iter().map(|way| (way.number_from(distance), Among::From(way)));
        let at: u128 = self.ways.iter().map(|way| way.number_at(distance)).sum();
        let candidates = from.chain((distance != Distance::NEVER).then_some((at, Among::At)));
        let (numbers, among) = candidates.min_by_key(|&(numbers, _)| numbers)?;
        let skipped = first % SHARED;
        let mut drawn = Vec::with_capacity(hands);
        let mut stream = first / SHARED;
        while drawn.len() < hands {
            let mut words = seed.words(stream);
            // Each distance has words of its own.
            words.set_word_pos(FIRST_WORD + (u128::from(distance.get()) << 32));
            let skipped = if drawn.is_empty() { skipped } else { 0 };
            let rest = (SHARED - skipped).min((hands - drawn.len()) as u64);
            (0..skipped).map(|_| self.one(distance, numbers, among, &mut words)).for_each(|_before| {});
            drawn.extend((0..rest).map(|_| self.one(distance, numbers, among, &mut words)));
            stream += 1;
        }
        Some(drawn)
    }

    fn one(&self, distance: Distance, numbers: u128, among: Among, words: &mut ChaCha8Rng) -> Hand {
        loop {
            let number = below(numbers, words);
            let drawn = match among {
                Among::From(way) => way.hand_from(distance, number),
                Among::At => self.hand_at(distance, number),
            };
            if let Some(hand) = drawn.filter(|hand| self.model.distance(hand) == distance) {
                return hand;
            }
        }
    }

    /// The hand of a number among those that lack so much in one of the ways, but for those that do in an earlier one.
    fn hand_at(&self, distance: Distance, mut number: u128) -> Option<Hand> {
        for (place, way) in self.ways.iter().enumerate() {
            let here = way.number_at(distance);
            if number < here {
                let is_of_earlier = |hand: &Hand| self.ways[..place].iter().any(|way| way.lacking(hand) == distance);
                return way.hand_from(distance, number).filter(|hand| !is_of_earlier(hand));
            }
            number -= here;
        }
        None
    }
}

/// A random number below another, all equally likely.
fn below(end: u128, words: &mut ChaCha8Rng) -> u128 {
    let unused = (end - 1).leading_zeros();
    loop {
        let high = if unused < u64::BITS { u128::from(words.next_u64()) << u64::BITS } else { 0 };
        let number = (high | u128::from(words.next_u64())) & (u128::MAX.checked_shr(unused).unwrap_or(0));
        if number < end {
            return number;
        }
    }
}
