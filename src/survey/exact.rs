//! The exact distribution of win distances over all hands there are.
//!
//! There are 1.4 × 10¹⁹ hands of fourteen tiles in a deck of 148, too many to look at. But a hand's distance depends
//! only on the classes of its four parts (three suits and the honors), and of these there are few. So hands are counted
//! by class:
//!
//! 1. *Parts.* A part holds one of 405,350 count vectors if it is a suit, of 43,130 if it is the honors. A vector v can
//!    be drawn in `w(v) = Π C(left of the kind, v of the kind)` ways; the ways are summed up by class and number of
//!    tiles, and so are the vectors themselves.
//! 2. *Halves.* Side by side, ways multiply: with `×` the class of two parts together, which is a look-up,
//!
//!    ```text
//!    N[c][n] = Σ over a × b = c and i + j = n of N[a][i] · N[b][j]
//!    ```
//!
//!    first for two suits, then for the third suit and the honors.
//! 3. *Hands.* The classes of both halves tell the distance. The sums for every distance, again over all ways to share
//!    out the tiles, are the distribution for regular tiles. Special tiles count for nothing: s of them come in
//!    `C(specials, s)` ways beside a hand that has s regular tiles less.
//!
//! # Other forms
//!
//! What a hand lacks for pairs follows from how many kinds it holds once and twice, for orphans from how many kinds of
//! them it holds and whether one twice. These numbers add up over parts (and matter only up to seven and up to one), so
//! they are kept beside the number of tiles: sums go over (class, tiles, kinds, pairs, kinds of orphans, pair of
//! orphans). A suit has some 2,700 such holdings, two suits some 8,500, and a hand's distance is the smallest over the
//! forms. So every choice of forms is exact.
//!
//! # Rule sets
//!
//! The compiled tables of a rule set tell classes of all forms at once, and with a void suit of those with and without each
//! suit, since a hand's distance is the least of them. So tiles are counted by class alone. A wildcard is one tile less to
//! lack: hands with w of them are counted by what their other tiles lack, and where wildcards may stand for more copies than
//! the deck has, for each w apart. Of forms of several ways too many combinations of classes occur; hands that are nearer by
//! them than by all other forms are counted by themselves.
//!
//! # Acceptance
//!
//! The acceptance of a hand h is the sum, over its useful tiles t, of the copies that are left when the hand is drawn,
//! and t is useful if `d(h + t) < d(h)`. No hand has to be asked for its useful tiles, because the distances of larger
//! sets tell it all. Adding a tile lowers d by 1 or not at all; so for any x
//!
//! ```text
//! [d(h) = x and t useful] = [d(h) ≥ x] − [d(h + t) ≥ x]
//! ```
//!
//! Sum this over all h of n regular tiles, each with its w(h) ways, and all t, each with the `left(t) − h(t)` copies
//! left. The first term becomes `(L − n) · N(n, ≥ x)`: there are L regular tiles in the deck, and each of the L − n
//! that are not in h is some t. For the second, put `u = h + t`. Since `C(l, c) · (l − c) = C(l, c + 1) · (c + 1)`,
//!
//! ```text
//! w(h) · (left(t) − h(t)) = w(u) · u(t)
//! ```
//!
//! and over all the t in a set u these add up to `(n + 1) · w(u)`. Hence
//!
//! ```text
//! Σ over h with d(h) = x of w(h) · acceptance(h) = (L − n) · N(n, ≥ x) − (n + 1) · N(n + 1, ≥ x)
//! ```
//!
//! which needs nothing but the distribution of sets of one tile more. (Fourteen tiles and one are fifteen, which the embedded
//! tables know unless they are all of one part, whose count vectors end at fourteen. What a set u of fifteen lacks is
//! the least that it lacks without one of them: a winning hand has fourteen tiles, so whichever is aimed at, u has a
//! tile that it does not use, and to be without it costs nothing.)
//!
//! Everything here is in integers; nothing is rounded until a probability or a mean is asked for.

mod compiled;
mod embedded;
mod hands;
mod held;
mod part_sets;
mod tally;

use std::ops::RangeInclusive;

use self::embedded::Embedded;
pub(super) use self::hands::Left;
use self::hands::{AtLeast, Hands, NEVER};
#[cfg(feature = "simulation")]
pub(super) use self::part_sets::each_set;
use crate::deck::Deck;
use crate::distance::{Distance, Model};
use crate::forms::{Form, Forms};
use crate::hand::{Counts, Hand, MeldCount};
use crate::rules::{RuleHandError, RuleHandErrorKind};
use crate::set_count::{Count, Wide};
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// How many hands there are at each distance, exactly.
///
/// ```
/// use paili::rules::RuleSet;
/// use paili::survey::Distribution;
/// use paili::{Deck, Distance, Specials};
///
/// let all = Distribution::of(&Deck::full(Specials::Without), 14)?;
/// assert_eq!(all.weighted(), 4_250_305_029_168_216_000); // C(136, 14)
/// let won = &all.distances()[0];
/// assert_eq!((won.distance, won.distinct), (Distance::WON, 11_498_658));
/// assert_eq!(format!("{:.3e}", all.probability(won)), "2.671e-6");
///
/// let all = Distribution::of(&Deck::of(&RuleSet::new("five melds", 5)?), 17)?;
/// assert_eq!(all.distances()[0].weighted, 1_554_490_175_889_888);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Distribution {
    tiles: usize,
    melds: usize,
    forms: Vec<&'static str>,
    distances: Vec<AtDistance>,
    /// The name of the rule set.
    rules: String,
    aim: Option<String>,
}

/// The hands at one distance: there is at least one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AtDistance {
    /// How far they are.
    pub distance: Distance,
    /// How many ways there are to draw one of them: every copy of a kind is a tile of its own.
    pub weighted: u128,
    /// How many there are: copies of a kind are all the same.
    pub distinct: u128,
    /// The sum of their acceptances, each hand counted in all ways to draw it.
    pub accepted: u128,
}

impl AtDistance {
    /// Their mean acceptance: how many of the tiles left in the deck are useful to a hand drawn at random, if it is at
    /// this distance.
    pub fn acceptance(&self) -> f64 {
        ratio(self.accepted, self.weighted)
    }
}

impl Distribution {
    /// Counts all hands of `tiles` concealed tiles that a deck allows. The number of tiles tells that of exposed melds,
    /// as with [`Hand::of_size`]. The tiles of those melds are not known; if you know them, take them out of the deck. Of the
    /// forms those count that such hands can have.
    ///
    /// Useful tiles are those that lower the distance when they are added, of hands of 14−3n tiles too: one that is not
    /// needed leaves then. A kind with no copy left counts for nothing.
    ///
    /// Takes some milliseconds for the usual game, with all forms some tens; half a second for other ready-made rule sets, and one
    /// to two for Guobiao's.
    ///
    /// # Errors
    ///
    /// When no hand has that number of tiles, none of them can win, or the deck has fewer.
    pub fn of(deck: &Deck, tiles: usize) -> Result<Distribution, RuleHandError> {
        let Some(model) = deck.rules().embedded() else { return Distribution::by_compiled(deck, tiles) };
        Distribution::counted(deck, tiles, |left, melds, fillers| {
            let forms = model.forms().beside(melds);
            let standard = Embedded::new(forms, melds);
            let hands = Hands::new(&standard, forms.without(Forms::default()), left, tiles + 1);
            vec![hands.at_least(&fillers.sizes_beside(tiles), 0)]
        })
    }

    /// The same by compiled tables, whatever the rule set is.
    ///
    /// # Errors
    ///
    /// As [`of`](Distribution::of).
    pub fn by_compiled(deck: &Deck, tiles: usize) -> Result<Distribution, RuleHandError> {
        let tables = deck.rules().tables();
        Distribution::counted(deck, tiles, |left, melds, fillers| tables.at_least(tiles, left, melds, fillers))
    }

    /// Counts hands, given how many sets of regular tiles lack how much: beside each number of fillers, of which the last stands for
    /// all larger ones, too.
    fn counted(
        deck: &Deck,
        tiles: usize,
        at_least: impl FnOnce(&Left, MeldCount, &Fillers) -> Vec<AtLeast>,
    ) -> Result<Distribution, RuleHandError> {
        let rules = deck.rules();
        let melds = rules.check_size(tiles, deck.total())?;
        // What completes a hand depends on the deck and the wildcards, and not on the hand.
        let nothing = Hand::of_any_size(Counts::EMPTY, rules.wildcards(), melds);
        if rules.model().distance(&nothing) == Distance::NEVER {
            return Err(RuleHandError::new(
                rules,
                None,
                RuleHandErrorKind::NeverWon { tiles, aim: rules.aim().told() },
            ));
        }
        let left = std::array::from_fn(|kind| deck.left(Tile::ALL[kind]));
        let fillers = match rules.wildcards() {
            0 => Fillers::new(&TileSet::SPECIAL.iter().map(|kind| deck.left(kind)).collect::<Vec<_>>(), tiles, 0),
            wildcards => Fillers::new(&[wildcards], tiles, 1),
        };
        let at_least = at_least(&left, melds, &fillers);
        let distances = fillers.distances(tiles, &left, |held| &at_least[held.min(at_least.len() - 1)]);
        let forms = rules.forms().beside(melds).iter().map(Form::name).collect();
        let (rules, aim) = (rules.name().to_owned(), rules.aim().told());
        Ok(Distribution { tiles, melds: melds.get(), forms, distances, rules, aim })
    }

    /// The name of the rule set.
    pub fn rules(&self) -> &str {
        &self.rules
    }

    /// What the hands are to be, in words, unless that is whatever wins.
    pub fn aim(&self) -> Option<&str> {
        self.aim.as_deref()
    }

    /// How many concealed tiles the hands have.
    pub fn tiles(&self) -> usize {
        self.tiles
    }

    /// How many melds they have exposed.
    pub fn melds(&self) -> usize {
        self.melds
    }

    /// The names of the forms that the distance is the smallest over.
    pub fn forms(&self) -> &[&'static str] {
        &self.forms
    }

    /// From the smallest distance that a hand has to the largest, and at last [`Distance::NEVER`] if no tiles can complete some
    /// hands. Before that there is no gap: tile by tile, any hand becomes any other, and changing one tile changes the distance
    /// by no more than 1.
    pub fn distances(&self) -> &[AtDistance] {
        &self.distances
    }

    /// How many ways there are to draw a hand.
    pub fn weighted(&self) -> u128 {
        self.distances.iter().map(|at| at.weighted).sum()
    }

    /// How many hands there are.
    pub fn distinct(&self) -> u128 {
        self.distances.iter().map(|at| at.distinct).sum()
    }

    /// The sum of all acceptances, each hand counted in all ways to draw it.
    pub fn accepted(&self) -> u128 {
        self.distances.iter().map(|at| at.accepted).sum()
    }

    /// How likely a hand drawn at random is to be one of these.
    pub fn probability(&self, at: &AtDistance) -> f64 {
        ratio(at.weighted, self.weighted())
    }

    /// The mean distance of a hand drawn at random, of those that tiles can complete.
    pub fn mean(&self) -> f64 {
        let with_one = || self.distances.iter().filter_map(|at| Some((u128::from(at.distance.tiles()?), at.weighted)));
        let sum: u128 = with_one().map(|(distance, weighted)| distance * weighted).sum();
        ratio(sum, with_one().map(|(_, weighted)| weighted).sum())
    }

    /// The mean acceptance of a hand drawn at random.
    pub fn acceptance(&self) -> f64 {
        ratio(self.accepted(), self.weighted())
    }
}

/// A quotient of integers that doubles don't hold: a whole one comes out whole.
fn ratio(part: u128, whole: u128) -> f64 {
    (part / whole) as f64 + (part % whole) as f64 / whole as f64
}

/// What fills places beside regular tiles.
struct Fillers {
    /// How many sets there are of each number of them.
    sets: Vec<Wide>,
    left: usize,
    /// How many tiles less a hand lacks by one of them: a special helps nobody.
    worth: usize,
}

impl Fillers {
    /// Of kinds of which so many are left, at most a hand's tiles.
    fn new(left: &[u8], tiles: usize, worth: usize) -> Fillers {
        let mut sets = vec![Wide { weighted: 1, distinct: 1 }];
        for &left in left {
            let mut with = vec![Wide::default(); tiles.min(sets.len() - 1 + usize::from(left)) + 1];
            for (size, others) in sets.iter().enumerate() {
                for (with, copies) in with[size..].iter_mut().zip(0..=left) {
                    with.add(others.times(Count::of_kind(left, copies).into()));
                }
            }
            sets = with;
        }
        Fillers { sets, left: left.iter().copied().map(usize::from).sum(), worth }
    }

    /// How many regular tiles are beside them in a hand, and in one with a regular tile more.
    fn sizes_beside(&self, tiles: usize) -> RangeInclusive<usize> {
        tiles + 1 - self.sets.len()..=tiles + 1
    }

    /// The hands of so many tiles at each distance, `at_least` telling what regular tiles lack beside a number of fillers. Their
    /// acceptances are the formula above, with every number of fillers; those that are left and worth a tile are useful, too.
    fn distances<'a>(&self, tiles: usize, left: &Left, at_least: impl Fn(usize) -> &'a AtLeast) -> Vec<AtDistance> {
        let all_left: usize = left.iter().copied().map(usize::from).sum();
        let distance = |lacking| if lacking < NEVER { Distance::known(lacking as u8) } else { Distance::NEVER };
        let none = |lacking| AtDistance { distance: distance(lacking), weighted: 0, distinct: 0, accepted: 0 };
        let mut distances: Vec<AtDistance> = (0..=NEVER).map(none).collect();
        for (held, &ways) in self.sets.iter().enumerate() {
            let (at_least, size) = (at_least(held), tiles - held);
            // There are no sets of more tiles than are left.
            let others = all_left.saturating_sub(size) as u128;
            for (lacking, &reached) in at_least[size].iter().enumerate() {
                let mut here = reached;
                here.subtract(at_least[size].get(lacking + 1).copied().unwrap_or_default());
                let is_never = lacking == NEVER;
                let at = &mut distances[if is_never { NEVER } else { lacking.saturating_sub(held * self.worth) }];
                let hands = here.times(ways);
                at.weighted += hands.weighted;
                at.distinct += hands.distinct;
                if !is_never && at.distance > Distance::WON {
                    let accepted =
                        others * reached.weighted - (size as u128 + 1) * at_least[size + 1][lacking].weighted;
                    let fillers = here.weighted * (self.worth * (self.left - held)) as u128;
                    at.accepted += (accepted + fillers) * ways.weighted;
                }
            }
        }
        distances.retain(|at| at.weighted > 0);
        distances
    }
}
