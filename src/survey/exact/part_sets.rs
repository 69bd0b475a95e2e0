//! All tile sets of one part of a hand.

use paili_tables::counts::BASE;

use super::hands::Left;
use super::held::Held;
use crate::forms::Forms;
use crate::set_count::Count;
use crate::tile::Tile;
use crate::tile_set::Part;

/// Some kinds of a part, with how many copies of each: what they are worth.
#[derive(Debug, Clone, Copy)]
struct Sets {
    /// None when the deck has not that many copies.
    count: Count,
    holding: Held,
}

/// Everything that some kinds can hold, by their base-5 code: the first kind is the lowest digit.
fn sets_of(kinds: &[Tile], left: &Left, forms: Forms) -> Vec<Sets> {
    let mut groups = vec![Sets { count: Count { weighted: 1, distinct: 1 }, holding: Held::default() }];
    for &kind in kinds {
        let with = |copies| {
            let here = Count::of_kind(left[kind.index()], copies);
            let holding = Held::of_kind(kind, copies, forms);
            let both =
                move |group: &Sets| Sets { count: group.count.times(here), holding: group.holding.plus(holding) };
            groups.iter().map(both)
        };
        groups = (0..=Tile::COPIES).flat_map(with).collect();
    }
    groups
}

/// Visits the tile sets of a part that are left, of at most `most` tiles, each with its code within the part.
pub(in crate::survey) fn each_set(
    part: Part,
    left: &Left,
    forms: Forms,
    most: usize,
    mut visit: impl FnMut(usize, Held, Count),
) {
    let kinds: Vec<Tile> = part.kinds().iter().collect();
    let (first, last) = kinds.split_at(kinds.len() / 2);
    let step = BASE.pow(first.len() as u32);
    // Those of few tiles first, so that those which fit beside one of the last kinds' come before all others.
    let mut first: Vec<(usize, Sets)> = sets_of(first, left, forms).into_iter().enumerate().collect();
    first.retain(|(_, sets)| sets.count.distinct > 0);
    first.sort_by_key(|(_, sets)| sets.holding.tiles());
    let last = sets_of(last, left, forms).into_iter().enumerate().filter(|(_, sets)| sets.count.distinct > 0);
    for (high, Sets { count, holding }) in last {
        let fits = |(_, sets): &&(usize, Sets)| sets.holding.tiles() + holding.tiles() <= most;
        for (low, sets) in first.iter().take_while(fits) {
            visit(high * step + low, holding.plus(sets.holding), count.times(sets.count));
        }
    }
}
