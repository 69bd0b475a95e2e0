//! How far all hands of a rule set are.
//!
//! It is counted as for the [standard deck](crate::survey::exact), by the classes of parts: here by those of all forms at
//! once, and with a void suit by those with and without each suit, since a hand's distance is the least of them. A wildcard
//! is one tile less to lack, so hands with w of them are counted by what their other tiles lack, and where wildcards may stand for
//! more copies than the deck has, for each w apart.

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::RangeInclusive;

use paili_tables::cost::LOST;
use paili_tables::counts::{BASE, totals};
#[cfg(feature = "parallel")]
use rayon::prelude::*;

use super::compile::VOID;
use super::knitted_count::{KnittedCount, SetsOfRows};
use super::lookup::{FormLookups, Lookup};
use super::{RuleSet, RuleTables, VoidSuit, WildcardCopies};
use crate::distance::Distance;
use crate::hand::Counts;
use crate::meld::Meld;
use crate::survey::exact::{AtDistance, Wide, choose};
use crate::survey::{Distribution, DistributionError};
use crate::tile::{Suit, Tile};
use crate::tile_set::Part;

/// The most columns of a state: four forms, with each of three suits void.
const COLUMNS: usize = 12;

/// The classes of a part or a half of a hand, for each form and reading; zeros behind them.
type Key = [u16; COLUMNS];

/// Tile sets of a part or a half: how many there are, by their number of tiles and their classes.
type States = HashMap<(usize, Key), Wide>;

/// How many sets of tiles there are that lack at least a number of tiles, `[size of the set][tiles lacking at least]`.
type AtLeast = Vec<[Wide; LOST as usize + 2]>;

/// How many tiles a hand can lack, from none on, and that nothing completes it.
const LACKING: usize = Meld::TILES * RuleSet::MOST_MELDS + 2 + 1 + 1;

impl RuleTables {
    /// Counts all hands of `tiles` concealed tiles by distance, exactly. Their number tells that of exposed melds; tiles of these
    /// and others that are visible are out of the deck. It takes half a second for ready-made rule sets, and one to two for Guobiao's.
    ///
    /// ```
    /// use paili::Counts;
    /// use paili::rules::{ReadyMade, RuleSet};
    ///
    /// let five = RuleSet::new("five melds", 5)?;
    /// let all = five.tables().distribution(17, &Counts::EMPTY)?;
    /// assert_eq!(all.distances()[0].weighted, 1_554_490_175_889_888);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When no hand has that number of tiles, none of them can win, or the deck has fewer.
    pub fn distribution(&self, tiles: usize, visible: &Counts) -> Result<Distribution, DistributionError> {
        let rules = self.rules();
        let exposed = match rules.most_tiles().checked_sub(tiles) {
            Some(lacking) if !tiles.is_multiple_of(Meld::TILES) => lacking / Meld::TILES,
            _ => return Err(DistributionError::RulesSize { tiles, most: rules.most_tiles() }),
        };
        let left: [u8; Tile::REGULAR_COUNT] = std::array::from_fn(|kind| {
            let tile = Tile::ALL[kind];
            rules.copies(tile).saturating_sub(visible.get(tile))
        });
        let natural: usize = left.iter().map(|&left| usize::from(left)).sum();
        if tiles > natural + usize::from(rules.wildcards()) {
            return Err(DistributionError::Left { tiles, left: natural + usize::from(rules.wildcards()) });
        }
        let survey = |wildcards| Survey { tables: self, exposed, wildcards, left: &left };
        // What completes a hand depends on the deck and the wildcards, and not on the hand.
        if survey(rules.wildcards()).is_lost() {
            return Err(DistributionError::NeverWon { tiles });
        }
        // Wildcards that stand for tiles beyond the copies change what a hand lacks without them.
        let most_wildcards = tiles.min(rules.wildcards().into());
        let surveys: Vec<AtLeast> = match rules.wildcard_copies() {
            WildcardCopies::Within => vec![survey(0).at_least(tiles - most_wildcards..=tiles + 1)],
            WildcardCopies::Beyond => (0..=most_wildcards)
                .map(|wildcards| survey(wildcards as u8).at_least(tiles - wildcards..=tiles - wildcards + 1))
                .collect(),
        };
        Ok(self.by_distance(tiles, exposed, natural, |wildcards| &surveys[wildcards.min(surveys.len() - 1)]))
    }

    /// Adds hands with each number of wildcards.
    fn by_distance<'a>(
        &self,
        tiles: usize,
        exposed: usize,
        left: usize,
        at_least: impl Fn(usize) -> &'a AtLeast,
    ) -> Distribution {
        let deck = self.rules().wildcards();
        let mut distances: Vec<AtDistance> =
            (0..LOST).map(|lacking| AtDistance::none(Distance::WON.and(lacking))).collect();
        let mut never = AtDistance::none(Distance::NEVER);
        for wildcards in 0..=usize::from(deck).min(tiles) {
            let (natural, at_least) = (tiles - wildcards, at_least(wildcards));
            let ways = Wide { weighted: choose(deck.into(), wildcards as u64).into(), distinct: 1 };
            let others = left.saturating_sub(natural) as u128;
            let lost = at_least[natural][usize::from(LOST)].times(ways);
            never.weighted += lost.weighted;
            never.distinct += lost.distinct;
            for (lacking, pair) in at_least[natural].windows(2).enumerate().take(LOST.into()) {
                let here = Wide {
                    weighted: pair[0].weighted - pair[1].weighted,
                    distinct: pair[0].distinct - pair[1].distinct,
                };
                let distance = lacking.saturating_sub(wildcards);
                let at = &mut distances[distance];
                let hands = here.times(ways);
                at.weighted += hands.weighted;
                at.distinct += hands.distinct;
                if distance > 0 {
                    let lowered = (natural as u128 + 1) * at_least[natural + 1][lacking].weighted;
                    let accepted = others * pair[0].weighted - lowered;
                    let wild = here.weighted * (usize::from(deck) - wildcards) as u128;
                    at.accepted += (accepted + wild) * ways.weighted;
                }
            }
        }
        let distances = distances.into_iter().chain([never]).filter(|at| at.weighted > 0).collect();
        Distribution::of_rules(self.rules(), tiles, exposed, distances)
    }
}

/// One count of all hands.
struct Survey<'a> {
    tables: &'a RuleTables,
    exposed: usize,
    wildcards: u8,
    left: &'a [u8; Tile::REGULAR_COUNT],
}

/// Which suit is void in a reading.
type Void = Option<Suit>;

impl Survey<'_> {
    /// Whether no tiles complete a hand.
    fn is_lost(&self) -> bool {
        self.columns(|_| true).iter().all(|&(way, void)| {
            let numbers = Part::ALL.map(|part| self.tables.part(part).number(vector_or_void(0, part, void)));
            way.lacking(self.tables, numbers) >= LOST
        })
    }

    /// The ways of some forms, with each suit that can be void.
    fn columns(&self, of_forms: impl Fn(&FormLookups) -> bool) -> Vec<(&Lookup, Void)> {
        let voids = match self.tables.rules().void() {
            VoidSuit::NotAsked => vec![None],
            VoidSuit::Asked => Suit::ALL.map(Some).to_vec(),
        };
        let forms = self.tables.ways(self.exposed, self.wildcards).iter().filter(|form| of_forms(form));
        forms.flat_map(|form| &form.ways).flat_map(|way| voids.iter().map(move |&void| (way, void))).collect()
    }

    /// The classes of a part, by the vector's code.
    fn key_of_part(&self, columns: &[(&Lookup, Void)], part: Part, vector: usize) -> Key {
        let mut key = [0; COLUMNS];
        for (class, &(way, void)) in key.iter_mut().zip(columns) {
            *class = self.tables.class(way, part, vector_or_void(vector, part, void));
        }
        key
    }

    /// All sets of at most `most` tiles of a part, by their number of tiles and what their vector's code stands for.
    fn of_part<K: Eq + Hash>(&self, part: Part, most: usize, key: impl Fn(usize) -> K) -> HashMap<(usize, K), Wide> {
        let kinds: Vec<Tile> = part.kinds().iter().collect();
        let mut sets: HashMap<_, Wide> = HashMap::new();
        for (vector, &total) in totals(kinds.len()).iter().enumerate() {
            let tiles = usize::from(total);
            if tiles > most {
                continue;
            }
            let mut ways = 1;
            let mut digits = vector;
            for &kind in &kinds {
                ways *= choose(self.left[kind.index()].into(), (digits % BASE) as u64);
                digits /= BASE;
            }
            if ways > 0 {
                let count = Wide { weighted: ways.into(), distinct: 1 };
                sets.entry((tiles, key(vector))).or_default().add(count);
            }
        }
        sets
    }

    /// Forms of several ways, and all sets of at most `most` tiles. These forms take tiles of each suit, so with a void suit none is won.
    fn nearer(&self, most: usize) -> Option<KnittedCount<'_>> {
        if self.tables.rules().void() == VoidSuit::Asked {
            return None;
        }
        let mut known: Vec<(Part, SetsOfRows)> = Vec::new();
        KnittedCount::new(self.tables, (self.exposed, self.wildcards), |part| {
            let left = |part: Part| part.kinds().iter().map(|kind| self.left[kind.index()]);
            if let Some((_, sets)) =
                known.iter().find(|(other, _)| self.tables.are_alike(*other, part) && left(*other).eq(left(part)))
            {
                return sets.clone();
            }
            let sets = self.of_part(part, most, |vector| self.tables.part(part).number(vector));
            known.push((part, sets.clone()));
            sets
        })
    }

    /// All sets of at most `most` tiles of two parts.
    fn merge(
        &self,
        first: &States,
        second: &States,
        merged: impl Fn(&Lookup, &RuleTables, u16, u16) -> u16,
        most: usize,
    ) -> States {
        let columns = self.columns(|form| form.ways.len() == 1);
        let second = in_order(second);
        let mut states = States::new();
        for (&(tiles, key), &count) in first {
            for &((more, other), ways) in second.iter().take_while(|((more, _), _)| tiles + more <= most) {
                let mut both = [0; COLUMNS];
                for (column, (way, _)) in columns.iter().enumerate() {
                    both[column] = merged(way, self.tables, key[column], other[column]);
                }
                states.entry((tiles + more, both)).or_default().add(count.times(ways));
            }
        }
        states
    }

    /// Counts the sets of sizes of a range by what they lack.
    fn at_least(&self, sizes: RangeInclusive<usize>) -> AtLeast {
        let most = *sizes.end();
        let mut counted = self.at_least_by_one_way(most);
        let Some(nearer) = self.nearer(most) else { return counted };
        // No hand lacks more than that.
        let questions: Vec<(usize, usize)> =
            sizes.flat_map(|tiles| (1..=LACKING).map(move |lacking| (tiles, lacking))).collect();
        let hands = |&(tiles, lacking): &(usize, usize)| match counted[tiles][lacking] {
            none if none == Wide::default() => none,
            _ => nearer.hands(tiles, lacking as u8),
        };
        #[cfg(feature = "parallel")]
        let found: Vec<Wide> = questions.par_iter().map(hands).collect();
        #[cfg(not(feature = "parallel"))]
        let found: Vec<Wide> = questions.iter().map(hands).collect();
        for ((tiles, lacking), hands) in questions.into_iter().zip(found) {
            let farther = if lacking == LACKING { usize::from(LOST) } else { lacking };
            counted[tiles][lacking..=farther].iter_mut().for_each(|counted| counted.subtract(hands));
        }
        counted
    }

    /// Counts the sets of every size up to `most` by what they lack for the forms of one way.
    fn at_least_by_one_way(&self, most: usize) -> AtLeast {
        let columns = self.columns(|form| form.ways.len() == 1);
        let of_part = |part| self.of_part(part, most, |vector| self.key_of_part(&columns, part, vector));
        let [characters, dots, bamboos, honors] = Part::ALL.map(of_part);
        let two_suits = self.merge(&characters, &dots, Lookup::two_suits, most);
        let suit_honors = self.merge(&bamboos, &honors, Lookup::suit_honors, most);
        let (mut two_suits, suit_honors) = (in_order(&two_suits), in_order(&suit_honors));
        two_suits.sort_by_key(|&((_, key), _)| key);
        let mut counted: AtLeast = vec![[Wide::default(); LOST as usize + 2]; most + 1];
        // What lacks as much beside the same two suits is added up first, whatever their number of tiles.
        let mut beside = vec![[Wide::default(); LACKING]; most + 1];
        for alike in two_suits.chunk_by(|((_, one), _), ((_, other), _)| one == other) {
            let ((fewest, key), _) = alike[0];
            beside.fill([Wide::default(); LACKING]);
            for &((more, other), ways) in suit_honors.iter().take_while(|((more, _), _)| fewest + more <= most) {
                let mut lacking = LOST;
                for (column, (way, _)) in columns.iter().enumerate() {
                    lacking = lacking.min(way.of_halves(self.tables, key[column], other[column]));
                }
                beside[more][usize::from(lacking).min(LACKING - 1)].add(ways);
            }
            for &((tiles, _), count) in alike {
                for (all, beside) in counted[tiles..].iter_mut().zip(&beside) {
                    let (lost, lacking) = beside.split_last().expect("a hand that can't be completed is one of them");
                    all.iter_mut().zip(lacking).for_each(|(all, &ways)| all.add(count.times(ways)));
                    all[usize::from(LOST)].add(count.times(*lost));
                }
            }
        }
        for counted in &mut counted {
            for lacking in (0..counted.len() - 1).rev() {
                let farther = counted[lacking + 1];
                counted[lacking].add(farther);
            }
        }
        counted
    }
}

/// The code of a part's vector, or what stands for a void suit.
fn vector_or_void(vector: usize, part: Part, void: Void) -> usize {
    if void.is_some_and(|suit| suit as usize == part.index()) { VOID } else { vector }
}

/// States, fewest tiles first.
fn in_order(states: &States) -> Vec<((usize, Key), Wide)> {
    let mut states: Vec<_> = states.iter().map(|(&state, &count)| (state, count)).collect();
    states.sort_unstable_by_key(|&(state, _)| state);
    states
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::ReadyMade;

    /// Else it would take twice as long.
    #[test]
    fn suits_of_which_the_deck_has_the_same_are_exchanged() {
        let tables = ReadyMade::Guobiao.rules().tables();
        let left = [4; Tile::REGULAR_COUNT];
        let survey = Survey { tables, exposed: 0, wildcards: 0, left: &left };
        assert!(survey.nearer(2).is_some_and(|nearer| nearer.can_exchange_suits()));
    }
}
