//! The standard form's plan: melds and a pair.

use crate::distance::Model;
use crate::hand::{Counts, Hand, MeldCount};
use crate::meld::{Chow, Meld};
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// The groups that a hand aims at: melds in tile order, then the pair.
pub(crate) fn groups(model: impl Model, hand: &Hand) -> Vec<Vec<Tile>> {
    let distance = model.lacking_standard(hand.counts(), hand.melds());
    let mut search =
        Search { model, left: *hand.counts(), used: Counts::EMPTY, groups: Vec::with_capacity(MeldCount::ALL.len()) };
    let found = search.take_melds(hand.melds(), distance.get());
    debug_assert!(found, "every hand has a plan");
    let pair = search.groups.pop();
    search.groups.sort_unstable();
    search.groups.extend(pair);
    search.groups
}

/// Takes groups one at a time.
struct Search<M> {
    model: M,
    /// What is left of the hand.
    left: Counts,
    /// What the groups use, at most four of a kind.
    used: Counts,
    groups: Vec<Vec<Tile>>,
}

impl<M: Model> Search<M> {
    /// Completes the groups, `done` melds being taken or exposed, lacking exactly `lacking` tiles; tells whether it can.
    ///
    /// What the rest of the hand lacks on its own is never more than what it lacks beside the groups taken, so most wrong
    /// turns are seen at once. It can be less: the rest alone may use a fifth copy. Then it turns back.
    fn take_melds(&mut self, done: MeldCount, lacking: u8) -> bool {
        let Some(next) = MeldCount::new(done.get() + 1) else {
            return self.take_pair(lacking);
        };
        (0..=3_u8.min(lacking)).any(|missing| {
            melds_lacking(&self.left, missing).any(|meld| {
                self.take(&meld.tiles(), |search| {
                    let rest = lacking - missing;
                    search.model.lacking_standard(&search.left, next).get() <= rest && search.take_melds(next, rest)
                })
            })
        })
    }

    fn take_pair(&mut self, lacking: u8) -> bool {
        let (kinds, pairs) = (self.left.kinds(), self.left.pairs());
        let held = match lacking {
            0 => pairs,
            1 => kinds & !pairs,
            _ => !kinds,
        };
        (held & TileSet::REGULAR).iter().any(|tile| self.take(&[tile; 2], |_| true))
    }

    /// Takes a group if it uses no fifth copy and `then` succeeds; puts it back if not.
    fn take(&mut self, tiles: &[Tile], then: impl FnOnce(&mut Self) -> bool) -> bool {
        let (left, used) = (self.left, self.used);
        let fits = tiles.iter().all(|&tile| self.used.insert(tile).is_ok());
        if fits {
            for &tile in tiles {
                if self.left.kinds().contains(tile) {
                    self.left.take(tile);
                }
            }
            self.groups.push(tiles.to_vec());
            if then(self) {
                return true;
            }
            self.groups.pop();
        }
        (self.left, self.used) = (left, used);
        false
    }
}

/// The melds that lack exactly `missing` tiles, at most three: chows before pongs, then tile order.
fn melds_lacking(counts: &Counts, missing: u8) -> impl Iterator<Item = Meld> + use<> {
    let [one, two, three, _] = counts.copies().at_least();
    // By the first kind of a chow: whether it, the next and the one after that are held.
    let [first, second, third] = [0, 1, 2].map(|after| one.bits() >> after);
    let chows = match missing {
        0 => first & second & third,
        1 => (first & second | first & third | second & third) & !(first & second & third),
        2 => (first ^ second ^ third) & !(first & second & third),
        _ => !(first | second | third),
    };
    let pongs = match missing {
        0 => three,
        1 => two & !three,
        2 => one & !two,
        _ => !one,
    };
    let chows = (TileSet::from_bits(chows) & TileSet::REGULAR).iter().filter_map(Chow::starting).map(Meld::Chow);
    chows.chain((pongs & TileSet::REGULAR).iter().map(Meld::Pong))
}
