//! The standard form's plan: melds and a pair. Melds that the hand has to hold come first, and the rest is planned as one that has to
//! hold none.

use crate::distance::{Distance, Model};
use crate::forms::Form;
use crate::hand::{Counts, Hand, MeldCount};
use crate::meld::{Chow, Meld};
use crate::rules::{PlainRules, WildcardCopies};
use crate::tile::{Suit, Tile};
use crate::tile_set::TileSet;

/// The groups that a hand of this distance aims at: melds in tile order, then the pair; none of a void suit.
pub(super) fn groups(model: &impl Model, hand: &Hand, void: TileSet, distance: Distance) -> Option<Vec<Vec<Tile>>> {
    match &model.rules().aim().with[..] {
        [] => groups_beside(model, &[], hand, void, distance),
        required => {
            let rules = model.rules().requiring_nothing();
            let mut rest = PlainRules::of_at_most(&rules, |tile| model.most_copies(tile));
            if let Some(suit) = void.first().and_then(Tile::suit) {
                rest = rest.with_void(suit);
            }
            groups_beside(&rest, required, hand, void, distance)
        }
    }
}

/// The same by a model that requires no melds, beside these.
fn groups_beside(
    model: &impl Model,
    required: &[Meld],
    hand: &Hand,
    void: TileSet,
    distance: Distance,
) -> Option<Vec<Vec<Tile>>> {
    let rules = model.rules();
    let beyond = match rules.wildcard_copies() {
        WildcardCopies::Within => 0,
        WildcardCopies::Beyond => hand.wildcards(),
    };
    let mut left = *hand.counts();
    (hand.counts().kinds() & void).iter().for_each(|tile| (0..hand.counts().get(tile)).for_each(|_| left.take(tile)));
    let chows = Suit::ALL.into_iter().filter(|&suit| rules.wants_chows(suit));
    let mut search = Search {
        model,
        left,
        used: [0; Tile::COUNT],
        beyond,
        wildcards: beyond,
        kinds: rules.winning_kinds() & !void,
        chows: chows.fold(TileSet::EMPTY, |all, suit| all | TileSet::of_suit(suit)),
        groups: Vec::with_capacity(MeldCount::ALL.len()),
    };
    if !search.take_required(required, hand.melds(), distance.tiles()? + hand.wildcards()) {
        return None;
    }
    let Search { mut groups, .. } = search;
    let pair = groups.pop();
    groups.sort_unstable();
    groups.extend(pair);
    Some(groups)
}

/// Takes groups one at a time.
struct Search<'a, M> {
    model: &'a M,
    /// What is left of the hand.
    left: Counts,
    /// What the groups use, no more of a kind than the deck has, but for `beyond` tiles.
    used: [u8; Tile::COUNT],
    beyond: u8,
    /// The wildcards that may stand for these.
    wildcards: u8,
    /// The kinds that a winning hand may hold, and those of suits with chows.
    kinds: TileSet,
    chows: TileSet,
    groups: Vec<Vec<Tile>>,
}

impl<M: Model> Search<'_, M> {
    /// Takes these melds, and completes the groups as [`take_melds`](Search::take_melds) does.
    fn take_required(&mut self, required: &[Meld], done: MeldCount, lacking: u8) -> bool {
        let [meld, others @ ..] = required else { return self.take_melds(done, lacking) };
        let mut held = self.left;
        let lacks = |&tile: &Tile| {
            let is_held = held.kinds().contains(tile);
            if is_held {
                held.take(tile);
            }
            !is_held
        };
        let missing = meld.tiles().into_iter().filter(lacks).count() as u8;
        let (next, Some(rest)) = (MeldCount::known(done.get() + 1), lacking.checked_sub(missing)) else { return false };
        self.take(&meld.tiles(), |search| search.take_required(others, next, rest))
    }

    /// Completes the groups, `done` melds being taken or exposed, lacking exactly `lacking` tiles; tells whether it can.
    ///
    /// What the rest of the hand lacks on its own is never more than what it lacks beside the groups taken, so most wrong
    /// turns are seen at once. It can be less: the rest alone may use a fifth copy. Then it turns back.
    fn take_melds(&mut self, done: MeldCount, lacking: u8) -> bool {
        if done.get() >= self.model.rules().melds() {
            return self.take_pair(lacking);
        }
        let next = MeldCount::known(done.get() + 1);
        (0..=3_u8.min(lacking)).any(|missing| {
            melds_lacking(&self.left, missing, self.chows).any(|meld| {
                self.take(&meld.tiles(), |search| {
                    let rest = lacking - missing;
                    search.may_lack(next, rest) && search.take_melds(next, rest)
                })
            })
        })
    }

    /// Whether what is left may lack so few tiles beside so many melds.
    fn may_lack(&self, melds: MeldCount, tiles: u8) -> bool {
        let rest = Hand::of_any_size(self.left, self.wildcards, melds);
        let lacking = self.model.distance_by(Form::Standard, &rest);
        lacking == Distance::WON || lacking.get().saturating_add(self.wildcards) <= tiles
    }

    fn take_pair(&mut self, lacking: u8) -> bool {
        let (kinds, pairs) = (self.left.kinds(), self.left.pairs());
        let held = match lacking {
            0 => pairs,
            1 => kinds & !pairs,
            2 => !kinds,
            _ => TileSet::EMPTY,
        };
        (held & TileSet::REGULAR).iter().any(|tile| self.take(&[tile; 2], |_| true))
    }

    /// Takes a group if the deck has its tiles and `then` succeeds; puts it back if not.
    fn take(&mut self, tiles: &[Tile], then: impl FnOnce(&mut Self) -> bool) -> bool {
        let (left, used, beyond) = (self.left, self.used, self.beyond);
        if tiles.iter().all(|&tile| self.uses(tile)) {
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
        (self.left, self.used, self.beyond) = (left, used, beyond);
        false
    }

    /// Uses a tile more, if a winning hand may hold it.
    fn uses(&mut self, tile: Tile) -> bool {
        let used = &mut self.used[tile.index()];
        *used += 1;
        if *used <= self.model.most_copies(tile) {
            return self.kinds.contains(tile);
        }
        let Some(beyond) = self.beyond.checked_sub(1) else { return false };
        self.beyond = beyond;
        self.kinds.contains(tile)
    }
}

/// The melds that lack exactly `missing` tiles, at most three: chows in suits that have them before pongs, then tile order.
fn melds_lacking(counts: &Counts, missing: u8, suits: TileSet) -> impl Iterator<Item = Meld> + use<> {
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
    let chows = (TileSet::from_bits(chows) & suits).iter().filter_map(Chow::starting).map(Meld::Chow);
    chows.chain((pongs & TileSet::REGULAR).iter().map(Meld::Pong))
}
