//! The plain programme, part by part: quick enough to be asked a hundred million times.

use std::cell::RefCell;
use std::collections::HashMap;

use paili::distance::cost_row;
use paili::{Counts, Distance, MeldCount, Model, PlainModel, Suit, Tile};

/// What [`PlainModel`] finds: the costs of the parts, which [`cost_row`] works out once for each part that there is, put
/// together as it puts kind after kind together.
#[derive(Debug, Clone, Copy)]
pub struct PlainByParts;

/// The fewest tiles that some kinds lack, `[pairs][melds]`.
type Costs = [[u8; MeldCount::ALL.len()]; 2];

/// The costs of the parts asked for so far, by their counts; those of the honors begin with seven.
type Known = HashMap<[u8; 1 + Suit::RANKS], Costs>;

/// Parts that a thread keeps.
const MOST_KNOWN: usize = 1 << 16;

thread_local! {
    static KNOWN: RefCell<Known> = RefCell::default();
}

impl Model for PlainByParts {
    fn lacking(&self, concealed: &Counts, exposed: MeldCount) -> Distance {
        let counts = concealed.regular();
        KNOWN.with_borrow_mut(|known| {
            if known.len() > MOST_KNOWN {
                known.clear();
            }
            let parts = counts.chunks(Suit::RANKS).map(|part| {
                let mut key = [0; 1 + Suit::RANKS];
                key[0] = part.len() as u8;
                key[1..=part.len()].copy_from_slice(part);
                *known.entry(key).or_insert_with(|| costs(part))
            });
            let all = parts.reduce(|one, other| beside(&one, &other)).unwrap();
            Distance::new(all[1][exposed.concealed()]).unwrap()
        })
    }
}

fn costs(part: &[u8]) -> Costs {
    let first = if part.len() == Suit::RANKS { 0 } else { Tile::EAST.index() };
    let kinds = Tile::ALL[first..].iter().zip(part);
    let counts = Counts::of(kinds.flat_map(|(&tile, &copies)| std::iter::repeat_n(tile, copies.into()))).unwrap();
    cost_row(&counts).map(|costs| costs.map(Distance::get))
}

/// What two parts cost together: the best way to share out the melds and the pair.
fn beside(one: &Costs, other: &Costs) -> Costs {
    let mut all = [[u8::MAX; MeldCount::ALL.len()]; 2];
    for (pair, pairs) in [(0, 0), (0, 1), (1, 0)] {
        for (melds, cost) in one[pair].iter().enumerate() {
            for (all, more) in all[pair + pairs][melds..].iter_mut().zip(&other[pairs]) {
                *all = (*all).min(cost + more);
            }
        }
    }
    all
}

/// Has a hand judged by both.
#[allow(dead_code, reason = "some tests have nothing of their own to compare")]
pub fn assert_plain(concealed: &Counts, exposed: MeldCount) {
    assert_eq!(PlainByParts.lacking(concealed, exposed), PlainModel.lacking(concealed, exposed), "{concealed}");
}
