//! Why a hand is as far as it is.

use crate::distance::{Form, Model};
use crate::hand::{Counts, Hand, MeldCount};
use crate::meld::{Chow, Meld};
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// One way to split a hand for its distance: the groups it aims at, the tiles it lacks for them and those it gives up.
///
/// Among plans that are equally near, it is the one found by taking melds one at a time, each time the first that still
/// allows the distance in this order: fewest tiles lacking, then chows before pongs, then tile order; and the pair at
/// last, likewise.
///
/// ```
/// use paili::analysis::Plan;
/// use paili::{Form, Notation, TableModel};
///
/// let hand = Notation::Judge.hand("1M 2M 3M 4P 5P 6P 7S 8S E E Z Z 9M")?;
/// let plan = Plan::of(TableModel, &hand, Form::Standard);
/// let groups: Vec<String> =
///     plan.groups.iter().map(|group| group.iter().map(|tile| tile.token()).collect::<Vec<_>>().join(" ")).collect();
/// assert_eq!(groups, ["1M 2M 3M", "4P 5P 6P", "6S 7S 8S", "E E E", "Z Z"]);
/// assert_eq!(plan.missing, ["6S".parse()?, "E".parse()?]);
/// assert_eq!(plan.surplus, ["9M".parse()?]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// What the concealed tiles are to become: melds in tile order, then the pair; for the other forms, seven pairs, or
    /// the thirteen single tiles in one group and then the one that makes a pair.
    pub groups: Vec<Vec<Tile>>,
    /// The tiles that must be added, in tile order: as many as the distance.
    pub missing: Vec<Tile>,
    /// The tiles that must leave, in tile order.
    pub surplus: Vec<Tile>,
}

impl Plan {
    /// A plan of a hand for a form, which it should be able to reach: beside exposed melds only the standard one.
    pub fn of(model: impl Model, hand: &Hand, form: Form) -> Plan {
        let groups = match form {
            Form::Standard => standard_groups(model, hand),
            Form::Pairs => pair_groups(hand.counts()),
            Form::Orphans => orphan_groups(hand.counts()),
        };
        Plan::with_groups(hand, groups)
    }

    fn with_groups(hand: &Hand, groups: Vec<Vec<Tile>>) -> Plan {
        let mut kept = [0_u8; Tile::COUNT];
        let mut missing = Vec::new();
        for &tile in groups.iter().flatten() {
            if kept[tile.index()] < hand.counts().get(tile) {
                kept[tile.index()] += 1;
            } else {
                missing.push(tile);
            }
        }
        missing.sort_unstable();
        let leaving = |tile: Tile| hand.counts().get(tile) - kept[tile.index()];
        let surplus = hand.counts().kinds().iter().flat_map(|tile| std::iter::repeat_n(tile, leaving(tile).into()));
        Plan { surplus: surplus.collect(), groups, missing }
    }
}

/// Melds in tile order, then the pair.
fn standard_groups(model: impl Model, hand: &Hand) -> Vec<Vec<Tile>> {
    let distance = model.lacking_standard(hand.counts(), hand.melds());
    let mut search = Search { model, left: *hand.counts(), used: Counts::EMPTY, groups: Vec::with_capacity(5) };
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
    /// Completes the groups with so many melds done or exposed, lacking exactly `lacking` tiles; tells whether it can.
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

/// The melds of which exactly so many tiles, at most three, are not there: chows before pongs, then tile order.
fn melds_lacking(counts: &Counts, missing: u8) -> impl Iterator<Item = Meld> + use<> {
    let [one, two, three, _] = *counts.copies().at_least();
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

/// The pairs held, then kinds held once, then others, each in tile order; the seven taken are in tile order.
fn pair_groups(counts: &Counts) -> Vec<Vec<Tile>> {
    let mut kinds: Vec<Tile> = Tile::regular().collect();
    kinds.sort_by_key(|&tile| std::cmp::Reverse(counts.get(tile).min(2)));
    kinds.truncate(7);
    kinds.sort_unstable();
    kinds.into_iter().map(|tile| vec![tile; 2]).collect()
}

/// The thirteen kinds, and the first of which there are two, or else one, once more.
fn orphan_groups(counts: &Counts) -> Vec<Vec<Tile>> {
    let kinds = TileSet::ORPHANS;
    let twice = (kinds & counts.pairs()).first().or((kinds & counts.kinds()).first()).or(kinds.first());
    vec![kinds.iter().collect(), twice.into_iter().collect()]
}
