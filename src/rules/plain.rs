//! The definition of distances by a rule set, as one would write it down. The tables are held against it.

use super::block::after_wildcards;
use super::form::{APART, KNITTED_TILES, KNITTED_WAYS, knitted};
use super::{Compiled, RuleSet, VoidSuit, Voids, WildcardCopies};
use crate::distance::{Distance, LOST, Limits, Model, fewest_lacking};
use crate::forms::{Form, Forms};
use crate::hand::{Counts, Hand, MeldCount};
use crate::meld::Meld;
use crate::tile::{Suit, Tile};
use crate::tile_set::TileSet;

/// Copies of every regular kind.
type Copies = [u8; Tile::REGULAR_COUNT];

/// Finds distances by a rule set from what its forms say, without tables: some thousand times slower than these, and the only way
/// for a question whose tiles are [gone](PlainRules::without).
///
/// ```
/// use paili::Model;
/// use paili::rules::{PlainRules, ReadyMade};
///
/// let rules = ReadyMade::Guobiao.rules();
/// let knitted = rules.read_hand("147m258p369s1234z")?;
/// assert_eq!(PlainRules::new(&rules).distance(&knitted).get(), 1);
/// # Ok::<(), paili::rules::RuleHandError>(())
/// ```
#[derive(Debug, Clone, Copy)]
#[must_use]
pub struct PlainRules<'a> {
    rules: &'a RuleSet,
    /// The most copies of each kind that a winning hand may hold, but for those that wildcards stand for beyond these.
    most: Copies,
    voids: Voids,
    discards: Discarded,
}

/// What becomes of a tile that is discarded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Discarded {
    /// It may come again.
    Returns,
    /// It is gone.
    IsGone,
}

impl<'a> PlainRules<'a> {
    /// Of hands that may be completed by every tile of the deck.
    pub fn new(rules: &'a RuleSet) -> PlainRules<'a> {
        PlainRules::without(rules, &Counts::EMPTY)
    }

    /// The same, but for the tiles that are elsewhere, in exposed melds or seen.
    ///
    /// Programs differ here: some count a player's own melds, some everything visible, some nothing. `elsewhere` is what you
    /// want to count.
    ///
    /// ```
    /// use paili::rules::{PlainRules, ReadyMade};
    /// use paili::{Counts, Model};
    ///
    /// // Beside 444z, 111z, 555z and 777z, a pair can be neither of 4z nor of 5z.
    /// let rules = ReadyMade::Riichi.rules();
    /// let hand = rules.read_hand("45z")?;
    /// let melds = Counts::of("EEENNNBBBZZZ".chars().map(|tile| tile.to_string().parse().unwrap()))?;
    /// assert_eq!(rules.model().distance(&hand).get(), 1);
    /// assert_eq!(PlainRules::without(&rules, &melds).distance(&hand).get(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn without(rules: &'a RuleSet, elsewhere: &Counts) -> PlainRules<'a> {
        PlainRules::of_at_most(rules, |tile| rules.winning_copies(tile).saturating_sub(elsewhere.get(tile)))
    }

    /// Of winning hands that hold so many copies of each kind at most.
    pub(crate) fn of_at_most(rules: &'a RuleSet, most: impl Fn(Tile) -> u8) -> PlainRules<'a> {
        let most = std::array::from_fn(|kind| most(Tile::ALL[kind]));
        PlainRules { rules, most, voids: Voids::ANY, discards: Discarded::Returns }
    }

    /// The same with a suit declared void.
    pub fn with_void(self, void: Suit) -> PlainRules<'a> {
        self.with_voids(Voids::only(void))
    }

    /// The compiled tables of the rule set, which know nothing of what is gone.
    pub(crate) fn compiled(&self) -> Compiled<'static> {
        self.rules.compiled().with_voids(self.voids)
    }

    pub(crate) fn with_voids(self, voids: Voids) -> PlainRules<'a> {
        PlainRules { voids, ..self }
    }

    /// The same, where this becomes of discards.
    pub(crate) fn with_discards(self, discards: Discarded) -> PlainRules<'a> {
        PlainRules { discards, ..self }
    }

    /// What answers once a tile is discarded.
    fn discarding(mut self, tile: Tile) -> PlainRules<'a> {
        if let (Discarded::IsGone, Some(most)) = (self.discards, self.most.get_mut(tile.index())) {
            *most = most.saturating_sub(1);
        }
        self
    }

    /// How many tiles a hand lacks for the nearest of some forms.
    fn distance_by_any(&self, forms: Forms, hand: &Hand) -> Distance {
        let lacking = match self.rules.void() {
            VoidSuit::NotAsked => self.nearest(forms, hand, None),
            VoidSuit::Asked => {
                self.voids.iter().map(|suit| self.nearest(forms, hand, Some(suit))).min().unwrap_or(LOST)
            }
        };
        // Each wildcard is one of the tiles that the others lack.
        after_wildcards(lacking, hand.wildcards())
    }

    /// What the natural tiles lack for the nearest of some forms, with one suit left aside.
    fn nearest(&self, forms: Forms, hand: &Hand, void: Option<Suit>) -> u8 {
        let (mut held, mut most) = (hand.counts().regular(), self.most);
        let void = void.map_or(TileSet::EMPTY, TileSet::of_suit);
        for tile in void.iter() {
            (held[tile.index()], most[tile.index()]) = (0, 0);
        }
        let kinds = self.rules.winning_kinds() & !void;
        let part = Lacking { rules: self.rules, forms, kinds, held, most, exposed: hand.melds().get() };
        match self.rules.wildcard_copies() {
            WildcardCopies::Within => part.nearest(0),
            WildcardCopies::Beyond => part.nearest(hand.wildcards().into()),
        }
    }

    /// Whether the deck has a tile more of a kind for a hand.
    fn has_more(&self, hand: &Hand, tile: Tile) -> bool {
        hand.counts().get(tile) < self.most[tile.index()]
    }
}

impl Model for PlainRules<'_> {
    fn rules(&self) -> &RuleSet {
        self.rules
    }

    fn lacking(&self, concealed: &Counts, exposed: MeldCount) -> Distance {
        self.distance(&Hand::of_any_size(*concealed, 0, exposed))
    }

    fn distance(&self, hand: &Hand) -> Distance {
        self.distance_by_any(self.rules.forms(), hand)
    }

    fn distance_by(&self, form: Form, hand: &Hand) -> Distance {
        self.distance_by_any(Forms::only(form), hand)
    }

    fn void(&self, form: Form, hand: &Hand) -> Option<Suit> {
        self.voids.nearest(self.rules, |void| self.with_void(void).distance_by(form, hand))
    }

    fn most_copies(&self, tile: Tile) -> u8 {
        self.most.get(tile.index()).copied().unwrap_or(0)
    }

    fn distance_and_useful(&self, hand: &Hand) -> (Distance, TileSet) {
        let distance = self.distance(hand);
        if distance == Distance::WON || distance == Distance::NEVER {
            return (distance, TileSet::EMPTY);
        }
        let lowers = |&tile: &Tile| self.has_more(hand, tile) && self.distance(&hand.and(tile)) < distance;
        (distance, Tile::regular().filter(lowers).collect())
    }

    fn unneeded(&self, hand: &Hand) -> TileSet {
        let distance = self.distance(hand);
        let keeps = |&tile: &Tile| self.discarding(tile).distance(&hand.less(tile)) == distance;
        hand.counts().kinds().iter().filter(keeps).collect()
    }

    fn each_discard(&self, hand: &Hand, mut tell: impl FnMut(Tile, Distance, TileSet)) {
        for tile in hand.counts().kinds().iter() {
            let Ok(after) = hand.without(tile) else { return };
            let (distance, useful) = self.discarding(tile).distance_and_useful(&after);
            tell(tile, distance, useful);
        }
    }
}

/// Tiles held, and the most that a hand may hold.
#[derive(Clone, Copy)]
struct Lacking<'a> {
    rules: &'a RuleSet,
    forms: Forms,
    /// The kinds of which wildcards may stand for more.
    kinds: TileSet,
    held: Copies,
    most: Copies,
    exposed: usize,
}

/// The fewest tiles lacking, by how many of the tiles wanted are beyond the most copies.
#[derive(Clone, Copy)]
struct Fewest<const BEYOND: usize>([u8; BEYOND]);

impl<const BEYOND: usize> Fewest<BEYOND> {
    const LOST: Self = Fewest([LOST; BEYOND]);
    const NONE: Self = {
        let mut none = [LOST; BEYOND];
        none[0] = 0;
        Fewest(none)
    };

    /// The fewest of all.
    fn least(self) -> u8 {
        self.0.into_iter().fold(LOST, u8::min)
    }

    /// Of both together.
    fn plus(self, other: Self) -> Self {
        let mut both = Self::LOST;
        for (beyond, one) in self.0.into_iter().enumerate() {
            for (best, other) in both.0[beyond..].iter_mut().zip(other.0) {
                *best = one.saturating_add(other).min(*best);
            }
        }
        both
    }

    /// The same and a kind.
    fn plus_kind(self, kind: OfKind) -> Self {
        let mut both = Self::LOST;
        for (both, one) in both.0.iter_mut().skip(kind.beyond).zip(self.0) {
            *both = one.saturating_add(kind.lacking).min(LOST);
        }
        both
    }

    /// Of whichever lacks less.
    fn or(self, other: Self) -> Self {
        Fewest(std::array::from_fn(|beyond| self.0[beyond].min(other.0[beyond])))
    }

    fn of_any(any: impl IntoIterator<Item = Self>) -> Self {
        any.into_iter().fold(Self::LOST, Self::or)
    }
}

/// What some copies of one kind lack, and how many of them are beyond the most copies.
#[derive(Clone, Copy)]
struct OfKind {
    beyond: usize,
    lacking: u8,
}

/// The limits of a rule set.
#[derive(Clone, Copy)]
struct RuleLimits<'a>(&'a Lacking<'a>);

impl Limits for RuleLimits<'_> {
    fn most(self, kind: usize) -> u8 {
        self.0.most[kind]
    }

    fn goes_beyond(self, kind: usize) -> bool {
        self.0.kinds.contains(Tile::ALL[kind])
    }

    fn has_chows(self, suit: usize) -> bool {
        self.0.rules.wants_chows(Suit::ALL[suit])
    }
}

/// As many tiles beyond the most copies as there can be, and none.
const ALL_BEYOND: usize = RuleSet::MOST_WILDCARDS as usize + 1;

/// The most pairs of a hand.
const MOST_PAIRS: usize = Meld::TILES * RuleSet::MOST_MELDS / 2 + 1;

impl Lacking<'_> {
    /// What is lacking for the nearest form, of which up to so many tiles are beyond the most copies.
    fn nearest(&self, beyond: usize) -> u8 {
        // As of melds.
        match beyond {
            0 => self.nearest_of::<1>(beyond),
            1 => self.nearest_of::<2>(beyond),
            2 => self.nearest_of::<3>(beyond),
            3..5 => self.nearest_of::<5>(beyond),
            _ => self.nearest_of::<ALL_BEYOND>(beyond),
        }
    }

    fn nearest_of<const BEYOND: usize>(&self, beyond: usize) -> u8 {
        self.forms.iter().fold(LOST, |least, form| {
            let Fewest(of_form) = self.of_form::<BEYOND>(form, least);
            of_form.into_iter().take(beyond + 1).fold(least, u8::min)
        })
    }

    /// What is lacking for a form, if it is less than what is for others.
    fn of_form<const BEYOND: usize>(&self, form: Form, others: u8) -> Fewest<BEYOND> {
        match form {
            Form::Standard => self.melds_and_pair(self.rules.melds()),
            Form::KnittedStraight => self.knitted_straight(others),
            _ if self.exposed > 0 || !form.suits(self.rules) => Fewest::LOST,
            Form::Pairs => self.pairs(|pairs, triplets| pairs + triplets < 2),
            Form::RepeatedPairs => self.pairs(|_, _| true),
            Form::Orphans => self.one_twice(TileSet::ORPHANS),
            Form::Unconnected => self.unconnected(),
            Form::Knitted => self.knitted(),
        }
    }

    /// So many melds, exposed ones and those that a hand has to hold among them, and a pair.
    fn melds_and_pair<const BEYOND: usize>(&self, melds: usize) -> Fewest<BEYOND> {
        let required = self.rules.aim().with.len();
        let Some(melds) = melds.checked_sub(self.exposed + required) else { return Fewest::LOST };
        if required == 0 {
            return self.free_melds_and_pair(melds);
        }
        let (mut rest, mut all) = (*self, Fewest::NONE);
        for (kind, required) in self.rules.required().into_iter().enumerate().filter(|&(_, required)| required > 0) {
            all = all.plus_kind(self.of_kind(kind, required));
            rest.held[kind] = rest.held[kind].saturating_sub(required);
            rest.most[kind] = rest.most[kind].saturating_sub(required);
        }
        all.plus(rest.free_melds_and_pair(melds))
    }

    fn free_melds_and_pair<const BEYOND: usize>(&self, melds: usize) -> Fewest<BEYOND> {
        // Of few, no more than these are looked for.
        match melds {
            0..=2 => self.some_melds_and_pair::<3, BEYOND>(melds),
            _ => self.some_melds_and_pair::<{ RuleSet::MOST_MELDS + 1 }, BEYOND>(melds),
        }
    }

    fn some_melds_and_pair<const MELDS: usize, const BEYOND: usize>(&self, melds: usize) -> Fewest<BEYOND> {
        let rows = fewest_lacking::<MELDS, BEYOND>(&self.held, RuleLimits(self));
        Fewest(rows.map(|row| row[1][melds]))
    }

    /// What some copies of a kind lack.
    fn of_kind(&self, kind: usize, copies: u8) -> OfKind {
        let beyond = usize::from(copies.saturating_sub(self.most[kind]));
        let lacking = copies.saturating_sub(self.held[kind]);
        let is_there = beyond == 0 || self.kinds.contains(Tile::ALL[kind]);
        OfKind { beyond, lacking: if is_there { lacking } else { LOST } }
    }

    /// What one of each of some kinds lacks.
    fn once<const BEYOND: usize>(&self, kinds: impl IntoIterator<Item = Tile>) -> Fewest<BEYOND> {
        kinds.into_iter().fold(Fewest::NONE, |all, tile| all.plus_kind(self.of_kind(tile.index(), 1)))
    }

    /// Kind by kind, the fewest tiles lacking for each number of pairs and triplets so far. A kind can have those that `fit`.
    fn pairs<const BEYOND: usize>(&self, fit: impl Fn(usize, usize) -> bool) -> Fewest<BEYOND> {
        let triplets = self.rules.most_tiles() % 2;
        let pairs = (self.rules.most_tiles() - 3 * triplets) / 2;
        let mut least = [[Fewest::LOST; MOST_PAIRS + 1]; 2];
        least[0][0] = Fewest::NONE;
        for kind in 0..Tile::REGULAR_COUNT {
            let before = least;
            // Without any of the kind it is as it was.
            for (triplet, pair) in
                (0..=triplets).flat_map(|triplet| (0..=pairs).map(move |pair| (triplet, pair))).skip(1)
            {
                let of_kind = self.of_kind(kind, (3 * triplet + 2 * pair) as u8);
                if !fit(pair, triplet) || of_kind.beyond >= BEYOND || of_kind.lacking >= LOST {
                    continue;
                }
                for (before, after) in before.iter().zip(&mut least[triplet..]) {
                    for (before, after) in before.iter().zip(&mut after[pair..]) {
                        *after = after.or(before.plus_kind(of_kind));
                    }
                }
            }
        }
        least[triplets][pairs]
    }

    /// One of each kind, and one of them twice.
    fn one_twice<const BEYOND: usize>(&self, kinds: TileSet) -> Fewest<BEYOND> {
        let of_kind = |twice: Tile| {
            let others = self.once((kinds & !TileSet::only(twice)).iter());
            others.plus_kind(self.of_kind(twice.index(), 2))
        };
        Fewest::of_any(kinds.iter().map(of_kind))
    }

    /// Three kinds of each suit that are apart, all honors, and one of them twice: part by part, what is lacking without a kind
    /// that is twice and with one.
    fn unconnected<const BEYOND: usize>(&self) -> Fewest<BEYOND> {
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
        let (mut all_once, mut one_twice) = (self.once(TileSet::HONORS.iter()), self.one_twice(TileSet::HONORS));
        for suit in Suit::ALL {
            let of_suit = choices.iter().map(|&ranks| kinds(suit, ranks));
            let suit_once = Fewest::of_any(of_suit.clone().map(|kinds| self.once(kinds.iter())));
            let suit_twice = Fewest::of_any(of_suit.map(|kinds| self.one_twice(kinds)));
            one_twice = one_twice.plus(suit_once).or(all_once.plus(suit_twice));
            all_once = all_once.plus(suit_once);
        }
        one_twice
    }

    /// Fourteen different ones of the honors and the nine kinds of a way: kind by kind, what so many of them lack.
    fn knitted<const BEYOND: usize>(&self) -> Fewest<BEYOND> {
        let of_way = |way| {
            let mut least = [Fewest::LOST; KNITTED_TILES + 1];
            least[0] = Fewest::NONE;
            for tile in knitted(way).chain(TileSet::HONORS.iter()) {
                let of_kind = self.of_kind(tile.index(), 1);
                for tiles in (0..KNITTED_TILES).rev() {
                    least[tiles + 1] = least[tiles + 1].or(least[tiles].plus_kind(of_kind));
                }
            }
            least[KNITTED_TILES]
        };
        Fewest::of_any(KNITTED_WAYS.map(of_way))
    }

    /// The nine kinds of a way, and of what is left melds and a pair; of ways whose nine kinds alone lack less than the other forms.
    fn knitted_straight<const BEYOND: usize>(&self, others: u8) -> Fewest<BEYOND> {
        let Some(melds) = self.rules.melds().checked_sub(Suit::ALL.len()) else { return Fewest::LOST };
        let of_way = |way| {
            let nine: Fewest<BEYOND> = self.once(knitted(way));
            if nine.least() >= others {
                return Fewest::LOST;
            }
            let mut rest = *self;
            for kind in knitted(way).map(Tile::index) {
                rest.held[kind] = rest.held[kind].saturating_sub(1);
                rest.most[kind] = rest.most[kind].saturating_sub(1);
            }
            nine.plus(rest.melds_and_pair(melds))
        };
        Fewest::of_any(KNITTED_WAYS.map(of_way))
    }
}
