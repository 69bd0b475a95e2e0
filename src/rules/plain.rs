//! The definition of distances by a rule set, as one would write it down. The tables are held against it.

use super::form::{APART, KNITTED_TILES, KNITTED_WAYS, knitted};
use super::{RuleHand, RuleSet, VoidSuit, WinForm};
use crate::distance::{Distance, LOST, Limits, fewest_lacking};
use crate::hand::Counts;
use crate::tile::{Suit, Tile};
use crate::tile_set::TileSet;

/// Copies of every regular kind.
type Copies = [u8; Tile::REGULAR_COUNT];

/// Finds distances by a rule set from what its forms say, without tables: some thousand times slower than
/// [`RuleTables`](super::RuleTables).
///
/// ```
/// use paili::rules::{PlainRules, ReadyMade};
///
/// let rules = ReadyMade::Guobiao.rules();
/// let knitted = rules.read_hand("147m258p369s1234z")?;
/// assert_eq!(PlainRules::new(&rules).distance(&knitted).map(|distance| distance.get()), Some(1));
/// # Ok::<(), paili::rules::RuleHandError>(())
/// ```
#[derive(Debug, Clone)]
pub struct PlainRules<'a> {
    rules: &'a RuleSet,
    /// The most copies of each kind that a winning hand may hold.
    most: Copies,
}

impl PlainRules<'_> {
    /// Of hands that may be completed by every tile of the deck.
    #[must_use]
    pub fn new(rules: &RuleSet) -> PlainRules<'_> {
        PlainRules::without(rules, &Counts::EMPTY)
    }

    /// The same, but for the tiles that are elsewhere.
    #[must_use]
    pub fn without<'a>(rules: &'a RuleSet, elsewhere: &Counts) -> PlainRules<'a> {
        let left = |tile| rules.copies(tile).saturating_sub(elsewhere.get(tile));
        PlainRules { rules, most: std::array::from_fn(|kind| left(Tile::ALL[kind])) }
    }

    /// How many tiles a hand lacks; `None` if no tiles can complete it.
    #[must_use]
    pub fn distance(&self, hand: &RuleHand) -> Option<Distance> {
        let lacking = match self.rules.void() {
            VoidSuit::NotAsked => self.nearest(hand, None),
            VoidSuit::Asked => hand.voids().filter_map(|suit| self.nearest(hand, Some(suit))).min(),
        };
        // Each wildcard is one of the tiles that the others lack.
        Some(Distance::known(lacking?.saturating_sub(hand.wildcards())))
    }

    /// What the natural tiles lack for the nearest of the forms, with one suit left aside.
    fn nearest(&self, hand: &RuleHand, void: Option<Suit>) -> Option<u8> {
        let (mut held, mut most) = (hand.counts().regular(), self.most);
        for tile in void.map_or(TileSet::EMPTY, TileSet::of_suit).iter() {
            (held[tile.index()], most[tile.index()]) = (0, 0);
        }
        let part = Lacking { rules: self.rules, held, most, exposed: hand.exposed() };
        let lacking = self.rules.forms().iter().map(|&form| part.of_form(form));
        lacking.min().filter(|&lacking| lacking < LOST)
    }
}

/// Tiles held, and the most that a hand may hold.
struct Lacking<'a> {
    rules: &'a RuleSet,
    held: Copies,
    most: Copies,
    exposed: usize,
}

/// The limits of a rule set.
#[derive(Clone, Copy)]
struct RuleLimits<'a> {
    rules: &'a RuleSet,
    most: &'a Copies,
}

impl Limits for RuleLimits<'_> {
    fn most(self, kind: usize) -> u8 {
        self.most[kind]
    }

    fn has_chows(self, suit: usize) -> bool {
        self.rules.has_chows(Suit::ALL[suit])
    }
}

impl Lacking<'_> {
    fn of_form(&self, form: WinForm) -> u8 {
        match form {
            WinForm::Standard => self.melds_and_pair(&self.held, &self.most, self.rules.melds() - self.exposed),
            WinForm::KnittedStraight => self.knitted_straight(),
            _ if self.exposed > 0 => LOST,
            WinForm::Pairs => self.pairs(&[0, 2]),
            WinForm::RepeatedPairs => self.pairs(&[0, 2, 4]),
            WinForm::Orphans => self.one_twice(TileSet::ORPHANS),
            WinForm::Unconnected => self.unconnected(),
            WinForm::Knitted => self.knitted(),
        }
    }

    fn melds_and_pair(&self, held: &Copies, most: &Copies, melds: usize) -> u8 {
        let limits = RuleLimits { rules: self.rules, most };
        let rows: [[u8; RuleSet::MOST_MELDS + 1]; 2] = fewest_lacking(held, limits);
        rows[1][melds]
    }

    /// The fewest tiles that some copies of kinds lack; lost if there are not as many.
    fn lacking(&self, wanted: impl IntoIterator<Item = (usize, u8)>) -> u8 {
        let lacking = |(kind, copies): (usize, u8)| {
            if copies > self.most[kind] { LOST } else { copies.saturating_sub(self.held[kind]) }
        };
        wanted.into_iter().map(lacking).fold(0, u8::saturating_add).min(LOST)
    }

    /// Kind by kind, the fewest tiles lacking for each number of pairs and triplets so far.
    fn pairs(&self, options: &[u8]) -> u8 {
        let triplets = self.rules.most_tiles() % 2;
        let pairs = (self.rules.most_tiles() - 3 * triplets) / 2;
        let mut least = vec![vec![LOST; pairs + 1]; triplets + 1];
        least[0][0] = 0;
        for kind in 0..Tile::REGULAR_COUNT {
            let before = least.clone();
            for (done, row) in before.iter().enumerate() {
                for (paired, &so_far) in row.iter().enumerate() {
                    for copies in options.iter().copied().chain([3]) {
                        let (triplet, more) = if copies == 3 { (1, 0) } else { (0, usize::from(copies / 2)) };
                        if done + triplet <= triplets && paired + more <= pairs {
                            let lacking = so_far.saturating_add(self.lacking([(kind, copies)]));
                            let best = &mut least[done + triplet][paired + more];
                            *best = lacking.min(*best);
                        }
                    }
                }
            }
        }
        least[triplets][pairs]
    }

    /// One of each kind, and one of them twice.
    fn one_twice(&self, kinds: TileSet) -> u8 {
        let copies = |twice| move |tile: Tile| (tile.index(), 1 + u8::from(tile == twice));
        kinds.iter().map(|twice| self.lacking(kinds.iter().map(copies(twice)))).min().unwrap_or(LOST)
    }

    /// Three kinds of each suit that are apart, all honors, and one of them twice: part by part, what is lacking without a kind
    /// that is twice and with one.
    fn unconnected(&self) -> u8 {
        let ranks = 0..Suit::RANKS;
        let choices = ranks.clone().flat_map(|first| {
            let ranks = ranks.clone();
            ranks.clone().flat_map(move |second| ranks.clone().map(move |third| [first, second, third]))
        });
        let apart = |ranks: &[usize; 3]| ranks[0] + APART <= ranks[1] && ranks[1] + APART <= ranks[2];
        let choices: Vec<[usize; 3]> = choices.filter(apart).collect();
        let kinds = |suit: Suit, ranks: [usize; 3]| {
            ranks.into_iter().map(|rank| Tile::ALL[suit as usize * Suit::RANKS + rank]).collect::<TileSet>()
        };
        let once = |kinds: TileSet| self.lacking(kinds.iter().map(|tile| (tile.index(), 1)));
        let (mut all_once, mut one_twice) = (once(TileSet::HONORS), self.one_twice(TileSet::HONORS));
        for suit in Suit::ALL {
            let of_suit = choices.iter().map(|&ranks| kinds(suit, ranks));
            let suit_once = of_suit.clone().map(once).min().unwrap_or(LOST);
            let suit_twice = of_suit.map(|kinds| self.one_twice(kinds)).min().unwrap_or(LOST);
            one_twice = one_twice.saturating_add(suit_once).min(all_once.saturating_add(suit_twice)).min(LOST);
            all_once = all_once.saturating_add(suit_once).min(LOST);
        }
        one_twice
    }

    /// Fourteen different ones of the honors and the nine kinds of a way.
    fn knitted(&self) -> u8 {
        let of_way = |way| {
            let mut lacking: Vec<u8> =
                knitted(way).chain(TileSet::HONORS.iter()).map(|tile| self.lacking([(tile.index(), 1)])).collect();
            lacking.sort_unstable();
            lacking.into_iter().take(KNITTED_TILES).fold(0, u8::saturating_add).min(LOST)
        };
        KNITTED_WAYS.into_iter().map(of_way).min().unwrap_or(LOST)
    }

    /// The nine kinds of a way, and of what is left melds and a pair.
    fn knitted_straight(&self) -> u8 {
        let Some(melds) = (self.rules.melds() - Suit::ALL.len()).checked_sub(self.exposed) else {
            return LOST;
        };
        let of_way = |way| {
            let lacking = self.lacking(knitted(way).map(|tile| (tile.index(), 1)));
            if lacking >= LOST {
                return LOST;
            }
            let (mut held, mut most) = (self.held, self.most);
            for tile in knitted(way) {
                held[tile.index()] = held[tile.index()].saturating_sub(1);
                most[tile.index()] -= 1;
            }
            lacking.saturating_add(self.melds_and_pair(&held, &most, melds)).min(LOST)
        };
        KNITTED_WAYS.into_iter().map(of_way).min().unwrap_or(LOST)
    }
}
