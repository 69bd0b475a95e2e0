//! All sets of tiles.

use paili::{Counts, Tile};

/// All sets of at most `most` tiles of some kinds, each with how many copies there are.
pub fn vectors(kinds: impl Iterator<Item = (Tile, u8)>, most: usize) -> Vec<Counts> {
    let mut vectors = vec![Counts::EMPTY];
    for (tile, copies) in kinds {
        let more = vectors.iter().flat_map(|counts| {
            let room = (most - counts.total()).min(copies.into());
            (0..=room).map(move |copies| Counts::of(counts.tiles().chain(std::iter::repeat_n(tile, copies))).unwrap())
        });
        vectors = more.collect();
    }
    vectors
}
