//! All tile sets of one part of a hand.

use paili_tables::counts::{HONORS, MAX_TILES, SUIT};

use super::deck::Deck;
use super::state::{Sort, State};
use super::tally::{Count, Gather, Tally};
use crate::distance::{Forms, orphan_kinds};
use crate::tile::{Part, Tile};

/// The tables of a part, as the build numbers its count vectors: `offset[high code] + order[low code]` is a vector's
/// number.
#[derive(Clone, Copy)]
pub(super) struct PartTables<'t> {
    pub offset: &'t [u32],
    pub order: &'t [u16],
    /// The class of every vector, by its number.
    pub classes: &'t [u8],
    /// How many classes there are.
    pub class_count: usize,
}

impl PartTables<'_> {
    /// The class of no tiles.
    pub(super) fn empty(&self) -> usize {
        self.class(0, 0)
    }

    fn class(&self, high: usize, low: usize) -> usize {
        usize::from(self.classes[self.offset[high] as usize + usize::from(self.order[low])])
    }
}

/// Some kinds of a part, with how many copies of each: what they are worth.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Group {
    /// None when the deck has not that many copies.
    pub count: Count,
    pub state: State,
}

/// Everything that some kinds can hold, by their base-5 code: the first kind is the lowest digit.
pub(super) fn groups(kinds: &[Tile], deck: &Deck, forms: Forms) -> Vec<Group> {
    let mut groups = vec![Group { count: Count { weighted: 1, distinct: 1 }, state: State::default() }];
    for &kind in kinds {
        let sort = if orphan_kinds().contains(kind) { Sort::Orphan } else { Sort::Simple };
        let left = deck.left(kind);
        groups = (0..=Tile::COPIES)
            .flat_map(|copies| {
                let weighted = choose(left.into(), copies.into());
                let here = Count { weighted, distinct: u64::from(weighted > 0) };
                let state = State::of_kind(copies.into(), sort, forms);
                groups.iter().map(move |group| Group { count: group.count.times(here), state: group.state.plus(state) })
            })
            .collect();
    }
    groups
}

/// How many ways there are to choose `some` of `all`.
fn choose(all: u64, some: u64) -> u64 {
    // A factor is 0 when there are too few.
    (0..some).fold(1, |ways, taken| ways * all.saturating_sub(taken) / (taken + 1))
}

/// The kinds of a part's high group and of its low group, the lowest digit first.
fn kinds_of(part: Part) -> (Vec<Tile>, Vec<Tile>) {
    let split = if part == Part::Honors { HONORS } else { SUIT };
    let kinds = part.kinds().iter().enumerate();
    let (high, low): (Vec<_>, Vec<_>) = kinds.partition(|&(kind, _)| split.tile(kind).high() > 0);
    let tiles = |kinds: Vec<(usize, Tile)>| kinds.into_iter().map(|(_, tile)| tile).collect();
    (tiles(high), tiles(low))
}

/// Counts the tile sets of a part that the deck allows, of at most `most` tiles and a hand's.
pub(super) fn tally(part: Part, tables: &PartTables<'_>, deck: &Deck, forms: Forms, most: usize) -> Tally {
    let (high_kinds, low_kinds) = kinds_of(part);
    // In the order of the vectors' numbers, which is that of their tiles: those that fit beside some high kinds come
    // first.
    let mut lows = vec![Group::default(); tables.order.len()];
    for (&place, group) in tables.order.iter().zip(groups(&low_kinds, deck, forms)) {
        lows[usize::from(place)] = group;
    }
    let mut gather = Gather::new(tables.class_count);
    for (high, &offset) in groups(&high_kinds, deck, forms).iter().zip(tables.offset) {
        let most = most.min(MAX_TILES);
        let fitting = lows.partition_point(|low| high.state.tiles() + low.state.tiles() <= most);
        for (low, &class) in lows[..fitting].iter().zip(&tables.classes[offset as usize..]) {
            let count = high.count.times(low.count);
            if count.distinct > 0 {
                gather.add(class.into(), high.state.plus(low.state), count);
            }
        }
    }
    gather.into_tally()
}

/// Every vector of a part with one tile more than the tables know, and the classes of what is left when any one tile is
/// taken from it.
pub(super) fn crowded(
    part: Part,
    tables: &PartTables<'_>,
    deck: &Deck,
    forms: Forms,
    mut visit: impl FnMut(Group, &mut dyn Iterator<Item = usize>),
) {
    let (high_kinds, low_kinds) = kinds_of(part);
    let mut lows: Vec<(usize, Group)> = groups(&low_kinds, deck, forms).into_iter().enumerate().collect();
    lows.sort_by_key(|(_, low)| low.state.tiles());
    for (high_code, high) in groups(&high_kinds, deck, forms).iter().enumerate() {
        let fewer = lows.partition_point(|(_, low)| high.state.tiles() + low.state.tiles() <= MAX_TILES);
        let fitting =
            lows[fewer..].iter().take_while(|(_, low)| high.state.tiles() + low.state.tiles() == MAX_TILES + 1);
        for &(low_code, low) in fitting {
            let group = Group { count: high.count.times(low.count), state: high.state.plus(low.state) };
            if group.count.distinct > 0 {
                let without_high = with_one_less(high_code).map(|high_code| tables.class(high_code, low_code));
                let without_low = with_one_less(low_code).map(|low_code| tables.class(high_code, low_code));
                visit(group, &mut without_high.chain(without_low));
            }
        }
    }
}

/// The codes of a group with one tile less, one for each kind that it holds.
fn with_one_less(code: usize) -> impl Iterator<Item = usize> {
    let powers = std::iter::successors(Some(1), |power| Some(power * 5)).take_while(move |&power| power <= code);
    powers.filter(move |&power| !(code / power).is_multiple_of(5)).map(move |power| code - power)
}
