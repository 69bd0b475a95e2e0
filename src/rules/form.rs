//! What a hand of a rule set can be won with.
//!
//! A form is a grid of cost rows and, for each part of a hand, the targets of the grid's places: vectors that are exactly
//! what a place asks of the part. Some forms have several *ways*, which give each suit other targets, the knitted ones
//! six: a hand is as near as by the nearest way.

use paili_tables::cost::{Grid, Part as Deal};
use paili_tables::targets::Targets;

use super::RuleSet;
use crate::forms::Form;
use crate::tile::{Suit, Tile};
use crate::tile_set::{Part, TileSet};

/// How many tiles of each kind a suit holds, or the honors.
type Vector = [u8; Suit::RANKS];

/// The suits of one way to win: which of a form's variants each has.
pub(crate) type Variants = [usize; Suit::ALL.len()];

/// The kinds of knitted tiles, by their ranks from 0: 1-4-7, 2-5-8 and 3-6-9.
pub(super) const KNITTED: [[usize; 3]; 3] = [[0, 3, 6], [1, 4, 7], [2, 5, 8]];

/// Every suit has another of the three.
pub(crate) const KNITTED_WAYS: [Variants; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// How many tiles honors and knitted tiles are, all of them different.
pub(super) const KNITTED_TILES: usize = 14;

impl Form {
    /// What the form takes that a rule set with hands of so many tiles may lack, for a message.
    pub(super) fn takes(self, tiles: usize) -> &'static str {
        match (self, tiles) {
            (Form::Standard | Form::Pairs | Form::RepeatedPairs, _) => "any hand",
            (Form::Orphans, 14) => "each terminal and honor in the deck",
            (Form::Orphans, _) => "hands of 14 tiles, and each terminal and honor in the deck",
            (Form::Unconnected, 17) | (Form::Knitted, 14) => "each kind in the deck",
            (Form::Unconnected, _) => "hands of 17 tiles, and each kind in the deck",
            (Form::Knitted, _) => "hands of 14 tiles, and each kind in the deck",
            (Form::KnittedStraight, 11..) => "each suited kind in the deck",
            (Form::KnittedStraight, _) => "at least three melds, and each suited kind in the deck",
        }
    }

    /// Whether hands of a rule set can have the form.
    pub(super) fn suits(self, rules: &RuleSet) -> bool {
        let has = |kinds: TileSet| kinds & !rules.kinds() == TileSet::EMPTY;
        match self {
            Form::Standard | Form::Pairs | Form::RepeatedPairs => true,
            Form::Orphans => rules.most_tiles() == 14 && has(TileSet::ORPHANS),
            Form::Unconnected => rules.most_tiles() == 17 && has(TileSet::REGULAR),
            Form::Knitted => rules.most_tiles() == KNITTED_TILES && has(TileSet::REGULAR),
            Form::KnittedStraight => rules.free_melds() >= Suit::ALL.len() && has(TileSet::REGULAR & !TileSet::HONORS),
        }
    }

    /// What its cost rows answer, beside the melds that a hand has to hold.
    pub(super) fn grid(self, rules: &RuleSet) -> Grid {
        match self {
            Form::Standard => Grid::new(rules.free_melds(), 1),
            // Pairs, and one triplet where the number of tiles is odd.
            Form::Pairs | Form::RepeatedPairs => {
                let triplets = rules.most_tiles() % 2;
                Grid::new((rules.most_tiles() - 3 * triplets) / 2, triplets)
            }
            // All kinds, and one of them twice.
            Form::Orphans | Form::Unconnected => Grid::new(0, 1),
            // Different kinds.
            Form::Knitted => Grid::new(KNITTED_TILES, 0),
            Form::KnittedStraight => Grid::new(rules.free_melds() - Suit::ALL.len(), 1),
        }
    }

    /// The pairs and melds of its grid that win beside a number of exposed melds; `None` when such a hand can't have it.
    pub(super) fn goal(self, rules: &RuleSet, exposed: usize) -> Option<(usize, usize)> {
        let grid = self.grid(rules);
        match self {
            Form::Standard | Form::KnittedStraight => {
                rules.melds().checked_sub(rules.aim().with.len())?;
                Some((1, grid.melds().checked_sub(exposed)?))
            }
            _ => (exposed == 0).then_some((grid.pairs(), grid.melds())),
        }
    }

    /// Whether many hands are nearest to it.
    pub(super) fn is_common(self) -> bool {
        !matches!(self, Form::Orphans | Form::Unconnected)
    }

    /// Its ways to win.
    pub(super) fn ways(self) -> &'static [Variants] {
        match self {
            Form::Knitted | Form::KnittedStraight => &KNITTED_WAYS,
            _ => &[[0; Suit::ALL.len()]],
        }
    }

    /// How many variants a suit has in its ways.
    pub(super) fn variants(self) -> usize {
        match self {
            Form::Knitted | Form::KnittedStraight => KNITTED.len(),
            _ => 1,
        }
    }

    /// The targets of a part in one of the variants, in which honors do not differ, with up to so many tiles beyond the deck's
    /// copies.
    pub(super) fn targets(self, rules: &RuleSet, part: Part, deal: &Deal, (variant, beyond): (usize, u8)) -> Targets {
        let (grid, kinds) = (self.grid(rules), deal.kinds());
        let mut targets = Targets::beyond(deal, beyond);
        match self {
            Form::Standard => return targets.and_melds(deal, &vec![0; kinds], grid),
            Form::KnittedStraight => {
                let mut beside = vec![0; kinds];
                if part != Part::Honors {
                    KNITTED[variant].iter().for_each(|&rank| beside[rank] = 1);
                }
                return targets.and_melds(deal, &beside, grid);
            }
            Form::Pairs => add_pairs(&mut targets, deal, grid, &[(0, 0, 0), (2, 1, 0), (3, 0, 1)]),
            Form::RepeatedPairs => {
                let all = grid.all().map(|(triplets, pairs)| ((2 * pairs + 3 * triplets) as u8, pairs, triplets));
                let options: Vec<_> = all.filter(|&(copies, ..)| copies <= Tile::COPIES + beyond).collect();
                add_pairs(&mut targets, deal, grid, &options);
            }
            Form::Orphans => add_singles(&mut targets, deal, grid, &orphans(part)[..kinds]),
            Form::Unconnected => {
                for singles in unconnected(part) {
                    add_singles(&mut targets, deal, grid, &singles[..kinds]);
                }
            }
            Form::Knitted => {
                let kinds: Vec<usize> = match part {
                    Part::Honors => (0..kinds).collect(),
                    _ => KNITTED[variant].to_vec(),
                };
                for chosen in 0_usize..1 << kinds.len() {
                    let mut counts = vec![0; deal.kinds()];
                    kinds.iter().enumerate().for_each(|(bit, &kind)| counts[kind] = (chosen >> bit & 1) as u8);
                    targets.mark(deal, &counts, grid.place(0, chosen.count_ones() as usize));
                }
            }
        }
        targets
    }
}

/// Marks all vectors of pairs and triplets. An option is a number of copies of a kind, and the pairs and triplets that they
/// are.
fn add_pairs(targets: &mut Targets, deal: &Deal, grid: Grid, options: &[(u8, usize, usize)]) {
    let mut vectors: Vec<(Vector, usize, usize)> = vec![(Vector::default(), 0, 0)];
    for kind in 0..deal.kinds() {
        let more = vectors.iter().flat_map(|&(counts, pairs, triplets)| {
            options.iter().map(move |&(copies, more_pairs, more_triplets)| {
                let mut counts = counts;
                counts[kind] = copies;
                (counts, pairs + more_pairs, triplets + more_triplets)
            })
        });
        vectors = more.filter(|&(_, pairs, triplets)| pairs <= grid.melds() && triplets <= grid.pairs()).collect();
    }
    for (counts, pairs, triplets) in vectors {
        targets.mark(deal, &counts[..deal.kinds()], grid.place(triplets, pairs));
    }
}

/// Marks one of each kind of a set, and the same with one of them twice.
fn add_singles(targets: &mut Targets, deal: &Deal, grid: Grid, singles: &[u8]) {
    targets.mark(deal, singles, grid.place(0, 0));
    for twice in (0..singles.len()).filter(|&kind| singles[kind] > 0) {
        let mut counts = singles.to_vec();
        counts[twice] += 1;
        targets.mark(deal, &counts, grid.place(1, 0));
    }
}

/// One of each orphan of a part.
fn orphans(part: Part) -> Vector {
    let mut singles = [0; Suit::RANKS];
    let kinds = part.kinds().iter().enumerate();
    kinds.filter(|&(_, tile)| TileSet::ORPHANS.contains(tile)).for_each(|(kind, _)| singles[kind] = 1);
    singles
}

/// How far apart unconnected kinds are at least.
pub(super) const APART: usize = 3;

/// Every choice of unconnected kinds of a part: three of a suit, all honors.
fn unconnected(part: Part) -> Vec<Vector> {
    if part == Part::Honors {
        return vec![[1; Suit::RANKS]];
    }
    let mut choices = Vec::new();
    for first in 0..Suit::RANKS {
        for second in first + APART..Suit::RANKS {
            for third in second + APART..Suit::RANKS {
                choices.push(std::array::from_fn(|rank| u8::from([first, second, third].contains(&rank))));
            }
        }
    }
    choices
}

/// The kinds of knitted tiles of one way.
pub(crate) fn knitted(way: Variants) -> impl Iterator<Item = Tile> {
    let ranks = way.into_iter().enumerate().flat_map(|(suit, variant)| KNITTED[variant].map(|rank| (suit, rank)));
    ranks.map(|(suit, rank)| Tile::ALL[suit * Suit::RANKS + rank])
}
