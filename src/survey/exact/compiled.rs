//! The classes of compiled tables, which tell of all forms.

use std::ops::RangeInclusive;

#[cfg(feature = "parallel")]
use rayon::prelude::*;

use super::hands::{AtLeast, Classes, Hands, NEVER};
use super::part_sets::each_set;
use super::{Distribution, DistributionError, Fillers};
use crate::distance::{Distance, Model};
use crate::forms::{Form, Forms};
use crate::hand::{Counts, Hand, MeldCount};
use crate::meld::Meld;
use crate::rules::{Halves, KnittedCount, RuleTables};
use crate::set_count::Wide;
use crate::tile::Tile;
use crate::tile_set::Part;

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
        let melds = match rules.most_tiles().checked_sub(tiles) {
            Some(lacking) if !tiles.is_multiple_of(Meld::TILES) => MeldCount::known(lacking / Meld::TILES),
            _ => return Err(DistributionError::RulesSize { tiles, most: rules.most_tiles() }),
        };
        let left = std::array::from_fn(|kind| {
            let tile = Tile::ALL[kind];
            rules.copies(tile).saturating_sub(visible.get(tile))
        });
        let in_all = left.iter().chain([&rules.wildcards()]).copied().map(usize::from).sum();
        if tiles > in_all {
            return Err(DistributionError::Left { tiles, left: in_all });
        }
        // What completes a hand depends on the deck and the wildcards, and not on the hand.
        let nothing = Hand::of_any_size(Counts::EMPTY, rules.wildcards(), melds);
        if self.model().distance(&nothing) == Distance::NEVER {
            return Err(DistributionError::NeverWon { tiles });
        }
        let is_of_one_way = |form| !matches!(form, Form::Knitted | Form::KnittedStraight);
        let halves = Halves::new(self.model(), &nothing, |form, _| is_of_one_way(form).then_some(0));
        let hands = Hands::new(&halves, Forms::NONE, &left, tiles + 1);
        let fillers = Fillers::new(&[rules.wildcards()], tiles, 1);
        let at_least = |wildcards, sizes| {
            let mut at_least = hands.at_least(&sizes, wildcards);
            let nearer = KnittedCount::new(self, (melds.get(), wildcards), |part, visit| {
                each_set(part, &left, Forms::NONE, tiles + 1, |code, held, count| visit(code, held.tiles(), count));
            });
            if let Some(nearer) = nearer {
                take_nearer(&mut at_least, &nearer, sizes);
            }
            at_least
        };
        // Wildcards that stand for tiles beyond the copies change what a hand lacks without them.
        let surveys: Vec<AtLeast> = if self.tells_wildcards_apart() {
            let beside = |held: usize| at_least(held as u8, tiles - held..=tiles - held + 1);
            (0..fillers.sets.len()).map(beside).collect()
        } else {
            vec![at_least(0, fillers.sizes_beside(tiles))]
        };
        let distances = fillers.distances(tiles, &left, |held| &surveys[held.min(surveys.len() - 1)]);
        let forms = rules.forms().iter().map(Form::name).collect();
        Ok(Distribution { tiles, melds: melds.get(), forms, distances, rules: rules.name().to_owned() })
    }
}

/// Takes away those that a form of several ways is nearer to than all others.
fn take_nearer(at_least: &mut AtLeast, nearer: &KnittedCount, sizes: RangeInclusive<usize>) {
    let questions: Vec<(usize, usize)> =
        sizes.flat_map(|tiles| (1..=NEVER).map(move |lacking| (tiles, lacking))).collect();
    let hands = |&(tiles, lacking): &(usize, usize)| match at_least[tiles][lacking] {
        none if none == Wide::default() => none,
        _ => nearer.hands(tiles, lacking as u8),
    };
    #[cfg(feature = "parallel")]
    let found: Vec<Wide> = questions.par_iter().map(hands).collect();
    #[cfg(not(feature = "parallel"))]
    let found: Vec<Wide> = questions.iter().map(hands).collect();
    for ((tiles, lacking), hands) in questions.into_iter().zip(found) {
        at_least[tiles][lacking].subtract(hands);
    }
}

impl Classes for Halves<'_> {
    #[inline]
    fn of_part(&self, part: Part, code: usize, _tiles: usize) -> usize {
        self.of_part(part, code) as usize
    }

    fn two_suits(&self, one: usize, other: usize) -> usize {
        self.two_suits(one as u32, other as u32) as usize
    }

    fn suit_and_honors(&self, suit: usize, honors: usize) -> usize {
        self.suit_and_honors(suit as u32, honors as u32) as usize
    }

    fn lacking(&self, two_suits: usize, suit_and_honors: usize, wildcards: u8) -> usize {
        let lacking = self.lacking(two_suits as u32, suit_and_honors as u32, wildcards, |_| 0);
        // That of hands that have more wildcards than they lack tiles comes to the same.
        lacking.tiles().map_or(NEVER, |lacking| usize::from(lacking + wildcards))
    }

    fn are_suits_alike(&self) -> bool {
        // With a void suit they are not, and else it would save little.
        false
    }
}
