//! All sets of regular tiles, by how much they lack.

use std::ops::RangeInclusive;

use paili_tables::counts::MAX_TILES;

use super::classes::StandardForm;
use super::held::Held;
use super::part_sets::{crowded, tally};
use super::tally::{Count, Gather, Tally};
use crate::deck::Deck;
use crate::forms::Forms;
use crate::hand::MeldCount;
use crate::tile_set::Part;

/// Places for the distances 0–14, and for a farther one that no hand has.
pub(super) const DISTANCES: usize = MAX_TILES + 2;

/// A number of tile sets, as [`Count`], of whole hands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Wide {
    pub weighted: u128,
    pub distinct: u128,
}

impl Wide {
    pub(crate) fn times(self, other: Wide) -> Wide {
        Wide { weighted: self.weighted * other.weighted, distinct: self.distinct * other.distinct }
    }

    pub(crate) fn add(&mut self, more: Wide) {
        self.weighted += more.weighted;
        self.distinct += more.distinct;
    }

    pub(crate) fn subtract(&mut self, others: Wide) {
        self.weighted -= others.weighted;
        self.distinct -= others.distinct;
    }
}

impl From<Count> for Wide {
    fn from(count: Count) -> Self {
        Wide { weighted: count.weighted.into(), distinct: count.distinct.into() }
    }
}

/// How many sets of regular tiles lack at least a number of tiles, `[size of the set][tiles lacking at least]`.
pub(super) type AtLeast = [[Wide; DISTANCES]; Tally::MOST + 1];

/// Counts the sets of regular tiles that a deck allows, of every size in a range of up to [`Tally::MOST`], by what they
/// lack to win beside `exposed` melds.
pub(super) fn at_least(deck: &Deck, forms: Forms, melds: MeldCount, sizes: &RangeInclusive<usize>) -> AtLeast {
    let standard = StandardForm::new(forms, melds);
    let most = *sizes.end();
    let [characters, dots, bamboos, honors] = of_parts(deck, |part| tally(part, standard, deck, forms, most));
    let two_suits = Gather::new(standard.classes_of_two_suits());
    let two_suits = two_suits.merge(&characters, &dots, |one, other| standard.two_suits(one, other), most);
    let suit_honors = Gather::new(standard.classes_of_suit_honors());
    let suit_honors = suit_honors.merge(&bamboos, &honors, |suit, honors| standard.suit_honors(suit, honors), most);
    let mut all = [[Wide::default(); DISTANCES]; Tally::MOST + 1];
    add_halves(&mut all, &two_suits, &suit_honors, standard, forms, sizes);
    if sizes.contains(&Tally::MOST) {
        for of_one in of_parts(deck, |part| all_of_one_part(part, standard, deck, forms)) {
            all[Tally::MOST].iter_mut().zip(of_one).for_each(|(all, more)| all.add(more));
        }
    }
    all
}

/// Something of each part, found only once for suits of which the same is left.
fn of_parts<T: Clone>(deck: &Deck, of: impl Fn(Part) -> T) -> [T; Part::ALL.len()] {
    let left = |part: Part| part.kinds().iter().map(|kind| deck.left(kind)).collect::<Vec<_>>();
    let alike = |part, other| left(part) == left(other);
    let characters = of(Part::Characters);
    let dots = if alike(Part::Dots, Part::Characters) { characters.clone() } else { of(Part::Dots) };
    let bamboos = if alike(Part::Bamboos, Part::Characters) { characters.clone() } else { of(Part::Bamboos) };
    [characters, dots, bamboos, of(Part::Honors)]
}

/// Puts both halves of a hand together.
fn add_halves(
    all: &mut AtLeast,
    two_suits: &Tally,
    suit_honors: &Tally,
    standard: StandardForm,
    forms: Forms,
    sizes: &RangeInclusive<usize>,
) {
    let Tally { holdings, .. } = two_suits;
    for (class, half) in suit_honors.classes.iter().enumerate().filter(|(_, half)| !half.is_empty()) {
        // What all two suits of a holding lack at least, beside this class.
        let mut lacking = vec![[Count::default(); DISTANCES]; holdings.len()];
        for (other_class, other) in two_suits.classes.iter().enumerate() {
            let distance = standard.lacking(other_class, class);
            for &(holding, count) in other {
                lacking[holding][distance].add(count);
            }
        }
        for counts in &mut lacking {
            for distance in (1..DISTANCES).rev() {
                let farther = counts[distance];
                counts[distance - 1].add(farther);
            }
        }
        for &(holding, count) in half {
            let holding = suit_honors.holdings[holding];
            let beside = beside(holding, holdings, &lacking, forms, sizes);
            for (all, beside) in all[holding.tiles()..].iter_mut().zip(beside) {
                for (all, beside) in all.iter_mut().zip(beside) {
                    all.add(Wide::from(count).times(beside.into()));
                }
            }
        }
    }
}

/// How many holdings of two suits lack at least a number of tiles beside a half, `[size][tiles lacking at least]`.
fn beside(
    half: Held,
    holdings: &[Held],
    lacking: &[[Count; DISTANCES]],
    forms: Forms,
    sizes: &RangeInclusive<usize>,
) -> [[Count; DISTANCES]; Tally::MOST + 1] {
    let mut beside = [[Count::default(); DISTANCES]; Tally::MOST + 1];
    let fewest = sizes.start().saturating_sub(half.tiles());
    let first = holdings.partition_point(|holding| holding.tiles() < fewest);
    for (&holding, lacking) in holdings.iter().zip(lacking).skip(first) {
        if half.tiles() + holding.tiles() > *sizes.end() {
            break;
        }
        // Another form may be nearer.
        let nearest = half.plus(holding).lacking(forms);
        let beside = &mut beside[holding.tiles()][..=nearest];
        beside.iter_mut().zip(lacking).for_each(|(beside, &lacking)| beside.add(lacking));
    }
    beside
}

/// The sets of fifteen tiles that are all of one part, which have no class, by what they lack at least.
fn all_of_one_part(part: Part, standard: StandardForm, deck: &Deck, forms: Forms) -> [Wide; DISTANCES] {
    let [no_suit, no_honors] = [Part::Characters, Part::Honors].map(|part| standard.class(part, 0));
    let [no_suits, no_suit_honors] = [standard.two_suits(no_suit, no_suit), standard.suit_honors(no_suit, no_honors)];
    let alone: Vec<usize> = (0..standard.classes_of(part))
        .map(|class| match part {
            Part::Honors => standard.lacking(no_suits, standard.suit_honors(no_suit, class)),
            _ => standard.lacking(standard.two_suits(class, no_suit), no_suit_honors),
        })
        .collect();
    let mut at_least = [Wide::default(); DISTANCES];
    crowded(part, standard, deck, forms, |group, classes| {
        let lacking = classes.map(|class| alone[class]).min().unwrap_or(MAX_TILES).min(group.holding.lacking(forms));
        at_least[..=lacking].iter_mut().for_each(|counted| counted.add(group.count.into()));
    });
    at_least
}
