//! What a bound is, hand by hand, and hands to try it on.

use std::collections::HashMap;

use paili::rules::{PlainRules, ReadyMade, RuleSet};
use paili::{Counts, Forms, Model, Tile};
use paili_solve::{AloneGame, DeckParts, SolveError};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The usual game of these parts of the deck, won by the standard form.
pub fn usual(parts: DeckParts, tiles: usize) -> Result<AloneGame, SolveError> {
    AloneGame::new(RuleSet::standard(), tiles)?.with_parts(parts)
}

/// The same by some of riichi's forms, or all.
pub fn with_forms(parts: DeckParts, tiles: usize, forms: Forms) -> AloneGame {
    let rules = ReadyMade::Riichi.rules().choosing(forms).unwrap();
    AloneGame::new(&rules, tiles).unwrap().with_parts(parts).unwrap()
}

/// Copies of each kind.
pub type Held = [u8; Tile::REGULAR_COUNT];

/// The bounds of hands, as they are defined: draw by draw, and each hand for itself.
pub struct Definition {
    game: AloneGame,
    kinds: Vec<usize>,
    /// By draws to come.
    known: Vec<HashMap<Held, f64>>,
    lacking: HashMap<Held, u8>,
}

impl Definition {
    pub fn of(game: AloneGame) -> Definition {
        let kinds = Tile::regular().filter(|&tile| game.copies(tile) > 0).map(Tile::index).collect();
        let known = vec![HashMap::new(); game.draws() as usize + 1];
        Definition { game, kinds, known, lacking: HashMap::new() }
    }

    /// The bound of a hand before a draw.
    pub fn bound(&mut self, held: Held, draws: u32) -> f64 {
        // Each draw brings it nearer by one tile at most.
        if draws == 0 || u32::from(self.lacking(held)) > draws {
            return 0.0;
        }
        if let Some(&known) = self.known[draws as usize].get(&held) {
            return known;
        }
        let without = self.bound(held, draws - 1);
        let unseen = f64::from(self.game.unseen() - (self.game.draws() - draws));
        let mut bound = without;
        for kind in self.kinds.clone() {
            let copies = self.game.copies(Tile::ALL[kind]);
            if held[kind] < copies {
                let mut more = held;
                more[kind] += 1;
                let gain = (self.worth(more, draws - 1) - without).max(0.0);
                bound += f64::from(copies - held[kind]) / unseen * gain;
            }
        }
        self.known[draws as usize].insert(held, bound.min(1.0));
        bound.min(1.0)
    }

    /// What a hand is worth after a draw.
    fn worth(&mut self, held: Held, draws: u32) -> f64 {
        if self.lacking(held) == 0 {
            return 1.0;
        }
        let mut worth = 0.0_f64;
        for kind in self.kinds.clone() {
            if held[kind] > 0 {
                let mut left = held;
                left[kind] -= 1;
                worth = worth.max(self.bound(left, draws));
            }
        }
        worth
    }

    pub fn lacking(&mut self, held: Held) -> u8 {
        let rules = self.game.rules();
        *self.lacking.entry(held).or_insert_with(|| {
            let hand = rules.hand(counts(held), 0).unwrap();
            // The embedded tables' distances are compared with the plain programme's elsewhere.
            rules.embedded().map_or_else(|| PlainRules::new(rules).distance(&hand), |model| model.distance(&hand)).get()
        })
    }
}

pub fn counts(held: Held) -> Counts {
    Counts::of(Tile::regular().flat_map(|tile| std::iter::repeat_n(tile, held[tile.index()].into()))).unwrap()
}

/// All hands with so many tiles of these kinds.
pub fn all_hands(kinds: &[usize], tiles: u8) -> Vec<Held> {
    let mut all = vec![([0; Tile::REGULAR_COUNT], tiles)];
    for &kind in kinds {
        let more = |(held, left): (Held, u8)| {
            (0..=left.min(Tile::COPIES)).map(move |count| {
                let mut held = held;
                held[kind] = count;
                (held, left - count)
            })
        };
        all = all.into_iter().flat_map(more).collect();
    }
    all.into_iter().filter(|&(_, left)| left == 0).map(|(held, _)| held).collect()
}

/// Random hands of a deck: half of them of few kinds, so that they are near.
pub fn random_hands(game: &AloneGame, number: usize) -> Vec<Held> {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let deck: Vec<Tile> = Tile::regular().filter(|&tile| game.copies(tile) > 0).collect();
    let tiles_of = |kinds: &[Tile]| -> Vec<usize> {
        kinds.iter().flat_map(|&kind| std::iter::repeat_n(kind.index(), game.copies(kind).into())).collect()
    };
    let hand = |number: usize| {
        let few = (deck.len() > 6 && !number.is_multiple_of(2)).then(|| random.random_range(0..deck.len() - 6));
        let few = few.map(|from| tiles_of(&deck[from..from + 6])).filter(|few| few.len() >= game.tiles());
        let mut tiles = few.unwrap_or_else(|| tiles_of(&deck));
        tiles.shuffle(&mut random);
        let mut held = [0; Tile::REGULAR_COUNT];
        tiles[..game.tiles()].iter().for_each(|&kind| held[kind] += 1);
        held
    };
    (0..number).map(hand).collect()
}
