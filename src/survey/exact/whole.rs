//! All sets of regular tiles, by how much they lack.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use paili_tables::blob::Blob;
use paili_tables::counts::MAX_TILES;

use super::deck::Deck;
use super::part::{PartTables, crowded, tally};
use super::state::State;
use super::tally::{Count, Tally};
use crate::distance::{Form, Forms, embedded};
use crate::hand::MeldCount;
use crate::tile::Part;

/// Places for the distances 0–14, and for one more, which no hand has.
pub(super) const DISTANCES: usize = MAX_TILES + 2;

/// A number of tile sets, as [`Count`], of whole hands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Wide {
    pub weighted: u128,
    pub distinct: u128,
}

impl Wide {
    pub(super) fn times(self, other: Wide) -> Wide {
        Wide { weighted: self.weighted * other.weighted, distinct: self.distinct * other.distinct }
    }

    pub(super) fn add(&mut self, more: Wide) {
        self.weighted += more.weighted;
        self.distinct += more.distinct;
    }
}

impl From<Count> for Wide {
    fn from(count: Count) -> Self {
        Wide { weighted: count.weighted.into(), distinct: count.distinct.into() }
    }
}

/// How many sets of so many regular tiles lack at least so many, `[tiles][lacking]`.
pub(super) type AtLeast = [[Wide; DISTANCES]; Tally::MOST + 1];

/// Counts the sets of regular tiles that a deck allows, of every size in a range of up to [`Tally::MOST`], by what they
/// lack to win beside so many exposed melds.
pub(super) fn at_least(deck: &Deck, forms: Forms, melds: MeldCount, sizes: &RangeInclusive<usize>) -> AtLeast {
    let blob = embedded();
    let tables = Tables::new(&blob, forms, melds);
    let most = *sizes.end();
    let [characters, dots, bamboos, honors] = of_parts(deck, |part| tally(part, &tables.of(part), deck, forms, most));
    let two_suits = characters.merge(&dots, &tables.two_suits, most);
    let suit_honors = bamboos.merge(&honors, &tables.suit_honors, most);
    let mut all = [[Wide::default(); DISTANCES]; Tally::MOST + 1];
    add_halves(&mut all, &two_suits, &suit_honors, &tables, forms, sizes);
    if sizes.contains(&Tally::MOST) {
        for of_one in of_parts(deck, |part| all_of_one_part(part, &tables, deck, forms)) {
            all[Tally::MOST].iter_mut().zip(of_one).for_each(|(all, more)| all.add(more));
        }
    }
    all
}

/// The tables of a number of exposed melds, or if the standard form is not asked for, tables that know nothing: one
/// class for everything, which lacks a whole hand.
struct Tables<'t> {
    blob: &'t Blob<'t>,
    /// Numbers of classes: a suit, the honors, two suits, a suit and the honors.
    counts: [usize; 4],
    suits: Cow<'t, [u8]>,
    honors: Cow<'t, [u8]>,
    two_suits: Cow<'t, [u8]>,
    suit_honors: Cow<'t, [u8]>,
    /// `[two suits][suit and honors]`.
    distances: Cow<'t, [u8]>,
}

impl<'t> Tables<'t> {
    fn new(blob: &'t Blob<'t>, forms: Forms, melds: MeldCount) -> Self {
        if !forms.contains(Form::Standard) {
            return Tables {
                blob,
                counts: [1; 4],
                suits: vec![0; blob.suits.len()].into(),
                honors: vec![0; blob.honors.len()].into(),
                two_suits: vec![0].into(),
                suit_honors: vec![0].into(),
                distances: vec![MAX_TILES as u8].into(),
            };
        }
        let counts = blob.class_counts.map(|count| count as usize);
        let pairs = counts[2] * counts[3];
        Tables {
            blob,
            counts,
            suits: blob.suits.into(),
            honors: blob.honors.into(),
            two_suits: blob.two_suits.into(),
            suit_honors: blob.suit_honors.into(),
            distances: blob.distances[melds.concealed() * pairs..][..pairs].into(),
        }
    }

    /// What the classes of two suits, a third and the honors lack together.
    fn distance(&self, [first, second, third, honors]: [usize; 4]) -> usize {
        let [suits, honor_classes, _, suit_honors] = self.counts;
        let half = usize::from(self.two_suits[first * suits + second]);
        let other = usize::from(self.suit_honors[third * honor_classes + honors]);
        usize::from(self.distances[half * suit_honors + other])
    }

    fn of(&self, part: Part) -> PartTables<'_> {
        let blob = self.blob;
        let [suits, honors, ..] = self.counts;
        let (offset, order, classes, class_count) = match part {
            Part::Honors => (&blob.honor_offset, &blob.honor_order, &self.honors, honors),
            _ => (&blob.suit_offset, &blob.suit_order, &self.suits, suits),
        };
        PartTables { offset, order, classes, class_count }
    }
}

/// Something of each part, found only once for suits of which the same is left.
fn of_parts<T: Clone>(deck: &Deck, of: impl Fn(Part) -> T) -> [T; 4] {
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
    tables: &Tables<'_>,
    forms: Forms,
    sizes: &RangeInclusive<usize>,
) {
    let Tally { states, .. } = two_suits;
    for (class, half) in suit_honors.classes.iter().enumerate().filter(|(_, half)| !half.is_empty()) {
        // What all two suits of a state lack at least, beside this class.
        let mut lacking = vec![[Count::default(); DISTANCES]; states.len()];
        for (row, other) in tables.distances.chunks_exact(suit_honors.classes.len()).zip(&two_suits.classes) {
            for &(state, count) in other {
                lacking[state][usize::from(row[class])].add(count);
            }
        }
        for counts in &mut lacking {
            for distance in (1..DISTANCES).rev() {
                let farther = counts[distance];
                counts[distance - 1].add(farther);
            }
        }
        for &(state, count) in half {
            let state = suit_honors.states[state];
            let beside = beside(state, states, &lacking, forms, sizes);
            for (all, beside) in all[state.tiles()..].iter_mut().zip(beside) {
                for (all, beside) in all.iter_mut().zip(beside) {
                    all.add(Wide::from(count).times(beside.into()));
                }
            }
        }
    }
}

/// How many two suits of so many tiles there are that lack at least so many beside a half of a state,
/// `[tiles][lacking]`.
fn beside(
    half: State,
    states: &[State],
    lacking: &[[Count; DISTANCES]],
    forms: Forms,
    sizes: &RangeInclusive<usize>,
) -> [[Count; DISTANCES]; Tally::MOST + 1] {
    let mut beside = [[Count::default(); DISTANCES]; Tally::MOST + 1];
    let fewest = sizes.start().saturating_sub(half.tiles());
    let first = states.partition_point(|state| state.tiles() < fewest);
    for (&state, lacking) in states.iter().zip(lacking).skip(first) {
        if half.tiles() + state.tiles() > *sizes.end() {
            break;
        }
        // Pairs or orphans may be nearer.
        let nearest = half.plus(state).lacking(forms);
        let beside = &mut beside[state.tiles()][..=nearest];
        beside.iter_mut().zip(lacking).for_each(|(beside, &lacking)| beside.add(lacking));
    }
    beside
}

/// The sets of fifteen tiles that are all of one part, which have no class, by what they lack at least.
fn all_of_one_part(part: Part, tables: &Tables<'_>, deck: &Deck, forms: Forms) -> [Wide; DISTANCES] {
    let [no_suit, no_honors] = [Part::Characters, Part::Honors].map(|part| tables.of(part).empty());
    let of_part = tables.of(part);
    let alone: Vec<usize> = (0..of_part.class_count)
        .map(|class| match part {
            Part::Honors => tables.distance([no_suit, no_suit, no_suit, class]),
            _ => tables.distance([class, no_suit, no_suit, no_honors]),
        })
        .collect();
    let mut at_least = [Wide::default(); DISTANCES];
    crowded(part, &of_part, deck, forms, |group, classes| {
        let standard = classes.map(|class| alone[class]).min().unwrap_or(MAX_TILES);
        let lacking = standard.min(group.state.lacking(forms));
        at_least[..=lacking].iter_mut().for_each(|counted| counted.add(group.count.into()));
    });
    at_least
}
