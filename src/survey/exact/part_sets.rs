//! All tile sets of one part of a hand.

use paili_tables::counts::{BASE, MAX_TILES, with_one_less};

use super::classes::StandardForm;
use super::held::Held;
use super::tally::{Count, Gather, Tally};
use crate::deck::Deck;
use crate::forms::Forms;
use crate::tile::Tile;
use crate::tile_set::Part;

/// Some kinds of a part, with how many copies of each: what they are worth.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sets {
    /// None when the deck has not that many copies.
    pub count: Count,
    pub holding: Held,
}

/// Everything that some kinds can hold, by their base-5 code: the first kind is the lowest digit.
pub(super) fn sets_of(kinds: &[Tile], deck: &Deck, forms: Forms) -> Vec<Sets> {
    let mut groups = vec![Sets { count: Count { weighted: 1, distinct: 1 }, holding: Held::default() }];
    for &kind in kinds {
        let left = deck.left(kind);
        groups = (0..=Tile::COPIES)
            .flat_map(|copies| {
                let weighted = choose(left.into(), copies.into());
                let here = Count { weighted, distinct: u64::from(weighted > 0) };
                let holding = Held::of_kind(kind, copies, forms);
                groups
                    .iter()
                    .map(move |group| Sets { count: group.count.times(here), holding: group.holding.plus(holding) })
            })
            .collect();
    }
    groups
}

/// How many ways there are to choose `some` of `all`.
pub(crate) fn choose(all: u64, some: u64) -> u64 {
    // A factor is 0 when there are too few.
    (0..some).fold(1, |ways, taken| ways * all.saturating_sub(taken) / (taken + 1))
}

/// The tile sets of a part, as sets of its first kinds and sets of its last ones, each with its code within the part. The
/// former are ordered by their tiles, so that those which fit beside one of the latter follow each other.
struct Halves {
    first: Vec<(usize, Sets)>,
    last: Vec<(usize, Sets)>,
}

impl Halves {
    fn new(part: Part, deck: &Deck, forms: Forms) -> Halves {
        let kinds: Vec<Tile> = part.kinds().iter().collect();
        let (first, last) = kinds.split_at(kinds.len() / 2);
        let step = BASE.pow(first.len() as u32);
        let mut first: Vec<_> = sets_of(first, deck, forms).into_iter().enumerate().collect();
        first.sort_by_key(|(_, group)| group.holding.tiles());
        let last =
            sets_of(last, deck, forms).into_iter().enumerate().map(|(code, group)| (code * step, group)).collect();
        Halves { first, last }
    }

    /// Visits the sets that the deck allows of `fewest` to `most` tiles, each with its code within the part.
    fn each(&self, fewest: usize, most: usize, mut visit: impl FnMut(usize, Sets)) {
        for (last_code, last) in &self.last {
            let tiles = |(_, first): &(usize, Sets)| first.holding.tiles() + last.holding.tiles();
            let begin = self.first.partition_point(|first| tiles(first) < fewest);
            for (first_code, first) in self.first[begin..].iter().take_while(|&first| tiles(first) <= most) {
                let count = last.count.times(first.count);
                if count.distinct > 0 {
                    visit(last_code + first_code, Sets { count, holding: last.holding.plus(first.holding) });
                }
            }
        }
    }
}

/// Counts the tile sets of a part that the deck allows, of at most `most` tiles and a hand's.
pub(super) fn tally(part: Part, standard: StandardForm, deck: &Deck, forms: Forms, most: usize) -> Tally {
    let mut gather = Gather::new(standard.classes_of(part));
    Halves::new(part, deck, forms).each(0, most.min(MAX_TILES), |code, group| {
        gather.add(standard.class(part, code), group.holding, group.count);
    });
    gather.into_tally()
}

/// Visits every vector of a part with one tile more than the tables know, with the classes that it has without one of its
/// tiles.
pub(super) fn crowded(
    part: Part,
    standard: StandardForm,
    deck: &Deck,
    forms: Forms,
    mut visit: impl FnMut(Sets, &mut dyn Iterator<Item = usize>),
) {
    Halves::new(part, deck, forms).each(MAX_TILES + 1, MAX_TILES + 1, |code, group| {
        visit(group, &mut with_one_less(code).map(|less| standard.class(part, less)));
    });
}
