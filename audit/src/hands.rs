//! Which hands are asked about.

use std::collections::BTreeSet;

use paili::rules::RuleSet;
use paili::{Counts, Hand, Meld, Suit, Tile, TileSet};

use crate::answer::Ask;

/// The kinds of a hand, wildcards being the last one.
pub(crate) const KINDS: usize = Tile::REGULAR_COUNT + 1;

/// The sizes of the hands of a rule set of which that is asked, smallest first.
pub(crate) fn sizes(rules: &RuleSet, ask: Ask) -> Vec<usize> {
    // Beside whole melds there is one tile while others play, and two with a discard due.
    let beside_melds: &[usize] = match ask {
        Ask::Distance => &[1, 2],
        Ask::Useful | Ask::Waits => &[1],
        Ask::Discards => &[2],
    };
    (1..=rules.most_tiles()).filter(|tiles| beside_melds.contains(&(tiles % Meld::TILES))).collect()
}

/// Hands that break programs, by principle: as many of a kind as there are, one kind after the other at equal distances, among all
/// kinds, among terminals and honors, and within a part. Among them are fours everywhere, hands without a pair and without neighbours,
/// seven pairs, and thirteen orphans.
pub(crate) fn by_principle(rules: &RuleSet, tiles: usize) -> Vec<Hand> {
    let kinds: Vec<Tile> = rules.kinds().iter().collect();
    let is_end = |tile: &&Tile| tile.suit().is_none() || (tile.index() % 9).is_multiple_of(8);
    let mut groups = vec![kinds.clone(), kinds.iter().filter(is_end).copied().collect()];
    groups.extend(parts().map(|part| kinds.iter().filter(|tile| part.contains(**tile)).copied().collect()));
    let mut hands = BTreeSet::new();
    for group in groups.iter().filter(|group| !group.is_empty()) {
        for (copies, step, first) in (1..=4)
            .flat_map(|copies| (1..=8).flat_map(move |step| (0..group.len()).map(move |first| (copies, step, first))))
        {
            let mut counts = [0_u8; KINDS];
            let mut left = tiles;
            // Round and round, until each kind was there.
            for turn in 0..group.len() {
                let tile = group[(first + turn * step) % group.len()];
                let held = &mut counts[tile.index()];
                let more = usize::from(rules.copies(tile).saturating_sub(*held)).min(copies).min(left);
                *held += more as u8;
                left -= more;
            }
            hands.extend((left == 0).then(|| hand_of(rules, counts)).flatten());
        }
    }
    hands.into_iter().collect()
}

/// Calls with every hand of so many tiles that are all of one part, in tile order.
pub(crate) fn of_one_part(rules: &RuleSet, tiles: usize, visit: &mut impl FnMut(Hand)) {
    for part in parts() {
        each_set(rules, &part.iter().map(Tile::index).collect::<Vec<_>>(), tiles, [0; KINDS], visit);
    }
}

/// The same of all kinds, and with wildcards.
pub(crate) fn all(rules: &RuleSet, tiles: usize, visit: &mut impl FnMut(Hand)) {
    each_set(rules, &(0..KINDS).collect::<Vec<_>>(), tiles, [0; KINDS], visit);
}

/// The kinds of each suit, and the honors.
fn parts() -> [TileSet; Suit::ALL.len() + 1] {
    let [characters, dots, bamboos] = Suit::ALL.map(TileSet::of_suit);
    [characters, dots, bamboos, TileSet::REGULAR & !(characters | dots | bamboos)]
}

fn each_set(rules: &RuleSet, kinds: &[usize], left: usize, mut counts: [u8; KINDS], visit: &mut impl FnMut(Hand)) {
    let Some((&kind, others)) = kinds.split_first().filter(|_| left > 0) else {
        if left == 0 {
            hand_of(rules, counts).into_iter().for_each(visit);
        }
        return;
    };
    let copies = Tile::regular().nth(kind).map_or(rules.wildcards(), |tile| rules.copies(tile));
    for copies in (0..=usize::from(copies).min(left)).rev() {
        counts[kind] = copies as u8;
        each_set(rules, others, left - copies, counts, visit);
    }
}

pub(crate) fn hand_of(rules: &RuleSet, counts: [u8; KINDS]) -> Option<Hand> {
    let [regular @ .., wildcards] = counts;
    rules.hand(Counts::try_from(regular).ok()?, wildcards).ok()
}
